"""Values that somebody else wrote, read with care: what is wrong is named with its place and what would be right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NoReturn, TypeVar

from companion.games.refusals import Message

T = TypeVar("T")


class Wrong(Exception):
    """A value that cannot be; `message` says what is wrong, `path` where: names and numbers from the outside in."""

    def __init__(self, message: Message, path: tuple[str | int, ...]) -> None:
        super().__init__(message, path)
        self.message = message
        self.path = path


class Reader:
    """A value as JSON or TOML gave it, and where it stands. Each method raises Wrong for what does not fit.

    The keys of the messages begin with `words`: `missing`, `unknown` and `wrong`, each with the name.
    """

    __slots__ = ("_value", "_words", "path")

    def __init__(self, value: object, words: str, path: tuple[str | int, ...] = ()) -> None:
        self._value = value
        self._words = words
        self.path = path

    @property
    def name(self) -> str:
        """The name of the value: the last one on its path."""
        return next((part for part in reversed(self.path) if isinstance(part, str)), "{…}")

    def members(self, *known: str) -> dict[str, Reader]:
        """An object with no other members than these; any, if none is given."""
        if not isinstance(self._value, dict):
            self.wrong()
        for name in self._value:
            if known and name not in known:
                self._raise("unknown", name=str(name)[:40], known=", ".join(known))
        return {name: Reader(value, self._words, (*self.path, name)) for name, value in self._value.items()}

    def member(self, name: str) -> Reader:
        """A member of an object that must be there."""
        members = self.members()
        if name not in members:
            self._raise("missing", name=name)
        return members[name]

    def entries(self) -> Iterator[Reader]:
        """The entries of a list, counted from 1."""
        if not isinstance(self._value, list):
            self.wrong()
        return (Reader(value, self._words, (*self.path, place)) for place, value in enumerate(self._value, 1))

    def text(self) -> str:
        """A text."""
        if not isinstance(self._value, str):
            self.wrong()
        return self._value

    def whole(self, least: int, most: int) -> int:
        """A whole number; `true` and `1.0` are none."""
        if type(self._value) is not int or not least <= self._value <= most:
            self.wrong()
        return self._value

    def plain(self) -> bool | str:
        """A text, or true or false."""
        if not isinstance(self._value, bool | str):
            self.wrong()
        return self._value

    def read(self, reading: Callable[[str], T]) -> T:
        """What a text says; `reading` raises ValueError for one that says nothing."""
        try:
            return reading(self.text())
        except ValueError:
            self.wrong()

    @property
    def is_text(self) -> bool:
        """Whether it is a text."""
        return isinstance(self._value, str)

    @property
    def none(self) -> bool:
        """Whether it is null."""
        return self._value is None

    def wrong(self) -> NoReturn:
        """Raise Wrong: this value is not what it should be."""
        self._raise("wrong", name=self.name)

    def _raise(self, key: str, **params: object) -> NoReturn:
        raise Wrong(Message(f"{self._words}.{key}", **params), self.path)
