"""How often in a row the device has crashed, by a fault or by the watchdog, kept until the machine restarts.

The count is raised at the start and cleared at a normal end, because a process that is killed cannot count itself.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

FILE = "crashes"
SOON_S = 60.0
"""After this time without a crash, the next crash counts as the first."""
MANY = 3
"""After this number of crashes in a row the device starts at home, where another game can be chosen."""


class CrashCount:
    """The count in the folder that systemd makes for the running service; without one there is none."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        folder = environment.get("RUNTIME_DIRECTORY", "").split(":")[0]
        self._file = Path(folder) / FILE if folder else None
        self.count = self._read()
        self._settled = False

    @property
    def is_too_high(self) -> bool:
        """Whether the device should start at the home screen."""
        return self.count >= MANY

    def start(self) -> None:
        """The device starts; if it is killed, this start counts."""
        self._write(self.count + 1)

    def note_uptime(self, for_s: float) -> None:
        """The device has run for `for_s` seconds; after SOON_S the count starts again."""
        if for_s >= SOON_S and not self._settled:
            self._settled = True
            self._write(1)

    def end(self) -> None:
        """It was asked to stop."""
        self._write(0)

    def _read(self) -> int:
        if self._file is not None:
            with suppress(OSError, ValueError):
                return int(self._file.read_text("ascii")[:9])
        return 0

    def _write(self, count: int) -> None:
        if self._file is not None:
            with suppress(OSError):  # the device runs without a count, too
                self._file.write_text(f"{count}\n", "ascii")
