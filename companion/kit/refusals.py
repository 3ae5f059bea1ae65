"""Refusals as data: what the referee refuses, and why.

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

from typing import ClassVar

from companion.messages import Message


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
