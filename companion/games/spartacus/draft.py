"""A draft of the table in cards entry: the possible places of a card, and moving a card.

Each move computes what follows from the cards: the points, who is best and, in a trick, whose turn it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any, NamedTuple, cast

from companion.games.game import Seat
from companion.games.spartacus.engine.counting import Counting, read_out
from companion.games.spartacus.engine.notation import BANNER, CARDS, Card

Fields = dict[str, Any]


class Place(NamedTuple):
    """A place of a card: a seat's `hand`; the `trick`, played by that seat; or a won `pile` of the seat.

    `number` counts the piles of a seat from 0; the next number after them is a new pile.
    """

    kind: str
    seat: Seat
    number: int = 0


def fields_of(table: Mapping[str, object]) -> Fields:
    """A copy of the fields of a table view, which may be changed."""
    return cast(Fields, deepcopy(dict(table)))


def cards_in(fields: Fields, place: Place) -> list[Card]:
    """The cards in one place; for the trick those of one seat."""
    if place.kind == "hand":
        return list(fields["hands"][place.seat])
    if place.kind == "trick":
        return [card for who, card in fields["trick"] if who == place.seat]
    piles = fields["tricks"][place.seat]
    return list(piles[place.number]) if place.number < len(piles) else []


def targets(fields: Fields, card: Card, here: Place) -> list[Place]:
    """The other possible places of this card: nobody holds a card twice, and a trick has no number twice."""
    seats = range(len(fields["hands"]))
    left = moved(fields, Counting({"banners": "double", "joker_scoring": "none"}), card, here, None)
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


def moved(fields: Fields, counting: Counting, card: Card, here: Place, there: Place | None) -> Fields:
    """The fields with a card in another place (None: nowhere yet). With a new place, empty piles are removed."""
    new = deepcopy(fields)
    _take(new, card, here)
    if there is not None:
        _lay(new, card, there)
        for piles in new["tricks"]:
            piles[:] = [pile for pile in piles if pile]
    return derived(new, counting)


def whole(fields: Fields, counting: Counting, here: Place, seat: Seat) -> Fields:
    """The fields after a whole trick, running or won, has become a new pile of this seat."""
    new = deepcopy(fields)
    if here.kind == "trick":
        cards = [card for _, card in new["trick"]]
        new["trick"], new["passed"] = [], []
        new["turn"] = (seat + 1) % len(new["hands"])
    else:
        cards = new["tricks"][here.seat].pop(here.number)
    new["tricks"][seat].append(cards)
    return derived(new, counting)


def derived(fields: Fields, counting: Counting) -> Fields:
    """The fields, with what follows from the places of the cards."""
    best, number_played = None, False
    for seat, card in fields["trick"]:
        number_played = number_played or card != BANNER
        if card != BANNER or counting.jokers:  # SPA-5, SPA-14
            best = seat
    fields["best"] = best
    players = len(fields["hands"])
    # SPA-3: nobody passes before a number is played; the best player has not passed.
    fields["passed"] = [seat for seat in fields["passed"] if number_played and seat != best]
    if fields["trick"]:
        turn = (fields["trick"][-1][0] + 1) % players
        while turn in fields["passed"]:
            turn = (turn + 1) % players
        fields["turn"] = turn
    fields["points"] = [counting.points([read_out(pile) for pile in piles]) for piles in fields["tricks"]]
    return fields


def _take(fields: Fields, card: Card, here: Place) -> None:
    if here.kind == "trick":
        fields["trick"].remove([here.seat, card])
    elif here.kind == "hand":
        fields["hands"][here.seat].remove(card)
    else:
        fields["tricks"][here.seat][here.number].remove(card)


def _lay(fields: Fields, card: Card, there: Place) -> None:
    if there.kind == "hand":
        fields["hands"][there.seat] = sorted([*fields["hands"][there.seat], card], key=CARDS.index)
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
