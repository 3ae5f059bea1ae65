"""The questions of the device itself. While one stands keys answer it and do nothing else."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil

from companion.app.active_settings import ActiveSettings
from companion.app.banners import Reporter
from companion.app.machine import Display
from companion.app.timers import ROUNDING_S
from companion.log import Log
from companion.ports import Clock, Gesture, Key, KeyPress, PadAnswer, PadHandedOver, PadReport, PadWorker, PortError
from companion.session.settings_file import SettingsTrouble
from companion.ui import shutdown
from companion.ui.page import Page
from companion.values import NamedTuple
from companion.words import without_breaks

PICTURE_S = 10.0
"""The next chip draws the picture after this time without a key."""
CHIP_S = 120.0
"""After this time without a key the device goes on as it was; the next first start asks again."""
YES, KEEP = Key.OK, Key.DOWN
"""The picture is straight; and it is to stay."""
ROOT_S = 10.0
"""For this long any key goes on with the root file that failed."""
RESTART_S = 60.0
"""A machine that is still up after this does not start again."""
READ_S = 1.0
"""Keys do not answer the question about a pad before this: they were meant for the page before it."""

log = Log(__name__)


class ChipQuestion:
    """The question of a first start on the default board: which chip does the display have? It asks from `begin` on, if
    there is a `display` of which nobody has said which chip it has.

    The same size of display is sold with several chips, which answer at the same address. Driven as another chip, a
    display shows noise, or a picture that is shifted. So people who cannot read anything must come on: the picture
    changes by itself, and no key does harm. Only two keys in a row, of which the second one is named on the glass, keep
    a picture.
    """

    def __init__(self, display: Display | None, clock: Clock, settings: ActiveSettings, reporter: Reporter) -> None:
        self._display = display
        self._clock = clock
        self._settings = settings
        self._reporter = reporter
        self._kinds: Sequence[Sequence[str]] = ()
        self._at = 0
        self._confirms = False
        self.deadline: float | None = None
        """When the picture changes, or the question ends; None while nothing is asked."""
        self._ends_at = 0.0

    def begin(self) -> None:
        """Ask, beginning with the chip that is driven."""
        if self._display is None:
            return
        chip = self._display.chip
        self._kinds = sorted(self._display.kinds, key=lambda kind: chip not in kind)
        self._ends_at = self._clock.monotonic() + CHIP_S
        self._show(0)

    @property
    def stands(self) -> bool:
        """Whether its page is shown, and keys do nothing else."""
        return self.deadline is not None

    @property
    def chip(self) -> str:
        """The name of the chip that is driven, for people; empty without a display that may have another one."""
        return self._display.chip.upper() if self._display is not None else ""

    @property
    def page(self) -> Page | None:
        """The page; None while nothing is asked."""
        if not self.stands:
            return None
        from companion.ui.test_card import ROOM

        words, wrap = self._settings.words, self._settings.painter.wrap
        keys = ("keep",) if self._confirms else ("question", "yes", "next")
        text = tuple([line for key in keys for line in wrap(words(f"straight.{key}"), ROOM)])
        title = " / ".join(self._kinds[self._at]).upper()
        return Page(screen="straight", title=title, text=text, framed=True, keys="")

    def answer(self, event: KeyPress) -> bool:
        """Take a gesture of a key; whether the question has ended."""
        if not self.stands or event.gesture is not Gesture.PRESS:
            return False
        self._ends_at = self._clock.monotonic() + CHIP_S
        if self._confirms and event.key is KEEP:
            self._keep()
            return True
        if self._confirms or event.key is not YES:
            self._show(self._at + 1)
        else:
            self._confirms = True
            self.deadline = self._clock.monotonic() + PICTURE_S
        return False

    def expire(self) -> bool:
        """Show the next picture, or end the question, when its time is over; whether it has ended."""
        now = self._clock.monotonic() + ROUNDING_S
        if self.deadline is None or now < self.deadline:
            return False
        if now < self._ends_at:
            self._show(self._at + 1)
            return False
        self.deadline = None
        assert self._display is not None
        self._display.use(self._kinds[0][0])
        return True

    def _show(self, at: int) -> None:
        assert self._display is not None
        self._at, self._confirms = at % len(self._kinds), False
        self.deadline = self._clock.monotonic() + PICTURE_S
        self._display.use(self._kinds[self._at][0])

    def _keep(self) -> None:
        self.deadline = None
        chip, words = self._kinds[self._at][0], self._settings.words
        log.info("the display is driven as %s", chip)
        try:
            self._settings.adjust("chip", chip)
        except SettingsTrouble as trouble:
            self._reporter.report(words.message(trouble.message, ()))
        else:
            self._reporter.report(words("straight.kept", chip=self.chip))


class FailedRoot(NamedTuple):
    """The root file that failed, the one that runs in its place, and what starts the machine with the first again.

    `again` raises PortError.
    """

    wanted: str
    root: str
    again: Callable[[], None]


class RootQuestion:
    """The question at the first start of another root file of the card: whether to go on with the one that failed.

    It asks for ROOT_S. Without a key the device goes on as it runs; a key starts the machine again."""

    def __init__(self, failed: FailedRoot | None, clock: Clock, settings: ActiveSettings, reporter: Reporter) -> None:
        self._failed = failed
        self._clock = clock
        self._settings = settings
        self._reporter = reporter
        self._until = clock.monotonic() + ROOT_S if failed is not None else None
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


class HandedPad:
    """A score pad that a phone hands over: it is checked beside this process, then only OK at the glass adds it.

    This is the one that is checked, asked about or added now. `keys` are the keys of the board; without BACK another
    one refuses. None is taken without a `worker`.
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
