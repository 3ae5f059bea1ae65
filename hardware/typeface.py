"""Letters as pixels, eight rows high: luma.core's LCD font, and drawings of letters that it lacks.

The font has ASCII and the Russian alphabet. A small letter with a diacritic is composed of the letter and a mark in the
two rows above it. Capitals and tall letters have no room for a mark and are drawn without it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence

Columns = tuple[int, ...]
"""Pixel columns from left to right, bit 0 on top."""

_ABOVE = 0b11
"""The rows that a small letter leaves free."""

_BLANKS = "\u0020\u00a0\u2009\u202f"
_BLANK = (0, 0, 0)

_ALIKE = {
    # the font's apostrophe is curled
    "\u2019": "'",
    "\u201a": ",",
    "\u2010": "-",
    "\u2011": "-",
    "\u2212": "-",
    "\u0406": "I",
    "\u0456": "i",
    "\u0408": "J",
    "\u0458": "j",
}
"""Characters that look like others."""

_DRAWN = {
    # a hyphen shorter than the font's, so that dashes can be longer
    "-": "///###",
    "\u2013": "///####",
    "\u2014": "///#####",
    "\u2026": "//////#.#.#",
    "\u2018": ".#/#./##",
    "\u201c": ".#.#/#.#./####",
    "\u201d": "####/.#.#/#.#.",
    "\u201e": "////####/.#.#/#.#.",
    "«": "//.#.#/#.#/.#.#",
    "»": "//#.#/.#.#/#.#",
    "¡": "#//#/#/#/#/#",
    "¿": "..#//..#/.#/#...#/#...#/.###",
    "×": "//#...#/.#.#/..#/.#.#/#...#",
    "·": "///##/##",
    "•": "//.##/####/####/.##",
    "°": ".#/#.#/.#",
    "✓": "/....#/....#/...#/#..#/.##/..#",
    "⚑": "######/#####/####/#####/######/#/#",
    "→": "/..#/...#/#####/...#/..#",
    "←": "/..#/.#/#####/.#/..#",
    "▲": "//..#/.###/#####",
    "▼": "//#####/.###/..#",
    "○": "/.###/#...#/#...#/#...#/.###",
    "↩": "/..#/.##/####/.##.#/..#.#/...#",
    "␣": "/////#...#/#####",
    "↑": "/..#/.###/#.#.#/..#/..#/..#",
    "↓": "/..#/..#/..#/#.#.#/.###/..#",
    "€": "..##/.#..#/###/.#/###/.#..#/..##",
    "£": "..##/.#..#/.#/###/.#/.#/#####",
    "ß": ".##/#..#/#..#/#.#/#..#/#..#/#.#",
    "ẞ": "####/#...#/#..#/#.##/#...#/#...#/#.##",
    "æ": "//##.#/..#.#/.####/#.#/.#.##",
    "Æ": ".####/#.#/#.#/####/#.#/#.#/#.###",
    "œ": "//.#.#/#.#.#/#.###/#.#/.#.##",
    "Œ": ".####/#.#/#.#/#.###/#.#/#.#/.####",
    "ø": "//.####/#..##/#.#.#/##..#/####",
    "Ø": ".####/#..##/#.#.#/#.#.#/#.#.#/##..#/####",
    "ð": ".#.#/..#/.#.#/....#/.####/#...#/.###",
    "Ð": ".###/.#..#/.#..#/###.#/.#..#/.#..#/.###",
    "đ": "....#/..###/.##.#/#..##/#...#/#...#/.####",
    "Đ": ".###/.#..#/.#..#/###.#/.#..#/.#..#/.###",
    "ħ": "#/###/#.##/##..#/#...#/#...#/#...#",
    "Ħ": "#...#/#####/#...#/#####/#...#/#...#/#...#",
    "þ": "#/#/####/#...#/#...#/####/#",
    "Þ": "#/####/#...#/#...#/####/#/#",
    "ł": "##/.#/.##/##/.#/.#/###",
    "Ł": ".#/.#/.#.#/.##/##/.#/.####",
    "ı": "//##/.#/.#/.#/###",
    "ŋ": "//#.##/##..#/#...#/#...#/#...#/..##",
    "Ŋ": "#...#/##..#/#.#.#/#..##/#...#/#...#/#...#/..##",
    "є": "//.###/#/###/#/.###",
    "Є": ".###/#...#/#/###/#/#...#/.###",
    "ґ": "...#/####/#/#/#/#/#",
    "Ґ": "....#/#####/#/#/#/#/#",
}
"""Drawings of letters: rows from the top, separated by `/`; missing rows and columns are blank."""

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
}
"""Diacritics for the two rows above a small letter."""

_MARKS_BELOW = {
    "\u0323": "///////#",
    "\u0326": "///////#",
    "\u0327": "///////##",
    "\u0328": "///////.##",
    "\u0331": "///////###",
}
"""Diacritics for the last row, below a letter."""


def _parse(drawing: str) -> Columns:
    """The columns of a drawing."""
    rows = drawing.split("/")
    width = max(map(len, rows))
    return tuple(sum((row[x : x + 1] == "#") << y for y, row in enumerate(rows)) for x in range(width))


def _trim(columns: Sequence[int]) -> Columns:
    """The columns without empty ones at the sides."""
    filled = [x for x, column in enumerate(columns) if column]
    return tuple(columns[filled[0] : filled[-1] + 1]) if filled else ()


def _overlay(letter: Columns, mark: Columns) -> Columns:
    """The letter with the mark, one centred on the other."""
    width = max(len(letter), len(mark))
    columns = [0] * width
    for part in (letter, mark):
        left = (width - len(part)) // 2
        for x, column in enumerate(part, left):
            columns[x] |= column
    return tuple(columns)


class Typeface:
    """A proportional typeface of one height. All digits are five columns wide, so that numbers do not move.

    `load` returns the 256 glyphs of luma's LCD font as sequences of columns; the first letter calls it.
    """

    height = 8

    def __init__(self, load: Callable[[], Sequence[Sequence[int]]]) -> None:
        self._load = load
        self._font: Sequence[Sequence[int]] | None = None
        self._letters: dict[str, Columns] = {}

    def columns(self, character: str) -> Columns | None:
        """The columns of a letter, bit 0 at the top, without empty columns at its sides; None for an unknown character.

        A blank is three empty columns.
        """
        letter = self._letter(_ALIKE.get(character, character))
        return letter if letter is not None else self._composed(character)

    def _letter(self, character: str) -> Columns | None:
        """A letter without marks, made when it is first needed."""
        found = self._letters.get(character)
        if found is None:
            found = self._make(character)
            if found is not None:
                self._letters[character] = found
        return found

    def _make(self, character: str) -> Columns | None:
        if character in _BLANKS:
            return _BLANK
        if character in _DRAWN:
            return _parse(_DRAWN[character])
        if self._font is None:
            self._font = self._load()
        code = ord(character)
        if 0x30 <= code < 0x3A:
            return tuple(self._font[code][:5])
        if 0x21 <= code < 0x7F:
            return _trim(self._font[code])
        # The font has the Russian alphabet in the usual order, А to п from 144 on and р to я before it from 128 on.
        if 0x410 <= code < 0x440:
            return _trim(self._font[144 + code - 0x410])
        if 0x440 <= code < 0x450:
            return _trim(self._font[128 + code - 0x440])
        return None

    def _composed(self, character: str) -> Columns | None:
        """A letter with diacritics, if it has room for them."""
        base, *marks = list(unicodedata.normalize("NFD", character))
        letter = self._letter(_ALIKE.get(base, base))
        if letter is None:
            return None
        above = next((_MARKS_ABOVE[mark] for mark in marks if mark in _MARKS_ABOVE), None)
        below = next((_MARKS_BELOW[mark] for mark in marks if mark in _MARKS_BELOW), None)
        if above is not None:
            small = _ALIKE.get(base, base) in ("i", "j")  # the mark replaces the dot
            bare = tuple(column & ~_ABOVE for column in letter) if small else letter
            if not any(column & _ABOVE for column in bare):
                letter = _overlay(_trim(bare), _parse(above))
        if below is not None:
            letter = _overlay(letter, _parse(below))
        return letter


def lcd() -> Typeface:
    """The typeface of luma.core's LCD font and the drawings here."""

    def load() -> Sequence[Sequence[int]]:
        from luma.core.legacy.font import LCD_FONT

        font: Sequence[Sequence[int]] = LCD_FONT
        return font

    return Typeface(load)
