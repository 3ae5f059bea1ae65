"""`companion.toml`, which people edit on the card: a text in, what it asks for and its faults out. Pure.

A wrong entry is a fault and its default holds; the other entries count.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from companion.kit.refusals import Message
from companion.reader import Reader, Unparsed, Wrong, from_toml, line_of
from companion.values import Frozen
from companion.words import LANGUAGES

FILE = "companion.toml"
KEYS = ("board", "language", "web", "wifi")
BOARD = "plain"
FAULTS_MOST = 5
"""So many faults are named; the glass shows them one after the other."""
NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}")
"""A board, or a board's file beside `companion.toml`: install.sh allows the same letters."""
NAME_MOST = 32
PASSWORD_LEAST, PASSWORD_MOST = 8, 63
"""The bytes of the name and the password of a network (IEEE 802.11)."""


class Wifi(Frozen):
    """A network: an empty password is that of an open one, 64 hexadecimal digits are the key itself."""

    name: str
    password: str
    country: str


class Asked(Frozen):
    """What a file asks for. `language` is None where it names none."""

    board: str = BOARD
    language: str | None = None
    wifi: Wifi | None = None
    web: bool = False


class Fault(NamedTuple):
    """What is wrong, and the line, if it is known. `default`: a default holds in its place."""

    what: Message
    line: int | None = None
    default: bool = True


class Parsed(NamedTuple):
    """What a text asks for, the line of its board, and its faults."""

    asked: Asked
    board_line: int | None = None
    faults: tuple[Fault, ...] = ()


def parse(text: str) -> Parsed:
    """What a text asks for. Never fails; a text that is not TOML is one fault."""
    if not text.strip():
        return Parsed(Asked(), faults=(Fault(Message("image.wrong.empty")),))
    try:
        entries = Reader(from_toml(text)).members()
    except Unparsed as fault:
        why = re.sub(r" \(at .*\)$", "", fault.why)
        return Parsed(Asked(), faults=(Fault(Message("image.wrong.toml", why=why), fault.line),))
    asked: dict[str, Any] = {}
    faults: list[Fault] = []
    wrongs = 0
    for key, value in entries.items():
        try:
            if key not in _READ:
                raise Wrong(value.path, "value.unknown", known=", ".join(KEYS))
            asked[key] = _READ[key](value)
        except Wrong as wrong:
            wrongs += 1
            if wrongs <= FAULTS_MOST:
                what = Message(wrong.key, field=wrong.field, **wrong.params)
                faults.append(Fault(what, line_of(text, wrong.path), default=key in _READ))
    if wrongs > FAULTS_MOST:
        faults.append(Fault(Message("image.wrong.more", count=wrongs - FAULTS_MOST), default=False))
    line = line_of(text, ("board",)) if "board" in asked else None
    return Parsed(Asked(**asked), line, tuple(faults))


def _board(value: Reader) -> str:
    return value.text() if NAME.fullmatch(value.text()) else value.raise_wrong("image.wrong.board")


def _language(value: Reader) -> str:
    return value.one_of(LANGUAGES)


def _wifi(value: Reader) -> Wifi:
    if not isinstance(value.value, dict):
        value.raise_wrong("image.wrong.wifi")
    name, password, country = value.fields("name", "password", "country")
    if not 1 <= len(name.text().encode()) <= NAME_MOST:
        name.raise_wrong("image.wrong.wifi-name", most=NAME_MOST)
    if not isinstance(password.value, str) or not _is_password(password.value):
        # The message lacks the value: others read the glass, too.
        raise Wrong(password.path, "image.wrong.wifi-password", least=PASSWORD_LEAST, most=PASSWORD_MOST)
    if not re.fullmatch("[A-Za-z]{2}", country.text()):
        country.raise_wrong("image.wrong.wifi-country")
    return Wifi(name.text(), password.value, country.text().upper())


def _is_password(text: str) -> bool:
    return not text or is_key(text) or (PASSWORD_LEAST <= len(text.encode()) <= PASSWORD_MOST and text.isprintable())


def is_key(password: str) -> bool:
    """Whether a password is the key itself."""
    return re.fullmatch("[0-9A-Fa-f]{64}", password) is not None


_READ: dict[str, Callable[[Reader], object]] = {
    "board": _board,
    "language": _language,
    "web": Reader.boolean,
    "wifi": _wifi,
}
"""How the entries are read; each raises Wrong."""
