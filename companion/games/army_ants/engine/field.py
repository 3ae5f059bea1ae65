"""The field of 5 files by 8 ranks and the two armies that stand on it.

A square is a number, counted up file a, then file b and so on: the order of squares in notations. A board is a tuple
with one entry for each square, its card or None.
"""

from __future__ import annotations

from companion.kit.rules import Seat

FILES = "abcde"
RANKS = range(1, 9)
SQUARES = tuple([f"{file}{rank}" for file in FILES for rank in RANKS])
"""The names of the squares by number."""
NUMBER = {name: number for number, name in enumerate(SQUARES)}
UP, RIGHT = 1, len(RANKS)
STEP = {"u": UP, "d": -UP, "l": -RIGHT, "r": RIGHT}
"""The four directions as red sees them, and the change of the number for one square in each."""

QUEEN = 0
"""The queen's value: she is lower than an ace (ANT-9)."""
VALUES = (1, 2, 3, 4, 5, 6, 7, 8, 9, QUEEN)
NINE = 9
SIDES = "RB"
FRONT_RANK = (4, 5)


class Card(str):
    """A card by its notation in the table view, `R5` or `BQ`."""

    __slots__ = ("seat", "value")

    seat: Seat
    value: int


Board = tuple[Card | None, ...]


def _card(seat: Seat, value: int) -> Card:
    card = Card(f"{SIDES[seat]}{face(value)}")
    card.seat, card.value = seat, value
    return card


def face(value: int) -> str:
    """The text on a card of this value."""
    return str(value) if value else "Q"


def copies(value: int) -> int:
    """How many cards of this value an army has."""
    return 2 if value else 1


CARDS = tuple([tuple([_card(seat, value) for value in sorted(VALUES)]) for seat in (0, 1)])
"""The cards by seat and value; the two of a value are one object, because they are equal."""


ARMY = sum([copies(value) for value in VALUES])
"""How many cards an army has."""


def _ray(square: int, towards: str) -> tuple[int, ...]:
    bottom = square - square % len(RANKS)
    if towards == "u":
        return tuple(range(square + UP, bottom + len(RANKS)))
    if towards == "d":
        return tuple(range(square - UP, bottom - 1, -UP))
    return tuple(range(square - RIGHT, -1, -RIGHT) if towards == "l" else range(square + RIGHT, len(SQUARES), RIGHT))


RAYS = {towards: tuple([_ray(square, towards) for square in range(len(SQUARES))]) for towards in STEP}
"""By direction and square: the squares from there to the edge of the field, the nearest first."""
BESIDE = tuple([tuple([ray[square][0] for ray in RAYS.values() if ray[square]]) for square in range(len(SQUARES))])
"""The orthogonal neighbours of each square."""
PAIRS = tuple([
    (square, other) for square in range(len(SQUARES)) for other in sorted(BESIDE[square]) if other > square
])  # fmt: skip
"""All pairs of neighbours, the lower first."""

# ANT-1: front rank first, file a to file e for both (ruling), the middle of the back rank left empty.
HOMES = tuple([
    tuple([NUMBER[f"{file}{rank}"] for rank in ranks for file in FILES]) for ranks in ((4, 3, 2, 1), (5, 6, 7, 8))
])  # fmt: skip
"""The own four ranks of each seat, front rank first."""
MIDDLES = (NUMBER["c1"], NUMBER["c8"])
PLACES = tuple([tuple([square for square in home if square not in MIDDLES]) for home in HOMES])
"""The squares on which each army is dealt, in the order of entry."""
FRONTS = tuple([frozenset(home[: len(FILES)]) for home in HOMES])
EMPTY: Board = (None,) * len(SQUARES)
