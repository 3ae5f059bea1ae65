"""Pads for tests: the files of strangers, what is wrong with them, and games that are played from them."""

from __future__ import annotations

from companion.games.pad.collection import AllGames, taken_by_games
from companion.games.pad.file import pad_of
from companion.games.pad.game import PadGame
from companion.kit.faults import FileFault
from companion.kit.rules import Illegal, play
from companion.words import Words

SMALL = """\
format = 1
key = "small"
prefix = "SML"
name = "Small"
players = [2, 4]
rounds = "3"
rules = ["one", "two", "three"]
points = "made"
[[fields]]
name = "made"
kind = "number"
least = 0
most = 9
"""
"""The smallest pad that there can be: three rounds, a number from 0 to 9 each."""


def small(*fields, top="", points="made", **changed):
    """The small pad with other entries at the top, and further fields below."""
    text = SMALL
    for name, value in {"points": None if points is None else f'"{points}"', **changed}.items():
        lines = [line for line in text.splitlines() if line.partition(" = ")[0] == name]
        text = text.replace(f"{lines[0]}\n", "" if value is None else f"{name} = {value}\n")
    return text.replace("[[fields]]", f"{top}\n[[fields]]" if top else "[[fields]]") + "".join(
        f"[[fields]]\n{field}\n" for field in fields
    )


def pad(text):
    """The pad of a text."""
    return pad_of(text.encode(), taken_by_games)


def game(text):
    """The game of a text, or of the key of a pad that ships."""
    return PadGame(pad(text)) if "\n" in text else AllGames().game(text)


def fault(text):
    """What is wrong with a text or with bytes: the line, the place and the words."""
    try:
        pad_of(text if isinstance(text, bytes) else text.encode(), taken_by_games)
    except FileFault as found:
        return found.line, found.place, Words("en")(found.key, **found.params)
    raise AssertionError("the pad is sound")


def started(text, players, **options):
    """The first position of a game."""
    of = game(text)
    return of.start(players, of.complete(options))


def after(position, of, *actions):
    """The position after actions, each a notation; several may stand in one text, with commas between."""
    for action in [one.strip() for several in actions for one in several.split(",")]:
        position = play(position, of.read(action))
    return position


class Played:
    """A game that goes on by its notation."""

    def __init__(self, text, players, **options):
        self.game = game(text)
        self.players = players
        self.options = self.game.complete(options)
        self.now = self.game.start(players, self.options)

    def enter(self, *actions):
        """Enter what each text says; several actions may stand in one, with commas between."""
        self.now = after(self.now, self.game, *actions)
        return self

    def round(self, field, *values):
        """Enter a field of all seats or sides, in the order in which they are asked."""
        for value in values:
            assert self.table["ask"] == field
            seat = self.table["seat"]
            self.enter(f"{field} {value}" if seat is None else f"{field} {seat} {value}")
        return self

    def set(self, **fields):
        """Go on from the same table with other fields."""
        table = self.game.settle(self.players, self.options, {**self.table, **fields})
        self.now = self.game.restore(self.players, self.options, table)
        return self

    @property
    def table(self):
        return self.now.table()

    @property
    def scores(self):
        return self.table["scores"]

    @property
    def outcome(self):
        return None if self.now.outcome is None else self.now.outcome.as_json()

    @property
    def values(self):
        """The values that may be entered now, as texts; `finish` with them."""
        return [action.split(" ")[-1] for action in self.now.legal()]

    def refused(self, action):
        """The rule against an action, and the words."""
        try:
            play(self.now, self.game.read(action))
        except Illegal as refusal:
            return refusal.rule, Words("en").message(refusal.message, ("Ada", "Ben", "Cleo", "Dora")[: self.players])
        raise AssertionError(f"{action} is accepted")
