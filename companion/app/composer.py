"""Composes the state of the device that every panel gets. Nothing is drawn while nothing changes."""

from __future__ import annotations

import logging
from collections.abc import Callable

from PIL.Image import Transpose

from companion.app.active_settings import ActiveSettings
from companion.app.motion import Motion
from companion.play.timeline import Snapshot
from companion.ports import Clock, DeviceState, Light, PageText, Sound
from companion.session.session import Session
from companion.ui import router, signals
from companion.ui.idle import Rest
from companion.ui.motion import pages_between
from companion.ui.page import Page
from companion.ui.rotation import upside_down
from companion.ui.screen import Context, PublicViewMaker, Screen
from companion.values import Frozen, replace
from companion.words.phrases import without_breaks

SCORE = "score"
"""The name of the score board's page."""
NO_LAMPS: frozenset[int] = frozenset()

log = logging.getLogger(__name__)


class View(Frozen):
    """A page, the banner over it, and how the display rests."""

    page: Page
    banner: str | None
    rest: Rest


class Composer:
    """Makes the state from a view and from session and settings as they are, and keeps the last one as `state`.

    `context` gives what screens may use at that moment. `ticks` says whether a running clock is on the lit glass.
    """

    def __init__(
        self, session: Session, settings: ActiveSettings, context: Callable[[], Context], clock: Clock
    ) -> None:
        self._session = session
        self._settings = settings
        self._context = context
        self._motion = Motion(clock)
        self._last: tuple[Snapshot, Page] | None = None
        self._figures: tuple[Snapshot, Page] | None = None
        self._inputs: tuple[object, ...] | None = None
        self._state: DeviceState | None = None
        self.ticks = False

    @property
    def deadline(self) -> float | None:
        """When the next picture of a movement is due; None when nothing moves."""
        return self._motion.deadline

    def finish_motion(self) -> None:
        """Show the last picture of a movement from now on: somebody uses the keys."""
        self._motion.finish()

    @property
    def is_turned(self) -> bool:
        """Whether the picture that is shown stands upside down."""
        return self._state is not None and self._state.turned

    @property
    def shows_score_board(self) -> bool:
        """Whether the score board is shown, in place of the table."""
        return self._state is not None and self._state.page.screen == SCORE

    @property
    def state(self) -> DeviceState:
        """The last state, without its sound: a port that is tried again must not make it once more."""
        assert self._state is not None
        return replace(self._state, sound=None) if self._state.sound is not None else self._state

    def view(self, screen: Screen, banner: str | None, rest: Rest, countdown: Page | None) -> View:
        """What is shown of a screen: the page of a countdown replaces it, the score board replaces a table at rest."""
        still = replace(rest, shift=(0, 0))  # only the score board moves
        if countdown is not None:
            return View(countdown, None, still)
        score = router.score_board(screen) if rest.score and banner is None else None
        if score is not None:
            return View(router.view(score, self._context()), None, rest)
        return View(router.view(screen, self._context()), banner, still)

    def compose(
        self, view: View, trouble: str | None, sound: Sound | None, held: tuple[str, int] | None = None
    ) -> DeviceState | None:
        """The new state; None when it is the one before. The session's new entries go into it, and into the log.

        `held` is the key that is held, for `Painter.page`.
        """
        page, banner, rest = view.page, view.banner, view.rest
        settings, step = self._settings, self._session.now
        self.ticks = page.ticks and rest.light is not Light.DARK
        turned = upside_down(settings.now.rotation, step)
        contrast = settings.contrast(rest.light)
        lamps = signals.lamps(step) if settings.now.lights and rest.light is not Light.DARK else NO_LAMPS
        bust, sound = sound is Sound.BUST, settings.audible_sound(sound)
        recorded = tuple(self._session.recorded)
        if recorded and settings.now.motion and rest.light is Light.FULL:
            figures = _before_entry(self._figures, step)
            dropped = _before_entry(self._last, step) if bust else None
            self._motion.begin(pages_between(figures, dropped, page), page)
        drawn = self._motion.page(page)
        seen = (drawn, banner, rest.shift, held) if rest.light is not Light.DARK else ()
        inputs = (seen, trouble, rest.light, contrast, turned, settings.painter, lamps)
        if inputs == self._inputs and self._state is not None:
            if not recorded and sound is None:
                return None
            frame, text = self._state.frame, self._state.page
        elif rest.light is Light.DARK:
            frame, text = settings.painter.dark_picture(), PageText("dark", (), None, None)
        else:
            frame, text = settings.painter.page(drawn, banner, rest.shift, held), page.read(banner)
            frame = frame.transpose(Transpose.ROTATE_180) if turned else frame
        self._session.recorded.clear()  # only now: painting may fail, and then the entries are shown next time
        for entry in recorded:
            log.info("%s", log_text(entry, step))
        self._inputs = inputs
        self._last = (step, page) if step is not None else None
        if page.figures or page.tally:
            self._figures = self._last
        public_view = PublicViewMaker(step, settings.words, settings.now.risk, self._session.play())
        self._state = DeviceState(
            frame,
            text,
            recorded,
            trouble and without_breaks(trouble),
            rest.light,
            contrast,
            lamps,
            sound,
            turned,
            public_view,
        )
        return self._state


def _before_entry(shown: tuple[Snapshot, Page] | None, after: Snapshot | None) -> Page | None:
    """The page that was shown of a snapshot, if just one entry leads from there to another one."""
    if shown is None or after is None or shown[0].timeline is None or after.timeline is None:
        return None
    before = shown[0].timeline
    return shown[1] if len(after.timeline) == len(before) + 1 and after.timeline[-2] is before[-1] else None


def log_text(entry: str, step: Snapshot | None) -> str:
    """An entry of the record for the log: with the number of its game, and at the start of a game with its setup."""
    if step is None or entry.startswith(("name ", "rename ", "retire ")):
        return entry
    setup = step.setup
    if entry.startswith("new "):
        options = [f"{option}={value}" for option, value in setup.options.items()]
        return f"game {setup.id}: {entry}; {', '.join(setup.names)}; {' '.join(options)}"
    return f"game {setup.id}: {entry}"
