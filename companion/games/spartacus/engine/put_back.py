"""What people must do to turn one table into another.

A card is identified by its value and its player. A won pile stays closed if it certainly holds the right cards.
People open all others, and the messages name each card that moves with its owner and its new place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from operator import eq
from typing import TypeVar

from companion.games.spartacus.engine.cards import CardsPosition, Pile, Trick
from companion.games.spartacus.engine.notation import BIT, CARDS, Card, cards_of_mask
from companion.games.spartacus.engine.position import Position, ScoresPosition
from companion.kit.rules import Seat
from companion.kit.zones import put_turn
from companion.messages import Message

T = TypeVar("T")


def put_back(now: Position, then: Position) -> tuple[Message, ...]:
    """What people must do, in this order, to turn the table `now` into the table `then`.

    The won piles of a seat are numbered from 1. In scores entry nothing on the table moves.
    """
    if isinstance(now, ScoresPosition):
        return ()
    assert isinstance(then, CardsPosition)
    messages: list[Message] = []
    stay = _count_closed(now, then)
    for seat, closed in enumerate(now.piles):
        opened = len(closed) - stay[seat]
        if opened:
            key = "put.spartacus.open" if opened == 1 else "put.spartacus.open-from"
            messages.append(Message(key, "SPA-6", seat=seat, pile=stay[seat] + 1))
    for seat, hand in enumerate(then.hands):
        cards = cards_of_mask(hand & ~now.hands[seat])
        if cards:
            messages.append(Message("put.spartacus.hand", seat=seat, cards=cards))
    messages += _pile_messages(now, then, stay)
    dropped = tuple([played for played in then.dropped if played not in now.dropped])
    if dropped:
        messages.append(Message("put.spartacus.drop", "SPA-8", cards=dropped))
    # A card that is in the trick too early goes to its end when it is named.
    laid = then.trick[_common_length(now.trick, then.trick, eq) :]
    if laid:
        messages.append(_to_trick(laid))
    return (*messages, *put_turn(now, then))


def _count_closed(now: CardsPosition, then: CardsPosition) -> list[int]:
    """By seat, how many piles, from the first on, stay closed."""
    here, there = _unknown_owners(now), _unknown_owners(then)
    # If several piles hold a card whose owner is unknown, all of them stay closed, or none.
    doubtful = {card for card in CARDS if here[card] != there[card]}

    def is_same(pile: Pile, wanted: Pile) -> bool:
        if len(pile) != len(wanted):
            return False
        for (owner, card), (due, card_due) in zip(pile, wanted, strict=True):
            if card != card_due:
                return False
            if owner is None and (due is not None or card in doubtful):
                return False
            if owner is not None and owner != due and (due is not None or owner not in there[card]):
                return False
        return True

    while True:
        stay = [_common_length(piles, due, is_same) for piles, due in zip(now.piles, then.piles, strict=True)]
        opened = [pile for piles, count in zip(now.piles, stay, strict=True) for pile in piles[count:]]
        moving = {card for pile in opened for owner, card in pile if owner is None}
        if moving <= doubtful:
            return stay
        doubtful |= moving


def _unknown_owners(position: CardsPosition) -> dict[Card, list[Seat]]:
    """By card, the players of those cards whose piles do not name the player."""
    named = {*position.trick, *position.dropped, *[played for own in position.piles for pile in own for played in pile]}
    seats = range(len(position.hands))
    return {
        card: [seat for seat in seats if not position.hands[seat] & BIT[card] and (seat, card) not in named]
        for card in CARDS
    }


def _to_trick(cards: Sequence[object]) -> Message:
    return Message("put.spartacus.trick" if len(cards) > 1 else "put.spartacus.trick-one", cards=cards)


def _pile_messages(now: CardsPosition, then: CardsPosition, stay: list[int]) -> list[Message]:
    """The messages that make the missing piles."""
    messages: list[Message] = []
    taken: Trick | None = None
    missing = _piles_to_make(now, then, stay)
    # A running trick that becomes a pile needs no list. This comes first, while the trick is complete.
    for seat, piles in enumerate(missing):
        if now.trick and piles and piles[0][: len(now.trick)] == now.trick:
            taken = piles[0]
            if taken[len(now.trick) :]:
                messages.append(_to_trick(taken[len(now.trick) :]))
            messages.append(Message("put.spartacus.take", "SPA-6", seat=seat, pile=stay[seat] + 1))
    for seat, piles in enumerate(missing):
        for place, pile in enumerate(piles, stay[seat] + 1):
            if pile != taken:
                messages.append(Message("put.spartacus.pile", "SPA-6", seat=seat, pile=place, cards=pile))
    return messages


def _piles_to_make(now: CardsPosition, then: CardsPosition, stay: list[int]) -> list[list[Trick]]:
    """By seat, the piles to make; a card of an unknown player is given to any free one."""
    free = _unknown_owners(then)
    for closed, piles, count in zip(now.piles, then.piles, stay, strict=True):
        for pile, wanted in zip(closed[:count], piles, strict=False):
            for (owner, card), (due, _) in zip(pile, wanted, strict=True):
                if due is None and owner is not None:
                    free[card].remove(owner)
    return [
        [tuple([(free[card].pop(0) if due is None else due, card) for due, card in pile]) for pile in piles[count:]]
        for piles, count in zip(then.piles, stay, strict=True)
    ]


def _common_length(here: Sequence[T], there: Sequence[T], same: Callable[[T, T], bool]) -> int:
    """How many entries, from the first on, are the same."""
    return sum(1 for _ in takewhile(lambda pair: same(*pair), zip(here, there, strict=False)))
