"""`companion games`: list the games, score pads too, and what their options mean."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from companion.console import add_data, add_json, print_fault, record_folder
from companion.console.record_access import words_of
from companion.console.tables import print_json
from companion.games.pad.collection import AllGames
from companion.kit.faults import fault_line
from companion.kit.game import Game
from companion.kit.text import has_text, own_text
from companion.record.pads import FOLDER
from companion.texts import harmless
from companion.words import Words


def add(parser: ArgumentParser) -> None:
    """Argument: the record whose own score pads are listed, too."""
    add_data(parser)
    add_json(parser)


def run(arguments: Namespace) -> int:
    """Print every game with its options, what each means and which values it has; the exit status."""
    record = record_folder(arguments.data)
    folder, words = record / FOLDER, words_of(record)
    games = AllGames(folder, lambda wrong: print_fault(fault_line(str(folder / wrong.file), wrong.fault, words))).all()
    if arguments.json:
        print_json([_as_dict(rules, words) for rules in games])
        return 0
    for place, rules in enumerate(games):
        print("\n" * (place > 0) + "\n".join(_described(rules, words)))
    return 0


def _as_dict(rules: Game, words: Words) -> dict[str, object]:
    """A game for programs, its options with their values as requests have them; the first value is the default."""
    return {
        "game": rules.key, "name": own_text(rules, f"game.{rules.key}", words), "players": list(rules.players),
        "options": {option: list(values) for option, values in rules.options.items()},
    }  # fmt: skip


def _described(rules: Game, words: Words) -> list[str]:
    """A game in lines: its name, its options with their values."""
    least, most = rules.players
    called = {"name": harmless(own_text(rules, f"game.{rules.key}", words)), "game": rules.key}
    line = (
        words("games.count", count=most, **called)
        if least == most
        else words("games.range", least=least, most=most, **called)
    )
    lines = [line]
    for option, values in rules.options.items():
        text = f"option.{rules.key}.{option}"
        lines.append(f"  {option}: {harmless(own_text(rules, f'{text}.label', words))}")
        if has_text(rules, f"{text}.about", words):
            lines.append(f"    {harmless(own_text(rules, f'{text}.about', words))}")
        for value in map(_json, values):
            said = harmless(own_text(rules, f"{text}.{value}", words))
            lines.append(f"    {value}: {words('games.default', value=said) if value == _json(values[0]) else said}")
    return lines


def _json(value: bool | str) -> str:
    """A value of an option as requests have it, without quotation marks."""
    return value if isinstance(value, str) else str(value).lower()
