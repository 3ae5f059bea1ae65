"""What a step of Spartacus brings: in a few words before it counts, and line by line when somebody asks why."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.games.game import Action, Seat
from companion.games.refusals import Message
from companion.games.spartacus.engine.cards import CardsPosition
from companion.games.spartacus.engine.counting import JOKER_COST, Counting, read_out
from companion.games.spartacus.engine.notation import BANNER, Card, Drop, Hand, Play, Trick, held
from companion.games.spartacus.engine.scores import EMPTY, ScoresPosition
from companion.games.spartacus.text import as_long_as_fits, told_apart, worth_of
from companion.session.timeline import Snapshot
from companion.ui.game_screens import running
from companion.ui.screen import Context

NOTED = 6
"""The longest name in what the log notes."""
_TITLE = "MMMM"
"""What the name before an effect needs at least, as a text to measure with."""


def effect(context: Context, action: Action) -> str:
    """What an action would do: whom it beats, who takes the trick, how the points change."""
    step = running(context)
    position = step.position
    if isinstance(position, ScoresPosition):
        return _counted(context, position, action)
    assert isinstance(position, CardsPosition)
    key, seat, params = _done(position, action)
    if seat is None:
        return context.words(f"effect.spartacus.{key}", **params)
    return _named(context, key, seat, **params)


def _done(position: CardsPosition, action: Action) -> tuple[str, Seat | None, dict[str, object]]:
    """The effect of a step: which text, about whom, and what is in it."""
    after = position.after(action)
    taker = next((seat for seat, piles in enumerate(after.won) if len(piles) > len(position.won[seat])), None)
    if taker is not None:
        points = after.counting.trick(*read_out(after.won[taker][-1]))
        if after.outcome is None:
            return "took", taker, {"points": points}
        if taker == position.turn:
            return "over-takes", None, {"points": points}
        return "over-took", taker, {"points": points}
    if after.outcome is not None:
        return "over", None, {}
    if not isinstance(action, Play):
        return "passed", None, {}
    if not action.number and position.counting.doubling:
        return (
            ("doubles", None, {"before": worth_of(position), "points": worth_of(after)})
            if worth_of(position)
            else ("doubled", None, {})
        )
    if position.best is None:
        return ("leads" if not position.trick else "lowest"), None, {}
    beaten = next(card for seat, card in reversed(position.trick) if seat == position.best)
    return ("beats-joker", None, {}) if beaten == BANNER else ("beats", position.best, {"number": beaten})


def _counted(context: Context, position: ScoresPosition, action: Action) -> str:
    words, after = context.words, position.after(action)
    if isinstance(action, Trick | Hand):
        return words(
            "effect.spartacus.points",
            change=signed(after.points[action.seat] - position.points[action.seat]),
            points=after.points[action.seat],
        )
    if isinstance(action, Drop):
        return words("effect.spartacus.dropped")
    assert after.outcome is not None
    if len(after.outcome.winners) > 1:
        return words("effect.spartacus.shared", points=max(after.points))
    return _named(context, "won", after.outcome.winners[0], points=max(after.points))


def _named(context: Context, key: str, seat: Seat, **params: object) -> str:
    """An effect with somebody's name in it, which gives way to what else is said."""

    def line(shown: Sequence[str], length: int, skipped: int) -> str:
        return context.words(f"effect.spartacus.{key}", name=shown[seat], **params) + " " + _TITLE

    return as_long_as_fits(context, running(context).played.names, line).removesuffix(" " + _TITLE)


def noted(context: Context, action: Action) -> str:
    """What came of an action, for a line of the log: nothing that the action itself says."""
    step = running(context)
    position = step.position
    if isinstance(position, ScoresPosition):
        return _counted(context, position, action)
    assert isinstance(position, CardsPosition)
    key, seat, params = _done(position, action)
    if f"noted.spartacus.{key}" not in context.words:
        return ""
    name = told_apart(step.played.names, NOTED)[seat] if seat is not None else ""
    return context.words(f"noted.spartacus.{key}", name=name, **params)


def signed(change: int) -> str:
    """A change of points with its sign."""
    return f"+{change}" if change >= 0 else f"-{-change}"


# -- why


def why(before: Snapshot, after: Snapshot, told_so: tuple[Message, ...]) -> tuple[Message, ...]:
    """What the last action did, with the arithmetic of tricks, hands and, at the end, of everybody's points."""
    assert after.timeline is not None
    assert after.played.game is not None
    action = after.played.game.read(after.timeline[-1].text)
    position = after.position
    told: list[Message] = []
    for message in told_so:
        explain = partial(_explained, message, position)
        if message.key == "told.spartacus.took":
            assert isinstance(position, CardsPosition)
            told.append(explain("trick", position.won[_seat(message)][-1]))
        elif message.key == "told.spartacus.hand" and isinstance(position, CardsPosition):
            told.append(explain("hand", held(position.hands[_seat(message)])))
        elif message.key in ("told.spartacus.pile", "told.spartacus.hand"):
            assert isinstance(action, Trick | Hand)
            assert isinstance(position, ScoresPosition)
            kind = "trick" if isinstance(action, Trick) else "hand"
            told.append(_sum(message, position.counting, kind, str(action.total), action.total, action.banners))
        elif message.key in ("told.spartacus.won", "told.spartacus.won-together"):
            told += [] if any(other.key.startswith("why.spartacus.total") for other in told) else _totals(after)
            told.append(message)
        else:
            told.append(message)
    return tuple(told)


def _seat(message: Message) -> Seat:
    seat = message.params["seat"]
    assert isinstance(seat, int)
    return seat


def _explained(message: Message, position: object, kind: str, cards: Sequence[Card]) -> Message:
    assert isinstance(position, CardsPosition)
    total, banners = read_out(cards)
    numbers = " + ".join([str(card) for card in cards if isinstance(card, int)]) or "0"
    return _sum(message, position.counting, kind, numbers, total, banners)


def _sum(message: Message, counting: Counting, kind: str, numbers: str, total: int, banners: int) -> Message:
    """The sum of a trick or a hand, and what its banners make of it (SPA-9, SPA-10, SPA-15)."""
    seat = _seat(message)
    points = counting.trick(total, banners) if kind == "trick" else counting.hand(total, banners)
    terms = numbers if numbers == str(total) else f"{numbers} = {total}"
    rule = "SPA-9" if kind == "trick" else "SPA-10"
    key = f"why.spartacus.{kind}"
    if not banners or (counting.jokers and not counting.minus and not (counting.worthless and kind == "trick")):
        return Message(key, rule, seat=seat, terms=terms)
    if counting.doubling:
        return Message(f"{key}-doubled", rule, seat=seat, terms=terms, factor=1 << banners, points=points)
    if counting.worthless:
        return Message(f"{key}-worthless", "SPA-15", seat=seat)
    return Message(f"{key}-jokers", "SPA-15", seat=seat, terms=terms, cost=JOKER_COST * banners, points=points)


def _totals(after: Snapshot) -> list[Message]:
    """Everybody's points: the tricks less the hand (SPA-10)."""
    position = after.position
    assert isinstance(position, CardsPosition | ScoresPosition)
    counting = position.counting
    piles: tuple[tuple[tuple[int, int], ...], ...]
    if isinstance(position, CardsPosition):
        piles = tuple(tuple(map(read_out, won)) for won in position.won)
        left = tuple(read_out(held(hand)) for hand in position.hands)
    else:
        piles, left = position.piles, tuple(hand or EMPTY for hand in position.hands)
    told = []
    for seat, won in enumerate(piles):
        points, cost = [counting.trick(*pile) for pile in won], counting.hand(*left[seat])
        terms = " + ".join(map(str, points)).replace("+ -", "- ") or "0"
        total = sum(points) - cost
        if cost:
            terms += f" - {cost}"
        plain = terms == str(total)
        key = "why.spartacus.total-plain" if plain else "why.spartacus.total"
        told.append(Message(key, "SPA-10", seat=seat, points=total, **({} if plain else {"terms": terms})))
    return told
