"""Drawing figures: a name, and its number as large as possible. Pixels only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PIL import Image, ImageDraw

from companion.ui import digits
from companion.ui.letters import LINE, underline
from companion.ui.motion import STEPS
from companion.ui.page import Figure

SLIM = 10
"""Digits lower than this are in rows beside their names."""


class Letters(Protocol):
    """Measures, shortens and writes lines of text."""

    def width(self, text: str) -> int:
        """How wide a line is, in pixels."""

    def distinct_names(self, names: Sequence[str], width: int) -> list[str]:
        """The names shortened to a width, no two alike."""

    def text(self, picture: Image.Image, x: int, y: int, text: str, width: int, *, inverted: bool = False) -> int:
        """Write a line, shortened to `width`; returns the x behind it."""


def draw(
    letters: Letters,
    picture: Image.Image,
    shown: Sequence[Figure],
    box: tuple[int, int, int, int],
    *,
    rows: bool = False,
    slide: tuple[int, int, int] | None = None,
) -> None:
    """Draw names above their numbers, as large as possible; with `rows` beside them if the digits stay as high.

    `slide` is where the mark of the player in turn is on its way, as in `Page`.
    """
    left, top, right, bottom = box
    counts = (2, len(shown)) if rows else (2, 3, len(shown))
    columns, wide, high, size = max(
        (figure_grid(shown, count, right - left, bottom - top) for count in counts),
        key=lambda found: found[3][1],
    )
    if size[1] < SLIM or (rows and (bottom - top) // len(shown) >= size[1]):
        places = _rows(letters, picture, shown, box)
    else:
        places = [(left + place % columns * wide, top + place // columns * high) for place in range(len(shown))]
        _cells(letters, picture, shown, places, (wide, high, size))
    if slide is not None:
        start, end, step = slide
        _slide(picture, places[start], places[end], step)


def _cells(
    letters: Letters,
    picture: Image.Image,
    shown: Sequence[Figure],
    places: Sequence[tuple[int, int]],
    cell: tuple[int, int, tuple[int, int]],
) -> None:
    """Draw each name above its number, in cells of a width and height, with digits of a size."""
    wide, high, size = cell
    shortened = names(letters, shown, wide - 3)
    for (x, y), figure, text in zip(places, shown, shortened, strict=True):
        name(letters, picture, (x, y), text, wide - 3, figure)
        drawn = digits.number(str(figure.number), *size)
        picture.paste(drawn, (x + (wide - 2 - drawn.width) // 2, y + LINE + 1 + (high - LINE - 2 - size[1]) // 2))


def _slide(picture: Image.Image, start: tuple[int, int], end: tuple[int, int], step: int) -> None:
    """Draw the mark of the player in turn on its way from one name to another, in the lines of these names only."""
    mark = digits.piece("turn")
    x, y = [first + (last - first) * step // STEPS for first, last in zip(start, end, strict=True)]
    way = picture.copy()
    way.paste(0, (x, y, x + mark.width + 1, y + LINE - 1))
    way.paste(mark, (x, y + (LINE - 1 - mark.height) // 2))
    for _, top in (start, end):
        strip = (0, top, picture.width, top + LINE)
        picture.paste(way.crop(strip), strip)


def _rows(
    letters: Letters, picture: Image.Image, shown: Sequence[Figure], box: tuple[int, int, int, int]
) -> list[tuple[int, int]]:
    """Draw a row for each figure, the number at its right end; very low rows have digits of the typeface.

    The places of the names.
    """
    left, top, right, bottom = box
    high = (bottom - top) // len(shown)
    places = max(max(len(str(figure.number)) for figure in shown), 2)
    room = ((right - left) * 5 // 9 + 2) // places - 2
    tall = min(high - 1 - (high > LINE + 4), 2 * room)
    size = min(room, max(tall * 2 // 3, 5)), tall
    if tall < LINE + 1:
        numbers = [text_picture(letters, str(figure.number)) for figure in shown]
    else:
        numbers = [digits.number(str(figure.number), *size) for figure in shown]
    width = right - left - max(number.width for number in numbers) - 4
    shortened = names(letters, shown, width)
    at = [(left, top + place * high + (high - LINE + 1) // 2) for place in range(len(shown))]
    for place, (figure, text, number) in enumerate(zip(shown, shortened, numbers, strict=True)):
        y = top + place * high
        name(letters, picture, at[place], text, width, figure)
        picture.paste(number, (right - number.width, y + (high - number.height + 1) // 2))
    return at


def text_picture(letters: Letters, text: str) -> Image.Image:
    """A line of text as a picture of its own."""
    picture = Image.new("1", (letters.width(text), LINE))
    letters.text(picture, 0, 0, text, picture.width)
    return picture


def names(letters: Letters, shown: Sequence[Figure], width: int) -> list[str]:
    """The names shortened to a width, no two alike; a winner's leaves room for the laurel."""
    every = [figure.name for figure in shown]
    cut = letters.distinct_names(every, width)
    beside = letters.distinct_names(every, width - _wide("winner")) if any(figure.won for figure in shown) else cut
    return [beside[place] if figure.won else name for place, (figure, name) in enumerate(zip(shown, cut, strict=True))]


def _wide(mark: str) -> int:
    """The room that a mark takes in front of a name."""
    return digits.piece(mark).width + 1


def name(letters: Letters, picture: Image.Image, at: tuple[int, int], text: str, width: int, figure: Figure) -> None:
    """Draw the shortened name of a figure: with a laurel if it has won, with a mark and underlined if it is in turn,
    struck through if it is out. A name that fills the width has no mark but the line.
    """
    x, y = at
    start = x
    mark = ("winner" if figure.won else "turn") if figure.marked else ""
    if mark and letters.width(text) + _wide(mark) <= width:
        drawn = digits.piece(mark)
        picture.paste(drawn, (x, y + (LINE - 1 - drawn.height) // 2))
        x += _wide(mark)
    end = letters.text(picture, x, y, text, width)
    if figure.out:
        ImageDraw.Draw(picture).line((x - 1, y + LINE // 2, end - 1, y + LINE // 2), fill=1)
    if mark == "turn":
        underline(picture, start, end - 1, y + LINE - 1)


def figure_grid(
    shown: Sequence[Figure], columns: int, width: int, height: int
) -> tuple[int, int, int, tuple[int, int]]:
    """The number of columns, the width and height of a cell, and the size of a digit in it."""
    wide, high = width // columns, height // -(-len(shown) // columns)
    # Numbers grow to two digits and must keep their size; other figures do not grow, and need some margin.
    size = min(
        digits.digit_size(figure.number, wide - 8, high - LINE - 3)
        if isinstance(figure.number, str)
        else digits.digit_size(str(figure.number).rjust(2), wide - 4, high - LINE - 3)
        for figure in shown
    )
    return columns, wide, high, size
