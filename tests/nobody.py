"""An inbox at which nobody presses anything, in simulated time."""

from __future__ import annotations

from companion.ports import Event, Gesture, Key, KeyPress, Repeat, Stop
from hardware.simulated import SimulatedClock

ENOUGH_S = 600.0


class Nobody:
    """An inbox at which nobody presses anything: time passes. After ENOUGH_S, or on a key of `takes_over`, it ends."""

    def __init__(self, clock: SimulatedClock, takes_over_at: float = ENOUGH_S) -> None:
        self._clock = clock
        self._at = takes_over_at
        self._taken = False

    def get(self, deadline: float | None) -> Event | None:
        now = self._clock.monotonic()
        until = min(now + 1 if deadline is None else deadline, self._at)
        self._clock.advance(max(until - now, 0.0))
        if self._clock.monotonic() < self._at:
            return None
        if self._taken or self._at == ENOUGH_S:
            return Stop()
        self._taken, self._at = True, self._at + 60
        return KeyPress(Key.UP, Gesture.PRESS, now)

    def repeat(self, rate: Repeat | None) -> None:
        """Nothing repeats."""

    def put(self, event: Event) -> None:
        """What the worker answers is not waited for."""
