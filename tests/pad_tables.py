"""Tables of score pads as tests meet them on the glass."""

from __future__ import annotations

import random

from installed import GameSetup
from presses import Shadow

from companion.games.pad.collection import AllGames, checked_game
from companion.games.pad.engine.notation import FINISH
from companion.record.pads import hash_of
from companion.ui.page import Page
from companion.ui.screen import Command, Intent, Screen
from companion.ui.table import Table

ENTRIES = 70
"""The most entries of a random game."""
PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fred", "Gabi", "Hans")
UP, DOWN, LEFT, RIGHT, OK, BACK = (
    Command.UP, Command.DOWN, Command.LEFT, Command.RIGHT, Command.OK, Command.BACK,
)  # fmt: skip


class Own(Shadow):
    """A game of the text of a pad that does not ship."""

    def __init__(self, text: str, names: tuple[str, ...]) -> None:
        super().__init__("points", names)
        game = checked_game(text.encode())
        self.setup = GameSetup(1, game.key, names, game.complete({}), game, hash_of(text.encode()))
        self.timeline = self.setup.begin()


def entered(key: str, players: int, *actions: str, language: str = "en", **options: bool | str) -> Shadow:
    """A game with these actions; several may stand in one text, with commas between."""
    table = Shadow(key, PEOPLE[:players], language, **options)
    for action in [one.strip() for several in actions for one in several.split(",") if one]:
        table.enter(next(found for found in table.legal if found == action))
    return table


def page(table: Shadow, *keys: Command) -> Page:
    """What the table shows after some keys."""
    return page_of(table, pressed(table, *keys))


def pressed(table: Shadow, *keys: Command, on: Screen | None = None) -> Screen | Intent:
    """What some keys lead to, from the table or from another screen."""
    screen: Screen | Intent = on or Table()
    for key in keys:
        assert isinstance(screen, Screen)
        screen = screen.update(key, table.context)
    return screen


def page_of(table: Shadow, screen: Screen | Intent) -> Page:
    """The page of a screen."""
    assert isinstance(screen, Screen)
    return screen.view(table.context)


def random_table(key: str, dice: random.Random) -> Shadow:
    """A random game of a pad, with random options and as many people as it allows."""
    rules = AllGames().game(key)
    least, most = rules.players
    options = {name: dice.choice(values) for name, values in rules.options.items()}
    table = Shadow(key, PEOPLE[: dice.randint(least, min(most, len(PEOPLE)))], **options)
    for _ in range(ENTRIES):
        if table.over:
            break
        table.enter(dice.choice([action for action in table.legal if action != FINISH] or table.legal))
    return table
