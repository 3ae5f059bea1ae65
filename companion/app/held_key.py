"""How long OK or BACK is down, for the mark below its picture that fills until it counts as held."""

from __future__ import annotations

from companion.app.idle_timer import ROUNDING_S
from companion.ports import HOLD_S, Clock, Gesture, Key, KeyPress
from companion.ui.paint_legend import HOLD_STEPS

LETTERS = {Key.OK: "o", Key.BACK: "b"}
"""The keys that can be held, as `Page.keys` names them."""
SHOWN_FROM = 2
"""The first step that is shown: a key that is only pressed is up before, and draws nothing."""


class HeldKey:
    """The key that is down now."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._down: Key | None = None
        self._since = 0.0

    def take(self, event: KeyPress) -> None:
        """Follow the keys; the last one that went down counts."""
        if event.gesture is Gesture.PRESS:
            self._down = event.key if event.key in LETTERS else None
            self._since = self._clock.monotonic()
        elif event.key is self._down:
            self._down = None

    @property
    def mark(self) -> tuple[str, int] | None:
        """The letter of the key and how many of the HOLD_STEPS have passed; None if there is nothing to show."""
        steps = self._steps
        return (LETTERS[self._down], steps) if self._down is not None and SHOWN_FROM <= steps < HOLD_STEPS else None

    @property
    def deadline(self) -> float | None:
        """When the mark changes next; None when it stays."""
        if self._down is None or self._steps >= HOLD_STEPS:
            return None
        return self._since + HOLD_S * max(self._steps + 1, SHOWN_FROM) / HOLD_STEPS

    @property
    def _steps(self) -> int:
        return int((self._clock.monotonic() - self._since + ROUNDING_S) * HOLD_STEPS / HOLD_S)
