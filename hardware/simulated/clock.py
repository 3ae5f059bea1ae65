"""A clock that stands still until it is told to go on."""

from __future__ import annotations


class SimulatedClock:
    """Implements `ports.Clock`: seconds from 0.0, and from `start_wall` on the wall."""

    def __init__(self, start_wall: float) -> None:
        self._start_wall = start_wall
        self._elapsed = 0.0

    def monotonic(self) -> float:
        return self._elapsed

    def wall(self) -> float:
        return self._start_wall + self._elapsed

    def set_wall(self, seconds: float) -> None:
        """Somebody puts the clock on the wall; the other one does not mind."""
        self._start_wall = seconds - self._elapsed

    def advance(self, seconds: float) -> None:
        """Let time pass; raises ValueError for less than nothing."""
        if not seconds >= 0:
            raise ValueError(f"{seconds} s cannot pass, a clock only goes on")
        self._elapsed += seconds
