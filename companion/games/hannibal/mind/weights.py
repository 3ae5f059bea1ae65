"""What pieces and threats are worth, in hundredths of a logit of the win share; whole numbers.

A weight of Rome and one of Carthage for each of: the first legion in a region and the first fleet on a route; each
further piece there; Hannibal in a region, beside what he is worth as a legion; in how many lanes a region for control
of the Mediterranean is held; a way into the enemy capital; with the option `core`, how many core regions are held, and
that they are enough for a chip.
"""

from __future__ import annotations

FURTHER, HANNIBAL, GROUPS, CAPITAL, CORES, CONTROL = 16, 32, 43, 47, 48, 54
"""Where each kind of weight begins in the lists; the first pieces come first, in the order of the places."""

BY_SEAT: tuple[tuple[int, ...], tuple[int, ...]] = (
    (
        60, 65, 70, 70, 90, 0, 65, 75, 65, 75, 90, 45, 35, 35, 35, 35,
        55, 55, 55, 55, 60, 0, 50, 50, 55, 55, 60, 25, 20, 20, 20, 20,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 20, 60, 60, 100,
        0, 0, 20, 40, 50, 60, 60,
    ),
    (
        0, 90, 70, 70, 65, 60, 75, 65, 90, 75, 65, 35, 35, 45, 35, 35,
        0, 60, 55, 55, 55, 55, 50, 50, 60, 55, 55, 20, 20, 25, 20, 20,
        60, 60, 50, 45, 40, 30, 0, 0, 60, 0, 30,
        0, 20, 60, 60, 100,
        0, 0, 20, 40, 50, 60, 60,
    ),
)  # fmt: skip
"""By seat. A weight of a place where a piece never stands is 0."""

TURN = 15
"""Being the one to move."""
HANDS = 35
"""One more round won, as `hands.leads` counts."""
CHIPS = (0, 15, 35, 60, 90, 130, 180, 250)
"""By the number of own chips."""
