"""The table while a game runs: whose turn, how it stands, what can be done now."""

from __future__ import annotations

from dataclasses import dataclass

from companion.screens.choosing import middle
from companion.screens.face import choices, face, running
from companion.screens.page import Item, Page
from companion.screens.screen import MOVES, Command, Intent, Redo, Screen, Sight, Tell, Undo, turned
from companion.table.moments import ABANDON, AGREE_DRAW


@dataclass(frozen=True, slots=True)
class Table:
    """The table screen; `chosen` is the first step under the cursor, None for the likeliest."""

    chosen: str | None = None

    def update(self, command: Command, sight: Sight) -> Screen | Intent:
        step = running(sight)
        known = choices(step)
        steps = list(known.below(()))
        at = self._at(sight)
        if command in (Command.UP, Command.DOWN):
            return Table(steps[turned(at, command, len(steps))])
        if command is Command.BACK:
            return Menu(self)
        path = known.forced((steps[at],))
        action = known.action(path)
        if action is None:
            return face(step.played.key).deeper(sight, path, command)
        return Tell(action) if command is Command.OK else self

    def _at(self, sight: Sight) -> int:
        below = choices(running(sight)).below(())
        steps = list(below)
        if self.chosen in steps:
            return steps.index(self.chosen)
        return middle(list(below.values()))

    def view(self, sight: Sight) -> Page:
        step = running(sight)
        look = face(step.played.key)
        known = choices(step)
        steps = list(known.below(()))
        at = self._at(sight)
        turn = step.turn
        return Page(
            screen="table",
            title=sight.words("screen.table.title", name=step.played.names[turn]) if turn is not None else "",
            aside=look.aside(sight, known.forced((steps[at],))),
            figures=look.figures(step),
            menu=tuple(look.item(sight, (name,)) for name in steps),
            cursor=at,
        )


@dataclass(frozen=True, slots=True)
class Score:
    """The score board that a table becomes when nobody touches it: whose turn, and the figures as large as can be.

    Only ever looked at: the table stays the screen that is in force, and answers the next key.
    """

    def update(self, command: Command, sight: Sight) -> Screen | Intent:
        return Table().update(command, sight)

    def view(self, sight: Sight) -> Page:
        step = running(sight)
        turn = step.turn
        return Page(
            screen="score",
            title=sight.words("screen.table.title", name=step.played.names[turn]) if turn is not None else "",
            figures=face(step.played.key).figures(step),
        )


@dataclass(frozen=True, slots=True)
class Menu:
    """What can be done about the game rather than in it."""

    back: Screen
    cursor: int = 0

    def _entries(self, sight: Sight) -> tuple[str, ...]:
        over = sight.step is None or sight.step.outcome is not None
        return (
            "back", "undo", *(("redo",) if sight.may_redo else ()), "log", "audit", *(() if over else ("end",)), "home"
        )  # fmt: skip

    def update(self, command: Command, sight: Sight) -> Screen | Intent:
        entries = self._entries(sight)
        if command in MOVES:
            return Menu(self.back, turned(self.cursor, command, len(entries)))
        chosen = entries[self.cursor] if command is Command.OK else "back"
        if chosen == "undo":
            return Undo()
        if chosen == "redo":
            return Redo()
        if chosen == "log":
            # Here and below imported when needed: these screens stand on this module.
            from companion.screens.log import Log

            return Log(self)
        if chosen == "audit":
            from companion.screens.audit import Audit

            return Audit(self)
        if chosen == "end":
            return End(self)
        if chosen == "home":
            from companion.screens.home import Home

            return Home()
        return self.back

    def view(self, sight: Sight) -> Page:
        return Page(
            screen="menu",
            title=sight.words("screen.menu.title"),
            menu=tuple(Item(sight.words(f"screen.menu.{entry}")) for entry in self._entries(sight)),
            cursor=self.cursor,
        )


@dataclass(frozen=True, slots=True)
class End:
    """Stopping a game that is not over: somebody gives it up, all agree on a draw, or it just ends."""

    menu: Menu
    cursor: int = 0

    def update(self, command: Command, sight: Sight) -> Screen | Intent:
        names = running(sight).played.names
        if command in MOVES:
            return End(self.menu, turned(self.cursor, command, len(names) + 2))
        if command is Command.BACK:
            return self.menu
        return Tell([*[f"concede {seat}" for seat in range(len(names))], AGREE_DRAW, ABANDON][self.cursor])

    def view(self, sight: Sight) -> Page:
        words = sight.words
        return Page(
            screen="end",
            title=words("screen.end.title"),
            menu=(
                *[Item(words("screen.end.concede", name=name)) for name in running(sight).played.names],
                Item(words("screen.end.draw")),
                Item(words("screen.end.abandon")),
            ),
            cursor=self.cursor,
        )
