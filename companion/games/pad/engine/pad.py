"""A pad as it was read and checked: what a file says, with its formulas ready to be computed."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.pad.engine.formula import SEAT, SIDE, TABLE, Formula
from companion.kit.rules import Seat
from companion.messages import Phrase
from companion.values import Frozen

BOUND = 99_999
"""Numbers that are entered, points, scores and tallies stay within this number of zero."""
VALUES_MOST = 2_001
"""The most values that a number has to choose from."""
ROUNDS_MOST = 999
"""The last round of an open game."""

LEVELS = {"seat": SEAT, "side": SIDE, "table": TABLE}
"""The level of a field by who enters it."""
KINDS = ("number", "yesno", "pick", "seat")
NOBODY = "nobody"


class Option(Frozen):
    """A choice before the game: its values, the default first, and what they are called."""

    name: str
    values: tuple[bool | str, ...]
    label: Phrase
    about: Phrase | None
    words: Mapping[str, Phrase]

    def number(self, value: bool | str) -> int:
        """The value as formulas read it: a text written like a number is that number, another one its place."""
        if isinstance(value, bool):
            return int(value)
        plain = value.isdecimal() and (value == "0" or value[0] != "0") and len(value) <= 6
        return int(value) if plain else self.values.index(value)


class Pick(Frozen):
    """A value of a field to pick from: its key, its number in formulas, and what it is called."""

    key: str
    number: int
    label: Phrase


class Total(Frozen):
    """What the values of a field add up to: formulas for the least and the greatest sum."""

    least: Formula
    most: Formula
    rule: int | None


class Field(Frozen):
    """One thing that is entered. `each` says who enters it; `join`: together with the field above, seat by seat.

    `once`: nobody enters a value of it twice in a game.
    """

    name: str
    kind: str
    each: str
    label: Phrase
    rule: int | None
    join: bool
    when: Formula | None
    allow: tuple[Formula, ...]
    total: Total | None
    guess: Formula | None
    least: int | Formula
    most: int | Formula
    step: int
    picks: tuple[Pick, ...]
    nobody: bool
    once: bool

    def number(self, entered: object) -> int:
        """A value as formulas read it; None where it is not entered."""
        match self.kind:
            case "pick":
                return next((pick.number for pick in self.picks if pick.key == entered), 0)
            case "seat":
                return entered if isinstance(entered, int) else -1
        return int(entered) if isinstance(entered, int) else 0


class Tally(Frozen):
    """A number that a side keeps between rounds; without a label it is not shown."""

    name: str
    start: int
    label: Phrase | None
    next: Formula


class Pad(Frozen):
    """A whole pad. `sides` are the seats of each side by the number of players; without an entry a seat is a side.

    `format` is the version of the language that its file is written in: 1 or 2. `next` says who begins the next round,
    or has the next turn. `examples` is how many its file has.
    """

    format: int

    key: str
    prefix: str
    name: Phrase
    about: Phrase | None
    players: tuple[int, int]
    rules: tuple[Phrase, ...]
    turns: bool
    deal: bool
    sides: Mapping[int, tuple[tuple[Seat, ...], ...]]
    finish: bool
    by_points: bool
    options: tuple[Option, ...]
    fields: tuple[Field, ...]
    tallies: tuple[Tally, ...]
    rounds: Formula | None
    cards: Formula | None
    points: Formula
    score: Formula | None
    out: Formula | None
    end: Formula | None
    best: tuple[Formula, ...]
    start: Formula | None
    won: Formula | None
    next: Formula | None
    examples: int

    @property
    def players_in_words(self) -> str:
        """How many people play: `4`, or `3–6`."""
        least, most = self.players
        return f"{least}" if least == most else f"{least}–{most}"

    @property
    def moves(self) -> bool:
        """Whether the seat that begins a round does not follow from its number (PAD-1)."""
        return not self.turns and (self.next is not None or self.out is not None)

    @property
    def all_in_turns(self) -> bool:
        """Whether a turn counts for every side, not only for the seat in turn (PAD-5)."""
        return self.format > 1

    def rule(self, number: int | None) -> str | None:
        """The number of a rule as people know it: WIZ-3."""
        return None if number is None else f"{self.prefix}-{number}"
