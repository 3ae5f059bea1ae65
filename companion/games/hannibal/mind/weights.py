"""What pieces and threats are worth, in hundredths of a logit of the win share; whole numbers.

A weight of Rome and one of Carthage for each of: the first legion in a region and the first fleet on a route; each
further piece there; Hannibal in a region, beside what he is worth as a legion; in how many lanes a region for control
of the Mediterranean is held; a way into the enemy capital.

`python tests/bench/minds_hannibal.py fit` makes all but the weights of the chips, in a minute of processor time.
"""

from __future__ import annotations

FURTHER, HANNIBAL, GROUPS, CAPITAL = 16, 32, 43, 47
"""Where each kind of weight begins in the lists; the first pieces come first, in the order of the places."""

BY_SEAT: tuple[tuple[int, ...], tuple[int, ...]] = (
    (
        61, 64, 83, 66, 76, 0, 65, 65, 59, 70, 92, 49, 52, 44, 40, 47,
        52, 68, 60, 54, 60, 0, 38, 50, 54, 69, 60, 30, 18, 20, 23, 19,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        3, 14, 25, 60, 87,
    ),
    (
        0, 61, 68, 68, 64, 63, 75, 70, 85, 65, 67, 52, 53, 49, 47, 48,
        0, 60, 74, 65, 71, 60, 50, 55, 60, 64, 49, 42, 5, 39, 29, 21,
        60, 37, 83, 98, 73, 40, 0, 0, 60, 0, 24,
        9, 19, 9, 60, 66,
    ),
)  # fmt: skip
"""By seat. A weight of a place where a piece never stands is 0."""

TURN = 1
"""Being the one to move."""
HANDS = 99
"""One more round won, as `hands.leads` counts."""
CHIPS = (0, 15, 35, 60, 90, 130, 180, 250)
"""By the number of own chips."""
