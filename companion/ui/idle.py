"""What the glass shows when nobody presses a key. Pure: seconds in, a state of rest out."""

from __future__ import annotations

from math import inf

from companion.ports import Light
from companion.session.settings import Settings
from companion.values import Frozen

SHIFTS = ((0, 0), (1, 0), (1, 1), (0, 1))
"""The positions of the score board in pixels, one after the other, so that no pixel is lit for ever."""
WANDERING = ((0, 0), (-2, 0), (-2, 2), (0, 2))
"""The moves of all other pages: to the left and down a page loses least."""


class Rest(Frozen):
    """How the device rests: whether it shows the score board, the light, and the minutes without a key.

    With each minute the picture moves, and what is inverted on the score board has an outline in every other one.
    """

    score: bool = False
    light: Light = Light.FULL
    minute: int = 0

    @property
    def shift(self) -> tuple[int, int]:
        """The position of the score board."""
        return SHIFTS[self.minute % len(SHIFTS)]

    @property
    def wandering(self) -> tuple[int, int]:
        """The position of any other page."""
        return WANDERING[self.minute % len(WANDERING)]

    @property
    def outlines(self) -> bool:
        """Whether this is a minute of outlines."""
        return self.minute % 2 == 1


class IdleTimes(Frozen):
    """The seconds without a key until the score board, dim and dark (infinite: never), and the length of a minute."""

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
        return Rest(idle_s >= self.score_s, light, int(idle_s // self.shift_s))

    def next_change_s(self, idle_s: float) -> float | None:
        """After how many seconds without a key the state changes next; None if it does not change any more."""
        if idle_s >= self.dark_s:
            return None
        shift_s = (idle_s // self.shift_s + 1) * self.shift_s
        changes = [change for change in (self.score_s, self.dim_s, self.dark_s, shift_s) if idle_s < change < inf]
        return min(changes, default=None)
