"""The running turn clock of the game on the table: the time since its last entry, on a monotonic clock."""

from __future__ import annotations

from companion.play.clock import MOST_MS, OFF, ClockFace, Span, seat_clocks
from companion.play.timeline import Snapshot, spans
from companion.ports import Clock


class TurnClock:
    """Counts while it goes and exactly one person is in turn (CLK-2); it goes from the first entry on (CLK-3)."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.set_table(None)

    def set_table(self, now: Snapshot | None, spent: int = 0, *, goes: bool = False) -> None:
        """Another entry is the last one; `spent` milliseconds have been counted since then."""
        self._now = now
        has_clock = now is not None and now.timeline is not None and now.setup.clock != OFF
        self._spans = spans(now.timeline) if has_clock and now is not None and now.timeline is not None else None
        self._spent = self._written = spent
        self.goes = goes and bool(self._spans)
        self._since = self._now_ms

    @property
    def may_go(self) -> bool:
        """Whether the game has a clock, has started and is not over."""
        return bool(self._spans) and self._now is not None and self._now.outcome is None

    def go_on(self) -> None:
        """Count from now on."""
        if self.may_go and not self.goes:
            self.goes, self._since = True, self._now_ms

    def pause(self) -> None:
        """Count no longer."""
        self._spent, self.goes = self._counted, False

    @property
    def span(self) -> Span | None:
        """The time since the last entry, and who was in turn; None if nobody's clock can run."""
        if self._spans is None or self._now is None or self._now.turn is None:
            return None
        return Span(self._now.turn, min(self._counted, MOST_MS))

    @property
    def unwritten_ms(self) -> int:
        """How much of that time is not in the record."""
        return self.span.ms - self._written if self.span is not None else 0

    def mark_written(self, span: Span) -> None:
        """This time is written into the record now."""
        self._written = span.ms

    @property
    def face(self) -> ClockFace | None:
        """What can be seen of the clock; None in a game without one."""
        if self._spans is None or self._now is None:
            return None
        setup, turn = self._now.setup, self._now.turn
        present = self.span or Span(None, 0)
        seats = seat_clocks(setup.clock, (*self._spans, present), len(setup.names))
        return ClockFace(setup.clock, seats, turn, self.goes and self.may_go, self.may_go)

    @property
    def _counted(self) -> int:
        runs = self.goes and self._now is not None and self._now.turn is not None
        return self._spent + (self._now_ms - self._since if runs else 0)

    @property
    def _now_ms(self) -> int:
        return round(self._clock.monotonic() * 1000)
