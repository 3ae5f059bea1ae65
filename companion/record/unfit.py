"""The exception for a file of games that cannot be imported."""

from __future__ import annotations

from companion.messages import Message


class Unfit(Exception):
    """A file of games cannot be imported; `where` and `why` say the fault, `names` are the people of the game."""

    def __init__(self, where: Message | None, why: Message, names: tuple[str, ...] = ()) -> None:
        super().__init__(where, why)
        self.where = where
        self.why = why
        self.names = names


def unfit_file(where: Message | None, key: str, /, **params: object) -> Unfit:
    """The exception for a fault of the file itself, in contrast to a fault of the game in it."""
    return Unfit(where, Message(f"import.{key}", **params))
