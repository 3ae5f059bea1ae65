"""*Date* in the settings: sets the clock to the day that people have chosen on the glass."""

from __future__ import annotations

import os
from datetime import UTC, date, datetime
from pathlib import Path

from companion.commands.image.prepare import Clock
from companion.commands.image.start_file import read_text


def set_day(request: Path, data: Path, clock: Clock) -> bool:
    """Set the clock to the day in a request and take that away; whether it named a day. The hour stays.

    Also back: people may have chosen a wrong day before. What is on the data partition is then no later than the clock,
    because the initrd sets the clock forward to that at each start.
    """
    text = read_text(request)
    request.unlink(missing_ok=True)
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        return False
    clock.set(datetime.combine(day, datetime.fromtimestamp(clock.now(), UTC).time(), UTC).timestamp())
    now = clock.now()
    (data / "clock").touch()
    for file in (data / "clock", *(data / "companion").glob("*")):
        if file.lstat().st_mtime > now:
            os.utime(file, (now, now), follow_symlinks=False)
    return True
