"""Watches the turn clock for the loop: pauses it, writes its time once a minute, and says when time is up, or soon."""

from __future__ import annotations

import logging

from companion.app.timers import ROUNDING_S, IdleTimer
from companion.play.timeline import Snapshot
from companion.ports import Clock, Light, Sound
from companion.record.trouble import RecordTrouble
from companion.session.session import Session
from companion.ui.screen import Screen

KEEP_MS = 60_000
"""The time since the last entry is written at this interval (CLK-5)."""

log = logging.getLogger(__name__)


class ClockWatch:
    """Wakes the loop only while the clock runs, and once a second, in the last seconds ten times, only while a page
    shows that.
    """

    def __init__(self, session: Session, clock: Clock, idle: IdleTimer) -> None:
        self._session = session
        self._clock = clock
        self._idle = idle
        self._flag: tuple[Snapshot | None, float] | None = None
        self._second = 0

    def deadline(self, *, shown: bool) -> float | None:
        """When the loop must wake next; `shown`: a running clock is on the glass."""
        turn_clock = self._session.turn_clock
        face, step = turn_clock.face, self._session.now
        if face is None or not face.runs:
            self._flag = None
            return None
        now = self._clock.monotonic()
        if face.ms_to_flag is not None:
            self._flag = step, now + face.ms_to_flag / 1000
        elif self._flag is not None and self._flag[0] is not step:
            self._flag = None  # else the time was up while a key was answered
        due = now + max(KEEP_MS - turn_clock.unwritten_ms, 0) / 1000
        if shown and face.ms_to_change is not None:
            due = min(due, now + face.ms_to_change / 1000)
        return due if self._flag is None else min(due, self._flag[1])

    def attend(self, *, shown: bool) -> Sound | None:
        """Write the time if it is due; the sound of a time that is up since the loop last went to sleep (CLK-6), or of
        one of the last seconds, where they are `shown`.

        Time that is up lights a dark glass (CLK-7).
        """
        if self._session.turn_clock.unwritten_ms >= KEEP_MS:
            self._keep(pause=False)
        if self._flag is None or self._clock.monotonic() + ROUNDING_S < self._flag[1]:
            return Sound.TICK if self._begins_second(shown=shown) else None
        self._flag = None
        if self._idle.rest.light is Light.DARK:
            self._idle.restart()
        return Sound.FLAG

    def _begins_second(self, *, shown: bool) -> bool:
        """Whether another one of the last seconds is shown than at the last call."""
        face = self._session.turn_clock.face
        if not shown or face is None or face.turn is None or not face.is_nearly_up:
            self._second = 0
            return False
        before, self._second = self._second, -(-face.seats[face.turn].shown // 1000)
        return before != self._second

    def follow(self, screen: Screen) -> None:
        """Pause the clock where people look back (CLK-3)."""
        if screen.looks_back:
            self.pause()

    def pause(self) -> None:
        """Pause the clock."""
        self._keep(pause=True)

    def _keep(self, *, pause: bool) -> None:
        """Write the time. If that fails people play on: the next entry says why."""
        try:
            self._session.pause_clock() if pause else self._session.keep_time()
        except RecordTrouble as trouble:
            log.error("the time of the clock is not written: %s", trouble.message.key)
