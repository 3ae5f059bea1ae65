"""Turns presses and releases with their times into gestures.

A hold follows from the times alone: a key that was down for HOLD_S was held, even if nobody called `due` in between. A
repeat moves a list while a person watches it. So only `due` makes repeats, and one call makes at most one for a key.
"""

from __future__ import annotations

from companion.ports import HOLD_S, Gesture, Key, KeyPress, Repeat

NORMAL = Repeat(after_s=0.4, every_s=0.1)

REPEATING = frozenset({Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT})
"""These keys act on press and repeat while held. HELP acts on press and does not repeat."""
HOLDING = frozenset({Key.OK, Key.BACK})
"""These keys act on release, or as a hold; after a hold the release does nothing."""


class Gestures:
    """Tracks the keys that are down: of the board, or of a keyboard."""

    def __init__(self, rate: Repeat | None = NORMAL, *, board: bool = True) -> None:
        self._rate = rate
        self._board = board
        self._down: set[Key] = set()
        self._moments: dict[Key, float] = {}

    def repeat(self, rate: Repeat | None) -> None:
        """Set the repeat rate; a held key uses it after its next repeat. None switches repeating off.

        A key that went down while repeating was off does not start to repeat.
        """
        self._rate = rate
        if rate is None:
            for key in REPEATING:
                self._moments.pop(key, None)

    def forget(self) -> None:
        """Treat all keys as up, without a release."""
        self._down.clear()
        self._moments.clear()

    def stop(self, key: Key) -> None:
        """Let a key that is down do nothing more before it is released."""
        self._moments.pop(key, None)

    @property
    def deadline(self) -> float | None:
        """When `due` has a gesture if no edge comes before; None if it has none."""
        return min(self._moments.values(), default=None)

    def edge(self, key: Key, down: bool, at: float) -> list[KeyPress]:
        """The gestures that a press or release completes, oldest first. `at` must not go back.

        A second press or release in a row changes nothing. Holds that were complete before come first.
        """
        if down == (key in self._down):
            return []
        gestures = self._holds(at)
        if down:
            self._down.add(key)
            if key in REPEATING:
                if self._rate is not None:
                    self._moments[key] = at + self._rate.after_s
            elif key in HOLDING:
                self._moments[key] = at + HOLD_S
            gestures.append(KeyPress(key, Gesture.PRESS, at, self._board))
        else:
            self._down.remove(key)
            waiting = self._moments.pop(key, None) is not None
            if waiting and key in HOLDING:
                gestures.append(KeyPress(key, Gesture.RELEASE, at, self._board))
        return gestures

    def due(self, now: float) -> list[KeyPress]:
        """The holds complete by `now`, and one repeat of each key that is due; its next one counts from `now`."""
        gestures = self._holds(now)
        for key, moment in self._moments.items():
            if self._rate is not None and key in REPEATING and moment <= now:
                self._moments[key] = now + self._rate.every_s
                gestures.append(KeyPress(key, Gesture.REPEAT, now, self._board))
        return gestures

    def _holds(self, by: float) -> list[KeyPress]:
        """The holds that were complete by this time, oldest first, each once."""
        complete = [(moment, key) for key, moment in self._moments.items() if key in HOLDING and moment <= by]
        complete.sort(key=lambda hold: hold[0])
        for _, key in complete:
            del self._moments[key]
        return [KeyPress(key, Gesture.HOLD, moment, self._board) for moment, key in complete]
