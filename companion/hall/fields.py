"""The fields of messages: their limits, and how they are read. Reading raises Wrong for a value of another kind."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeVar

from companion.reader import Reader
from companion.texts import find_unseen

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
    """Whether a text can stand in a message: nothing that nobody sees, no blank at its ends, not too long."""
    return 0 < len(text) <= most and text == text.strip() and find_unseen(text) is None


def shorten(text: str, most: int) -> str | None:
    """A text as it can stand in a message; None if nothing of it is left."""
    plain = "".join([character for character in text if is_plain(character, 1) or character == " "]).strip()
    short = plain if len(plain) <= most else f"{plain[: most - 1].rstrip()}…"
    return short or None


def optional(value: Reader, read: Callable[[Reader], T]) -> T | None:
    """What `read` makes of a value; None for null."""
    return None if value.is_null else read(value)


def numbers(value: Reader, least: int, most: int, length: int) -> tuple[int, ...] | None:
    """A list of `length` whole numbers; None for null."""
    return optional(value, lambda found: tuple([entry.integer(least, most) for entry in found.entries(length)]))


def option_value(value: Reader) -> bool | int | str:
    """The value of an option of a game."""
    if isinstance(value.value, bool):
        return value.value
    return plain_text(value, SAYS_MOST) if isinstance(value.value, str) else value.integer(-NUMBER_MOST, NUMBER_MOST)


def plain_text(value: Reader, most: int) -> str:
    """A text that can stand in a message."""
    if not is_plain(value.text(), most):
        value.raise_wrong("value.text")
    return value.text()


def key(value: Reader) -> str:
    """The name of a club, a table or a game."""
    if not _KEY.fullmatch(value.text()):
        value.raise_wrong("value.text")
    return value.text()


def digits(value: Reader, least: int, most: int | None = None) -> str:
    """A text of hexadecimal digits: `least` of them, or from `least` to `most`."""
    text = value.text()
    if not (least <= len(text) <= (most or least) and _DIGITS.fullmatch(text)):
        value.raise_wrong("value.text")
    return text


def time_text(value: Reader) -> str:
    """A time as `utc` gives it."""
    try:
        seconds_since_1970(value.text())
    except ValueError:
        value.raise_wrong("value.text")
    return value.text()
