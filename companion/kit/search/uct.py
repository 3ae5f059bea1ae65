"""UCT: each seat takes what is best for itself (max^n).

`Simulations` is what all such searches do; a game that hides cards walks through the tree in its own way. `Tree` does
it for a game in which all seats see everything, given by its states and moves: its own engine (`engine_mind`), or
states that are faster. A state is a tuple that begins with the seat in turn, OVER after the end.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from math import sqrt
from typing import Any, Generic, NamedTuple, Self, TypeVar

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
LINE_LEAST = 20
USUAL_VISITS = 20

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
    """A move in a tree, made by `seat`; the root has none.

    `visits` counts the simulations that went through it, `worth` is the sum of their rewards for the seat. `children`
    are the moves after it, None before the first one.
    """

    __slots__ = ("children", "move", "seat", "visits", "worth")

    def __init__(self, move: Move, seat: Seat) -> None:
        self.move = move
        self.seat = seat
        self.visits = 0
        self.worth = 0.0
        self.children: dict[Move, Self] | None = None


class Tried(NamedTuple):
    """A first move of a search, how often it was tried, and the sum of the rewards."""

    move: Move
    visits: int
    worth: float


AnyNode = TypeVar("AnyNode", bound=Node)


class Simulations(ABC, Generic[AnyNode]):
    """Simulations of one game from one moment on, through a tree of its moves.

    `wins` are the sums of the shares, by the first move in the tree, then by seat; without such a move its key is None.
    """

    def __init__(self, root: AnyNode, seats: int, batch: int) -> None:
        self.root = root
        self.wins: dict[Move, list[float]] = defaultdict(lambda: [0.0] * seats)
        self._batch = batch

    def simulate(self, enough: Enough) -> int:
        """Add simulations in batches, at least one batch, until they are enough; how many they were."""
        work = 0
        while True:
            for _ in range(self._batch):
                self._simulate()
            work += self._batch
            if enough(work):
                return work

    def _simulate(self) -> None:
        path, (shares, rewards) = self._play()
        for node in path:
            node.visits += 1
            node.worth += rewards[node.seat]
        sums = self.wins[path[1].move if len(path) > 1 else None]
        for seat, share in enumerate(shares):
            sums[seat] += share

    @abstractmethod
    def _play(self) -> tuple[list[AnyNode], Results]:
        """Play to the end: the nodes in the tree, the root first, and the results."""

    def ranked(self) -> list[AnyNode]:
        """The moves that were tried, the best first: what was tried most often, then what was worth most."""
        return ranked(self.root.children)

    def first_moves(self) -> list[Tried]:
        """The same, as all that stays of a tree that is not needed any more."""
        return [Tried(node.move, node.visits, node.worth) for node in self.ranked()]

    def shares(self, node: AnyNode) -> Shares:
        """The shares of the win by seat after a move at the root."""
        return _shares(self.wins[node.move], node.visits)

    def likely_shares(self, node: AnyNode) -> Shares:
        """The same with the mean of all simulations as USUAL_VISITS more: of few simulations little is known."""
        won, mean = self.wins[node.move], self.mean_shares()
        whole = total(won) + USUAL_VISITS
        return tuple([(share + USUAL_VISITS * usual) / whole for share, usual in zip(won, mean, strict=True)])

    def mean_shares(self) -> Shares:
        """The shares over all simulations: they vary less than those after the best move."""
        sums = [total(by_seat) for by_seat in zip(*self.wins.values(), strict=True)]
        return _shares(sums, self.root.visits)

    def line(self) -> list[Move]:
        """The moves that the search expects, as long as each was tried at least LINE_LEAST times."""
        moves, nodes = list[Move](), self.ranked()
        while nodes and (not moves or nodes[0].visits >= LINE_LEAST):
            moves.append(nodes[0].move)
            nodes = ranked(nodes[0].children)
        return moves


class OpenNode(Node):
    """The state after a move. `untried` are moves without a child, the next one last."""

    __slots__ = ("state", "untried")

    def __init__(self, state: State, move: Move, seat: Seat) -> None:
        super().__init__(move, seat)
        self.state = state
        self.untried: list[Move] = []


class Tree(Simulations[OpenNode]):
    """A search from a state of a running game in which all seats see everything."""

    def __init__(self, game: OpenGame, state: State, random: Random) -> None:
        super().__init__(OpenNode(state, None, 0), game.seats, game.batch)
        self.game = game
        self.random = random
        self.nodes = 1

    def _play(self) -> tuple[list[OpenNode], Results]:
        node, game = self.root, self.game
        visits_a_child = game.visits_a_child
        path = [node]
        while True:
            state = node.state
            if state[0] == OVER:
                return path, game.results(state)
            children = node.children
            if children is None:
                if not node.visits and len(path) > 1:
                    return path, game.play_out(state, self.random)
                children = node.children = {}
                node.untried = game.order(state)
            wide = node is self.root or visits_a_child * len(children) <= node.visits
            if node.untried and wide and self.nodes < game.nodes_most:
                move = node.untried.pop()
                node = children[move] = OpenNode(game.after(state, move), move, state[0])
                self.nodes += 1
            elif not children:
                return path, game.play_out(state, self.random)
            else:
                log = LOG[node.visits.bit_length()]
                most = -1.0
                for child in children.values():
                    visits = child.visits
                    value = child.worth / visits + sqrt(log / visits)
                    if value > most:
                        most, node = value, child
            path.append(node)


def tried_most(searches: Sequence[Sequence[Tried]]) -> Move:
    """The first move that several searches of one state have tried most, then the one that was worth most."""
    sums: dict[Move, list[float]] = {}
    for move, visits, worth in chain.from_iterable(searches):
        before = sums.get(move, (0.0, 0.0))
        sums[move] = [before[0] + visits, before[1] + worth]
    return max(sums, key=lambda move: sums[move])


def _shares(sums: list[float], simulations: int) -> Shares:
    shares = [won / simulations for won in sums]
    largest = max(range(len(shares)), key=shares.__getitem__)
    shares[largest] += 1.0 - total(shares)
    return tuple(shares)


def ranked(nodes: Mapping[Move, AnyNode] | None) -> list[AnyNode]:
    """Moves from one moment on, what was tried most often first, then what was worth most."""
    return sorted((nodes or {}).values(), key=_rank)


def _rank(node: Node) -> tuple[int, float]:
    return (-node.visits, -node.worth)
