"""The attacks of a position, looked up line by line.

An attack goes along a file or a rank to the next card, so the cards of one line decide the attacks on it. In a search
most lines return again and again: the attacks of each are computed once and kept.
"""

from __future__ import annotations

from itertools import pairwise

from companion.games.army_ants.engine.field import QUEEN, RIGHT, SQUARES
from companion.kit.rules import Seat

SIDE = 16
"""What the codes of black's cards have that red's have not."""
QUEENS = (QUEEN + 1, QUEEN + 1 + SIDE)
"""The codes of the queens by seat."""
VALUES = (0, 0, 100, 130, 170, 210, 260, 310, 370, 430, 500)
"""What a card is worth, by its code without the side; the game ends with the queen, so she has no number here."""
QUEEN_GAIN = 4000
GAIN_SHIFT, GAIN_UNIT = 16, 4096
"""An attack as a number: what it gains << 16, then 15 - the attacker's code << 12, then `from << 6 | to`: a sorted list
begins with the dearest card, taken by the cheapest. An exchange gains 0."""

_KEPT_MOST = 50_000 // 13
"""How many contents of each line are kept; then they are thrown away."""

_FILES = len(SQUARES) // RIGHT
_CUTS = tuple(
    [slice(RIGHT * file, RIGHT * file + RIGHT) for file in range(_FILES)]
    + [slice(rank, None, RIGHT) for rank in range(RIGHT)]
)
_LINES = tuple([tuple(range(len(SQUARES)))[cut] for cut in _CUTS])


Line = tuple[tuple[tuple[int, ...], tuple[int, ...]], tuple[bool, bool]]
"""The attacks along one line, by seat; and by seat whether one of them takes the enemy queen."""


_KNOWN: tuple[dict[bytes, Line], ...] = tuple([{} for _ in _CUTS])
LOOKS = tuple(zip(range(len(_CUTS)), _KNOWN, _CUTS, strict=True))
"""Each line: its number, its known contents and the slice of the board that is its content."""


def learn(number: int, content: bytes) -> Line:
    """Compute the attacks along a line and keep them."""
    known = _KNOWN[number]
    if len(known) >= _KEPT_MOST:
        known.clear()
    known[content] = line = _attacks_along(_LINES[number], content)
    return line


def _attacks_along(squares: tuple[int, ...], content: bytes) -> Line:
    by: tuple[list[int], list[int]] = ([], [])
    standing = [(square, card) for square, card in zip(squares, content, strict=True) if card]
    for one, other in pairwise(standing):
        for (square, card), (to, met) in ((one, other), (other, one)):
            value, beaten = card % SIDE, met % SIDE
            # ANT-9: onto an equal or lower card; ANT-10: the queen never attacks
            if card // SIDE != met // SIDE and beaten <= value != QUEENS[0]:
                gain = QUEEN_GAIN if met in QUEENS else VALUES[beaten] if beaten < value else 0
                by[card // SIDE].append(gain << GAIN_SHIFT | (15 - value) * GAIN_UNIT | square << 6 | to)
    red, black = [tuple(sorted(found, reverse=True)) for found in by]
    takes_black, takes_red = [any(attack >> GAIN_SHIFT == QUEEN_GAIN for attack in found) for found in (red, black)]
    return (red, black), (takes_black, takes_red)


def attacks(board: bytes, seat: Seat) -> list[int]:
    """Every attack of this seat, what gains most first, as the numbers described above."""
    found: list[int] = []
    for number, known, cut in LOOKS:
        content = board[cut]
        here = (known.get(content) or learn(number, content))[0][seat]
        if here:
            found += here
    found.sort(reverse=True)
    return found


def takes_queen(board: bytes, seat: Seat) -> bool:
    """Whether this seat, if it were in turn, could take the enemy queen."""
    square = board.find(QUEENS[1 - seat])
    number, known, cut = LOOKS[square // RIGHT]
    content = board[cut]
    if (known.get(content) or learn(number, content))[1][seat]:
        return True
    number, known, cut = LOOKS[_FILES + square % RIGHT]
    content = board[cut]
    return (known.get(content) or learn(number, content))[1][seat]
