"""The end of a game of Seven Hills, solved: what a table is worth on which both seats lay their best.

Values are margins: the points of the hills of the seat in turn less the other's. The greatest margin is
also the best result.
"""

from __future__ import annotations

from contextlib import suppress
from math import perm
from typing import NamedTuple

from companion.games.seven_hills.engine.actions import BANNER
from companion.games.seven_hills.mind.compact import CARDS, COUNT, POINTS, Deal, World
from companion.games.seven_hills.mind.leads import DEAR, gain
from companion.kit.search.alpha_beta import TABLE_MOST, Stopped
from companion.kit.search.mind import Enough

CARDS_MOST = 3
"""Tables on which nobody holds more cards are solved, for who wins: 0.15 s at most on a desktop."""

MARGINS_MOST = 2
"""Up to this number of cards also for the margin: 0.02 s."""

CALLS_MOST = 3_000
"""After this number of tables no other move is solved when the best one is known."""

WORLDS_MOST = 720

LOOKS = 10_000
"""The looks at tables that each search for a forced win takes, whatever it finds: 0.1 s. In 774 ends of games with
random play the longest took 9,246."""
STOP_EVERY = 1_000
"""The looks between two questions whether to stop."""


class Looks:
    """The looks that are left; raises Stopped after the last one, and when it is enough."""

    __slots__ = ("_enough", "left")

    def __init__(self, count: int, enough: Enough) -> None:
        self.left = count
        self._enough = enough

    def take(self) -> None:
        """Take one."""
        if self.left <= 0 or (not self.left % STOP_EVERY and self._enough(0)):
            raise Stopped
        self.left -= 1


class Move(NamedTuple):
    """A card of the seat in turn at a hill, and what it brings: the margin, or 1, 0 or -1 for the result."""

    value: int
    hill: int
    card: int


def result_share(value: int) -> float:
    """The share of the win that a margin or a result is."""
    return 1.0 if value > 0 else 0.0 if value < 0 else 0.5


class Ending:
    """The values of the tables that follow one table; bounds that were found are kept."""

    __slots__ = ("_looks", "_places", "_table", "calls")

    def __init__(self, world: World, looks: Looks | None = None) -> None:
        """Each card in hand has four bits in the key of a table: 0 in hand, else the hill, or where it was removed."""
        self._table: dict[int, tuple[int, int]] = {}
        self._places: dict[int, int] = {}
        for seat in (0, 1):
            for card in CARDS[world.hands[seat]]:
                self._places[card * 2 + seat] = 4 * len(self._places)
        self._looks = looks
        self.calls = 0

    def moves(self, world: World) -> list[Move]:
        """What the seat in turn can lay, the best first, as far as it is solved: at least one of the best.

        Empty if all are lost and the hands are too large for margins.
        """
        if max(hand.bit_count() for hand in world.hands) <= MARGINS_MOST:
            order = self._order(world)
            found = [Move(self._at(world, hill, card, -POINTS, POINTS), hill, card) for hill, card in order]
            return sorted(found, key=lambda move: -move.value)
        result = 1 if self.value(world, 0, 0, 1) > 0 else 0 if self.value(world, 0, -1, 0) >= 0 else -1
        best: list[Move] = []
        others: list[Move] = []
        for hill, card in self._order(world) if result >= 0 else ():
            if best and self.calls > CALLS_MOST:
                break
            if self._at(world, hill, card, result - 1, result) >= result:
                best.append(Move(result, hill, card))
            else:
                drawn = result > 0 and self._at(world, hill, card, -1, 0) >= 0
                others.append(Move(0 if drawn else -1, hill, card))
        return best + sorted(others, key=lambda move: -move.value)

    def winning(self, world: World) -> list[tuple[int, int]]:
        """All hills and cards with which the seat in turn wins."""
        return [(hill, card) for hill, card in self._order(world) if self.wins(world, hill, card)]

    def wins(self, world: World, hill: int, card: int) -> bool:
        """Whether the seat in turn wins with this card at that hill."""
        return self._at(world, hill, card, 0, 1) > 0

    def _at(self, world: World, hill: int, card: int, worst: int, best: int) -> int:
        after, key = self._after(world, hill, card, 0)
        return -self.value(after, key, -best, -worst)

    def value(self, world: World, key: int, worst: int, best: int) -> int:
        """The margin for the seat in turn; if it is not between `worst` and `best`, a bound on that side of it."""
        self.calls += 1
        if self._looks is not None:
            self._looks.take()
        if world.over:
            return -world.margin() if world.turn else world.margin()
        low, high = self._reach(world)
        if low == high or low >= best or high <= worst:
            return low if low >= best else high
        at = key << 3 | world.barred + 1
        if world.rules.barricades:
            for banner in world.banners:
                at = at << 2 | banner
        known = self._table.get(at, (low, high))
        low, high = max(low, known[0]), min(high, known[1])
        if low >= best or low == high:
            return low
        if high <= worst:
            return high
        found = -POINTS - 1
        for hill, card in self._order(world):
            after, then = self._after(world, hill, card, key)
            found = max(found, -self.value(after, then, -best, -max(worst, found)))
            if found >= best:
                break
        if len(self._table) >= TABLE_MOST:
            self._table.clear()
        self._table[at] = (low if found <= worst else found, high if found >= best else found)
        return found

    def _after(self, world: World, hill: int, card: int, key: int) -> tuple[World, int]:
        """The table after a card is laid, and its key."""
        turn, after = world.turn, world.copy()
        after.lay(hill, card)
        gone = after.rows == world.rows and not (card == BANNER and after.banners[hill])
        return after, key | (hill + 1 + 7 * gone) << self._places[card * 2 + turn]

    def _order(self, world: World) -> list[tuple[int, int]]:
        """The hills and cards that the seat in turn can lay, the most promising first."""
        rows, shift, turn = world.rows, world.rules.shift, world.turn
        found = []
        for hill in range(COUNT):
            for card in CARDS[world.playable(hill)]:
                lost = world.banners[hill]
                found.append((DEAR * card if lost else -gain(rows, shift, hill, turn, card), hill, card))
        return [(hill, card) for _, hill, card in sorted(found)]

    def _reach(self, world: World) -> tuple[int, int]:
        """Bounds of the margin: each hill that a seat can still win by all its cards goes to it."""
        rows, shift, turn = world.rows, world.rules.shift, world.turn
        weights = world.rules.weights
        mine = theirs = 0
        for card in CARDS[world.hands[turn]]:
            mine += weights[card]
        for card in CARDS[world.hands[1 - turn]]:
            theirs += weights[card]
        low = high = 0
        for hill in range(COUNT):
            own, other = rows[2 * hill + turn], rows[2 * hill + 1 - turn]
            low += hill_margin(hill, own >> shift, (other + theirs) >> shift, turn)
            high += hill_margin(hill, (own + mine) >> shift, other >> shift, turn)
        return low, high


def hill_margin(hill: int, own: int, other: int, turn: int) -> int:
    """What a hill brings the seat in turn: its points, less if the other wins it, 0 without cards (HIL-6, HIL-7)."""
    if own > other or (own == other and own and not turn):
        return hill + 1
    return -hill - 1 if other else 0


def forced_win(deal: Deal, enough: Enough = lambda work: False) -> Move | None:
    """A card with which the seat in turn wins in each World, however the other plays; None if none is found.

    It is looked for where all cards are known, and for the last card of the seat: with more cards, and more Worlds than
    one, the seat would not know in which of them it is. Whether it is looked for depends on the numbers of cards alone,
    which everybody sees, and the search takes LOOKS looks in any case: how long it takes says nothing of the seat's
    cards (MND-3). Raises Stopped if it is enough.
    """
    turn = deal.base.turn
    unseen = [hand.bit_count() for hand in deal.base.hands]
    left = [unseen[seat] - deal.count[seat] for seat in (0, 1)]
    worlds_most = WORLDS_MOST if left[turn] == 1 else 1
    if max(left) > CARDS_MOST or perm(unseen[1 - turn], deal.count[1 - turn]) > worlds_most:
        return None
    worlds, looks = list(deal.all()), Looks(LOOKS, enough)
    found = None
    with suppress(Stopped):
        found = _win_in_all(worlds, looks)
        while looks.left:  # once more, for nothing but the time
            _win_in_all(worlds, looks)
    if looks.left:
        raise Stopped
    return found


def _win_in_all(worlds: list[World], looks: Looks) -> Move | None:
    """A card that wins in each of these Worlds; None if there is none. Raises Stopped."""
    endings = list[Ending]()
    for world in worlds:  # the first that is lost ends it: of the others not even what they keep is made
        endings.append(Ending(world, looks))
        if endings[-1].value(world, 0, 0, 1) <= 0:
            return None
    for hill in range(COUNT):
        for card in CARDS[worlds[0].playable(hill)]:
            if all(
                card in CARDS[world.playable(hill)] and ending.wins(world, hill, card)
                for world, ending in zip(worlds, endings, strict=True)
            ):
                return Move(1, hill, card)
    return None
