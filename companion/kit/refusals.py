"""Refusals as data: what the referee refuses, and why.

    Refusal
    ├── UnknownGame, BadPlayers, BadOption      a game that cannot start like this
    ├── NoGame                                  no game has been started
    ├── Unreadable                              not in the game's notation
    ├── Over                                    the game is over
    ├── Illegal                                 readable, but not allowed now; names the rule
    ├── Inconsistent                            a table that is impossible
    └── NothingToUndo, NothingToRedo

The class has the protocol's code; the instance has the message (key and parameters, see `companion.words`)
and, for Illegal, the number of the rule that forbids it. A refusal never changes anything.
"""

from __future__ import annotations

from typing import ClassVar


class Message:
    """A message as data; the words for `key` are in `companion.words`.

    Parameters named `seat` or `seat_…` are seat numbers; the text shows the players' names.
    """

    __slots__ = ("key", "params", "rule")

    def __init__(self, key: str, rule: str | None = None, /, **params: object) -> None:
        self.key = key
        self.rule = rule
        self.params = params

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message):
            return NotImplemented
        return (self.key, self.rule, self.params) == (other.key, other.rule, other.params)

    __hash__ = None  # type: ignore[assignment]  # params may hold lists

    def __repr__(self) -> str:
        parts = "".join(f", {name}={value!r}" for name, value in self.params.items())
        return f"Message({self.key!r}, {self.rule!r}{parts})"


class Phrase:
    """A text in the languages that a file gives it in: a parameter of a message. What a language lacks is English."""

    __slots__ = ("texts",)

    def __init__(self, en: str, **others: str) -> None:
        self.texts = {"en": en, **others}

    def __eq__(self, other: object) -> bool:
        return self.texts == other.texts if isinstance(other, Phrase) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.texts["en"])

    def __repr__(self) -> str:
        return f"Phrase({self.texts!r})"

    def __str__(self) -> str:
        return self.texts["en"]

    def of(self, language: str) -> str:
        """The text in a language."""
        return self.texts.get(language, self.texts["en"])


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
