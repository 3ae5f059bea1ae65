"""The figures that pages name, each with its bench, day, commit and machine: `tests/figures.toml`.

    python tests/bench/figures.py BENCH KEY=FIGURE …     notes what a bench has printed, and writes it into the pages

A bench that runs with `COMPANION_FIGURES=1` does so by itself where it can. In a page a figure stands before its mark,
as in `34 MB<!-- memory -->`; it may be several cells of a row. A new figure is written into its page by hand, once. A
test compares all pages with the file, and finds figures that have no mark.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path

FILE = Path(__file__).parents[1] / "figures.toml"
VARIABLE = "COMPANION_FIGURES"


def note(bench: str, figures: dict[str, str]) -> None:
    """Write what a bench has measured into the file and the pages, if that is wanted; the other figures stay."""
    if os.environ.get(VARIABLE):
        _note(bench, figures)


def _note(bench: str, figures: dict[str, str]) -> None:
    there = tomllib.loads(FILE.read_text("utf-8"))
    origin = {
        "bench": bench,
        "day": datetime.now(UTC).date().isoformat(),
        "commit": _git("rev-parse", "--short", "HEAD").strip() + "+" * bool(_git("status", "--porcelain").strip()),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
    }
    for page in map(FILE.parents[1].joinpath, _git("ls-files", "*.md").splitlines()):
        text = before = page.read_text("utf-8")
        for name, value in figures.items():
            mark = f"<!-- {name} -->"
            text = text.replace(f"{there.get(name, {}).get('is', '')}{mark}", f"{value}{mark}")
        if text != before:
            page.write_text(text, "utf-8")
    there.update({name: {"is": value, **origin} for name, value in figures.items()})
    lines = ["# Written by tests/bench/figures.py; + behind a commit: with changes that were not committed."]
    for name, figure in sorted(there.items()):
        lines += ["", f"[{name}]", *[f'{key} = "{value}"' for key, value in figure.items()]]
    FILE.write_text("\n".join(lines) + "\n", "utf-8")


def _git(*command: str) -> str:
    return subprocess.run(["git", *command], capture_output=True, text=True, check=True, cwd=FILE.parents[1]).stdout


if __name__ == "__main__":
    from help_page import explain

    explain(__doc__)
    _note(sys.argv[1], dict(named.split("=", 1) for named in sys.argv[2:]))
