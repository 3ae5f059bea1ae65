"""Arranges a terminal of a given size: how to draw the display, and where to put the keys and the record."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from hardware.simulated.terminal.cells import BRAILLE, HALF, Cells

FRAME = 2
"""The width of the frame of the display, both sides together."""
SIDE_LEAST, SIDE_MOST = 14, 30
"""Width of the column beside the glass, with the keys."""
KEYS_BELOW = 3
"""Height of the keys below the glass."""
RECORD_LEAST, RECORD_MOST = 3, 18
"""The height of the record below the display, frame included."""
RECORD_WIDE = 24
"""The least width of a column for the record."""


class Place(Enum):
    """Where something is."""

    BESIDE = "beside the glass"
    BELOW = "below the glass"
    NOWHERE = "nowhere"


@dataclass(frozen=True, slots=True)
class Fit:
    """One arrangement of `wide` × `high` characters in all.

    `frame` is the size that the frame adds to the display, 0 without one. `side` is the width of the column beside it.
    `legend` and `record_high` are heights in lines; the latter is the record's, below.
    """

    cells: Cells
    keys: Place
    record: Place
    legend: int
    frame: int = FRAME
    side: int = 0
    record_high: int = 0

    @property
    def glass(self) -> tuple[int, int]:
        """Width and height of the glass in its frame."""
        return self.cells.width + self.frame, self.cells.height + self.frame

    @property
    def top(self) -> int:
        """Height of the glass and the keys."""
        return self.glass[1] + (KEYS_BELOW if self.keys is Place.BELOW else 0)

    @property
    def total_width(self) -> int:
        return self.glass[0] + self.side

    @property
    def total_height(self) -> int:
        return self.top + self.record_high + self.legend


def fit(width: int, height: int, legend: int = 1) -> Fit | None:
    """The best arrangement for a terminal with a legend of this number of lines; None if not even the display fits.

    The display is drawn in half blocks if keys and record fit too, else in braille. Then the frame has priority, then
    the legend, the keys, and the record.
    """
    for cells in (HALF, BRAILLE):
        framed = _with_frame(cells, width, height, legend)
        if framed is not None and (cells == BRAILLE or framed.record is not Place.NOWHERE):
            return framed
    wide, high = width - BRAILLE.width, height - BRAILLE.height
    if wide < 0 or high < 0:
        return None
    frame = FRAME if wide >= FRAME and high >= FRAME else 0
    return Fit(BRAILLE, Place.NOWHERE, Place.NOWHERE, min(high - frame, legend), frame)


def _with_frame(cells: Cells, width: int, height: int, legend: int) -> Fit | None:
    """The display in its frame and the whole legend, with all keys and as much of the record as fits."""
    wide, left = width - cells.width - FRAME, height - cells.height - FRAME - legend
    if wide < 0 or left < 0:
        return None
    side, keys = 0, Place.NOWHERE
    if wide >= SIDE_LEAST:
        side, keys = min(wide, SIDE_MOST), Place.BESIDE
    elif left >= KEYS_BELOW:
        keys = Place.BELOW
        left -= KEYS_BELOW
    if left >= RECORD_LEAST:
        return Fit(cells, keys, Place.BELOW, legend, side=side, record_high=min(left, RECORD_MOST))
    # The display is higher than the keys, so the record fits below them.
    record = Place.BESIDE if side >= RECORD_WIDE else Place.NOWHERE
    return Fit(cells, keys, record, legend, side=side)
