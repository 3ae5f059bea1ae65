"""Drawing figures: a name, and its number as large as possible. Pixels only."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image

from companion.kit.text import tags
from companion.ui import digits
from companion.ui.letters import (
    ELLIPSIS,
    LETTERS_LEAST,
    LINE,
    Letters,
    Pen,
    distinct,
    has_enough,
    single_signs,
    underline,
)
from companion.ui.page import STEPS, Figure
from companion.values import NamedTuple

SLIM = 10
"""Digits lower than this are in rows beside their names."""
WIDE_LEAST = 5
"""The least width of a digit."""
LEAST = 16
"""Digits of this height or more: the room for names counts more than their height."""
TAG = 11
"""The width of a tag in Latin letters: the least width of a name."""
NARROW = 20
"""Where names have less room than this, one that does not fit becomes a tag."""
ENOUGH = 28
"""Names of this width or more: the height of the digits counts more than their width."""
BETWEEN = 2
"""What is free between a name and the number beside it, and at the right of a number."""
GAP = 3
"""What is free at the right of a small number beside another figure: for a column of dots."""


class Grid(NamedTuple):
    """Cells for figures: how many beside each other, their width and height, the size of a digit in them, and the
    width of a name, which is above the number or `beside` it.
    """

    columns: int
    wide: int
    high: int
    digit: tuple[int, int]
    name: int
    beside: bool


def draw(
    letters: Letters,
    picture: Image.Image,
    shown: Sequence[Figure],
    box: tuple[int, int, int, int],
    *,
    rows: bool = False,
    slide: tuple[int, int, int] | None = None,
) -> None:
    """Draw names above their numbers, as large as possible and with dots between them, or beside them if the digits are
    of LEAST only there.

    With `rows` also if digits are of LEAST, or as high, and names have more room. `slide` is where the mark of the
    player in turn is on its way, as in `Page`.
    """
    left, top, right, bottom = box
    grid = best_grid(letters, shown, right - left, bottom - top, rows=rows)
    if not _has_room(letters, shown, grid):
        places = _rows(letters, picture, shown, box)
    else:
        down = (grid.high - LINE + 1) // 2 if grid.beside else 0
        places = [
            (left + place % grid.columns * grid.wide, top + place // grid.columns * grid.high + down)
            for place in range(len(shown))
        ]
        _cells(letters, picture, shown, places, grid)
        if not grid.beside:
            end = top + -(-len(shown) // grid.columns) * grid.high
            for x in range(left + grid.wide - 2, left + grid.wide * min(grid.columns, len(shown)) - 2, grid.wide):
                _dots(picture, x, top, end)
    if slide is not None and len(places) == len(shown):
        start, end, step = slide
        _slide(picture, places[start], places[end], step)


def _cells(
    letters: Letters, picture: Image.Image, shown: Sequence[Figure], places: Sequence[tuple[int, int]], grid: Grid
) -> None:
    """Draw names at their places, each above or beside its number."""
    shortened = names(letters, shown, grid.name, beside=grid.beside)
    for place, (figure, text, (x, y)) in enumerate(zip(shown, shortened, places, strict=True)):
        drawn = digits.number(str(figure.number), *grid.digit)
        if grid.beside:
            _name_beside(letters, picture, (x, y), text, grid, figure)
            end = x + grid.wide - (BETWEEN if place % grid.columns < grid.columns - 1 else 0)
            top = y - (grid.high - LINE + 1) // 2
            letters.number(picture, drawn, (end - drawn.width, top + (grid.high - drawn.height + 1) // 2))
        else:
            name(letters, picture, (x, y), text, grid.name, figure)
            room = grid.high - LINE - 2 - drawn.height
            letters.number(picture, drawn, (x + (grid.wide - 2 - drawn.width) // 2, y + LINE + 1 + room // 2))


def best_grid(letters: Letters, shown: Sequence[Figure], width: int, height: int, *, rows: bool = False) -> Grid:
    """The best cells for figures in a box of this width and height: digits of LEAST, then names that are whole."""
    longest, tag = _longest(letters, shown), least_name(letters, shown)

    def quality(grid: Grid) -> tuple[bool, int, bool, bool, int, int]:
        high = _height(grid)
        above = not grid.beside and not rows
        whole = grid.name >= longest[grid.beside]
        return grid.name >= tag, min(high, LEAST), whole, above, 0 if above else min(grid.name, ENOUGH), high

    grids = [figure_grid(shown, count, width, height) for count in (2, 3, len(shown), 1)]
    for count in (1, 2):
        grids += grids_beside(shown, count, width, height)
    return max(grids, key=quality)


def has_whole_names(letters: Letters, shown: Sequence[Figure], width: int, height: int, *, rows: bool) -> bool:
    """Whether a box of this width and height has room for whole names."""
    grid = best_grid(letters, shown, width, height, rows=rows)
    return grid.name >= _longest(letters, shown)[grid.beside]


def has_all_names(letters: Letters, shown: Sequence[Figure], width: int, height: int, *, rows: bool) -> bool:
    """Whether a box of this width and height has room for the names of all, if only as tags."""
    grid = best_grid(letters, shown, width, height, rows=rows)
    return _has_room(letters, shown, grid) or _row_columns(letters, shown, width, height) is not None


def has_large_digits(letters: Letters, shown: Sequence[Figure], width: int, height: int, *, rows: bool) -> bool:
    """Whether a box of this width and height has room for digits of LEAST."""
    return _height(best_grid(letters, shown, width, height, rows=rows)) >= LEAST


def _has_room(letters: Letters, shown: Sequence[Figure], grid: Grid) -> bool:
    """Whether cells have room for digits and for tags."""
    return _height(grid) >= SLIM and grid.name >= least_name(letters, shown)


def _longest(letters: Letters, shown: Sequence[Figure]) -> tuple[int, int]:
    """The width of the longest name above a number, with a mark or a laurel in front of it, and of one beside it."""
    widths = [letters.width(figure.name) for figure in shown]
    in_turn = any(figure.marked and not figure.won for figure in shown)
    marks = [_wide("winner") if figure.won else _wide("turn") if in_turn else 0 for figure in shown]
    return max(map(sum, zip(widths, marks, strict=True))), max(widths)


def least_name(letters: Letters, shown: Sequence[Figure]) -> int:
    """The least width of a name: of a tag, or of its first letter if that is enough. With less room nobody would know
    whose number it is.
    """
    return _least_name(letters, tuple([figure.name for figure in shown]))


@lru_cache(maxsize=16)  # asked for several sizes of the same page, page after page
def _least_name(letters: Letters, every: tuple[str, ...]) -> int:
    short = tags(every)
    first = [tag[:1] for tag in short]
    return max(map(letters.width, first if len(set(first)) == len(first) else short))


def _height(grid: Grid) -> int:
    """The height of the digits, 0 if they are too narrow to be drawn."""
    wide, high = grid.digit
    return high if wide >= WIDE_LEAST else 0


def _name_beside(
    letters: Letters, picture: Image.Image, at: tuple[int, int], text: str, grid: Grid, figure: Figure
) -> None:
    """Draw the name of a figure; a laurel or a mark that has no room in front of it is below it, with room there."""
    (x, y), width = at, grid.name
    mark = _mark(figure)
    low = mark and grid.high < LINE + 1 + digits.mark(mark).height
    if not mark or low or letters.width(text) + _wide(mark) <= width:
        name(letters, picture, at, text, width, figure)
        return
    y -= min(LINE // 2, (grid.high - LINE + 1) // 2)
    name(letters, picture, (x, y), text, width, figure)
    picture.paste(digits.mark(mark), (x, y + LINE + 1))


def _slide(picture: Image.Image, start: tuple[int, int], end: tuple[int, int], step: int) -> None:
    """Draw the mark of the player in turn on its way from one name to another, in the lines of these names only."""
    mark = digits.mark("turn")
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
    """Draw a row for each figure, or for two where one has no room, the number at the right end, in digits of the
    typeface where larger ones leave no room for a tag. Without room for all tags only some figures are drawn, among
    them the one in turn or a winner, and an ellipsis below if there is a line for it.

    The places of the names, in the order of `shown` if all are drawn.
    """
    left, top, right, bottom = box
    found = _row_columns(letters, shown, right - left, bottom - top)
    if found is not None:
        return _draw_rows(letters, picture, shown, box, *found)
    lines = (bottom - top) // LINE
    if lines < 1:
        return []
    room = max(lines - 1, 1)
    first = next((place for place, figure in enumerate(shown) if figure.marked), 0)
    first = max(0, min(first - 1, len(shown) - room))
    some = shown[first : first + room]
    if lines > room:
        letters.text(picture, left, top + room * LINE, ELLIPSIS, right - left)
    return _draw_rows(letters, picture, some, (left, top, right, top + room * LINE), 1, _text_numbers(letters, some))


def _row_columns(
    letters: Letters, shown: Sequence[Figure], width: int, height: int
) -> tuple[int, list[Image.Image]] | None:
    """In how many columns rows have room for a tag and the number of each figure, and the numbers; None without."""
    for columns in (1, 2):
        rows = -(-len(shown) // columns)
        if rows * LINE > height:
            continue
        large = _large_numbers(letters, shown, width // columns, height // rows)
        for numbers in (large, _text_numbers(letters, shown)):
            if _row_name(numbers, width, columns) >= least_name(letters, shown):
                return columns, numbers
    return None


def _row_name(numbers: Sequence[Image.Image], width: int, columns: int) -> int:
    """The width of a name in rows with these numbers."""
    number = max(number.width for number in numbers)
    return width // columns - number - (2 * BETWEEN if columns == 1 else BETWEEN + GAP)


def _draw_rows(
    letters: Letters,
    picture: Image.Image,
    shown: Sequence[Figure],
    box: tuple[int, int, int, int],
    columns: int,
    numbers: Sequence[Image.Image],
) -> list[tuple[int, int]]:
    """Draw rows in one or two columns, with the numbers at the right. The places of the names."""
    left, top, right, bottom = box
    width = _row_name(numbers, right - left, columns)
    rows = -(-len(shown) // columns)
    wide, high = (right - left) // columns, (bottom - top) // rows
    at = [
        (left + place % columns * wide, top + place // columns * high + (high - LINE + 1) // 2)
        for place in range(len(shown))
    ]
    for place, (figure, text, number) in enumerate(zip(shown, names(letters, shown, width), numbers, strict=True)):
        end = left + (place % columns + 1) * wide - (columns - 1) * GAP
        name(letters, picture, at[place], text, width, figure)
        y = top + place // columns * high + (high - number.height + 1) // 2
        letters.number(picture, number, (end - number.width, y))
    if columns > 1:
        _dots(picture, left + wide - 2, top, top + rows * high)
    return at


def _large_numbers(letters: Letters, shown: Sequence[Figure], wide: int, high: int) -> list[Image.Image]:
    """The numbers of figures in digits for rows of this width and height; for very low rows those of the typeface."""
    places = max(max(len(str(figure.number)) for figure in shown), 2)
    room = (wide * 5 // 9 + 2) // places - 2
    tall = min(high - 1 - (high > LINE + 4), 2 * room)
    if tall < LINE + 1:
        return _text_numbers(letters, shown)
    return [digits.number(str(figure.number), min(room, max(tall * 2 // 3, 5)), tall) for figure in shown]


def _text_numbers(letters: Letters, shown: Sequence[Figure]) -> list[Image.Image]:
    return [text_picture(letters, str(figure.number)) for figure in shown]


def _dots(picture: Image.Image, x: int, top: int, end: int) -> None:
    """Draw a column of dots between two figures beside each other."""
    Pen(picture).point([(x, y) for y in range(top, end, 2)], fill=1)


def text_picture(letters: Letters, text: str) -> Image.Image:
    """A line of text as a picture of its own."""
    picture = Image.new("1", (letters.width(text), LINE))
    letters.text(picture, 0, 0, text, picture.width)
    return picture


def names(letters: Letters, shown: Sequence[Figure], width: int, *, beside: bool = False) -> list[str]:
    """The names shortened to a width, no two alike, in brackets who is out; the name of a winner leaves room for the
    laurel, if that is not below the name `beside` a number.

    A name of which fewer than four letters would be left becomes a tag; in a narrow place the name of the player in
    turn does so, too, if the mark needs the room.
    """
    every = [figure.name for figure in shown]
    rooms = _rooms(shown, width, beside=beside)
    rooms = [room - (letters.width("()") + 2 if figure.out else 0) for room, figure in zip(rooms, shown, strict=True)]
    shortened = distinct(every, lambda place, text: letters.width(text) <= rooms[place], width)
    least = LETTERS_LEAST
    if width < NARROW:
        rooms = [width - (_wide(sign) if (sign := _mark(figure)) else 0) for figure in shown]
        least += len(ELLIPSIS)
    short = _narrow_tags(letters, every, width)
    texts = [
        text if letters.width(text) <= rooms[place] and has_enough(text, name, least) else short[place]
        for place, (text, name) in enumerate(zip(shortened, every, strict=True))
    ]
    return [f"({text})" if figure.out else text for text, figure in zip(texts, shown, strict=True)]


def _rooms(shown: Sequence[Figure], width: int, *, beside: bool) -> list[int]:
    return [width - (_wide("winner") if figure.won and not beside else 0) for figure in shown]


def _narrow_tags(letters: Letters, every: Sequence[str], width: int) -> Sequence[str]:
    """Tags, or where they are too wide one letter of each, or else the numbers of the seats."""
    by_name = tags(every)
    for short in (by_name, single_signs(by_name)):
        if all(letters.width(text) <= width for text in short):
            return short
    return [str(seat + 1) for seat in range(len(every))]


def _wide(mark: str) -> int:
    """The room that a mark takes in front of a name."""
    return digits.mark(mark).width + 1


def _mark(figure: Figure) -> str:
    """The picture in front of a name."""
    return ("winner" if figure.won else "turn") if figure.marked else ""


def name(letters: Letters, picture: Image.Image, at: tuple[int, int], text: str, width: int, figure: Figure) -> None:
    """Draw the shortened name of a figure: with a laurel if it has won, with a mark and underlined if it is in turn. A
    name that fills the width has no mark but the line.
    """
    x, y = at
    start = x
    mark = _mark(figure)
    if mark and letters.width(text) + _wide(mark) <= width:
        drawn = digits.mark(mark)
        picture.paste(drawn, (x, y + (LINE - 1 - drawn.height) // 2))
        x += _wide(mark)
    end = letters.text(picture, x, y, text, width)
    if mark == "turn":
        underline(picture, start, end - 1, y + LINE - 1)


def figure_grid(shown: Sequence[Figure], columns: int, width: int, height: int) -> Grid:
    """Cells with the names above the numbers."""
    wide, high = width // columns, height // -(-len(shown) // columns)
    # Numbers grow to two digits and must keep their size; other figures do not grow, and need some margin.
    size = min(
        digits.digit_size(figure.number, wide - 8, high - LINE - 3)
        if isinstance(figure.number, str)
        else digits.digit_size(_widest(figure), wide - 4, high - LINE - 3)
        for figure in shown
    )
    return Grid(columns, wide, high, size, wide - 3, beside=False)


def grids_beside(shown: Sequence[Figure], columns: int, width: int, height: int) -> Iterator[Grid]:
    """Cells with the names beside the numbers: the larger the digits, the less room for names; a tag has room."""
    wide, high = width // columns, height // -(-len(shown) // columns)
    largest = min(digits.digit_size(_widest(figure), wide - TAG - 2 * BETWEEN, high - 1) for figure in shown)
    for tall in range(largest[1], min(largest[1], LEAST) - 1, -1):
        digit = min(largest[0], max(tall * 5 // 8, 5)), tall
        while digit[0] > 5 and digits.greatest_height(digit[0] - 1) >= tall:
            digit = digit[0] - 1, tall
        number = max(digits.number_width(_widest(figure), digit[0]) for figure in shown)
        yield Grid(columns, wide, high, digit, wide - number - 2 * BETWEEN, beside=True)


def _widest(figure: Figure) -> str:
    """The number of a figure in at least two digits."""
    return str(figure.number).rjust(2)
