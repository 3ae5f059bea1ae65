"""`hall.toml`, the file of a table or of a board, as values. Reading it raises Wrong with the place of a fault."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, time
from errno import ENAMETOOLONG
from typing import NamedTuple, NoReturn
from urllib.parse import SplitResult, urlsplit
from zoneinfo import ZoneInfo

from companion.hall.canonical import person_id, sha256
from companion.hall.fields import KEY, TITLE_MOST, digits, key, optional, plain_text
from companion.hall.people import NAMES
from companion.hall.standings import Scope, Weights
from companion.reader import Reader, from_toml
from companion.texts import reason_of
from companion.toml_slips import HIDDEN
from companion.words import LANGUAGES

ReadFile = Callable[[str], str]
"""Gives the text of a file with a secret; raises OSError and ValueError."""

LIVE, BEAT, OFF = "live", "beat", "off"
MARK, REFUSE = "mark", "refuse"
PEM = "-----BEGIN CERTIFICATE-----"
"""`ca` begins so if it is a certificate and not the name of a file."""
PORTS = {"mqtt": 1883, "mqtts": 8883}


class Secret(Reader):
    """A value that no message shows."""

    def raise_wrong(self, key: str, /, **params: object) -> NoReturn:
        super().raise_wrong(key, **{**params, "value": HIDDEN})


class Broker(NamedTuple):
    """The address of a broker; `tls` for `mqtts://`."""

    host: str
    port: int
    tls: bool

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'mqtts' if self.tls else 'mqtt'}://{host}:{self.port}"


class Login(NamedTuple):
    """How to log in at the brokers; `cert` and `cert_key` are names of files, `ca` is one or the certificate itself."""

    user: str | None
    password: str | None
    ca: str | None
    cert: str | None
    cert_key: str | None


class BoardConfig(NamedTuple):
    """The part for the board. `secret` is None where nobody signs; `hosts` are other names of its machine."""

    web: tuple[str, int]
    secret: str | None
    unsigned: str
    tables: int
    zone: ZoneInfo
    begins: time
    title: str
    hosts: tuple[str, ...]
    language: str


class Config(NamedTuple):
    """What `hall.toml` says. `table` and `key` are None on a board, `names` and `people_key` are of `[people]`.
    `revoked` says how often the secrets of a table were revoked.
    """

    club: str
    table: str | None
    brokers: tuple[Broker, ...]
    login: Login
    key: str | None
    names: str
    people_key: str | None
    home_assistant: bool
    state: str
    state_every: int
    board: BoardConfig
    leagues: dict[str, Scope]
    ratings: bool
    without: tuple[str, ...]
    revoked: dict[str, int]

    @property
    def policy(self) -> str:
        """An id of the names that a table gives away and of its key: after a change everything is sent once more, and
        boards must confirm with the new key. It does not give a key away.
        """
        keys = [person_id(key, "policy") if key is not None else None for key in (self.people_key, self.key)]
        return sha256(["policy", self.names, *keys])[:16]


def parse_config(text: str, read_file: ReadFile) -> Config:
    """The configuration of a text; raises Wrong or Unparsed."""
    top = Reader(from_toml(text))
    top.only(
        "club", "table", "broker", "user", "password", "password_file", "ca", "cert", "cert_key", "key", "key_file",
        "people", "publish", "board", "league", "ratings", "revoked",
    )  # fmt: skip
    people = top.get("people", {}).only("names", "key", "key_file")
    publish = top.get("publish", {}).only("home_assistant", "state", "state_every")
    ratings = top.get("ratings", {}).only("on", "without")
    table = optional(top.get("table"), _key)
    if table == "board":
        top.member("table").raise_wrong("hall.config.table")
    table_key = _secret(top, "key", read_file, lambda value: digits(value, 64, fault="hall.config.table-key"))
    brokers = _one_or_many(top.member("broker"))
    if not brokers:
        top.member("broker").raise_wrong("hall.config.broker")
    user, ca, cert, cert_key = [optional(top.get(name), _filled) for name in ("user", "ca", "cert", "cert_key")]
    if ca is not None:
        ca = ca[max(0, ca.find(PEM)) :]  # people write a remark above it
    login = Login(user, _secret(top, "password", read_file), ca, cert, cert_key)
    return Config(
        _key(top.member("club")),
        table,
        tuple([_broker(one) for one in brokers]),
        login,
        table_key,
        people.get("names", "none").one_of(NAMES),
        _secret(people, "key", read_file),
        publish.get("home_assistant", False).boolean(),
        publish.get("state", LIVE).one_of((LIVE, BEAT, OFF)),
        publish.get("state_every", 15).integer(5, 3600),
        _board(top.get("board", {}), read_file),
        {_name(name, league): _league(league) for name, league in top.get("league", {}).members().items()},
        ratings.get("on", False).boolean(),
        tuple([digits(person, 16, fault="hall.config.person") for person in _one_or_many(ratings.get("without", []))]),
        {_name(name, count): count.integer(1, 1000) for name, count in top.get("revoked", {}).members().items()},
    )


def _key(value: Reader) -> str:
    return key(_hidden(value), "hall.config.key")  # a password may stand in the line of a name


def _one_or_many(value: Reader) -> list[Reader]:
    return value.entries() if isinstance(value.value, list) else [value]


def _filled(value: Reader) -> str:
    if not value.text().strip():
        value.raise_wrong("hall.config.empty")
    return value.text()


def _secret(
    part: Reader, name: str, read_file: ReadFile, read: Callable[[Reader], str] = _filled
) -> str | None:  # fmt: skip
    """A secret, which may stand in a file of its own."""
    secret = part.get(name)
    file = part.get(f"{name}_file")
    if file.is_null:
        return optional(_hidden(secret), read)
    if not secret.is_null:
        _hidden(file).raise_wrong("hall.config.twice", other=name)
    try:
        text = read_file(file.text()).strip()
    except (OSError, ValueError) as error:
        # People write the secret itself there; its line is named all the same.
        there = not isinstance(error, FileNotFoundError) and getattr(error, "errno", None) != ENAMETOOLONG
        (file if there else _hidden(file)).raise_wrong("hall.config.file", why=reason_of(error))
    return read(Secret(text, file.path))


def _hidden(value: Reader) -> Secret:
    return Secret(value.value, value.path)


def _broker(value: Reader) -> Broker:
    def read(text: str) -> Broker:
        url: SplitResult = urlsplit(text)
        port = url.port if url.port is not None else PORTS.get(url.scheme, 0)
        bare = not (url.path.strip("/") or url.query or url.fragment or url.username or url.password)
        if url.scheme not in PORTS or not url.hostname or not port or not bare:
            raise ValueError(text)
        return Broker(url.hostname, port, url.scheme == "mqtts")

    return _hidden(value).read(read, "hall.config.broker")  # mqtt://user:password@host


def _board(part: Reader, read_file: ReadFile) -> BoardConfig:
    part.only(
        "web", "secret", "secret_file", "unsigned", "tables", "timezone", "day_begins", "title", "hosts", "language"
    )

    def zone(text: str) -> ZoneInfo:
        try:
            return ZoneInfo(text)
        except Exception as error:  # KeyError, ValueError and OSError, depending on the text
            raise ValueError(text) from error

    return BoardConfig(
        part.get("web", "127.0.0.1:8100").read(parse_web, "hall.config.web"),
        _secret(part, "secret", read_file),
        part.get("unsigned", REFUSE).one_of((REFUSE, MARK)),
        part.get("tables", 600).integer(1, 600),
        part.get("timezone", "UTC").read(zone, "hall.config.zone"),
        part.get("day_begins", "06:00").read(_clock_time, "hall.config.time"),
        plain_text(part.get("title", "Table Companion"), TITLE_MOST, "hall.config.title"),
        tuple([host.read(_host, "hall.config.host") for host in _one_or_many(part.get("hosts", []))]),
        part.get("language", "en").one_of(LANGUAGES),
    )


def _host(text: str) -> str:
    if not re.fullmatch(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?", text.lower()):
        raise ValueError(text)
    return text.lower()


def parse_web(text: str) -> tuple[str, int]:
    """Host and port of a text like `127.0.0.1:8100`; raises ValueError."""
    url = urlsplit(f"//{text}")
    if not url.hostname or url.port is None or url.path:
        raise ValueError(text)
    return url.hostname, url.port


def _clock_time(text: str) -> time:
    if not re.fullmatch("[0-9]{2}:[0-9]{2}", text):
        raise ValueError(text)
    return time.fromisoformat(text)


def _name(name: str, league: Reader) -> str:
    if not re.fullmatch(KEY, name):
        league.raise_wrong("hall.config.name")
    return name


def _league(part: Reader) -> Scope:
    part.only("from", "to", "kinds", "win", "draw", "loss")
    kinds = part.get("kinds")
    points = [part.get(name, default).integer(-100, 100) for name, default in (("win", 2), ("draw", 1), ("loss", 0))]
    first, last = optional(part.get("from"), _day), optional(part.get("to"), _day)
    if first is not None and last is not None and first > last:
        part.member("to").raise_wrong("hall.config.order", first=first)
    return Scope(
        first,
        last,
        None if kinds.is_null else tuple([_key(kind) for kind in _one_or_many(kinds)]),
        Weights(*points),
    )


def _day(value: Reader) -> str:
    if isinstance(value.value, date):
        return value.value.isoformat()[:10]  # TOML has days of its own
    return value.read(lambda text: date.fromisoformat(text).isoformat(), "hall.config.day")
