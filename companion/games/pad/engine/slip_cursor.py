"""A place in a text of TOML that goes on to its end, and ends with the first slip."""

from __future__ import annotations

import re
from typing import NamedTuple, NoReturn

from companion import toml_places
from companion.reader import Path
from companion.texts import find_unseen

CURLY = "“”„‟«»‹›‘’‚‛「」『』＂＇`´"
"""Marks that look like quotation marks and are none of TOML."""

_SHOWN_MOST = 40
BLANK = re.compile(toml_places.BLANK)
NAME = re.compile(toml_places.NAME)
CLOSE = "])}］）｝"
"""Closing brackets, also of Japanese keyboards."""
SEPARATORS = ";，、；"
"""What stands between two entries in place of a comma."""
STRANGE_BLANK = re.compile("[\u00a0\u1680\u2000-\u200b\u202f\u205f\u3000]")
"""Blanks that are none of TOML: those of Japanese keyboards and of web pages."""
_GAP = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_REST = re.compile(r"[^\n]*")
UP_TO_REMARK = re.compile(r"[^\n#]*")
ENTRY = re.compile(r"[A-Za-z0-9_.-]+[ \t]*=(?!=)")
REMARK = re.compile(r"//|;+|--|/\*|%|<!--|＃|※|\*(?=[ \t])")


class Slip(NamedTuple):
    """A slip: the offset and the path of what is at fault, and the key and the params of its text.

    `names` are the names of the fields that begin before it, by their places, if they are texts at all.
    """

    offset: int
    path: Path
    key: str
    params: dict[str, object]
    names: dict[int, object]


class SlipFound(Exception):
    """The first slip is found."""

    def __init__(self, slip: Slip) -> None:
        super().__init__(slip)
        self.slip = slip


class Cursor:
    """A place in a text; `slip` ends the way through it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.path: Path = ()
        """Where the scanner is."""
        self.names: dict[int, object] = {}
        """The names of the fields so far, by their places."""

    def slip(self, offset: int, key: str, /, **params: object) -> NoReturn:
        """Raise SlipFound for what stands at an offset; the key and the params belong to its text. A blank that is none
        of TOML is the slip where the cursor has come to one.
        """
        if STRANGE_BLANK.match(self.text, self.at):
            offset, key, params = self.at, "blank", {"point": f"U+{ord(self.next):04X}"}
        shown = {name: value if name == "right" else _seen(short(str(value))) for name, value in params.items()}
        raise SlipFound(Slip(offset, self.path, f"pad.wrong.slip-{key}", shown, self.names))

    def gap(self) -> bool:
        """Go past blanks, line ends and remarks; whether something follows."""
        self.go(_GAP)
        return self.at < len(self.text)

    def go(self, pattern: re.Pattern[str]) -> None:
        """Go past what fits a pattern here."""
        match = pattern.match(self.text, self.at)
        self.at = match.end() if match is not None else self.at

    @property
    def next(self) -> str:
        """The character here; empty at the end of the text."""
        return self.text[self.at : self.at + 1]

    def rest(self, pattern: re.Pattern[str] = _REST) -> str:
        """What stands in the line from here on."""
        match = pattern.match(self.text, self.at)
        return match[0].strip() if match is not None else ""

    def here(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What fits a pattern here."""
        return pattern.match(self.text, self.at)

    @property
    def behind_quotes(self) -> bool:
        """Whether a quotation mark stands right before this place, and no blank, bracket or comma at it."""
        quoted = self.at > 0 and self.text[self.at - 1] in "\"'"
        return quoted and self.next not in f" \t\n#,=。{SEPARATORS}{CLOSE}{CURLY}" and bool(self.next)


def _seen(text: str) -> str:
    """A text with the code of each character that nobody sees."""
    return "".join([one if find_unseen(one) is None else f"U+{ord(one):04X}" for one in text])


def short(text: str) -> str:
    """The beginning of a text, for a message."""
    return text if len(text) <= _SHOWN_MOST else f"{text[:_SHOWN_MOST]}…"
