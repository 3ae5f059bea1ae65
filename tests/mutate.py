"""Break one rule on purpose and see which test says so. Run by hand:

    python tests/mutate.py                        all mutants
    python tests/mutate.py PRA-6 matched          those of these rules, or with these words in their place or file

A mutant in `tests/mutants/*.toml` names the rule that it breaks, a file, and the text `old` that `new` replaces; `old`
stands exactly once in the file. The project is copied to a temporary folder, each mutant is applied there alone, and
the tests of its rule are run: those of its game in `tests/games` and of corrected tables whose names hold it (`PRA-6`
is `pra_6_`). A mutant survives when they all pass. Tests that fail without any mutant prove nothing and are left out.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
NOT_COPIED = shutil.ignore_patterns(".*", "__pycache__", "*.egg-info", "build", "dist", "frames")


def mutants(words):
    """All mutants, or those of which the rule is, or the text or the file holds, one of the words."""
    found = []
    for path in sorted((ROOT / "tests" / "mutants").glob("*.toml")):
        found += tomllib.loads(path.read_text("utf-8"))["mutant"]
    if not words:
        return found
    return [
        mutant
        for mutant in found
        if any(word == mutant["rule"] or word in mutant["old"] or word in mutant["file"] for word in words)
    ]


def tests_of_the_game(project, file):
    """The files with the tests of the game to which a file belongs; of all games if it belongs to all."""
    parts = file.split("/")
    game = parts[2] if parts[:2] == ["companion", "games"] else "-"
    found = sorted((project / "tests" / "games").glob(f"test_{game}*.py"))
    files = [str(path.relative_to(project)) for path in found]
    return [*files, "tests/games/test_settle.py"] if files else ["tests/games"]


def failed(project, files, rule="", left_out=()):
    """The first tests of the rule that fail in this copy of the project; all of them where `rule` is empty."""
    named = ["-x", "-k", rule.lower().replace("-", "_") + "_"] if rule else []
    for test in left_out:
        named += ["--deselect", test]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=no", *files, *named],
        cwd=project,
        # Two mutants of one length within a second would look alike to compiled files.
        env={**os.environ, "PYTHONPATH": str(project), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    tests = re.findall(r"^(?:FAILED|ERROR) (\S+?::.+?)(?: - .*)?$", run.stdout, re.MULTILINE)
    if run.returncode != 0 and not tests:
        sys.exit(f"the tests of {rule or 'all rules'} cannot be run:\n{run.stdout}{run.stderr}")
    return tests


def main():
    """Try them; status 1 if any survives."""
    survived, tried = 0, mutants(sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder) / "project"
        shutil.copytree(ROOT, project, ignore=NOT_COPIED)
        files = {name for mutant in tried for name in tests_of_the_game(project, mutant["file"])}
        broken = failed(project, sorted(files))
        for test in broken:
            print(f"fails without a mutant: {test}")
        for mutant in tried:
            path = project / mutant["file"]
            text = path.read_text("utf-8")
            if text.count(mutant["old"]) != 1:
                sys.exit(
                    f"{mutant['rule']}: stands {text.count(mutant['old'])} times in {mutant['file']}:\n{mutant['old']}"
                )
            path.write_text(text.replace(mutant["old"], mutant["new"]), "utf-8")
            try:
                killers = failed(project, tests_of_the_game(project, mutant["file"]), mutant["rule"], broken)
            finally:
                path.write_text(text, "utf-8")
            survived += not killers
            killer = killers[0].rsplit("::", 1)[-1] if killers else "SURVIVED"
            change = f"{mutant['old'].strip()[:40]!r} -> {mutant['new'].strip()[:40]!r}"
            print(f"{mutant['rule']:8} {change:88} {killer}", flush=True)
    print(f"{len(tried)} mutants, {survived} survived")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
