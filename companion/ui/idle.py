"""What the glass shows when nobody presses a key. Pure: seconds in, a state of rest out."""

from __future__ import annotations

from math import inf

from companion.ports import Light
from companion.session.settings import Settings
from companion.values import Frozen

SHIFTS = ((0, 0), (1, 0), (1, 1), (0, 1))
"""The positions of the score board, one after the other, so that no pixel is lit for ever."""


class Rest(Frozen):
    """How the device rests: whether it shows the score board, the light, and the position of the picture in pixels."""

    score: bool = False
    light: Light = Light.FULL
    shift: tuple[int, int] = (0, 0)


class IdleTimes(Frozen):
    """The seconds without a key until the score board, dim and dark (infinite: never), and between two shifts."""

    score_s: float = 30.0
    dim_s: float = 120.0
    dark_s: float = 600.0
    shift_s: float = 60.0

    @classmethod
    def from_settings(cls, settings: Settings) -> IdleTimes:
        """The times in the settings."""
        score, dim, dark = [
            inf if isinstance(seconds, str) else float(seconds)
            for seconds in (settings.score, settings.dim, settings.dark)
        ]
        return cls(score, dim, dark)

    def rest_after(self, idle_s: float) -> Rest:
        """The state after this time without a key."""
        light = Light.DARK if idle_s >= self.dark_s else Light.DIM if idle_s >= self.dim_s else Light.FULL
        return Rest(idle_s >= self.score_s, light, SHIFTS[self._shifts(idle_s) % len(SHIFTS)])

    def next_change_s(self, idle_s: float) -> float | None:
        """After how many seconds without a key the state changes next; None if it does not change any more."""
        if idle_s >= self.dark_s:
            return None
        shift_s = self.score_s + (self._shifts(idle_s) + 1) * self.shift_s
        changes = [change for change in (self.score_s, self.dim_s, self.dark_s, shift_s) if idle_s < change < inf]
        return min(changes, default=None)

    def _shifts(self, idle_s: float) -> int:
        return int((idle_s - self.score_s) // self.shift_s) if idle_s > self.score_s else 0
