"""What the initrd says of a start: lines `key=value` in the file `start`."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

from companion.kit.refusals import Message
from companion.record.log import PLAIN, read_file
from companion.values import Frozen

FILE = "start"
_MOST = 8 * 1024
_LINE = re.compile(r"([a-z]+)=([A-Za-z0-9._-]{1,100})[A-Za-z0-9._-]*")
"""A name and a value, of which a message shows the beginning. The initrd allows the same letters."""
_WHYS = ("tries", "broken", "missing")


class Start(Frozen):
    """A start: the root file that runs, the data partition, the root file that should run and why it does not, and
    whether anything is kept. What the file does not say is empty. With `ask` people may still go on with the root file
    that should run.
    """

    root: str = ""
    data: str = ""
    wanted: str = ""
    why: str = ""
    kept: bool = True
    ask: bool = False

    @property
    def messages(self) -> list[Message]:
        """What people must know about it."""
        found = []
        if self.wanted:
            key = self.why if self.why in _WHYS else "other"
            found.append(Message(f"image.root.{key}", wanted=self.wanted, root=self.root or "?"))
        if not self.kept:
            found.append(Message("image.unkept"))
        return found


def read_text(file: Path) -> str:
    """The beginning of a small file; empty if there is none that can be read."""
    with suppress(OSError):
        return (read_file(file, PLAIN, _MOST) or b"").decode("utf-8", "replace")
    return ""


def parse_start(text: str) -> Start:
    """The start that a text describes. Lines that are not of this form are left out."""
    found = {match[1]: match[2] for line in text.splitlines() if (match := _LINE.fullmatch(line.strip()))}
    names = {name: found.get(name, "") for name in ("root", "data", "wanted", "why")}
    return Start(**names, kept=found.get("kept") != "no", ask=found.get("ask") == "yes")
