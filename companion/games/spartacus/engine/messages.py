"""What people should notice after an action."""

from __future__ import annotations

from companion.games.spartacus.engine.cards import CardsPosition
from companion.games.spartacus.engine.counting import count_cards
from companion.games.spartacus.engine.notation import NO_NUMBER, Drop, Hand, Play, Trick, cards_of_mask
from companion.games.spartacus.engine.position import Position, ScoresPosition
from companion.kit.rules import Action
from companion.messages import Message


def consequences(before: Position, action: Action, after: Position) -> tuple[Message, ...]:
    """What people should notice after a legal action: what it did, what follows, and how the game was won."""
    if isinstance(before, CardsPosition):
        assert isinstance(after, CardsPosition)
        messages = [_step(before, action), *_trick_messages(before, after)]
        messages += [_next(after)] if after.outcome is None else _end(after)
    else:
        assert isinstance(after, ScoresPosition)
        messages = _entry_messages(action, after)
    if after.outcome is not None:  # SPA-11
        key = "event.spartacus.won" if len(after.outcome.winners) == 1 else "event.spartacus.won-together"
        messages += [
            Message(key, "SPA-11", seat=seat, points=after.outcome.scores[seat]) for seat in after.outcome.winners
        ]
    return tuple(messages)


def _step(before: CardsPosition, action: Action) -> Message:
    seat = before.turn
    if not isinstance(action, Play):
        return Message("event.spartacus.passed", "SPA-4", seat=seat)
    if action.number:
        return Message("event.spartacus.lowest", "SPA-4", seat=seat, card=action.card)
    if before.counting.jokers:
        return Message("event.spartacus.joker", "SPA-13", seat=seat)
    return Message("event.spartacus.doubled", "SPA-9", seat=seat)


def _trick_messages(before: CardsPosition, after: CardsPosition) -> list[Message]:
    """The message about the trick that somebody took with this action, if any."""
    rule = "SPA-14" if after.counting.jokers else "SPA-6"
    return [
        Message("event.spartacus.took", rule, seat=seat, points=after.counting.trick(*count_cards(piles[-1])))
        for seat, piles in enumerate(after.won_tricks)
        if len(piles) > len(before.won_tricks[seat])
    ]


def _next(after: CardsPosition) -> Message:
    if not after.trick:
        return Message("event.spartacus.leads", "SPA-7", seat=after.turn)
    if after.lowest == NO_NUMBER:
        return Message("event.spartacus.must-play", "SPA-3", seat=after.turn)
    return Message("event.spartacus.next", "SPA-1", seat=after.turn)


def _end(after: CardsPosition) -> list[Message]:
    messages = [Message("event.spartacus.last-card", "SPA-8", seat=after.turn)]
    if after.dropped:
        messages.append(Message("event.spartacus.dropped", "SPA-8", banners=len(after.dropped)))
    for seat, hand in enumerate(after.hands):
        cost = after.counting.hand(*count_cards(cards_of_mask(hand)))
        if cost:
            messages.append(Message("event.spartacus.hand", "SPA-10", seat=seat, points=cost))
    return messages


def _entry_messages(action: Action, after: ScoresPosition) -> list[Message]:
    messages = []
    if isinstance(action, Trick):
        points = after.counting.trick(action.total, action.banners)
        messages.append(Message("event.spartacus.pile", "SPA-9", seat=action.seat, points=points))
    elif isinstance(action, Hand):
        cost = after.counting.hand(action.total, action.banners)
        messages.append(Message("event.spartacus.hand", "SPA-10", seat=action.seat, points=cost))
    elif isinstance(action, Drop):
        messages.append(Message("event.spartacus.dropped", "SPA-8", banners=action.banners))
    if after.outcome is None and after.missing == (0, 0):
        messages.append(Message("event.spartacus.complete", "SPA-17"))
    return messages
