"""The values in `companion.toml`: what people write, read as what they mean, and how it should be written. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from datetime import date, datetime

from companion.reader import Reader, Wrong
from companion.toml_slips import SWITCHES
from companion.words import LANGUAGES

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


def _board(value: Reader, raw: str) -> Found:
    text = value.text() if isinstance(value.value, str) else value.raise_wrong("value.text")
    plain = unicodedata.normalize("NFKC", text).strip()
    if not plain.lower().endswith(".toml"):
        plain = re.sub("[ _‐‑‒–—−]+", "-", plain)
    if not NAME.fullmatch(plain) or plain.startswith("-"):
        value.raise_wrong("image.wrong.board")
    return (text, "") if NAME.fullmatch(text) else (plain, f'"{plain}"')


def _language(value: Reader, raw: str) -> Found:
    text = str(value.value).strip().casefold()
    found = _LANGUAGES.get(text, text)
    if value.value in LANGUAGES:
        return value.value, ""
    return (
        (found, f'"{found}"') if found in LANGUAGES else value.raise_wrong("value.one-of", known=", ".join(LANGUAGES))
    )


def _web(value: Reader, raw: str) -> Found:
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
    if len(numbers) != 3:
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
        # The message lacks the value: others read the glass, too.
        raise Wrong(value.path, "image.wrong.wifi-password", least=PASSWORD_LEAST, most=PASSWORD_MOST)
    return password, cure and '"…"'


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
    "web": _web,
    "date": _date,
    "name": _wifi_name,
    "password": _password,
    "country": _country,
}
"""How the values are read; each raises Wrong."""
