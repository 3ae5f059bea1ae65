"""Information set Monte Carlo tree search for Seven Hills.

Each simulation draws a World that agrees with what the observer sees, walks down the tree by UCB, and plays to the end.
A card that another seat lays face down is one edge for each hill, whichever card it is: else the search would answer a
card that it cannot see. The rule of the playouts chooses the card. An edge counts how often it was available, because a
seat has other cards in other Worlds. An edge begins with one visit, worth what the leads at the hills promise.
"""

from __future__ import annotations

from math import sqrt

from companion.games.seven_hills.engine.actions import BANNER, FACE_DOWN
from companion.games.seven_hills.mind.compact import CARDS, COUNT, OPEN, POINTS, Deal, World
from companion.games.seven_hills.mind.leads import DEAR, HILL_SHARES, MOST, SPREAD, expected_points, gain
from companion.kit.rules import Seat
from companion.kit.search.numbers import Draws, ln, logistic
from companion.kit.search.uct import Node, Results, Simulations, ranked

BATCH = 10
"""Simulations between two questions whether it is enough: about 1 ms."""

EXPLORE = 0.7
MARGIN = 0.3
"""The part of a reward that the margin makes; the rest is the win."""

TRIES = 3
"""A playout lays the best of this number of cards and hills, drawn at random."""

SLOPE = 0.08
"""The reward of a point of hills, for the first look at an edge."""

EVEN = 0.5
"""The first reward of an edge without a look."""

USUAL = 5
"""The card that is taken for one that cannot be seen."""

EDGES_MOST = 200_000
"""Then a tree grows no further: about 40 MB."""

ANEW = 12_000
"""After this number of simulations of a closed game a search begins a new tree, and keeps only the counts of the first
moves. More in one tree makes it weaker: the other seat learns to answer cards that it cannot see.
"""


class Edge(Node):
    """A card laid at a hill, or one face down; its move is `hill * 16 + card`. `times` is how often it was available.

    It begins with one visit, the first look.
    """

    __slots__ = ("times",)

    def __init__(self, code: int, seat: Seat, reward: float) -> None:
        super().__init__(code, seat)
        self.visits = 1
        self.worth = reward
        self.times = 0


class Tree(Simulations[Edge]):
    """A search.

    An `observer` sees no card that the other lays face down; None sees none of either. `start` is the edge that each
    simulation begins with, if only that one is to be judged. Without `looks` a new edge promises as much as any other:
    a search of few simulations is then much weaker.
    """

    def __init__(
        self, deal: Deal, observer: Seat | None, chance: Draws, start: int | None = None, *, looks: bool = True
    ) -> None:
        super().__init__(Edge(-1, 0, 0.0), 2, BATCH)
        self.root.visits, self.root.children = 0, {}
        self._deal = deal
        self._observer = observer
        self._chance = chance
        self._start = start
        self._looks = looks
        self._logs = [0.0, 0.0]
        self._made = self._played = 0
        self._before: list[dict[int, Edge]] = []

    def ranked(self) -> list[Edge]:
        """The edges of the root, the best first, with the counts of all trees; below them is the last one."""
        found: dict[int, Edge] = {}
        for edges in (*self._before, self.root.children or {}):
            for edge in edges.values():
                whole = found.setdefault(edge.move, Edge(edge.move, edge.seat, 0.0))
                whole.visits += edge.visits - 1
                whole.worth += edge.worth
                whole.children = edge.children
        return ranked(found)

    def _begin_anew(self) -> None:
        before = self.root.children or {}
        for edge in before.values():
            edge.children = None
        self._before.append(before)
        self.root.children, self._made, self._played = {}, 0, 0

    def tried(self) -> list[Edge]:
        """The edges of the root that were tried, the best first."""
        return [edge for edge in self.ranked() if edge.visits > 1]

    def _play(self) -> tuple[list[Edge], Results]:
        if self._played == ANEW and not self._deal.base.rules.open:
            self._begin_anew()
        self._played += 1
        world, edge = self._deal.draw(self._chance), self.root
        path = [edge]
        if self._start is not None:
            world.lay(self._start >> 4, self._start & 15)
        while edge.children is not None and world.hands[world.turn]:
            edge = self._choose(world, edge.children)
            path.append(edge)
            hill, card = edge.move >> 4, edge.move & 15
            world.lay(hill, card if card != FACE_DOWN else self._some_card(world, hill))
            if edge.children is None:
                if self._made < EDGES_MOST:
                    edge.children = {}
                break
        if not world.over:
            self._play_out(world)
        margin = world.margin()
        win = 1.0 if margin > 0 else 0.0 if margin < 0 else 0.5
        reward = _reward(win, margin)
        return path, ((win, 1.0 - win), (reward, 1.0 - reward))

    def _choose(self, world: World, edges: dict[int, Edge]) -> Edge:
        """The edge of the greatest upper confidence bound among the edges of this World."""
        turn, rows, down, barred = world.turn, world.rows, world.down, world.barred
        hand, logs = world.hands[turn], self._logs
        exclusive = world.rules.exclusive
        seen, theirs = turn == self._observer or world.rules.open, 2 - turn
        cards, base = CARDS[hand], -1.0
        best, found = -1.0, self.root
        for hill in range(COUNT):
            if hill == barred:
                continue
            state, laid = down[hill], cards
            if state == OPEN:
                if exclusive:
                    laid = CARDS[hand & ~rows[2 * hill + 1 - turn]]
            elif not seen and state != theirs:  # it stays face down
                laid = (FACE_DOWN,)
            first = hill << 4
            for card in laid:
                edge = edges.get(first | card)
                if edge is None:
                    if not self._looks:
                        base = EVEN
                    elif base < 0:
                        points = expected_points(world, turn)
                        base = _reward(logistic(points / SPREAD), points)
                    promise = base + self._promise(world, hill, card or USUAL)
                    edge = edges[first | card] = Edge(first | card, turn, promise)
                    self._made += 1
                edge.times = times = edge.times + 1
                while times >= len(logs):
                    logs.append(ln(len(logs)))
                bound = edge.worth / edge.visits + EXPLORE * sqrt(logs[times] / edge.visits)
                if bound > best:
                    best, found = bound, edge
        return found

    def _promise(self, world: World, hill: int, card: int) -> float:
        """The reward that a card promises at a hill, less what it is worth in hand."""
        if not self._looks:
            return 0.0
        points = -DEAR * card if world.banners[hill] else gain(world.rows, world.rules.shift, hill, world.turn, card)
        return SLOPE * points

    def _some_card(self, world: World, hill: int) -> int:
        """A card for a hill where it is not seen: the best of a few drawn at random."""
        cards, best, found = CARDS[world.hands[world.turn]], -POINTS * 1.0, 0
        for _ in range(TRIES):
            card = cards[int(self._chance.random() * len(cards))]
            brings = gain(world.rows, world.rules.shift, hill, world.turn, card)
            if brings > best:
                best, found = brings, card
        return found

    def _play_out(self, world: World) -> None:
        """Lay all cards that are left, each the best of a few cards and hills drawn at random.

        No card is ever barred from more than two hills: the other tribe has its number only once.
        """
        random, rows, down, barred, turn = self._chance.random, world.rows, world.down, world.barred, world.turn
        rules = world.rules
        shift, exclusive, weights = rules.shift, rules.exclusive, rules.weights
        plain = not (exclusive or rules.barricades)
        hands = [list(CARDS[world.hands[0]]), list(CARDS[world.hands[1]])]
        while hands[turn]:
            cards = hands[turn]
            count, tries, best, laid, to = len(cards), TRIES, -POINTS * 1.0, 0, 0
            while tries:
                at = int(random() * count)
                card = cards[at]
                if barred < 0:
                    hill = int(random() * COUNT)
                else:
                    hill = int(random() * (COUNT - 1))
                    if hill >= barred:
                        hill += 1
                if exclusive and down[hill] == OPEN and rows[2 * hill + 1 - turn] >> card & 1:
                    continue
                tries -= 1
                if shift:  # as `gain`; written out, it makes a playout a third faster
                    lead = (rows[2 * hill + turn] >> shift) - (rows[2 * hill + 1 - turn] >> shift) + MOST
                    worth = 0 if card == BANNER else card
                    brings = (hill + 1) * (HILL_SHARES[lead + worth] - HILL_SHARES[lead]) - DEAR * worth
                else:
                    brings = gain(rows, shift, hill, turn, card)
                if brings > best:
                    best, laid, to = brings, at, hill
            card = cards[laid]
            cards[laid] = cards[-1]
            cards.pop()
            if plain:  # what lies face down makes no difference
                rows[2 * to + turn] += weights[card]
            else:
                world.put(to, turn, card)
            barred, turn = to, 1 - turn


def _reward(win: float, margin: float) -> float:
    """What a result is worth to a seat, from 0 to 1: its share of the win, and its points less the other's."""
    return (1.0 - MARGIN) * win + MARGIN * (margin + POINTS) / (2 * POINTS)
