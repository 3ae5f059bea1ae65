"""What tests need besides Python.

Where it is not installed, a test is skipped by its name, and the last line of the run says how many were skipped and
which command installs it. Where the environment variable `COMPANION_TESTS_NEED_ALL` is set, as in the gate, such a test
fails.

`python tests/needs.py` prints the packages of Debian, with `npm` those of npm; no library is needed for it.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn
from unittest import SkipTest

VARIABLE = "COMPANION_TESTS_NEED_ALL"
PACKAGES = {
    "bash": "bash",
    "busybox": "busybox-static",
    "chromedriver": "chromium-driver",
    # Letters come along: a Debian that installs no recommended packages would have none.
    "chromium": "chromium fonts-dejavu-core",
    "dpkg-deb": "dpkg",
    "efont": "xfonts-efont-unicode",
    "e2fsck": "e2fsprogs",
    "fish": "fish",
    "misaki": "fonts-misaki",
    "mke2fs": "e2fsprogs",
    "mosquitto": "mosquitto",
    "mosquitto_passwd": "mosquitto",
    "openssl": "openssl",
    "shellcheck": "shellcheck",
    "systemctl": "systemd",
    "systemd-analyze": "systemd",
    "tune2fs": "e2fsprogs",
    "unshare": "util-linux",
    "zsh": "zsh",
}
"""The programs, and the fonts misaki and efont, with the packages of Debian in which they are."""
NAMES = {"chromium": ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")}
"""Programs that have other names elsewhere."""
PLACES = ("/usr/sbin", "/usr/local/sbin")
"""Folders of programs that the PATH of a user may lack."""
APT = "sudo apt install"
AXE = "axe-core@4.14.1"
"""What looks for faults of pages for people who do not see them, as npm names it: a script, which needs no Node."""
NPM = "npm install --no-audit --no-fund --prefix .venv"
SCRIPT = Path(__file__).parents[1] / ".venv/node_modules/axe-core/axe.min.js"
_REASON = re.compile(rf"(\S+) is not installed: ({APT} (.+)|{NPM} .+)$")


def program(name: str) -> str:
    """The path of a program. Where there is none, the test that asks ends as `missing` says."""
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), *PLACES])
    found = next(filter(None, [shutil.which(known, path=path) for known in NAMES.get(name, (name,))]), None)
    return found or missing(name)


def axe() -> str:
    """The script of axe-core. Where it is missing, the test ends as `missing` says; where npm is missing too, it is
    skipped: nothing else fetches it.
    """
    if not SCRIPT.is_file():
        _end(f"axe-core is not installed: {NPM} {AXE}", fails=shutil.which("npm") is not None)
    return SCRIPT.read_text("utf-8")


def missing(name: str) -> NoReturn:
    """End the test: skipped, or failed where everything is needed."""
    _end(f"{name} is not installed: {APT} {PACKAGES[name]}")


def _end(reason: str, *, fails: bool = True) -> NoReturn:
    if fails and os.environ.get(VARIABLE):
        raise AssertionError(reason)
    raise SkipTest(reason)


def last_line(reasons: Iterable[str]) -> str:
    """How many tests were skipped for what is missing, and what installs it; empty if none was.

    `reasons` are those of all tests that were skipped, whatever for.
    """
    found = [match for reason in reasons if (match := _REASON.search(reason))]
    if not found:
        return ""
    names = ", ".join([f"{name} ({count})" for name, count in sorted(Counter(match[1] for match in found).items())])
    packages = sorted({package for match in found if match[3] for package in match[3].split()})
    commands = [" ".join([APT, *packages])] * bool(packages) + sorted({match[2] for match in found if not match[3]})
    return f"{len(found)} skipped for want of {names}; this installs it: {' && '.join(commands)}"


def packages() -> list[str]:
    """All packages, in the order of the alphabet."""
    return sorted({package for needed in PACKAGES.values() for package in needed.split()})


if __name__ == "__main__":
    print(AXE if sys.argv[1:] == ["npm"] else " ".join(packages()))
