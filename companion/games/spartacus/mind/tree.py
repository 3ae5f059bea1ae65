"""The search: UCT in which each seat takes what is best for itself (max^n), with playouts near the quick rule."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

from companion.games.spartacus.engine.notation import BANNER_BIT, NO_NUMBER, PASS_BIT
from companion.games.spartacus.mind.state import (
    CALM,
    KEEN_FROM,
    LEAD,
    LOWER,
    MOVES,
    NOBODY,
    OVER,
    VALUE,
    Rules,
    State,
    after,
    greedy,
    moves_of,
)
from companion.kit.search.mind import Enough, Shares
from companion.kit.search.numbers import total

BATCH = 20
"""So many simulations are done before it is asked whether they are enough."""
EXPLORATION = 0.5
GREEDY_PART = 0.875
"""So often a playout makes the move of the quick rule; else any move."""
VISITS_A_CHILD = 5
"""Below the root a node gets a further child after so many visits: first the moves near the quick rule are looked into.
"""
WIN_PART = 0.7
"""The part of the win in a reward; the rest is the margin."""
MARGIN_HALF = 20.0
"""A lead of so many points is worth half of what the largest lead is worth more than none."""
NODES_MOST = 100_000
"""A full tree does not grow; its simulations go on from its leaves."""
LINE_LEAST = 10

LOG = [0.25] + [EXPLORATION * EXPLORATION * 0.6931471805599453 * (bits - 0.5) for bits in range(1, 64)]
"""By the number of bits of n: about c² ln n. As whole powers of 2 are exact, it is the same on every machine."""


class Node:
    """A state that was reached in the tree, by a move of the seat before.

    `worth` is the sum of the rewards of the seat that made the move. `untried` are moves without a child, the next one
    last; None before the node is reached a second time.
    """

    __slots__ = ("children", "move", "state", "untried", "visits", "worth")

    def __init__(self, state: State, move: int) -> None:
        self.state = state
        self.move = move
        self.visits = 0
        self.worth = 0.0
        self.children: list[Node] = []
        self.untried: list[int] | None = None


class Tree:
    """A search from a state of a running game. `wins` are the sums of the shares by move at the root, then by seat."""

    def __init__(self, rules: Rules, state: State, random: Callable[[], float], nodes_most: int = NODES_MOST) -> None:
        self.rules = rules
        self.random = random
        self.root = Node(state, 0)
        self.nodes = 1
        self.nodes_most = nodes_most
        self.wins: dict[int, list[float]] = {move: [0.0] * len(state[1]) for move in moves_of(state)}

    def simulate(self, enough: Enough) -> int:
        """Add simulations in batches, at least one batch, until they are enough; how many they were."""
        work = 0
        while True:
            for _ in range(BATCH):
                self._simulate()
            work += BATCH
            if enough(work):
                return work

    def _simulate(self) -> None:
        node, rules = self.root, self.rules
        path = [node]
        while True:
            state = node.state
            if state[0] == OVER:
                scores = state[2]
                break
            untried = node.untried
            if untried is None:
                if not node.visits and len(path) > 1:
                    scores = playout(rules, state, self.random)
                    break
                untried = node.untried = order(rules, state)
            wide = node is self.root or VISITS_A_CHILD * len(node.children) <= node.visits
            if untried and wide and self.nodes < self.nodes_most:
                move = untried.pop()
                child = Node(after(rules, state, move), move)
                self.nodes += 1
                node.children.append(child)
                node = child
            elif not node.children:
                scores = playout(rules, state, self.random)
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
        shares, rewards = results(scores)
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

    def line(self) -> list[int]:
        """The moves that the search expects, as long as each was tried at least LINE_LEAST times."""
        moves: list[int] = []
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


def order(rules: Rules, state: State) -> list[int]:
    """The moves of a state, the one to try first last: the quick rule's, then falling numbers."""
    first = greedy(rules, state)
    return [*[move for move in moves_of(state) if move != first], first]


def results(scores: tuple[int, ...]) -> tuple[list[float], list[float]]:
    """The shares of the win and the rewards by seat."""
    best = max(scores)
    winners = scores.count(best)
    second = best if winners > 1 else max([score for score in scores if score != best])
    share = 1.0 / winners
    shares, rewards = [], []
    for score in scores:
        if score == best:
            margin = best - second
            shares.append(share)
            rewards.append(WIN_PART * share + (1.0 - WIN_PART) * (0.5 + 0.5 * margin / (margin + MARGIN_HALF)))
        else:
            margin = best - score
            shares.append(0.0)
            rewards.append((1.0 - WIN_PART) * (0.5 - 0.5 * margin / (margin + MARGIN_HALF)))
    return shares, rewards


def playout(rules: Rules, state: State, random: Callable[[], float]) -> tuple[int, ...]:
    """The scores of one game played to the end, seven of eight moves by the quick rule."""
    turn, kept, won, lowest, best, passed, pot = state
    hands, points = list(kept), list(won)
    worths, keen, jokers, following = rules.worths, rules.keen, rules.jokers, rules.next
    after_each = following[0]
    while True:
        hand = hands[turn]
        dice = random()
        if dice < GREEDY_PART:
            if lowest == NO_NUMBER:
                move = LEAD[hand]
            elif worths[pot] < KEEN_FROM:
                move = CALM[hand & LOWER[lowest]]
            else:
                move = keen[hand & LOWER[lowest]]
        else:
            moves = MOVES[hand] if lowest == NO_NUMBER else MOVES[hand & LOWER[lowest] | PASS_BIT]
            move = moves[int((dice - GREEDY_PART) / (1.0 - GREEDY_PART) * len(moves))]
        if move == PASS_BIT:
            passed |= 1 << turn
        else:
            pot += VALUE[move]
            if move != BANNER_BIT:
                lowest, best = move.bit_length(), turn
            elif jokers:
                best = turn
            hand ^= move
            hands[turn] = hand
            if not hand:
                break
        turn = following[passed][turn]
        if turn == best:
            points[turn] += worths[pot]
            turn = after_each[turn]
            lowest, best, passed, pot = NO_NUMBER, NOBODY, 0, 0
    if best != NOBODY:
        points[best] += worths[pot]
    costs = rules.costs
    return tuple([points[seat] - costs[hand] for seat, hand in enumerate(hands)])
