"""Endings: the win that a seat can force against all others together, found by alpha-beta with a table."""

from __future__ import annotations

from companion.games.spartacus.mind.state import OVER, Rules, State, after, moves_of
from companion.kit.rules import Seat
from companion.kit.search.mind import Enough

CARDS_MOST = 16
"""With more cards in all hands no win is searched for."""
CARDS_SURE = 12
"""With at most so many the search takes NODES_SURE before it gives up: in trials it needed a tenth of them."""
NODES_SURE = 200_000
NODES = 20_000
TABLE_MOST = 50_000
NODES_BETWEEN = 2_000
"""After so many nodes a search asks whether to stop: less than 10 ms of a desktop."""


class GaveUp(Exception):
    """The search has used up its nodes."""


class Stopped(Exception):
    """The search was stopped."""


def winning_move(rules: Rules, state: State, enough: Enough = lambda work: False) -> int | None:
    """A move that forces a win for the seat in turn; None if there is none, or none was found with the nodes.

    A win is a win alone. One that ends the game at once is always found. What was forced is found again on the turns
    that follow: they take no more nodes. Raises Stopped if it is enough before the answer: no work has been done then.
    """
    ending = Ending(rules, state[0], _nodes_for(state), enough)
    try:
        # The move that ends the game, the only card, comes first and needs no nodes.
        return next((move for move in moves_of(state) if ending.wins(after(rules, state, move))), None)
    except GaveUp:
        return None


def forced_winner(rules: Rules, state: State, enough: Enough = lambda work: False) -> Seat | None:
    """The seat that can force a win from this state; None if there is none or none was found. Raises Stopped."""
    nodes = _nodes_for(state)
    for seat in range(len(state[1])) if nodes else ():
        try:
            if Ending(rules, seat, nodes, enough).wins(state):
                return seat
        except GaveUp:
            continue
    return None


def _nodes_for(state: State) -> int:
    cards = 0
    for hand in state[1]:
        cards += hand.bit_count()
    return NODES_SURE if cards <= CARDS_SURE else NODES if cards <= CARDS_MOST else 0


class Ending:
    """The search for a forced win of one seat: a win alone, whatever the others do."""

    __slots__ = ("enough", "left", "rules", "seat", "table")

    def __init__(self, rules: Rules, seat: Seat, nodes: int, enough: Enough) -> None:
        self.rules = rules
        self.seat = seat
        self.left = nodes
        self.enough = enough
        self.table: dict[State, bool] = {}

    def wins(self, state: State) -> bool:
        """Whether the seat wins from this state. Raises GaveUp and Stopped."""
        turn = state[0]
        if turn == OVER:
            own = state[2][self.seat]
            return max(state[2]) == own and state[2].count(own) == 1
        known = self.table.get(state)
        if known is not None:
            return known
        self.left -= 1
        if self.left < 0:
            raise GaveUp
        if not self.left % NODES_BETWEEN and self.enough(0):
            raise Stopped
        # The lowest number first, for all seats: it ends the trick soonest. The other way round takes ten times the
        # nodes; an order by what has cut off before takes as many.
        own = turn == self.seat
        result = not own
        for move in moves_of(state):
            if self.wins(after(self.rules, state, move)) == own:
                result = own
                break
        if len(self.table) >= TABLE_MOST:
            self.table.clear()
        self.table[state] = result
        return result
