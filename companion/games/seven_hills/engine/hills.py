"""A hill, the effect of turning it up, and its owner."""

from __future__ import annotations

from companion.games.seven_hills.engine.actions import BANNER, BANNER_BIT, NUMBER_BITS
from companion.kit.rules import Options, Seat

Row = tuple[int, ...]
"""The cards of one tribe at a hill, oldest first."""

Rows = tuple[Row, Row]
"""The cards at a hill, by seat."""


class Variant:
    """What the players agreed on; `cards` is the number of cards of each player, `deck` the set of them."""

    __slots__ = ("barricades", "cards", "deck", "exclusive", "open", "strongest")

    def __init__(self, options: Options) -> None:
        self.exclusive = options["exclusive"] is True
        self.barricades = options["barricades"] is True
        self.strongest = options["scoring"] == "strongest"
        self.open = options["open"] is True
        self.deck = NUMBER_BITS | BANNER_BIT if self.barricades else NUMBER_BITS  # HIL-12
        self.cards = self.deck.bit_count()

    @property
    def removes_repeats(self) -> bool:
        """Whether HIL-11 can ever remove a card; in the open game (HIL-18) it never does."""
        return self.exclusive and not self.open


class Hill:
    """One hill: whether cards are laid face up there, and the cards that lie there.

    `turned` are the cards that were turned up there, with those that a rule then removed; unknown if a table was set.
    They are not in the table view: only `put_back` needs them, to return a removed card.
    """

    __slots__ = ("cards", "open", "turned")

    def __init__(self, open: bool, cards: Rows, turned: Rows = ((), ())) -> None:  # noqa: A002  # the word of the table
        self.open = open
        self.cards = cards
        self.turned = turned

    def cards_laid(self, seat: Seat) -> Row:
        """The cards that a player has laid here, oldest first; without those that were laid face up and voided."""
        turned = self.turned[seat]
        return (*turned, *[card for card in self.cards[seat] if card not in turned])

    @property
    def banner_of(self) -> Seat | None:
        """The seat whose banner is active here: at an open hill a banner is always the last card of its tribe."""
        if not self.open:
            return None
        for seat, row in enumerate(self.cards):
            if row and row[-1] == BANNER:
                return seat
        return None

    def numbers(self, seat: Seat) -> int:
        """The numbers, as a set of bits, that lie face up here for that seat."""
        bits = 0
        for card in self.cards[seat]:
            bits |= 1 << card
        return bits & NUMBER_BITS


def with_row(cards: Rows, seat: Seat, row: Row) -> Rows:
    """The cards at a hill, with one seat's replaced."""
    return (cards[0], row) if seat else (row, cards[1])


class TurnedUp:
    """The result of turning up a hill: the cards that stay, and those that a rule removes.

    `voided` is the seat and the card that a banner of `banner_of` voids; `repeated` is True if HIL-11 removes the
    card that caused the turning up.
    """

    __slots__ = ("banner_of", "cards", "repeated", "voided")

    def __init__(self, cards: Rows, newcomer: Seat | None, variant: Variant) -> None:
        """All cards are known; `newcomer` laid the card that caused the turning up, None at the end of the game."""
        waiting = (0 if cards[0] else 1) if newcomer is None else 1 - newcomer
        row, new = cards[waiting], () if newcomer is None else cards[newcomer]
        self.banner_of: Seat | None = None
        self.voided: tuple[Seat, int] | None = None
        if BANNER in row:  # HIL-14, and before HIL-11: HIL-15 (ruling)
            at = row.index(BANNER)
            if at + 1 < len(row):  # the next card of its own tribe; the others stay
                self.banner_of, self.voided = waiting, (waiting, row[at + 1])
                row = row[:at] + row[at + 2 :]
            elif newcomer is not None:
                self.banner_of, self.voided = waiting, (newcomer, new[0])
                row, new = row[:at], ()
            # else HIL-14 (ruling): the last card of its tribe stays when the game ends
        # HIL-10: HIL-11 is about numbers only. Here a new card that is still there and a waiting banner never meet.
        self.repeated = variant.exclusive and bool(new) and new[0] in row
        if self.repeated:  # HIL-11 (ruling): the new card is removed
            new = ()
        if newcomer is None:
            self.cards = with_row(cards, waiting, row)
        else:
            self.cards = (row, new) if newcomer else (new, row)


def leader(hill: Hill, variant: Variant) -> Seat | None:
    """Who would win the hill now; nobody before it is turned up: even one tribe alone may have no number."""
    return owner(hill, variant) if hill.open else None


def owner(hill: Hill, variant: Variant) -> Seat | None:
    """Who wins the hill by the cards that lie there; None: nobody."""
    first, second = [sorted([card for card in row if card != BANNER], reverse=True) for row in hill.cards]  # HIL-16
    if not first and not second:
        return None  # HIL-7 (ruling)
    if variant.strongest:  # HIL-17: lists compare card by card, and a missing card is lower than any
        return 0 if first >= second else 1
    return 0 if sum(first) >= sum(second) else 1  # HIL-6, HIL-7: the sum of no cards is the lowest
