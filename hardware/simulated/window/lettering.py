"""Text in the window, drawn with the letters of the display, so no other font is needed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from PIL import Image

from hardware import fonts

Letters = fonts.Letters | fonts.BuiltIn
UNKNOWN = (0x7F, 0x41, 0x41, 0x41, 0x7F)
"""A box, for an unknown letter."""
ELLIPSIS = "…"
_PIECE = re.compile(r"[^ \u3000-\uffff]+ ?|.", re.DOTALL)
"""A piece that a line break must not split: a word with the blank after it, or one kana or kanji."""


def columns(text: str, letters: Letters) -> list[int]:
    """A text as columns of pixels, one empty column between letters."""
    pixels: list[int] = []
    for character in text:
        rows = letters.columns(character)
        pixels += [*(UNKNOWN if rows is None else rows), 0]
    return pixels[:-1]


def draw(text: str, letters: Letters) -> Image.Image:
    """A text as a picture of mode "1"."""
    pixels = columns(text, letters)
    picture = Image.new("1", (max(len(pixels), 1), letters.height))
    for x, column in enumerate(pixels):
        for y in range(letters.height):
            if column >> y & 1:
                picture.putpixel((x, y), 1)
    return picture


def split(text: str) -> list[str]:
    """The pieces of a text between which a line may break."""
    return _PIECE.findall(text)


def wrap(parts: Iterable[str], joint: str, width: int, letters: Letters) -> list[str]:
    """Join parts to lines of at most `width` pixels; a part that is too long gets a line of its own."""
    lines: list[str] = []
    for part in parts:
        longer = f"{lines[-1]}{joint}{part}" if lines else part
        if lines and len(columns(longer.rstrip(), letters)) <= width:
            lines[-1] = longer
        else:
            lines.append(part)
    return [line.rstrip() for line in lines]


def shorten(text: str, width: int, letters: Letters) -> str:
    """The text in at most `width` pixels, with an ellipsis if it is too long."""
    if len(columns(text, letters)) <= width:
        return text
    while text and len(columns(text + ELLIPSIS, letters)) > width:
        text = text[:-1]
    return text + ELLIPSIS


def limit(lines: Sequence[str], most: int) -> list[str]:
    """At most `most` lines; the last one ends with an ellipsis if there are more."""
    return list(lines) if len(lines) <= most else [*lines[: most - 1], f"{lines[most - 1]} {ELLIPSIS}"]
