"""A draft of the table in cards entry: the possible places of a card, and moving a card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.games.spartacus.engine.notation import BANNER, Card
from companion.kit.rules import Seat, Table
from companion.kit.zones import Fields, Path, value_at, with_token, with_value, without_token


class Place(NamedTuple):
    """A place of a card: a seat's `hand`; the `trick`, played by that seat; or a won `pile` of the seat.

    `number` counts the piles of a seat from 0; the next number after them is a new pile.
    """

    kind: str
    seat: Seat
    number: int = 0

    @property
    def path(self) -> Path:
        """Where its cards are in the table."""
        paths: dict[str, Path] = {"hand": ("hands", self.seat), "trick": ("trick",)}
        return paths.get(self.kind, ("tricks", self.seat, self.number))

    def token(self, card: Card) -> object:
        """A card as it stands there: in the trick with who played it."""
        return [self.seat, card] if self.kind == "trick" else card


def targets(fields: Fields, card: Card, here: Place) -> list[Place]:
    """The other possible places of this card: nobody holds a card twice, and a trick has no number twice."""
    seats = range(len(fields["hands"]))
    left = without_token(fields, here.path, here.token(card))
    # A player's card most likely goes back to that player: so these places come first.
    nearest = sorted(seats, key=lambda seat: (seat - here.seat) % len(seats))
    owns = [seat for seat in nearest if card in left["hands"][seat] or [seat, card] in left["trick"]]
    free = [seat for seat in nearest if seat not in owns]
    in_hand = [Place("hand", seat) for seat in free]
    laid = [other for _, other in left["trick"]]
    in_trick = [Place("trick", seat) for seat in free if card == BANNER or card not in laid]
    in_pile = [
        Place("pile", seat, number)
        for seat in seats
        for number, pile in enumerate(left["tricks"][seat])
        if card == BANNER or card not in pile
    ]
    new = [Place("pile", seat, len(left["tricks"][seat])) for seat in seats]
    groups = (in_trick, in_hand) if here.kind == "hand" else (in_hand, in_trick)
    return [place for place in (*groups[0], *groups[1], *in_pile, *new) if place != here]


def move_card(fields: Fields, card: Card, here: Place, to: Place) -> Table:
    """The fields with a card in another place; piles that are empty then are removed."""
    new = without_token(fields, here.path, here.token(card))
    if to.kind == "pile" and to.number == len(new["tricks"][to.seat]):
        new = with_token(new, ("tricks", to.seat), [])
    lying = value_at(new, to.path)
    falling = [other for _, other in lying] if to.kind == "trick" else lying
    index = None if to.kind == "hand" else _falling_index(falling, card)
    new = with_token(new, to.path, to.token(card), index)
    return with_value(new, ("tricks",), [[pile for pile in piles if pile] for piles in new["tricks"]])


def move_trick_to_pile(fields: Fields, here: Place, seat: Seat) -> Table:
    """The fields after a whole trick, running or won, has become a new pile of this seat."""
    if here.kind == "trick":
        cards = [card for _, card in fields["trick"]]
        # Others may lead, too, if their neighbours have won tricks.
        new = {**fields, "trick": [], "turn": (seat + 1) % len(fields["hands"])}
    else:
        cards = value_at(fields, here.path)
        own = fields["tricks"][here.seat]
        new = with_value(fields, here.path[:-1], [*own[: here.number], *own[here.number + 1 :]])
    return with_token(new, ("tricks", seat), cards)


def _falling_index(cards: Sequence[Card], card: Card) -> int:
    """The index at which a card keeps the numbers falling (SPA-4): before the first lower one."""
    if isinstance(card, int):
        for place, other in enumerate(cards):
            if isinstance(other, int) and other < card:
                return place
    return len(cards)
