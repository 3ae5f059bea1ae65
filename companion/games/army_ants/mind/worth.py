"""What a board is worth in whole numbers, and what share of the win that is.

Each card on each square has a worth: its value, and a little for being near the enemy queen or beside the own one. That
little makes a search prefer progress between equals: the game has no rule against repetition. The table is made once
for a search, from where the queens stand then; the search adds up differences.
"""

from __future__ import annotations

from companion.games.army_ants.engine.field import RIGHT, SQUARES
from companion.games.army_ants.mind.lines import QUEENS, SIDE, VALUES
from companion.kit.rules import Seat
from companion.kit.search.mind import Shares, for_two
from companion.kit.search.numbers import logistic

WIN = 1_000_000
"""The queen is taken now; every turn until then costs 1."""
PROVEN = WIN - 1000
"""From here a number is no estimate: the queen falls whatever the other does."""

NEARER, BESIDE_QUEEN, FORWARD = 3, 6, 4
FEW_CARDS = 16
"""With fewer cards on the field an advantage counts less: four or five attackers are needed to catch a queen."""
SPREAD = 650.0
"""An estimate of this size is a share of 1 / (1 + 1/e)."""
SURE = 0.95
"""No estimate is a greater share."""

Worth = list[int]
"""By `code << 6 | square`: what the card adds, positive for red."""


def worth_of_cards(board: bytes) -> Worth:
    """The table for searches from this board, which has both queens."""
    table = [0] * ((2 * SIDE) << 6)
    thrones = [board.find(queen) for queen in QUEENS]
    for seat in (0, 1):
        sign, own, other = (-1 if seat else 1), thrones[seat], thrones[1 - seat]
        for code in range(1, len(VALUES)):
            for square in range(len(SQUARES)):
                forward = square % RIGHT if seat == 0 else RIGHT - 1 - square % RIGHT
                if code == QUEENS[0]:
                    worth = -FORWARD * forward
                else:
                    worth = VALUES[code] - NEARER * _steps(square, other)
                    if _steps(square, own) == 1:
                        worth += BESIDE_QUEEN
                table[(code + SIDE * seat) << 6 | square] = sign * worth
    return table


def _steps(square: int, other: int) -> int:
    return abs(square // RIGHT - other // RIGHT) + abs(square % RIGHT - other % RIGHT)


def worth_of(board: bytes, table: Worth) -> int:
    """The worth of all cards, positive where red is ahead."""
    return sum([table[code << 6 | square] for square, code in enumerate(board) if code])


def shares_of_worth(value: int, seat: Seat) -> Shares:
    """The shares of a search's result, given as the seat sees it."""
    own = min(SURE, max(1.0 - SURE, logistic(value / SPREAD)))
    if abs(value) >= PROVEN:
        own = 1.0 if value > 0 else 0.0
    return for_two(seat, own)
