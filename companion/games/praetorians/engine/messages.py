"""What people should notice in Praetorians, and what they must do with their hands."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.praetorians.engine.actions import Bank, Bust, Card, Flip, Give, Match, Twelve, in_order
from companion.games.praetorians.engine.cards import CardsPosition
from companion.games.praetorians.engine.position import Position
from companion.kit.rules import Action
from companion.kit.zones import put_turn, without
from companion.messages import Message

ALL_BUT = 6
"""The words "all … but" take the room of this number of cards."""
STAY_MOST = 20
"""The most cards that stay and fit one banner in any language. Of more, the cards that move are named, in sentences."""


def consequences(before: Position, action: Action, after: Position) -> tuple[Message, ...]:
    """What people should notice after a legal action: first what happened, then what they must do."""
    seat = before.turn
    moved = {"space": before.pawns[seat], "to": after.pawns[seat]}
    messages = []
    if isinstance(action, Flip) and isinstance(before, CardsPosition) and isinstance(after, CardsPosition):
        if after.matched > before.matched:
            messages.append(Message("event.praetorians.match", "PRA-6", seat=seat, value=action.card.value, **moved))
        elif after.turn != seat:
            messages.append(Message("event.praetorians.caught", "PRA-5", seat=seat, card=action.card))
        else:
            messages.append(Message("event.praetorians.kept", "PRA-4", card=action.card, sum=after.kept_sum))
    elif isinstance(action, Match):
        messages.append(Message("event.praetorians.match", "PRA-6", seat=seat, value=action.value, **moved))
    elif isinstance(action, Give | Twelve):
        back = {"space": before.pawns[action.seat], "to": after.pawns[action.seat]}
        messages.append(Message("event.praetorians.twelve", "PRA-10", seat=action.seat, **back))
    elif isinstance(action, Bust):
        messages.append(Message("event.praetorians.bust", "PRA-5", seat=seat))
    elif isinstance(before, CardsPosition):
        messages.append(
            Message("event.praetorians.stopped", "PRA-4", seat=seat, cards=before.kept, sum=before.kept_sum, **moved)
        )
    else:
        assert isinstance(action, Bank)
        messages.append(Message("event.praetorians.banked", "PRA-4", seat=seat, sum=action.total, **moved))
    if after.winner is not None:
        messages.append(Message("event.praetorians.won", "PRA-8", seat=after.winner))
    elif isinstance(before, CardsPosition) and isinstance(after, CardsPosition):
        turned_up = isinstance(action, Flip)
        left = len(before.facedown or (before.discards if turned_up else ())) - turned_up
        if not left and after.turn != seat:
            messages.append(Message("event.praetorians.shuffle", "PRA-9"))
        elif not after.facedown:
            messages.append(Message("event.praetorians.last-card", "PRA-9"))
    return tuple(messages)


def put_back(now: Position, then: Position) -> tuple[Message, ...]:
    """What people must do, in this order, to turn the table `now` into the table `then`."""
    messages = []
    if isinstance(now, CardsPosition) and isinstance(then, CardsPosition):
        messages = _cards(now, then)
    for seat, (space, to) in enumerate(zip(now.pawns, then.pawns, strict=True)):
        if space != to:
            messages.append(Message("put.praetorians.pawn", seat=seat, space=space, to=to))
    return (*messages, *put_turn(now, then))


def _cards(now: CardsPosition, then: CardsPosition) -> list[Message]:
    """The cards that change their place: first those that people keep, then those between the two piles.

    If most of a pile moves, the message names the cards that stay.
    """
    messages = []
    kept = [card for card in then.kept if now.turn != then.turn or card not in now.kept]
    if kept:
        messages.append(Message("put.praetorians.kept", seat=then.turn, cards=tuple(kept)))
    piles = {"facedown": without(now.facedown, kept), "discards": without(now.discards, kept)}
    for place, other in (("facedown", "discards"), ("discards", "facedown")):
        come = without(getattr(then, place), piles[place])
        stay = without(piles[other], come)
        from_pile = without(piles[other], stay)
        piles[place], piles[other] = [*piles[place], *come], stay
        if len(stay) <= STAY_MOST and len(stay) + ALL_BUT < len(from_pile):
            key = f"put.praetorians.{place}-all-but" if stay else f"put.praetorians.{place}-all"
            messages.append(Message(key, other=_in_order(stay)))
            come = without(come, from_pile)
        if come:
            messages.append(Message(f"put.praetorians.{place}", cards=_in_order(come)))
    return messages


def _in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=in_order))
