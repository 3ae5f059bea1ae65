"""The games. Pure: the standard library only, no I/O, no clock, no chance.

A game is one module with one record, `GAME`; it is imported when it is first asked for.
"""

from __future__ import annotations

from importlib import import_module

from companion.games.game import Game
from companion.games.refusals import UnknownGame

MODULES = {
    "praetorians": "praetorians",
    "spartacus": "spartacus",
    "hannibal": "hannibal",
    "seven-hills": "seven_hills",
    "army-ants": "army_ants",
}
"""The games in the order of menus: key and module."""


def game(key: str) -> Game:
    """The record of a game; raises UnknownGame."""
    module = MODULES.get(key)
    if module is None:
        raise UnknownGame("refused.unknown-game", game=key, games=", ".join(MODULES))
    found: Game = import_module(f"companion.games.{module}").GAME
    return found
