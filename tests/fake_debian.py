"""A Debian to install into: a folder that stands for `/`, and programs that note how they were called.

The scripts are the real ones, started as a person starts them; what they call is found on PATH. Only the virtual
environment is a pretence: its `companion` notes what it was asked, and does it well or badly as a test wants.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from patience import PATIENCE_S

PROJECT = Path(__file__).parent.parent
SYSTEMD = PROJECT / "systemd"

_NOTES = 'echo "${0##*/} $*" >>"$TOLD"\n'
_PROGRAMS = {
    "id": 'cat "$WISHES/uid"\n',
    "apt-get": _NOTES + '[ ! -e "$WISHES/offline" ]\n',
    "dpkg": "echo arm64\n",
    "dpkg-query": 'for last; do :; done; grep -qx "$last" "$WISHES/installed" && printf installed\n',
    "systemd-sysusers": _NOTES,
    "udevadm": _NOTES,
    "sync": _NOTES,
    "sleep": ":\n",
    "chgrp": _NOTES,
    "runuser": 'shift 3\nexec "$@"\n',
    "systemctl": _NOTES
    + """
case $1 in
  restart) [ ! -e "$COMPANION_ROOT/opt/companion/current/broken" ] && [ ! -e "$WISHES/$2-fails" ] ;;
  is-active) [ ! -e "$COMPANION_ROOT/opt/companion/current/unstable" ] ;;
  show) echo 0 ;;
esac
""",
    "python3": """
if [ "$1 $2" = "-m venv" ]; then
  echo "python3 $*" >>"$TOLD"
  for folder; do :; done
  mkdir -p "$folder/bin" "$folder/lib"
  cp "$WISHES/python" "$WISHES/companion" "$folder/bin"
elif [ "$1" = -c ]; then
  cat "$WISHES/minor"
else
  # The tests keep its bytecode elsewhere than beside the project; otherwise each call would compile everything.
  [ -z "${PYTHONPYCACHEPREFIX:-}" ] || unset PYTHONDONTWRITEBYTECODE
  exec "$REAL_PYTHON" "$@"
fi
""",
}
_PYTHON = """
echo "python $*" >>"$TOLD"
here=${0%/*/*}
for wish in broken unstable; do [ ! -e "$WISHES/$wish" ] || touch "$here/$wish"; done
case $2 in
  pip)
    [ ! -e "$WISHES/killed" ] || kill -TERM "$PPID"
    [ ! -e "$WISHES/no-wheels" ]
    ;;
esac
"""
_COMPANION = """
echo "companion $*" >>"$TOLD"
case $1 in
  run) [ ! -e "$WISHES/dead" ] ;;
  backup)
    [ -e "$WISHES/backups" ] || exit 2
    [ "$2" = --help ] || [ ! -e "$WISHES/full" ]
    ;;
  doctor) exit 1 ;;
  hall) [ ! -e "$WISHES/wrong-hall" ] ;;
esac
"""


class Debian:
    """One machine. `wish` sets one of its properties, `output` lists the calls of its programs."""

    def __init__(self, folder: Path, like: Debian | None = None) -> None:
        """In an empty folder: a fresh machine; or one like another, the calls of its programs included."""
        self.root = folder / "root"
        self._programs = folder / "bin"
        self._wishes = folder / "wishes"
        self._output = folder / "output"
        if like is not None:
            shutil.copytree(like.root.parent, folder, symlinks=True, dirs_exist_ok=True)
            calls = self._output.read_text("utf-8")
            self._output.write_text(calls.replace(str(like.root), str(self.root)), "utf-8")
            return
        for made in (self.root / "run/systemd/system", self.root / "etc", self._programs, self._wishes):
            made.mkdir(parents=True)
        for name, text in _PROGRAMS.items():
            self.program(name, text)
        self.wish("uid", "0")
        self.wish("minor", "11")
        self.wish("installed", "python3-venv\npolkitd\nfonts-misaki\nxfonts-efont-unicode\n")
        self._script(self._wishes / "python", _PYTHON)
        self._script(self._wishes / "companion", _COMPANION)
        self._output.touch()

    def program(self, name: str, text: str) -> None:
        """Put a program there."""
        self._script(self._programs / name, text)

    @staticmethod
    def _script(file: Path, text: str) -> None:
        file.write_text(f"#!/bin/sh\n{text}", "utf-8")
        file.chmod(0o755)

    def wish(self, name: str, text: str = "") -> None:
        """Have it so; the names are in the programs above."""
        (self._wishes / name).write_text(text, "ascii")

    def unwish(self, name: str) -> None:
        (self._wishes / name).unlink()

    def noted(self) -> str:
        """`raspi-config` and other programs of a test begin with this."""
        return _NOTES

    def run(
        self, script: Path, *arguments: str, cwd: Path | None = None, path: str = "/usr/sbin:/usr/bin:/sbin:/bin"
    ) -> subprocess.CompletedProcess[str]:
        """Start a script there."""
        known = {
            "PATH": f"{self._programs}:{path}",
            "COMPANION_ROOT": str(self.root),
            "WISHES": str(self._wishes),
            "TOLD": str(self._output),
            "REAL_PYTHON": sys.executable,
            "TMPDIR": str(self._wishes.parent),
            **{name: os.environ[name] for name in ("PYTHONPYCACHEPREFIX",) if name in os.environ},
        }
        return subprocess.run(
            [str(script), *arguments],
            env=known,
            cwd=cwd,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )

    def install(self, *arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        return self.run(SYSTEMD / "install.sh", *arguments, cwd=cwd)

    def output(self) -> list[str]:
        """What was called since somebody asked last, with the folder that stands for `/` left out."""
        lines = self._output.read_text("utf-8").replace(str(self.root), "").splitlines()
        self._output.write_text("", "ascii")
        return lines

    def at(self, path: str) -> Path:
        return self.root / path.lstrip("/")

    def everything(self) -> dict[str, str]:
        """Every file and link there, and what is in it."""
        return {
            str(path.relative_to(self.root)): str(path.readlink()) if path.is_symlink() else path.read_text("utf-8")
            for path in sorted(self.root.rglob("*"))
            if path.is_symlink() or path.is_file()
        }

    def versions(self) -> list[str]:
        """The versions that are kept."""
        return sorted(path.name for path in self.at("/opt/companion/versions").glob("*"))

    def current(self) -> str:
        return self.at("/opt/companion/current").readlink().name

    def previous(self) -> str:
        return self.at("/opt/companion/previous").readlink().name
