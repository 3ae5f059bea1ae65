"""The small pictures of Hannibal vs Rome: `#` is lit."""

from __future__ import annotations

from functools import cache

from companion.ui.page import Picture

LEGION = Picture((".#####.", "#.....#", "#.#.#.#", "#.....#", "#.#.#.#", ".#...#.", "..###.."))
FLEET = Picture(("...#...", "...##..", "...###.", "...#...", "#######", ".#####.", "..###.."))
WAVE = Picture((".......", ".......", ".##...#", "#..#.#.", "....#..", ".......", "......."))
ELEPHANT = Picture(
    (".####..", "#######", "##.####", "#######", "#.##.##", "#.##.##", "..##.##"),
    small=(".###..", "######", "##.###", "######", "#.#.##", "..#.##"),
)
SWORDS = Picture(("#.....#", ".#...#.", "..#.#..", "...#...", "#.#.#.#", ".#...#.", "#.#.#.#"))

CHIPS, CHIPS_IN_ROW = 8, 4
CORE = 5
"""The chips of one side, how many of them are beside each other, and the regions of the core."""


def chips(count: int) -> Picture:
    """The chips of one side, and a dot for each that it has not."""
    return _blocks(count, CHIPS, CHIPS_IN_ROW, (3, 3))


def core(count: int) -> Picture:
    """A bar for each region of the core that a side controls, and a dot for each other."""
    return _blocks(count, CORE, CORE, (2, 5))


@cache
def _blocks(count: int, most: int, in_row: int, size: tuple[int, int]) -> Picture:
    """`most` blocks in rows: the first `count` are filled, of the others there is a dot."""
    wide, high = size
    lit = set()
    for block in range(most):
        x, y = block % in_row * (wide + 1), block // in_row * (high + 1)
        if block < count:
            lit |= {(x + across, y + down) for across in range(wide) for down in range(high)}
        else:
            lit.add((x + wide // 2, y + high // 2))
    return Picture.of_pixels(in_row * (wide + 1) - 1, most // in_row * (high + 1) - 1, lit)
