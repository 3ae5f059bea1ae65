"""systemd's own look at its units. Where the program is missing the test fails: apt install systemd."""

from __future__ import annotations

import subprocess
from shutil import which

from patience import PATIENCE_S


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    program = which("systemd-analyze")
    assert program, "systemd-analyze is missing: it is in Debian's package systemd"
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=PATIENCE_S, check=False)
