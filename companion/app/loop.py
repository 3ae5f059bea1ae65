"""The loop of the device: it takes an event, updates the screen or performs an intent, and shows the result.

One thread runs it and owns session, screens and panels. It sleeps until an event or a deadline; other threads only
put events into the inbox. A port that fails is tried again later and never stops the game.
"""

from __future__ import annotations

import errno
import logging
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from companion.app.active_settings import ActiveSettings
from companion.app.banners import BANNER_S, INSTRUCTION_S, Banners
from companion.app.composer import Composer
from companion.app.device_ports import DevicePorts
from companion.app.held_key import HeldKey
from companion.app.idle_timer import IdleTimer
from companion.app.perform import Performer
from companion.app.preloader import Preloader
from companion.app.reporter import Reporter
from companion.app.shutdown import ShutdownCountdown
from companion.games.refusals import Message, Refusal
from companion.ports import Clock, Gesture, Inbox, Key, KeyPress, Panel, PortError, Reread, Sound, Stop
from companion.record.trouble import RecordTrouble
from companion.session.session import Session
from companion.session.settings_file import SettingsTrouble
from companion.session.timeline import Snapshot
from companion.ui import by_name, router, signals
from companion.ui.idle import Rest
from companion.ui.intents import Intent
from companion.ui.page import Page
from companion.ui.rotation import Hands
from companion.ui.screen import EVERY_KEY, Command, Context, Screen, meant

TOUR = ("welcome", "move", "ok", "back", "undo", "help")
TOUR_THREE = ("welcome", "move", "ok", "menu")
"""The same where there is no BACK key."""
TOUR_S = 4.0
"""How long each page of the tour of the keys stands at a first start."""
NO_DESCRIPTOR = (errno.EMFILE, errno.ENFILE)
"""The process, or the machine, has no file descriptor left."""

log = logging.getLogger(__name__)


class Machine(NamedTuple):
    """What the loop uses of the machine.

    `attend_keys` opens the keys or checks them, see `DevicePorts`. `board` holds the keys that the board has.
    `undervoltage` says whether the machine gets too little voltage; it is asked whenever the loop wakes. `power_off`
    asks the machine to switch itself off and raises PortError if it refuses; without it screens do not offer that.
    """

    inbox: Inbox
    clock: Clock
    panels: Sequence[Panel] = ()
    attend_keys: Callable[[], None] | None = None
    board: frozenset[Key] = EVERY_KEY
    undervoltage: Callable[[], bool] = lambda: False
    power_off: Callable[[], None] | None = None


class Startup(NamedTuple):
    """How the device starts.

    `tour` explains the keys where no game has been played. `notices` are shown first. With `home` the first screen is
    home and not the table. Each step of `preload` loads a part of what keys need later.
    """

    tour: bool = True
    home: bool = False
    notices: Sequence[Message] = ()
    preload: Iterator[object] | None = None


class Loop:
    """The device from the first picture to the last."""

    def __init__(
        self,
        session: Session,
        settings: ActiveSettings,
        machine: Machine,
        startup: Startup = Startup(),  # noqa: B008 - it cannot change
    ) -> None:
        clock = machine.clock
        self._session = session
        self._settings = settings
        self._machine = machine
        self._banners = Banners(clock, lambda text: settings.painter.banners(text))
        self._idle = IdleTimer(clock, settings)
        self._reporter = Reporter(self._banners, self._idle)
        self._ports = DevicePorts(machine.panels, machine.attend_keys, clock, settings, self._reporter)
        self._composer = Composer(session, settings)
        self._performer = Performer(self._session, self._settings, self._banners, self._context, self._start_countdown)
        self._preloader = Preloader(clock, startup.preload)
        self._hands = Hands()
        self._held = HeldKey(clock)
        self._countdown: ShutdownCountdown | None = None
        self._undervoltage = self._undervoltage_reported = False
        self._trouble: str | None = None
        self._sound: Sound | None = None
        self._repeat = settings.repeat
        self._screen: Screen = router.home() if startup.home else by_name.screen_of_table(self._context())
        messages = [settings.words.message(notice, ()) for notice in (*session.take_notices(), *startup.notices)]
        for text in messages + settings.troubles():
            log.warning("%s", text)
            self._banners.append_notice(INSTRUCTION_S, text)
        if startup.tour and session.now is None and not session.may_redo:
            for name in TOUR if Key.BACK in machine.board else TOUR_THREE:
                self._banners.append(TOUR_S, settings.words(f"tour.{name}"))

    def run(self) -> bool:
        """Run until a Stop event (False), or until the machine switches itself off at people's wish (True)."""
        inbox = self._machine.inbox
        inbox.repeat(self._repeat)
        self._banners.show_next()
        self._check_voltage()
        self._show()
        self._preloader.load_next()
        while True:
            event = inbox.get(self._deadline())
            if isinstance(event, Stop):
                return False
            if isinstance(event, KeyPress):
                self._answer(event)
                continue
            if isinstance(event, Reread):
                self._reload_settings()
            else:
                self._preloader.load_next()
                self._banners.expire()
                if self._countdown is not None and self._countdown.due and self._switch_off(self._countdown):
                    return True
            self._check_voltage()
            self._show()

    def _deadline(self) -> float | None:
        deadlines = [self._banners.deadline, self._preloader.deadline, self._idle.deadline, self._held.deadline]
        deadlines += self._ports.deadlines
        if self._countdown is not None:
            deadlines.append(self._countdown.deadline)
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    # -- events

    def _answer(self, event: KeyPress) -> None:
        """Do what a key asks for and show it. If no file descriptor is free for that, say so and change nothing."""
        screen, step = self._screen, self._session.now
        try:
            self._press(event)
            self._check_voltage()
            self._show()
        except OSError as error:
            if error.errno not in NO_DESCRIPTOR:
                raise
            log.error("%s", error)
            self._screen = screen if self._session.now is step else by_name.screen_of_table(self._context())
            self._sound = Sound.REFUSED
            self._banners.show(INSTRUCTION_S, self._settings.words("trouble.files"))
            self._show()

    def _press(self, event: KeyPress) -> None:
        self._preloader.postpone()
        event = self._hands.meant(event, turned=self._composer.turned)
        swallowed = self._idle.swallows(event, cancels=self._countdown is not None)
        self._countdown = None  # any key stops it
        if not swallowed:
            self._held.take(event)
        command = None if swallowed else meant(event, self._machine.board)
        if command is not None:
            self._command(command)
            if event.gesture is Gesture.REPEAT:
                self._sound = None  # one sound for a key that is held
        self._ports.retry_panels_soon()

    def _command(self, command: Command) -> None:
        covered = self._banners.dismiss()
        answer = router.update(self._screen, command, self._context())
        if isinstance(answer, Intent):
            self._perform(answer)
        else:
            self._sound = Sound.KEY if covered or answer != self._screen else Sound.REFUSED
            self._screen = answer

    def _perform(self, intent: Intent) -> None:
        """Perform an intent. A refusal or a trouble is shown and changes nothing."""
        before, self._sound = self._session.now, Sound.REFUSED
        try:
            self._screen = self._performer.perform(intent) or self._screen
            self._update_repeat()
            self._trouble = None
            self._sound = signals.sound(intent, before, self._session.now)
        except Refusal as refusal:
            self._banners.show(BANNER_S, self._sentence(refusal.message))
        except (RecordTrouble, SettingsTrouble) as trouble:
            self._trouble = self._sentence(trouble.message)
            log.error("%s", self._trouble)
            self._banners.show(INSTRUCTION_S, self._trouble)

    def _reload_settings(self) -> None:
        self._settings.reload()
        self._update_repeat()
        log.info("the settings are read again")
        for text in self._settings.troubles():
            log.warning("%s", text)
            self._reporter.report(text)

    def _update_repeat(self) -> None:
        """Tell the inbox how keys repeat, if the settings have changed that."""
        if self._repeat != self._settings.repeat:
            self._repeat = self._settings.repeat
            self._machine.inbox.repeat(self._repeat)

    def _check_voltage(self) -> None:
        """Log too little voltage each time it begins, but report it once: nobody changes a plug during a game."""
        before, self._undervoltage = self._undervoltage, self._machine.undervoltage()
        if self._undervoltage and not before:
            text = self._settings.words("power.weak")
            log.warning("%s", text)
            if not self._undervoltage_reported:
                self._undervoltage_reported = True
                self._reporter.report(text)

    def _start_countdown(self) -> None:
        assert self._machine.power_off is not None
        self._countdown = ShutdownCountdown(self._machine.clock, self._machine.power_off)

    def _switch_off(self, countdown: ShutdownCountdown) -> bool:
        """Ask the machine to switch itself off; whether it will. A refusal is reported and the device goes on."""
        self._show()
        try:
            countdown.power_off()
        except PortError as lost:
            text = self._settings.words("off.refused", why=lost)
            log.error("%s", text)
            self._reporter.report(text)
            self._countdown = None
            return False
        return True

    # -- showing

    def _show(self) -> None:
        """Show the state of the device, and show it again while a port or the record has something to report."""
        reported = self._hand_out()
        for notice in self._session.take_notices():
            text = self._settings.words.message(notice, ())
            log.warning("%s", text)
            self._reporter.report(text)
            reported = True
        reported = self._ports.attend_keys(self._composer.state) or reported
        while reported:
            reported = self._hand_out()

    def _hand_out(self) -> bool:
        """Compose the state of the device and hand it to the panels; whether that led to a report."""
        page, banner, rest = self._page(self._idle.rest)
        if self._session.trouble is not None:  # the record could not be read for this page
            self._trouble = self._sentence(self._session.trouble.message)
        sound, self._sound = self._sound, None
        state = self._composer.compose(page, banner, rest, self._trouble, sound, self._held.mark)
        if state is not None:
            for entry in state.recorded:
                log.info("%s", log_text(entry, self._session.now))
        return self._ports.show(state or self._composer.state, changed=state is not None)

    def _page(self, rest: Rest) -> tuple[Page, str | None, Rest]:
        """The page and the banner to show. Only the score board moves with the rest."""
        banner, still = self._banners.now, rest._replace(shift=(0, 0))
        if self._countdown is not None:
            return self._countdown.page(self._settings.words), None, still
        if rest.score and banner is None:
            # Only when nobody plays: with the intents it takes 5 to 10 % of the time until keys are heard.
            from companion.ui.table import Score, Table

            # An entry that is half made stays in sight.
            if isinstance(self._screen, Table) and len(self._screen.path) < 2:
                return router.view(Score(), self._context()), None, rest
        return router.view(self._screen, self._context()), banner, still

    def _context(self) -> Context:
        session, settings, machine = self._session, self._settings, self._machine
        return Context(
            session.now, session.roster, session.may_redo, settings.words, settings.painter.wrap, session,
            settings.now, settings.capabilities, machine.board, machine.power_off is not None,
        )  # fmt: skip

    def _sentence(self, message: Message) -> str:
        now = self._session.now
        return self._settings.words.message(message, now.setup.names if now is not None else ())


def log_text(entry: str, step: Snapshot | None) -> str:
    """An entry of the record for the log: with the number of its game, and at the start of a game with its setup."""
    if step is None or entry.startswith(("name ", "rename ", "retire ")):
        return entry
    setup = step.setup
    if entry.startswith("new "):
        options = [f"{option}={value}" for option, value in setup.options.items()]
        return f"game {setup.id}: {entry}; {', '.join(setup.names)}; {' '.join(options)}"
    return f"game {setup.id}: {entry}"
