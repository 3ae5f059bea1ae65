"""A draft of the table in cards entry: the possible places of a card, and moving a card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, NamedTuple

from companion.games.spartacus.engine.notation import BANNER, Card
from companion.kit.rules import Seat, Table

Fields = Mapping[str, Any]


class Place(NamedTuple):
    """A place of a card: a seat's `hand`; the `trick`, played by that seat; or a won `pile` of the seat.

    `number` counts the piles of a seat from 0; the next number after them is a new pile.
    """

    kind: str
    seat: Seat
    number: int = 0


def cards_in(fields: Fields, place: Place) -> list[Card]:
    """The cards in one place; for the trick the cards of one seat."""
    if place.kind == "hand":
        return list(fields["hands"][place.seat])
    if place.kind == "trick":
        return [card for who, card in fields["trick"] if who == place.seat]
    piles = fields["tricks"][place.seat]
    return list(piles[place.number]) if place.number < len(piles) else []


def targets(fields: Fields, card: Card, here: Place) -> list[Place]:
    """The other possible places of this card: nobody holds a card twice, and a trick has no number twice."""
    seats = range(len(fields["hands"]))
    left = _without(fields, card, here)
    # A player's card most likely goes back to that player: so these places come first.
    nearest = sorted(seats, key=lambda seat: (seat - here.seat) % len(seats))
    owns = [seat for seat in nearest if card in left["hands"][seat] or card in cards_in(left, Place("trick", seat))]
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


def move_card(fields: Fields, card: Card, here: Place, there: Place) -> Table:
    """The fields with a card in another place; piles that are empty then are removed."""
    new = _without(fields, card, here)
    _add_card(new, card, there)
    for piles in new["tricks"]:
        piles[:] = [pile for pile in piles if pile]
    return new


def move_trick_to_pile(fields: Fields, here: Place, seat: Seat) -> Table:
    """The fields after a whole trick, running or won, has become a new pile of this seat."""
    new = deepcopy(dict(fields))
    if here.kind == "trick":
        cards = [card for _, card in new["trick"]]
        new["trick"] = []
        new["turn"] = (seat + 1) % len(new["hands"])  # others may lead too, if their neighbours have won tricks
    else:
        cards = new["tricks"][here.seat].pop(here.number)
    new["tricks"][seat].append(cards)
    return new


def _without(fields: Fields, card: Card, here: Place) -> Table:
    """The fields after a card is taken from its place."""
    new = deepcopy(dict(fields))
    if here.kind == "trick":
        new["trick"].remove([here.seat, card])
    elif here.kind == "hand":
        new["hands"][here.seat].remove(card)
    else:
        new["tricks"][here.seat][here.number].remove(card)
    return new


def _add_card(fields: Table, card: Card, there: Place) -> None:
    if there.kind == "hand":
        fields["hands"][there.seat].append(card)
    elif there.kind == "trick":
        at = _falling_index([other for _, other in fields["trick"]], card)
        fields["trick"].insert(at, [there.seat, card])
    else:
        piles = fields["tricks"][there.seat]
        if there.number == len(piles):
            piles.append([])
        pile = piles[there.number]
        pile.insert(_falling_index(pile, card), card)


def _falling_index(cards: Sequence[Card], card: Card) -> int:
    """The index at which a card keeps the numbers falling (SPA-4): before the first lower one."""
    if isinstance(card, int):
        for place, other in enumerate(cards):
            if isinstance(other, int) and other < card:
                return place
    return len(cards)
