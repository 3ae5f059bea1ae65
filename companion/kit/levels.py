"""The levels of a seat of the device, in the notation of the record: how strong it plays.

0 is the child, 1 to 4 are an amount of work, 5 is deep: as much work as there is time. `h12` gives away up to 12 % of a
win with each choice: the height of the people it plays against.
"""

from __future__ import annotations

CHILD, DEEP, HEIGHT = "0", "5", "h"
"""HEIGHT alone is "my height" as people choose it; its number follows from their last games."""

OFFERED = (CHILD, HEIGHT, "1", "2", "3", "4", DEEP)
"""What people may choose, the weakest first; my height is anywhere among them."""

HEIGHT_MOST = 50
"""In per cent of a win."""

PATTERN = f"[0-5]|{HEIGHT}(?:[0-9]|[1-4][0-9]|{HEIGHT_MOST})"


def height(percent: int) -> str:
    """The level that gives away up to this much."""
    return f"{HEIGHT}{percent}"


def percent_of(level: str) -> int | None:
    """What a level of somebody's height gives away at most; None for another level."""
    return int(level[1:]) if level[1:] else None
