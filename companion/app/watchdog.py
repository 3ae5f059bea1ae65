"""The pulse: whoever watches over the device hears that it is well, from the thread that serves keys and glass."""

from __future__ import annotations

from collections.abc import Callable

from companion.ports import Clock, Event, Inbox, Repeat


class Watchdog:
    """An inbox that beats whenever the one who serves keys and glass comes round to it, but not oftener than is due.

    So a loop that hangs has no pulse. Nor has one while `well` says that something is wrong that only another start
    can mend.
    """

    def __init__(
        self, inbox: Inbox, clock: Clock, beat: Callable[[], None], every_s: float, well: Callable[[], bool]
    ) -> None:
        self._inbox = inbox
        self._clock = clock
        self._beat = beat
        self._every_s = every_s
        self._well = well
        self._next = clock.monotonic()

    def get(self, deadline: float | None) -> Event | None:
        now = self._clock.monotonic()
        if now >= self._next:
            self._next = now + self._every_s
            if self._well():
                self._beat()
        return self._inbox.get(self._next if deadline is None else min(deadline, self._next))

    def repeat(self, rate: Repeat | None) -> None:
        self._inbox.repeat(rate)
