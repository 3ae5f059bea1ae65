"""`companion.toml`, which people edit on the card: a text in, what it asks for and its faults out. Pure.

People who edit it need not know TOML. What can mean only one thing counts and is told, with how it should be written; a
wrong entry is a fault and its default holds; the other entries count.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from datetime import date
from difflib import get_close_matches
from typing import Any, NamedTuple

from companion.commands.image.toml_values import DATE_FROM, READERS, YEARS
from companion.kit.refusals import Message
from companion.reader import Reader, Wrong, line_of
from companion.toml_slips import Slip, mend
from companion.values import Frozen

FILE = "companion.toml"
KEYS = ("board", "language", "web", "date", "wifi")
BOARD = "plain"
FAULTS_MOST = 12
"""The most faults that are named; the glass shows them one after the other."""
SECRETS = ("password",)
"""The keys whose values no message shows: others read the glass, too."""
USUAL = {"board": BOARD, "language": "en", "name": "the name of the Wi-Fi", "password": "its password", "country": "DE"}
"""What the file has from the beginning."""
_OTHER_KEYS = {
    "wlan": "wifi", "wi-fi": "wifi", "wireless": "wifi", "network": "wifi", "netzwerk": "wifi", "ネットワーク": "wifi",
    "ssid": "name", "pass": "password", "passwort": "password", "kennwort": "password", "pw": "password",
    "psk": "password", "key": "password", "パスワード": "password", "名前": "name", "国": "country", "land": "country",
    "lang": "language", "sprache": "language", "言語": "language", "ボード": "board", "日付": "date", "datum": "date",
}  # fmt: skip
"""What people call the keys."""


class Wifi(Frozen):
    """A network: an empty password means an open one, 64 hexadecimal digits are the key itself.

    Without a country its radio keeps to what is allowed everywhere.
    """

    name: str
    password: str
    country: str = ""


class Asked(Frozen):
    """What a file asks for. `language` and `date` are None where it names none."""

    board: str = BOARD
    language: str | None = None
    wifi: Wifi | None = None
    web: bool = False
    date: date | None = None


class Fault(NamedTuple):
    """What is wrong, and the line, if it is known. `then` is what follows from it, the key of a text: `default`, a
    default holds; `understood`, it counts as it is meant; `left-out`, the line counts for nothing; or empty.
    """

    what: Message
    line: int | None = None
    then: str = "default"


class Parsed(NamedTuple):
    """What a text asks for, the line of its board, and its faults."""

    asked: Asked
    board_line: int | None = None
    faults: tuple[Fault, ...] = ()


class _Entry(NamedTuple):
    """An entry: its place, the value, how it is written, and its line."""

    path: tuple[str, ...]
    value: object
    raw: str
    line: int | None


def parse(text: str, today: date) -> Parsed:
    """What a text asks for; `today` is the day by the clock. Never fails."""
    if not text.strip():
        return Parsed(Asked(), faults=(Fault(Message("image.wrong.empty")),))
    if text.lstrip().startswith("{\\rtf"):
        return Parsed(Asked(), faults=(Fault(Message("image.wrong.rtf")),))
    mended = mend(text, SECRETS, USUAL)
    faults = [_fault_of(slip) for slip in mended.slips]
    found: dict[str, _Entry] = {}
    for entry in _entries(mended.tree, mended.text):
        name = _meant(entry.path[-1])
        if name is None or (name == "wifi" and not isinstance(entry.value, dict)):
            known = _names(WIFI) if entry.path[0] == "wifi" and len(entry.path) > 1 else _names(KEYS)
            params: dict[str, object] = {"field": ".".join(entry.path), "known": known}
            key = "image.wrong.wifi" if name == "wifi" else "value.unknown"
            faults.append(Fault(Message(key, **params), entry.line, "" if name is None else "default"))
            continue
        faults += _misplaced(entry, name)
        left_out, counts = found.get(name), entry
        if left_out is not None and name in USUAL and entry.value == USUAL[name] != left_out.value:
            left_out, counts = entry, left_out
        if left_out is not None and name != "wifi":
            faults.append(Fault(Message("toml.twice", other=counts.line or 0), left_out.line, "left-out"))
        found[name] = counts
    asked: dict[str, Any] = {}
    for name, entry in found.items():
        if name != "wifi":
            _read(name, entry, today, asked, faults)
    wifi = _wifi(asked, found, faults)
    if asked.get("web") and wifi is None and not found.keys() & {"wifi", *WIFI}:
        faults.append(Fault(Message("image.wrong.web-alone"), found["web"].line, ""))
    chosen = {name: value for name, value in asked.items() if name not in WIFI}
    line = found["board"].line if "board" in asked else None
    return Parsed(Asked(**chosen, wifi=wifi), line, _first(faults))


def _first(faults: list[Fault]) -> tuple[Fault, ...]:
    """The faults in the order of their lines; of very many the first, and how many there are besides."""
    # Where the value itself has to be written otherwise, that cure is enough.
    written = {fault.line for fault in faults if fault.what.key == "image.wrong.write"}
    faults = [fault for fault in faults if fault.line not in written or not fault.what.key.startswith("toml.")]
    in_order = sorted(faults, key=lambda fault: fault.line or 0)
    if len(in_order) <= FAULTS_MOST:
        return tuple(in_order)
    more = Fault(Message("image.wrong.more", count=len(in_order) - FAULTS_MOST), None, "")
    return (*in_order[:FAULTS_MOST], more)


def _fault_of(slip: Slip) -> Fault:
    if slip.other is not None:
        return Fault(Message(slip.key, other=slip.other), slip.line, "left-out")
    if not slip.cure:
        return Fault(Message(slip.key, example=f'board = "{BOARD}"'), slip.line, "left-out")
    return Fault(Message(slip.key, cure=slip.cure), slip.line, "understood")


# -- names


WIFI = ("name", "password", "country")


def _entries(tree: dict[str, object], text: str) -> Iterator[_Entry]:
    """The entries of a text, those in its tables behind the table itself."""
    lines = text.splitlines()
    for key, value in tree.items():
        yield _entry((key,), value, text, lines)
        if isinstance(value, dict):
            for inner, inside in value.items():
                yield _entry((key, inner), inside, text, lines)


def _entry(path: tuple[str, ...], value: object, text: str, lines: list[str]) -> _Entry:
    line = line_of(text, path)
    written = re.search(r"=\s*(.*?)\s*(?:#.*)?$", lines[line - 1]) if line is not None else None
    return _Entry(path, value, written[1] if written is not None else "", line)


def _meant(key: str) -> str | None:
    """The name that people mean by a key; None if nobody knows."""
    plain = unicodedata.normalize("NFKC", key).strip().casefold()
    known = (*KEYS, *WIFI)
    if plain in known or plain in _OTHER_KEYS:
        return _OTHER_KEYS.get(plain, plain)
    swapped = [other for other in known if sorted(other) == sorted(plain)]
    if swapped:
        return swapped[0]
    near = get_close_matches(plain, (*known, *[other for other in _OTHER_KEYS if other.isascii()]), 1, 0.72)
    return _OTHER_KEYS.get(near[0], near[0]) if near else None


def _misplaced(entry: _Entry, name: str) -> list[Fault]:
    """What is wrong with the name and the place of an entry that is understood."""
    faults = []
    if entry.path[-1] != name:
        cure = f"[{name}]" if isinstance(entry.value, dict) else name
        faults.append(Fault(Message("image.wrong.key", found=entry.path[-1], cure=cure), entry.line, "understood"))
    inside = len(entry.path) > 1 and _meant(entry.path[0]) == "wifi"
    if name in WIFI and not inside:
        faults.append(Fault(Message("image.wrong.above-wifi", name=name), entry.line, "understood"))
    elif name in KEYS and len(entry.path) > 1:
        faults.append(
            Fault(Message("image.wrong.below-wifi", name=name, section=entry.path[0]), entry.line, "understood")
        )
    return faults


def _names(known: tuple[str, ...]) -> str:
    return ", ".join(known)


def _read(name: str, entry: _Entry, today: date, asked: dict[str, Any], faults: list[Fault]) -> None:
    """Read the value of an entry into what is asked, or name its fault."""
    path = ("wifi", name) if name in WIFI else (name,)
    try:
        asked[name], cure = READERS[name](Reader(entry.value, path), entry.raw)
        if name == "date" and not DATE_FROM <= asked[name] <= today.replace(year=today.year + YEARS, day=1):
            raise Wrong(path, "image.wrong.date-far", value=asked.pop(name).isoformat(), least=DATE_FROM.year)
    except Wrong as wrong:
        faults.append(Fault(Message(wrong.key, field=wrong.field, **wrong.params), entry.line))
    else:
        if cure:
            faults.append(Fault(Message("image.wrong.write", cure=f"{name} = {cure}"), entry.line, "understood"))


def _wifi(asked: dict[str, Any], found: dict[str, _Entry], faults: list[Fault]) -> Wifi | None:
    """The network, if its name and password are there."""
    if not found.keys() & {"wifi", *WIFI}:
        return None
    first = found.get("wifi") or next(found[name] for name in WIFI if name in found)
    for name in WIFI:
        if name not in found:
            then = "" if name == "country" else "default"
            faults.append(Fault(Message("image.wrong.wifi-missing", name=name), first.line, then))
    if "name" not in asked or "password" not in asked:
        return None
    return Wifi(asked["name"], asked["password"], asked.get("country", ""))
