"""The messages over a screen, one after the other, each for a while. They never cost a press."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import NamedTuple

from companion.app.idle_timer import IdleTimer
from companion.ports import Clock
from companion.words.phrases import without_breaks

BANNER_S = 1.5
"""How long a banner stands, unless a key ends it."""
INSTRUCTION_S = 2.0
"""How long it stands when it says what people must do with their hands."""

log = logging.getLogger(__name__)


class _Banner(NamedTuple):
    """A page and how long it stands; `notice` is the number of the notice that it is a page of, 0 for none."""

    seconds: float
    page: str
    notice: int = 0


class Banners:
    """The banner that stands `now`, or None, and those that follow. The first one stands once `show_next` is called.

    `paginate` divides a text into pages, each of which fits one banner.
    """

    def __init__(self, clock: Clock, paginate: Callable[[str], Iterable[str]]) -> None:
        self._clock = clock
        self._paginate = paginate
        self._current: _Banner | None = None
        self._queue: list[_Banner] = []
        self._notices = 0
        self._until = 0.0

    @property
    def now(self) -> str | None:
        return self._current.page if self._current is not None else None

    @property
    def deadline(self) -> float | None:
        """When the banner that stands ends; None without one."""
        return self._until if self._current is not None else None

    def show(self, seconds: float, text: str) -> None:
        """Show a text instead of all other banners but the notices, which follow."""
        self._queue = [*self._pages(seconds, text), *[banner for banner in self._queue if banner.notice]]
        self.show_next()

    def append(self, seconds: float, page: str) -> None:
        """Show a page, which fits one banner, after all others."""
        self._queue.append(_Banner(seconds, page))

    def append_notice(self, seconds: float, text: str) -> None:
        """Show a text after all others; only a key that is pressed while it stands ends it."""
        self._notices += 1
        self._queue += [banner._replace(notice=self._notices) for banner in self._pages(seconds, text)]

    def interrupt(self, text: str, obsolete: str = "") -> None:
        """Show a text before all others, which follow for their full time. `obsolete` is a text that is dropped."""
        dropped = set(self._paginate(obsolete)) if obsolete else ()
        current = [self._current] if self._current is not None else []
        rest = [banner for banner in current + self._queue if banner.page not in dropped]
        self._queue = [*self._pages(INSTRUCTION_S, text), *rest]
        self.show_next()

    def dismiss(self) -> bool:
        """End all banners but the notices that have not stood yet, of which the next one stands; whether one stood."""
        ended, self._current = self._current, None
        self._queue = [one for one in self._queue if one.notice and not (ended and one.notice == ended.notice)]
        self.show_next()
        return ended is not None

    def expire(self) -> None:
        """End the banner that stands if its time is over."""
        if self._current is not None and self._clock.monotonic() >= self._until:
            self._current = None
            self.show_next()

    def show_next(self) -> None:
        """Show the next banner, if there is one."""
        if self._queue:
            self._current = self._queue.pop(0)
            self._until = self._clock.monotonic() + self._current.seconds

    def _pages(self, seconds: float, text: str) -> list[_Banner]:
        return [_Banner(seconds, page) for page in self._paginate(text)]


class Reporter:
    """Reports what happens to the device itself: in a banner before all others, on a lit display."""

    def __init__(self, banners: Banners, idle: IdleTimer) -> None:
        self._banners = banners
        self._idle = idle

    def report(self, text: str, obsolete: str = "") -> None:
        """Show a text at once and light the display. `obsolete` is a text that is not true any more."""
        self._banners.interrupt(text, obsolete)
        self._idle.restart()

    def warn(self, text: str) -> None:
        """Report a text and log it as a warning."""
        log.warning("%s", without_breaks(text))
        self.report(text)

    def remind(self, text: str) -> bool:
        """Show a text again if no banner stands; whether it is shown. A dark display stays dark."""
        if self._banners.now is not None:
            return False
        self._banners.show(INSTRUCTION_S, text)
        return True
