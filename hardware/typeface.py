"""The built-in letters in three sizes: capitals of 7, 9 and 16 rows, and below them 1, 2 and 3 rows for what hangs
below the line.

They are drawn in `typeface.txt`, `typeface_9.txt` and `typeface_16.txt`, in blocks: a line with characters, and below
each character its drawing. Characters that look alike share one. The strokes of the largest are two pixels wide, so it
is not one of the others with each row twice. A letter with a diacritic is composed of the letter and a mark above it;
for that a capital or a tall letter is drawn lower, without some of the rows that repeat the row beside them. Lower
blocks have such forms of letters from which no rows can just be dropped.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from pathlib import Path

Columns = tuple[int, ...]
"""Pixel columns from left to right, bit 0 on top."""

Drawing = tuple[str, ...]
"""Rows from the top, in which `#` is lit."""

_BLANKS = "\u0020\u00a0\u2009\u202f"

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

_MARKS_BELOW = {"\u0323": "#", "\u0326": "#", "\u0327": "##", "\u0328": ".##", "\u0331": "###"}
"""Diacritics for the last row, below a letter."""


def _columns(rows: Sequence[str]) -> Columns:
    """The columns of a drawing; short rows end blank."""
    width = max(map(len, rows))
    bits = "".join([row.ljust(width, ".") for row in reversed(rows)]).replace(".", "0").replace("#", "1")
    return tuple([int(bits[x::width], 2) for x in range(width)])


def _overlay(letter: Columns, mark: Columns) -> Columns:
    """The letter with the mark, one centred on the other."""
    width = max(len(letter), len(mark))
    columns = [0] * width
    for part in (letter, mark):
        left = (width - len(part)) // 2
        for x, column in enumerate(part, left):
            columns[x] |= column
    return tuple(columns)


Place = tuple[list[str], int]
"""The rows of a block of drawings, and which of its drawings it is."""


def _read(text: str) -> tuple[dict[str, Place], dict[str, Place]]:
    """Where the drawings of a file are by their characters, and the lower ones; the first block has whole ones."""
    blocks = [block.splitlines() for block in text.split("\n\n")]
    height = len(blocks[0])
    whole: dict[str, Place] = {}
    low: dict[str, Place] = {}
    for names, *rows in blocks:
        places = whole if len(rows) + 1 == height else low
        for at, name in enumerate(names.split()):
            for character in name:
                places[character] = rows, at
    return whole, low


def _drawing(places: dict[str, Place], character: str) -> Drawing | None:
    """The drawing of a character; None if it has none."""
    place = places.get(character)
    if place is None:
        return None
    rows, at = place
    return tuple([_split(row)[at] for row in rows])


@cache
def _split(row: str) -> list[str]:
    """A row of all drawings of a block: letters that are drawn together stand together."""
    return row.split()


class Typeface:
    """A proportional typeface of one size. All digits are equally wide, so that numbers do not move.

    `capitals` is the height of a capital, `height` the height of a line. `load` returns the text with the drawings; the
    first letter calls it.
    """

    def __init__(self, load: Callable[[], str], capitals: int, height: int) -> None:
        self.height = height
        self._load = load
        self._capitals = capitals
        self._stroke = capitals // 7
        self._mark_rows = 3 * self._stroke - 1  # a mark, and with wide strokes a free row below it
        self._blank = (0,) * (2 + self._stroke)

    def columns(self, character: str) -> Columns | None:
        """The columns of a letter, bit 0 at the top, without empty columns at its sides; None for an unknown character.

        A blank is as many empty columns as a stroke and two more.
        """
        if character in _BLANKS:
            return self._blank
        drawing = _drawing(self._places[0], character)
        return _columns(drawing) if drawing is not None else self._composed(character)

    @cached_property
    def _places(self) -> tuple[dict[str, Place], dict[str, Place]]:
        return _read(self._load())

    def _composed(self, character: str) -> Columns | None:
        """A letter with diacritics; None if the letter is unknown."""
        whole, low = self._places
        base, *marks = list(unicodedata.normalize("NFD", character))
        plain = _drawing(whole, base)
        letter = _drawing(whole, _DOTLESS.get(base, base)) if marks else plain
        if letter is None or plain is None:
            return None
        above = next((_MARKS_ABOVE[mark] for mark in marks if mark in _MARKS_ABOVE), None)
        below = next((_MARKS_BELOW[mark] for mark in marks if mark in _MARKS_BELOW), None)
        hangs = any("#" in row for row in letter[self._capitals :])
        if below is not None and hangs:  # there is no room below the letter, so the mark goes above it
            above, below = above or _MARKS_ABOVE[_COMMA], None
        if above is None:
            letter = plain
        elif any("#" in row for row in letter[: self._mark_rows]):
            lower = _drawing(low, base) or _squeezed(letter[: self._capitals], self._mark_rows)
            letter = (*[""] * self._mark_rows, *lower, *letter[self._capitals :])
        columns = _columns(letter)
        if above is not None:
            columns = _overlay(columns, self._mark(above, 0))
        if below is not None:
            columns = _overlay(columns, self._mark(below, self.height - self._stroke))
        return columns

    def _mark(self, drawing: str, top: int) -> Columns:
        """A mark whose first row is the row `top`, in strokes as wide as in the letters."""
        wide = ["".join([cell * self._stroke for cell in row]) for row in drawing.split("/")]
        return _columns([""] * top + [row for row in wide for _ in range(self._stroke)])


def _squeezed(rows: Sequence[str], less: int) -> Drawing:
    """A tall letter in `less` rows fewer: without rows that repeat the row beside them, from the top and from below."""
    left = list(rows)
    for turn in range(less):
        if turn % 2:
            del left[next((place for place in range(len(left) - 1, 0, -1) if left[place] == left[place - 1]), -2)]
        else:
            del left[next((place for place in range(1, len(left)) if left[place] == left[place - 1]), 1)]
    return tuple(left)


def _drawn_in(name: str) -> Callable[[], str]:
    return lambda: Path(__file__).with_name(name).read_text("utf-8")


class BuiltIn:
    """The built-in letters: `small` with capitals of 7 rows, `text` and `line` of 9, `large` of 16.

    A `line` is a row higher than a `text`: above its letters there is room for a kanji of twelve rows. As a typeface
    it is the small one.
    """

    def __init__(self) -> None:
        self.small = Typeface(_drawn_in("typeface.txt"), 7, 8)
        self.text = Typeface(_drawn_in("typeface_9.txt"), 9, 11)
        self.line = Lowered(self.text)
        self.large = Typeface(_drawn_in("typeface_16.txt"), 16, 19)
        self.height = self.small.height

    def columns(self, character: str) -> Columns | None:
        """The columns of a small letter, as in `Typeface`."""
        return self.small.columns(character)


class Lowered:
    """The letters of a typeface one row lower."""

    def __init__(self, typeface: Typeface) -> None:
        self.height = typeface.height + 1
        self._typeface = typeface

    def columns(self, character: str) -> Columns | None:
        """The columns of a letter, as in `Typeface`."""
        columns = self._typeface.columns(character)
        return None if columns is None else tuple([column << 1 for column in columns])


@cache
def lcd() -> BuiltIn:
    """The built-in letters, the same for all: their drawings are read once."""
    return BuiltIn()
