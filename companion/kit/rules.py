"""The interface of the rules of a game, and refusals as data: what the referee refuses, and why.

`Position.legal()` alone decides: `play` accepts an action if and only if it is listed there. A position never
changes; `after` gives a new one. An action is its own notation. Nothing here uses I/O, the clock or chance.

    Refusal
    ├── UnknownGame, BadPlayers, BadOption      a game that cannot start like this
    ├── NoGame                                  no game has been started
    ├── Unreadable                              not in the game's notation
    ├── Over                                    the game is over
    ├── Illegal                                 readable, but not allowed now; names the rule
    ├── Inconsistent                            a table that is impossible
    └── NothingToUndo, NothingToRedo

The class has the protocol's code; the instance has the message (key and parameters, see `companion.messages`) and, for
Illegal, the number of the rule that forbids it. A refusal never changes anything.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self

from companion.messages import Message, Phrase
from companion.reader import Reader, Wrong, as_short_json
from companion.texts import find_control, look
from companion.values import NamedTuple, Protocol


class Refusal(Exception):
    """Something is refused; nothing has changed."""

    code: ClassVar[str]

    def __init__(self, key: str, rule: str | None = None, /, **params: object) -> None:
        super().__init__(key, rule, params)
        self.message = Message(key, rule, **params)

    @property
    def rule(self) -> str | None:
        """The number of the rule that forbids it, or None."""
        return self.message.rule


class UnknownGame(Refusal):
    """There is no such game."""

    code = "unknown-game"


class BadPlayers(Refusal):
    """These people cannot play this game: their number or a name is wrong."""

    code = "bad-players"


class BadOption(Refusal):
    """The game does not have this option, or not with this value."""

    code = "bad-option"


class NoGame(Refusal):
    """No game has been started."""

    code = "no-game"


class Unreadable(Refusal):
    """Not in the notation of the game."""

    code = "unreadable"


class BadSeat(Refusal):
    """There is no such seat, or somebody else sits there."""

    code = "bad-seat"


class Over(Refusal):
    """The game is over."""

    code = "over"


class Illegal(Refusal):
    """Readable, but not allowed now; `rule` is the number of a rule that forbids it, if one does."""

    code = "illegal"


class Inconsistent(Refusal):
    """An impossible table; the message names the first fault."""

    code = "inconsistent"


class NothingToUndo(Refusal):
    """Nothing has been entered before this position."""

    code = "nothing-to-undo"


class NothingToRedo(Refusal):
    """Nothing has been undone since the last new entry."""

    code = "nothing-to-redo"


if TYPE_CHECKING:
    from random import Random

    from typing_extensions import TypeVar

    P = TypeVar("P", bound="Position", default=Any)
    P_co = TypeVar("P_co", bound="Position", default="Position", covariant=True)
else:
    from typing import TypeVar

    # `typing` knows defaults from Python 3.13 on; only the type checker needs them.
    P, P_co = TypeVar("P"), TypeVar("P_co")


Seat = int
"""A place at the table, from 0, clockwise."""

Options = Mapping[str, bool | str]
"""Every option of a game with its value."""

Table = dict[str, Any]
"""The public state of a game as JSON values, field by field as the game's module says."""

SEATS_MOST = 12
"""The most seats that a game can have."""
SEAT = "(?:[0-9]|1[01])"
"""A pattern for the number of a seat."""

NAME_MOST = 24
"""The longest name in code points."""


class _WithParts(type):
    """Makes a class with a slot for each of its annotations."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> type:
        return super().__new__(cls, name, bases, {**body, "__slots__": tuple(body.get("__annotations__", ()))})


class Action(str, metaclass=_WithParts):
    """One thing that people do or say at the table: its notation, with its parts as attributes for the engine.

    It is a string: it equals its notation, hashes like it and is recorded as it is. Two actions with the same
    parts but of different kinds (`match 7`, `bank 7`) differ, as their notations do.
    """

    def __new__(cls, notation: str, **parts: object) -> Self:
        action = super().__new__(cls, notation)
        for name, part in parts.items():
            setattr(action, name, part)
        return action


class Win(Action):
    """`win 0`: that seat has won (scores entry)."""

    seat: Seat


class Draw(Action):
    """`draw`: the game has ended without a winner (scores entry)."""


RESULTS: tuple[Action, ...] = (Win("win 0", seat=0), Win("win 1", seat=1), Draw("draw"))
"""The results of a game for two; people are asked before one is entered."""


class Done(Action):
    """`done`: everything has been entered (scores entry)."""


DONE = Done("done")


class Notation(Protocol):
    """Reads the notation of a game."""

    def __call__(self, text: str) -> Action:
        """The action of a text; raises Unreadable."""


def notation_of(*actions: Action, other: Callable[[str], Action | None] = lambda text: None) -> Notation:
    """The notation of these actions and of those that `other` reads."""
    known = {str(action): action for action in actions}

    def read(text: str) -> Action:
        action = known.get(text) or other(text)
        if action is None:
            raise Unreadable("refused.unreadable", action=text)
        return action

    return read


class Outcome(NamedTuple):
    """How a game ended: the winning seats, the scores by seat and, if the game names it, the rule that ended it."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    by: str | None = None
    names_rule: bool = False

    def as_json(self) -> dict[str, object]:
        """`winners` and `scores`, and `by` for the games whose outcome names the rule."""
        by = {"by": self.by} if self.names_rule else {}
        return {"winners": list(self.winners), "scores": list(self.scores), **by}


class Position(Protocol):
    """A moment of a game: what lies on the table and whose turn it is. It never changes, and equals only itself."""

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
        """Why a readable action is not listed in `legal`. Only explains; for a legal action it means nothing."""

    def after(self, action: Action) -> Self:
        """The position after a legal action. It checks nothing: `play` does."""

    def table(self) -> Table:
        """The table view."""


class ListsOnce:
    """A position that lists its legal actions once, when they are first asked for. It begins with `_legal` None."""

    __slots__ = ("_legal",)
    _legal: tuple[Action, ...] | None

    def legal(self) -> tuple[Action, ...]:
        if self._legal is None:
            self._legal = self._list_legal()
        return self._legal

    @abstractmethod
    def _list_legal(self) -> tuple[Action, ...]:
        """The result of `legal`, computed."""


class SeriesRule(NamedTuple):
    """How the games of a series are counted.

    `points`: the scores are added up, otherwise wins are counted. `each_begins`: the highest total decides it when each
    person has begun one game that counts. `run`: this many wins in a row decide it. With neither, the series is open
    ended. `sides`: the seats of partners by the number of players, who give up together and stay partners.
    """

    points: bool = False
    each_begins: bool = False
    run: int | None = None
    sides: Mapping[int, tuple[tuple[Seat, ...], ...]] = {}


class CurvePoint(NamedTuple):
    """The values of a position: a mark that differs from turn to turn, and by key the numbers of each seat."""

    mark: object
    numbers: Mapping[str, tuple[int, ...]]


class CurveRule(NamedTuple, Generic[P]):
    """The numbers of a game that change from turn to turn.

    `look(position)` gives them; None for a part of the game that has no numbers. `scores(options)` says whether a game
    also has curves when people enter only its scores.
    """

    look: Callable[[P], CurvePoint | None]
    scores: Callable[[Options], bool] = lambda options: False


class Rules(ABC, Generic[P]):
    """The rules of one game, as record and protocol know it. All positions of the game are of the type `P`.

    `options` holds the values of each option, the default first. `prompts` are the keys of messages that only say who
    is next. `series` says how a series is counted; without it wins are counted, and the series is open ended. `curve`
    gives the numbers of the chart. `deals`: the device can deal this game. `texts` are the texts of a file, by the keys
    that other texts have in the words.
    """

    key: str
    name: str
    players: tuple[int, int]
    options: Mapping[str, tuple[bool | str, ...]]
    series: SeriesRule = SeriesRule()
    curve: CurveRule[P] | None = None
    prompts: frozenset[str] = frozenset()
    deals: bool = False
    texts: Mapping[str, Phrase] = {}

    @abstractmethod
    def start(self, players: int, options: Options) -> P:
        """The first position."""

    @abstractmethod
    def read(self, text: str) -> Action:
        """The action of a notation; raises Unreadable."""

    @abstractmethod
    def build(self, players: int, options: Options, table: Reader) -> P:
        """The position of a table view.

        It takes the fields that people decide, such as the places of the cards, and computes the fields that follow
        from these by the rules, such as the points. It raises Inconsistent or Wrong only for a value that can never
        stand in a table view.
        """

    def check(self, position: P) -> None:
        """Raise Inconsistent for a position that play cannot reach; without it, play can reach all that are built."""

    @abstractmethod
    def consequences(self, before: P, action: Action, after: P) -> tuple[Message, ...]:
        """What people should notice."""

    @abstractmethod
    def put_back(self, now: P, then: P) -> tuple[Message, ...]:
        """What people must do to turn one table into the other, in this order."""

    def bar(self, options: Options) -> None:
        """Raise BadOption for options that do not go together."""

    def aim(self, options: Options) -> int:
        """1 where the most points win, -1 where the fewest do, 0 without points."""
        return 1

    def standing(self, position: P) -> Sequence[Any]:
        """What decides by seat who stands best, the greatest first; empty if nothing does."""
        return ()

    def deal(self, position: P, chance: Random) -> list[Action]:
        """The actions that enter all remaining cards; only of a game that `deals`."""
        raise NotImplementedError

    def settle(self, players: int, options: Options, table: object) -> Table:
        """A corrected table view in which all that follows from its other fields is computed.

        Raises Inconsistent if a field is missing or has a value that no table has. The result may still be a table
        that play cannot reach; `restore` says so.
        """
        with _faults_of_a_table():
            return self.build(players, options, Reader(table)).table()

    def restore(self, players: int, options: Options, table: object) -> P:
        """The position that a table view shows, a JSON value; raises Inconsistent with the first fault."""
        with _faults_of_a_table():
            position = self.build(players, options, Reader(table))
            self.check(position)
            _compare(Reader(table), position.table())
            return position

    def complete(self, chosen: Mapping[str, object]) -> Options:
        """All options with their values, defaults filled in; raises BadOption."""
        for key, value in chosen.items():
            if key not in self.options:
                raise BadOption("refused.option-unknown", option=key, options=", ".join(self.options) or "–")
            # In Python 1 == True; here they are different values.
            if not any(type(value) is type(allowed) and value == allowed for allowed in self.options[key]):
                values = ", ".join(map(as_short_json, self.options[key]))
                raise BadOption("refused.option-value", option=key, value=as_short_json(value), values=values)
        full: dict[str, Any] = {**{key: values[0] for key, values in self.options.items()}, **chosen}
        self.bar(full)
        return full

    def allows(self, options: Options) -> bool:
        """Whether these values of options go together; those that are missing have their defaults."""
        with suppress(BadOption):
            self.complete(options)
            return True
        return False

    def open_options(self, options: Options) -> list[str]:
        """Which of these options have more than one value beside the values of the options before them."""
        found: list[str] = []
        before: dict[str, bool | str] = {}
        for key, chosen in options.items():
            if sum(self.allows({**before, key: value}) for value in self.options.get(key, ())) > 1:
                found.append(key)
            before[key] = chosen
        return found

    @property
    def in_messages(self) -> Phrase | str:
        """What a message names the game by: the name in its file, or its key, for which the words have the name."""
        return self.texts.get(f"game.{self.key}", self.key)

    def seat(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """The names, if these people can play this game; raises BadPlayers."""
        least, most = self.players
        if not least <= len(names) <= most:
            key = "refused.players-exact" if least == most else "refused.players-count"
            raise BadPlayers(key, count=len(names), least=least, most=most, game=self.in_messages)
        for name in names:
            check_name(name)
        for seat, name in enumerate(names):
            if name in names[:seat]:
                raise BadPlayers("refused.name-twice", name=name)
        return names


@contextmanager
def _faults_of_a_table() -> Iterator[None]:
    """A value that does not fit makes the table inconsistent."""
    try:
        yield
    except Wrong as wrong:
        raise Inconsistent(wrong.key, field=wrong.field or "table", **wrong.params) from None


def _compare(found: Reader, due: object) -> None:
    """Raise Wrong at the first place where a table view differs from the settled one.

    `turn` comes last: if a card lies in a wrong place, a turn that does not fit is only a result of that.
    """
    value = found.value
    if isinstance(due, dict) and isinstance(value, dict):
        members = dict(zip(due, found.fields(*due), strict=True))
        for name in sorted(due, key="turn".__eq__):
            _compare(members[name], due[name])
    elif isinstance(due, list) and isinstance(value, list) and len(value) == len(due):
        if value != due and all(entry in due for entry in value) and all(entry in value for entry in due):
            found.raise_wrong("value.order", due=json.dumps(due))
        for entry, entry_due in zip(found.entries(), due, strict=True):
            _compare(entry, entry_due)
    # In Python 1 == True == 1.0; here they are different values. Cards of an engine are texts of a class of their own.
    elif value != due or not (type(value) is type(due) or isinstance(due, str)):
        found.raise_wrong("value.due", due=json.dumps(due))


def check_name(name: str) -> None:
    """Raise BadPlayers unless `name` can be a name: 1–24 code points, no control, no white space at its ends."""
    if not name or name.isspace():
        raise BadPlayers("refused.name-empty")
    if len(name) > NAME_MOST:
        raise BadPlayers("refused.name-long", name=name, most=NAME_MOST, count=len(name))
    if control := find_control(name):
        raise BadPlayers("refused.name-character", point=f"U+{ord(control):04X}")
    if name[0].isspace() or name[-1].isspace():
        raise BadPlayers("refused.name-ends", name=name)


def check_person(name: str) -> None:
    """Raise BadPlayers unless a person of a record can have this name: people see some of it."""
    check_name(name)
    if not look(name):
        raise BadPlayers("refused.name-empty")


def check_look(name: str, others: Iterable[str]) -> None:
    """Raise BadPlayers if a name looks like somebody else's."""
    alike = next((other for other in others if other != name and look(other) == look(name)), None)
    if alike is not None:
        raise BadPlayers("refused.name-alike", name=name, known=alike)


def play(position: P, action: Action) -> P:
    """The position after `action`, which must be listed in `position.legal()`.

    Raises Over when the game is over, else the position's objection; then nothing has changed.
    """
    legal = position.legal()
    if action in legal:
        return position.after(action)
    if not legal:
        raise Over("refused.over")
    raise position.objection(action)
