"""The start of the device: what it shows first, and what it loads afterwards while no key moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.app.active_settings import ActiveSettings
from companion.app.banners import Reporter
from companion.app.questions import FailedRoot
from companion.app.timers import ROUNDING_S
from companion.messages import Message
from companion.ports import Clock
from companion.session.session import Session
from companion.ui import router
from companion.ui.routes import ROUTES
from companion.ui.screen import Context, Screen
from companion.values import Frozen

PAUSE_S = 0.02
"""Keys are waited for this long before each part that is loaded."""
REST_S, REREAD_S, REREAD_BYTES = 30.0, 4.0, 65_536
"""Reading the record again: the time without a key before it begins, the time between two steps, and the bytes of a
step. That is less than a megabyte a minute, which a worn card does not notice."""


class Startup(Frozen):
    """How the device starts.

    `tour`: where no game has been played, the first screen explains the keys. `notices` are shown over the first
    screen. With `home` it is home and not the table. Each step of `preload` loads a part of what keys need later.
    `failed` is the root file of the card that another one runs in place of: people may go on with it.
    """

    tour: bool = True
    home: bool = False
    notices: Sequence[Message] = ()
    preload: Iterator[object] | None = None
    failed: FailedRoot | None = None

    def first_screen(self, context: Context) -> Screen:
        """The screen that people see first."""
        first = router.home_screen(context) if self.home else router.screen_on_arrival(context)
        return ROUTES.tour(first) if self.is_first(context) else first

    def is_first(self, context: Context) -> bool:
        """Whether this is a first start, at which the device explains itself."""
        return self.tour and not _played(context)

    def greet(self, session: Session, settings: ActiveSettings, reporter: Reporter) -> None:
        """Post what people should know at the start: the notices, and what is wrong with the settings."""
        reporter.greet([*session.take_notices(), *self.notices, *settings.troubles()])


def _played(context: Context) -> bool:
    """Whether a game is on the table, waits, or was played, whatever has become of the settings."""
    if context.step is not None or context.may_redo:
        return True
    library = context.game_library
    return bool(library.waiting_games(0, 1).total or library.finished_games(0, 1).total)


class Preloader:
    """Takes one step of `parts` after each pause, until there are no more; after a key the pause is `rest_s`."""

    def __init__(
        self, clock: Clock, parts: Iterator[object] | None, rest_s: float = 0.0, pause_s: float = PAUSE_S
    ) -> None:
        self._clock = clock
        self._parts = parts
        self._due = clock.monotonic() + rest_s
        self._rest_s = max(rest_s, pause_s)
        self._pause_s = pause_s

    @property
    def deadline(self) -> float | None:
        """When the next part is due; None when all are loaded."""
        return None if self._parts is None else self._due

    def load_next(self) -> None:
        """Load the next part if it is due."""
        if self._parts is not None and self._clock.monotonic() + ROUNDING_S >= self._due:
            if next(self._parts, None) is None:
                self._parts = None
            self._due = self._clock.monotonic() + self._pause_s

    def postpone(self) -> None:
        """Wait for another pause: somebody uses the keys."""
        self._due = self._clock.monotonic() + self._rest_s
