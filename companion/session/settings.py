"""The settings, as a value, and how they are written down and read. Pure: the file is `settings_file`'s.

They are kept as TOML, one line each, to be read and changed by people as well. A wrong entry is told in words and its
default holds; it never costs the others, and never the start.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import NamedTuple

from companion.games.refusals import Message

NEVER = "never"
KEYS_TOO = "keys"
"""Sounds, and for every key that does something a click."""
SECONDS_LEAST, SECONDS_MOST = 5, 86_400
BRIGHTNESS_LEAST, BRIGHTNESS_MOST = 10, 100
_SHOWN_MOST = 24
"""So much of a wrong value is told."""

Value = str | int | bool


@dataclass(frozen=True, slots=True)
class Settings:
    """What people have chosen.

    `score`, `dim` and `dark` are seconds without a key, or NEVER; `brightness` is a percentage; `rotation` is how the
    picture stands, `turn` faces the player in turn; `sounds` may also be KEYS_TOO; `web` is where the web window is, or
    empty (see `calls_at`); `font` is the path of a font file, empty for the installed one.
    """

    language: str = "en"
    score: int | str = 30
    dim: int | str = 120
    dark: int | str = 600
    brightness: int = 50
    rotation: str = "normal"
    repeat: str = "normal"
    sounds: bool | str = True
    lights: bool = True
    web: str = ""
    font: str = ""

    def with_value(self, key: str, value: Value) -> Settings:
        """With another value for one of them."""
        return replace(self, **{key: value})  # type: ignore[arg-type]  # who asks knows the types of the entry


DEFAULTS = Settings()

CHOICES: dict[str, tuple[str, ...]] = {
    "language": ("en", "ja"),
    "rotation": ("normal", "180", "turn"),
    "repeat": ("slow", "normal", "fast", "off"),
}
"""The settings that are one of a few words."""


def _seconds(value: object) -> bool:
    return value == NEVER or (isinstance(value, int) and SECONDS_LEAST <= value <= SECONDS_MOST)


def _percentage(value: object) -> bool:
    return isinstance(value, int) and BRIGHTNESS_LEAST <= value <= BRIGHTNESS_MOST


def _switch(value: object) -> bool:
    return isinstance(value, bool)


def _sounds(value: object) -> bool:
    return _switch(value) or value == KEYS_TOO


def _calls(value: object) -> bool:
    return isinstance(value, str) and (not value or calls_at(value) is not None)


def _path(value: object) -> bool:
    # A file system takes no NUL, and says so with an exception of its own kind.
    return isinstance(value, str) and "\0" not in value


_RIGHT: dict[str, Callable[[object], bool]] = {
    "score": _seconds,
    "dim": _seconds,
    "dark": _seconds,
    "brightness": _percentage,
    "sounds": _sounds,
    "lights": _switch,
    "web": _calls,
    "font": _path,
}

KEYS = tuple(field.name for field in fields(Settings))


def right(key: str, value: object) -> bool:
    """Whether a setting may have this value."""
    return isinstance(value, str) and value in CHOICES[key] if key in CHOICES else _RIGHT[key](value)


def calls_at(text: str) -> tuple[str, int] | None:
    """The address and the port of `PORT` or `ADDRESS:PORT`, an address of IPv6 in brackets; None for anything else.

    A port alone is one that only this machine can call. Of names only localhost: others would have to be asked for.
    """
    from ipaddress import ip_address  # only where there is something to read

    host, colon, port = text.rpartition(":")
    if not (port.isascii() and port.isdecimal() and 0 < int(port[:6]) < 2**16) or (colon and not host):
        return None
    if not colon or host == "localhost":
        return "127.0.0.1", int(port)
    bracketed = host.startswith("[") and host.endswith("]")
    try:
        address = ip_address(host[1:-1] if bracketed else host)
    except ValueError:
        return None
    return (str(address), int(port)) if bracketed == (address.version == 6) else None


class Read(NamedTuple):
    """What a text says: the settings, defaults where it says nothing or something wrong, and what was wrong."""

    settings: Settings
    troubles: tuple[Message, ...] = ()


def read(text: str) -> Read:
    """The settings that a text holds. Never fails; what cannot be read at all is one trouble."""
    import tomllib  # only where there is a file

    try:
        tree = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        # ValueError also where a number is longer than Python will read; RecursionError where lists nest too deep.
        why = " ".join(str(error).split()) if isinstance(error, tomllib.TOMLDecodeError) else "no such value can be"
        return Read(Settings(), (Message("settings.unreadable", why=why[:1].lower() + why[1:]),))
    settings, troubles = Settings(), []
    for key, value in tree.items():
        if key not in KEYS:
            shown = key if len(key) <= _SHOWN_MOST else f"{key[:_SHOWN_MOST]}…"
            troubles.append(Message("settings.unknown", name=shown, known=", ".join(KEYS)))
        elif right(key, value):
            settings = settings.with_value(key, value)
        else:
            troubles.append(Message(f"settings.wrong.{key}", value=_shown(value)))
    return Read(settings, tuple(troubles))


def written(settings: Settings, about: Callable[[str], str]) -> str:
    """The text that holds them. `about` gives a remark for each by its key, and one for the head by the key `head`."""
    parts = [_remark(about("head"))]
    parts += [f"{_remark(about(key))}{key} = {_toml(getattr(settings, key))}\n" for key in KEYS]
    return "\n".join(parts)


def _remark(text: str) -> str:
    return "".join(f"# {line}\n" for line in text.splitlines())


def _toml(value: object) -> str:
    """A value as TOML has it. What JSON escapes TOML escapes alike, but for DEL, which JSON lets pass."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _shown(value: object) -> str:
    """A wrong value as part of a sentence: not the whole of it when somebody wrote a novel."""
    if isinstance(value, str):
        return f'"{value}"' if len(value) <= _SHOWN_MOST else f'"{value[:_SHOWN_MOST]}…"'
    if isinstance(value, bool):
        return str(value).lower()
    # Hexadecimal, because Python refuses to write a very long number in tens.
    if isinstance(value, int):
        return str(value) if abs(value) < 10**_SHOWN_MOST else f"{hex(value)[:_SHOWN_MOST]}…"
    if isinstance(value, dict):
        return "{…}"
    return "[…]" if isinstance(value, list) else str(value)
