"""QR codes for a glass of 64 rows: as modules, and drawn beside a title.

segno makes the matrix; it is not installed everywhere: see `is_available`. A phone reads a module of two pixels, not of
one: a text that needs more modules than fit so is not offered as a code.
"""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.util import find_spec

from PIL import Image

from companion.ports import HEIGHT
from companion.ui.letters import LINE, RIGHT, Letters
from companion.ui.page import Page

PIXELS = 2
"""How many pixels a module takes to the right and down."""
QUIET = 4 * PIXELS
"""The pixels of white that belong around a code. Above and below there are fewer: the glass is not high enough."""
MOST = 29
"""The modules of the largest code: 58 of 64 rows."""
WHITE = MOST * PIXELS + 2 * QUIET
"""The width in pixels of a code with its white."""
BESIDE = 42
"""The width in pixels of a line beside it."""
BYTES, LETTERS = 53, 77
"""What the largest code holds: bytes, or letters that are all `CAPITALS`."""
CAPITALS = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
"""The characters that need less room in a code than others."""

Modules = tuple[bytes, ...]
"""A square of rows, 1 for dark."""


@cache
def is_available() -> bool:
    """Whether segno is installed."""
    return find_spec("segno") is not None


def fits(text: str) -> bool:
    """Whether there is a code of a text that phones read from the glass."""
    return is_available() and (len(text.encode()) <= BYTES or (_in_capitals(text) and len(text) <= LETTERS))


def _in_capitals(text: str) -> bool:
    """Whether a text loses nothing but the case in capitals, which need less room."""
    upper = text.upper()
    return upper.lower() == text.lower() and set(upper) <= CAPITALS


@lru_cache(maxsize=2)
def modules(text: str) -> Modules:
    """The code of a text that fits; in capitals if that makes it smaller and loses nothing but the case."""
    written = [text] if len(text.encode()) <= BYTES else []
    if _in_capitals(text):
        written.append(text.upper())
    return min(map(_matrix, written), key=len)


def _matrix(text: str) -> Modules:
    import segno

    # Not Micro QR, which phones do not read; UTF-8, because phones read all bytes as UTF-8.
    qr = segno.make_qr(text, error="l", encoding=None if text.isascii() else "utf-8")
    return tuple(map(bytes, qr.matrix))


def draw_code(picture: Image.Image, page: Page, letters: Letters) -> None:
    """Draw the code at the left edge, dark on white that is as high as the glass; beside it the title and the text."""
    rows = modules(page.code)
    code = Image.new("1", (len(rows), len(rows)))
    code.putdata([not module for row in rows for module in row])
    code = code.resize((code.width * PIXELS, code.height * PIXELS), Image.Resampling.NEAREST)
    picture.paste(1, (0, 0, WHITE, HEIGHT))
    picture.paste(code, ((WHITE - code.width) // 2, (HEIGHT - code.height) // 2))
    for place, line in enumerate((*letters.wrap(page.title, BESIDE), "", *page.text)):
        letters.text(picture, RIGHT - BESIDE, place * LINE, line, BESIDE)
