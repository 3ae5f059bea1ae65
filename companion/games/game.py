"""The law that all games keep.

`Position.legal()` is the only judge: `play` accepts an action if and only if it is listed there. A position never
changes; `after` gives a new one. An action is its own notation. Nothing here does I/O, reads a clock or draws lots.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple, Protocol, Self

from companion.games.refusals import BadOption, BadPlayers, Illegal, Inconsistent, Message, Over
from companion.reader import Reader, Wrong

if TYPE_CHECKING:
    from random import Random

Seat = int
"""A place at the table, from 0, clockwise."""

Options = Mapping[str, bool | str]
"""Every option of a game with its value."""

Table = dict[str, object]
"""The public state of a game as JSON values, field by field as the game's module says."""

NAME_MOST = 24
"""The longest name in code points."""


class Action(str):
    """One thing that people do or say at the table: its notation, and for the engine its parts.

    Being a text it is equal to its notation, hashes like it and goes into a record as it is. Two actions with
    the same parts but of different kinds (`match 7`, `bank 7`) differ, as their notations do.
    """

    __slots__ = ()


class Outcome:
    """How a game ended: the winning seats, the scores by seat, and where the game says so the rule that ended it."""

    __slots__ = ("by", "names_rule", "scores", "winners")

    def __init__(
        self, winners: tuple[Seat, ...], scores: tuple[int, ...], by: str | None = None, *, names_rule: bool = False
    ) -> None:
        self.winners = winners
        self.scores = scores
        self.by = by
        self.names_rule = names_rule

    def as_json(self) -> dict[str, object]:
        """`winners` and `scores`, and `by` for the games whose outcome names the rule."""
        fields: dict[str, object] = {"winners": list(self.winners), "scores": list(self.scores)}
        if self.names_rule:
            fields["by"] = self.by
        return fields


class Position(Protocol):
    """A moment of a game: what lies on the table, whose turn it is. It never changes, and equals itself alone."""

    def __hash__(self) -> int: ...

    @property
    def outcome(self) -> Outcome | None:
        """None while the game runs."""

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may act now, ascending; empty when the game is over."""

    def legal(self) -> tuple[Action, ...]:
        """Every action that is allowed now, once each, in the game's order; empty only when the game is over."""

    def objection(self, action: Action) -> Illegal:
        """Why a readable action is not listed in `legal`. Only explains; asked of a legal action it means nothing."""

    def after(self, action: Action) -> Self:
        """The position that a legal action leads to. Judges nothing: `play` does."""

    def table(self) -> Table:
        """The table view."""


class SeriesRule(NamedTuple):
    """How the games of a series are counted.

    `points`: the scores are added up, otherwise wins are counted. `each_begins`: it is decided by the highest total
    when each person has begun one game that counts. `run`: so many wins in a row decide it. With neither it goes on for
    as long as people like.
    """

    points: bool = False
    each_begins: bool = False
    run: int | None = None


class CurvePoint(NamedTuple):
    """What a position shows: a mark that differs from one turn to the next, and numbers by seat under their keys."""

    mark: object
    numbers: Mapping[str, tuple[int, ...]]


class CurveRule(NamedTuple):
    """The numbers that people watch rise and fall in a game.

    `look(position)` gives them, None for a part of the game that has no numbers. `scores(options)` says whether a game
    has curves too when people enter only its scores.
    """

    look: Callable[[Position], CurvePoint | None]
    scores: Callable[[Options], bool] = lambda options: False


class Game:
    """One game as menus, record and protocol know it.

    `options` holds the values of each option, the default first. `start(players, options)` is the first position,
    `read(text)` the action of a notation (raises Unreadable), `restore(players, options, table)` the position that
    a table view shows (raises Inconsistent or Wrong). `consequences(before, action, after)` is what people should
    notice, `put_back(now, then)` what the hands must do to turn one table into another. `bar(options)` raises BadOption
    for options that do not go together.

    `series` says how a series is counted; without it wins are counted for as long as people play on. `curve` are the
    numbers of its chart. `prompts` are the keys of messages that only say who is next. `deal(position, chance)` gives
    the actions that enter every card that is left, where people may leave the dealing to the device.
    """

    __slots__ = (
        "_restore", "bar", "consequences", "curve", "deal", "key", "name", "options", "players", "prompts", "put_back",
        "read", "series", "start",
    )  # fmt: skip

    def __init__(
        self,
        key: str,
        name: str,
        players: tuple[int, int],
        options: Mapping[str, tuple[bool | str, ...]],
        *,
        start: Callable[[int, Options], Position],
        read: Callable[[str], Action],
        restore: Callable[[int, Options, Reader], Position],
        consequences: Callable[[Position, Action, Position], tuple[Message, ...]],
        put_back: Callable[[Position, Position], tuple[Message, ...]],
        bar: Callable[[Options], None] | None = None,
        series: SeriesRule = SeriesRule(),  # noqa: B008 - a value
        curve: CurveRule | None = None,
        prompts: frozenset[str] = frozenset(),
        deal: Callable[[Position, Random], list[Action]] | None = None,
    ) -> None:
        self.key = key
        self.name = name
        self.players = players
        self.options = options
        self.start = start
        self.read = read
        self._restore = restore
        self.consequences = consequences
        self.put_back = put_back
        self.bar = bar
        self.series = series
        self.curve = curve
        self.prompts = prompts
        self.deal = deal

    def restore(self, players: int, options: Options, table: object) -> Position:
        """The position that a table view shows, a JSON value; raises Inconsistent with the first fault."""
        try:
            return self._restore(players, options, Reader(table))
        except Wrong as wrong:
            raise Inconsistent(wrong.key, field=wrong.field or "table", **wrong.params) from None

    def complete(self, chosen: Mapping[str, object]) -> Options:
        """All options with their values, defaults filled in; raises BadOption."""
        for key, value in chosen.items():
            if key not in self.options:
                raise BadOption("refused.option-unknown", option=key, options=", ".join(self.options))
            # 1 == True in Python; to the people at the table it is not.
            if not any(type(value) is type(known) and value == known for known in self.options[key]):
                raise BadOption("refused.option-value", option=key, value=value, values=self.options[key])
        full: dict[str, bool | str] = {key: values[0] for key, values in self.options.items()}
        full.update(chosen)  # type: ignore[arg-type]  # each value was found among the known ones
        if self.bar is not None:
            self.bar(full)
        return full

    def seat(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """The names if these people can sit down to this game; raises BadPlayers."""
        least, most = self.players
        if not least <= len(names) <= most:
            key = "refused.players-exact" if least == most else "refused.players-count"
            raise BadPlayers(key, count=len(names), least=least, most=most, game=self.name)
        for name in names:
            check_name(name)
        for seat, name in enumerate(names):
            if name in names[:seat]:
                raise BadPlayers("refused.name-twice", name=name)
        return names


def check_name(name: str) -> None:
    """Raise BadPlayers unless `name` can be a person's name: 1–24 code points, nothing invisible at its ends.

    Control characters, lone surrogates, line and paragraph separators and bidirectional controls would let a name
    disturb the line it is written in.
    """
    from unicodedata import category

    if not name or name.isspace():
        raise BadPlayers("refused.name-empty")
    if len(name) > NAME_MOST:
        raise BadPlayers("refused.name-long", name=name, most=NAME_MOST, count=len(name))
    for character in name:
        bidi = "\u202a" <= character <= "\u202e" or "\u2066" <= character <= "\u2069"
        if bidi or category(character) in ("Cc", "Cs", "Zl", "Zp"):
            raise BadPlayers("refused.name-character", point=f"U+{ord(character):04X}")
    if name[0].isspace() or name[-1].isspace():
        raise BadPlayers("refused.name-ends", name=name)


def play(position: Position, action: Action) -> Position:
    """The one gate: the position after `action`, which must be listed in `position.legal()`.

    Raises Over when the game is over, else the position's objection; then nothing has happened.
    """
    legal = position.legal()
    if action in legal:
        return position.after(action)
    if not legal:
        raise Over("refused.over")
    raise position.objection(action)
