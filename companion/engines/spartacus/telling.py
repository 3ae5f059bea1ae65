"""What people should notice about a step, and what their hands must do to bring another table about."""

from __future__ import annotations

from companion.engines.position import Action, Position, Seat
from companion.engines.refusals import Message
from companion.engines.spartacus.cards import CardsPosition
from companion.engines.spartacus.counting import read_out
from companion.engines.spartacus.notation import BANNER, NO_NUMBER, Card, Drop, Hand, Play, Trick, held
from companion.engines.spartacus.scores import ScoresPosition


def consequences(before: Position, action: Action, after: Position) -> tuple[Message, ...]:
    """What people should notice after a legal action: what it did, what follows, and how the game was won."""
    if isinstance(before, CardsPosition):
        assert isinstance(after, CardsPosition)
        told = [_step(before, action), *_taken(before, after)]
        told += [_next(after)] if after.outcome is None else _ended(after)
    else:
        assert isinstance(after, ScoresPosition)
        told = _entered(action, after)
    if after.outcome is not None:  # SPA-11
        key = "told.spartacus.won" if len(after.outcome.winners) == 1 else "told.spartacus.won-together"
        told += [Message(key, "SPA-11", seat=seat, points=after.outcome.scores[seat]) for seat in after.outcome.winners]
    return tuple(told)


def _step(before: CardsPosition, action: Action) -> Message:
    seat = before.turn
    if not isinstance(action, Play):
        return Message("told.spartacus.passed", "SPA-4", seat=seat)
    if action.number:
        return Message("told.spartacus.lowest", "SPA-4", seat=seat, card=action.card)
    if before.counting.jokers:
        return Message("told.spartacus.joker", "SPA-13", seat=seat)
    return Message("told.spartacus.doubled", "SPA-9", seat=seat)


def _taken(before: CardsPosition, after: CardsPosition) -> list[Message]:
    """The trick that somebody took with this step, if there was one."""
    rule = "SPA-14" if after.counting.jokers else "SPA-6"
    return [
        Message("told.spartacus.took", rule, seat=seat, points=after.counting.trick(*read_out(piles[-1])))
        for seat, piles in enumerate(after.won)
        if len(piles) > len(before.won[seat])
    ]


def _next(after: CardsPosition) -> Message:
    if not after.trick:
        return Message("told.spartacus.leads", "SPA-7", seat=after.turn)
    if after.lowest == NO_NUMBER:
        return Message("told.spartacus.must-play", "SPA-3", seat=after.turn)
    return Message("told.spartacus.next", "SPA-1", seat=after.turn)


def _ended(after: CardsPosition) -> list[Message]:
    told = [Message("told.spartacus.last-card", "SPA-8", seat=after.turn)]
    dropped = _dropped(after)
    if dropped:
        told.append(Message("told.spartacus.dropped", "SPA-8", banners=dropped))
    for seat, hand in enumerate(after.hands):
        cost = after.counting.hand(*read_out(held(hand)))
        if cost:
            told.append(Message("told.spartacus.hand", "SPA-10", seat=seat, points=cost))
    return told


def _dropped(position: CardsPosition) -> int:
    """The banners that went to nobody: the only cards that a table view cannot show."""
    if not position.counting.banners:
        return 0
    shown = sum([held(hand).count(BANNER) for hand in position.hands])
    shown += sum([pile.count(BANNER) for piles in position.won for pile in piles])
    shown += sum([card == BANNER for _, card in position.trick])
    return len(position.hands) - shown


def _entered(action: Action, after: ScoresPosition) -> list[Message]:
    told = []
    if isinstance(action, Trick):
        points = after.counting.trick(action.total, action.banners)
        told.append(Message("told.spartacus.pile", "SPA-9", seat=action.seat, points=points))
    elif isinstance(action, Hand):
        cost = after.counting.hand(action.total, action.banners)
        told.append(Message("told.spartacus.hand", "SPA-10", seat=action.seat, points=cost))
    elif isinstance(action, Drop):
        told.append(Message("told.spartacus.dropped", "SPA-8", banners=action.banners))
    if after.outcome is None and after.missing == (0, 0):
        told.append(Message("told.spartacus.complete", "SPA-17"))
    return told


def put_back(now: Position, then: Position) -> tuple[Message, ...]:
    """What the hands must do to turn the table `now` into the table `then`: take up first, then lay down.

    Won piles are told by seat and place, from 1. In scores entry nothing on the table moves.
    """
    if isinstance(now, ScoresPosition):
        return ()
    assert isinstance(now, CardsPosition)
    assert isinstance(then, CardsPosition)
    told: list[Message] = []
    seats = range(len(now.hands))
    kept = [_common(now.won[seat], then.won[seat]) for seat in seats]
    for seat in seats:
        for place in range(len(now.won[seat]), kept[seat], -1):  # the last one first, it lies on top
            cards = now.won[seat][place - 1]
            told.append(Message("put.spartacus.open", "SPA-6", seat=seat, pile=place, cards=cards))
    for seat in seats:
        laid = _of(then, seat)
        out = [card for card in held(now.hands[seat] & ~then.hands[seat]) if card not in laid]
        _say(told, "put.spartacus.from-hand", seat, out)
    if then.trick:  # else all of the trick goes, which the piles say
        for seat in seats:
            stays = (*_of(then, seat), *held(then.hands[seat]))
            _say(told, "put.spartacus.from-trick", seat, [card for card in _of(now, seat) if card not in stays])
    for seat in seats:
        _say(told, "put.spartacus.hand", seat, held(then.hands[seat] & ~now.hands[seat]))
    for seat in seats:
        lies = _of(now, seat)
        _say(told, "put.spartacus.trick", seat, [card for card in _of(then, seat) if card not in lies])
    for seat in seats:
        for place, cards in enumerate(then.won[seat][kept[seat] :], kept[seat] + 1):
            told.append(Message("put.spartacus.pile", "SPA-6", seat=seat, pile=place, cards=cards))
    if _dropped(then) > _dropped(now):
        told.append(Message("put.spartacus.drop", "SPA-8", banners=_dropped(then)))
    if then.outcome is None and (now.outcome is not None or now.turn != then.turn):
        told.append(Message("put.turn", seat=then.turn))
    return tuple(told)


def _common(here: tuple[object, ...], there: tuple[object, ...]) -> int:
    """How many of the first entries are the same."""
    same = 0
    for one, other in zip(here, there, strict=False):
        if one != other:
            break
        same += 1
    return same


def _of(position: CardsPosition, seat: Seat) -> list[Card]:
    """This seat's cards in the running trick."""
    return [card for who, card in position.trick if who == seat]


def _say(told: list[Message], key: str, seat: Seat, cards: list[Card] | tuple[Card, ...]) -> None:
    if cards:
        told.append(Message(key, seat=seat, cards=tuple(cards)))
