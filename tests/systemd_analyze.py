"""systemd's own look at its units."""

from __future__ import annotations

import subprocess

import needs
from patience import PATIENCE_S


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    program = needs.program("systemd-analyze")
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=PATIENCE_S, check=False)
