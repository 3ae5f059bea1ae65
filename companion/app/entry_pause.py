"""The pause after an entry: people see what they have entered before OK enters more."""

from __future__ import annotations

from companion.app.idle_timer import ROUNDING_S
from companion.ports import Clock

DEAF_S = 0.4
"""How long OK does nothing after an entry, so that a double tap enters once."""


class EntryPause:
    """Whether the pause after the last entry still lasts. It begins when people are shown the entry."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._until = clock.monotonic()

    def begin(self) -> None:
        """An entry comes to the display."""
        self._until = self._clock.monotonic() + DEAF_S

    @property
    def lasts(self) -> bool:
        """Whether OK is deaf now."""
        return self._clock.monotonic() + ROUNDING_S < self._until
