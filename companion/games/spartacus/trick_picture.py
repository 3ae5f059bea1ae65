"""The picture of a trick: a column for each player with large cards, and the choices side by side."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from companion.ui import digits, paint_figures
from companion.ui.letters import LEFT, LINE, RIGHT, Faces, Letters, distinct, has_enough
from companion.ui.page import Drawing, Figure, Item, Page
from companion.ui.pen import Pen
from companion.values import Frozen

NAMES, CARDS, POINTS, TEXT, CHOICES = 8, 16, 33, 41, 48
"""The top rows of the names, the cards, the points with the pips, the line of text, and the choices."""
HIGH, WIDE, SLIM = 16, 8, 6
"""The height of a large card, and the widths of its digits: a 10 is slim if an earlier card needs the room."""
SMALL_ROWS = 2
"""The number of small cards above each other."""
GAP = 2
"""Between columns, and between the cards of one player."""
PIP_GRIDS = ((2, 6), (1, 4), (1, 3))
"""How pips are drawn: their size in pixels, and how many are in a row. The first that has room is used."""
PIPS_HIGH, PIPS_MOST = 7, 11
"""The height of the pips of a whole hand, and their number."""
CHOICE_GAPS = (8, 6, 4, 3, 2)


class TrickSeat(Frozen):
    """A player while a trick is played: the name with the points, a tag of two letters in place of a long name, the
    cards that the player has in the trick in the order played, and how many cards the player still holds.

    A card is its number, or another sign for a banner. `crown`: the last card of this player would take the trick.
    """

    figure: Figure
    tag: str
    cards: tuple[str, ...]
    held: int
    crown: bool = False

    def __str__(self) -> str:
        cards = " ".join(self.cards) + "*" * self.crown
        return " ".join([f"{self.figure}:", *([cards] if cards else []), "·" * self.held])


class TrickPicture(Drawing):
    """The running trick by seats. Below it are one line of text, and the menu side by side."""

    seats: tuple[TrickSeat, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(map(str, self.seats))

    def paint(self, letters: Faces, picture: Image.Image, page: Page) -> None:
        _seats(letters, picture, self.seats)
        for line in page.text:
            letters.text(picture, LEFT, TEXT, line, RIGHT - LEFT)
        _choices(letters, picture, page.menu, page.cursor)


def _seats(letters: Letters, picture: Image.Image, seats: Sequence[TrickSeat]) -> None:
    """Draw for each seat its name, its cards, its points and a pip for each card that it still holds.

    A crown behind the name marks the card that takes.
    """
    wide = (RIGHT - LEFT) // len(seats)
    room = wide - GAP
    crown = digits.mark("crown")
    names = [seat.figure.name for seat in seats]
    shown = distinct(names, lambda _, text: letters.width(text) <= room)
    beside_crown = distinct(names, lambda _, text: letters.width(text) <= room - crown.width - 1)
    for place, seat in enumerate(seats):
        x = LEFT + place * wide
        name = beside_crown[place] if seat.crown else shown[place]
        if not has_enough(name, names[place]):
            name = seat.tag
        paint_figures.name(letters, picture, (x, NAMES), name, room, seat.figure)
        if seat.crown:
            picture.paste(crown, (x + letters.width(name) + 2, NAMES + 1))
        _cards(letters, picture, seat.cards, (x, CARDS), room)
        _points(letters, picture, seat, (x, POINTS), room)


def _cards(letters: Letters, picture: Image.Image, cards: Sequence[str], at: tuple[int, int], room: int) -> None:
    """Draw the cards of a seat: the last one large, and left of it as many of those before it as there is room for."""
    if not cards:
        return
    x, y = at
    before = [_small(card) for card in cards[:-1]]
    # Only a banner is played before a 10.
    slim = before and _small(cards[0]).width + GAP + 2 * WIDE + 2 > room
    last = _large(cards[-1], SLIM if slim else WIDE)
    columns: list[list[Image.Image]] = []
    used = last.width
    for end in range(len(before), 0, -SMALL_ROWS):
        column = before[max(end - SMALL_ROWS, 0) : end]
        used += max(card.width for card in column) + GAP
        if used > room:
            break
        columns.insert(0, column)
    for column in columns:
        for row, card in enumerate(column):
            letters.number(picture, card, (x, y + 1 + row * (HIGH // SMALL_ROWS)))
        x += max(card.width for card in column) + GAP
    letters.number(picture, last, (x, y))


def _large(card: str, wide: int) -> Image.Image:
    """A card of `HIGH` pixels: its digits, or a banner."""
    if card.isdecimal():
        return digits.number(card, wide if len(card) > 1 else WIDE, HIGH)
    banner = digits.bitmap(digits.BANNER.rows)
    return banner.resize((2 * banner.width, HIGH), Image.Resampling.NEAREST)


def _small(card: str) -> Image.Image:
    """A card or a number in the small digits."""
    if card[-1] not in digits.SMALL:
        return digits.bitmap(digits.BANNER.small)
    return digits.small_number(card)


def _points(letters: Letters, picture: Image.Image, seat: TrickSeat, at: tuple[int, int], room: int) -> None:
    """Draw the points, in small digits if the pips beside them need the room, and a pip for each card in hand.

    Beside points of four digits there may be no room for pips.
    """
    x, y = at
    points = str(seat.figure.number)
    sizes = (paint_figures.text_picture(letters, points), _small(points))
    fits = ((drawn, grid) for drawn in sizes for grid in PIP_GRIDS if drawn.width + 1 + _pips_wide(grid) <= room)
    drawn, grid = next(fits, (sizes[1], None))
    letters.number(picture, drawn, (x, y))
    if grid is None:
        return
    size, row = grid
    x += drawn.width + 2
    y += (PIPS_HIGH - -(-PIPS_MOST // row) * (size + 1) + 1) // 2
    pen = Pen(picture)
    for pip in range(seat.held):
        left, top = x + pip % row * (size + 1), y + pip // row * (size + 1)
        pen.rectangle((left, top, left + size - 1, top + size - 1), fill=1)


def _pips_wide(grid: tuple[int, int]) -> int:
    """The width of a row of pips with the gap before it."""
    size, row = grid
    return row * (size + 1)


def _choices(letters: Faces, picture: Image.Image, items: Sequence[Item], cursor: int | None) -> None:
    """Draw the choices side by side, the one under the cursor inverted and in large letters."""
    labels = [item.label for item in items]
    sized = [letters.large if place == cursor else letters.lines for place in range(len(labels))]
    wide = sum([face.width(label) for face, label in zip(sized, labels, strict=True)])
    gap = next((gap for gap in CHOICE_GAPS if wide + gap * len(labels) <= RIGHT), CHOICE_GAPS[-1])
    x = 0
    for place, (face, label) in enumerate(zip(sized, labels, strict=True)):
        width, here = face.width(label) + gap, place == cursor
        face.text(picture, x + gap // 2, CHOICES if here else CHOICES + LINE // 2, label, RIGHT - x)
        if here:
            letters.invert(picture, (x, CHOICES - 1, x + width, CHOICES + HIGH))
        x += width
