"""A score pad that a phone hands over: it is checked beside this process, then only OK at the glass adds it."""

from __future__ import annotations

import logging

from companion.app.active_settings import ActiveSettings
from companion.app.banners import Reporter
from companion.app.timers import ROUNDING_S
from companion.ports import Clock, Gesture, Key, KeyPress, PadAnswer, PadHandedOver, PadReport, PadWorker
from companion.ui.page import Page

READ_S = 1.0
"""Keys do not answer the question before this: they were meant for the page before it."""

log = logging.getLogger(__name__)


class HandedPad:
    """The one pad that is checked, asked about or added now. `keys` are the keys of the board; without BACK another one
    refuses. None is taken without a `worker`.
    """

    def __init__(
        self,
        worker: PadWorker | None,
        keys: frozenset[Key],
        clock: Clock,
        settings: ActiveSettings,
        reporter: Reporter,
    ) -> None:
        self._worker = worker
        self._no = Key.BACK if Key.BACK in keys else Key.DOWN
        self._clock = clock
        self._settings = settings
        self._reporter = reporter
        self._now: PadHandedOver | None = None
        self._asked: PadReport | None = None
        self._since: float | None = None
        self._adds = False

    @property
    def stands(self) -> bool:
        """Whether the question waits for an answer."""
        return self._asked is not None and not self._adds

    @property
    def page(self) -> Page | None:
        """The question; None without one."""
        if self._asked is None or self._now is None or self._adds:
            return None
        words, wrap = self._settings.words, self._settings.painter.wrap
        number = self._now.source.removeprefix("phone")
        texts = [
            words("handed.pad", name=self._asked.name, players=self._asked.players),
            words("handed.ask" if self._no is Key.BACK else "handed.ask-down", number=number),
        ]
        text = tuple([line for one in texts for line in wrap(one)])
        return Page(screen="handed-pad", title=words("handed.title"), text=text, keys="ob")

    def take(self, event: PadHandedOver) -> None:
        """Check a pad, unless another one comes first."""
        if self._now is not None or self._worker is None:
            event.answer(PadAnswer("busy"))
            return
        log.info("%s hands over a score pad of %d bytes", event.source, len(event.content))
        self._now = event
        self._worker.check(event.content, event.name, self._settings.words.language)

    def take_report(self, report: PadReport) -> None:
        """The worker has checked or added the pad."""
        if self._now is None:
            return
        if self._adds:
            self._end(report.fault or self._settings.words("handed.added", name=report.name))
        elif report.fault:
            self._now.answer(PadAnswer("wrong", report.fault))
            self._now = None
        else:
            self._asked, self._since = report, None
            self._now.answer(PadAnswer("asks"))

    def shown(self) -> None:
        """The question is on the glass, and lights it the first time."""
        if self._since is None:
            self._since = self._clock.monotonic()

    def answer(self, event: KeyPress) -> bool:
        """Take a gesture of a key; whether the question has ended."""
        read = self._since is not None and self._clock.monotonic() + ROUNDING_S >= self._since + READ_S
        if not self.stands or not read or event.gesture is not Gesture.PRESS:
            return False
        if event.key is Key.OK:
            assert self._worker is not None
            assert self._now is not None
            self._adds = True
            self._worker.add(self._now.content, self._settings.words.language)
            return True
        if event.key in (self._no, Key.BACK):  # a keyboard may have BACK where the board has none (KBD-1)
            self._end(self._settings.words("handed.refused"))
            return True
        return False

    def close(self) -> None:
        """End what is checked or added."""
        if self._worker is not None:
            self._worker.close()

    def _end(self, said: str) -> None:
        log.info("%s", said)
        self._now = self._asked = None
        self._adds = False
        self._reporter.report(said)
