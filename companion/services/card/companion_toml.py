"""`companion.toml`, which people edit on the card: a text in, what it asks for and its faults out. Pure.

People who edit it need not know TOML. What can mean only one thing counts, and a message says how it should be
written; a wrong entry is a fault and its default holds; the other entries count.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator
from datetime import date, datetime
from difflib import get_close_matches
from typing import Any, NamedTuple

from companion.messages import Message
from companion.reader import Reader, Wrong
from companion.toml_places import find_places, line_at, offset_of
from companion.toml_slips import HIDDEN, SWITCHES, Slip, mend, without_words
from companion.values import Frozen
from companion.words import LANGUAGES
from hardware.boards.profile import is_known, nearest

FILE = "companion.toml"
KEYS = ("board", "language", "web", "phones", "date", "wifi")
BOARD = "plain"
FAULTS_MOST = 12
"""The most faults that are named; the glass shows them one after the other."""
SHOWN = frozenset(("board", "language", "web", "phones", "date", "country"))
"""The keys whose values a message may show, because others read the glass, too. Any other may hold the password: also
the name of the network, in the line above it."""
COUNTING = {"board": BOARD, "language": "en"}
USUAL = {**COUNTING, "name": "the name of the Wi-Fi", "password": "its password", "country": "DE"}
"""The values that the file has from the beginning: those that count, and these with those in its remarks."""
_OTHER_KEYS = {
    "wlan": "wifi", "wi-fi": "wifi", "wireless": "wifi", "network": "wifi", "netzwerk": "wifi", "ネットワーク": "wifi",
    "ssid": "name", "pass": "password", "passwort": "password", "kennwort": "password", "pw": "password",
    "passphrase": "password", "psk": "password", "key": "password", "パスワード": "password", "名前": "name",
    "国": "country", "land": "country",
    "lang": "language", "sprache": "language", "言語": "language", "ボード": "board", "日付": "date", "datum": "date",
}  # fmt: skip
"""What people call the keys."""
_ELSEWHERE = ("keyboard", "band")
"""Keys of other systems that look like some of these."""
WIFI = ("name", "password", "country")
NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}")
"""A board, or a board's file beside `companion.toml`: install.sh allows the same letters."""
NAME_MOST = 32
PASSWORD_LEAST, PASSWORD_MOST = 8, 63
"""The bytes of the name and the password of a network (IEEE 802.11)."""
DATE_FROM, YEARS = date(2025, 1, 1), 10
"""A date lies behind this one, and at most this number of years behind the clock."""
_LANGUAGES = {
    **dict.fromkeys(("english", "englisch", "en-us", "en-gb", "en_us", "en_gb", "eng", "英語"), "en"),
    **dict.fromkeys(("japanese", "japanisch", "jp", "jpn", "ja-jp", "ja_jp", "日本語", "nihongo"), "ja"),
}
_COUNTRIES = frozenset(
    "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ "
    "CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM "
    "FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS "
    "IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML "
    "MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN "
    "PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG "
    "TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW".split()
)
"""The countries of ISO 3166-1."""
Found = tuple[object, str]
"""A value, and how it should be written; empty if it is written so."""


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
    phones: bool = False
    date: date | None = None


class Fault(NamedTuple):
    """What is wrong, and the line, if it is known. `then` is what follows from it, the key of a text: `default`, a
    default holds; `last-board`, the board of the last start does, if there was one; `understood`, it counts as it is
    meant; `left-out`, the line counts for nothing; or empty.
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
    if "\n" not in text:
        text = text.replace("\r", "\n")  # as old Macs end lines
    mended = mend(text, _may_show, USUAL)
    faults = [_fault_of(slip) for slip in mended.slips]
    found: dict[str, _Entry] = {}
    entries = list(_entries(mended.tree, mended.text))
    named = {name for entry in entries if (name := _known(entry.path[-1])) and entry.value != COUNTING.get(name)}
    for entry in entries:
        name = _meant(entry.path[-1], named)
        if name is None or (name == "wifi" and not isinstance(entry.value, dict)):
            known = WIFI if len(entry.path) > 1 and _meant(entry.path[0]) == "wifi" else KEYS
            params: dict[str, object] = {"field": ".".join(map(without_words, entry.path)), "known": ", ".join(known)}
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
    if asked.get("phones") and not asked.get("web", "web" in found):  # of a web that is wrong, that is said
        faults.append(Fault(Message("image.wrong.phones-alone"), found["phones"].line, ""))
    chosen = {name: value for name, value in asked.items() if name not in WIFI}
    line = found["board"].line if "board" in asked else None
    return Parsed(Asked(**chosen, wifi=wifi), line, _first(faults))


def _first(faults: list[Fault]) -> tuple[Fault, ...]:
    """The faults in the order of their lines; of very many the first, and how many there are besides."""
    # Where the value itself has to be written otherwise, or is wrong, that is enough.
    of_value = {
        fault.line
        for fault in faults
        if fault.what.key == "image.wrong.write"
        or (fault.then in ("default", "last-board") and "field" in fault.what.params)
    }
    faults = [fault for fault in faults if fault.line not in of_value or not fault.what.key.startswith("toml.")]
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


def _entries(tree: dict[str, object], text: str) -> Iterator[_Entry]:
    """The entries of a text, those in its tables behind the table itself."""
    places, lines = find_places(text), text.splitlines()

    def entry(path: tuple[str, ...], value: object) -> _Entry:
        offset = offset_of(path, places)
        line = None if offset is None else line_at(text, offset)
        name = rf"""\s*[\w."'-]*{re.escape(path[-1])}["']?\s*="""
        written = re.match(rf"{name}\s*(.*?)\s*(?:#.*)?$", lines[line - 1]) if line is not None else None
        return _Entry(path, value, written[1] if written is not None else "", line)

    for key, value in tree.items():
        yield entry((key,), value)
        if isinstance(value, dict):
            for inner, inside in value.items():
                yield entry((key, inner), inside)


def _meant(key: str, named: Collection[str] = ()) -> str | None:
    """The name that people mean by a key; None if nobody knows. What is like one of those that are `named` besides is
    something else: `password2` beside `password`.
    """
    meant = _known(key)
    if meant is not None:
        return meant
    plain = _plain(key)
    if plain in _ELSEWHERE:
        return None
    swapped = [name for name in (*KEYS, *WIFI) if sorted(name) == sorted(plain)]
    keys = (*KEYS, *WIFI, *[other for other in _OTHER_KEYS if other.isascii()])
    near = swapped or get_close_matches(plain, keys, 1, 0.72)
    meant = _known(near[0]) if near else None
    return None if meant in named else meant


def _known(key: str) -> str | None:
    """The name of a key that is written right, or as people call it; None for any other."""
    plain = _plain(key)
    return plain if plain in (*KEYS, *WIFI) else _OTHER_KEYS.get(plain)


def _plain(key: str) -> str:
    return unicodedata.normalize("NFKC", key).strip().casefold()


def _may_show(key: str, value: object) -> bool:
    """Whether a message may show the value of a key: not if it may be the password, or has a second entry in it."""
    plain = _plain(key)
    return _OTHER_KEYS.get(plain, plain) in SHOWN and not re.search('[=:,{"]', str(value))


def _misplaced(entry: _Entry, name: str) -> list[Fault]:
    """What is wrong with the name and the place of an entry that is understood."""
    faults = []
    if entry.path[-1] != name:
        cure = f"[{name}]" if isinstance(entry.value, dict) else name
        faults.append(
            Fault(Message("image.wrong.key", found=without_words(entry.path[-1]), cure=cure), entry.line, "understood")
        )
    inside = len(entry.path) > 1 and _meant(entry.path[0]) == "wifi"
    if name in WIFI and not inside:
        faults.append(Fault(Message("image.wrong.above-wifi", name=name), entry.line, "understood"))
    elif name in KEYS and len(entry.path) > 1:
        faults.append(
            Fault(Message("image.wrong.below-wifi", name=name, section=entry.path[0]), entry.line, "understood")
        )
    return faults


def _read(name: str, entry: _Entry, today: date, asked: dict[str, Any], faults: list[Fault]) -> None:
    path = ("wifi", name) if name in WIFI else (name,)
    try:
        asked[name], cure = READERS[name](Reader(entry.value, path), entry.raw)
        if name == "date" and not DATE_FROM <= asked[name] <= today.replace(year=today.year + YEARS, day=1):
            raise Wrong(path, "image.wrong.date-far", value=asked.pop(name).isoformat(), least=DATE_FROM.year)
    except Wrong as wrong:
        params = wrong.params if _may_show(name, entry.value) else {**wrong.params, "value": HIDDEN}
        then = "last-board" if name == "board" else "default"
        faults.append(Fault(Message(wrong.key, field=wrong.field, **params), entry.line, then))
    else:
        if cure:
            shown = cure if _may_show(name, entry.value) else f'"{HIDDEN}"'
            faults.append(Fault(Message("image.wrong.write", cure=f"{name} = {shown}"), entry.line, "understood"))


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


def _board(value: Reader, raw: str) -> Found:
    text = value.text() if isinstance(value.value, str) else value.raise_wrong("value.text")
    plain = unicodedata.normalize("NFKC", text).strip()
    if not plain.lower().endswith(".toml"):
        plain = re.sub("[ _‐‑‒–—−]+", "-", plain)
    meant = text if NAME.fullmatch(text) or "/" in plain else nearest(plain)
    if not NAME.fullmatch(meant) or meant.startswith("-"):
        value.raise_wrong("image.wrong.board")
    return meant, f'"{meant}"' if meant != text and (is_known(meant) or meant.lower().endswith(".toml")) else ""


def _language(value: Reader, raw: str) -> Found:
    text = str(value.value).strip().casefold()
    found = _LANGUAGES.get(text, text)
    if value.value in LANGUAGES:
        return value.value, ""
    return (
        (found, f'"{found}"') if found in LANGUAGES else value.raise_wrong("value.one-of", known=", ".join(LANGUAGES))
    )


def _switch(value: Reader, raw: str) -> Found:
    if isinstance(value.value, bool):
        return value.value, ""
    found = {"1": "true", "0": "false"}.get(str(value.value)) or SWITCHES.get(str(value.value).strip().casefold())
    return (found == "true", found) if found else value.raise_wrong("value.switch")


def _date(value: Reader, raw: str) -> Found:
    given = value.value
    if isinstance(given, datetime):
        given = given.date()
    if isinstance(given, date):
        return given, ""
    found = _date_of(str(given)) or value.raise_wrong("image.wrong.date")
    return found, found.isoformat()


def _date_of(text: str) -> date | None:
    """The day that a text means, if it can mean one only."""
    numbers = re.findall(r"\d+", unicodedata.normalize("NFKC", text))
    if len(numbers) == 1 and len(numbers[0]) == 8:
        numbers = [numbers[0][:4], numbers[0][4:6], numbers[0][6:]]
    if len(numbers) != 3 or 4 not in (len(numbers[0]), len(numbers[2])):
        return None
    first, second, third = map(int, numbers)
    orders = [(first, second, third)] if len(numbers[0]) == 4 else [(third, second, first)]
    if len(numbers[0]) != 4 and "." not in text:
        orders.append((third, first, second))  # the month first, as in America
    days = set()
    for year, month, day in orders:
        try:
            days.add(date(year, month, day))
        except ValueError:
            continue
    return days.pop() if len(days) == 1 else None


def _wifi_name(value: Reader, raw: str) -> Found:
    name, cure = _as_text(value, raw)
    if not 1 <= len(name.encode()) <= NAME_MOST:
        value.raise_wrong("image.wrong.wifi-name", most=NAME_MOST)
    return name, cure


def _password(value: Reader, raw: str) -> Found:
    password, cure = _as_text(value, raw)
    if not _is_password(password):
        value.raise_wrong("image.wrong.wifi-password", least=PASSWORD_LEAST, most=PASSWORD_MOST)
    return password, cure


def _country(value: Reader, raw: str) -> Found:
    given = str(value.value).strip().upper()
    code = {"UK": "GB"}.get(given, given)
    if code not in _COUNTRIES:
        value.raise_wrong("image.wrong.wifi-country")
    return code, "" if code == str(value.value).upper() else f'"{code}"'


def _as_text(value: Reader, raw: str) -> tuple[str, str]:
    """A text; a number or a date as it is written."""
    if isinstance(value.value, str):
        return value.value, ""
    if isinstance(value.value, bool | list | dict) or not raw:
        value.raise_wrong("value.text")
    return raw, f'"{raw}"'


def _is_password(text: str) -> bool:
    return not text or is_key(text) or (PASSWORD_LEAST <= len(text.encode()) <= PASSWORD_MOST and text.isprintable())


def is_key(password: str) -> bool:
    """Whether a password is the key itself."""
    return re.fullmatch("[0-9A-Fa-f]{64}", password) is not None


READERS: dict[str, Callable[[Reader, str], Found]] = {
    "board": _board,
    "language": _language,
    "web": _switch,
    "phones": _switch,
    "date": _date,
    "name": _wifi_name,
    "password": _password,
    "country": _country,
}
"""How the values are read; each raises Wrong."""
