"""How often in a row the device has died of a fault of its own, kept where nothing outlives a start of the machine."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

FILE = "crashes"
SOON_S = 60.0
"""Who dies sooner than this after the start has died in a row with the time before."""
MANY = 3
"""So many in a row, and the device starts at home, where another game can be chosen."""


class Crashes:
    """The count in the folder that systemd makes for the running service; without one there is none."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        folder = environment.get("RUNTIME_DIRECTORY", "").split(":")[0]
        self._file = Path(folder) / FILE if folder else None
        self.count = self._read()

    @property
    def many(self) -> bool:
        return self.count >= MANY

    def died(self, after_s: float) -> None:
        """It has happened again, so long after the start."""
        self._write(self.count + 1 if after_s < SOON_S else 1)

    def ended_well(self) -> None:
        """Somebody asked it to stop."""
        if self.count:
            self._write(0)

    def _read(self) -> int:
        if self._file is not None:
            with suppress(OSError, ValueError):
                return int(self._file.read_text("ascii")[:9])
        return 0

    def _write(self, count: int) -> None:
        if self._file is not None:
            with suppress(OSError):  # a courtesy
                self._file.write_text(f"{count}\n", "ascii")
