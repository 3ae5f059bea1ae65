"""What the mind does and says: thoughts, odds, and the look at a ply of a finished game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.praetorians.engine.actions import GIVES, Flip, Give
from companion.games.praetorians.engine.cards import CardsPosition
from companion.games.praetorians.engine.position import ScoresPosition
from companion.games.praetorians.engine.track import GOAL
from companion.games.praetorians.mind.odds import card_odds, reach_now
from companion.games.praetorians.mind.shares import shares_at_turn, shown
from companion.games.praetorians.mind.turn import Turn
from companion.kit.rules import Position, Seat
from companion.kit.search.mind import (
    Choice,
    Enough,
    IsStopped,
    Judged,
    Past,
    Shares,
    Sight,
    Thought,
    Way,
    never,
    shares_of,
)

if TYPE_CHECKING:
    from random import Random

STOP = "stop"
ANOTHER = "another"
"""Not an action: people turn up a card."""
HOLDS = {1: 12, 2: 20}
"""The points at which the careful and the bold level stop; the others weigh stopping against one more card."""
QUICK_HOLD = 15
CLOSE = 1e-9


def think(sight: Sight, level: int, chance: Random, enough: Enough) -> Thought:
    """Stop or another; there is no search, so that it is always done at once."""
    return _thought(sight, HOLDS.get(level))


def quick(sight: Sight) -> Thought:
    """The quick rule: stop at 15."""
    return _thought(sight, QUICK_HOLD)


def _thought(sight: Sight, hold: int | None) -> Thought:
    position, seat = _cards(sight.position), sight.seat
    extra = {"twelve": Turn(position).victim(position) if position.twelves else None}
    stopped, another = _ways(position)
    if stopped is None:
        return Thought(seat, ANOTHER, another, exact=True, line=(ANOTHER,), work=1, extra=extra)
    wins = position.pawns[seat] + position.kept_sum >= GOAL
    # Where stopping brings no more than one card, two cards may win: so where all is lost it goes on.
    better = stopped[seat] > another[seat] + CLOSE
    if wins or (better if hold is None else position.kept_sum >= hold):
        action, win = STOP, stopped
    else:
        action, win = ANOTHER, another
    ways = (Way(STOP, stopped), Way(ANOTHER, another))
    every = ways if better else ways[::-1]
    choices = [Choice(STOP, stopped[seat]), Choice(ANOTHER, another[seat])]
    choices.sort(key=lambda choice: (-choice.win, choice.action != action))
    return Thought(
        seat, action, win, exact=wins, choices=tuple(choices), line=(action,), work=1, extra=extra, every=every
    )


def _ways(position: CardsPosition) -> tuple[Shares | None, Shares]:
    """The shares after stopping, None where the first card must come, and before one more card."""
    twelves = position.twelves
    if not position.flips:  # PRA-3
        return None, shown(shares_at_turn(position.pawns, position.turn, twelves), twelves)
    turn = Turn(position)
    return shown(turn.stopped(position), twelves), shown(turn.another(position), twelves)


def _value(position: CardsPosition) -> Shares:
    """The shares of all seats now, if the seat in turn goes the better way."""
    if position.winner is not None:
        return shares_of((position.winner,), len(position.pawns))
    stopped, another = _ways(position)
    seat = position.turn
    return stopped if stopped is not None and stopped[seat] > another[seat] else another


def odds(position: Position, chance: Random, enough: Enough) -> dict[str, object]:
    """The shares of all seats, the next card in fractions, and the probability of 99 in this turn."""
    cards = _cards(position)
    win = _value(cards)
    return {
        "win": list(win),
        "exact": max(win) == 1.0,  # the stop reaches 99
        "work": 0,
        "card": card_odds(cards),
        "now": reach_now(cards),
    }


def shares_of_scores(position: Position) -> Shares:
    """The shares with scores entry: of what is kept nothing is known, so as if the turn began now."""
    assert isinstance(position, ScoresPosition)
    return shown(shares_at_turn(position.pawns, position.turn, position.twelves), position.twelves)


def judge(
    past: Past, ply: int, chance: Random, work: int, stopped: IsStopped = never, known: Shares | None = None
) -> Judged:
    """How the shares went from before a card or a stop to after it.

    Each ply begins with the very shares with which the one before has ended, so that there is no drift.
    """
    position, action = _cards(past.positions[ply]), past.actions[ply]
    seat, after = position.turn, _value(_cards(past.positions[ply + 1]))
    stop, another = _ways(position)
    best = _value(position)
    if not isinstance(action, Flip | Give):
        assert stop is not None
        return _chosen(seat, best, stop, after, ANOTHER)
    if isinstance(action, Flip):
        if stop is None:
            return Judged("chance", seat, best, another, after)
        return _chosen(seat, best, another, after, STOP)
    gift = GIVES[Turn(position).victim(position)]
    due = _value(position.after(gift))
    if due[seat] <= after[seat]:
        return _chosen(seat, best, another, after, STOP)
    # A worse gift is a choice; that a 12 came is not.
    played = tuple([value + one - other for value, one, other in zip(another, after, due, strict=True)])
    return _chosen(seat, best, played, after, STOP if best[seat] > another[seat] else str(gift))


def _chosen(seat: Seat, best: Shares, played: Shares, after: Shares, other: str) -> Judged:
    """A choice, after which another one may have been better: then that is `other`."""
    cost = played[seat] - best[seat]
    judged = Judged("choice", seat, best, played, after, ((seat, cost),))
    if other == STOP and best[seat] == 1.0:  # the stop reaches 99
        judged = judged._replace(proven=True, wins=(STOP,) if cost < 0 else ())
    return judged._replace(better=other, line=(other,)) if cost < -CLOSE else judged


def _cards(position: Position) -> CardsPosition:
    assert isinstance(position, CardsPosition)
    return position
