"""QR codes for a glass of 64 rows, as modules. `paint_qr` draws them.

segno makes the matrix; it is not installed everywhere: see `is_available`. For a phone, large modules are more
important than the full white border: a few lit pixels separate the code from the dark around the glass.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.util import find_spec
from typing import NamedTuple

from companion.ports import HEIGHT

QUIET = 3
"""At least so many lit pixels around the code: three modules of one pixel, one and a half of two."""
CAPITALS = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
"""The characters that need less room in a code than others."""


class Modules(NamedTuple):
    """A square of rows, 1 for dark, and how many pixels of the glass each module takes to the right and down."""

    rows: tuple[bytes, ...]
    pixels: int


@cache
def is_available() -> bool:
    """Whether segno is installed."""
    return find_spec("segno") is not None


@lru_cache(maxsize=2)
def modules(text: str) -> Modules | None:
    """The code of a text; None if it is too large for the glass.

    The text is in capitals if that makes the modules larger and loses nothing but the case.
    """
    found = max(map(_fit_modules, (text, *_capitals(text))), key=lambda fitted: fitted.pixels)
    return found if found.pixels else None


def _capitals(text: str) -> tuple[str, ...]:
    upper = text.upper()
    return (upper,) if upper.lower() == text.lower() and set(upper) <= CAPITALS else ()


def _fit_modules(text: str) -> Modules:
    """The modules of a text; `pixels` is 0 if the text is too long."""
    import segno

    try:
        # Not Micro QR, which phones do not read; UTF-8, because phones read all bytes as UTF-8.
        made = segno.make_qr(text, error="l", encoding=None if text.isascii() else "utf-8")
    except segno.DataOverflowError:
        return Modules((), 0)
    rows = tuple(map(bytes, made.matrix))
    return Modules(rows, (HEIGHT - 2 * QUIET) // len(rows))
