"""The picture of a table: a column for each side with its score, and below it the wheel of what is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image

from companion.ui import digits, paint_figures
from companion.ui.letters import LINE, RIGHT, Faces, Letters, Pen, composed, distinct, underline
from companion.ui.page import STEPS, Drawing, Figure, Page
from companion.values import NamedTuple

BOTTOM = 64
RULE, NAMES, DIGITS, BELOW, WHEEL = 8, 10, 18, 36, 44
"""The first rows of the rule, the names, the scores, the line below them, and the wheel."""
FIGURE, HIGH = 17, 22
"""The height of a score, and where nothing is below it."""
NUMBER = 17
"""The height of the number on the wheel."""
MARK = 4
"""The column of the mark in front of a name."""
GAP, EDGE = 5, 3
"""What is free between two values of the wheel, and at both sides of the one under the cursor."""
ASIDE = 24
"""The least room of what is beside the title."""
FEW = 4
"""The number of columns that stand beside each other, if their digits are large enough."""


class Column(NamedTuple):
    """What stands in the column of a side besides its name and its score.

    `entered` this round, and the `points` that the value under the cursor would bring; a `tally` with its label.
    """

    entered: str = ""
    points: str = ""
    tally: tuple[str, int] | None = None


class Wheel(Drawing):
    """The values that people choose from, of a number from the least on, with the one at `at` under the cursor.

    `chosen` is that value as it is written there, a `number` in large digits. `columns` belong to the figures. In front
    of the value at `seam` the wheel of a number goes on from the greatest to the least. `title` and `aside` stand in
    the place of those of the page, whose name is marked above a score.
    """

    fills_glass = True

    columns: tuple[Column, ...]
    values: tuple[str, ...]
    at: int
    chosen: str
    number: bool = False
    seam: int | None = None
    title: str = ""
    aside: str = ""

    def paint(self, letters: Faces, picture: Image.Image, page: Page) -> None:
        title, aside = (f"{page.before}{self.title}", self.aside) if self.title else (page.title, page.aside)
        if page.typed or (page.before and letters.width(title) + GAP + letters.width(aside) > RIGHT):
            title = page.title
        _title(letters, picture, title, aside, page.drop)
        places = _shown(page.figures, page.around)
        _columns(letters, picture, page, self.columns, places)
        self._wheel(letters, picture)

    def _wheel(self, letters: Faces, picture: Image.Image) -> None:
        """Draw the value under the cursor in the middle, and as many others at both sides as there is room for."""
        drawn = None
        if self.number:
            drawn = digits.number(self.chosen, *digits.digit_size(self.chosen.rjust(2), RIGHT - 2 * EDGE, NUMBER))
            wide = max(drawn.width, 22) + 2 * EDGE
        else:
            room = RIGHT - 2 * EDGE
            faces: tuple[Letters, ...] = (letters.large, letters.lines)
            face = next((face for face in faces if face.width(self.chosen) <= room), letters)
            wide = min(face.width(self.chosen), room) + 2 * EDGE
        beside = letters.lines if self.number else self._letters_beside(letters, wide)
        left = self._left(beside, wide)
        if drawn is not None:
            letters.number(picture, drawn, (left + (wide - drawn.width) // 2, WHEEL + 1))
        else:
            face.text(picture, left + EDGE, WHEEL + (1 if face is letters.large else 5), self.chosen, wide - 2 * EDGE)
        letters.invert(picture, (left, WHEEL, left + wide, BOTTOM - (drawn is not None)))
        y = WHEEL + (4 if drawn is not None else 6) + (letters.lines.height - beside.height) // 2
        before = self._rooms(beside, range(self.at - 1, -1, -1), left - GAP)
        behind = self._rooms(beside, range(self.at + 1, len(self.values)), RIGHT - left - wide - GAP)
        shown = self._shown(beside, {**before, **behind})
        x = left
        for place in filter(shown.get, before):
            if place + 1 == self.seam:
                _seam(picture, x - GAP // 2 - 1)
            x -= GAP + beside.width(shown[place])
            beside.text(picture, x, y, shown[place], RIGHT)
        x = left + wide + GAP
        for place in filter(shown.get, behind):
            if place == self.seam:
                _seam(picture, x - GAP // 2 - 1)
            x = beside.text(picture, x, y, shown[place], RIGHT) - 1 + GAP

    def _letters_beside(self, letters: Faces, wide: int) -> Letters:
        """The letters of the words beside the one under the cursor: smaller ones if only these have room for all, or at
        least for the next ones, whole.
        """
        faces: tuple[Letters, ...] = (letters.lines, letters.texts, letters)
        for away in (len(self.values), 1):
            words = [word for at, word in enumerate(self.values) if 0 < abs(at - self.at) <= away]
            for face in faces:
                if wide + sum([GAP + face.width(word) for word in words]) <= RIGHT:
                    return face
        return letters.lines

    def _rooms(self, letters: Letters, places: range, room: int) -> dict[int, int]:
        """The values on one side of the cursor, the nearest first, each with its room; the last one has too little."""
        rooms = dict[int, int]()
        for place in places:
            rooms[place] = room
            room -= letters.width(self.values[place]) + GAP
            if room < -GAP:
                break
        return rooms

    def _shown(self, letters: Letters, rooms: Mapping[int, int]) -> dict[int, str]:
        """The values beside the cursor by their places; a word that has too little room is shortened, to at least two
        letters, and unlike the other one.
        """
        room = list(rooms.values())
        whole = [composed(self.values[place]) for place in rooms]
        short = whole if self.number else distinct(whole, lambda at, text: letters.width(text) <= room[at], RIGHT)
        return {
            place: text
            for place, text, value in zip(rooms, short, whole, strict=True)
            if letters.width(text) <= rooms[place] and (text == value or len(text) > 2)
        }

    def _left(self, letters: Letters, wide: int) -> int:
        """Where the value under the cursor begins: in the middle; words of a short list share the whole width."""
        middle = (RIGHT - wide) // 2
        if self.number:
            return middle
        before = sum([GAP + letters.width(text) for text in self.values[: self.at]])
        after = sum([GAP + letters.width(text) for text in self.values[self.at + 1 :]])
        if before + wide + after > RIGHT:
            return (
                min(max(middle, 0), before) if before < middle else middle if after > middle else RIGHT - wide - after
            )
        return before + (RIGHT - before - wide - after) // 2


def _seam(picture: Image.Image, x: int) -> None:
    """Draw where a wheel goes on from the greatest to the least value."""
    Pen(picture).point([(x, y) for y in range(WHEEL + 3, BOTTOM - 3, 2)], fill=1)


def _title(letters: Letters, picture: Image.Image, title: str, aside: str, drop: int) -> None:
    """Draw who enters what over the rule, and at the right what is missing, or which round it is."""
    line = Image.new("1", (RIGHT, RULE + 1))
    room = RIGHT - letters.width(title) - GAP
    aside = letters.shortened(aside, room) if room >= ASIDE else ""
    end = RIGHT - letters.width(aside)
    letters.text(line, 0, 0, title, end)
    letters.text(line, end, 0, aside, RIGHT)
    down = (RULE + 1) * drop // STEPS
    picture.paste(line.crop((0, 0, RIGHT, RULE + 1 - down)), (0, down))
    underline(picture, 0, RIGHT, RULE, dotted=True)


def _shown(figures: Sequence[Figure], around: int | None) -> range:
    """The figures that stand beside each other: all of a few, else those around the one in turn, in large digits."""
    for count in (len(figures), 3, 2, 1):
        if count > max(FEW, 1) or count > len(figures):
            continue
        first = min(max((around or 0) - count // 2, 0), len(figures) - count)
        shown = range(first, first + count)
        if min([_size(figures[place], RIGHT // count, FIGURE)[1] for place in shown]) >= FIGURE:
            return shown
    return range(around or 0, (around or 0) + 1)


def _size(figure: Figure, wide: int, high: int) -> tuple[int, int]:
    """The size of a digit of a score in a column."""
    return digits.digit_size(str(figure.number).rjust(2), wide - 4, high)


def _columns(letters: Faces, picture: Image.Image, page: Page, columns: Sequence[Column], shown: range) -> None:
    """Draw the names, below them the scores, and below these what is entered."""
    figures, short = [page.figures[place] for place in shown], [columns[place] for place in shown]
    lefts = [RIGHT * place // len(shown) for place in range(len(shown) + 1)]
    room = RIGHT // len(shown) - MARK - 1
    names = paint_figures.names(letters, [figure._replace(marked=False) for figure in figures], room)
    clock = letters.clock_in(page.clock, room + MARK)
    points = any(column.points for column in short)
    lower = bool(points or clock or any(column.entered or column.tally for column in short))
    high = FIGURE if lower else HIGH
    size = min([_size(figure, RIGHT // len(shown), high) for figure in figures])
    most = _label_most(letters, short, RIGHT // len(shown) - 3)
    for place, (figure, name, column) in enumerate(zip(figures, names, short, strict=True)):
        left, right = lefts[place], lefts[place + 1] - 1
        if place:
            Pen(picture).point([(left - 1, y) for y in range(DIGITS, WHEEL - 1, 2)], fill=1)
        letters.text(picture, left + MARK, NAMES, name, room)
        if points:
            shown_above = _below(letters, column._replace(tally=None), right - left - 2, 0)
            _middle(letters, picture, (left, right), NAMES + LINE + 1, shown_above)
            _points(letters, picture, (left, right), column.points)
            continue
        drawn = digits.number(str(figure.number), *size)
        letters.number(picture, drawn, (left + (right - left - drawn.width + 1) // 2, DIGITS))
        below = clock if figure.marked and clock else _below(letters, column, right - left - 2, most)
        _middle(letters, picture, (left, right), BELOW, below)
    marks = [lefts[place] for place, figure in enumerate(figures) if figure.marked]
    if page.slide is not None:
        start, end, step = page.slide
        if {start, end} <= set(shown):
            first, last = lefts[start - shown.start], lefts[end - shown.start]
            marks = [first + (last - first) * step // STEPS]
    mark = digits.mark("turn")
    for x in marks:  # below the mark begins another strip of eight rows, which a name on its way need not change
        picture.paste(0, (x, NAMES, x + MARK - 1, NAMES + 1 + mark.height))
        picture.paste(mark, (x, NAMES + 1))


def _below(letters: Letters, column: Column, room: int, most: int) -> str:
    """The line below a score: what is entered, the last of it if that is much, and the tally, whose label gives way.

    `most`: the most letters of the label; it is cut alike in all columns.
    """
    entered, last = column.entered, column.entered
    while letters.width(entered) > room and "/" in last:
        last = last.partition("/")[2]
        entered = f"…{last}"
    if column.tally is None:
        return entered
    label, number = column.tally
    if most == 0:
        return entered or str(number)
    cut = label[:most].rstrip() + ("." if 1 < most < len(label) else "")
    tally = f"{cut} {number}" if most > 1 else f"{cut}{number}"
    return f"{entered}  {tally}" if entered else tally


def _label_most(letters: Letters, columns: Sequence[Column], room: int) -> int:
    """The most letters that the label of the tallies may have in the columns."""
    longest = max([len(column.tally[0]) for column in columns if column.tally is not None], default=0)
    return next(
        (
            most
            for most in range(longest, 0, -1)
            if all(letters.width(_below(letters, column, room, most)) <= room for column in columns)
        ),
        0,
    )


def _points(letters: Faces, picture: Image.Image, sides: tuple[int, int], text: str) -> None:
    """Draw what a round would bring, as large as there is room for."""
    left, right = sides
    sign = text[:1] if text[:1] == "+" else ""
    size = digits.digit_size(text.removeprefix("+").rjust(2), right - left - 2 - (6 if sign else 0), FIGURE - 2)
    drawn = digits.number(text.removeprefix("+"), *size)
    x = left + (right - left - drawn.width - (6 if sign else 0) + 1) // 2
    y = NAMES + 2 * LINE + 1
    if sign:
        middle = y + size[1] // 2
        Pen(picture).rectangle((x, middle - 1, x + 4, middle), fill=1)
        Pen(picture).rectangle((x + 2, middle - 3, x + 2, middle + 2), fill=1)
        x += 6
    letters.number(picture, drawn, (x, y))


def _middle(letters: Letters, picture: Image.Image, sides: tuple[int, int], y: int, text: str) -> None:
    """Draw a line in the middle of a column."""
    left, right = sides
    shown = letters.shortened(text, right - left)
    letters.text(picture, left + (right - left - letters.width(shown) + 1) // 2, y, shown, right - left)
