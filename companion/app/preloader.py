"""Loads what keys need later, part by part, while no key moves."""

from __future__ import annotations

from collections.abc import Iterator

from companion.app.idle_timer import ROUNDING_S
from companion.ports import Clock

PAUSE_S = 0.02
"""Keys are waited for this long before each part."""


class Preloader:
    """Takes one step of `parts` after each pause, until there are no more."""

    def __init__(self, clock: Clock, parts: Iterator[object] | None) -> None:
        self._clock = clock
        self._parts = parts
        self._due = clock.monotonic()

    @property
    def deadline(self) -> float | None:
        """When the next part is due; None when all are loaded."""
        return None if self._parts is None else self._due

    def load_next(self) -> None:
        """Load the next part if it is due."""
        if self._parts is not None and self._clock.monotonic() + ROUNDING_S >= self._due:
            if next(self._parts, None) is None:
                self._parts = None
            self.postpone()

    def postpone(self) -> None:
        """Wait for another pause: somebody uses the keys."""
        self._due = self._clock.monotonic() + PAUSE_S
