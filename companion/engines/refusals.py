"""Refusals: what the referee says no to, and why, as data.

    Refusal
    ├── UnknownGame, BadPlayers, BadOption      a game that cannot be started so
    ├── NoGame                                  nothing has been started
    ├── Unreadable                              not in the game's notation
    ├── Over                                    the game is over
    ├── Illegal                                 readable, but not allowed now; names the rule
    ├── Inconsistent                            a table that cannot be
    └── NothingToUndo, NothingToRedo

The class carries the protocol's code, the instance the message (key and parameters, see `companion.words`)
and, for Illegal, the number of the rule that forbids it. A refusal never changes anything.
"""

from __future__ import annotations

from typing import ClassVar


class Message:
    """Something to be said, as data: the words for `key` stand in `companion.words`.

    Parameters named `seat` or `seat_…` are seat numbers; they are read out as players' names.
    """

    __slots__ = ("key", "params", "rule")

    def __init__(self, key: str, rule: str | None = None, **params: object) -> None:
        self.key = key
        self.rule = rule
        self.params = params

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Message):
            return NotImplemented
        return (self.key, self.rule, self.params) == (other.key, other.rule, other.params)

    __hash__ = None  # type: ignore[assignment]  # params may hold lists

    def __repr__(self) -> str:
        said = "".join(f", {name}={value!r}" for name, value in self.params.items())
        return f"Message({self.key!r}, {self.rule!r}{said})"


class Refusal(Exception):
    """Something is refused; nothing has changed."""

    code: ClassVar[str]

    def __init__(self, key: str, rule: str | None = None, **params: object) -> None:
        super().__init__(key, rule, params)
        self.message = Message(key, rule, **params)

    @property
    def rule(self) -> str | None:
        """The number of the rule that forbids it, or None."""
        return self.message.rule


class UnknownGame(Refusal):
    code = "unknown-game"


class BadPlayers(Refusal):
    code = "bad-players"


class BadOption(Refusal):
    code = "bad-option"


class NoGame(Refusal):
    code = "no-game"


class Unreadable(Refusal):
    code = "unreadable"


class Over(Refusal):
    code = "over"


class Illegal(Refusal):
    code = "illegal"


class Inconsistent(Refusal):
    code = "inconsistent"


class NothingToUndo(Refusal):
    code = "nothing-to-undo"


class NothingToRedo(Refusal):
    code = "nothing-to-redo"
