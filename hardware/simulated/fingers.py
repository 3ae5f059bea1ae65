"""Fingers of a front: who presses which pin, and when a key of a keyboard is not pressed but held.

A mouse goes down and up like a finger, and so does a keyboard at a window. A keyboard at a terminal only says that a
key was struck, and says so again and again while it is held.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.ports import Key
from hardware.gestures import HOLD_S

HELD_S = HOLD_S + 0.05
"""How long a finger of ours stays on a key that is to be held."""
REPEAT_LEAST_S, REPEAT_MOST_S = 0.015, 0.095
"""A held key strikes again after as long as this. Several strokes at once are a paste, slower ones a finger."""
REPEATS = 4
"""So many quick strokes of one key in a row are a held key. Fewer may be a finger in a hurry, or a script."""


class Fingers:
    """At most one finger on each key. `press` and `release` move the pins, `seen` is told for the eye."""

    def __init__(
        self, press: Callable[[Key], None], release: Callable[[Key], None], seen: Callable[[Key, bool], None]
    ) -> None:
        self._press = press
        self._release = release
        self._seen = seen
        self._down: set[Key] = set()

    def down(self, key: Key) -> bool:
        """Put a finger on a key; False if there is one already."""
        if key in self._down:
            return False
        self._down.add(key)
        self._press(key)
        self._seen(key, True)
        return True

    def up(self, key: Key) -> None:
        """Take the finger off a key, if there is one."""
        if key in self._down:
            self._down.remove(key)
            self._release(key)
            self._seen(key, False)

    def lift(self) -> None:
        """Take every finger off."""
        for key in tuple(self._down):
            self.up(key)


class Strokes:
    """Tells strokes of a finger from those that a terminal makes while a key is held, once there are enough of them."""

    def __init__(self) -> None:
        self._last: tuple[Key, float] | None = None
        self._row = 0

    def held(self, key: Key, at: float) -> bool:
        """Whether this stroke means that the key is being held."""
        again = self._last is not None and self._last[0] is key
        quick = again and self._last is not None and REPEAT_LEAST_S <= at - self._last[1] <= REPEAT_MOST_S
        self._row = self._row + 1 if quick else 0
        self._last = (key, at)
        return self._row >= REPEATS
