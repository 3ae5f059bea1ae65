"""What screens want is done here: the table is told, settings change, and people hear what they must notice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from companion.app.active_settings import ActiveSettings
from companion.app.banners import BANNER_S, INSTRUCTION_S, Banners
from companion.games.refusals import Message
from companion.session.session import Session
from companion.session.timeline import Snapshot
from companion.ui import router
from companion.ui.painter import Painter
from companion.ui.screen import Context, Screen
from companion.words import Words

if TYPE_CHECKING:
    from companion.ui.intents import Intent


class Performer:
    """Does what is wanted of an evening and its settings; `sight` gives what screens see afterwards."""

    def __init__(
        self, session: Session, settings: ActiveSettings, banners: Banners, context: Callable[[], Context]
    ) -> None:
        self._evening = session
        self._settings = settings
        self._banners = banners
        self._context = context

    def done(self, intent: Intent) -> Screen:
        """Do it; the next screen. After a Refusal, RecordTrouble or SettingsTrouble nothing has been done."""
        from companion.ui.intents import (
            AddPerson,
            Adjust,
            Deal,
            Enter,
            Redo,
            Rematch,
            RenamePerson,
            Resume,
            RetirePerson,
            Say,
            Start,
            Undo,
        )

        session = self._evening
        before = session.now
        if isinstance(intent, Say):
            self._say(BANNER_S, self._settings.words(intent.key, **intent.params))
            return intent.then
        if isinstance(intent, Adjust):
            self._settings.adjust(intent.key, intent.value)
            return intent.then
        if isinstance(intent, AddPerson):
            session.add_person(intent.name)
            return intent.then
        if isinstance(intent, RenamePerson):
            session.rename_person(intent.name, intent.to)
            return intent.then
        if isinstance(intent, RetirePerson):
            session.retire_person(intent.name)
            return intent.then
        if isinstance(intent, Enter):
            self._notice(before, session.enter(intent.text))
        elif isinstance(intent, Start):
            begun = session.start(intent.game, intent.names, intent.options, intent.begins)
            if intent.begins is None:
                self._say(INSTRUCTION_S, router.announce_draw(begun, self._settings.words))
            return router.after_start(self._context())
        elif isinstance(intent, Rematch):
            # They have just played it and know what to lay out.
            next_game, words = session.rematch(), self._settings.words
            said = router.announce_beginner(next_game, words) if next_game.first else words("screen.over.resumed")
            self._say(BANNER_S, said)
        elif isinstance(intent, Resume):
            session.resume(intent.game)
        elif isinstance(intent, Deal):
            session.deal()
            return intent.then
        elif isinstance(intent, Undo):
            undone = session.undo()
            head = self._settings.words("screen.undone", text=router.describe(undone, self._context()))
            self._instruct(head, router.put_back(undone, session.now))
        elif isinstance(intent, Redo):
            seen = self._context()
            redone = session.redo()
            head = self._settings.words("screen.redone", text=router.describe(redone, seen))
            noticed = router.announcements_of_redo(before, redone, self._context()) if before is not None else ()
            self._instruct(head, router.put_forward(before, redone), first=noticed)
        return router.screen_of_table(self._context())

    def _notice(self, before: Snapshot | None, after: Snapshot) -> None:
        """Say what people must notice, or after a long way what their hands must do."""
        if before is None:
            return
        hands, said = router.long_way(before, after), router.announcements(before, after, self._context())
        if hands:
            self._instruct(self._settings.words("screen.put-right"), hands)
        elif said:
            self._say(BANNER_S, "\n".join(said))

    def _instruct(self, head: str, hands: Iterable[Message], first: Iterable[str] = ()) -> None:
        """Say what people must notice `first`, then what has changed and what their hands must do about it."""
        now = self._evening.now
        names = now.setup.names if now is not None else ()
        words, painter = self._settings.words, self._settings.painter
        sentences = [sentence for message in hands for sentence in banner_sentences(message, names, words, painter)]
        self._say(INSTRUCTION_S, "\n".join([*first, head, *sentences]))

    def _say(self, seconds: float, text: str) -> None:
        self._banners.say(seconds, self._settings.painter.banners(text))


def banner_sentences(message: Message, names: Sequence[str], words: Words, painter: Painter) -> list[str]:
    """A message as sentences that fit a banner each: a list of cards that is too long becomes two, each with its verb.

    The parts are to be carried out in this order.
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
