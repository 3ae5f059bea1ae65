"""What can be lost: panels and keys at the ends of wires, and when they are tried again."""

from __future__ import annotations

import logging
from collections.abc import Callable

from companion.ports import AuxPortError, DeviceState, PortError

RETRY_S, RETRY_MOST_S = 1.0, 30.0
"""A lost wire is tried again after this long, then after twice as long each time, up to the most."""

log = logging.getLogger(__name__)


class RetryingPort:
    """Something at the end of a wire, its trouble (`aside`: which is not the glass's), and when to try it again."""

    __slots__ = ("_act", "_last", "_pause", "aside", "retry", "trouble")

    def __init__(self, act: Callable[[DeviceState], None]) -> None:
        self._act = act
        self._pause = RETRY_S
        self._last = 0.0
        self.retry: float | None = None
        self.trouble: str | None = None
        self.aside = False

    def act(self, shown: DeviceState, now: float) -> None:
        """Try it; on failure remember when to try again. While it is lost, only once that moment has come."""
        if self.retry is not None and now < self.retry:
            return
        self._last = now
        try:
            self._act(shown)
        except PortError as lost:
            if str(lost) != self.trouble:
                log.warning("%s (companion doctor looks for the cause)", lost)
            self.trouble, self.aside = str(lost), isinstance(lost, AuxPortError)
            self.retry = now + self._pause
            self._pause = min(self._pause * 2, RETRY_MOST_S)
        else:
            if self.trouble is not None:
                log.warning("answers again: %s", self.trouble)
            self.trouble, self.retry, self._pause = None, None, RETRY_S

    def hurry(self) -> None:
        """Somebody is there, perhaps with the plug in the hand: try again soon, however long it has been lost."""
        if self.retry is not None:
            self.retry = min(self.retry, self._last + RETRY_S)
