"""The loop of the device: it waits for an event or a deadline, updates the screen or performs an intent, and shows it.

One thread runs it and owns session, screens and panels. Other threads only put events into the inbox. A port that fails
is tried again later and never stops the game.
"""

from __future__ import annotations

from functools import partial

from companion.app.active_settings import ActiveSettings
from companion.app.banners import Banners, MessageBox, Reporter, in_every_language
from companion.app.composer import Composer, KeyMeanings
from companion.app.device_ports import DevicePorts, PhoneDesk
from companion.app.machine import Machine, Power
from companion.app.perform import Performer
from companion.app.questions import ChipQuestion, HandedPad, RootQuestion
from companion.app.startup import REREAD_BYTES, REREAD_S, REST_S, Preloader, Startup
from companion.app.thinking import Thinking, Worker
from companion.app.timers import ClockWatch, EntryPause, HeldKey, IdleTimer, LastReading, LitHours, SinceTyped
from companion.guard import NO_DESCRIPTOR, guarded
from companion.log import Log
from companion.messages import Message
from companion.ports import (
    FIELD,
    Answered,
    Gesture,
    Key,
    KeyPress,
    KeyStuck,
    Light,
    Look,
    PadHandedOver,
    PadReport,
    PhoneNews,
    Reading,
    Reread,
    RoundDraft,
    RoundTyped,
    Sound,
    Stop,
    Touched,
    TouchResult,
    Typed,
    WidePage,
)
from companion.session.session import Session
from companion.session.settings import LEFT_HAND
from companion.session.settings_file import Tags
from companion.ui import router
from companion.ui.intents import Say, Start
from companion.ui.routes import ROUTES
from companion.ui.screen import EVERY_KEY, Command, Context, Intent, Left, Screen, command_of, screens_behind
from companion.values import replace

log = Log(__name__)
TOUCHED = {"@ok": Command.OK, "@back": Command.BACK, "@undo": Command.UNDO, "@help": Command.HELP}
"""The commands of the keys that can be touched on every page."""
Hand = KeyPress | Typed | Reading | Touched | RoundTyped
"""What people do at the device."""
OnTable = tuple[int, bool] | None
"""The number of the game on the table and whether it is over; None without a game."""


class Loop:
    """The device from the first picture to the last."""

    def __init__(
        self,
        session: Session,
        settings: ActiveSettings,
        machine: Machine,
        startup: Startup = Startup(),  # noqa: B008 - it cannot change
        worker: Worker | None = None,
    ) -> None:
        clock = machine.clock
        session.call_devices(settings.words("device.name"))
        self._session, self._settings = session, settings
        self._inbox, self._board, self._services = machine.inbox, machine.board, machine.services
        self._device_context = partial(settings.context, session, machine.board, machine.power_off is not None)
        self._last_home = LastHome()
        self._banners = Banners(clock, self._paginated)
        self._idle = IdleTimer(clock, settings)
        self._messages = MessageBox(session.folder)
        self._lit_hours = LitHours(clock, session.folder)
        self._reporter = Reporter(self._banners, self._idle, self._messages, lambda: settings.words)
        self._ports = DevicePorts(machine, settings, self._reporter)
        self._power = Power(machine, settings, self._reporter)
        self._phones = PhoneDesk(machine.phones, self._banners, lambda: settings.words)
        self._touches = False
        self._root_question = RootQuestion(startup.failed, machine.clock, settings, self._reporter)
        self._chip_question = ChipQuestion(machine.display, machine.clock, settings, self._reporter)
        self._handed_pad = HandedPad(machine.pads, machine.board, clock, settings, self._reporter)
        self._thinking = Thinking(session, clock, worker, lambda: float(settings.now.think_s), self._reporter.post)
        self._composer = Composer(session, settings, self._context, clock, lambda: self._thinking.reviewed)
        self._tags = Tags(session.folder)
        self._performer = Performer(
            session,
            settings,
            self._banners,
            self._context,
            self._power.start_countdown,
            self._thinking,
            self._reporter,
            self._services,
            self._chip_question.begin,
            self._tags,
            self._phones,
        )
        self._preloader = Preloader(clock, startup.preload)
        self._rereader = Preloader(clock, session.reread(REREAD_BYTES), REST_S, REREAD_S)
        self._clock_watch = ClockWatch(session, clock, self._idle)
        self._hands = KeyMeanings()
        self._held = HeldKey(clock)
        self._entry_pause = EntryPause(clock)
        self._since_typed = SinceTyped(clock)
        self._last_reading = LastReading(clock)
        self._screen: Screen = startup.first_screen(self._context())
        self._sound: Sound | None = None
        self._repeat, self._left_hand = settings.repeat, machine.left_hand
        if startup.is_first(self._context()) and not settings.now.chip:
            self._chip_question.begin()
        startup.greet(session, settings, self._reporter)
        self._tell_news()

    @property
    def is_awaited(self) -> bool:
        """Whether the device thinks, and somebody waits for it."""
        return self._thinking.is_awaited

    def run(self) -> bool:
        """Run until a Stop event (False), or until the machine switches itself off at people's wish (True)."""
        try:
            return self._run()
        finally:
            self._handed_pad.close()
            self._lit_hours.close()

    def _run(self) -> bool:
        self._inbox.repeat(self._repeat)
        self._left_hand(self._settings.now.hand == LEFT_HAND)
        if not self._asks:
            self._banners.show_next()
        self._show()
        self._preloader.load_next()
        while True:
            event = self._inbox.get(self._deadline())
            if isinstance(event, Stop):
                self._thinking.close()
                self._clock_watch.pause()
                return False
            if isinstance(event, Hand):
                self._answer(event)
                continue
            if isinstance(event, Answered):
                self._thinking.take(event)
                if self._screen.awaits_device:
                    self._screen = router.screen_of_table(self._context())
            elif isinstance(event, Reread):
                self._reload_settings()
            elif isinstance(event, KeyStuck):
                name = in_every_language(Message(f"keys.name.{event.key.value}"))
                self._reporter.post(Message("keys.stuck", name=name))
            elif isinstance(event, PhoneNews):
                if self._phones.take(event):
                    self._idle.restart()
                    if self._screen.pairs:  # the page of the code ends with its first use
                        self._follow(self._screen.update(Command.BACK, self._context()), covered=True)
            elif isinstance(event, PadHandedOver):
                self._handed_pad.take(event)
            elif isinstance(event, PadReport):
                self._handed_pad.take_report(event)
                if self._handed_pad.stands:
                    self._idle.restart()
            elif isinstance(event, Look):
                event.answer(self._composer.wide_page())
                continue
            else:
                self._preloader.load_next()
                if self._is_lit:
                    self._rereader.load_next()
                self._banners.expire()
                if self._since_typed.expire():
                    self._screen = self._screen.untyped
                if (self._root_question.expire() or self._chip_question.expire()) and self._banners.now is None:
                    self._banners.show_next()
                self._sound = self._clock_watch.attend(shown=self._composer.ticks) or self._sound
                if self._power.due:
                    self._show_on_panels()  # people see that the device saves
                    if self._power.switch_off():
                        self._thinking.close()
                        return True
            self._show()

    def _deadline(self) -> float | None:
        """When something changes by itself; None when nothing does."""
        parts = (
            self._banners,
            self._composer,
            self._preloader,
            self._idle,
            self._power,
            self._root_question,
            self._chip_question,
            self._held,
            self._since_typed,
            self._phones,
        )
        clock = self._clock_watch.deadline(shown=self._composer.ticks)
        thinking = self._thinking.deadline(lit=self._is_lit)
        reread = self._rereader.deadline if self._is_lit else None
        deadlines = [clock, thinking, reread, *[part.deadline for part in parts], *self._ports.deadlines]
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    @property
    def _asks(self) -> bool:
        """Whether a question of the device itself stands: keys answer it and do nothing else."""
        return self._root_question.stands or self._chip_question.stands or self._handed_pad.stands

    @property
    def _is_lit(self) -> bool:
        return self._idle.rest.light is not Light.DARK

    def _answer(self, event: Hand) -> None:
        """Do what people ask for and show it. Without a free file descriptor, say so and change nothing."""
        screen, step = self._screen, self._session.now
        result, draft = TouchResult.REFUSED, RoundDraft(TouchResult.REFUSED)
        try:
            if isinstance(event, KeyPress):
                self._press(event)
            elif isinstance(event, Touched):
                with self._session.pressed_by(event.source):
                    result = self._touch(event)
            elif isinstance(event, RoundTyped):
                with self._session.pressed_by(event.source):
                    draft = self._take_round(event)
            else:
                self._take_text(event)
            self._show()
        except OSError as error:
            if error.errno not in NO_DESCRIPTOR:
                raise
            log.error("%s", error)
            self._screen = screen if self._session.now is step else router.screen_of_table(self._context())
            self._sound = Sound.REFUSED
            self._banners.interrupt(self._settings.words("trouble.files"))
            result, draft = TouchResult.REFUSED, RoundDraft(TouchResult.REFUSED)
            self._show()
        finally:
            if isinstance(event, Touched):
                event.answer(result)
            elif isinstance(event, RoundTyped):
                event.answer(draft)

    def _press(self, event: KeyPress) -> None:
        self._preloader.postpone()
        self._rereader.postpone()
        self._composer.finish_motion()
        if event.board:  # the arrows of a keyboard do not turn with the glass (KBD-1)
            event = self._hands.translate(event, turned=self._composer.is_turned)
        deaf, lit = self._power.counts or self._asks or self._is_deaf_to(event), self._is_lit
        before_pad = self._power.counts or self._root_question.stands or self._chip_question.stands
        pad_asked = self._handed_pad.stands and not before_pad
        swallowed = self._idle.swallows(event, deaf=deaf)
        self._power.stop_countdown()
        self._root_question.answer()
        ended = lit and (self._chip_question.answer(event) or (pad_asked and self._handed_pad.answer(event)))
        if ended and self._banners.now is None:
            self._banners.show_next()
        if not swallowed:
            self._held.take(event)
        elif event.gesture is Gesture.PRESS and self._entry_pause.covers(event.at):
            self._sound = Sound.KEY
        command = None if swallowed else command_of(event, self._board if event.board else EVERY_KEY)
        if event.gesture is Gesture.REPEAT and self._banners.waits:
            command = None  # a key that is still down has not read this page
        if command is not None:
            self._command(command)
            if event.gesture is Gesture.REPEAT:
                self._sound = None  # one sound for a key that is held
        self._ports.retry_panels_soon()

    def _wake(self) -> bool:
        """Somebody types, reads or touches, which lights the glass and counts at once (TYP-5); whether it may act:
        not while a question of the device itself stands, or a countdown, which it stops.
        """
        self._preloader.postpone()
        self._rereader.postpone()
        self._composer.finish_motion()
        self._idle.restart()
        free = not (self._power.counts or self._asks)
        self._power.stop_countdown()
        return free

    def _take_text(self, event: Typed | Reading) -> None:
        """Hand a text to the screen. Under a banner that says what people must do with their hands it is refused."""
        if isinstance(event, Reading):
            self._tags.used = True
            if self._last_reading.repeats(event.text):
                return
        if not self._wake() or self._banners.stays:
            self._sound = Sound.REFUSED
            return
        covered = self._banners.dismiss()
        screen, context = self._screen, self._context()
        reads = isinstance(event, Reading)
        sources = ROUTES.sources
        answer = guarded(
            f"text on {type(screen).__name__}",
            lambda: (sources.read if reads else sources.typed)(screen, event.text, context),
            lambda _: screen,
            context.step,
        )
        self._follow(answer, covered=covered)
        if not reads and self._screen.has_text:  # a number stands until a key: people count cards meanwhile
            field = self._screen.asks(context)
            self._since_typed.restart(lasts=field is not None and field.typed != "")

    def _touch(self, event: Touched) -> TouchResult:
        """Do what a touch asks for, if the page is still the one that was touched."""
        if not self._wake():
            return TouchResult.REFUSED
        page = self._composer.wide_page()
        if event.page != page.number:
            return TouchResult.MOVED
        if page.private:  # only those at the glass see what they answer
            return TouchResult.REFUSED
        self._touches = True
        try:
            return self._touch_page(event, page)
        finally:
            self._touches = False

    def _touch_page(self, event: Touched, page: WidePage) -> TouchResult:
        if page.waits:  # OK is the only button, and ends the banner
            ended = event.target == "@ok" and self._banners.dismiss()
            return TouchResult.DONE if ended else TouchResult.REFUSED
        if event.target in TOUCHED:
            self._command(TOUCHED[event.target])
            return TouchResult.REFUSED if self._sound is Sound.REFUSED else TouchResult.DONE
        covered = self._banners.dismiss()
        screen, context = self._screen, self._context()
        answer = guarded(
            f"a touch on {type(screen).__name__}",
            lambda: (
                ROUTES.sources.filled(screen, event.text, context)
                if event.target == FIELD
                else ROUTES.sources.touched(screen, event.target, context)
            ),
            lambda _: None,
            context.step,
        )
        if answer is None:
            return TouchResult.REFUSED
        self._follow(answer, covered=covered)
        return TouchResult.REFUSED if self._sound is Sound.REFUSED else TouchResult.DONE

    def _take_round(self, event: RoundTyped) -> RoundDraft:
        """Say what a round of the score sheet is as a phone has typed it, and put it in if that is asked for.

        Typing alone neither lights the glass nor changes anything.
        """
        page = self._composer.wide_page()
        if event.put and not self._wake():
            return RoundDraft(TouchResult.REFUSED)
        if page.sheet is None or event.sheet != page.sheet.number:
            return RoundDraft(TouchResult.MOVED)
        if page.waits and event.put:  # what hands must do comes first
            return RoundDraft(TouchResult.REFUSED)
        screen, context = self._screen, self._context()
        draft, answer = guarded(
            "a round of the score sheet",
            lambda: ROUTES.sources.typed_round(screen, event, context),
            lambda _: (RoundDraft(TouchResult.REFUSED), None),
            context.step,
        )
        if answer is None:
            return draft
        covered = self._banners.dismiss()
        self._touches = True
        try:
            self._follow(answer, covered=covered)
        finally:
            self._touches = False
        if self._sound is Sound.REFUSED:
            return draft._replace(result=TouchResult.REFUSED)
        return draft._replace(asks=isinstance(answer, Screen))

    def _is_deaf_to(self, event: KeyPress) -> bool:
        """OK is deaf for a moment after an entry, and on the score board, where people do not see what it enters."""
        if event.key is not Key.OK or self._screen.has_text:  # who has typed since does not tap twice
            return False
        return self._entry_pause.covers(event.at) or self._composer.shows_score_board

    def _command(self, command: Command) -> None:
        """Update the screen, or perform the intent that it answers."""
        if command is Command.BACK and not self._touches and self._phones.take_back():
            self._sound = Sound.KEY
            return
        covered = self._banners.dismiss()
        if self._banners.stays or (covered and self._screen.takes_all):
            self._sound = Sound.KEY
            return
        screen, context = self._screen, self._context()

        def away(_: Exception) -> Screen:
            return router.home_screen(context) if command is Command.BACK else screen

        answer = guarded(
            f"{command.name} on {type(screen).__name__}",
            lambda: router.update(screen, command, context),
            away,
            context.step,
        )
        self._follow(answer, covered=covered)

    def _paginated(self, text: str) -> list[str]:
        """A message as banners; one that cannot be divided as it is."""
        return guarded("a message", lambda: self._settings.painter.banners(text), lambda _: [text], text)

    def _follow(self, answer: Screen | Intent, *, covered: bool) -> None:
        """Go to the next screen, or perform an intent; `covered`: a banner has just ended."""
        if self._touches and answer.needs_glass and answer is not self._screen:  # PHN-1
            answer = Say("refused.needs-glass", {}, self._screen)
        self._last_home.leave(self._screen, self._game)
        if isinstance(answer, Intent):
            screen, self._sound = self._performer.attempt(answer)
            self._screen = screen or self._screen
            if isinstance(answer, Start) and self._sound is not Sound.REFUSED:
                self._last_home.forget()
            self._follow_settings()
        else:
            self._sound = Sound.KEY if covered or answer != self._screen else Sound.REFUSED
            self._screen = answer
        self._clock_watch.follow(self._screen)

    def _context(self) -> Context:
        """What screens may use at this moment."""
        thinking = self._thinking
        home = self._last_home.screen(self._game)
        secrets = self._session.secrets
        left = secrets.left_behind(self._session.now)
        return replace(
            self._device_context(),
            home=home,
            device=thinking.turn,
            answers=thinking.answers,
            open_seed=secrets.open_seed,
            may_add_word=secrets.may_add_word(self._session.now),
            messages=self._messages.texts,
            services=self._services is not None,
            chip=self._chip_question.chip,
            left=Left(*left) if left is not None else None,
            tag_label=self._tags.label,
            has_reader=self._tags.used,
            phones=self._phones.seen(),
        )

    @property
    def _game(self) -> OnTable:
        now = self._session.now
        return (now.setup.id, now.outcome is not None) if now is not None else None

    def _reload_settings(self) -> None:
        self._settings.reload()
        self._follow_settings()
        log.info("the settings are read again")
        for trouble in self._settings.troubles():
            self._reporter.post(trouble)
        self._tell_news()

    def _tell_news(self) -> None:
        """Tell what the services of the card have said."""
        for message, kept, reached in self._services.news() if self._services is not None else ():
            if reached and self._settings.capabilities().web and not self._screen.awaits_device:
                if self._reporter.keep(message):
                    self._screen = ROUTES.address(self._screen)
            elif kept:
                self._reporter.post(message)
            else:
                self._reporter.report(self._settings.words.message(message, ()))

    def _follow_settings(self) -> None:
        """Tell the keys for which hand they are, and how they repeat, if the settings have changed that; and call the
        devices at the table as the language does.
        """
        self._session.call_devices(self._settings.words("device.name"))
        self._left_hand(self._settings.now.hand == LEFT_HAND)
        if self._repeat != self._settings.repeat:
            self._repeat = self._settings.repeat
            self._inbox.repeat(self._repeat)

    def _show(self) -> None:
        """Show the state of the device, and show it again while the machine, a port or the record is reported."""
        self._power.check_voltage()
        has_chosen = self._thinking.attend(holds=any(screen.before_game for screen in screens_behind(self._screen)))
        if has_chosen and self._screen.awaits_device:
            self._screen = router.screen_of_table(self._context())
        reported = self._show_on_panels()
        for notice in self._session.take_notices():
            self._reporter.post(notice)
            reported = True
        reported = self._ports.attend_keys(self._composer.state) or reported
        while reported:
            reported = self._show_on_panels()

    def _show_on_panels(self) -> bool:
        """Compose the state of the device and hand it to the panels; whether that led to a report."""
        self._phones.follow(self._screen)
        countdown = self._power.page or self._root_question.page or self._chip_question.page
        if countdown is None and (countdown := self._handed_pad.page) is not None:
            self._handed_pad.shown()
        view = self._composer.view(
            self._screen, self._banners.now, self._idle.rest, countdown, waits=self._banners.waits
        )
        sound, self._sound = self._sound, None
        state = self._composer.compose(view, self._performer.trouble, sound, self._held.mark)
        if state is not None and state.recorded:
            self._entry_pause.begin()
        self._lit_hours.note(self._composer.state.light)
        return self._ports.show(state or self._composer.state, changed=state is not None)


class LastHome:
    """The home screen as people left it: they find the cursor and a new game that has not begun where they were."""

    def __init__(self) -> None:
        self._home: Screen | None = None
        self._game: OnTable = None

    def leave(self, screen: Screen, game: OnTable) -> None:
        """People leave a screen, for whichever other, while this game is on the table."""
        home = next(filter(None, (behind.home for behind in screens_behind(screen))), None)
        if home is not None:
            self._home, self._game = home, game

    def forget(self) -> None:
        """A new game has begun: what people prepared for it is used up."""
        self._home = None

    def screen(self, game: OnTable) -> Screen | None:
        """The home screen, None before people were there.

        With another game on the table, or after its end, other lines are there: the cursor is on the first one.
        """
        home = self._home
        return replace(home, cursor=0) if home is not None and game != self._game else home
