"""The countdown before the machine is switched off. Any key stops it."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from companion.app.idle_timer import ROUNDING_S
from companion.ports import Clock
from companion.ui import shutdown
from companion.ui.page import Page
from companion.words import Words

COUNT_S = 3.0
"""For this long any key stops the countdown."""


class ShutdownCountdown:
    """Counts from its creation on. `power_off` switches the machine off; it raises PortError if the machine refuses."""

    def __init__(self, clock: Clock, power_off: Callable[[], None]) -> None:
        self._clock = clock
        self._ends_at = clock.monotonic() + COUNT_S
        self.power_off = power_off

    @property
    def _seconds_left(self) -> int:
        return max(ceil(self._ends_at - self._clock.monotonic() - ROUNDING_S), 0)

    @property
    def due(self) -> bool:
        """Whether the count is over."""
        return self._seconds_left == 0

    @property
    def deadline(self) -> float:
        """When the number changes, or the count is over."""
        return self._ends_at - max(self._seconds_left - 1, 0)

    def page(self, words: Words) -> Page:
        """The page to show meanwhile."""
        return shutdown.saving(words) if self.due else shutdown.count(self._seconds_left, words)
