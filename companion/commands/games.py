"""`companion games`: list the games and what their options mean."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from companion.games.registry import GAMES, game
from companion.words import Words


def add(_: ArgumentParser) -> None:
    """No arguments."""


def run(_: Namespace) -> int:
    """Print every game with its options, what each means and which values it has; the exit status."""
    words = Words("en")
    for place, key in enumerate(GAMES):
        rules = game(key)
        least, most = rules.players
        players = f"{least}" if least == most else f"{least} to {most}"
        print("\n" * (place > 0) + f"{words(f'game.{key}')} ({key}), {players} players")
        for option, values in rules.options.items():
            text = f"option.{key}.{option}"
            print(f"  {option}: {words(f'{text}.label')}\n    {words(f'{text}.about')}")
            for value in map(_json, values):
                default = " (the default)" if value == _json(values[0]) else ""
                print(f"    {value}: {words(f'{text}.{value}')}{default}")
    return 0


def _json(value: bool | str) -> str:
    """A value of an option as requests have it, without quotation marks."""
    return value if isinstance(value, str) else str(value).lower()
