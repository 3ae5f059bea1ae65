"""What lies where: the places of a table view, the tokens in them, and what turns one table into another.

A place is named by its path in the table view, such as `("hands", 0)` or `("hills", 3, "cards", 1)`. Nothing here
changes a table: each function gives a new one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, TypeVar

from companion.kit.rules import Outcome, Seat, Table
from companion.messages import Message
from companion.values import Protocol

Token = TypeVar("Token")
Place = TypeVar("Place")
Path = tuple[str | int, ...]
Fields = Mapping[str, Any]


class Turning(Protocol):
    """A position in which one seat is in turn."""

    @property
    def turn(self) -> Seat: ...

    @property
    def outcome(self) -> Outcome | None: ...


def value_at(table: Fields, path: Path) -> Any:
    """What is at a place."""
    value: Any = table
    for step in path:
        value = value[step]
    return value


def with_value(table: Fields, path: Path, value: object) -> Table:
    """The table with another value at a place."""
    new: Table = _with_value(table, path, value)
    return new


def _with_value(around: Any, path: Path, value: object) -> Any:
    if not path:
        return value
    new: Any = dict(around) if isinstance(around, Mapping) else list(around)
    new[path[0]] = _with_value(around[path[0]], path[1:], value)
    return new


def with_token(table: Fields, path: Path, token: object, index: int | None = None) -> Table:
    """The table with one more token in the list at a place: at an index, or at the end."""
    tokens = list(value_at(table, path))
    tokens.insert(len(tokens) if index is None else index, token)
    return with_value(table, path, tokens)


def without_token(table: Fields, path: Path, token: object) -> Table:
    """The table without the first such token in the list at a place."""
    return with_value(table, path, without(value_at(table, path), [token]))


def with_token_switched(table: Fields, path: Path, token: object) -> Table:
    """The table with a token taken from the list at a place, or put at its end if it is not there."""
    change = without_token if token in value_at(table, path) else with_token
    return change(table, path, token)


def without(tokens: Iterable[Token], gone: Iterable[Token]) -> list[Token]:
    """The tokens without those that are gone, one for one; some of these may be missing already."""
    left = list(tokens)
    for token in gone:
        if token in left:
            left.remove(token)
    return left


def moves(
    now: Iterable[tuple[Token, Place]], then: Iterable[tuple[Token, Place]]
) -> Iterator[tuple[Token, Place | None, Place | None]]:
    """The tokens that must move, each with its place now and its place then: None where it is not on the table.

    Tokens may be equal, and one place may have several; as many as possible stay.
    """
    here, due = Counter(now), Counter(then)
    leave, come = _places(here - due), _places(due - here)
    for token in {**leave, **come}:
        for place, to in zip_longest(leave.get(token, ()), come.get(token, ())):
            yield token, place, to


def _places(lying: Counter[tuple[Token, Place]]) -> dict[Token, list[Place]]:
    places: dict[Token, list[Place]] = {}
    for token, place in lying.elements():
        places.setdefault(token, []).append(place)
    return places


def put_turn(now: Turning, then: Turning) -> Sequence[Message]:
    """The message whose turn it is, where that has changed or the game goes on again."""
    if then.outcome is None and (now.outcome is not None or now.turn != then.turn):
        return [Message("put.turn", seat=then.turn)]
    return []
