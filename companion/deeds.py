"""What screens want is done here: the table is told, settings change, and people hear what they must notice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from companion.banners import BANNER_S, HANDS_S, Banners
from companion.engines.refusals import Message
from companion.screens import flow
from companion.screens.paint import Painter
from companion.screens.screen import Screen, Sight
from companion.settings import InForce
from companion.table.evening import Evening
from companion.table.moments import Step
from companion.words import Words

if TYPE_CHECKING:
    from companion.screens.intents import Intent


class Deeds:
    """Does what is wanted of an evening and its settings; `sight` gives what screens see afterwards."""

    def __init__(self, evening: Evening, settings: InForce, banners: Banners, sight: Callable[[], Sight]) -> None:
        self._evening = evening
        self._settings = settings
        self._banners = banners
        self._sight = sight

    def done(self, intent: Intent) -> Screen:
        """Do it; the next screen. After a Refusal, RecordTrouble or SettingsTrouble nothing has been done."""
        from companion.screens.intents import (
            AddPerson,
            Adjust,
            Deal,
            Redo,
            Rematch,
            RenamePerson,
            Resume,
            RetirePerson,
            Say,
            Start,
            Tell,
            Undo,
        )

        evening = self._evening
        before = evening.now
        if isinstance(intent, Say):
            self._say(BANNER_S, self._settings.words(intent.key, **intent.params))
            return intent.then
        if isinstance(intent, Adjust):
            self._settings.adjust(intent.key, intent.value)
            return intent.then
        if isinstance(intent, AddPerson):
            evening.add_person(intent.name)
            return intent.then
        if isinstance(intent, RenamePerson):
            evening.rename_person(intent.name, intent.to)
            return intent.then
        if isinstance(intent, RetirePerson):
            evening.retire_person(intent.name)
            return intent.then
        if isinstance(intent, Tell):
            self._notice(before, evening.tell(intent.text))
        elif isinstance(intent, Start):
            begun = evening.start(intent.game, intent.names, intent.options, intent.begins)
            if intent.begins is None:
                self._say(HANDS_S, flow.drawn(begun, self._settings.words))
            return flow.begun(self._sight())
        elif isinstance(intent, Rematch):
            # They have just played it and know what to lay out.
            next_game, words = evening.rematch(), self._settings.words
            said = flow.begins(next_game, words) if next_game.first else words("screen.over.resumed")
            self._say(BANNER_S, said)
        elif isinstance(intent, Resume):
            evening.resume(intent.game)
        elif isinstance(intent, Deal):
            evening.deal()
            return intent.then
        elif isinstance(intent, Undo):
            undone = evening.undo()
            head = self._settings.words("screen.undone", text=flow.called(undone, self._sight()))
            self._instruct(head, flow.put_back(undone, evening.now))
        elif isinstance(intent, Redo):
            seen = self._sight()
            redone = evening.redo()
            head = self._settings.words("screen.redone", text=flow.called(redone, seen))
            noticed = flow.said_again(before, redone, self._sight()) if before is not None else ()
            self._instruct(head, flow.put_forward(before, redone), first=noticed)
        return flow.opening(self._sight())

    def _notice(self, before: Step | None, after: Step) -> None:
        """Say what people must notice, or after a long way what their hands must do."""
        if before is None:
            return
        hands, said = flow.long_way(before, after), flow.said(before, after, self._sight())
        if hands:
            self._instruct(self._settings.words("screen.put-right"), hands)
        elif said:
            self._say(BANNER_S, "\n".join(said))

    def _instruct(self, head: str, hands: Iterable[Message], first: Iterable[str] = ()) -> None:
        """Say what people must notice `first`, then what has changed and what their hands must do about it."""
        now = self._evening.now
        names = now.played.names if now is not None else ()
        words, painter = self._settings.words, self._settings.painter
        sentences = [sentence for message in hands for sentence in in_banners(message, names, words, painter)]
        self._say(HANDS_S, "\n".join([*first, head, *sentences]))

    def _say(self, seconds: float, text: str) -> None:
        self._banners.say(seconds, self._settings.painter.banners(text))


def in_banners(message: Message, names: Sequence[str], words: Words, painter: Painter) -> list[str]:
    """A message as sentences that fit a banner each: a list of cards that is too long becomes two, each with its verb.

    The parts are to be carried out in this order.
    """
    sentence, cards = words.message(message, names), message.params.get("cards")
    if painter.fits_banner(sentence) or not isinstance(cards, tuple) or len(cards) < 2:
        return [sentence]
    middle = len(cards) // 2
    halves = [Message(message.key, message.rule, **{**message.params, "cards": part})
              for part in (cards[:middle], cards[middle:])]
    return [part for half in halves for part in in_banners(half, names, words, painter)]
