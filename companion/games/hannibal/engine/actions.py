"""The notation of all actions of Hannibal vs Rome, and which moves the board allows.

All actions of the game are made once, here; positions only pick from them.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from companion.games.hannibal.engine.board import PLACES, REGIONS, SEA, SHORES, Place, adjacent
from companion.kit.rules import RESULTS, Action, notation_of

CARDS = (1, 2, 3, 4, 5)
FIGHTERS = ("hannibal", "legion")
"""The pieces that can fight a round on land for Carthage."""

Hand = tuple[int, ...]


class Move(Action):
    """A piece goes from one place to another."""

    origin: Place
    to: Place


class MoveLegion(Move):
    """`legion ROM>GAL`: a legion moves, not Hannibal."""


class MoveHannibal(Move):
    """`hannibal CAR>MAU`: Hannibal moves."""


class MoveFleet(Move):
    """`fleet ROM-COR>CAN-SIC`: a fleet moves."""


class Field(Action):
    """`field hannibal`, `field legion`: Carthage chooses who fights this round."""

    fighter: str


class Clash(Action):
    """`clash 3 5`: Rome and Carthage showed these cards, as printed."""

    cards: tuple[int, int]


class EndTurn(Action):
    """`turn`, `turn core`: the player ends the turn; `core`: with three or more core regions (scores entry)."""

    core: bool


def _move(kind: type[Move], word: str, origin: Place, to: Place) -> Move:
    return kind(f"{word} {PLACES[origin]}>{PLACES[to]}", origin=origin, to=to)


_LAND, _WATER = range(len(REGIONS)), range(SEA, len(PLACES))
_BY_LEGION = {(origin, to): _move(MoveLegion, "legion", origin, to) for origin in _LAND for to in _LAND}
_BY_HANNIBAL = {(origin, to): _move(MoveHannibal, "hannibal", origin, to) for origin in _LAND for to in _LAND}
_BY_FLEET = {(origin, to): _move(MoveFleet, "fleet", origin, to) for origin in _WATER for to in _WATER}
_CLASHES = {cards: Clash("clash {} {}".format(*cards), cards=cards) for cards in product(CARDS, CARDS)}
FIELDS: tuple[Action, ...] = tuple([Field(f"field {fighter}", fighter=fighter) for fighter in FIGHTERS])
TURN_CORE: tuple[Action, ...] = (EndTurn("turn core", core=True),)
TURN: tuple[Action, ...] = (EndTurn("turn", core=False),)

# A move between any two regions or routes is readable, legal or not.
read = notation_of(
    *_BY_LEGION.values(), *_BY_HANNIBAL.values(), *_BY_FLEET.values(), *FIELDS, *_CLASHES.values(),
    *TURN_CORE, *TURN, *RESULTS,
)  # fmt: skip


# For speed: the moves of a legion depend only on its own fleets, and there are 56 ways to put three fleets on five
# routes. So the moves out of each region are listed once for each way, and a position only joins them.
@cache
def crossings(fleets: tuple[int, ...]) -> tuple[tuple[Move, ...], ...]:
    """By region, the moves of a legion there, with these numbers of own fleets on each route (HAN-3)."""
    sailed = {shores for shores, count in zip(SHORES, fleets, strict=True) if count}
    return tuple([
        tuple([
            _BY_LEGION[origin, to]
            for to in _LAND
            if adjacent(origin, to) or (origin, to) in sailed or (to, origin) in sailed
        ])
        for origin in _LAND
    ])  # fmt: skip


@cache
def marches(origin: Place) -> tuple[Move, ...]:
    """The moves of Hannibal from a region: across land borders only (HAN-4)."""
    return tuple([_BY_HANNIBAL[origin, to] for to in _LAND if adjacent(origin, to)])


@cache
def sailings(fleets: tuple[int, ...]) -> tuple[Move, ...]:
    """The moves of fleets with these numbers on each route: from any route to any other (HAN-5)."""
    occupied = [route for route, count in zip(_WATER, fleets, strict=True) if count]
    return tuple([_BY_FLEET[origin, to] for origin in occupied for to in _WATER if to != origin])


@cache
def clashes(hands: tuple[Hand, Hand]) -> tuple[Action, ...]:
    """A round with every pair of cards of two hands (HAN-7)."""
    return tuple([_CLASHES[rome, carthage] for rome in hands[0] for carthage in hands[1]])
