"""The fields of messages: their limits, and how they are read. Reading raises Wrong for a value of another kind."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from companion.reader import Reader
from companion.texts import find_control

T = TypeVar("T")

KEY = "[a-z0-9][a-z0-9-]{0,31}"
"""The form of the names of clubs, tables and games."""
TITLE_MOST, NAME_MOST, SAYS_MOST = 40, 24, 120
NUMBER_MOST, GAME_MOST, REVISION_MOST = 10**9, 2**31 - 1, 2**53 - 1

_KEY, _DIGITS = re.compile(KEY), re.compile("[0-9a-f]+")
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")


def utc(at: float) -> str | None:
    """A time in seconds since 1970 as `2026-11-22T20:15:03Z`; None for one that has no such form."""
    try:
        text = datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (ValueError, OverflowError, OSError):
        return None
    return text if _TIME.fullmatch(text) else None


def seconds_since_1970(time: str) -> float:
    """The time of a text as `utc` gives it; raises ValueError for another text."""
    if not _TIME.fullmatch(time):
        raise ValueError(time)
    return datetime.fromisoformat(time).timestamp()


def is_plain(text: str, most: int) -> bool:
    """Whether a text can stand in a message: no control, no blank at its ends, not too long."""
    return 0 < len(text) <= most and text == text.strip() and find_control(text) is None


def shorten(text: str, most: int) -> str | None:
    """A text as it can stand in a message; None if nothing of it is left."""
    plain = "".join([character for character in text if is_plain(character, 1) or character == " "]).strip()
    short = plain if len(plain) <= most else f"{plain[: most - 1].rstrip()}…"
    return short or None


def optional(value: Reader, read: Callable[[Reader], T]) -> T | None:
    """What `read` makes of a value; None for null."""
    return None if value.is_null else read(value)


def plain_text(value: Reader, most: int, fault: str = "value.text") -> str:
    """A text that can stand in a message; `fault` is the one of a text that cannot."""
    if not is_plain(value.text(), most):
        value.raise_wrong(fault, most=most)
    return value.text()


def key(value: Reader, fault: str = "value.text") -> str:
    """The name of a club, a table or a game; `fault` is the one of a text that is none."""
    if not _KEY.fullmatch(value.text()):
        value.raise_wrong(fault)
    return value.text()


def digits(value: Reader, least: int, most: int | None = None, fault: str = "value.text") -> str:
    """A text of hexadecimal digits: `least` of them, or from `least` to `most`; `fault` is the one of another text."""
    text = value.text()
    if not (least <= len(text) <= (most or least) and _DIGITS.fullmatch(text)):
        value.raise_wrong(fault, count=least)
    return text


def time_text(value: Reader) -> str:
    """A time as `utc` gives it."""
    try:
        seconds_since_1970(value.text())
    except ValueError:
        value.raise_wrong("value.text")
    return value.text()


# -- readers for the tables of fields


def or_null(read: Callable[[Reader], T]) -> Callable[[Reader], T | None]:
    """Reads what `read` reads, or null."""
    return lambda value: optional(value, read)


def whole(least: int, most: int) -> Callable[[Reader], int]:
    """Reads a whole number from `least` to `most`."""
    return lambda value: value.integer(least, most)


def text(most: int) -> Callable[[Reader], str]:
    """Reads a plain text of up to `most` characters."""
    return lambda value: plain_text(value, most)


def hexadecimal(least: int, most: int | None = None) -> Callable[[Reader], str]:
    """Reads hexadecimal digits: `least` of them, or from `least` to `most`."""
    return lambda value: digits(value, least, most)


def listed(read: Callable[[Reader], T], least: int, most: int) -> Callable[[Reader], tuple[T, ...]]:
    """Reads a list of `least` to `most` values, each by `read`."""

    def read_list(value: Reader) -> tuple[T, ...]:
        entries = value.entries()
        if not least <= len(entries) <= most:
            value.raise_wrong("value.range", least=least, most=most)
        return tuple([read(entry) for entry in entries])

    return read_list


def options(value: Reader) -> dict[str, bool | int | str]:
    """The options of a game, up to 16."""
    members = value.members()
    if len(members) > 16:
        value.raise_wrong("value.range", least=0, most=16)
    return {plain_text(Reader(name), NAME_MOST): _option(member) for name, member in members.items()}


def _option(value: Reader) -> bool | int | str:
    if isinstance(value.value, bool):
        return value.value
    return plain_text(value, SAYS_MOST) if isinstance(value.value, str) else value.integer(-NUMBER_MOST, NUMBER_MOST)


class Fields(Generic[T]):
    """The fields of a message: `kind` makes one of their values in this order, each of which its reader reads.

    `absent` has the values of those that a message may leave out. Unknown fields of a message are ignored.
    """

    def __init__(
        self, kind: Callable[..., T], fields: Mapping[str, Callable[[Reader], object]], **absent: object
    ) -> None:  # fmt: skip
        self._kind = kind
        self._fields = tuple(fields.items())
        self._absent = absent

    def __call__(self, message: Reader) -> T:
        """The message; raises Wrong with the place of what is missing or of another kind."""
        absent = self._absent
        return self._kind(
            *[
                read(message.get(name, absent[name]) if name in absent else message.member(name))
                for name, read in self._fields
            ]
        )


def as_members(value: object) -> Any:
    """A value of such fields as JSON has it: a named tuple is an object, another tuple a list."""
    if isinstance(value, tuple):
        fields = getattr(value, "_fields", None)
        members = [as_members(member) if isinstance(member, tuple) else member for member in value]
        return members if fields is None else dict(zip(fields, members, strict=True))
    return value
