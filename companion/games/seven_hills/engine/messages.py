"""What people should notice after an action in Seven Hills of Rome."""

from __future__ import annotations

from companion.games.seven_hills.engine.actions import BANNER, SAID, Award, LayUp, Reveal
from companion.games.seven_hills.engine.cards import CardsPosition
from companion.games.seven_hills.engine.hills import Hill, TurnedUp, Variant, leader, owner
from companion.games.seven_hills.engine.position import Position
from companion.games.seven_hills.engine.scores import ScoresPosition
from companion.kit.rules import Action
from companion.messages import Message


def consequences(before: Position, action: Action, after: Position) -> tuple[Message, ...]:
    """What people should notice after a legal action: first what happened, then what comes next."""
    if isinstance(before, ScoresPosition):
        assert isinstance(after, ScoresPosition)
        messages = [_award(action, after)] if isinstance(action, Award) else []
        return (*messages, *_end(after))
    assert isinstance(after, CardsPosition)
    if isinstance(action, LayUp):
        messages = _lay(before, action, after)
    elif isinstance(action, Reveal):
        messages = _turn_up(before, action, after)
    else:
        messages = []
    return (*messages, *_next(before, after), *_end(after))


def _award(action: Award, after: ScoresPosition) -> Message:
    if action.owner is None:
        return Message("event.seven_hills.nobody", "HIL-7", hill=action.hill)
    return Message(
        "event.seven_hills.awarded", "HIL-8", seat=action.owner, hill=action.hill, points=after.points[action.owner]
    )


def _lay(before: CardsPosition, action: LayUp, after: CardsPosition) -> list[Message]:
    seat, hill = before.turn, action.hill
    banner_of = before.hills[hill - 1].banner_of
    if banner_of is not None:
        params = {"hill": hill, "seat": seat, "card": SAID[action.card], "seat_banner": banner_of}
        return [Message("event.seven_hills.voided", "HIL-13", **params), _standing(before, after, hill)]
    if action.card == BANNER:
        return [Message("event.seven_hills.banner", "HIL-13", seat=seat, hill=hill)]
    return [_standing(before, after, hill)]


def _turn_up(before: CardsPosition, action: Reveal, after: CardsPosition) -> list[Message]:
    """The messages after the last card of a hill is named; the earlier cards have none."""
    assert before.pending is not None
    hill, newcomer = before.pending.hill, before.turn
    if not after.hills[hill - 1].open:
        return []
    cards = before.rows_with(action.card)
    turned = TurnedUp(cards, newcomer, before.variant)
    messages = []
    if turned.voided is not None:
        seat, card = turned.voided
        params = {"hill": hill, "seat": seat, "card": SAID[card], "seat_banner": turned.banner_of}
        messages.append(Message("event.seven_hills.voided", "HIL-14", **params))
    if newcomer is not None:
        if turned.repeated:
            card = cards[newcomer][0]
            messages.append(Message("event.seven_hills.repeated", "HIL-11", seat=newcomer, card=SAID[card], hill=hill))
        if turned.cards[newcomer] == (BANNER,):
            messages.append(Message("event.seven_hills.banner", "HIL-14", seat=newcomer, hill=hill))
    return [*messages, _standing(before, after, hill)]


def _standing(before: CardsPosition, after: CardsPosition, number: int) -> Message:
    """The message about who would win the hill now; `takes-…` if that has changed."""
    return standing(number, after.hills[number - 1], after.variant, before.hills[number - 1])


def standing(number: int, hill: Hill, variant: Variant, former: Hill | None = None) -> Message:
    """The message about who would win an open hill; `takes-…` if another player, or nobody, won the `former` hill."""
    seat = owner(hill, variant)
    if seat is None:
        return Message("event.seven_hills.nobody", "HIL-7", hill=number)
    taken = former is not None and leader(former, variant) != seat
    sums: dict[str, object] = {}
    if not (hill.numbers(0) and hill.numbers(1)):
        how, rule = "alone", "HIL-7"
    elif variant.strongest:
        equal = hill.numbers(0) == hill.numbers(1)
        how, rule = "all-equal" if taken and equal else "strongest", "HIL-17"
    else:
        first, second = [sum([card for card in row if card != BANNER]) for row in hill.cards]
        how, rule = "equal" if taken and first == second else "sum", "HIL-6"
        sums = {"sum": (first, second)[seat], "other": (second, first)[seat]}
    key = f"event.seven_hills.{'takes-' if taken else ''}{how}"
    return Message(key, rule, seat=seat, hill=number, **sums)


def _next(before: CardsPosition, after: CardsPosition) -> list[Message]:
    pending = after.pending
    if after.turn is None:
        if pending is None:
            return []
        if before.turn is not None:
            return [Message("event.seven_hills.all-laid", "HIL-5", hill=pending.hill)]
        if before.pending is not None and before.pending.hill != pending.hill:
            return [Message("event.seven_hills.next-hill", "HIL-5", hill=pending.hill)]
        return []
    if after.turn != before.turn:
        return [Message("event.seven_hills.turn", "HIL-2", seat=after.turn, hill=after.barred)]
    if before.pending is None and pending is not None:
        return [Message("event.seven_hills.turn-up", "HIL-4", hill=pending.hill, seat=pending.seat)]
    return []


def _end(after: CardsPosition | ScoresPosition) -> list[Message]:
    outcome = after.outcome
    if outcome is None:
        return []
    first, second = outcome.scores
    if first == second:
        return [Message("event.seven_hills.tie", "HIL-8", points=first)]
    seat = outcome.winners[0]
    won, lost = (first, second) if seat == 0 else (second, first)
    return [Message("event.seven_hills.won", "HIL-8", seat=seat, points=won, other=lost)]
