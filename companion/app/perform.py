"""Performs the intents of screens on the session and the settings, and shows in banners what people must notice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from companion.app.active_settings import ActiveSettings
from companion.app.banners import Banners, Reporter
from companion.app.composer import sound_after
from companion.app.device_ports import PhoneDesk
from companion.app.machine import Services
from companion.app.thinking import Thinking
from companion.guard import guarded
from companion.kit.rules import Refusal
from companion.log import Log
from companion.messages import Message
from companion.play.act import ADVICE
from companion.play.timeline import Snapshot
from companion.ports import PortError, Sound
from companion.record import RecordTrouble
from companion.session.session import Session
from companion.session.settings_file import SettingsTrouble, Tags
from companion.ui import router
from companion.ui.intents import (
    Abandon,
    AcceptPhone,
    AddPerson,
    AddWord,
    Adjust,
    Ask,
    AskService,
    Deal,
    Dismiss,
    EndPuzzle,
    Enough,
    Enter,
    EnterAll,
    LookAgain,
    PlayOn,
    Post,
    Redo,
    Rematch,
    RemovePhone,
    RenamePerson,
    Resume,
    RetirePerson,
    RunClock,
    Say,
    Start,
    SwitchOff,
    TeachTag,
    TryChips,
    Undo,
)
from companion.ui.painter import Painter
from companion.ui.screen import Context, Intent, Screen
from companion.words import Words, without_breaks

log = Log(__name__)


class Performer:
    """Performs intents. `context` gives what screens see at that moment; `start_countdown` begins the shutdown,
    `thinking` is the thinking of the device, `reporter` keeps messages, `services` belong to the card,
    `try_chips` begins the question which chip the display has, `tags` are the tags of cards,
    `phones` are those that may press.
    """

    def __init__(
        self,
        session: Session,
        settings: ActiveSettings,
        banners: Banners,
        context: Callable[[], Context],
        start_countdown: Callable[[], None],
        thinking: Thinking,
        reporter: Reporter,
        services: Services | None,
        try_chips: Callable[[], None],
        tags: Tags,
        phones: PhoneDesk,
    ) -> None:
        self._session = session
        self._settings = settings
        self._banners = banners
        self._context = context
        self._start_countdown = start_countdown
        self._thinking = thinking
        self._reporter = reporter
        self._services = services
        self._try_chips = try_chips
        self._tags = tags
        self._phones = phones
        self._failure: str | None = None

    @property
    def trouble(self) -> str | None:
        """Why the record cannot be read, or why the last intent could not be performed; None if all is well."""
        unread = self._session.trouble
        return self._failure if unread is None else self._sentence(unread.message)

    def attempt(self, intent: Intent) -> tuple[Screen | None, Sound]:
        """Perform an intent; the next screen, None to stay on the same, and the sound.

        What hinders the intent is shown in a banner, and then nothing has changed.
        """
        before = self._session.now
        try:
            screen = self.perform(intent)
        except Refusal as refusal:
            self._banners.show(self._sentence(refusal.message))
        except (RecordTrouble, SettingsTrouble) as trouble:
            self._failure = self._sentence(trouble.message)
            log.error("%s", without_breaks(self._failure))
            self._banners.show(self._failure)
        else:
            self._failure = None
            after = self._session.now
            sound = guarded("a sound", lambda: sound_after(intent, before, after), lambda _: Sound.DONE, after)
            return screen, sound
        return None, Sound.REFUSED

    def perform(self, intent: Intent) -> Screen | None:
        """Perform an intent; the next screen, None to stay on the same.

        A Refusal, RecordTrouble or SettingsTrouble means that nothing has changed.
        """
        session = self._session
        match intent:
            case Say(key, params):
                self._banners.show(self._settings.words.message(Message(key, **params), ()))
            case Post(messages):
                for message in messages:
                    self._reporter.post(message)
            case Dismiss(text):
                self._reporter.dismiss(text)
            case TryChips():
                self._try_chips()
            case AcceptPhone():
                self._phones.accept()
            case RemovePhone(number):
                self._phones.remove(number)
            case AskService(name, said, _, text):
                assert self._services is not None
                try:
                    self._services.ask(name, text)
                except PortError as lost:
                    self._banners.show(str(lost))
                    return None
                self._banners.show(self._settings.words(said))
            case TeachTag(number, label, name, former):
                self._tags.teach(number, label)
                key = "tags.taught-again" if former not in ("", name) else "tags.taught"
                self._banners.show(self._settings.words(key, card=name, before=former))
            case Adjust(key, value):
                self._settings.adjust(key, value)
            case AddPerson(name):
                session.add_person(name)
            case RenamePerson(name, to):
                session.rename_person(name, to)
            case RetirePerson(name):
                session.retire_person(name)
            case Deal():
                session.deal()
            case Start():
                return self._start(intent)
            case Enter(text):
                before = session.now
                after = session.enter(text)
                self._show_of(after, lambda: self._announce(before, after))
                self._say_drawn(after)
            case EnterAll(texts):
                for text in texts:
                    session.enter(text)
            case Rematch():
                return self._rematch()
            case PlayOn():
                return self._play_on(intent)
            case RunClock(goes):
                session.turn_clock.go_on() if goes else session.pause_clock()
            case Resume(game):
                session.resume(game)
                return router.screen_on_arrival(self._context())
            case Abandon(game):
                session.abandon(game)
                self._banners.show(self._settings.words("screen.abandon.done"))
            case Undo():
                self._undo()
            case Redo():
                self._redo()
            case Enough():
                self._thinking.enough()
                return None
            case AddWord(word):
                session.add_word(word)
                self._banners.show(self._settings.words("device.word-added", word=word))
            case Ask():
                session.enter(ADVICE)
            case LookAgain(step):
                self._thinking.review(step)
            case EndPuzzle(game, ply):
                session.end_puzzle(game, ply)
            case SwitchOff():
                self._start_countdown()
                return None
        then: Screen | None = vars(intent).get("then")
        return then if then is not None else router.screen_of_table(self._context())

    def _start(self, intent: Start) -> Screen:
        first = self._session.start(
            intent.game, intent.names, intent.options, intent.begins, intent.clock, intent.sitting
        )
        if intent.begins is None:
            self._show_of(first, lambda: self._banners.show(router.announce_draw(first, self._settings.words)))
        return router.after_start(self._context())

    def _rematch(self) -> Screen:
        # People have just played this game and know how to lay it out.
        step, words = self._session.rematch(), self._settings.words

        def announce() -> None:
            self._banners.show(router.announce_beginner(step, words) if step.first else words("screen.over.resumed"))

        self._show_of(step, announce)
        return router.screen_on_arrival(self._context())

    def _play_on(self, intent: PlayOn) -> Screen:
        begun = self._session.play_on(intent.step, intent.place, intent.seat, intent.level)
        words = self._settings.words
        self._show_of(begun, lambda: self._banners.show(words("screen.moment.lay", place=intent.place), stays=True))
        return router.screen_on_arrival(self._context())

    def _undo(self) -> None:
        undone = self._session.undo()

        def instruct() -> None:
            head = self._settings.words("screen.undone", text=router.describe(undone, self._context()))
            self._instruct(head, router.undo_instructions(undone, self._session.now))

        self._show_of(undone, instruct)

    def _redo(self) -> None:
        before, context = self._session.now, self._context()
        redone = self._session.redo()

        def instruct() -> None:
            head = self._settings.words("screen.redone", text=router.describe(redone, context))
            announcements = router.announcements_of_redo(before, redone, self._context()) if before is not None else ()
            self._instruct(head, router.redo_instructions(before, redone), announcements)

        self._show_of(redone, instruct)

    def _show_of(self, step: Snapshot, show: Callable[[], None]) -> None:
        """Show what an entry means that is in the record already; if that cannot be said, where to look."""

        def instead(_: Exception) -> None:
            self._banners.show(self._settings.words("trouble.page.unsaid"), stays=True)

        guarded("what an entry means", show, instead, step)

    def _announce(self, before: Snapshot | None, after: Snapshot) -> None:
        """Show what an entry means: after a jump in the game how to change the table, else what people must notice."""
        if before is None:
            return
        changes = router.instructions_between(before, after)
        announcements = router.announcements(before, after, self._context())
        if changes:
            self._instruct(self._settings.words("screen.put-right"), changes)
        elif announcements.sentences:
            self._show_announcements(announcements)

    def _say_drawn(self, step: Snapshot) -> None:
        """Say that the device has drawn hidden cards because those that it had do not fit the table any more."""
        names = [step.setup.names[seat] for seat in self._session.secrets.drawn_seats(step)]
        for name in names:
            log.info("the device has drawn hidden cards for the table that was set with entry %s", step.id)
            self._banners.append_notice(self._settings.words("device.drawn", name=name))
        if names and self._banners.now is None:
            self._banners.show_next()

    def _show_announcements(self, said: router.Announcements) -> None:
        """Show what people must notice, until a key if orders to their hands are among it.

        Where the other sentences take another page the orders come first, and that page needs no key, so that an entry
        never costs another press. What people do for a device is with the orders.
        """
        sentences, first = said.sentences, (*said.for_device, *said.orders)
        if said.orders and len(self._pages_of(sentences)) > len(self._pages_of(first)):
            self._banners.show("\n".join(first), stays=True)
            others = [sentence for sentence in sentences if sentence not in (*first, *said.brief)]
            if others:
                self._banners.append_notice("\n".join(others))
        else:
            self._banners.show("\n".join(sentences), stays=bool(said.orders))

    def _pages_of(self, sentences: Iterable[str]) -> Sequence[str]:
        return self._settings.painter.banners("\n".join(sentences))

    def _instruct(self, head: str, changes: Iterable[Message], announcements: Iterable[str] = ()) -> None:
        """Show announcements, then a head and below it how people must change the table, until they press a key."""
        names = self._names
        words, painter = self._settings.words, self._settings.painter
        sentences = [sentence for message in changes for sentence in banner_sentences(message, names, words, painter)]
        self._banners.show("\n".join([*announcements, head, *sentences]), stays=bool(sentences))

    def _sentence(self, message: Message) -> str:
        return self._settings.words.message(message, self._names)

    @property
    def _names(self) -> tuple[str, ...]:
        now = self._session.now
        return now.setup.names if now is not None else ()


def banner_sentences(message: Message, names: Sequence[str], words: Words, painter: Painter) -> list[str]:
    """A message as sentences that fit one banner each, to be carried out in this order.

    A list of cards that is too long is divided, and each part becomes a sentence with its verb.
    """
    sentence, cards = words.message(message, names), message.params.get("cards")
    if painter.fits_banner(sentence) or not isinstance(cards, tuple) or len(cards) < 2:
        return [sentence]
    middle = len(cards) // 2
    halves = [
        Message(message.key, message.rule, **{**message.params, "cards": part})
        for part in (cards[:middle], cards[middle:])
    ]
    return [part for half in halves for part in banner_sentences(half, names, words, painter)]
