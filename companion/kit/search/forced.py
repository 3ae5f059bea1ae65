"""The win that a seat can force against all others together, found by alpha-beta with a table."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from companion.kit.rules import Seat
from companion.kit.search.alpha_beta import TABLE_MOST, Stopped
from companion.kit.search.mind import Enough
from companion.kit.search.uct import OVER, Move, OpenGame, State

OTHERS_PART = 10
"""A win of another seat is looked for with this part of the nodes: it only ends the search sooner."""


class GaveUp(Exception):
    """The search has used up its nodes."""


def winning_moves(game: OpenGame, state: State, enough: Enough = lambda work: False) -> Iterator[Move]:
    """The moves that force a win for the seat in turn, as far as they are found with the nodes.

    A win is a win alone. One that ends the game at once is always found. What was forced is found again on the turns
    that follow: they take no more nodes. Raises Stopped if it is enough before the answer: no work has been done then.
    """
    ending = Ending(game, state[0], game.nodes(state), enough)
    moves = [(move, game.after(state, move)) for move in game.moves(state)]
    moves.sort(key=lambda each: each[1][0] != OVER)  # a move that ends the game needs no nodes
    with suppress(GaveUp):
        for move, then in moves:
            if ending.wins(then):
                yield move


def winning_move(game: OpenGame, state: State, enough: Enough = lambda work: False) -> Move | None:
    """One of the winning moves; None without one."""
    return next(winning_moves(game, state, enough), None)


def forced_winner(game: OpenGame, state: State, enough: Enough = lambda work: False) -> Seat | None:
    """The seat that can force a win from this state; None if there is none or none was found. Raises Stopped."""
    nodes = game.nodes(state)
    for seat in range(game.seats) if nodes else ():
        try:
            if Ending(game, seat, nodes, enough).wins(state):
                return seat
        except GaveUp:
            continue
    return None


def winner_against(game: OpenGame, state: State) -> Seat | None:
    """Another seat than the one in turn that can force a win; None if none is found with a tenth of the nodes."""
    nodes = game.nodes(state) // OTHERS_PART
    for seat in range(game.seats) if nodes else ():
        with suppress(GaveUp):
            if seat != state[0] and Ending(game, seat, nodes, lambda work: False).wins(state):
                return seat
    return None


class Ending:
    """The search for a forced win of one seat: a win alone, whatever the others do."""

    __slots__ = ("enough", "game", "left", "seat", "table")

    def __init__(self, game: OpenGame, seat: Seat, nodes: int, enough: Enough) -> None:
        self.game = game
        self.seat = seat
        self.left = nodes
        self.enough = enough
        self.table: dict[State, bool] = {}

    def wins(self, state: State) -> bool:
        """Whether the seat wins from this state. Raises GaveUp and Stopped."""
        turn, game = state[0], self.game
        if turn == OVER:
            return game.wins(state, self.seat)
        known = self.table.get(state)
        if known is not None:
            return known
        self.left -= 1
        if self.left < 0:
            raise GaveUp
        if not self.left % game.nodes_between and self.enough(0):
            raise Stopped
        own = turn == self.seat
        result = not own
        for move in game.moves(state):
            if self.wins(game.after(state, move)) == own:
                result = own
                break
        if len(self.table) >= TABLE_MOST:
            self.table.clear()
        self.table[state] = result
        return result
