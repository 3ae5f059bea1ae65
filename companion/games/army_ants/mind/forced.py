"""What is certain within three turns: a queen that falls whatever the other does, and an own queen left to be taken."""

from __future__ import annotations

from companion.games.army_ants.mind.compact import State, after, turns
from companion.games.army_ants.mind.lines import QUEENS, takes_queen
from companion.kit.rules import Seat

PLIES = 3
"""An own turn, any turn of the other, and the one that takes the queen."""


def winning_turn(state: State) -> int | None:
    """The turn by which the seat in turn soonest forces the fall of the queen, within PLIES; None if none does."""
    known = [(turn, after(state, turn)) for turn in turns(state)]
    for plies in range(PLIES):
        for turn, then in known:
            if wins(then, state.turn, plies):
                return turn
    return None


def wins(state: State, seat: Seat, plies: int) -> bool:
    """Whether `seat` takes the enemy queen within `plies` turns, whatever the other does."""
    if not state.running:
        return QUEENS[1 - seat] not in state.board
    if not plies:
        return False
    if not state.rallying and takes_queen(state.board, state.turn):
        return state.turn == seat
    if plies == 1:
        return False
    results = (wins(after(state, turn), seat, plies - 1) for turn in turns(state))
    return any(results) if state.turn == seat else all(results)


def leaves_queen(then: State, seat: Seat) -> bool:
    """Whether after a turn of `seat` the other can take its queen at once."""
    return then.running and then.turn != seat and not then.rallying and takes_queen(then.board, then.turn)
