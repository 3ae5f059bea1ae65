"""Composes the state of the device that every panel gets. Nothing is drawn while nothing changes."""

from __future__ import annotations

import logging
from collections.abc import Callable
from itertools import groupby
from typing import TYPE_CHECKING

from PIL.Image import Image, Transpose

from companion.app.active_settings import ActiveSettings
from companion.app.timers import ROUNDING_S
from companion.app.wide import LastSheet, WideView
from companion.guard import guarded
from companion.play.timeline import Snapshot
from companion.ports import Clock, DeviceState, Light, PageText, Sound, WidePage
from companion.session.session import Session
from companion.session.text import moment_for_log
from companion.ui import router, signals
from companion.ui.idle import Rest
from companion.ui.page import Page
from companion.ui.rotation import upside_down
from companion.ui.screen import Context, PublicViewMaker, Screen
from companion.values import Frozen, replace
from companion.words.phrases import without_breaks

if TYPE_CHECKING:  # only looked at after a game, and a start must not pay for it
    from companion.session.review import Reviewed

SCORE = "score"
"""The name of the score board's page."""
NO_LAMPS: frozenset[int] = frozenset()

log = logging.getLogger(__name__)
FRAME_S = 0.075
"""How long each page stands; all together less than 0.3 s."""


class View(Frozen):
    """A page, the banner over it, the light, and where the picture is, in pixels to the right and down."""

    page: Page
    banner: str | None
    light: Light = Light.FULL
    shift: tuple[int, int] = (0, 0)


class Composer:
    """Makes the state from a view and from session and settings as they are, and keeps the last one as `state`.

    `context` gives what screens may use at that moment, `reviewed` the whole review of the game on the table. `ticks`
    says whether a running clock is on the lit glass.
    """

    def __init__(
        self,
        session: Session,
        settings: ActiveSettings,
        context: Callable[[], Context],
        clock: Clock,
        reviewed: Callable[[], Reviewed | None] = lambda: None,
    ) -> None:
        self._session = session
        self._settings = settings
        self._context = context
        self._reviewed = reviewed
        self._motion = Motion(clock)
        self._last: tuple[Snapshot, Page] | None = None
        self._figures: tuple[Snapshot, Page] | None = None
        self._inputs: tuple[object, ...] | None = None
        self._state: DeviceState | None = None
        self._entries = 0
        self._sheets = LastSheet()
        self._wide: Callable[[], WidePage] = lambda: WidePage("", "", "")
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

    def wide_page(self) -> WidePage:
        """The page that is shown, for a wider place, as it can be touched: without a score board and in any light."""
        return self._wide()

    def view(
        self, screen: Screen, banner: str | None, rest: Rest, countdown: Page | None, *, waits: bool = False
    ) -> View:
        """What is shown of a screen: the page of a countdown replaces it, the score board replaces a table at rest.
        `waits`: only OK ends the banner.
        """
        self._wide = WideView(
            screen, banner, countdown, self._context, lambda: self._entries, self._sheets, waits=waits
        )
        if countdown is not None:
            return View(countdown, None, rest.light)
        score = router.score_board(screen, self._context()) if rest.score and banner is None else None
        if score is not None:
            return View(replace(self._page(score), outlines=rest.outlines), None, rest.light, rest.shift)
        return View(self._page(screen), banner, rest.light, rest.wandering)

    def _page(self, screen: Screen) -> Page:
        """The page of a screen; of one that cannot be shown a page that says so."""
        context, name = self._context(), type(screen).__name__
        text = context.words("trouble.page.text")
        return guarded(
            f"the page of {name}",
            lambda: router.view(screen, context),
            lambda _: Page(screen=name.lower(), title=context.words("trouble.page.title"), text=context.wrap(text)),
            lambda: moment_for_log(context.step),
        )

    def compose(
        self, view: View, trouble: str | None, sound: Sound | None, held: tuple[str, int] | None = None
    ) -> DeviceState | None:
        """The new state; None when it is the one before. The session's new entries go into it, and into the log.

        `held` is the key that is held, for `Painter.page`.
        """
        page, banner, light, shift = view.page, view.banner, view.light, view.shift
        settings, step = self._settings, self._session.now
        self.ticks = page.ticks and light is not Light.DARK
        turned = upside_down(settings.now.rotation, step)
        contrast = settings.contrast(light)
        lamps = NO_LAMPS
        if settings.now.lights and light is not Light.DARK:
            lamps = guarded("lamps", lambda: signals.lamps(step), lambda _: NO_LAMPS, lambda: moment_for_log(step))
        bust, sound = sound is Sound.BUST, settings.audible_sound(sound)
        recorded = tuple(self._session.recorded)
        if recorded and settings.now.motion and light is Light.FULL:
            from companion.ui.motion import pages_between

            figures = _before_entry(self._figures, step)
            dropped = _before_entry(self._last, step) if bust else None
            between = guarded(
                "motion", lambda: pages_between(figures, dropped, page), lambda _: (), lambda: moment_for_log(step)
            )
            self._motion.begin(between, page)
        drawn = self._motion.page(page)
        seen = (drawn, banner, shift, held) if light is not Light.DARK else ()
        review = self._reviewed()
        inputs = (seen, trouble, light, contrast, turned, settings.painter, lamps, review is None)
        if inputs == self._inputs and self._state is not None:
            if not recorded and sound is None:
                return None
            frame, text, elsewhere = self._state.frame, self._state.page, self._state.elsewhere
        elif light is Light.DARK:
            frame, text, elsewhere = settings.painter.dark_picture(), PageText("dark", (), None, None), None
        else:
            frame, text = self._painted(drawn, banner, shift, held, turned=turned), self._text(page, banner)
            elsewhere = None
            if page.private or drawn.private:
                public = page.outside(settings.words)
                elsewhere = self._painted(public, banner, shift, None, turned=turned), self._text(public, banner)
        self._entries += len(recorded)
        self._session.recorded.clear()  # only now: without a file descriptor they are shown next time
        for entry in recorded:
            log.info("%s", log_text(entry, step))
        self._inputs = inputs
        self._last = (step, page) if step is not None else None
        if page.figures:
            self._figures = self._last
        play = guarded("what is recorded of a game", self._session.play, lambda _: None, lambda: moment_for_log(step))
        public_view = PublicViewMaker(step, settings.words, settings.now.risk, play, review)
        self._state = DeviceState(
            frame,
            text,
            recorded,
            trouble and without_breaks(trouble),
            light,
            contrast,
            lamps,
            sound,
            turned,
            public_view,
            elsewhere,
            self._wide,
        )
        return self._state

    def _painted(
        self, page: Page, banner: str | None, shift: tuple[int, int], held: tuple[str, int] | None, *, turned: bool
    ) -> Image:
        """The picture of a page; of one that cannot be painted its lines."""
        painter = self._settings.painter_for(turned=turned)

        def plain(_: Exception) -> Image:
            lines = self._text(page, banner)
            public = page.outside(self._settings.words) if page.private else page  # the log leaves the device
            return guarded(
                "lines",
                lambda: painter.plain(lines),
                lambda _: painter.dark_picture(),
                lambda: self._text(public, banner),
            )

        frame = guarded(
            f"the picture of {page.screen}",
            lambda: painter.page(page, banner, shift, held),
            plain,
            lambda: moment_for_log(self._session.now),
        )
        return frame.transpose(Transpose.ROTATE_180) if turned else frame

    def _text(self, page: Page, banner: str | None) -> PageText:
        """A page as text; of one that cannot be read its title."""
        return guarded(
            f"the text of {page.screen}",
            lambda: page.read(banner),
            lambda _: PageText(page.screen, (page.title,), None, banner),
            lambda: moment_for_log(self._session.now),
        )


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


class Motion:
    """The pages that lead to another page, if there are any, for a moment each. Any key ends all of them."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._after: Page | None = None
        self._frames: list[tuple[float, Page]] = []

    def begin(self, between: tuple[Page, ...], after: Page) -> None:
        """Show these pages from now on, and then `after`. Equal ones are shown together."""
        end = self._clock.monotonic()
        self._after, self._frames = after, []
        for page, equal in groupby(between):
            end += FRAME_S * len(list(equal))
            self._frames.append((end, page))

    def finish(self) -> None:
        """Show the last page from now on."""
        self._frames = []

    def page(self, after: Page) -> Page:
        """The page to show instead of `after`: one on the way to it, or itself."""
        now = self._clock.monotonic() + ROUNDING_S
        self._frames = [frame for frame in self._frames if frame[0] > now]
        return self._frames[0][1] if self._frames and after == self._after else after

    @property
    def deadline(self) -> float | None:
        """When the next page is due; None when nothing moves."""
        return self._frames[0][0] if self._frames else None
