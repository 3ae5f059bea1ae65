"""Drawing the score board and the results: a cell for each player, together the whole glass, the one of the player in
turn inverted. Pixels only.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from PIL import Image

from companion.play.clock import FLAG
from companion.ports import HEIGHT, WIDTH
from companion.ui import digits
from companion.ui.letters import LINE, Box, Faces, Letters, Pen, composed, distinct
from companion.ui.page import Figure
from companion.values import NamedTuple
from companion.words import BREAK

GRIDS = {1: ((1, 1),), 2: ((2, 1), (1, 2)), 3: ((3, 1), (2, 2)), 4: ((2, 2),), 5: ((3, 2),), 6: ((3, 2),),
         7: ((4, 2), (3, 3)), 8: ((4, 2), (3, 3)), 9: ((3, 3),)}  # fmt: skip
"""The columns and rows for this number of cells; for more cells they are FULL."""
FULL = ((4, 3), (2, 6))
LEAST = 22
"""The least height of a digit. Names have more lines, or lines of double height, only if it stays so high."""
FEW, LEAST_OF_FEW = 3, 32
"""The most people beside each other, with the reason why a game is over below them; their digits come before whole
names up to this height.
"""
CLOCKED = 12
"""The least height of a digit beside a clock, where there is no room for LEAST."""
OF_MANY = 11
"""Up to this height digits come before names, where there is no room for higher ones: in three rows of cells."""
LINES_MOST = 4
EDGE = 2
"""What is free at the left and the right of a cell."""
BESIDE_LEAST, LOW_LEAST = 30, 12
"""The least width of a name beside its number; in cells as low as a line a tag of two letters must do."""
LOW = LINE + 1
"""Cells of this height have one line."""
SLIM = 5
"""Digits narrower than this cannot be read."""
WIDE_DIGIT, WIDE_GAP = 13, 4
"""Between digits wider than this more is free from cell to cell, so that two numbers are not read as one."""
CLOCKED_LEAST = 14
"""The least width of a name in one line with a clock: a tag of two letters has room."""
BETWEEN = 4
"""What is free between a name and the number beside it, and between two numbers."""
LABEL = LINE + 1
"""The rows of the words below the numbers."""
TOP = 1
"""The free rows above a name."""
GAP = 2
"""The free rows between a name and the number below it in high cells; in low ones every row is needed."""
CROWN = "crown"
"""The picture at the player who takes the trick."""
CROWN_ROOM = 12
"""The rows of a crown in double size, below the name in high cells."""

BAR = 3
"""The rows of the bar of a win share, at the bottom of a cell; the row above it is free."""


class _Layout(NamedTuple):
    """How all cells are arranged: the columns and rows of the glass, and how many lines a name may have.

    `beside` is the width of a name beside its number, 0 for one above it; `digit` the width and height of a digit.
    Without numbers `digit` is how many times a letter is enlarged, and how high it is then; `face` is the place of its
    typeface among those for names. `clock` is the width of a clock
    behind the name; with `clock_row` it has a line of its own below the name. `bar` is how many rows bars need, `foot`
    how many a text below all cells needs.
    """

    columns: int
    rows: int
    lines: int
    beside: int = 0
    digit: tuple[int, int] = (0, 0)
    clock: int = 0
    clock_row: bool = False
    bar: int = 0
    foot: int = 0
    face: int = -1

    @property
    def wide(self) -> int:
        """The room in a cell from left to right."""
        return WIDTH // self.columns - 2 * EDGE

    @property
    def high(self) -> int:
        """The rows above the bar, without the last one, which stays free: the score board moves by a pixel."""
        return (HEIGHT - self.foot) // self.rows - 1 - self.bar

    @property
    def below(self) -> int:
        """The first row below a name and its clock."""
        return TOP + self.lines * LINE + (LINE if self.clock_row else 0)

    def mark(self, figure: Figure) -> str:
        """The picture in front of a name; the crown is there only if it has no room above the number."""
        return "winner" if figure.won else CROWN if figure.leads and (self.beside or self.rows > 1) else ""

    def name_width(self, figure: Figure) -> int:
        """The width of a line of a name; a picture in front of it needs a part."""
        mark = self.mark(figure)
        clock = self.clock + BETWEEN if self.clock else 0
        return (self.beside or self.wide) - clock - (digits.mark(mark).width + 1 if mark else 0)


def draw(letters: Faces, picture: Image.Image, shown: Sequence[Figure], reason: str = "", chosen: str = "") -> None:
    """Draw the cells: names whole if digits of LEAST leave room for that, and the numbers as large as possible.

    Without numbers names are as large as possible, in letters that are enlarged alike in width and in height. The
    second numbers are left out where digits of LEAST have no room beside them, clocks where numbers could not be read.
    A `reason` why the game is over stands in an empty cell, else below all of few people. What is `chosen` is under the
    cursor in the last cell, in place of a reason.
    """
    if chosen:
        reason = ""
    board = _Board(letters, shown, len(shown) + bool(chosen), LINE + 1 if reason and len(shown) <= FEW else 0)
    layout = max(board.layouts(), key=board.quality)
    if layout.digit[1] < LEAST and any(figure.second for figure in shown):
        draw(letters, picture, [figure._replace(second=None) for figure in shown], reason, chosen)
        return
    if board.unreadable(layout) and any(figure.clock for figure in shown):
        draw(letters, picture, [figure._replace(clock="") for figure in shown], reason, chosen)
        return
    signs = ["({})" if figure.out else "{}" for figure in shown]
    names = distinct(
        [figure.name for figure in shown],
        lambda at, text: len(_lines(letters, signs[at].format(text), layout.name_width(shown[at]))) <= layout.lines,
        layout.beside or layout.wide,
    )
    for place, (figure, name) in enumerate(zip(shown, map(str.format, signs, names), strict=True)):
        left, top, right, bottom = _place(place, layout)
        cell = Image.new("1", (right - left, bottom - top))
        board.cell(cell, figure, name, layout)
        if figure.share is not None:
            _draw_bar(cell, figure.share, layout)
        if figure.marked and not figure.won:
            letters.invert(cell, (0, 0, *cell.size))
        elif left:
            Pen(cell).point([(0, y) for y in range(0, layout.high + layout.bar, 2)], fill=1)
        picture.paste(cell, (left, top))
    if chosen:
        _draw_chosen(letters, picture, chosen, _place(layout.columns * layout.rows - 1, layout))
    elif layout.foot:
        x = (WIDTH - letters.width(reason)) // 2
        letters.text(picture, max(x, EDGE), HEIGHT - LINE, reason, WIDTH - 2 * EDGE)
    elif reason and len(shown) < layout.columns * layout.rows:
        left, top, _, bottom = _place(len(shown), layout)
        _draw_reason(letters, picture, reason, (left, top, WIDTH, bottom))  # all behind the last player is empty


def _lines(letters: Letters, name: str, width: int) -> tuple[str, ...]:
    """The lines of a name; partners are divided behind their +."""
    return letters.wrap(name.replace("+", f"+{BREAK}"), width)


def _words(name: str) -> list[str]:
    """The words of a name, between which it is divided."""
    return composed(name).replace("+", "+ ").split()


def _mark_scale(face: Letters, times: int) -> int:
    """How many times the picture in front of a name alone is enlarged, before all is."""
    return max(face.height // LINE // times, 1)


def _draw_chosen(letters: Faces, picture: Image.Image, text: str, box: Box) -> None:
    """Draw what is under the cursor in a cell, inverted."""
    left, top, right, bottom = box
    room = right - left - 2 * EDGE
    face: Letters = letters.large if letters.large.width(text) <= room else letters.lines
    wide, top = min(face.width(text), room), bottom - face.height - 1
    face.text(picture, (left + right - wide) // 2, top, text, room)
    letters.invert(picture, (left + 1, top - 1, right, bottom))


def _place(place: int, layout: _Layout) -> Box:
    """The cell at a place, from the upper left one."""
    row, column = divmod(place, layout.columns)
    left, right = [WIDTH * edge // layout.columns for edge in (column, column + 1)]
    top, bottom = [(HEIGHT - layout.foot) * edge // layout.rows for edge in (row, row + 1)]
    return left, top, right, bottom


def _draw_reason(letters: Letters, picture: Image.Image, reason: str, box: Box) -> None:
    """Draw in an empty cell why the game is over, and the key that goes on."""
    left, top, right, bottom = box
    lines = letters.wrap(reason, right - left - 2 * EDGE)
    for line in lines[: (bottom - top) // LINE]:
        letters.text(picture, left + EDGE, top + TOP, line, right - left - 2 * EDGE)
        top += LINE
    key = digits.key("ok")
    if top + key.height < bottom:
        picture.paste(key, (right - key.width - 1, bottom - key.height - 1))


def _draw_bar(cell: Image.Image, share: int, layout: _Layout) -> None:
    """Draw a share as a bar; dots go on to where all would be."""
    low, end = layout.high + layout.bar - 1, EDGE + max(round(layout.wide * share / 100), 1)
    drawing = Pen(cell)
    drawing.rectangle((EDGE, low - BAR + 1, end - 1, low), fill=1)
    drawing.point([(x, low - BAR // 2) for x in range(end + 1, EDGE + layout.wide, 2)], fill=1)


class _Board:
    """The figures to draw, the arrangements to choose from, and one cell of the chosen one."""

    def __init__(self, letters: Faces, shown: Sequence[Figure], cells: int, foot: int = 0) -> None:
        self._letters, self._shown, self._cells, self._foot = letters, shown, cells, foot
        self._numbers = any(figure.numbers for figure in shown)
        self._labels = any(label for figure in shown for _, label in figure.numbers)
        self._gap = GAP + (CROWN_ROOM if any(figure.leads for figure in shown) else 0)
        self._bar = BAR + 1 if any(figure.share is not None for figure in shown) else 0
        self._clock = max(letters.clock_width(figure.clock) for figure in shown)
        self._widest = [max(self._width(figure, digit) for figure in shown) for digit in range(HEIGHT)]
        self._wrapped: dict[tuple[str, int], tuple[str, ...]] = {}

    def layouts(self) -> Iterator[_Layout]:
        """All arrangements that have room for a number and a part of each name."""
        for columns, rows in GRIDS.get(self._cells, FULL):
            for lines in range(1, LINES_MOST + 1):
                layout = _Layout(columns, rows, lines, clock_row=bool(self._clock), bar=self._bar, foot=self._foot)
                if self._numbers:
                    yield from self._numbered(layout)
                else:
                    yield from self._enlarged(layout)

    def _numbered(self, layout: _Layout) -> Iterator[_Layout]:
        """The arrangements with numbers: below the names, or beside them."""
        inline = layout._replace(clock=self._clock, clock_row=False)
        if self._clock and layout.lines == 1 and layout.wide - BETWEEN - self._clock >= CLOCKED_LEAST:
            yield inline._replace(digit=self._digit(layout.wide, self._room(inline)))
        if layout.high >= layout.below:
            yield layout._replace(digit=self._digit(layout.wide, self._room(layout)))
            yield from self._beside(layout)

    def _room(self, layout: _Layout) -> int:
        """The rows for a number below the name."""
        return layout.high - layout.below - (self._gap if layout.rows == 1 else 0)

    def _beside(self, layout: _Layout) -> Iterator[_Layout]:
        """The arrangements with the numbers beside the names: the smaller the digits, the longer the names."""
        low = layout.high <= LOW
        for height in (layout.high,) if low else range(layout.high - 3, LEAST - 1, -4):
            digit = self._digit(layout.wide, height)
            for wide in (digit[0], digit[1] // 2, -(-digit[1] * 2 // 5)):
                width = layout.wide - BETWEEN - self._widest[wide]
                if width >= max(LOW_LEAST if low else BESIDE_LEAST, self._clock):
                    yield layout._replace(beside=width, digit=(wide, digit[1]))

    def quality(self, layout: _Layout) -> tuple[int, int, int, bool, int, int]:
        """What makes one arrangement better than another, the most important first.

        Digits are high enough, or as high as they must be beside a clock; little of a name is cut off,
        words are not broken, digits are high and wide.
        """
        widths = [layout.name_width(figure) for figure in self._shown]
        wrapped = [self._wrap(figure.name, width) for figure, width in zip(self._shown, widths, strict=True)]
        cut = [
            max(self._letters.width(figure.name) - layout.lines * width, 1) if len(lines) > layout.lines else 0
            for figure, width, lines in zip(self._shown, widths, wrapped, strict=True)
        ]
        names = [_words(figure.name) for figure in self._shown]
        unbroken = all(_words(" ".join(lines)) == name for lines, name in zip(wrapped, names, strict=True))
        whole_words = layout.lines == 1 or unbroken
        wide, high = layout.digit if not self.unreadable(layout) else (0, 0)
        few = len(self._shown) <= FEW
        bars = (CLOCKED, LEAST, LEAST_OF_FEW)[: 2 + few] if self._numbers else ()
        enough = sum([high >= bar for bar in bars])
        return enough, min(high, OF_MANY) if self._numbers else 0, -max(cut), whole_words, high, wide

    def unreadable(self, layout: _Layout) -> bool:
        """Whether there is no room for digits that can be read."""
        wide, high = layout.digit
        return self._numbers and (wide < SLIM or high < LINE)

    def _wrap(self, name: str, width: int) -> tuple[str, ...]:
        """The lines of a name; many arrangements have the same width."""
        key = name, width
        if key not in self._wrapped:
            self._wrapped[key] = _lines(self._letters, name, width)
        return self._wrapped[key]

    def _enlarged(self, layout: _Layout) -> Iterator[_Layout]:
        """The arrangements of names alone: whole in the letters that have room; else shortened in small ones."""
        high = layout.high - (LINE if layout.clock_row else 0)
        for place, (face, times) in enumerate(self._name_faces):
            shown = [(figure, _lines(face, figure.name, self._room_alone(figure, layout, face, times)))
                     for figure in self._shown]  # fmt: skip
            whole = all(_words(" ".join(lines)) == _words(figure.name) for figure, lines in shown)
            most = max([len(lines) for _, lines in shown])
            if whole and most <= layout.lines and most * face.height * times <= high:
                yield layout._replace(digit=(times, face.height * times), face=place)
        yield layout._replace(digit=(1, LINE))

    @property
    def _name_faces(self) -> list[tuple[Letters, int]]:
        """The letters for names alone, and how many times they are enlarged; the small ones come last."""
        faces = self._letters
        if faces.small:  # whose large letters are twice as high, but not wider
            return [(faces, times) for times in (4, 3, 2, 1)]
        return [*[(faces.large, times) for times in (2, 1)], (faces.lines, 1), (faces.texts, 1), (faces, 1)]

    def _room_alone(self, figure: Figure, layout: _Layout, face: Letters, times: int) -> int:
        """The width of a line of a name alone, in letters that are not enlarged yet."""
        mark = layout.mark(figure)
        return layout.wide // times - (_mark_scale(face, times) * (digits.mark(mark).width + 1) if mark else 0)

    def _digit(self, width: int, height: int) -> tuple[int, int]:
        """The size of the largest digit with which every number fits."""
        slim = bisect_right(self._widest, width) - 1
        if slim > WIDE_DIGIT:
            slim = max(bisect_right(self._widest, width - WIDE_GAP) - 1, WIDE_DIGIT)
        high = min(height - (LABEL if self._labels else 0), digits.greatest_height(slim))
        return min(slim, high * 5 // 8), high

    def _width(self, figure: Figure, digit: int) -> int:
        """The width of the numbers of a player, one beside the other. The first has room for two digits at least."""
        return sum(self._widths(figure, digit)) + BETWEEN * max(len(figure.numbers) - 1, 0)

    def _widths(self, figure: Figure, digit: int) -> list[int]:
        return [
            max(digits.number_width(text.rjust(1 if place else 2), digit), self._letters.width(label))
            for place, (text, label) in enumerate(figure.numbers)
        ]

    def cell(self, cell: Image.Image, figure: Figure, name: str, layout: _Layout) -> None:
        """Draw a name and its numbers, in the middle of their parts of the cell."""
        if not self._numbers:
            self._large_name(cell, figure, name, layout)
            return
        lines = _lines(self._letters, name, layout.name_width(figure))
        left, right = EDGE, EDGE + layout.wide
        if layout.beside:
            top = (layout.high - len(lines) * LINE - (LINE if layout.clock_row else 0) + 1) // 2
            self._name(cell, figure, lines, (EDGE, top, layout.beside), layout)
            self._draw_clock(cell, figure, top + len(lines) * LINE, (EDGE, layout.beside))
            left, top = EDGE + layout.beside + BETWEEN, 0
        else:
            wide = layout.wide - (layout.clock + BETWEEN if layout.clock else 0)
            self._name(cell, figure, lines, (EDGE, TOP, wide), layout)
            top = layout.below
            if layout.clock:
                x = EDGE + layout.wide - self._letters.width(figure.clock)
                self._letters.text(cell, x, TOP, figure.clock, layout.wide)
            else:
                self._draw_clock(cell, figure, top - LINE, (0, cell.width))
            if figure.leads and not layout.mark(figure):
                crown = digits.mark(CROWN)
                crown = crown.resize((2 * crown.width, 2 * crown.height), Image.Resampling.NEAREST)
                cell.paste(crown, ((left + right - crown.width) // 2, top + GAP))
                top += CROWN_ROOM
        wide, high = layout.digit
        top += (layout.high - top - high - (LABEL if self._labels else 0) + 1) // 2
        x = left + (right - left - self._width(figure, wide)) // 2
        for (text, label), width in zip(figure.numbers, self._widths(figure, wide), strict=True):
            drawn = digits.number(text, wide, high)
            self._letters.number(cell, drawn, (x + (width - drawn.width) // 2, top))
            self._letters.text(cell, x + (width - self._letters.width(label)) // 2, top + high + 1, label, width)
            x += width + BETWEEN

    def _large_name(self, cell: Image.Image, figure: Figure, name: str, layout: _Layout) -> None:
        """Draw a name alone, enlarged, its picture in front of the first line."""
        face, times = self._name_faces[layout.face]
        lines = _lines(face, name, self._room_alone(figure, layout, face, times))
        drawn = Image.new("1", (layout.wide // times, face.height * len(lines)))
        mark = digits.mark(layout.mark(figure)) if layout.mark(figure) else Image.new("1", (0, 0))
        scale = _mark_scale(face, times)
        for place, line in enumerate(lines):
            wide = 0 if place else mark.width * scale + (scale if mark.width else 0)
            x = (drawn.width - face.width(line) - wide) // 2
            if wide:
                large = mark.resize((mark.width * scale, mark.height * scale), Image.Resampling.NEAREST)
                drawn.paste(large, (x, (face.height - large.height) // 2))
            face.text(drawn, x + wide, place * face.height, line, drawn.width)
        drawn = drawn.resize((times * drawn.width, times * drawn.height), Image.Resampling.NEAREST)
        top = (layout.high - drawn.height - (LINE if layout.clock_row else 0) + 1) // 2
        cell.paste(drawn, (EDGE, top))
        self._draw_clock(cell, figure, top + drawn.height, (0, cell.width))

    def _draw_clock(self, cell: Image.Image, figure: Figure, top: int, place: tuple[int, int]) -> None:
        """Draw a clock in the middle of a line of its own, without its flag where that has no room."""
        left, width = place
        text = figure.clock if self._letters.width(figure.clock) <= width else figure.clock.removeprefix(FLAG)
        self._letters.text(cell, left + (width - self._letters.width(text)) // 2, top, text, width)

    def _name(
        self, picture: Image.Image, figure: Figure, lines: Sequence[str], at: tuple[int, int, int], layout: _Layout
    ) -> None:
        """Draw the lines of a name in the middle of a width, its picture in front of the first one."""
        left, y, width = at
        mark = layout.mark(figure)
        drawn = digits.mark(mark) if mark else Image.new("1", (0, 0))
        for place, line in enumerate(lines):
            wide = drawn.width + 1 if mark and not place else 0
            x = left + (width - self._letters.width(line) - wide) // 2
            if wide:
                picture.paste(drawn, (x, y + (LINE - 1 - drawn.height) // 2))
            self._letters.text(picture, x + wide, y, line, WIDTH)
            y += LINE
