"""The question of a first start on the default board: which chip does the display have?

The same size of display is sold with several chips, which answer at the same address. Driven as another chip, a display
shows noise, or a picture that is shifted. So people who cannot read anything must come on: the picture changes by
itself, and no key does harm. Only two keys in a row, of which the second one is named on the glass, keep a picture.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from companion.app.active_settings import ActiveSettings
from companion.app.banners import Reporter
from companion.app.machine import Display
from companion.app.timers import ROUNDING_S
from companion.ports import Clock, Gesture, Key, KeyPress
from companion.session.settings_file import SettingsTrouble
from companion.ui.page import Page
from companion.ui.test_card import ROOM

PICTURE_S = 10.0
"""The next chip draws the picture after this time without a key."""
ASK_S = 120.0
"""After this time without a key the device goes on as it was; the next first start asks again."""
YES, KEEP = Key.OK, Key.DOWN
"""The picture is straight; and it is to stay."""

log = logging.getLogger(__name__)


class ChipQuestion:
    """Asks from `begin` on, if there is a `display` of which nobody has said which chip it has."""

    def __init__(self, display: Display | None, clock: Clock, settings: ActiveSettings, reporter: Reporter) -> None:
        self._display = display
        self._clock = clock
        self._settings = settings
        self._reporter = reporter
        self._kinds: Sequence[Sequence[str]] = ()
        self._at = 0
        self._confirms = False
        self._next_at: float | None = None
        self._ends_at = 0.0

    def begin(self) -> None:
        """Ask, beginning with the chip that is driven."""
        if self._display is None:
            return
        chip = self._display.chip
        self._kinds = sorted(self._display.kinds, key=lambda kind: chip not in kind)
        self._ends_at = self._clock.monotonic() + ASK_S
        self._show(0)

    @property
    def stands(self) -> bool:
        """Whether its page is shown, and keys do nothing else."""
        return self._next_at is not None

    @property
    def chip(self) -> str:
        """The name of the chip that is driven, for people; empty without a display that may have another one."""
        return self._display.chip.upper() if self._display is not None else ""

    @property
    def deadline(self) -> float | None:
        """When the picture changes, or the question ends; None while nothing is asked."""
        return self._next_at

    @property
    def page(self) -> Page | None:
        """The page; None while nothing is asked."""
        if not self.stands:
            return None
        words, wrap = self._settings.words, self._settings.painter.wrap
        keys = ("keep",) if self._confirms else ("question", "yes", "next")
        text = tuple([line for key in keys for line in wrap(words(f"straight.{key}"), ROOM)])
        title = " / ".join(self._kinds[self._at]).upper()
        return Page(screen="straight", title=title, text=text, framed=True, keys="")

    def answer(self, event: KeyPress) -> bool:
        """Take a gesture of a key; whether the question has ended."""
        if not self.stands or event.gesture is not Gesture.PRESS:
            return False
        self._ends_at = self._clock.monotonic() + ASK_S
        if self._confirms and event.key is KEEP:
            self._keep()
            return True
        if self._confirms or event.key is not YES:
            self._show(self._at + 1)
        else:
            self._confirms = True
            self._next_at = self._clock.monotonic() + PICTURE_S
        return False

    def expire(self) -> bool:
        """Show the next picture, or end the question, when its time is over; whether it has ended."""
        now = self._clock.monotonic() + ROUNDING_S
        if self._next_at is None or now < self._next_at:
            return False
        if now < self._ends_at:
            self._show(self._at + 1)
            return False
        self._next_at = None
        assert self._display is not None
        self._display.use(self._kinds[0][0])
        return True

    def _show(self, at: int) -> None:
        assert self._display is not None
        self._at, self._confirms = at % len(self._kinds), False
        self._next_at = self._clock.monotonic() + PICTURE_S
        self._display.use(self._kinds[self._at][0])

    def _keep(self) -> None:
        self._next_at = None
        chip, words = self._kinds[self._at][0], self._settings.words
        log.info("the display is driven as %s", chip)
        try:
            self._settings.adjust("chip", chip)
        except SettingsTrouble as trouble:
            self._reporter.report(words.message(trouble.message, ()))
        else:
            self._reporter.report(words("straight.kept", chip=self.chip))
