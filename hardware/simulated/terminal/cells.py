"""A picture of 128 × 64 as lines of characters: half blocks (two pixels a character) or braille (eight).

It looks up whole bytes of the packed picture, not single pixels: a picture takes about a thousand look-ups.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from companion.ports import HEIGHT, WIDTH

if TYPE_CHECKING:
    from PIL.Image import Image

STRIDE = WIDTH // 8
"""Bytes in a packed row; the leftmost pixel is in the highest bit."""


class Cells(NamedTuple):
    """The number of characters that the display takes; HALF and BRAILLE are the two ways to draw it."""

    width: int
    height: int


HALF = Cells(WIDTH, HEIGHT // 2)
BRAILLE = Cells(WIDTH // 2, HEIGHT // 4)


class Run(NamedTuple):
    """Characters in a row; with `ground` the background is lit and the dots are dark."""

    text: str
    ground: bool = False


Line = tuple[Run, ...]


def draw(picture: Image, cells: Cells) -> list[Line]:
    """A picture of mode "1" as `cells.height` lines of `cells.width` characters."""
    bits = picture.tobytes()
    return _half_blocks(bits) if cells == HALF else _braille(bits)


def changed_lines(before: Sequence[Line], after: Sequence[Line]) -> list[int]:
    """The numbers of the lines that differ; all of them if their count differs."""
    if len(before) != len(after):
        return list(range(len(after)))
    return [number for number, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]


# -- half blocks

# Four pixels above four others, as four characters: the nibble above in the higher half of the index.
_BLOCKS = " ▄▀█"
_FOUR = [
    "".join(_BLOCKS[(above >> bit & 1) << 1 | below >> bit & 1] for bit in (3, 2, 1, 0))
    for above in range(16)
    for below in range(16)
]


def _half_blocks(bits: bytes) -> list[Line]:
    lines: list[Line] = []
    for start in range(0, len(bits), 2 * STRIDE):
        above, below = bits[start : start + STRIDE], bits[start + STRIDE : start + 2 * STRIDE]
        pairs = [(a & 0xF0 | b >> 4, (a & 0x0F) << 4 | b & 0x0F) for a, b in zip(above, below, strict=True)]
        lines.append((Run("".join([_FOUR[index] for index in chain.from_iterable(pairs)])),))
    return lines


# -- braille

# What a byte of the packed picture adds to the dots of its four characters when it is the first, second, … row of
# them: four bytes as one number. Unicode numbers the dots 1 2 3 7 down the left and 4 5 6 8 down the right column.
_LEFT, _RIGHT = (0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80)


def _dots(byte: int, row: int) -> int:
    pairs = [byte >> shift & 3 for shift in (6, 4, 2, 0)]
    return int.from_bytes(_LEFT[row] * (pair >> 1) | _RIGHT[row] * (pair & 1) for pair in pairs)


_ROWS = [[_dots(byte, row) for byte in range(256)] for row in range(4)]
# No dots is a blank: some typefaces draw U+2800 as eight small circles.
_CHARACTERS = {0: " ", **{dots: chr(0x2800 + dots) for dots in range(1, 256)}}


def _braille(bits: bytes) -> list[Line]:
    first, second, third, fourth = _ROWS
    lines: list[Line] = []
    for start in range(0, len(bits), 4 * STRIDE):
        a, b, c, d = (bits[start + row * STRIDE : start + (row + 1) * STRIDE] for row in range(4))
        dots = [
            (first[w] | second[x] | third[y] | fourth[z]).to_bytes(4) for w, x, y, z in zip(a, b, c, d, strict=True)
        ]
        lines.append(_with_ground(b"".join(dots)))
    return lines


# Dark letters on a lit bar are hard to read when the bar is made of dots. So a stretch gets a lit ground and dark dots
# instead if it begins and ends with cells that are all lit (#), has a letter in it (.), and is nowhere nearly dark. A
# cell has part of a letter if a row of it is lit on one side only; the edges of bars and large figures are not (,).
def _class(dots: int) -> str:
    if dots.bit_count() < 2:
        return " "
    if dots == 0xFF:
        return "#"
    torn = any(bool(dots & left) != bool(dots & right) for left, right in zip(_LEFT, _RIGHT, strict=True))
    return "." if torn and dots.bit_count() < 6 else ","


_CLASS = "".join(map(_class, range(256))).encode()
_STRETCH = re.compile(rb"#[,#]*\.[.,#]*#")
_SWAPPED = bytes(range(0xFF, -1, -1))


def _with_ground(dots: bytes) -> Line:
    runs: list[Run] = []
    done = 0
    for stretch in _STRETCH.finditer(dots.translate(_CLASS)):
        start, end = stretch.span()
        if start > done:
            runs.append(Run(_text(dots[done:start])))
        runs.append(Run(_text(dots[start:end].translate(_SWAPPED)), ground=True))
        done = end
    if done < len(dots):
        runs.append(Run(_text(dots[done:])))
    return tuple(runs)


def _text(dots: bytes) -> str:
    return dots.decode("latin-1").translate(_CHARACTERS)
