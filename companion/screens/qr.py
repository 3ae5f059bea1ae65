"""QR codes on a glass of 64 rows. Pixels only.

The matrix is segno's, which is not installed everywhere: `can` says so. A phone needs modules as large as can be more
than it needs the full white border: the dark around the glass is told from the code by a few pixels of light.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.util import find_spec
from typing import Any

from PIL import Image

from companion.ports import HEIGHT

QUIET = 3
"""Pixels of light around the code at least: three modules of one, one and a half of two."""
CAPITALS = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
"""What a code holds in less room than other letters."""


@cache
def can() -> bool:
    """Whether there is what makes codes."""
    return find_spec("segno") is not None


@lru_cache(maxsize=2)
def code(text: str) -> Image.Image | None:
    """A square as high as the glass with the code of a text, dark on light; None where it is too long.

    In capitals where they make the modules larger and lose nothing but their case.
    """
    matrix, times = max(map(_fitted, (text, *_capitals(text))), key=lambda fitted: fitted[1])
    if not times:
        return None
    size = len(matrix)
    drawn = Image.new("1", (size, size))
    drawn.putdata([not module for row in matrix for module in row])
    square = Image.new("1", (HEIGHT, HEIGHT), 1)
    margin = (HEIGHT - size * times) // 2
    square.paste(drawn.resize((size * times, size * times), Image.Resampling.NEAREST), (margin, margin))
    return square


def _capitals(text: str) -> tuple[str, ...]:
    loud = text.upper()
    return (loud,) if loud.lower() == text.lower() and set(loud) <= CAPITALS else ()


def _fitted(text: str) -> tuple[Any, int]:
    """The modules of a text, and how many pixels each can have; none where it is too long."""
    import segno

    try:
        # Not Micro QR, which phones do not read; and UTF-8, which they take all bytes for.
        made = segno.make_qr(text, error="l", encoding=None if text.isascii() else "utf-8")
    except segno.DataOverflowError:
        return (), 0
    return made.matrix, (HEIGHT - 2 * QUIET) // len(made.matrix)
