"""Words in the window, in the letters of the glass: so there is one look, and no other font to be had."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from PIL.Image import Image

UNKNOWN = (0x7F, 0x41, 0x41, 0x41, 0x7F)
"""A letter that nobody has: a box."""
ELLIPSIS = "…"
_PIECE = re.compile(r"[^ \u3000-\uffff]+ ?|.", re.DOTALL)
"""What a line may not be parted in: a word with the blank behind it, a single letter of kana or kanji."""


class Letters(Protocol):
    """A typeface: `hardware.fonts.Letters` is one."""

    height: int

    def columns(self, character: str) -> tuple[int, ...] | None:
        """The columns of a letter, bit 0 on top; None for what there is no letter for."""


def columns(text: str, letters: Letters) -> list[int]:
    """A text as columns of pixels, one empty column between letters."""
    laid: list[int] = []
    for character in text:
        found = letters.columns(character)
        laid += [*(UNKNOWN if found is None else found), 0]
    return laid[:-1]


def drawn(text: str, letters: Letters) -> Image:
    """A text as a picture of mode "1"."""
    from PIL import Image

    laid = columns(text, letters)
    picture = Image.new("1", (max(len(laid), 1), letters.height))
    for x, column in enumerate(laid):
        for y in range(letters.height):
            if column >> y & 1:
                picture.putpixel((x, y), 1)
    return picture


def pieces(text: str) -> list[str]:
    """A text in the pieces between which a line may end."""
    return _PIECE.findall(text)


def lines(parts: Iterable[str], joint: str, width: int, letters: Letters) -> list[str]:
    """Parts in lines of at most so many pixels, as many as it takes; one that is too long stands alone."""
    found: list[str] = []
    for part in parts:
        longer = f"{found[-1]}{joint}{part}" if found else part
        if found and len(columns(longer.rstrip(), letters)) <= width:
            found[-1] = longer
        else:
            found.append(part)
    return [line.rstrip() for line in found]


def shortened(text: str, width: int, letters: Letters) -> str:
    """A line that has so much room, with an ellipsis where it is too long."""
    if len(columns(text, letters)) <= width:
        return text
    while text and len(columns(text + ELLIPSIS, letters)) > width:
        text = text[:-1]
    return text + ELLIPSIS


def fitted(found: Sequence[str], most: int) -> list[str]:
    """The first of some lines; the last of them ends with an ellipsis if there were more."""
    return list(found) if len(found) <= most else [*found[: most - 1], f"{found[most - 1]} {ELLIPSIS}"]
