"""How this program was installed, and the command that adds to it what an extra of `pyproject.toml` brings.

The distribution is on no index: pip finds it only in a copy of the project.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

from companion.values import NamedTuple

RUN = "/run/companion-card"
"""The folder on a card in which the initrd leaves what it did, and `companion card` what the device needs of it."""
DEBIAN = Path("/usr/lib/table-companion")
"""Where the Debian package has the program; the card has it from there, too."""
SERVICE = Path("/opt/companion")
"""Below it are the versions that `install.sh` has installed."""
PACKAGES = {
    "hall": "python3-paho-mqtt python3-segno python3-uvicorn",
    "mqtt": "python3-paho-mqtt",
    "pi": "python3-libgpiod python3-segno",
    "web": "python3-segno python3-uvicorn",
}
"""What the Debian package needs for each extra besides what it brings along; it has no front for a desktop."""
OPTIONS = {"hall": " --board-hall", "mqtt": " --hall hall.toml", "pi": "", "web": " --web"}
"""With what `install.sh` installs each extra; it installs no front for a desktop."""
UNITS = "/etc/systemd/system/companion.service.d"
KEYBOARDS = "/usr/share/table-companion/companion-keyboards.conf"
"""Where the changes of the service's unit are, and where the Debian package has the one for keyboards."""
COPY = "cd table-companion && "
"""Before a command that works only in a copy of the project."""


class Installation(NamedTuple):
    """The folder in which the packages of the program are, and the one of the Python that runs it."""

    packages: Path
    prefix: Path
    on_card: bool = False

    def command(self, extra: str) -> str:
        """The command that installs what an extra brings, for this program; without one what it needs itself."""
        if self.on_card:  # where nothing can be installed
            return f"{COPY}sudo systemd/make-image.sh DEB OUT.img"
        if self.packages == DEBIAN and not extra:  # the package brings these along: some of its files are gone
            return "sudo apt install --reinstall ./table-companion_VERSION_all.deb"
        if self.packages == DEBIAN and extra in PACKAGES:
            return f"sudo apt install {PACKAGES[extra]}"
        if self.prefix.is_relative_to(SERVICE) and (extra in OPTIONS or not extra):
            return f"{COPY}sudo systemd/install.sh{OPTIONS.get(extra, '')}"
        wanted = self._wanted(extra)
        if not wanted or not (self.prefix / "pyvenv.cfg").is_file() or self.prefix.is_relative_to(SERVICE):
            return f"{COPY}python3 -m venv .venv && .venv/bin/pip install {shlex.quote(_with_extra('.', extra))}"
        return shlex.join([str(self.prefix / "bin/python"), "-m", "pip", "install", *wanted])

    def keyboards(self) -> str:
        """The command that gives the service of this program its keyboards."""
        if self.packages != DEBIAN:
            return f"{COPY}sudo systemd/install.sh --keyboards"
        link = f"sudo mkdir -p {UNITS} && sudo ln -s {KEYBOARDS} {UNITS}/keyboards.conf"
        return f"{link} && sudo systemctl daemon-reload && sudo systemctl restart companion"

    def _wanted(self, extra: str) -> list[str]:
        """What pip must be given: the copy of the project with the extra, else the libraries of the extra."""
        if (self.packages / "pyproject.toml").is_file():
            return ["-e", _with_extra(self.packages, extra)]
        for file in self.packages.glob("table_companion-*.dist-info/direct_url.json"):
            source = Path(unquote(urlsplit(json.loads(file.read_text("utf-8"))["url"]).path))
            if source.exists():
                return [_with_extra(source, extra)]
        of_extra = rf' *;(?: *(.*) and)? *extra == ["\']{extra}["\']' if extra else "()"
        needs = rf"^Requires-Dist: ([^;\n]+?){of_extra}$"
        return [
            "; ".join(filter(None, found))
            for file in self.packages.glob("table_companion-*.dist-info/METADATA")
            for found in re.findall(needs, file.read_text("utf-8"), re.MULTILINE)
        ]


def _with_extra(source: Path | str, extra: str) -> str:
    return f"{source}[{extra}]" if extra else str(source)


def install_command(extra: str) -> str:
    """The command that installs what an extra brings, or without one the program needs, for the program that runs."""
    return _this().command(extra)


def keyboards_command() -> str:
    """The command that gives the service its keyboards, for the program that runs."""
    return _this().keyboards()


def _this() -> Installation:
    on_card = "COMPANION_CARD" in os.environ or Path(RUN).is_dir()
    return Installation(Path(__file__).parents[1], Path(sys.prefix), on_card)
