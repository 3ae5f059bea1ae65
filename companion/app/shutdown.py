"""The machine is to be switched off: a count in sight, which any key stops, then it is asked to go down."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

from companion.ports import Clock
from companion.ui.page import Page
from companion.words import Words

COUNT_S = 3.0
"""So long any key keeps the machine from being switched off."""
HAIR_S = 1e-6
"""A moment that has been reached must count as reached once rounded."""


class ShutdownCountdown:
    """The count, from its beginning on. `power_off` asks the machine, and raises PortError if it will not go down."""

    def __init__(self, clock: Clock, power_off: Callable[[], None]) -> None:
        self._clock = clock
        self._at = clock.monotonic() + COUNT_S
        self.power_off = power_off

    @property
    def _left(self) -> int:
        """What stands on the glass: seconds begun and not over."""
        return max(ceil(self._at - self._clock.monotonic() - HAIR_S), 0)

    @property
    def due(self) -> bool:
        """Whether the count is over."""
        return self._left == 0

    @property
    def next(self) -> float:
        """When another number stands there, or the count is over."""
        return self._at - max(self._left - 1, 0)

    def page(self, words: Words) -> Page:
        """What can be read meanwhile."""
        from companion.ui import shutdown

        return shutdown.saving(words) if self.due else shutdown.count(self._left, words)
