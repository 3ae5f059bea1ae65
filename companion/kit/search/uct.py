"""UCT over a game in which all seats see everything: each seat takes what is best for itself (max^n).

A game is given by its states and moves: its own engine (`engine_mind`), or states that are faster. A state is a tuple
that begins with the seat in turn, OVER after the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any, NamedTuple

from companion.kit.rules import Action, Seat
from companion.kit.search.mind import Enough, Shares
from companion.kit.search.numbers import total

OVER = -1

State = tuple[Any, ...]
Move = Any
"""A value that can be a key and is equal only to the same move."""
Random = Callable[[], float]
Results = tuple[Sequence[float], Sequence[float]]
"""By seat the shares of the win, and the rewards that the search looks for, from 0 to 1."""

EXPLORATION = 0.5
LINE_LEAST = 10

LOG = [0.25] + [EXPLORATION * EXPLORATION * 0.6931471805599453 * (bits - 0.5) for bits in range(1, 64)]
"""By the number of bits of n: about c² ln n. As whole powers of 2 are exact, it is the same on every machine."""


class OpenGame(NamedTuple):
    """A game for a search.

    `moves(state)` are the possible moves, none after the end. `order(state)` are the same, the one to try first last.
    `results(state)` are the results of a state after the end, `play_out(state, random)` of one game played on from any
    other. `wins(state, seat)`: whether a seat has won alone, after the end. `nodes(state)` is how many states the
    search for a forced win may look at, 0: it is not begun; after `nodes_between` of them it asks whether to stop.
    `batch`: how many simulations are done before it is asked whether they are enough. `visits_a_child`: below the root
    a node gets a further child after this many visits, so that the first moves of `order` are looked into first; with 0
    all moves are tried at once. A tree with `nodes_most` is full: it does not grow, its simulations go on from its
    leaves.
    """

    seats: int
    moves: Callable[[Any], Sequence[Move]]
    order: Callable[[Any], list[Move]]
    after: Callable[[Any, Move], State]
    results: Callable[[Any], Results]
    play_out: Callable[[Any, Random], Results]
    wins: Callable[[Any, Seat], bool]
    nodes: Callable[[Any], int]
    action_of: Callable[[Move], str]
    move_of: Callable[[Action], Move]
    nodes_between: int
    batch: int
    visits_a_child: int
    nodes_most: int = 100_000


class Node:
    """A state that was reached in the tree, by a move of the seat before.

    `worth` is the sum of the rewards of the seat that made the move. `untried` are moves without a child, the next one
    last; None before the node is reached a second time.
    """

    __slots__ = ("children", "move", "state", "untried", "visits", "worth")

    def __init__(self, state: State, move: Move) -> None:
        self.state = state
        self.move = move
        self.visits = 0
        self.worth = 0.0
        self.children: list[Node] = []
        self.untried: list[Move] | None = None


class Tree:
    """A search from a state of a running game. `wins` are the sums of the shares by move at the root, then by seat."""

    def __init__(self, game: OpenGame, state: State, random: Random) -> None:
        self.game = game
        self.random = random
        self.root = Node(state, None)
        self.nodes = 1
        self.wins: dict[Move, list[float]] = {move: [0.0] * game.seats for move in game.moves(state)}

    def simulate(self, enough: Enough) -> int:
        """Add simulations in batches, at least one batch, until they are enough; how many they were."""
        work = 0
        while True:
            for _ in range(self.game.batch):
                self._simulate()
            work += self.game.batch
            if enough(work):
                return work

    def _simulate(self) -> None:
        node, game = self.root, self.game
        visits_a_child = game.visits_a_child
        path = [node]
        while True:
            state = node.state
            if state[0] == OVER:
                shares, rewards = game.results(state)
                break
            untried = node.untried
            if untried is None:
                if not node.visits and len(path) > 1:
                    shares, rewards = game.play_out(state, self.random)
                    break
                untried = node.untried = game.order(state)
            wide = node is self.root or visits_a_child * len(node.children) <= node.visits
            if untried and wide and self.nodes < game.nodes_most:
                move = untried.pop()
                child = Node(game.after(state, move), move)
                self.nodes += 1
                node.children.append(child)
                node = child
            elif not node.children:
                shares, rewards = game.play_out(state, self.random)
                break
            else:
                log = LOG[node.visits.bit_length()]
                most = -1.0
                for child in node.children:
                    visits = child.visits
                    value = child.worth / visits + sqrt(log / visits)
                    if value > most:
                        most, node = value, child
            path.append(node)
        seat = -1
        for node in path:
            node.visits += 1
            if seat >= 0:
                node.worth += rewards[seat]
            seat = node.state[0]
        sums = self.wins[path[1].move]
        for seat, share in enumerate(shares):
            sums[seat] += share

    def ranked(self) -> list[Node]:
        """The moves that were tried, the best first: what was tried most often, then what was worth most."""
        return sorted(self.root.children, key=_rank)

    def shares(self, node: Node) -> Shares:
        """The shares of the win by seat after a move at the root."""
        return _shares(self.wins[node.move], node.visits)

    def mean_shares(self) -> Shares:
        """The shares over all simulations: they vary less than those after the best move."""
        sums = [total(by_seat) for by_seat in zip(*self.wins.values(), strict=True)]
        return _shares(sums, self.root.visits)

    def line(self) -> list[Move]:
        """The moves that the search expects, as long as each was tried at least LINE_LEAST times."""
        moves: list[Move] = []
        node = self.root
        while node.children:
            node = min(node.children, key=_rank)
            if moves and node.visits < LINE_LEAST:
                break
            moves.append(node.move)
        return moves


def _shares(sums: list[float], simulations: int) -> Shares:
    shares = [won / simulations for won in sums]
    largest = max(range(len(shares)), key=shares.__getitem__)
    shares[largest] += 1.0 - total(shares)
    return tuple(shares)


def _rank(node: Node) -> tuple[int, float]:
    return (-node.visits, -node.worth)
