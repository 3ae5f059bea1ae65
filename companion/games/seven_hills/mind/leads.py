"""How good a table is: what the leads at the hills are worth, and the game's quick rule."""

from __future__ import annotations

from companion.games.seven_hills.engine.actions import BANNER
from companion.games.seven_hills.mind.compact import COUNT, World
from companion.kit.rules import Seat
from companion.kit.search.numbers import logistic

MOST = 60
"""No lead is greater: all numbers of a tribe are 45 together, and the strongest one counts 27."""

HILL_SHARES = tuple([logistic(lead / 4.0) for lead in range(-MOST, MOST + 1)])
"""How likely a hill is won, by the lead there from -60 up."""

DEAR = 0.24
"""What a point of a card is worth in hand, in points of hills."""

STRONG = 3
"""With `strongest`: as many points of a sum is one step between the highest cards worth."""

SPREAD = 5.0
"""A lead of this many points makes a win 73 per cent likely."""


def lead(rows: list[int], shift: int, hill: int, seat: Seat) -> int:
    """By how much a seat leads at a hill; negative if it is behind."""
    own, other = rows[2 * hill + seat], rows[2 * hill + 1 - seat]
    if shift:
        return (own >> shift) - (other >> shift)
    return STRONG * (own.bit_length() - other.bit_length())


def gain(rows: list[int], shift: int, hill: int, seat: Seat, card: int) -> float:
    """The points of hills that a number brings at a hill, less what it is worth in hand; 0 for a banner."""
    if card == BANNER:
        return 0.0
    own, other = rows[2 * hill + seat], rows[2 * hill + 1 - seat]
    if shift:
        before = (own >> shift) - (other >> shift)
        after = before + card
    else:
        before = STRONG * (own.bit_length() - other.bit_length())
        after = STRONG * ((own | 1 << card).bit_length() - other.bit_length())
    return (hill + 1) * (HILL_SHARES[after + MOST] - HILL_SHARES[before + MOST]) - DEAR * card


def expected_points(world: World, seat: Seat) -> float:
    """The points of a seat less the other's, as the leads promise."""
    points = 0.0
    for hill in range(COUNT):
        share = HILL_SHARES[lead(world.rows, world.rules.shift, hill, seat) + MOST]
        points += (hill + 1) * (2.0 * share - 1.0)
    return points
