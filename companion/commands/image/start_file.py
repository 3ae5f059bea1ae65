"""What the initrd says of a start: lines `key=value` in the file `start`. Pure."""

from __future__ import annotations

import re

from companion.games.refusals import Message
from companion.values import Frozen

FILE = "start"
_LINE = re.compile(r"([a-z]+)=([A-Za-z0-9._-]{1,100})[A-Za-z0-9._-]*")
"""A name and a value, of which a message shows the beginning. The initrd allows the same letters."""
_WHYS = ("tries", "broken", "missing")


class Start(Frozen):
    """A start: the root file that runs, the data partition, the root file that should run and why it does not, and
    whether anything is kept. What the file does not say is empty.
    """

    root: str = ""
    data: str = ""
    wanted: str = ""
    why: str = ""
    kept: bool = True

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


def parse_start(text: str) -> Start:
    """The start that a text describes. Lines that are not of this form are left out."""
    found = {match[1]: match[2] for line in text.splitlines() if (match := _LINE.fullmatch(line.strip()))}
    names = {name: found.get(name, "") for name in ("root", "data", "wanted", "why")}
    return Start(**names, kept=found.get("kept") != "no")
