"""Composes the state of the device that every panel gets: picture and rotation, lamps, sound, the wide page.

Nothing is drawn while nothing changes. Lamps and buzzer only repeat what the glass shows. The page for places wider
than the glass is made for who asks for it: nobody waits for it at the glass.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from PIL.Image import Image, Transpose

from companion.app.active_settings import ActiveSettings, Rest
from companion.app.timers import ROUNDING_S
from companion.guard import guarded
from companion.log import Log
from companion.play.timeline import Snapshot
from companion.ports import Clock, DeviceState, Gesture, Key, KeyPress, Light, PageText, ScoreSheet, Sound, WidePage
from companion.session.session import Session
from companion.texts import sha256
from companion.ui import router
from companion.ui.intents import Enter, Redo, Say
from companion.ui.page import Page
from companion.ui.routes import ROUTES
from companion.ui.screen import Context, Intent, PublicViewMaker, Screen
from companion.values import Frozen, replace
from companion.words import Words, without_breaks

if TYPE_CHECKING:
    from companion.session.review import Reviewed


def lit_lamps(step: Snapshot | None) -> frozenset[int]:
    """The places at the table that are in turn; empty if everybody or nobody may act."""
    if step is None or step.position is None or step.outcome is not None:
        return frozenset()
    names, seats = step.setup.names, step.position.to_act
    # All lamps lit say as little as none.
    return frozenset([place_at_table(names, seat) for seat in seats]) if len(seats) < len(names) else frozenset()


def sound_after(intent: Intent, before: Snapshot | None, after: Snapshot | None) -> Sound:
    """The sound after an intent was performed and led from one snapshot to the next."""
    if isinstance(intent, Say):
        return Sound.REFUSED
    if isinstance(intent, Enter | Redo) and before is not None and after is not None:
        if before.outcome is None and after.outcome is not None and after.outcome.winners:
            return Sound.WIN
        setbacks = after.setup.text.setbacks
        if any(message.key in setbacks for message in router.notices(before, after)):
            return Sound.BUST
    return Sound.DONE


_OPPOSITE = {Key.UP: Key.DOWN, Key.DOWN: Key.UP, Key.LEFT: Key.RIGHT, Key.RIGHT: Key.LEFT}
"""What a key means to a player on the other side. OK, BACK and HELP mean the same from every side."""


def place_at_table(names: tuple[str, ...], seat: int) -> int:
    """Where a seat is at the table, counted around it from 0 on.

    Seat 0 begins, so the seats move from one game to the next, but the people and their order around the table stay.
    Places are counted from the first name in the alphabet, so everybody's place is always the same.
    """
    first = min(range(len(names)), key=lambda other: (names[other].casefold(), names[other]))
    return (seat - first) % len(names)


def upside_down(rotation: str, step: Snapshot | None) -> bool:
    """Whether the picture is turned by 180°. With `turn` it faces the player in turn, if a person is."""
    if rotation != "turn":
        return rotation == "180"
    if step is None or step.turn is None:
        return False
    names, levels = step.setup.names, step.levels
    people = [seat for seat in range(len(names)) if not levels[seat]]
    if step.turn not in people:
        return False
    # Places go around the table from the near side on. Upside down is the far half, without its corners.
    place = place_at_table(tuple([names[seat] for seat in people]), people.index(step.turn))
    return len(people) < 4 * place < 3 * len(people)


class KeyMeanings:
    """The keys as the people see them. A key keeps its meaning from one press until the next."""

    def __init__(self) -> None:
        self._meant: dict[Key, Key] = {}

    def translate(self, press: KeyPress, *, turned: bool) -> KeyPress:
        """The gesture with the key that it means, on a glass that is turned or not."""
        if press.gesture is Gesture.PRESS:
            self._meant[press.key] = _OPPOSITE.get(press.key, press.key) if turned else press.key
        return replace(press, key=self._meant.get(press.key, press.key))


LABELS = (
    "lang", "back", "undo", "help", "ok", "enter", "field", "choices", "board", "table", "turn", "scores", "last",
    "notice", "moved", "refused", "busy", "lost", "private", "pair", "ask", "asked", "clear", "hidden", "other", "full",
    "gone", "number", "sheet", "correct", "put", "close", "round", "pad", "pad-about",
    "file", "text", "hand-over", "checking", "asks", "choose", "unread", "long", "address", "questions", "about",
    "find", "nothing",
)  # fmt: skip
"""The words around the page, by the ends of their keys."""


@cache
def _labels(language: str) -> Mapping[str, str]:
    words = Words(language)
    return {name: words(f"phone.{name}") for name in LABELS}


class LastSheet:
    """The score sheet of the last snapshot of which one was made: a page changes more often than what was entered."""

    def __init__(self) -> None:
        self._made: tuple[Snapshot | None, str, ScoreSheet | None] = (None, "", None)

    def of(self, context: Context) -> ScoreSheet | None:
        """The score sheet of the game on the table; None without one."""
        step, language = context.step, context.words.language
        if self._made[:2] != (step, language):
            sheet = guarded("the score sheet", lambda: ROUTES.sources.sheet(context), lambda _: None, step)
            self._made = step, language, sheet
        return self._made[2]


def make_wide_page(
    screen: Screen,
    banner: str | None,
    countdown: Page | None,
    context: Context,
    entries: int,
    sheets: LastSheet,
    *,
    waits: bool,
) -> WidePage:
    """The page of a screen for a wider place. `entries` is how many entries have come to the display. `waits`: only OK
    ends the banner.
    """
    context = context.widened()
    page = countdown or guarded(
        f"the wide page of {type(screen).__name__}",
        lambda: ROUTES.sources.wide(screen, context),
        lambda _: Page(screen="trouble", title=context.words("trouble.page.title")),
        context.step,
    )
    shown = page.outside(context.words) if page.private else page
    targets = () if waits else shown.targets
    said = (
        ()
        if page.private
        else guarded(
            f"the answers on {type(screen).__name__}",
            lambda: ROUTES.answers(context, shown.targets, shown.field),
            lambda _: (),
            context.step,
        )
    )
    # What can be touched or filled in is not said once more; a finger needs no steps of a wheel, such as tens or
    # letters. The targets say in words what the signs of a board mean.
    read = replace(shown, aside="")
    if shown.field is not None:
        read = replace(read, big="", menu=(), grid=(), text=read.text if shown.field.kind == "number" else ())
    elif any(one.id for one in shown.targets):
        read = replace(read, menu=())
    if any(one.part != "pages" for one in shown.targets):
        read = replace(read, grid=(), board=())
    # A banner that ends by itself hinders no touch.
    touchable = (entries, page.screen, [(one.id, one.name) for one in targets], banner if waits else None)
    banner = None if countdown is not None else banner
    return WidePage(
        number=sha256(repr(touchable).encode()).hex()[:12],
        screen=page.screen,
        title=without_breaks(shown.title),
        aside=without_breaks(shown.aside),
        text=tuple(map(without_breaks, read.read(None).lines[1:])),
        targets=targets,
        field=shown.field,
        banner=banner and without_breaks(banner),
        waits=waits,
        keys=shown.keys,
        private=page.private,
        sheet=None if page.private else sheets.of(context),
        answers=tuple([one._replace(lines=tuple(map(without_breaks, one.lines))) for one in said]),
        labels=_labels(context.words.language),
    )


SCORE = "score"
"""The name of the score board's page."""
NO_LAMPS: frozenset[int] = frozenset()

log = Log(__name__)
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

        @cache  # made only for who asks, in the thread of the loop: the screen may look things up in the record
        def wide() -> WidePage:
            return make_wide_page(screen, banner, countdown, self._context(), self._entries, self._sheets, waits=waits)

        self._wide = wide
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
            context.step,
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
            lamps = guarded("lamps", lambda: lit_lamps(step), lambda _: NO_LAMPS, step)
        bust, sound = sound is Sound.BUST, settings.audible_sound(sound)
        recorded = tuple(self._session.recorded)
        if recorded and settings.now.motion and light is Light.FULL:
            from companion.ui.motion import pages_between

            figures = _before_entry(self._figures, step)
            dropped = _before_entry(self._last, step) if bust else None
            between = guarded("motion", lambda: pages_between(figures, dropped, page), lambda _: (), step)
            self._motion.begin(between, page)
        drawn = self._motion.page(page)
        seen = (drawn, banner, shift, held) if light is not Light.DARK else ()
        review = self._reviewed()
        looked = review.is_close if review is not None else None
        inputs = (seen, trouble, light, contrast, turned, settings.painter, lamps, looked)
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
        play = guarded("what is recorded of a game", self._session.play, lambda _: None, step)
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
            made = self._text(public, banner)
            return guarded("lines", lambda: painter.plain(lines), lambda _: painter.dark_picture(), made)

        frame = guarded(
            f"the picture of {page.screen}", lambda: painter.page(page, banner, shift, held), plain, self._session.now
        )
        return frame.transpose(Transpose.ROTATE_180) if turned else frame

    def _text(self, page: Page, banner: str | None) -> PageText:
        """A page as text; of one that cannot be read its title."""
        return guarded(
            f"the text of {page.screen}",
            lambda: page.read(banner),
            lambda _: PageText(page.screen, (page.title,), None, banner),
            self._session.now,
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
