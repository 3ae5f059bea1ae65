"""The small menu that holding OK opens on a board without a BACK key. It offers what BACK would do."""

from __future__ import annotations

from companion.ui.game_over import Over
from companion.ui.help import Help
from companion.ui.intents import Undo
from companion.ui.page import Item, Page
from companion.ui.people import Name
from companion.ui.screen import MOVES, Command, Context, Intent, Screen, turned
from companion.ui.table import LABELS, Menu, Table
from companion.values import Frozen


class Held(Frozen):
    """One step back, undo and help, for the screen below."""

    below: Screen
    cursor: int = 0

    def _entries(self, context: Context) -> tuple[str, ...]:
        undoable = context.step is not None or isinstance(self.below, Name)
        return ("back", *(("undo",) if undoable else ()), "help")

    def update(self, command: Command, context: Context) -> Screen | Intent:
        entries = self._entries(context)
        if command in MOVES:
            return Held(self.below, turned(self.cursor, command, len(entries)))
        if command is not Command.OK:
            return self.below
        chosen = entries[self.cursor]
        if chosen == "help":
            return Help(self.below)
        if chosen == "undo":
            return self.below.update(Command.UNDO, context) if isinstance(self.below, Name) else Undo()
        return self.below.update(Command.BACK, context)

    def view(self, context: Context) -> Page:
        return Page(
            screen="held",
            title=context.words("screen.held.title"),
            menu=tuple(
                Item(context.words(f"screen.held.{LABELS.get(entry, entry)}")) for entry in self._entries(context)
            ),
            cursor=self.cursor,
        )


def held(screen: Screen, context: Context) -> Screen | Intent:
    """The screen after OK was held: the menu of the table if BACK opens it there, else the small one.

    In one of these menus, holding OK goes back.
    """
    if isinstance(screen, Held | Menu | Help):
        return screen.update(Command.BACK, context)
    if isinstance(screen, Table | Over):
        menu = screen.update(Command.BACK, context)
        if isinstance(menu, Menu):
            return menu
    return Held(screen)
