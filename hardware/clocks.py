"""The clock of the machine."""

from __future__ import annotations

import os
import time

SYNCHRONISED = "/run/systemd/timesync/synchronized"
"""systemd-timesyncd makes this file once the clock is right."""


class SystemClock:
    """Implements `ports.Clock`."""

    def monotonic(self) -> float:
        return time.monotonic()

    def wall(self) -> float:
        return time.time()


def synchronised() -> bool:
    """Whether the system calls its clock synchronised."""
    return os.path.exists(SYNCHRONISED)  # noqa: PTH110 - called for every action
