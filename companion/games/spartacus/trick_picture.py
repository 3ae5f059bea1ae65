"""The picture of a trick: a column for each player with large cards, and the choices side by side."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from companion.ports import HEIGHT
from companion.ui import digits
from companion.ui.letters import (
    LETTERS_LEAST,
    LINE,
    RIGHT,
    Faces,
    Letters,
    Pen,
    distinct,
    has_enough,
    share_bar,
    single_signs,
    underline,
)
from companion.ui.page import Drawing, Figure, Item, Page
from companion.values import Frozen, replace

NAMES = 9
"""The top row of the names."""
MARK = 4
"""What is kept free in front of every name for the mark of the player in turn, which is never left out."""
CHOICES = 48
"""The top row of the choices."""
WIDE = 39
"""Cells so wide have a dotted column between them, which keeps a column free on each side. Narrower ones have one where
there is room: beside the points of a player is the card of the next one.
"""
NARROW = 29
"""Narrower cells have low cards: the cells of five players."""
GAP = 1
"""What is at least between a card and what stands right of it."""
SMALL_CROWN = ("#.#.#", "#####", "#####", "#####")
"""The crown behind a name in a narrow cell."""
SMALL_GAP = 1
"""Between small cards and the large one."""
SMALL_PITCH = 8
"""The distance from one small card to the card below it."""
PIPS = ((2, 4), (2, 3), (1, 2))
"""How pips are drawn: their width, and how far they are from each other. The first that has room is used."""
PIPS_MOST = 11
"""The pips of a whole hand."""
PIPS_LOW = 20
"""The width of the pips below a card."""
TITLE_GAP = 4
"""What is at least between the two ends of the title."""
CHOICE_GAPS = (8, 6, 4, 3, 2)
WORD_GAP, WORD = 4, 3
"""What is at least between two words, and from how many letters on a choice is one."""


class Plan(Frozen):
    """Where the parts of a seat are, from the top of the glass: the cards with the width and height of a large one,
    and of a digit that is one of two or has small cards beside it.

    `points` is the top row of the points, and `pips` the first and the last row of the pips. Both are beside the card,
    or below it.
    """

    cards: int
    wide: int
    high: int
    slim: int
    points: int
    pips: tuple[int, int]
    beside: bool


LARGE = Plan(cards=18, wide=14, high=24, slim=10, points=19, pips=(31, 41), beside=True)
"""For two and three players."""
MIDDLE = replace(LARGE, wide=10)
"""For four players."""
LOW = Plan(cards=17, wide=12, high=17, slim=8, points=39, pips=(35, 37), beside=False)
"""For five players, and where the points have no room beside large cards."""


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
    """The running trick by seats, under what the choice would do. Below it is the menu side by side.

    `short` is what stands at the right end of the title where the aside of the page has no room.
    """

    seats: tuple[TrickSeat, ...]
    short: str = ""

    fills_glass = True

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple(map(str, self.seats))

    def paint(self, letters: Faces, picture: Image.Image, page: Page) -> None:
        _title(letters, picture, page, self.short)
        _seats(letters, picture, self.seats)
        _choices(letters, picture, page.menu, page.cursor)


def _title(letters: Letters, picture: Image.Image, page: Page, short: str) -> None:
    """Draw what the choice would do, and behind it the clock and the state of the trick, as far as there is room.

    The player in turn is marked in the trick.
    """
    would = f"{page.before}{' '.join(page.text)}" if page.turn else page.title
    clock = letters.clock_width(page.clock) + (TITLE_GAP if page.clock else 0)
    room = RIGHT - letters.width(would) - TITLE_GAP - clock
    right = next((text for text in (page.aside or short, short) if letters.width(text) <= room), "")
    left = RIGHT - letters.width(right) - (clock if right else max(clock - TITLE_GAP, 0))
    letters.text(picture, 0, 0, would, left - TITLE_GAP if right or clock else RIGHT)
    if clock:
        letters.clock(picture, left, 0, page.clock, RIGHT - left)
    letters.text(picture, RIGHT - letters.width(right), 0, right, RIGHT)
    if page.shares is not None:
        share_bar(picture, 0, RIGHT, LINE - 1, page.shares.parts)
    else:
        underline(picture, 0, RIGHT, LINE - 1, dotted=True)


def _seats(letters: Faces, picture: Image.Image, seats: Sequence[TrickSeat]) -> None:
    """Draw for each seat its name, its cards, its points and a pip for each card that it still holds."""
    wide = RIGHT // len(seats)
    large = LARGE if wide >= WIDE else MIDDLE
    ruled, free = wide - 2, wide - 1  # the width of what is in a cell, with a dotted column behind it and without
    rooms = (ruled,) if wide >= WIDE else (ruled, free) if wide >= NARROW else ()
    fitting = [room for room in rooms if all(_has_room(letters, seat, room, large) for seat in seats)]
    plan = large if fitting else LOW
    room = fitting[0] if fitting else ruled if wide >= WIDE else free
    crown = digits.mark("crown")
    above = []
    for place, seat in enumerate(seats):
        x = place * wide
        if place and room == ruled:
            Pen(picture).point([(x - 1, y) for y in range(LARGE.cards, CHOICES - 3, 2)], fill=1)
        end = _cards(letters, picture, seat, x, room, plan)
        _points(letters, picture, seat, (end, x + room - 1), plan)
        beside = not plan.beside and end + 1 + crown.width < x + wide
        above.append(seat.crown and not beside)
        if seat.crown and beside:
            picture.paste(crown, (end + 1, plan.cards + 1))
    _names(letters, picture, seats, wide, above)


def _names(
    letters: Letters, picture: Image.Image, seats: Sequence[TrickSeat], wide: int, crowned: Sequence[bool]
) -> None:
    """Draw the names, in brackets where the player has passed, with the mark of the turn in front.

    A crown at the right end of a name marks the card that takes.
    """
    crown = digits.mark("crown") if wide >= WIDE else digits.bitmap(SMALL_CROWN)
    rooms = [wide - MARK - (crown.width + 2 if above else 0) for above in crowned]
    signs = ["({})" if seat.figure.out else "{}" for seat in seats]
    names = [seat.figure.name for seat in seats]

    def fits(place: int, text: str) -> bool:
        return letters.width(signs[place].format(text)) <= rooms[place]

    shown, least = distinct(names, fits, wide), LETTERS_LEAST - (wide < NARROW)
    signs_of_tags = single_signs([seat.tag for seat in seats])
    for place, seat in enumerate(seats):
        x = place * wide
        name = shown[place] if has_enough(shown[place], names[place], least) else seat.tag
        if not fits(place, name):
            name = signs_of_tags[place]
        if seat.figure.marked:
            picture.paste(digits.mark("turn"), (x, NAMES + 1))
        letters.text(picture, x + MARK, NAMES, signs[place].format(name), wide - MARK)
        if crowned[place]:
            picture.paste(crown, (x + wide - 1 - crown.width, NAMES + 1))


def _has_room(letters: Letters, seat: TrickSeat, room: int, plan: Plan) -> bool:
    """Whether the points have room right of the large card in a cell with so much room, and the pips below them."""
    columns = SMALL_GAP + digits.SMALL_WIDE if len(seat.cards) > 1 else 0
    card = _large(seat.cards[-1], plan, slim=bool(columns)).width if seat.cards else plan.wide
    room -= columns + card + GAP
    return letters.width(str(seat.figure.number)) <= room and _pips_size(room, plan) is not None


def _cards(letters: Letters, picture: Image.Image, seat: TrickSeat, x: int, room: int, plan: Plan) -> int:
    """Draw the cards of a seat: the last one large, and left of it those before it as far as there is room.

    The player in turn has an empty frame until the first card. Returns the first column behind the cards.
    """
    if not seat.cards:
        if seat.figure.marked:
            box = (x, plan.cards, x + plan.wide - 1, plan.cards + plan.high - 1)
            Pen(picture).rectangle(box, outline=1)
        return x + plan.wide
    before = [_small(card) for card in seat.cards[:-1]]
    last = _large(seat.cards[-1], plan, slim=bool(before))
    if plan.beside:
        room -= GAP + letters.width(str(seat.figure.number))
    rows = plan.high // SMALL_PITCH
    columns = [before[max(end - rows, 0) : end] for end in range(len(before), 0, -rows)]
    used = last.width
    shown: list[list[Image.Image]] = []
    for column in columns:
        used += max([card.width for card in column]) + SMALL_GAP
        if used > room:
            break
        shown.insert(0, column)
    for column in shown:
        for row, card in enumerate(column):
            letters.number(picture, card, (x, plan.cards + row * SMALL_PITCH))
        x += max([card.width for card in column]) + SMALL_GAP
    letters.number(picture, last, (x, plan.cards))
    return x + last.width


def _large(card: str, plan: Plan, *, slim: bool) -> Image.Image:
    """The digits of a card, or a banner; `slim` beside small cards."""
    wide = plan.slim if slim else plan.wide
    if card.isdecimal():
        return digits.number(card, wide if len(card) == 1 else LOW.wide // 2 - (not plan.beside), plan.high)
    return digits.bitmap(digits.BANNER.rows).resize((wide, plan.high), Image.Resampling.NEAREST)


def _small(card: str) -> Image.Image:
    return digits.small_number(card) if card.isdecimal() else digits.bitmap(digits.BANNER.small)


def _points(letters: Faces, picture: Image.Image, seat: TrickSeat, sides: tuple[int, int], plan: Plan) -> None:
    """Draw the points, and a pip for each card in hand. `sides`: the end of the cards, and the last column."""
    left, right = sides
    points = str(seat.figure.number)
    left = left + GAP if plan.beside else right - PIPS_LOW + 1
    face: Letters = letters.lines if plan.beside else letters
    if face.width(points) > right + 1 - left:
        face = letters
    face.text(picture, right + 1 - face.width(points), plan.points, points, RIGHT)
    size, pitch = _pips_size(right + 1 - left, plan) or PIPS[-1]
    row = (right + 1 - left + pitch - size) // pitch
    rows = range(plan.pips[0], plan.pips[1] + 1, pitch if plan.beside else 2)
    top = rows[0] if not plan.beside else plan.pips[1] + 1 - size - pitch * ((PIPS_MOST - 1) // row)
    pen = Pen(picture)
    for pip in range(seat.held):
        x, y = left + pip % row * pitch, top + pip // row * rows.step
        pen.rectangle((x, y, x + size - 1, y + (size if plan.beside else 1) - 1), fill=1)


def _pips_size(room: int, plan: Plan) -> tuple[int, int] | None:
    """The size and the pitch of the pips of a whole hand in a room of this width; None if there is no room."""
    first, last = plan.pips
    for size, pitch in PIPS:
        rows = (last + 1 - first + pitch - size) // pitch if plan.beside else 2
        if (room + pitch - size) // pitch * rows >= PIPS_MOST:
            return size, pitch
    return None


def _choices(letters: Faces, picture: Image.Image, items: Sequence[Item], cursor: int | None) -> None:
    """Draw the choices side by side, the one under the cursor inverted and in large letters. Of words that have no room
    only those around the cursor are drawn.
    """
    if not items:
        return
    labels = [item.label for item in items]
    words = all(len(label) >= WORD for label in labels)
    gaps = [gap for gap in CHOICE_GAPS if gap >= WORD_GAP or not words]
    top = HEIGHT - letters.large.height if words else CHOICES  # digits have no part below the line
    for other in (letters.lines, letters):
        sized = [letters.large if place == cursor else other for place in range(len(labels))]
        widths = [face.width(label) for face, label in zip(sized, labels, strict=True)]
        gap = next((gap for gap in gaps if sum(widths) + gap * len(labels) <= RIGHT), None)
        if gap is not None:
            break
    else:
        gap = gaps[-1]
    first, last = _in_sight([width + gap for width in widths], cursor or 0)
    x = 0
    for place in range(first, last):
        face, label, here = sized[place], labels[place], place == cursor
        width = widths[place] + gap
        face.text(picture, x + gap // 2, top if here else top + LINE // 2, label, RIGHT - x)
        if here:
            letters.invert(picture, (x, top - 1, x + width, HEIGHT))
        x += width


def _in_sight(widths: Sequence[int], at: int) -> tuple[int, int]:
    """Which cells have room, one of them for certain: the first, and the one behind the last."""
    first = last = at
    used = 0
    while last < len(widths) and used + widths[last] <= RIGHT:
        used += widths[last]
        last += 1
    while first and used + widths[first - 1] <= RIGHT:
        first -= 1
        used += widths[first]
    return first, max(last, at + 1)
