"""The small pictures of Seven Hills: `#` is lit."""

from __future__ import annotations

from functools import cache

from companion.ui.page import Picture

LAUREL = Picture(("##...##", "#.....#", "##...##", "#.....#", "##...##", ".#...#.", "..###.."))
ABOVE = Picture((".....", "..#..", ".###.", "#####", ".....", ".....", "....."))
BELOW = Picture((".....", ".....", ".....", "#####", ".###.", "..#..", "....."))
NO_ENTRY = Picture(
    ("..###..", ".#####.", "#######", "#.....#", "#######", ".#####.", "..###.."),
    small=(".##.", "####", "#..#", "#..#", "####", ".##."),
)
BACK = Picture(
    ("######", "##.#.#", "#.#.##", "##.#.#", "#.#.##", "##.#.#", "######"),
    small=("####", "##.#", "#.##", "##.#", "#.##", "####"),
)
"""The back of a card that lies face down."""

WIDE, HIGH = 13, 12
"""The size of the back of a card with pips; up to twelve of them have room."""
PIP, PIP_ROWS = 3, 3
"""The distance between two pips of a card's back, and how many rows there are at most."""


@cache
def back_with_pips(count: int) -> Picture:
    """The back of a card with a pip for each card that lies there."""
    lit = {(x, y) for x in range(WIDE) for y in range(HIGH) if x in (0, WIDE - 1) or y in (0, HIGH - 1)}
    rows = min(-(-count // PIP_ROWS), PIP_ROWS)
    top = (HIGH - rows * PIP + 1) // 2
    for row in range(rows):
        pips = count * (row + 1) // rows - count * row // rows
        left = (WIDE - pips * PIP + 1) // 2
        for pip in range(pips):
            x, y = left + pip * PIP, top + row * PIP
            lit |= {(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)}
    return Picture.of_pixels(WIDE, HIGH, lit)
