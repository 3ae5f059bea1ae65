"""Debouncing: turns raw edges with their times into presses and releases.

Contacts bounce for some milliseconds when they close and when they open, and wires catch spikes. So a key is down once
its contact has stayed closed for NOISE_S, and up once it has stayed open for `settle_s`. The two times differ on
purpose: a tap of a few milliseconds must count, but nobody releases a key and presses it again within a few, so a
contact that opens and soon closes again only bounces.

The result depends on the times of the edges only, not on when the methods are called.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from companion.ports import Key

NOISE_S = 0.001
"""A contact that closes for less than this is a spike or a bounce."""
SETTLE_S = 0.005
"""A key is up once its contact has stayed open for this long; push buttons need less."""
LATE_S = 0.002
"""How late an edge may be reported. Silence counts only after this time as well."""


class Change(NamedTuple):
    """A press or release of a key, with its time: that of the edge after which its contact stayed."""

    key: Key
    down: bool
    at: float


class Debounce:
    """Debounces all keys together.

    It reports changes in the order in which they happened, also if two keys move at once. With both times 0 each edge
    counts at once, which suits pins that a program moves.
    """

    def __init__(self, settle_s: float = SETTLE_S, noise_s: float = NOISE_S) -> None:
        self._settle_s, self._noise_s = settle_s, noise_s
        self._down: set[Key] = set()
        """The keys that are certainly down."""
        self._moved: dict[Key, float] = {}
        """The keys whose contact moved and is not decided, and the time of that edge."""
        self._certain: list[Change] = []
        """Decided changes that wait for an earlier edge of another key."""

    def edge(self, key: Key, down: bool, at: float) -> list[Change]:
        """Take an edge and return the changes that it decides. The times of one key must not go back.

        A second edge in the same direction means that one in between was missed.
        """
        self._decide(at, 0.0)
        if down == (key in self._down):
            self._moved.pop(key, None)
        else:
            self._moved[key] = at
            self._decide(at, 0.0)
        return self._reportable()

    def click(self, key: Key, at: float) -> list[Change]:
        """Take a press and release without a contact, such as a step of an encoder."""
        self._decide(at, 0.0)
        self._certain += [Change(key, True, at), Change(key, False, at)]
        return self._reportable()

    def due(self, now: float, doubted: Collection[Key] = ()) -> list[Change]:
        """The changes that are decided because no other edge came by `now`. Keys in `doubted` stay undecided."""
        self._decide(now, LATE_S, doubted)
        return self._reportable()

    def start_down(self, key: Key) -> None:
        """Take a key that was down from the start: it is down, and that is no press."""
        if key not in self._moved:
            self._down.add(key)

    def forget(self) -> None:
        """Forget all keys; none is down."""
        self._down.clear()
        self._moved.clear()
        self._certain.clear()

    @property
    def undecided_keys(self) -> tuple[Key, ...]:
        """The keys whose last edge is not decided."""
        return tuple(self._moved)

    @property
    def earliest_undecided(self) -> float | None:
        """The time of the earliest undecided edge. Later changes cannot be reported yet."""
        return min(self._moved.values(), default=None)

    @property
    def deadline(self) -> float | None:
        """When `due` decides something if no edge comes before; None if every edge is decided."""
        return min((self._certain_at(key, LATE_S) for key in self._moved), default=None)

    def _certain_at(self, key: Key, late_s: float) -> float:
        return self._moved[key] + (self._settle_s if key in self._down else self._noise_s) + late_s

    def _decide(self, by: float, late_s: float, doubted: Collection[Key] = ()) -> None:
        for key in [key for key in self._moved if key not in doubted and self._certain_at(key, late_s) <= by]:
            down = key not in self._down
            self._certain.append(Change(key, down, self._moved.pop(key)))
            self._down ^= {key}

    def _reportable(self) -> list[Change]:
        """The decided changes before the earliest undecided edge, oldest first."""
        since = self.earliest_undecided
        # Stable: the two halves of a click stay in order.
        self._certain.sort(key=lambda change: change.at)
        reportable = [change for change in self._certain if since is None or change.at <= since]
        del self._certain[: len(reportable)]
        return reportable
