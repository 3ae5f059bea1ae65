"""How long no key has moved, what that makes of the display, and the key that only wakes it or is not heard."""

from __future__ import annotations

from companion.app.active_settings import ActiveSettings
from companion.ports import Clock, Gesture, Key, KeyPress, Light
from companion.ui.idle import Rest

ROUNDING_S = 1e-6
"""Added to a span, so that a deadline that has been reached counts as reached after rounding."""


class IdleTimer:
    """Measures the time since the last key. The settings say what happens after how many seconds."""

    def __init__(self, clock: Clock, settings: ActiveSettings) -> None:
        self._clock = clock
        self._settings = settings
        self._last_key_at = clock.monotonic()
        self._swallowed: Key | None = None

    @property
    def rest(self) -> Rest:
        """The state of rest now."""
        return self._settings.idle_times.rest_after(self._idle_s)

    @property
    def deadline(self) -> float | None:
        """When the state of rest changes next; None when it stays."""
        after_s = self._settings.idle_times.next_change_s(self._idle_s)
        return None if after_s is None else self._last_key_at + after_s

    def restart(self) -> None:
        """Count from zero again: the display lights up."""
        self._last_key_at = self._clock.monotonic()

    def swallows(self, event: KeyPress, *, deaf: bool = False) -> bool:
        """Restart the timer; whether this key does nothing more: it only wakes a dark display, or is `deaf` now.

        All further gestures of such a key are swallowed too, until it is pressed again.
        """
        if deaf or self.rest.light is Light.DARK:
            self._swallowed = event.key
        elif event.gesture is Gesture.PRESS and event.key is self._swallowed:
            self._swallowed = None
        self.restart()
        return self._swallowed is event.key

    @property
    def _idle_s(self) -> float:
        return self._clock.monotonic() - self._last_key_at + ROUNDING_S
