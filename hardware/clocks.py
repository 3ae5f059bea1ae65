"""The clock of the machine."""

from __future__ import annotations

import time


class SystemClock:
    """Implements `ports.Clock`."""

    def monotonic(self) -> float:
        return time.monotonic()

    def wall(self) -> float:
        return time.time()
