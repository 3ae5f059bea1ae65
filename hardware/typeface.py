"""The built-in letters: five columns wide, seven rows high, and an eighth row for what hangs below the line.

They are drawn in `typeface.txt`, in blocks: a line with characters, and below each character its drawing. Characters
that look alike share one. A letter with a diacritic is composed of the letter and a mark in the two rows above it; for
that a capital or a tall letter is drawn in five rows. Blocks of five rows have these forms of letters from which two
rows cannot just be dropped.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path

HEIGHT = 8

Columns = tuple[int, ...]
"""Pixel columns from left to right, bit 0 on top."""

Drawing = tuple[str, ...]
"""Rows from the top, in which `#` is lit."""

_BLANKS = "\u0020\u00a0\u2009\u202f"
_BLANK = (0, 0, 0)

_DOTLESS = {"i": "ı", "і": "ı", "j": "ȷ", "ј": "ȷ"}
"""Letters whose dot a mark replaces."""

_COMMA = "\u0312"

_MARKS_ABOVE = {
    "\u0300": "#/.#",
    "\u0301": ".#/#",
    "\u0302": ".#/#.#",
    "\u0303": ".#.#/#.#",
    "\u0304": "###",
    "\u0306": "#..#/.##",
    "\u0307": "#",
    "\u0308": "#.#",
    "\u0309": "##/.#",
    "\u030a": "##/##",
    "\u030b": "#.#/#.#",
    "\u030c": "#.#/.#",
    _COMMA: "#/#",
}
"""Diacritics for the two rows above a letter, separated by `/`."""

_MARKS_BELOW = {
    "\u0323": "///////#",
    "\u0326": "///////#",
    "\u0327": "///////##",
    "\u0328": "///////.##",
    "\u0331": "///////###",
}
"""Diacritics for the last row, below a letter."""


def _columns(rows: Sequence[str]) -> Columns:
    """The columns of a drawing; short rows end blank."""
    width = max(map(len, rows))
    return tuple(sum((row[x : x + 1] == "#") << y for y, row in enumerate(rows)) for x in range(width))


def _parse(mark: str) -> Columns:
    return _columns(mark.split("/"))


def _overlay(letter: Columns, mark: Columns) -> Columns:
    """The letter with the mark, one centred on the other."""
    width = max(len(letter), len(mark))
    columns = [0] * width
    for part in (letter, mark):
        left = (width - len(part)) // 2
        for x, column in enumerate(part, left):
            columns[x] |= column
    return tuple(columns)


def _read(text: str) -> tuple[dict[str, Drawing], dict[str, Drawing]]:
    """The drawings by their characters, and the low ones, as the text of `typeface.txt` has them."""
    whole: dict[str, Drawing] = {}
    low: dict[str, Drawing] = {}
    for block in text.split("\n\n"):
        names, *rows = [line.split() for line in block.splitlines()]
        drawn = whole if len(rows) == HEIGHT else low
        for name, *cells in zip(names, *rows, strict=True):
            drawn.update(dict.fromkeys(name, tuple(cells)))
    return whole, low


class Typeface:
    """A proportional typeface of one height. All digits are five columns wide, so that numbers do not move.

    `load` returns the text with the drawings; the first letter calls it.
    """

    height = HEIGHT

    def __init__(self, load: Callable[[], str]) -> None:
        self._load = load

    def columns(self, character: str) -> Columns | None:
        """The columns of a letter, bit 0 at the top, without empty columns at its sides; None for an unknown character.

        A blank is three empty columns.
        """
        if character in _BLANKS:
            return _BLANK
        drawing = self._drawings[0].get(character)
        return _columns(drawing) if drawing is not None else self._composed(character)

    @cached_property
    def _drawings(self) -> tuple[dict[str, Drawing], dict[str, Drawing]]:
        return _read(self._load())

    def _composed(self, character: str) -> Columns | None:
        """A letter with diacritics; None if the letter is unknown."""
        whole, low = self._drawings
        base, *marks = list(unicodedata.normalize("NFD", character))
        letter = whole.get(_DOTLESS.get(base, base)) if marks else whole.get(base)
        if letter is None:
            return None
        above = next((_MARKS_ABOVE[mark] for mark in marks if mark in _MARKS_ABOVE), None)
        below = next((_MARKS_BELOW[mark] for mark in marks if mark in _MARKS_BELOW), None)
        if below is not None and "#" in letter[-1]:  # the letter hangs below the line itself, so the mark goes above it
            above, below = above or _MARKS_ABOVE[_COMMA], None
        if above is None:
            letter = whole[base]
        elif any("#" in row for row in letter[:2]):
            letter = ("", "", *(low.get(base) or _squeezed(letter[:-1])), letter[-1])
        columns = _columns(letter)
        if above is not None:
            columns = _overlay(columns, _parse(above))
        return _overlay(columns, _parse(below)) if below is not None else columns


def _squeezed(rows: Sequence[str]) -> Drawing:
    """A tall letter in five rows: without two rows that repeat the row beside them, if there are any."""
    left = list(rows)
    del left[next((place for place in range(1, len(left)) if left[place] == left[place - 1]), 1)]
    del left[next((place for place in range(len(left) - 1, 0, -1) if left[place] == left[place - 1]), -2)]
    return tuple(left)


def lcd() -> Typeface:
    """The built-in typeface."""
    return Typeface(lambda: Path(__file__).with_name("typeface.txt").read_text("utf-8"))
