"""Hardware without wires: a shipped part, not a test double. Pins, bus and chip behave as the real ones do."""

from __future__ import annotations


class SimulatedClock:
    """Implements `ports.Clock`: the monotonic time starts at 0.0, the wall time at `start_wall`."""

    def __init__(self, start_wall: float) -> None:
        self._start_wall = start_wall
        self._elapsed = 0.0

    def monotonic(self) -> float:
        return self._elapsed

    def wall(self) -> float:
        return self._start_wall + self._elapsed

    def set_wall(self, seconds: float) -> None:
        """Set the wall time; the monotonic time does not change."""
        self._start_wall = seconds - self._elapsed

    def advance(self, seconds: float) -> None:
        """Let time pass; raises ValueError for a negative time."""
        if not seconds >= 0:
            raise ValueError(f"{seconds} s cannot pass, at least 0 s is needed")
        self._elapsed += seconds
