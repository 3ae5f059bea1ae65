"""Pings the systemd watchdog from the main loop, so that a loop that hangs is started again."""

from __future__ import annotations

from collections.abc import Callable

from companion.ports import Clock, Event, Inbox, Repeat


class Watchdog:
    """An inbox that calls `ping` when the loop asks it for an event, at most once in `every_s` seconds.

    While `healthy` is false it does not ping: something is wrong that only a restart repairs.
    """

    def __init__(
        self, inbox: Inbox, clock: Clock, ping: Callable[[], None], every_s: float, healthy: Callable[[], bool]
    ) -> None:
        self._inbox = inbox
        self._clock = clock
        self._ping = ping
        self._every_s = every_s
        self._healthy = healthy
        self._due = clock.monotonic()

    def get(self, deadline: float | None) -> Event | None:
        now = self._clock.monotonic()
        if now >= self._due:
            self._due = now + self._every_s
            if self._healthy():
                self._ping()
        return self._inbox.get(self._due if deadline is None else min(deadline, self._due))

    def repeat(self, rate: Repeat | None) -> None:
        self._inbox.repeat(rate)
