"""The start of the device: what it shows first, and what it loads afterwards while no key moves."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence

from companion.app.active_settings import ActiveSettings
from companion.app.banners import INSTRUCTION_S, Banners
from companion.app.idle_timer import ROUNDING_S
from companion.games.refusals import Message
from companion.ports import Clock, Key
from companion.session.session import Session
from companion.values import Frozen
from companion.words.phrases import without_breaks

TOUR = ("welcome", "move", "ok", "back", "undo", "help")
TOUR_THREE = ("welcome", "move", "ok", "menu")
"""The same where there is no BACK key."""
TOUR_S = 4.0
"""How long each page of the tour of the keys stands at a first start."""
PAUSE_S = 0.02
"""Keys are waited for this long before each part that is loaded."""

log = logging.getLogger(__name__)


class Startup(Frozen):
    """How the device starts.

    `tour` explains the keys where no game has been played. `notices` are shown first. With `home` the first screen is
    home and not the table. Each step of `preload` loads a part of what keys need later.
    """

    tour: bool = True
    home: bool = False
    notices: Sequence[Message] = ()
    preload: Iterator[object] | None = None

    def greet(self, session: Session, settings: ActiveSettings, board: frozenset[Key], banners: Banners) -> None:
        """Append the banners of the start: the notices, what is wrong with the settings, and the tour of the keys."""
        messages = [settings.words.message(notice, ()) for notice in (*session.take_notices(), *self.notices)]
        for text in messages + settings.troubles():
            log.warning("%s", without_breaks(text))
            banners.append_notice(INSTRUCTION_S, text)
        if self.tour and session.now is None and not session.may_redo:
            for name in TOUR if Key.BACK in board else TOUR_THREE:
                banners.append(TOUR_S, settings.words(f"tour.{name}"))


class Preloader:
    """Takes one step of `parts` after each pause, until there are no more."""

    def __init__(self, clock: Clock, parts: Iterator[object] | None) -> None:
        self._clock = clock
        self._parts = parts
        self._due = clock.monotonic()

    @property
    def deadline(self) -> float | None:
        """When the next part is due; None when all are loaded."""
        return None if self._parts is None else self._due

    def load_next(self) -> None:
        """Load the next part if it is due."""
        if self._parts is not None and self._clock.monotonic() + ROUNDING_S >= self._due:
            if next(self._parts, None) is None:
                self._parts = None
            self.postpone()

    def postpone(self) -> None:
        """Wait for another pause: somebody uses the keys."""
        self._due = self._clock.monotonic() + PAUSE_S
