"""The table when nothing can be entered: the game is over, or its record cannot be continued."""

from __future__ import annotations

from dataclasses import dataclass

from companion.screens.face import face
from companion.screens.home import Home, New
from companion.screens.log import entry
from companion.screens.page import Item, Page
from companion.screens.screen import MOVES, Command, Intent, Screen, Sight, Start, turned
from companion.screens.table import Menu


@dataclass(frozen=True, slots=True)
class Over:
    """Who has won and why; a rematch is one OK away. Seats move on by one, so that somebody else begins."""

    cursor: int = 0

    def update(self, command: Command, sight: Sight) -> Screen | Intent:
        assert sight.step is not None
        if command in MOVES:
            return Over(turned(self.cursor, command, 2))
        if command is Command.BACK:
            return Menu(self)
        if self.cursor == 1:
            return Home()
        played = sight.step.played
        if not set(played.names) <= set(sight.roster):  # somebody has another name by now, or has left the list
            return New.of(played.key, sight)
        return Start(played.key, played.names[1:] + played.names[:1], played.options, again=True)

    def view(self, sight: Sight) -> Page:
        step, words = sight.step, sight.words
        assert step is not None
        assert step.outcome is not None
        names = [step.played.names[seat] for seat in step.outcome.winners]
        key = "nobody" if not names else "title" if len(names) == 1 else "shared"
        return Page(
            screen="over",
            title=words(f"screen.over.{key}", names=", ".join(names)),
            aside=self._reason(sight, names),
            figures=face(step.played.key).figures(step),
            menu=(Item(words("screen.over.rematch")), Item(words("screen.over.home"))),
            cursor=self.cursor,
        )

    def _reason(self, sight: Sight, names: list[str]) -> str:
        step, words = sight.step, sight.words
        assert step is not None
        assert step.course is not None
        if step.course[-1].ended is not None:
            return str(entry(sight, len(step.course) - 1))
        key = f"over.{step.played.key}"
        if not names and f"{key}-nobody" in words:
            key += "-nobody"
        return words(key, name=", ".join(names))


@dataclass(frozen=True, slots=True)
class ReadOnly:
    """A game that cannot be continued here: its rules have changed since, or the glass has no picture of it yet."""

    def update(self, command: Command, sight: Sight) -> Screen | Intent:
        return Home() if command in (Command.OK, Command.BACK) else self

    def view(self, sight: Sight) -> Page:
        step, words = sight.step, sight.words
        assert step is not None
        title = step.played.key if step.played.game is None else words(f"game.{step.played.key}")
        return Page(
            screen="read-only",
            title=title,
            text=sight.wrap(words("screen.read-only.text" if step.position is None else "screen.read-only.unseen")),
            menu=(Item(words("screen.over.home")),),
            cursor=0,
            keys="ob",
        )
