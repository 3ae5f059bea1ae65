"""What screens want is done here: the table is told, settings change, and people hear what they must notice."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.banners import BANNER_S, HANDS_S, Banners
from companion.engines.refusals import Message
from companion.screens import flow
from companion.screens.screen import Screen, Sight
from companion.settings import InForce
from companion.table.evening import Evening
from companion.table.moments import Step

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
        """Do it; the next screen. After a Refusal, JournalTrouble or SettingsTrouble nothing has been done."""
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
            hands = flow.put_back(undone, evening.now)
            head = self._settings.words("screen.undone", text=flow.called(undone, self._sight()))
            self._say(HANDS_S, "\n".join([head, *map(self._sentence, hands)]))
        elif isinstance(intent, Redo):
            seen = self._sight()
            redone = evening.redo()
            self._notice(before, redone)
            if not self._banners.now:
                self._say(BANNER_S, self._settings.words("screen.redone", text=flow.called(redone, seen)))
        return flow.opening(self._sight())

    def _notice(self, before: Step | None, after: Step) -> None:
        """Say what people must notice, or after a long way what their hands must do."""
        if before is None:
            return
        hands, said = flow.long_way(before, after), flow.said(before, after, self._sight())
        if hands:
            self._say(HANDS_S, "\n".join([self._settings.words("screen.put-right"), *map(self._sentence, hands)]))
        elif said:
            self._say(BANNER_S, "\n".join(said))

    def _say(self, seconds: float, text: str) -> None:
        self._banners.say(seconds, self._settings.painter.banners(text))

    def _sentence(self, message: Message) -> str:
        now = self._evening.now
        return self._settings.words.message(message, now.played.names if now is not None else ())
