"""What the contacts of a key mean: raw edges with their times in, true presses and releases out.

Contacts chatter for some milliseconds when they close and again when they open, and wires catch spikes. So a key is
down once its contact has stayed closed for NOISE_S, and up once it has stayed open for `settle_s`. The difference is
meant: a tap may be as short as a few milliseconds and must count, while nobody lets a key go and presses it again
within a few, so an open contact that soon closes again is chatter.

Only times decide, and never the moment at which somebody looks; pure arithmetic.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from companion.ports import Key

NOISE_S = 0.001
"""A contact that closes for less than this was a spike or chatter."""
SETTLE_S = 0.005
"""A key is up once its contact has been open for this long without a break; contacts of push buttons need less."""
LATE_S = 0.002
"""How long after an edge its word may still be on the way: silence counts only once this has passed, too."""


class Change(NamedTuple):
    """A key that truly went down or up, and when: at the edge from which on its contact stayed."""

    key: Key
    down: bool
    at: float


class Debounce:
    """The keys whose contacts moved, and what is certain about them.

    What becomes certain is told in the order in which it happened, also when two keys move at once. With no time for
    either, every edge is certain at once, as on pins that only a program moves.
    """

    def __init__(self, settle_s: float = SETTLE_S, noise_s: float = NOISE_S) -> None:
        self._settle_s, self._noise_s = settle_s, noise_s
        self._down: set[Key] = set()
        """Those that are down, as far as is certain."""
        self._moved: dict[Key, float] = {}
        """Those whose contact is not as is certain, and since when."""
        self._certain: list[Change] = []
        """What is certain and waits for an earlier edge of another key to be decided."""

    def edge(self, key: Key, down: bool, at: float) -> list[Change]:
        """A contact closed or opened; what is certain by then. The times of one key must not go back.

        A second edge to where the contact already is says that it moved in between, unseen.
        """
        self._decide(at, 0.0)
        if down == (key in self._down):
            self._moved.pop(key, None)
        else:
            self._moved[key] = at
            self._decide(at, 0.0)
        return self._told()

    def click(self, key: Key, at: float) -> list[Change]:
        """A key that has no contact went down and up at once, such as a step of an encoder."""
        self._decide(at, 0.0)
        self._certain += [Change(key, True, at), Change(key, False, at)]
        return self._told()

    def due(self, now: float, doubted: Collection[Key] = ()) -> list[Change]:
        """What is certain because nothing else has been heard by now. Of those in doubt nothing is."""
        self._decide(now, LATE_S, doubted)
        return self._told()

    def held(self, key: Key) -> None:
        """Somebody held the key down before anybody listened: it is down, and that is no press."""
        if key not in self._moved:
            self._down.add(key)

    def forget(self) -> None:
        """Nothing is known about any key any more; none is down."""
        self._down.clear()
        self._moved.clear()
        self._certain.clear()

    @property
    def undecided(self) -> tuple[Key, ...]:
        """Those whose last edge is not decided."""
        return tuple(self._moved)

    @property
    def since(self) -> float | None:
        """The time of the earliest edge that is not decided: what happened after it cannot be told yet."""
        return min(self._moved.values(), default=None)

    @property
    def deadline(self) -> float | None:
        """When `due` will have decided something if no edge comes before; None while every edge is decided."""
        return min((self._certain_at(key, LATE_S) for key in self._moved), default=None)

    def _certain_at(self, key: Key, late_s: float) -> float:
        return self._moved[key] + (self._settle_s if key in self._down else self._noise_s) + late_s

    def _decide(self, by: float, late_s: float, doubted: Collection[Key] = ()) -> None:
        for key in [key for key in self._moved if key not in doubted and self._certain_at(key, late_s) <= by]:
            down = key not in self._down
            self._certain.append(Change(key, down, self._moved.pop(key)))
            self._down ^= {key}

    def _told(self) -> list[Change]:
        """What is certain and came before every edge that is not decided, oldest first."""
        since = self.since
        # Stable: the two halves of a click stay in order.
        self._certain.sort(key=lambda change: change.at)
        told = [change for change in self._certain if since is None or change.at <= since]
        del self._certain[: len(told)]
        return told
