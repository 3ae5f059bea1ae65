"""The picture of Praetorians' table: the turn, everybody's points in large digits, and the choices side by side."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from companion.play.clock import FLAG, flag_is_up
from companion.ui import digits, paint_figures, paint_title
from companion.ui.letters import ELLIPSIS, LINE, RIGHT, Faces, Letters, Pen
from companion.ui.page import STEPS, Drawing, Figure, Item, Page
from companion.values import NamedTuple, replace

BOTTOM = 64
"""The first row below the choices."""
HIGH, WIDE = 22, 14
"""The height of the figures, and the most width of a digit."""
CLOCKED = 13
"""The height of a figure above the clock of its player."""
MARK_WIDE = 4
"""The column of the mark in front of a name."""
AIR = 4
"""What is free between two choices, if there is room."""
SHORT = 6
"""How far the short name of a choice is below its shape."""
EDGE = 3
"""What is free at both sides of the choice under the cursor."""
SHAPES = {
    "triangle": ("..#..", "..#..", ".###.", ".###.", "#####"),
    "circle": (".###.", "#####", "#####", "#####", ".###."),
    "diamond": ("..#..", ".###.", "#####", ".###.", "..#.."),
    "cross": ("#...#", ".#.#.", "..#..", ".#.#.", "#...#"),
}
"""The signs of the camps, and of a colour that would catch. `#` is lit."""


class _Rows(NamedTuple):
    """The first rows of the rule, the names, the figures and the choices."""

    rule: int
    names: int
    digits: int
    strip: int


LATIN, KANJI = _Rows(10, 12, 20, 44), _Rows(12, 14, 23, 46)
"""Letters with parts below the line need more room for the choice under the cursor, kanji more for the title."""


class Choice(NamedTuple):
    """A choice in few letters, and its shape; empty: it has none."""

    short: str
    shape: str = ""


class Strip(Drawing):
    """All choices side by side, with the one at `at` as a whole `chosen` line; above them the figures.

    `camps` stands in the title before the first card: what the shapes mean. `cross` says in front of the risk what the
    × means, where it has room. `kept` stands in place of the title where it has room beside what a choice would do.
    `prefix` is in front of the short name of each choice when it is under the cursor.
    """

    fills_glass = True

    choices: tuple[Choice, ...]
    at: int
    chosen: Item
    camps: str = ""
    cross: str = ""
    kept: str = ""
    prefix: str = ""

    def paint(self, letters: Faces, picture: Image.Image, page: Page) -> None:
        rows = KANJI if letters.are_high([item.label for item in page.menu]) else LATIN
        whole, small, air = self._sizes(letters, kanji=rows is KANJI)
        lines = page.menu if self.chosen in page.menu else [Item(self.prefix + choice.short) for choice in self.choices]
        if self.chosen.value not in whole:
            page = replace(page, aside=f"{page.aside.rpartition(' ')[0]} {self.chosen.value}".strip())
            lines = [item._replace(value="") for item in lines]
        self._title(letters, picture, page, rows)
        _figures(letters, picture, page, rows)
        self._draw_choices(letters, picture, rows.strip, whole, small, air, [_text(item) for item in lines])

    def _title(self, letters: Faces, picture: Image.Image, page: Page, rows: _Rows) -> None:
        """Draw the title over its rule. The name of the player in turn, which is also above the figures, gives way to
        what the turn has brought, and before that to what the shapes mean.
        """
        title, aside = page.title, page.aside
        named = title in [figure.name for figure in page.figures]
        if named and "=" in aside:
            title, _, aside = aside.rpartition(" ") if aside.endswith("%") else (aside, "", "")
            longer = f"{self.cross} {aside}"
            if self.cross and aside and letters.lines.width(f"{title}  {longer}") <= RIGHT:
                aside = longer
        elif self.kept and not page.typed and letters.lines.width(f"{page.before}{self.kept}  {aside}") <= RIGHT:
            title = f"{page.before}{self.kept}"
        elif named and self.camps and not aside:
            title = self.camps
        elif "=" in aside:  # while an entry is changed its number stands in front of the name
            aside = _shorter(letters, title, aside)
        clock = "" if _clock(letters, page) else page.clock
        paint_title.draw(letters, picture, page, title, aside, rule=rows.rule, clock=clock)

    def _widths(self, small: Letters, air: int) -> list[int]:
        """The widths of the choices that are not under the cursor."""
        return [max(small.width(choice.short), 6 if choice.shape else 0) + air for choice in self.choices]

    def _sizes(self, letters: Faces, *, kanji: bool) -> tuple[str, Letters, int]:
        """The choice under the cursor as it is named, the letters of the others and what is free between them.

        It is a whole line. Where the others have no room beside it, it is named by its short name; kanji rather without
        its value, which the title has then, than beside small ones.
        """
        whole, short = _text(self.chosen), self.chosen._replace(label=self.choices[self.at].short)
        if not any(choice.shape for choice in self.choices):
            return whole, letters.lines, AIR
        wide = [(whole, letters.lines, AIR), (whole, letters.lines, 1)]
        small: list[tuple[str, Letters, int]] = [(whole, letters, 1)]
        bare = [(item.label, letters.lines, 1) for item in (self.chosen, short)] if kanji else []
        named = [(_text(short), face, air) for face, air in ((letters.lines, AIR), (letters.lines, 1), (letters, 1))]
        ways = [*wide, *bare, *small, *named]
        return next((way for way in ways if self._fit(letters, *way)), ways[-1])

    def _fit(self, letters: Faces, whole: str, small: Letters, air: int) -> bool:
        widths = self._widths(small, air)
        return sum(widths) - widths[self.at] + _box(letters, whole)[1] <= RIGHT

    def _draw_choices(
        self,
        letters: Faces,
        picture: Image.Image,
        strip: int,
        whole: str,
        small: Letters,
        air: int,
        others: Sequence[str],
    ) -> None:
        """Draw the choices: as many around the one under the cursor as there is room for. `others` are all of them as
        they are under the cursor.
        """
        face, wide = _box(letters, whole)
        widths = self._widths(small, air)
        first, last = _around([*widths[: self.at], wide, *widths[self.at + 1 :]], self.at, RIGHT)
        # What is left of the cursor keeps its place, and so does what is right of it: a step changes few columns.
        widest = max([wide, *[_box(letters, text)[1] for text in others]])
        spare = RIGHT - widest - sum(widths[first:last]) + min(widths[first:last])
        if spare < 0:
            spare = RIGHT - wide - sum(widths[first:last]) + widths[self.at]
        gap = spare // max(last - first - 1, 1)
        before = sum(widths[first : self.at]) + gap * (self.at - first)
        x = 0
        for place in range(first, last):
            if place == self.at:
                after = sum(widths[place + 1 : last]) + gap * (last - place - 1)
                top = strip + (1 if face is letters.large else 4)
                left = before + (RIGHT - after - before - wide) // 2
                face.text(picture, left + EDGE, top, whole, wide - 2 * EDGE + 1)
                letters.invert(picture, (left, strip, left + wide, BOTTOM))
                x = RIGHT - after
                continue
            choice, room = self.choices[place], widths[place] + gap
            if choice.shape:
                picture.paste(digits.bitmap(SHAPES[choice.shape]), (x + (room - 5) // 2, strip))
            at = x + (room - small.width(choice.short) + 1) // 2
            small.text(picture, at, strip + SHORT + (2 if small is letters else 0), choice.short, room)
            x += room


def _shorter(letters: Faces, title: str, brought: str) -> str:
    """What a turn has brought, beside a title: the first cards give way, the sum and the risk never."""
    cards, equal, numbers = brought.partition("=")
    blank, left = " " * cards.endswith(" "), cards.removeprefix(ELLIPSIS).split()
    while left and not paint_title.has_room(letters, title, brought):
        left = left[1:]
        brought = f"{ELLIPSIS}{' '.join(left)}{blank}{equal}{numbers}" if left else f"{equal}{numbers}"
    return brought


def _text(item: Item) -> str:
    return f"{item.label} {item.value}".strip()


def _box(letters: Faces, text: str) -> tuple[Letters, int]:
    """The letters of the choice under the cursor, and the width of its box."""
    faces: tuple[Letters, ...] = (letters.large, letters.lines)
    face = next((one for one in faces if one.width(text) <= RIGHT - 2 * EDGE), letters)
    return face, min(face.width(text) - 1 + 2 * EDGE, RIGHT)


def _around(widths: Sequence[int], at: int, room: int) -> tuple[int, int]:
    """Which cells around one have room: the first, and the one behind the last."""
    first, last, used = at, at + 1, widths[at]
    while True:
        before = first > 0 and used + widths[first - 1] <= room and (last - at > at - first or last == len(widths))
        if not before and last < len(widths) and used + widths[last] <= room:
            used += widths[last]
            last += 1
        elif first > 0 and used + widths[first - 1] <= room:
            first -= 1
            used += widths[first]
        else:
            return first, last


def _figures(letters: Letters, picture: Image.Image, page: Page, rows: _Rows) -> None:
    """Draw the names and below them their figures, with dotted lines between the players."""
    figures = page.figures
    lefts = [RIGHT * place // len(figures) for place in range(len(figures) + 1)]
    room = lefts[1] - MARK_WIDE - 1
    names = paint_figures.names(letters, [figure._replace(marked=False) for figure in figures], room)
    for place, (figure, name) in enumerate(zip(figures, names, strict=True)):
        left, right = lefts[place], lefts[place + 1] - 2
        letters.text(picture, left + MARK_WIDE, rows.names, name, room)
        if place:
            Pen(picture).point([(left - 1, y) for y in range(rows.digits, rows.strip - 1, 2)], fill=1)
        clock = _clock(letters, page) if figure.marked else ""
        _number(letters, picture, figure, (left, rows.digits, right), CLOCKED if clock else HIGH)
        if clock:
            at = left + (right - left - letters.width(clock)) // 2
            if clock.startswith(FLAG) and not flag_is_up(clock):
                at, clock = at + letters.width(FLAG) + 1, clock.removeprefix(FLAG)
            letters.clock(picture, at, rows.digits + HIGH - LINE + 1, clock, right - left)
    marks = [lefts[place] for place, figure in enumerate(figures) if figure.marked]
    if page.slide is not None:
        start, end, step = page.slide
        marks = [lefts[start] + (lefts[end] - lefts[start]) * step // STEPS]
    for x in marks:
        drawn = digits.mark("turn")
        picture.paste(0, (x, rows.names, x + MARK_WIDE, rows.names + LINE - 1))
        picture.paste(drawn, (x, rows.names + 1))


def _clock(letters: Letters, page: Page) -> str:
    """The clock of the player in turn as it has room in a cell."""
    return letters.clock_in(page.clock, RIGHT // max(len(page.figures), 1) - 3)


def _number(letters: Letters, picture: Image.Image, figure: Figure, box: tuple[int, int, int], high: int) -> None:
    """Draw the number of a player in the middle of a cell."""
    left, top, right = box
    text = str(figure.number)
    wide = min(digits.digit_size(text.rjust(2), right - left - 2, high)[0], WIDE, high * 5 // 8 + 1)
    drawn = digits.number(text, wide, high)
    letters.number(picture, drawn, (left + (right - left - drawn.width + 1) // 2, top))
