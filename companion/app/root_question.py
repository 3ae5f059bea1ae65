"""The question at the first start of another root file of the card: whether to go on with the one that failed."""

from __future__ import annotations

import logging
from collections.abc import Callable
from math import ceil

from companion.app.active_settings import ActiveSettings
from companion.app.banners import Reporter
from companion.app.timers import ROUNDING_S
from companion.ports import Clock, PortError
from companion.ui import shutdown
from companion.ui.page import Page
from companion.values import NamedTuple
from companion.words.phrases import without_breaks

ASK_S = 10.0
"""For this long any key goes on with the root file that failed."""
RESTART_S = 60.0
"""A machine that is still up after this does not start again."""

log = logging.getLogger(__name__)


class FailedRoot(NamedTuple):
    """The root file that failed, the one that runs in its place, and what starts the machine with the first again.

    `again` raises PortError.
    """

    wanted: str
    root: str
    again: Callable[[], None]


class RootQuestion:
    """Asks for ASK_S. Without a key the device goes on as it runs; a key starts the machine again."""

    def __init__(self, failed: FailedRoot | None, clock: Clock, settings: ActiveSettings, reporter: Reporter) -> None:
        self._failed = failed
        self._clock = clock
        self._settings = settings
        self._reporter = reporter
        self._until = clock.monotonic() + ASK_S if failed is not None else None
        self._answered = False

    @property
    def stands(self) -> bool:
        """Whether its page is shown, and keys do nothing else."""
        return self._until is not None

    @property
    def deadline(self) -> float | None:
        """When its page changes, or ends; None without one."""
        if self._until is None or self._answered:
            return self._until
        return self._until - max(self._seconds_left(self._until) - 1, 0)

    @property
    def page(self) -> Page | None:
        """The page; None without one."""
        if self._failed is None or self._until is None:
            return None
        settings, name = self._settings, self._failed.wanted.removesuffix(".sqfs")
        if self._answered:
            text = settings.painter.wrap(settings.words("image.ask.starts", wanted=name))
            return shutdown.root_page(text, None, settings.words)
        text = settings.painter.wrap(settings.words("image.ask.question", wanted=name))
        return shutdown.root_page(text, self._seconds_left(self._until), settings.words)

    def answer(self) -> None:
        """A key was pressed."""
        if self._failed is None or self._until is None or self._answered:
            return
        try:
            self._failed.again()
        except PortError as lost:
            self._give_up(self._settings.words("image.ask.refused", why=lost))
        else:
            self._answered = True
            self._until = self._clock.monotonic() + RESTART_S

    def expire(self) -> bool:
        """End the page if its time is over; whether it has ended now."""
        if self._until is None or self._seconds_left(self._until):
            return False
        if self._answered:
            self._give_up(self._settings.words("image.ask.refused", why=self._settings.words("image.ask.stays-up")))
        self._until = None
        return True

    def _give_up(self, text: str) -> None:
        self._until = None
        log.error("%s", without_breaks(text))
        self._reporter.report(text)

    def _seconds_left(self, until: float) -> int:
        return max(ceil(until - self._clock.monotonic() - ROUNDING_S), 0)
