"""A ply looked at again: what was played, and what would have been best."""

from __future__ import annotations

from itertools import cycle
from math import sqrt
from typing import TYPE_CHECKING, cast

from companion.games.spartacus.engine.cards import CardsPosition
from companion.games.spartacus.mind.endings import forced_winner, winning_move
from companion.games.spartacus.mind.state import (
    OVER,
    Rules,
    State,
    action_of,
    after,
    compact,
    move_of,
    moves_of,
    rules_of,
)
from companion.games.spartacus.mind.tree import Tree, results
from companion.kit.search.mind import Enough, IsStopped, Judged, Past, Shares, never, shares_of, until

if TYPE_CHECKING:
    from random import Random

NUMBERS = 9_973
"""So many random numbers are drawn for a ply, then used again; a prime, so that they meet other moves each time."""
SURE = 2.0
"""A smaller fault is noise: nobody is blamed for it."""


def judge(past: Past, ply: int, chance: Random, work: int, stopped: IsStopped = never) -> Judged:
    """The shares after the best move and after the move that was played.

    Both are valued in the same way, with half of the work and the same random numbers. If the best move turns out to be
    better by less than SURE standard errors, the one that was played is the best. Nothing is hidden, so the ply shows
    nothing that was not known.
    """
    position = cast(CardsPosition, past.positions[ply])
    action = past.actions[ply]
    assert action is not None
    rules, state = rules_of(position), compact(position)
    half = max(1, work // 2)
    enough = until(half, stopped)
    numbers = [chance.random() for _ in range(NUMBERS)]
    seat, played = state[0], move_of(action)
    value = _value(rules, after(rules, state, played), numbers, enough)
    if len(moves_of(state)) == 1:
        return Judged("forced", seat, value, value, value)
    best = winning_move(rules, state)
    if best is None:
        tree = Tree(rules, state, cycle(numbers).__next__)
        tree.simulate(enough)
        best = tree.ranked()[0].move
    if best != played:
        better = _value(rules, after(rules, state, best), numbers, enough)
        fault = value[seat] - better[seat]
        if fault < -SURE * _error(value[seat], better[seat], half):
            return Judged("choice", seat, better, value, value, ((seat, fault),), str(action_of(best)))
    return Judged("choice", seat, value, value, value, ((seat, 0.0),))


def _error(one: float, other: float, work: int) -> float:
    """The standard error of the difference of two shares; 0 where both are certain."""
    return sqrt((one * (1.0 - one) + other * (1.0 - other)) / work)


def _value(rules: Rules, state: State, numbers: list[float], enough: Enough) -> Shares:
    """The shares in a state."""
    if state[0] == OVER:
        return tuple(results(state[2])[0])
    winner = forced_winner(rules, state)
    if winner is not None:
        return shares_of((winner,), len(state[1]))
    tree = Tree(rules, state, cycle(numbers).__next__)
    tree.simulate(enough)
    return tree.mean_shares()
