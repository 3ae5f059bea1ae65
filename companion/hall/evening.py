"""The evening that a result belongs to."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from companion.hall.fields import seconds_since_1970

EARLIEST = seconds_since_1970("2025-01-01T00:00:00Z")
FAST_S = 600
"""The most that a clock may be ahead of the board's clock."""


def day_of(finished: str | None, arrived: float, zone: ZoneInfo, begins: time, *, clock: bool) -> str:
    """The day of a result, as `2026-11-22`: of its end if the clock of the table can be right, else of its arrival.

    `arrived` is in seconds since 1970; `clock` says whether the table called its clock synchronised. A day begins at
    `begins` in the local time of `zone`: a game that ends after midnight belongs to the evening before.
    """
    at = arrived
    if clock and finished is not None:
        ended = seconds_since_1970(finished)
        if EARLIEST <= ended <= arrived + FAST_S:
            at = ended
    local = datetime.fromtimestamp(at, UTC).astimezone(zone)
    day = local.date() if local.time() >= begins else local.date() - timedelta(days=1)
    return day.isoformat()
