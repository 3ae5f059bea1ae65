"""A page: what a screen shows, as plain text and cells, without pixels. The painter draws it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Container
from typing import TYPE_CHECKING

from companion.kit.text import Figure, Item
from companion.ports import Field, PageText, Target
from companion.values import Frozen, NamedTuple, replace
from companion.words import Words, without_breaks

if TYPE_CHECKING:
    from PIL import Image

    from companion.ui.letters import Faces

__all__ = [
    "Board", "Chart", "Drawing", "Field", "Figure", "Item", "Page", "Picture", "Row", "Shares", "Space", "Target",
    "Token", "Trace",
]  # fmt: skip

STEPS = 4
"""The number of pages that follow an entry while something moves; the last one is the page after it."""


class Picture(NamedTuple):
    """A small picture of a piece or a card, seven pixels high: rows of `#` for lit.

    `small` is drawn in its place beside small digits, six pixels high; empty where it is drawn as it is.
    """

    rows: tuple[str, ...]
    small: tuple[str, ...] = ()

    @classmethod
    def of_pixels(cls, wide: int, high: int, lit: Container[tuple[int, int]]) -> Picture:
        """The picture of this size whose lit pixels, from its upper left corner, are these."""
        return cls(tuple(["".join(["#" if (x, y) in lit else "." for x in range(wide)]) for y in range(high)]))


class Token(NamedTuple):
    """A piece or a card on a space: letters, or a small picture with letters behind it.

    `framed` are the pieces of the second side: with one colour, only a frame distinguishes two armies. The cursor on a
    space does not select a piece that is `apart`.
    """

    text: str = ""
    picture: Picture | None = None
    framed: bool = False
    apart: bool = False


class Space(NamedTuple):
    """A space of a board: its text (without a blank), its name on the glass, and what is on it.

    `wide` is its share of the width of the row; a `tall` space at the end of a row spans all rows. `sign` is a small
    picture in place of the name; `number` is drawn as large as possible. A `label` is not a space but the name of its
    row, at the left edge. `large`: the digits of its pieces are as high as there is room for. `turn`: the space belongs
    to the player in turn.
    """

    text: str
    tokens: tuple[Token, ...] = ()
    name: str = ""
    wide: int = 1
    tall: bool = False
    framed: bool = False
    sign: Picture | None = None
    number: str = ""
    label: bool = False
    large: bool = False
    turn: bool = False


Board = tuple[tuple[Space, ...], ...]
"""Rows of spaces."""


class Trace(Frozen):
    """A line of a chart: whose it is, the tag of that player, and its numbers."""

    name: str
    sign: str
    numbers: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.name}: {' '.join(map(str, self.numbers))}"


class Chart(Frozen):
    """Lines over the timeline of a game, all equally long, and the index of the numbers that the page shows."""

    traces: tuple[Trace, ...]
    at: int


class Drawing(Frozen):
    """A picture that only one game has, as a value: its fields say what is on it, and it paints itself.

    If it `fills_glass`, it paints the whole page without the keys; else what is below the title. With `menu_in_title`
    the line of a menu under the cursor stands in the title.
    """

    fills_glass = False
    menu_in_title = False

    @property
    def lines(self) -> tuple[str, ...]:
        """What it shows beyond the other parts of its page, as lines of text."""
        return ()

    @abstractmethod
    def paint(self, letters: Faces, picture: Image.Image, page: Page) -> None:
        """Draw it into the picture, with all parts of its page that belong there."""


class Shares(NamedTuple):
    """How likely each seat is to win, in per cent, as a bar below the title; `text` says the same."""

    parts: tuple[int, ...]
    text: str


class Row(NamedTuple):
    """A row of a table: its name and a number in each column; `above` are other numbers, shown under the cursor."""

    name: str
    numbers: tuple[str, ...]
    above: tuple[str, ...]

    def __str__(self) -> str:
        pairs = zip(self.above, self.numbers, strict=True)
        return f"{self.name}: {', '.join([' '.join(filter(None, pair)) for pair in pairs])}"


READ_ROWS, SMALL_ROWS = 5, 6
"""Lines of a page of text, and in small letters."""


class Reading(NamedTuple):
    """Wraps a text into lines of a page that has nothing but text, and says how many lines a page has."""

    wrap: Callable[..., tuple[str, ...]]
    rows: int = SMALL_ROWS


def in_one_line(text: str, *_: int) -> tuple[str, ...]:
    """A text that is not wrapped, however long it is."""
    return (text,) if text else ()


class Page(Frozen):
    """One screenful. Empty parts are not shown; the parts are on the glass in this order.

    `text` lines are as long as they may be on the glass. `big` is a single large word or number. `cursor` is the
    line of `menu` under it; `cell` the row and column of `grid`, column None for the whole row. In a grid
    column 0 is the row's name, and no cell holds a blank; below a `big` letter the grid is a row of letters.
    `space` is the row and column of `board` under the cursor, column None for the whole row; `also` are other spaces
    that belong to the choice, such as the origin of a move.
    Below a board a menu shows only the line under the cursor, and figures take half of the
    glass. A board of two rows, or a `big` number, that is `inside` a menu stands in the place of this line.
    A table has `heads` above its columns, and `rows`, one of them under the `cursor`; `part` says which part of its
    columns these are, from 1, and of how many. A `chart` fills the glass. A
    `code` is a text that is shown as a QR code, at the left edge and as high as the glass; only the title and the text
    are beside it. A `drawing` paints the parts of the page as its game wants them.
    `keys` names the keys that do something here: any of `u` (up and down), `s` (up and down, which go sideways here),
    `o` (OK), `b` (BACK). `turn`: the title is
    the player in turn. `clock` is what that player's clock shows; with `ticks` a clock on the page runs.
    Where `menu` is only a part of a list, `window` is the place of its first line in the list, and
    how many lines the list has. `far`: the figures fill the glass, without the title and the keys; the text, why
    a game is over, stands where they leave room, or in its place the line of the menu under the
    cursor. `outlines`: what is inverted has an outline instead, for the sake of
    the display.
    While something moves (see `motion`): `slide` says from which figure to which the mark of the player in turn slides,
    and by which step; at step `drop` the title drops out. Of `figures` beside a menu that have no room for large digits
    only those around the one at `around` are drawn; None: all. `loud`: the text is as high as the line under a cursor,
    if there is room. `reads`: the text fills the page, in letters to be read.
    `framed`: the title and the text stand in the test card, whose frame is the edge of the glass.
    `shares` divide the rule below the title, where there is no room for a line.
    `typed`: text that somebody has typed stands in the title. `before` is what the title of an earlier table begins
    with, such as `3: ` while entry 3 is changed: a drawing with a title of its own puts it in front of that. Where
    somebody types such a drawing shows the title of the page.
    `private`: only those at the glass may see the page; whatever leaves the device gets `outside`.
    `targets` are what can be chosen and what can only be read, with names in words, and `field` is a number or text
    that is asked: only a page for a place wider than the glass has them (see `companion.ui.sources`).
    """

    screen: str
    title: str
    aside: str = ""
    big: str = ""
    text: tuple[str, ...] = ()
    figures: tuple[Figure, ...] = ()
    menu: tuple[Item, ...] = ()
    cursor: int | None = None
    grid: tuple[tuple[str, ...], ...] = ()
    cell: tuple[int, int | None] | None = None
    board: Board = ()
    space: tuple[int, int | None] | None = None
    also: tuple[tuple[int, int], ...] = ()
    inside: int | None = None
    heads: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    part: tuple[int, int] | None = None
    chart: Chart | None = None
    code: str = ""
    drawing: Drawing | None = None
    keys: str = "uob"
    turn: bool = False
    typed: bool = False
    before: str = ""
    clock: str = ""
    ticks: bool = False
    far: bool = False
    outlines: bool = False
    window: tuple[int, int] | None = None
    slide: tuple[int, int, int] | None = None
    drop: int = 0
    around: int | None = None
    loud: bool = False
    reads: bool = False
    framed: bool = False
    private: bool = False
    shares: Shares | None = None
    targets: tuple[Target, ...] = ()
    field: Field | None = None

    @property
    def without_moves(self) -> Page:
        """The page where UP and DOWN do nothing: there is only one thing to choose."""
        return replace(self, keys=self.keys.replace("u", "").replace("s", ""))

    def outside(self, words: Words) -> Page:
        """A private page as everybody else may see it: its title, and that the rest is only on the device."""
        return Page(screen=self.screen, title=self.title, text=(words("screen.private"),), keys="")

    def read(self, banner: str | None) -> PageText:
        """The page as lines of text, with the cursor as an index into them."""
        shares = self.shares.text if self.shares is not None else ""
        lines = [self.title, *filter(None, (self.aside, self.clock, shares, self.big)), *self.text]
        lines += map(str, self.figures)
        if self.drawing is not None:
            lines += self.drawing.lines
        lines += [" ".join(self.heads)] * bool(self.heads)
        cursor: int | tuple[int, int] | None = None
        if self.cursor is not None:
            cursor = len(lines) + self.cursor
        lines += map(str, self.rows)
        lines += [str(item) for place, item in enumerate(self.menu) if place != self.inside]
        if self.cell is not None:
            row, column = self.cell
            cursor = len(lines) + row if column is None else (len(lines) + row, column)
        lines += [" ".join(row) for row in self.grid]
        if self.space is not None and self.cursor is None:
            row, column = self.space
            cursor = len(lines) + row if column is None else (len(lines) + row, column)
        lines += [" ".join([space.text for space in row]) for row in self.board]
        if self.chart is not None:
            lines += map(str, self.chart.traces)
        if self.code:
            lines.append(self.code)
        plain = tuple([without_breaks(line) for line in lines])
        return PageText(self.screen, plain, cursor, banner and without_breaks(banner), self.typed)


def text_page(page: Page, text: str, reading: Reading, wrap: Callable[[str], tuple[str, ...]]) -> Page:
    """The page with a text, in letters to be read if it fits, else in small ones as `wrap` divides it."""
    lines = reading.wrap(text)
    return replace(page, text=lines, reads=True) if len(lines) <= reading.rows else replace(page, text=wrap(text))
