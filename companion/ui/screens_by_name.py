"""Screens by name: one screen leads to another by its name, so screens do not import each other.

The module of a screen is imported when people first come there: a start pays for the screen that it shows.
"""

from __future__ import annotations

from functools import cache, reduce
from importlib import import_module
from typing import Any, Protocol, cast

from companion.ui.screen import Context, Screen

SCREENS = {
    "asked": "asked.Asked",
    "advice": "odds.Advice",
    "address": "qr_screen.Address",
    "audit": "audit.Audit",
    "device": "device_seats.DeviceMenu",
    "curves": "curves.Curves.from_snapshot",
    "figures": "stats.Figures",
    "games": "more_games.MoreGames.from_context",
    "handover": "handover.Handover",
    "help": "help.help_on",
    "history": "history.History",
    "hold-menu": "hold_menu.open_hold_menu",
    "home": "home.Home",
    "levels": "device_seats.Levels",
    "log": "log.Log",
    "messages": "messages.Messages",
    "new": "new_game.New.from_context",
    "odds": "odds.Odds",
    "over": "game_over.Over",
    "people": "people.People",
    "players": "people.Players",
    "read-only": "read_only.ReadOnly",
    "review": "review.Review",
    "score": "table.Score",
    "settings": "settings.Settings",
    "setup": "setup_pages.SetUp",
    "table": "table.Table",
    "then": "log.Then",
    "tour": "tour.Tour",
    "turning": "review.Turning",
    "unset": "unset_audit.ask_first",
    "waiting": "history.Waiting",
}
"""Where each is made: module of this package, then class or function."""


def open_screen(name: str, *data: object) -> Screen:
    """The screen of a name, made from what it needs; raises KeyError for a name that no screen has.

    `curves` gives None for a game without a chart, `unset` the intent itself if nothing is lost.
    """
    screen: Screen = _maker(name)(*data)
    return screen


@cache
def _maker(name: str) -> Any:
    module, *path = SCREENS[name].split(".")
    return reduce(getattr, path, import_module(f"companion.ui.{module}"))


def home_screen(context: Context) -> Screen:
    """Home as people left it."""
    return context.home if context.home is not None else open_screen("home")


class AsksForDevice(Protocol):
    """What is needed here of a game's screens, which stand above: they lead to screens by their names."""

    def screen_of_device(self, context: Context) -> Screen | None:
        """The screen at a turn of the device; None if it asks on the table."""


def _screen_of_device(context: Context) -> Screen | None:
    """The screen on which the device asks for its turn; None in games where it asks on the table."""
    assert context.step is not None
    assert context.step.setup.game is not None
    return cast("AsksForDevice", context.step.setup.game.screens).screen_of_device(context)


def screen_of_table(context: Context) -> Screen:
    """The screen that fits the table: running, over, read-only, or home without a game."""
    step = context.step
    if step is None:
        return home_screen(context)
    if step.position is None or step.setup.game is None:
        name = "read-only"
    else:
        if context.left is not None and step.outcome is None:
            return open_screen("handover")
        own = _screen_of_device(context) if step.outcome is None and context.device is not None else None
        if own is not None:
            return own
        name = "over" if step.outcome is not None else "table"
    return open_screen(name)
