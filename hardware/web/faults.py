"""Limits how often faults are logged, so that a caller who causes faults cannot fill the log."""

from __future__ import annotations

import time
from collections.abc import Callable

from companion.log import Log

EVERY_S = 60.0
"""After the first fault there is at most one line per this time."""

log = Log(__name__)


class Faults:
    """Logs the first fault at once, with its trace; after that at most one line a minute, with the number of faults.

    `clock` gives seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._next: float | None = None
        self._count = 0

    def log(self, text: str, error: BaseException | None = None) -> None:
        """Report a fault, with the exception if its trace matters."""
        now = self._clock()
        self._count += 1
        if self._next is None:
            log.error("%s", text, exc_info=error)
        elif now >= self._next:
            why = f": {type(error).__name__}: {error}" if error is not None else ""
            log.error("%s%s (%d faults since the last line)", text, why, self._count)
        else:
            return
        self._next, self._count = now + EVERY_S, 0
