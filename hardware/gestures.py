"""What fingers mean: edges of keys with their times in, gestures out. Pure arithmetic on timestamps.

A hold is a fact of the timestamps: a key that was down for HOLD_S was held, whether or not anybody looked in between.
A repeat is for the eye of the person who waits for the list to move, so only a look (`due`) makes one, and one look
never makes two.
"""

from __future__ import annotations

from companion.ports import Gesture, Key, KeyPress, Repeat

NORMAL = Repeat(after_s=0.4, every_s=0.1)
HOLD_S = 0.6

REPEATING = frozenset({Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT})
"""These act on press and repeat while held. HELP acts on press and does not repeat."""
HOLDING = frozenset({Key.OK, Key.BACK})
"""These act on release, or as a hold and then not on release."""


class Gestures:
    """The keys that are down, and what becomes of them if they stay down."""

    def __init__(self, rate: Repeat | None = NORMAL) -> None:
        self._rate = rate
        self._down: set[Key] = set()
        self._moments: dict[Key, float] = {}

    def repeat(self, rate: Repeat | None) -> None:
        """From now on keys repeat like this, a key that is held from its next repeat on; with None not at all.

        A key that went down while nothing repeated goes on not to.
        """
        self._rate = rate
        if rate is None:
            for key in REPEATING:
                self._moments.pop(key, None)

    def forget(self) -> None:
        """No key is down any more, and none of them was let go: nothing follows from it."""
        self._down.clear()
        self._moments.clear()

    @property
    def deadline(self) -> float | None:
        """When `due` will have something to tell if no edge comes before; None while nothing can become due."""
        return min(self._moments.values(), default=None)

    def edge(self, key: Key, down: bool, at: float) -> list[KeyPress]:
        """The gestures that a key's going down or up completes, oldest first. `at` must not go back.

        An edge to where the key already is changes nothing. Holds that were complete by then come before it.
        """
        if down == (key in self._down):
            return []
        told = self._holds(at)
        if down:
            self._down.add(key)
            if key in REPEATING:
                if self._rate is not None:
                    self._moments[key] = at + self._rate.after_s
            elif key in HOLDING:
                self._moments[key] = at + HOLD_S
            told.append(KeyPress(key, Gesture.PRESS, at))
        else:
            self._down.remove(key)
            waiting = self._moments.pop(key, None) is not None
            if waiting and key in HOLDING:
                told.append(KeyPress(key, Gesture.RELEASE, at))
        return told

    def due(self, now: float) -> list[KeyPress]:
        """The holds that are complete by `now`, and for each key that is due one repeat, the next counted from now."""
        told = self._holds(now)
        for key, moment in self._moments.items():
            if self._rate is not None and key in REPEATING and moment <= now:
                self._moments[key] = now + self._rate.every_s
                told.append(KeyPress(key, Gesture.REPEAT, now))
        return told

    def _holds(self, by: float) -> list[KeyPress]:
        """The holds that were complete by then, oldest first, each told once and at the time it was complete."""
        complete = [(moment, key) for key, moment in self._moments.items() if key in HOLDING and moment <= by]
        complete.sort(key=lambda hold: hold[0])
        for _, key in complete:
            del self._moments[key]
        return [KeyPress(key, Gesture.HOLD, moment) for moment, key in complete]
