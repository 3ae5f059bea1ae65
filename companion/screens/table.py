"""The table while a game runs: whose turn, how it stands, what can be done now."""

from __future__ import annotations

from dataclasses import dataclass

from companion.screens.choosing import middle
from companion.screens.face import choices, face, running
from companion.screens.page import Item, Page
from companion.screens.screen import MOVES, Command, Enter, Intent, Redo, Screen, Sight, Undo, turned


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
        return Enter(action) if command is Command.OK else self

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
class Menu:
    """What can be done about the game rather than in it."""

    back: Screen
    cursor: int = 0

    def _entries(self, sight: Sight) -> tuple[str, ...]:
        return ("back", "undo", *(("redo",) if sight.may_redo else ()), "home")

    def update(self, command: Command, sight: Sight) -> Screen | Intent:
        entries = self._entries(sight)
        if command in MOVES:
            return Menu(self.back, turned(self.cursor, command, len(entries)))
        chosen = entries[self.cursor] if command is Command.OK else "back"
        if chosen == "undo":
            return Undo()
        if chosen == "redo":
            return Redo()
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
