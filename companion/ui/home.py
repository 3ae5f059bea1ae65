"""Home: games to continue, games to begin, the history, the people and the settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from companion.games.registry import GAMES
from companion.record.fold import GameInfo
from companion.session.text import game_name
from companion.ui.by_name import open_screen, screen_of_table
from companion.ui.intents import Resume, SwitchOff
from companion.ui.page import Item, Page
from companion.ui.screen import MOVES, Command, Context, Intent, Screen, turned
from companion.values import Frozen
from companion.words import Words

WAITING = 3
"""So many waiting games are on the home screen itself, those touched last; `more` opens the others."""


class Entry(NamedTuple):
    """A line of the home screen and where it leads."""

    item: Item
    leads: Callable[[Context], Screen | Intent]


class Home(Frozen):
    """The game on the table, the waiting games, the games to begin, and the rest. BACK leads to the table."""

    cursor: int = 0

    def entries(self, context: Context) -> tuple[Entry, ...]:
        """What is offered, in this order."""
        words = context.words
        waiting = context.game_library.waiting(0, WAITING)
        more = waiting.total - len(waiting.games)
        return (
            *_on_the_table(context),
            *[Entry(waits(game, words), _resuming(game)) for game in waiting.games],
            *([Entry(Item(words("screen.home.more"), str(more)), lambda _: open_screen("waiting", self, WAITING))]
              if more else []),
            *[Entry(Item(words(f"game.{game}")), _beginning(game)) for game in GAMES],
            *([Entry(Item(words("screen.home.history")), lambda _: open_screen("history", self))]
              if context.game_library.finished(0, 1).total else []),
            Entry(Item(words("screen.home.people")), lambda _: open_screen("people", self)),
            Entry(Item(words("screen.home.settings")), lambda _: open_screen("settings", self)),
            *([Entry(Item(words("screen.home.off")), lambda _: SwitchOff())] if context.may_switch_off else []),
        )  # fmt: skip

    def update(self, command: Command, context: Context) -> Screen | Intent:
        entries = self.entries(context)
        if command in MOVES:
            return Home(turned(self.cursor, command, len(entries)))
        if command is Command.BACK:
            return _table(context)
        return entries[self.cursor].leads(context) if command is Command.OK else self

    def view(self, context: Context) -> Page:
        return Page(
            screen="home",
            title=context.words("screen.home.title"),
            menu=tuple(entry.item for entry in self.entries(context)),
            cursor=self.cursor,
            keys="uob" if context.step is not None else "uo",
        )


def _on_the_table(context: Context) -> tuple[Entry, ...]:
    """The line for the game on the table, if there is one."""
    step = context.step
    if step is None:
        return ()
    over = step.outcome is not None or step.position is None
    label = context.words("screen.home.look" if over else "screen.home.continue")
    return (Entry(Item(label, context.words.listed(step.setup.names)), _table),)


def _table(context: Context) -> Screen:
    return screen_of_table(context)


def _beginning(game: str) -> Callable[[Context], Screen]:
    return lambda context: open_screen("new", game, context)


def _resuming(game: GameInfo) -> Callable[[Context], Intent]:
    return lambda _: Resume(game.id)


def waits(game: GameInfo, words: Words) -> Item:
    """A waiting game as a line of a menu. Its mark distinguishes it from the line that begins such a game."""
    return Item(words("screen.home.waits", game=game_name(game.key, words)), words.listed(game.names), keep=True)
