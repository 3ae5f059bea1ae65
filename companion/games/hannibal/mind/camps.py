"""The pieces of one side as one whole number, with what the search needs to know of it.

Three bits a place hold how many pieces stand there, Hannibal included; above them stands his place plus one, 0 without
him. All that follows from one side alone (its moves, what they win, what the side is worth) is worked out once for each
such number and kept: a search meets the same camps again and again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from companion.games.hannibal.engine.actions import Move, MoveHannibal, crossings, marches, sailings
from companion.games.hannibal.engine.board import CAPITALS, PLACES, SEA, Camp, Place, route_between
from companion.games.hannibal.engine.cards import CARTHAGE, CardsPosition
from companion.games.hannibal.engine.ends import CORE, CORE_NEEDED, MEDITERRANEAN, Group
from companion.games.hannibal.mind.weights import BY_SEAT, CAPITAL, FURTHER, GROUPS, HANNIBAL
from companion.kit.rules import Seat

CampNumber = int
PlaceBits = int
"""Places as bits: bit n stands for place n."""

BITS = 3
HANNIBAL_AT = BITS * len(PLACES)
"""From this bit on stands the place of Hannibal plus one."""
PIECES = (1 << HANNIBAL_AT) - 1
ONE = tuple([1 << BITS * place for place in range(len(PLACES))])
"""By place, one piece there."""
EVERYWHERE = (1 << len(PLACES)) - 1
LAND = (1 << SEA) - 1
"""All regions as bits."""
LANES = 3
"""Who has a legion in the named regions of this number of lanes controls the Mediterranean (HAN-12)."""
KINDS = 256
"""The numbers of kinds of moves are below this."""
SCORE_MOST = 1_900
KEPT_MOST = 20_000
"""The most camps of a side that are kept."""


class Step(NamedTuple):
    """A move: the camp after it, the place that it enters, that place as a bit, and a number for this kind of move."""

    camp: CampNumber
    to: Place
    bit: PlaceBits
    kind: int


class Look(NamedTuple):
    """What is known of a camp.

    `places` are those with a piece, `legions`: whether any is left. `score` is its worth in hundredths of a logit.
    `holds`: it controls the Mediterranean (HAN-12); `core`: three core regions (HAN-17). `enters`: a move into the
    enemy capital is possible (HAN-11); `stops` are the places of which each, lost, would prevent that. `wins` and
    `keeps` are the places whose entering without a fight gives the Mediterranean, and three core regions; `reach` all
    that can be entered.
    """

    places: PlaceBits
    legions: bool
    score: int
    holds: bool
    core: bool
    enters: bool
    wins: PlaceBits
    keeps: PlaceBits
    stops: PlaceBits
    reach: PlaceBits
    steps: tuple[Step, ...]


def number_of(position: CardsPosition, seat: Seat) -> CampNumber:
    """The camp of a seat as one number."""
    number = 0
    for count, one in zip(position.camps[seat], ONE, strict=True):
        number += count * one
    if seat == CARTHAGE and position.hannibal is not None:
        number += (position.hannibal + 1) << HANNIBAL_AT
    return number


def counts_of(number: CampNumber) -> Camp:
    """How many pieces are in each place, with Hannibal."""
    return tuple([number >> BITS * place & 7 for place in range(len(PLACES))])


def hannibal_of(number: CampNumber) -> Place | None:
    """The place of Hannibal, or None."""
    return (number >> HANNIBAL_AT) - 1 if number >> HANNIBAL_AT else None


def _change(move: Move) -> int:
    """What a move adds to the number of a camp."""
    step = ONE[move.to] - ONE[move.origin]
    return step + ((move.to - move.origin) << HANNIBAL_AT) if isinstance(move, MoveHannibal) else step


def moves_of(counts: Camp, hannibal: Place | None) -> list[Move]:
    """The moves of a camp, in the order of the engine."""
    found: list[Move] = []
    fleets = counts[SEA:]
    for place, (count, moves) in enumerate(zip(counts, crossings(fleets), strict=False)):
        if count > (place == hannibal):
            found += moves
    if hannibal is not None:
        found += marches(hannibal)
    found += sailings(fleets)
    return found


class Camps:
    """The camps of one seat in a game with these options. Forgets all of them when there are too many."""

    __slots__ = ("_capital", "_cores", "_known", "_lanes", "_weights")

    def __init__(self, seat: Seat, core: bool, symmetric: bool, weights: Sequence[int]) -> None:
        self._capital = CAPITALS[1 - seat]
        self._lanes = _held(MEDITERRANEAN[symmetric][seat])
        self._cores = _held(CORE[seat]) if core else bytes(1 << SEA)
        self._weights = weights
        self._known: dict[CampNumber, Look] = {}

    def __getitem__(self, number: CampNumber) -> Look:
        try:
            return self._known[number]
        except KeyError:
            pass
        if len(self._known) >= KEPT_MOST:
            self._known.clear()
        look = self._known[number] = self._look(number)
        return look

    def _look(self, number: CampNumber) -> Look:
        counts, hannibal = counts_of(number), hannibal_of(number)
        places = 0
        for place, count in enumerate(counts):
            if count:
                places |= 1 << place
        wins = keeps = reach = 0
        stops = EVERYWHERE
        enters = False
        steps = []
        for move in moves_of(counts, hannibal):
            to = move.to
            bit = 1 << to
            steps.append(Step(number + _change(move), to, bit, move.origin << 4 | to))
            reach |= bit
            if to == self._capital:
                enters = True
                stops &= 1 << move.origin | _crossed(move.origin, to)
                continue
            after = places | bit if counts[move.origin] > 1 else (places | bit) & ~(1 << move.origin)
            if self._lanes[after & LAND] == LANES:
                wins |= bit
            if self._cores[after & LAND] >= CORE_NEEDED:
                keeps |= bit
        lanes, cores = self._lanes[places & LAND], self._cores[places & LAND]
        score = 0
        for feature in features(counts, hannibal, lanes, enters):
            score += self._weights[feature]
        return Look(
            places, bool(places & LAND), max(-SCORE_MOST, min(SCORE_MOST, score)), lanes == LANES,
            cores >= CORE_NEEDED, enters, wins, keeps, stops, reach, tuple(steps),
        )  # fmt: skip


@cache
def _crossed(origin: Place, to: Place) -> PlaceBits:
    """The sea route that a legion crosses, as a bit; 0 on land."""
    route = route_between(origin, to)
    return 0 if route is None else 1 << route


@cache
def _held(groups: tuple[Group, ...]) -> bytes:
    """By the regions with a piece, as bits: in how many of the groups there is one."""
    masks = []
    for group in groups:
        mask = 0
        for region in group:
            mask |= 1 << region
        masks.append(mask)
    return bytes([len([mask for mask in masks if places & mask]) for places in range(1 << SEA)])


def features(counts: Camp, hannibal: Place | None, lanes: int, enters: bool) -> list[int]:
    """The weights that a camp adds up, as places of their list; a weight may be there more than once."""
    found = []
    for place, count in enumerate(counts):
        if count:
            found.append(place)
            if count > 1:
                found += [FURTHER + place] * (count - 1)
    if hannibal is not None:
        found.append(HANNIBAL + hannibal)
    found.append(GROUPS + lanes)
    if enters:
        found.append(CAPITAL)
    return found


@lru_cache(maxsize=1)
def camps(core: bool, symmetric: bool) -> tuple[Camps, Camps]:
    """The camps of both seats in a game with these options; they are kept for the last options."""
    return Camps(0, core, symmetric, BY_SEAT[0]), Camps(1, core, symmetric, BY_SEAT[1])
