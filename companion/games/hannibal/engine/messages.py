"""The messages: what has happened, what follows from it, and what people must do with their hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from companion.games.hannibal.engine.actions import Clash, Field
from companion.games.hannibal.engine.board import PLACES, SEA, Place
from companion.games.hannibal.engine.cards import CARTHAGE, FULL_HANDS, ROME, CardsPosition
from companion.games.hannibal.engine.position import Position, ScoresPosition
from companion.kit.rules import Action, Seat
from companion.kit.zones import moves, put_turn
from companion.messages import Message

Piece = tuple[str, Seat | None]
PIECES: tuple[Piece, ...] = (
    ("legion", ROME), ("fleet", ROME), ("legion", CARTHAGE), ("fleet", CARTHAGE), ("hannibal", None),
)  # fmt: skip
"""The kinds of pieces, each with its side where there are two, in the order in which people put them back."""

_ENDED = {
    "HAN-11": "event.hannibal.won-capital",
    "HAN-12": "event.hannibal.won-mediterranean",
    "HAN-13": "event.hannibal.won-legions",
    "HAN-14": "event.hannibal.won-stuck",
    "HAN-18": "event.hannibal.won-chips",
    None: "event.hannibal.won",
}


def consequences(before: Position, action: Action, after: Position) -> tuple[Message, ...]:
    """What people should notice after a legal action: first what happened, then what they must do."""
    messages = []
    if isinstance(before, CardsPosition) and isinstance(after, CardsPosition):
        if isinstance(action, Clash):
            messages += _round_messages(before, action, after)
        if after.battle is not None:
            messages += _next_round(before, action, after, after.battle)
    messages += _chips(before.chips, after.chips)
    if after.outcome is not None:
        messages.append(_end(after))
    elif after.turn != before.turn:
        messages.append(Message("event.hannibal.turn", "HAN-1", seat=after.turn))
    return tuple(messages)


def _round_messages(before: CardsPosition, clash: Clash, after: CardsPosition) -> list[Message]:
    """The result of a round: the values of the cards, the lost pieces, the hands, and the end of the battle."""
    at = before.battle
    assert at is not None
    place, with_hannibal = PLACES[at], before.fielded == "hannibal"
    counts = {"rome": clash.cards[ROME], "carthage": clash.cards[CARTHAGE] + with_hannibal}
    losers = [seat for seat in (ROME, CARTHAGE) if after.camps[seat][at] < before.camps[seat][at]]
    rule = "HAN-10" if with_hannibal else "HAN-7"
    if len(losers) == 2:
        messages = [Message("event.hannibal.tie", rule, **counts)]
    else:
        messages = [Message("event.hannibal.round", rule, **counts, seat=1 - losers[0])]
    for seat in losers:
        if seat == CARTHAGE and with_hannibal:
            messages.append(Message("event.hannibal.remove-hannibal", "HAN-10", place=place))
        else:
            key = "event.hannibal.remove-legion" if at < SEA else "event.hannibal.remove-fleet"
            messages.append(Message(key, "HAN-7", seat=seat, place=place))
    if after.hands == FULL_HANDS:
        messages.append(Message("event.hannibal.cards-back", "HAN-8"))
    standing = [seat for seat in (ROME, CARTHAGE) if after.camps[seat][at]]
    if not standing:
        messages.append(Message("event.hannibal.battle-empty", "HAN-6", place=place))
    elif len(standing) == 1:
        messages.append(Message("event.hannibal.battle-won", "HAN-6", seat=standing[0], place=place))
    return messages


def _next_round(before: CardsPosition, action: Action, after: CardsPosition, at: Place) -> list[Message]:
    """The pieces of both sides before a round, and who fights it for Carthage."""
    place, messages = PLACES[at], []
    if not isinstance(action, Field):
        key = "event.hannibal.battle" if before.battle is None else "event.hannibal.battle-on"
        messages.append(
            Message(key, "HAN-6", place=place, rome=after.camps[ROME][at], carthage=after.camps[CARTHAGE][at])
        )
    if after.must_choose_fighter:
        messages.append(Message("event.hannibal.choose", "HAN-9", seat=CARTHAGE))
    elif after.fielded == "hannibal":
        messages.append(Message("event.hannibal.hannibal-fights", "HAN-10"))
    elif isinstance(action, Field):
        messages.append(Message("event.hannibal.legion-fights", "HAN-9"))
    return messages


def _chips(before: tuple[int, int], after: tuple[int, int]) -> list[Message]:
    taken = [
        Message("event.hannibal.chip", "HAN-17", seat=seat, count=after[seat])
        for seat in (ROME, CARTHAGE)
        if after[seat] > before[seat]
    ]
    given = [
        Message("event.hannibal.chips-back", "HAN-17", seat=seat, count=before[seat])
        for seat in (ROME, CARTHAGE)
        if after[seat] < before[seat]
    ]
    return taken + given


def _end(after: CardsPosition | ScoresPosition) -> Message:
    outcome = after.outcome
    assert outcome is not None
    if not outcome.winners:
        return Message("event.hannibal.draw" if outcome.by is None else "event.hannibal.draw-legions", outcome.by)
    winner = outcome.winners[0]
    return Message(_ENDED[outcome.by], outcome.by, seat=winner, seat_other=1 - winner)


def put_back(now: Position, then: Position) -> tuple[Message, ...]:
    """What people must do to turn the table `now` into the table `then`."""
    messages: list[Message] = []
    if isinstance(now, CardsPosition) and isinstance(then, CardsPosition):
        messages += _pieces(now, then)
        for seat in (ROME, CARTHAGE):
            messages += _hand(seat, now.hands[seat], then.hands[seat])
    for seat in (ROME, CARTHAGE):
        if now.chips[seat] != then.chips[seat]:
            messages.append(Message("put.hannibal.chips", seat=seat, count=now.chips[seat], to=then.chips[seat]))
    return (*messages, *put_turn(now, then))


def _pieces(now: CardsPosition, then: CardsPosition) -> Iterator[Message]:
    """Legions, fleets and Hannibal: moved if possible, else taken off or set up."""
    counts = Counter(moves(_standing(now), _standing(then)))
    for (piece, place, to), count in sorted(counts.items(), key=lambda move: PIECES.index(move[0][0])):
        kind, seat = piece
        params: dict[str, object] = {} if seat is None else {"seat": seat, "count": count}
        if place is not None:
            params["place"] = PLACES[place]
        if to is not None:
            params["to"] = PLACES[to]
        yield Message(f"put.hannibal.{kind}{'-on' if place is None else '-off' if to is None else ''}", **params)


def _standing(position: CardsPosition) -> Iterator[tuple[Piece, Place]]:
    """Every piece and its place."""
    for seat in (ROME, CARTHAGE):
        for place, count in enumerate(position.pieces(seat)):
            yield from [(("legion" if place < SEA else "fleet", seat), place)] * count
    if position.hannibal is not None:
        yield ("hannibal", None), position.hannibal


def _hand(seat: Seat, now: tuple[int, ...], then: tuple[int, ...]) -> list[Message]:
    messages = []
    back, aside = tuple([card for card in then if card not in now]), tuple([card for card in now if card not in then])
    if back:
        messages.append(Message("put.hannibal.cards-back", seat=seat, cards=back))
    if aside:
        messages.append(Message("put.hannibal.cards-aside", seat=seat, cards=aside))
    return messages
