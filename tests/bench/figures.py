"""The figures that pages name, each with its bench, day, commit and machine: `tests/figures.toml`.

    python tests/bench/figures.py        writes them into the pages

A bench that runs with `COMPANION_FIGURES=1` writes what it has measured there. In a page a figure stands before its
mark, as in `34 MB<!-- memory -->`; a test compares both, so that a page names no other figure than the measured one.
"""

from __future__ import annotations

import os
import platform
import re
import subprocess
import tomllib
from datetime import UTC, datetime
from pathlib import Path

from help_page import explain

FILE = Path(__file__).parents[1] / "figures.toml"
VARIABLE = "COMPANION_FIGURES"


def note(bench: str, figures: dict[str, str]) -> None:
    """Write what a bench has measured, if that is wanted; the other figures stay."""
    if not os.environ.get(VARIABLE):
        return
    there = tomllib.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    changed = subprocess.run(["git", "status", "--porcelain"], capture_output=True, text=True, check=True).stdout
    head = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True).stdout
    origin = {
        "bench": bench,
        "day": datetime.now(UTC).date().isoformat(),
        "commit": head.strip() + "+" * bool(changed.strip()),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}",
    }
    there.update({name: {"is": value, **origin} for name, value in figures.items()})
    lines = [
        "# Written by the benches, with COMPANION_FIGURES=1; + behind a commit: with changes that were not committed."
    ]
    for name, figure in sorted(there.items()):
        lines += ["", f"[{name}]", *[f'{key} = "{value}"' for key, value in figure.items()]]
    FILE.write_text("\n".join(lines) + "\n", "utf-8")


def write_pages() -> None:
    """Put every figure before its mark, in all pages."""
    figures = tomllib.loads(FILE.read_text("utf-8"))
    top = FILE.parents[1]
    listed = subprocess.run(["git", "ls-files", "*.md"], capture_output=True, text=True, check=True, cwd=top).stdout
    for page in listed.splitlines():
        text = before = (top / page).read_text("utf-8")
        for name, figure in figures.items():
            mark = f"<!-- {name} -->"
            text = re.sub(rf"[0-9][0-9.,]*(?: to [0-9.]+| MB| ms| %)?{mark}", f"{figure['is']}{mark}", text)
        if text != before:
            (top / page).write_text(text, "utf-8")


if __name__ == "__main__":
    explain(__doc__)
    write_pages()
