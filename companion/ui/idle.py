"""What becomes of the glass when nobody presses a key. Pure: seconds in, a state of rest out."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from companion.ports import Light
from companion.session.settings import Settings

SHIFTS = ((0, 0), (1, 0), (1, 1), (0, 1))
"""Where the picture of the score board stands in turn, so that no pixel is lit for ever."""


class Rest(NamedTuple):
    """How the device rests: score board or not, the light, and where the picture stands."""

    score: bool = False
    light: Light = Light.FULL
    shift: tuple[int, int] = (0, 0)


class Idling(NamedTuple):
    """After how many seconds without a key what happens (infinite: never), and how often the picture moves."""

    score_s: float = 30.0
    dim_s: float = 120.0
    dark_s: float = 600.0
    shift_s: float = 60.0

    @classmethod
    def of(cls, settings: Settings) -> Idling:
        """As people have set it."""
        score, dim, dark = [
            inf if isinstance(seconds, str) else float(seconds)
            for seconds in (settings.score, settings.dim, settings.dark)
        ]
        return cls(score, dim, dark)

    def rest(self, idle_s: float) -> Rest:
        """The state after so many seconds."""
        light = Light.DARK if idle_s >= self.dark_s else Light.DIM if idle_s >= self.dim_s else Light.FULL
        return Rest(idle_s >= self.score_s, light, SHIFTS[self._shifts(idle_s) % len(SHIFTS)])

    def next_s(self, idle_s: float) -> float | None:
        """After how many seconds without a key the state changes next; None when it will not any more."""
        if idle_s >= self.dark_s:
            return None
        shift_s = self.score_s + (self._shifts(idle_s) + 1) * self.shift_s
        moments = [moment for moment in (self.score_s, self.dim_s, self.dark_s, shift_s) if idle_s < moment < inf]
        return min(moments, default=None)

    def _shifts(self, idle_s: float) -> int:
        return int((idle_s - self.score_s) // self.shift_s) if idle_s > self.score_s else 0
