"""The loop: a key in, the screen updated, the journal written, a frame out. The shell around everything that is pure.

One thread runs it and owns table, screens and panels. It sleeps until an event or a deadline; other threads only
put events into the inbox. A wire that does not answer is tried again later and never stops the game.
"""

from __future__ import annotations

import errno
import logging
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PIL.Image import Transpose

from companion.app.active_settings import ActiveSettings
from companion.app.banners import BANNER_S, INSTRUCTION_S, Banners
from companion.app.retrying_port import RetryingPort
from companion.games.refusals import Message, Refusal
from companion.ports import (
    Clock,
    DeviceState,
    Gesture,
    Inbox,
    Key,
    KeyPress,
    Light,
    PageText,
    Panel,
    PortError,
    Reread,
    Sound,
    Stop,
)
from companion.record.trouble import RecordTrouble
from companion.session.session import Session
from companion.session.settings_file import SettingsTrouble
from companion.session.timeline import Snapshot
from companion.ui import router, signals
from companion.ui.idle import Idling
from companion.ui.painter import Painter
from companion.ui.rotation import Hands, upside_down
from companion.ui.screen import EVERY_KEY, Command, Context, PublicViewMaker, Screen, meant
from companion.words import Words

if TYPE_CHECKING:
    from companion.app.shutdown import ShutdownCountdown
    from companion.ui.intents import Intent

TOUR = ("welcome", "move", "ok", "back", "undo", "help")
TOUR_THREE = ("welcome", "move", "ok", "menu")
"""The same where there is no BACK key."""
TOUR_S = 4.0
"""How long each page of the tour of the keys stands at a first start."""
LOAD_REST_S = 0.02
"""So long keys are waited for before the next part of what they need later is loaded."""
NO_DESCRIPTOR = (errno.EMFILE, errno.ENFILE)
"""The process, or the machine, has no file descriptor left."""
NONE: frozenset[int] = frozenset()
"""No lamp."""

log = logging.getLogger(__name__)


class Loop:
    """The device from the first picture to the last. `keys` opens the buttons, or sees that they are still heard.

    It may raise PortError, and must cost nothing while all is well: it is called whenever the loop wakes.

    `settings` have painter and words of their own, and take the place of these two; `idling` overrules them. `board`
    are the keys that the board has. `weak` says whether the machine gets too little voltage; it is asked whenever the
    loop wakes. `off` asks for the machine to be switched off, and raises PortError if it will not be; without it
    that is not offered. `notices` are told at the start. With `home` the start is there and not at the table. `later`
    loads a part of what keys need with each step; it is asked for steps after the first picture, while no key comes.
    """

    def __init__(
        self,
        session: Session,
        inbox: Inbox,
        panels: Sequence[Panel],
        clock: Clock,
        painter: Painter,
        words: Words,
        keys: Callable[[], None] | None = None,
        idling: Idling | None = None,
        *,
        tour: bool = True,
        settings: ActiveSettings | None = None,
        board: frozenset[Key] = EVERY_KEY,
        weak: Callable[[], bool] = lambda: False,
        off: Callable[[], None] | None = None,
        notices: Sequence[Message] = (),
        home: bool = False,
        later: Iterator[object] | None = None,
    ) -> None:
        self._off = off
        self._later = later
        self._load_at = clock.monotonic()
        self._evening = session
        self._inbox = inbox
        self._clock = clock
        self._settings = settings or ActiveSettings(painter, words)
        self._board = board
        self._wires = [RetryingPort(panel.show) for panel in panels]
        self._keys = RetryingPort(lambda _: keys()) if keys is not None else None
        self._banners = Banners(clock)
        self._weak, self._was_weak, self._told_weak = weak, False, False
        self._trouble: str | None = None
        self._always = idling
        self._touched = clock.monotonic()
        self._hands = Hands()
        self._turned = False
        self._waking: Key | None = None
        self._sound: Sound | None = None
        self._leaving: ShutdownCountdown | None = None
        self._screen: Screen = router.screen_of_table(self._context()) if not home else router.home()
        befell = (*session.notices(), *notices)
        for told in [self._words.message(notice, ()) for notice in befell] + self._settings.troubles():
            log.warning("%s", told)
            self._banners.notice(INSTRUCTION_S, self._painter.banners(told))
        # The tour lies over a first home as banners do: it costs no press, and any key ends it and acts.
        if tour and session.now is None and not session.may_redo:
            pages = TOUR if Key.BACK in board else TOUR_THREE
            self._banners.add(TOUR_S, [self._words(f"tour.{page}") for page in pages])
        self._seen: tuple[object, ...] | None = None
        self._shown: DeviceState | None = None

    def run(self) -> bool:
        """Until somebody asks to stop, or the machine is being switched off by `off`: whether it is."""
        self._inbox.repeat(self._settings.repeat)
        self._banners.begin()
        self._power()
        self._show()
        self._load()
        while True:
            event = self._inbox.get(self._deadline())
            if isinstance(event, Stop):
                return False
            if event is None:
                self._load()
                self._banners.time()
                if self._leaving is not None and self._leaving.due and self._left(self._leaving):
                    return True
            elif isinstance(event, Reread):
                self._reread()
            else:
                self._answer(event)
                continue
            self._power()
            self._show()

    def _answer(self, event: KeyPress) -> None:
        """Do what a key asks for and show it. Where that fails for want of a file descriptor, say so and stay."""
        screen, step = self._screen, self._evening.now
        try:
            self._touch(event)
            self._power()
            self._show()
        except OSError as error:
            if error.errno not in NO_DESCRIPTOR:
                raise
            log.error("%s", error)
            self._screen = screen if self._evening.now is step else router.screen_of_table(self._context())
            self._sound = Sound.REFUSED
            self._say(INSTRUCTION_S, self._words("trouble.files"))
            self._show()

    def _load(self) -> None:
        """Load the next part of what keys need, once there has been a rest."""
        if self._later is not None and self._clock.monotonic() + 1e-6 >= self._load_at:
            if next(self._later, None) is None:
                self._later = None
            self._load_at = self._clock.monotonic() + LOAD_REST_S

    def _touch(self, event: KeyPress) -> None:
        """A finger did something."""
        self._load_at = self._clock.monotonic() + LOAD_REST_S
        event = self._hands.meant(event, turned=self._turned)
        command = None if self._woken(event) else meant(event, self._board)
        if command is not None:
            self._command(command)
            if event.gesture is Gesture.REPEAT:
                self._sound = None  # a key that is held has been heard
        for wire in self._wires:
            wire.hurry()

    def _reread(self) -> None:
        """People have written into the file of the settings."""
        self._settings.reread()
        self._inbox.repeat(self._settings.repeat)
        log.info("the settings are read again")
        for told in self._settings.troubles():
            log.warning("%s", told)
            self._report(told)

    def _woken(self, event: KeyPress) -> bool:
        """Count the touch; whether it does nothing but wake a dark glass, with all that the finger still does."""
        now = self._clock.monotonic()
        if self._idling.rest(self._idle_s).light is Light.DARK:
            self._waking = event.key
        elif self._leaving is not None:  # any key stops the count, and does nothing else
            self._leaving, self._waking = None, event.key
        elif event.gesture is Gesture.PRESS:
            self._waking = None
        self._touched = now
        return self._waking is event.key

    def _command(self, command: Command) -> None:
        covered = self._banners.cut()
        from companion.ui.intents import Intent  # not before the first key

        answer = router.update(self._screen, command, self._context())
        if isinstance(answer, Intent):
            self._perform(answer)
        else:
            self._sound = Sound.KEY if covered or answer != self._screen else Sound.REFUSED
            self._screen = answer

    def _context(self) -> Context:
        session = self._evening
        settings = self._settings
        return Context(
            session.now, session.roster, session.may_redo, settings.words, settings.painter.wrap, session,
            settings.now, settings.capabilities, self._board, self._off is not None,
        )  # fmt: skip

    @property
    def _words(self) -> Words:
        return self._settings.words

    @property
    def _painter(self) -> Painter:
        return self._settings.painter

    @property
    def _idling(self) -> Idling:
        return self._always or self._settings.idling

    # -- doing

    def _perform(self, intent: Intent) -> None:
        """Tell the table; what it refuses is said and changes nothing."""
        before, self._sound = self._evening.now, Sound.REFUSED
        try:
            self._screen = self._done(intent)
            self._trouble = None
            self._sound = signals.sound(intent, before, self._evening.now)
        except Refusal as refusal:
            self._say(BANNER_S, self._sentence(refusal.message))
        except (RecordTrouble, SettingsTrouble) as trouble:
            log.error("%s", self._sentence(trouble.message))
            self._trouble = self._sentence(trouble.message)
            self._say(INSTRUCTION_S, self._trouble)

    def _done(self, intent: Intent) -> Screen:
        from companion.app.perform import Performer  # not before the first deed
        from companion.ui.intents import Adjust, SwitchOff

        if isinstance(intent, SwitchOff):
            from companion.app.shutdown import ShutdownCountdown

            assert self._off is not None
            self._leaving = ShutdownCountdown(self._clock, self._off)
            return self._screen
        screen = Performer(self._evening, self._settings, self._banners, self._context).done(intent)
        if isinstance(intent, Adjust):
            self._inbox.repeat(self._settings.repeat)
        return screen

    def _sentence(self, message: Message) -> str:
        now = self._evening.now
        return self._words.message(message, now.setup.names if now is not None else ())

    # -- leaving

    def _left(self, leaving: ShutdownCountdown) -> bool:
        """The count is over: ask for the machine to be switched off, and say so if it will not be."""
        self._show()
        try:
            leaving.power_off()
        except PortError as lost:
            log.error("%s", self._words("off.refused", why=lost))
            self._report(self._words("off.refused", why=lost))
            self._leaving = None
            return False
        return True

    # -- showing

    def _say(self, seconds: float, text: str) -> None:
        """Lay a message over the screen; one that is too long for a banner goes on in the next."""
        self._banners.say(seconds, self._painter.banners(text))

    def _report(self, text: str, instead: str = "") -> None:
        """Say what befell the device, on a glass that is awake. What is being said comes after it, for its full time.

        It takes no press: any key ends it and acts. `instead` is what is not true any more.
        """
        untrue = self._painter.banners(instead) if instead else ()
        self._banners.interrupt(self._painter.banners(text), untrue)
        self._touched = self._clock.monotonic()

    def _power(self) -> None:
        """Too little voltage is written down whenever it begins, and told once: nobody changes a plug in a game."""
        was, self._was_weak = self._was_weak, self._weak()
        if self._was_weak and not was:
            log.warning("%s", self._words("power.weak"))
            if not self._told_weak:
                self._told_weak = True
                self._report(self._words("power.weak"))

    @property
    def _idle_s(self) -> float:
        """Seconds without a key, and a hair: a deadline that has been reached must count as reached once rounded."""
        return self._clock.monotonic() - self._touched + 1e-6

    @property
    def _at_the_table(self) -> bool:
        """Whether the table can become a score board: a half-made entry stays in sight."""
        from companion.ui.table import Table  # not before a table has stood still

        return isinstance(self._screen, Table) and len(self._screen.path) < 2

    def _deadline(self) -> float | None:
        deadlines = [wire.retry for wire in self._wires if wire.retry is not None]
        if self._keys is not None and self._keys.retry is not None:
            deadlines.append(self._keys.retry)
        if self._banners.now is not None:
            deadlines.append(self._banners.until)
        if self._leaving is not None:
            deadlines.append(self._leaving.next)
        if self._later is not None:
            deadlines.append(self._load_at)
        rest = self._idling.next_s(self._idle_s)
        if rest is not None:
            deadlines.append(self._touched + rest)
        return min(deadlines, default=None)

    def _show(self) -> None:
        """Hand every panel the state of the device, and once more if a wire has something to say."""
        before = [wire.trouble for wire in self._wires]
        self._hand_out()
        told = False
        for was, wire in zip(before, self._wires, strict=True):
            if was and wire.trouble is None:
                # Of a glass only now: before, it could not be read.
                self._report(self._words("wire.back", why=was))
                told = True
            elif wire.aside and wire.trouble and wire.trouble != was:
                self._report(wire.trouble)
                told = True
        for notice in self._evening.notices():
            log.warning("%s", self._words.message(notice, ()))
            self._report(self._words.message(notice, ()))
            told = True
        if self._attended() or told:
            self._hand_out()

    def _attended(self) -> bool:
        """Look after the keys: after the glass, which is there first, and whenever this wakes, since keys that are lost
        say nothing. Whether there is something to say about it, which nobody could ask for by a key.
        """
        keys = self._keys
        if keys is None:
            return False
        assert self._shown is not None
        trouble, retry = keys.trouble, keys.retry
        keys.act(self._shown, self._clock.monotonic())
        if keys.trouble is None:
            if trouble is not None:
                self._report(self._words("keys.back"), self._words("keys.lost", why=trouble))
            return trouble is not None
        if keys.trouble != trouble:
            self._report(self._words("keys.lost", why=keys.trouble))
            return True
        if keys.retry != retry and self._banners.now is None:
            self._say(INSTRUCTION_S, self._words("keys.lost", why=keys.trouble))
            return True
        return False

    def _hand_out(self) -> None:
        """Hand every panel the state of the device; nothing is drawn when nothing has changed."""
        now = self._clock.monotonic()
        rest = self._idling.rest(self._idle_s)
        banner = self._banners.now
        if self._leaving is not None:
            banner, page, shift = None, self._leaving.page(self._words), (0, 0)
        elif rest.score and self._at_the_table and banner is None:
            from companion.ui.table import Score

            page, shift = router.view(Score(), self._context()), rest.shift
        else:
            page, shift = router.view(self._screen, self._context()), (0, 0)
        if self._evening.trouble is not None:  # something that the screen shows could not be read
            self._trouble = self._sentence(self._evening.trouble.message)
        recorded = tuple(self._evening.recorded)
        turned = upside_down(self._settings.now.rotation, self._evening.now)
        contrast = self._settings.contrast(rest.light)
        lamps = signals.lamps(self._evening.now) if self._settings.now.lights and rest.light is not Light.DARK else NONE
        sound, self._sound = self._settings.audible(self._sound), None
        seen = (page, banner, self._trouble, rest.light, contrast, shift, turned, self._painter, lamps)
        fresh = seen != self._seen or bool(recorded) or sound is not None
        if fresh or self._shown is None:
            if seen == self._seen and self._shown is not None:
                frame, text = self._shown.frame, self._shown.page
            elif rest.light is Light.DARK:
                frame, text = self._painter.dark(), PageText("dark", (), None, None)
            else:
                frame, text = self._painter.page(page, banner, shift), page.read(banner)
                frame = frame.transpose(Transpose.ROTATE_180) if turned else frame
            self._seen, self._turned = seen, turned
            look, trouble = PublicViewMaker(self._evening.now, self._words), self._trouble
            self._shown = DeviceState(frame, text, recorded, trouble, rest.light, contrast, lamps, sound, turned, look)
            self._evening.recorded = []
            for word in recorded:
                log.info("%s", log_text(word, self._evening.now))
        for wire in self._wires:
            if fresh or wire.retry is not None:
                wire.act(self._shown, now)
        if sound is not None:  # a wire that is tried again later is not to make it again
            self._shown = replace(self._shown, sound=None)


def log_text(word: str, step: Snapshot | None) -> str:
    """A word of the record for the log, so that the log tells the game: which one, and at its start whose it is."""
    if step is None or word.startswith(("name ", "rename ", "retire ")):
        return word
    setup = step.setup
    if word.startswith("new "):
        chosen = [f"{option}={value}" for option, value in setup.options.items()]
        return f"game {setup.id}: {word}; {', '.join(setup.names)}; {' '.join(chosen)}"
    return f"game {setup.id}: {word}"
