"""QR codes for a glass of 64 rows, as modules. `qr_picture` draws them.

The matrix is segno's, which is not installed everywhere: `can` says so. A phone needs modules as large as can be more
than it needs the full white border: the dark around the glass is told from the code by a few pixels of light.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.util import find_spec
from typing import NamedTuple

from companion.ports import HEIGHT

QUIET = 3
"""Pixels of light around the code at least: three modules of one, one and a half of two."""
CAPITALS = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
"""What a code holds in less room than other letters."""


class Modules(NamedTuple):
    """A square of rows, 1 for dark, and how many pixels of the glass each module takes to the right and down."""

    rows: tuple[bytes, ...]
    pixels: int


@cache
def can() -> bool:
    """Whether there is what makes codes."""
    return find_spec("segno") is not None


@lru_cache(maxsize=2)
def modules(text: str) -> Modules | None:
    """The code of a text; None where it is too large for the glass.

    In capitals where they make the modules larger and lose nothing but their case.
    """
    found = max(map(_fitted, (text, *_capitals(text))), key=lambda fitted: fitted.pixels)
    return found if found.pixels else None


def _capitals(text: str) -> tuple[str, ...]:
    loud = text.upper()
    return (loud,) if loud.lower() == text.lower() and set(loud) <= CAPITALS else ()


def _fitted(text: str) -> Modules:
    """The modules of a text; of no size where it is too long."""
    import segno

    try:
        # Not Micro QR, which phones do not read; and UTF-8, which they take all bytes for.
        made = segno.make_qr(text, error="l", encoding=None if text.isascii() else "utf-8")
    except segno.DataOverflowError:
        return Modules((), 0)
    rows = tuple(map(bytes, made.matrix))
    return Modules(rows, (HEIGHT - 2 * QUIET) // len(rows))
