"""The list of games. A game is a folder beside this file, and needs only one line outside it: here."""

from __future__ import annotations

from importlib import import_module

from companion.kit.game import Game
from companion.kit.rules import UnknownGame

GAMES = (
    "praetorians",
    "spartacus",
    "hannibal",
    "seven-hills",
    "army-ants",
)
"""The keys of the games, in the order of menus. The folder of a game has its key as name, with `_` for `-`."""


def game(key: str) -> Game:
    """A game by its key, imported at its first use; raises UnknownGame."""
    if key not in GAMES:
        raise UnknownGame("refused.unknown-game", game=key, games=", ".join(GAMES))
    value: Game = import_module(folder(key)).GAME
    # A record would name the game by a key that nothing finds again.
    assert value.key == key, f"{folder(key)}: the key of GAME is {value.key!r}, and its line in registry.py is {key!r}"
    return value


def folder(key: str) -> str:
    """The package of a game, as a dotted name: the package of all score pads for a key that is not in GAMES."""
    return f"companion.games.{key.replace('-', '_') if key in GAMES else 'pad'}"
