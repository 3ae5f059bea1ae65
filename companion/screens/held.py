"""What holding OK opens on a board without a BACK key: a small menu of what its key would have been good for."""

from __future__ import annotations

from dataclasses import dataclass

from companion.screens.ended import Over
from companion.screens.help import Help
from companion.screens.intents import Intent, Undo
from companion.screens.page import Item, Page
from companion.screens.people import Name
from companion.screens.screen import MOVES, Command, Screen, Sight, turned
from companion.screens.table import LABELS, Menu, Table


@dataclass(frozen=True, slots=True)
class Held:
    """One step back, undo and help, for the screen below."""

    below: Screen
    cursor: int = 0

    def _entries(self, sight: Sight) -> tuple[str, ...]:
        undoable = sight.step is not None or isinstance(self.below, Name)
        return ("back", *(("undo",) if undoable else ()), "help")

    def update(self, command: Command, sight: Sight) -> Screen | Intent:
        entries = self._entries(sight)
        if command in MOVES:
            return Held(self.below, turned(self.cursor, command, len(entries)))
        if command is not Command.OK:
            return self.below
        chosen = entries[self.cursor]
        if chosen == "help":
            return Help(self.below)
        if chosen == "undo":
            return self.below.update(Command.UNDO, sight) if isinstance(self.below, Name) else Undo()
        return self.below.update(Command.BACK, sight)

    def view(self, sight: Sight) -> Page:
        return Page(
            screen="held",
            title=sight.words("screen.held.title"),
            menu=tuple(Item(sight.words(f"screen.held.{LABELS.get(entry, entry)}")) for entry in self._entries(sight)),
            cursor=self.cursor,
        )


def held(screen: Screen, sight: Sight) -> Screen | Intent:
    """The screen after OK was held: the table's menu where BACK opens it, else the small one; held again, back."""
    if isinstance(screen, Held | Menu | Help):
        return screen.update(Command.BACK, sight)
    if isinstance(screen, Table | Over):
        menu = screen.update(Command.BACK, sight)
        if isinstance(menu, Menu):
            return menu
    return Held(screen)
