"""How often in a row the device has died, of a fault or by the watchdog, kept for as long as the machine is up.

The count is raised at the start and cleared at a good end: who is killed has no last word.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

FILE = "crashes"
SOON_S = 60.0
"""Once it has lived for so long, a death is the first in a row."""
MANY = 3
"""So many in a row, and the device starts at home, where another game can be chosen."""


class Crashes:
    """The count in the folder that systemd makes for the running service; without one there is none."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        folder = environment.get("RUNTIME_DIRECTORY", "").split(":")[0]
        self._file = Path(folder) / FILE if folder else None
        self.count = self._read()
        self._settled = False

    @property
    def many(self) -> bool:
        return self.count >= MANY

    def begun(self) -> None:
        """The device starts; should it be killed, that counts."""
        self._write(self.count + 1)

    def lives(self, for_s: float) -> None:
        """It has lived for so long."""
        if for_s >= SOON_S and not self._settled:
            self._settled = True
            self._write(1)

    def ended_well(self) -> None:
        """Somebody asked it to stop."""
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
