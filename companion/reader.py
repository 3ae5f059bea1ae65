"""Reads JSON or TOML values that somebody else wrote.

The caller says what it expects, `Reader(value).member("turn").integer(0, 3)`. A value that does not fit raises Wrong,
with its place and what would be right; the caller makes its own refusal of that. Pure: the standard library only.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import NoReturn, Self, TypeVar

T = TypeVar("T")
Path = tuple[str | int, ...]
"""The place of a value: names and indices, the outermost first."""

_SHOWN_MOST = 24
"""The most characters of a wrong value or an unknown name that a message shows."""
_DECIMAL_BITS = 10_000
"""A longer number is shown in hexadecimal: Python refuses to write it in decimal."""


class Unparsed(ValueError):
    """A text that is not JSON or not TOML. `why` is the parser's reason, `line` its line, if known."""

    def __init__(self, why: str, line: int | None = None) -> None:
        super().__init__(why, line)
        self.why = why
        self.line = line


class Wrong(Exception):
    """A value that does not fit. `key` and `params` say what is wrong and what would be right, as a Message does.

    The Reader's own faults have keys that begin with `value.`; their texts also need the `field`.
    """

    def __init__(self, path: Path, key: str, /, **params: object) -> None:
        super().__init__(path, key, params)
        self.path = path
        self.key = key
        self.params = params

    @property
    def field(self) -> str:
        """The place of the value; empty for the outermost one."""
        return field(self.path)


class Reader:
    """A value and its place. Each method that reads it raises Wrong if the value is of another kind.

    The parts of a value are read by the same class.
    """

    __slots__ = ("path", "value")

    def __init__(self, value: object, path: Path = ()) -> None:
        self.value = value
        self.path = path

    @property
    def field(self) -> str:
        """The place of the value, as `hands[0].left`; empty for the outermost one."""
        return field(self.path)

    def members(self) -> dict[str, Self]:
        """All members of an object by their names."""
        return {name: type(self)(value, (*self.path, name)) for name, value in self._object().items()}

    def only(self, *names: str) -> Self:
        """The same value. Raises Wrong unless it is an object without other members than these."""
        for name in self._object():
            if name not in names:
                raise Wrong((*self.path, name), "value.unknown", known=", ".join(names) or "–")
        return self

    def fields(self, *names: str) -> list[Self]:
        """The members of an object, in this order. Raises Wrong if one is missing or there are others."""
        members = [self.member(name) for name in names]
        self.only(*names)
        return members

    def member(self, name: str) -> Self:
        """A member of an object. Raises Wrong if it is missing."""
        if not isinstance(self.value, dict):
            self.raise_wrong("value.object")
        if name not in self.value:
            raise Wrong((*self.path, name), "value.missing")
        return type(self)(self.value[name], (*self.path, name))

    def get(self, name: str, default: object = None) -> Self:
        """A member of an object, or `default` if it is missing."""
        return type(self)(self._object().get(name, default), (*self.path, name))

    def entries(self, length: int | None = None) -> list[Self]:
        """The entries of a list, `length` of them if that is given."""
        if not isinstance(self.value, list):
            self.raise_wrong("value.list")
        if length is not None and len(self.value) != length:
            self.raise_wrong("value.length", count=len(self.value), length=length)
        return [type(self)(value, (*self.path, index)) for index, value in enumerate(self.value)]

    def text(self) -> str:
        if not isinstance(self.value, str):
            self.raise_wrong("value.text")
        return self.value

    @property
    def is_null(self) -> bool:
        return self.value is None

    def integer(self, least: int, most: int, key: str = "value.range", **params: object) -> int:
        """A whole number from `least` to `most`; `true` and `1.0` are not. `key` is the fault of one out of range."""
        if type(self.value) is not int:
            self.raise_wrong("value.whole")
        if not least <= self.value <= most:
            self.raise_wrong(key, least=least, most=most, **params)
        return self.value

    def number(self, least: float, most: float) -> float:
        """A number from `least` to `most`, whole or not."""
        number = self.value
        if not isinstance(number, int | float) or isinstance(number, bool):
            self.raise_wrong("value.number")
        if not least <= number <= most:
            self.raise_wrong("value.range", least=least, most=most)
        return float(number)

    def matching(self, pattern: str, key: str) -> str:
        """A text that a regular expression describes as a whole; `key` is the fault of another one."""
        if re.fullmatch(pattern, self.text()) is None:
            self.raise_wrong(key)
        return self.text()

    def seat(self, players: int) -> int:
        """The number of a seat of a game with this number of players."""
        return self.integer(0, players - 1, "value.seat")

    def boolean(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            self.raise_wrong("value.switch")
        return self.value

    def one_of(self, known: Sequence[T], key: str = "value.one-of", **params: object) -> T:
        """One of these values, of the same type: neither `true` nor `1.0` is the number 1."""
        for value in known:
            if type(value) is type(self.value) and value == self.value:
                return value
        return self.raise_wrong(key, known=", ".join(map(str, known)), **params)

    def read(self, reading: Callable[[str], T], key: str, **params: object) -> T:
        """A text as `reading` reads it; if that raises ValueError, `key` is the fault."""
        try:
            return reading(self.text())
        except ValueError:
            self.raise_wrong(key, **params)

    def raise_wrong(self, key: str, /, **params: object) -> NoReturn:
        """Raise Wrong for this value."""
        raise Wrong(self.path, key, **{"value": as_short_json(self.value), **params})

    def _object(self) -> dict[str, object]:
        if not isinstance(self.value, dict):
            self.raise_wrong("value.object")
        return self.value


def from_json(text: str) -> object:
    """The value of a text of JSON. Raises Unparsed: as in RFC 8259, NaN and Infinity are no values."""
    try:
        return json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise Unparsed(error.msg, error.lineno) from error
    except (ValueError, RecursionError) as error:  # also for numbers that are too long, and lists that nest too deep
        raise Unparsed("no such value can be") from error


def from_toml(text: str) -> dict[str, object]:
    """The table of a text of TOML. Raises Unparsed."""
    import tomllib  # only needed for a file

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        why, match = " ".join(str(error).split()), re.search(r"line (\d+)", str(error))
        line = int(match[1]) if match else len(text.splitlines())
        raise Unparsed(why[:1].lower() + why[1:], line) from error
    except (ValueError, RecursionError) as error:  # as above
        raise Unparsed("no such value can be") from error


def _no_constant(name: str) -> object:
    raise ValueError(name)


def field(path: Path) -> str:
    """A place as text: `hands[0].left`."""
    text = ""
    for part in path:
        if isinstance(part, int):
            text += f"[{part}]"
        else:
            text += f"{'.' if text else ''}{_shorten(part) or '“”'}"
    return text


def as_short_json(value: object) -> str:
    """A value as JSON, for a message: only the beginning of a long one, and `…` for nested lists and objects."""
    if isinstance(value, str):
        return f'"{_shorten(value)}"'
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int) and value.bit_length() > _DECIMAL_BITS:
        return f"{hex(value)[:_SHOWN_MOST]}…"
    if isinstance(value, list):
        parts = ["…" if isinstance(part, list | dict) else as_short_json(part) for part in value[:9]]
        return _shorten(f"[{', '.join(parts)}]")
    return "{…}" if isinstance(value, dict) else _shorten(str(value))


def _shorten(text: str) -> str:
    return text if len(text) <= _SHOWN_MOST else f"{text[:_SHOWN_MOST]}…"
