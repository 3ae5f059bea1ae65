"""The small menu that holding OK opens on a board without a BACK key. It offers what BACK would do."""

from __future__ import annotations

from collections.abc import Callable

from companion.ui.game_over import Over
from companion.ui.help import Help
from companion.ui.intents import Undo
from companion.ui.people import Name
from companion.ui.screen import Command, Context, Intent, Screen
from companion.ui.table import Menu, Table
from companion.ui.widgets import Line, ListScreen, named


class HoldMenu(ListScreen):
    """One step back, undo and help, for the screen below; on the line of a game that waits also its end."""

    screen_name = "hold-menu"

    below: Screen

    def lines(self, context: Context) -> list[Line]:
        below = self.below
        offers: dict[str, Callable[[], Screen | Intent]] = {"back": lambda: below.update(Command.BACK, context)}
        if isinstance(below, Name):
            offers["undo"] = lambda: below.update(Command.UNDO, context)
        elif context.step is not None:
            offers["undo"] = Undo
        end = below.end(context)
        if end is not None:
            offers["end"] = lambda: end
        return named(context, "hold-menu", {**offers, "help": lambda: Help(below)})

    def left(self, context: Context) -> Screen:
        return self.below


def open_hold_menu(screen: Screen, context: Context) -> Screen | Intent:
    """The screen after OK was held: the menu of the table if BACK opens it there, else the small one.

    In one of these menus, holding OK goes back.
    """
    if isinstance(screen, HoldMenu | Menu | Help):
        return screen.update(Command.BACK, context)
    if isinstance(screen, Table | Over):
        menu = screen.update(Command.BACK, context)
        if isinstance(menu, Menu):
            return menu
    return HoldMenu(screen)
