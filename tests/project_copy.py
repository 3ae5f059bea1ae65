"""A copy of the project, for tests that add files to it, and programs that run there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
NOT_COPIED = shutil.ignore_patterns(".*", "*.pyc.*", "*.egg-info", "build", "dist", "frames", "sixth_game")
"""What is compiled is copied, which saves compiling all of it again; but not what another process has half written."""


def copied(folder: Path) -> Path:
    """The copy, in a folder."""
    copy = folder / "project"
    shutil.copytree(ROOT, copy, ignore=NOT_COPIED)
    return copy


def run(project: Path, *arguments: str, said: str | None = None) -> tuple[int, str]:
    """`python -m` with these arguments in the copy: its exit status, and all that it prints. `said` is its input."""
    ended = subprocess.run(
        [sys.executable, "-W", "error", "-m", *arguments],
        cwd=project,
        # What is compiled stays in the copy. A module that changes twice within a second would be taken for unchanged.
        env={**os.environ, "PYTHONPATH": str(project), "PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": ""},
        input=said,
        capture_output=True,
        text=True,
        check=False,
    )
    return ended.returncode, ended.stdout + ended.stderr
