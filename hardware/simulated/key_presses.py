"""The keys that a front presses, and the detection of held keys in a terminal.

A mouse button and a key in a window report press and release. A terminal only reports that a key was typed, and repeats
that while the key is held.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.ports import HOLD_S, Key

HELD_S = HOLD_S + 0.05
"""How long a front holds a key for a hold."""
REPEAT_LEAST_S, REPEAT_MOST_S = 0.015, 0.095
"""The time between two repeats of a held key. Faster ones are a paste, slower ones are single strokes."""
REPEATS = 4
"""With this number of repeats a key counts as held. Fewer may be quick typing, or a script."""


class PressedKeys:
    """The keys that are `down`. The given `press` and `release` move the pins, `seen` updates the picture of a key."""

    def __init__(
        self,
        press: Callable[[Key], None],
        release: Callable[[Key], None],
        seen: Callable[[Key, bool], None] = lambda key, down: None,
    ) -> None:
        self._press = press
        self._release = release
        self._seen = seen
        self.down: set[Key] = set()

    def press(self, key: Key) -> bool:
        """Press a key; False if it is down already."""
        if key in self.down:
            return False
        self.down.add(key)
        self._press(key)
        self._seen(key, True)
        return True

    def release(self, key: Key) -> None:
        """Release a key, if it is down."""
        if key in self.down:
            self.down.remove(key)
            self._release(key)
            self._seen(key, False)

    def release_all(self) -> None:
        for key in tuple(self.down):
            self.release(key)


class HoldDetector:
    """Tells the repeats of a held key in a terminal from single strokes."""

    def __init__(self) -> None:
        self._last: tuple[Key, float] | None = None
        self._row = 0

    def is_held(self, key: Key, at: float) -> bool:
        """Whether this stroke shows that the key is held."""
        again = self._last is not None and self._last[0] is key
        quick = again and self._last is not None and REPEAT_LEAST_S <= at - self._last[1] <= REPEAT_MOST_S
        self._row = self._row + 1 if quick else 0
        self._last = (key, at)
        return self._row >= REPEATS
