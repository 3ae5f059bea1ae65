"""A port that may fail, a panel or the keys, and when it is tried again."""

from __future__ import annotations

from collections.abc import Callable

from companion.guard import guarded
from companion.log import Log
from companion.ports import AuxPortError, DeviceState, PortError

RETRY_S, RETRY_MOST_S = 1.0, 30.0
"""A port that fails is tried again after this long, then after twice as long each time, up to the most."""
DOCTOR = "companion doctor"
"""What looks for the cause of a failure: not of those that name it themselves, and not in the web window."""

log = Log(__name__)


class RetryingPort:
    """Calls `use` and catches PortError; any other error of it is logged and counts as one.

    `trouble` is the text of the failure, None while the port works; `retry_at` is when it is tried again. `auxiliary`
    is the failure if the display itself is not what failed.
    """

    __slots__ = ("_last_try", "_pause", "_use", "auxiliary", "retry_at", "trouble")

    def __init__(self, use: Callable[[DeviceState], None]) -> None:
        self._use = use
        self._pause = RETRY_S
        self._last_try = 0.0
        self.retry_at: float | None = None
        self.trouble: str | None = None
        self.auxiliary: AuxPortError | None = None

    def attempt(self, state: DeviceState, now: float) -> None:
        """Use the port. While it fails, do nothing before `retry_at`."""
        if self.retry_at is not None and now < self.retry_at:
            return
        self._last_try = now
        try:
            guarded("a port", lambda: self._use(state), _as_trouble, state.page.screen, known=(PortError,))
        except PortError as lost:
            if str(lost) != self.trouble:
                known = isinstance(lost, AuxPortError) or DOCTOR in str(lost)
                log.warning("%s%s", lost, "" if known else f" ({DOCTOR} looks for the cause)")
            self.trouble, self.auxiliary = str(lost), lost if isinstance(lost, AuxPortError) else None
            self.retry_at = now + self._pause
            self._pause = min(self._pause * 2, RETRY_MOST_S)
        else:
            if self.trouble is not None:
                log.warning("works again after this: %s", self.trouble)
            self.trouble, self.retry_at, self._pause = None, None, RETRY_S

    def retry_soon(self) -> None:
        """Try a failing port again one short pause after the last try, however long it has failed."""
        if self.retry_at is not None:
            self.retry_at = min(self.retry_at, self._last_try + RETRY_S)


def _as_trouble(error: Exception) -> None:
    """Raise PortError for the error of a port."""
    raise PortError(f"a panel or the keys fail ({type(error).__name__}: {error})") from error
