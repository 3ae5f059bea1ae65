"""The mutants of `mutate.py` point at lines that are there: each text that one replaces stands once in its file."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_mutant_replaces_a_text_that_stands_once_in_its_file() -> None:
    wrong = []
    for file in sorted((ROOT / "tests" / "mutants").glob("*.toml")):
        for mutant in tomllib.loads(file.read_text("utf-8"))["mutant"]:
            count = (ROOT / mutant["file"]).read_text("utf-8").count(mutant["old"])
            if count != 1:
                wrong.append((file.name, mutant["rule"], mutant["file"], count, mutant["old"]))
    assert wrong == []
