"""The settings as a value, their text in TOML, and how that is read. Pure; the file itself is in `settings_file`.

People may read and change the text too. A wrong entry is reported and its default is used; the other entries count, and
the device starts.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from ipaddress import ip_address

from companion.messages import Message
from companion.reader import Reader, Unparsed, Wrong, as_short_json, from_toml
from companion.values import Frozen, NamedTuple, replace
from companion.words import LANGUAGES

NEVER = "never"
LEFT_HAND = "left"
KEYS_TOO = "keys"
"""Sounds, and for every key that does something a click."""
SECONDS_LEAST, SECONDS_MOST = 5, 86_400
THINK_LEAST, THINK_MOST = 1, 600
BRIGHTNESS_LEAST, BRIGHTNESS_MOST = 10, 100

Value = str | int | bool


class Settings(Frozen):
    """What people have chosen.

    `score`, `dim` and `dark` are seconds without a key, or NEVER; `brightness` is a percentage; `rotation` is how the
    picture stands, `turn` faces the player in turn; `legend` is where the pictures of the keys are, empty for the place
    that the board's file names; `hand` is the hand that holds the device, and for LEFT_HAND UP and DOWN change their
    places with OK and BACK; with `invert` what is lit is dark; `sounds` may also be KEYS_TOO; with `small` lists, texts
    and banners are in small letters; with `motion` figures move for a moment after an entry; with `risk` the table
    shows what is known only from discards and won tricks; with `ratings` figures and reports have the ratings of
    people; the device thinks for `think_s` seconds at most; with `keyboards` those that are plugged in are used, with
    the letters where `layout` has them; with `phones` phones that were paired may press in the web window; `web` is
    where the web window is, or empty (see `parse_address`); `font` is the path of a font file, empty for the installed
    one; `chip` is the chip of the default board's display, empty as long as nobody has chosen one.
    """

    language: str = "en"
    score: int | str = 30
    dim: int | str = 120
    dark: int | str = 600
    brightness: int = 50
    rotation: str = "normal"
    repeat: str = "normal"
    legend: str = ""
    hand: str = "right"
    invert: bool = False
    sounds: bool | str = True
    lights: bool = True
    small: bool = False
    motion: bool = True
    risk: bool = True
    ratings: bool = False
    think_s: int = 10
    keyboards: bool = False
    layout: str = "qwerty"
    phones: bool = False
    web: str = ""
    font: str = ""
    chip: str = ""

    def with_value(self, key: str, value: Value) -> Settings:
        return replace(self, **{key: value})


DEFAULTS = Settings()

CHOICES: dict[str, tuple[str, ...]] = {
    "language": LANGUAGES,
    "rotation": ("normal", "180", "turn"),
    "legend": ("", "right", "left", "none"),
    "hand": ("right", LEFT_HAND),
    "repeat": ("slow", "normal", "fast", "off"),
    "layout": ("qwerty", "qwertz", "azerty", "jis"),
    "chip": ("", "ssd1306", "ssd1309", "sh1106"),
}
"""The settings that are one of a few words."""


KEYS = Settings.__match_args__
FORMER = ("large",)
"""Settings of earlier versions: a file may still have them."""


def _seconds(value: Reader) -> int | str:
    return NEVER if value.value == NEVER else value.integer(SECONDS_LEAST, SECONDS_MOST)


def _web(value: Reader) -> str:
    text = value.text()
    return text if not text or parse_address(text) is not None else value.raise_wrong("settings.wrong.web")


def _path(value: Reader) -> str:
    # A file system takes no NUL, and says so with an exception of its own kind.
    text = value.text()
    return text if "\0" not in text else value.raise_wrong("settings.wrong.font")


_READ: dict[str, Callable[[Reader], Value]] = {
    "score": _seconds,
    "dim": _seconds,
    "dark": _seconds,
    "brightness": lambda value: value.integer(BRIGHTNESS_LEAST, BRIGHTNESS_MOST),
    "sounds": lambda value: KEYS_TOO if value.value == KEYS_TOO else value.boolean(),
    "lights": Reader.boolean,
    "invert": Reader.boolean,
    "small": Reader.boolean,
    "motion": Reader.boolean,
    "risk": Reader.boolean,
    "ratings": Reader.boolean,
    "think_s": lambda value: value.integer(THINK_LEAST, THINK_MOST),
    "keyboards": Reader.boolean,
    "phones": Reader.boolean,
    "web": _web,
    "font": _path,
}
"""How the others are read; raises Wrong."""


def parse_address(text: str) -> tuple[str, int] | None:
    """The address and the port of `PORT` or `ADDRESS:PORT`, an address of IPv6 in brackets; None for anything else.

    A port alone is one that only this machine can call. Of names only localhost: others would have to be asked for.
    """
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


class ParsedSettings(NamedTuple):
    """What a text says: the settings, defaults where it says nothing or something wrong, and what was wrong."""

    settings: Settings
    troubles: tuple[Message, ...] = ()


def parse(text: str) -> ParsedSettings:
    """The settings that a text holds. Never fails; what cannot be read at all is one trouble."""
    try:
        entries = Reader(from_toml(text)).members()
    except Unparsed as fault:
        return ParsedSettings(Settings(), (_unreadable(fault),))
    settings, troubles = Settings(), []
    for key, value in entries.items():
        if key in FORMER:
            continue
        if key not in KEYS:
            troubles.append(Message("settings.unknown", name=value.field, known=", ".join(KEYS)))
            continue
        try:
            right = value.one_of(CHOICES[key]) if key in CHOICES else _READ[key](value)
            settings = settings.with_value(key, right)
        except Wrong:
            known = {"known": ", ".join(map(as_short_json, CHOICES[key]))} if key in CHOICES else {}
            troubles.append(Message(f"settings.wrong.{key}", value=as_short_json(value.value), **known))
    return ParsedSettings(settings, tuple(troubles))


def _unreadable(fault: Unparsed) -> Message:
    if fault.line is None:
        return Message("settings.unreadable")
    return Message("settings.unreadable-line", line=fault.line)


def to_toml(settings: Settings, about: Callable[[str], str]) -> str:
    """The text that holds them. `about` gives a remark for each by its key, and one for the head by the key `head`."""
    parts = [_remark(about("head"))]
    parts += [f"{_remark(about(key))}{key} = {_toml(getattr(settings, key))}\n" for key in KEYS]
    return "\n".join(parts)


def _remark(text: str) -> str:
    return "".join(f"# {line}\n" for line in text.splitlines())


def _toml(value: object) -> str:
    """A value as TOML. JSON escapes the same characters as TOML except DEL, which is escaped here."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
