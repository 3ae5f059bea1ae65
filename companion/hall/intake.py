"""Which messages a board takes: each is checked in a fixed order, and what does not fit is counted, never answered."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Mapping
from typing import NamedTuple

from companion.hall import topics
from companion.hall.canonical import is_signed, table_key
from companion.hall.messages import (
    CONFIRMED_MOST,
    OFFLINE,
    ONLINE,
    RESULT_MOST,
    STATE_MOST,
    VERSION,
    ResultMessage,
    StateMessage,
    parse_json,
    read_result,
    read_state,
    version_of,
)
from companion.hall.topics import TableTopic
from companion.reader import Reader, Unparsed, Wrong

REFUSALS = ("topic", "size", "json", "version", "schema", "mac", "owner", "limit")
RATES = {"result": (100.0, 1000.0), "state": (5.0, 20.0), "online": (5.0, 20.0)}
"""The most messages a second of a table, and the most at once, by what they are."""
MESSAGE_BYTES = 2048
"""The bytes of an ordinary message: a table may send as many of these."""
KNOWN_TIMES = 8
"""For how many times the number of tables with room the board remembers what they sent lately."""


class Allowance:
    """What a table may still send of one kind, in messages and in bytes: it grows by `rate` a second, up to `most`."""

    __slots__ = ("_at", "_bytes", "_messages", "_most", "_rate")

    def __init__(self, rate: float, most: float, now: float) -> None:
        self._rate, self._most, self._at = rate, most, now
        self._messages, self._bytes = most, most * MESSAGE_BYTES

    def take(self, size: int, now: float) -> bool:
        """Whether a message of this size in bytes is allowed at this time; then it counts."""
        grown = (now - self._at) * self._rate
        self._at = now
        self._messages = min(self._most, self._messages + grown)
        self._bytes = min(self._most * MESSAGE_BYTES, self._bytes + grown * MESSAGE_BYTES)
        if self._messages < 1 or self._bytes < size:
            return False
        self._messages -= 1
        self._bytes -= size
        return True


class CheckedMessage(NamedTuple):
    """A message that fits. `message` is True or False for `online` and `offline`."""

    table: str
    message: ResultMessage | StateMessage | bool
    signed: bool


class Refused(Exception):
    """A message that does not fit; `why` is one of REFUSALS."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Intake:
    """Checks messages for a club: `admit` before anything is read, `check` what it says, `place` whether its table has
    room. With a `secret` tables must sign; with `marks` too, those may do without that have never signed. `most` tables
    have room. `revoked` says how often the keys of tables were revoked.
    """

    def __init__(
        self, club: str, secret: str | None, most: int, *, marks: bool, revoked: Mapping[str, int] | None = None
    ) -> None:
        self._club = club
        self._secret = secret
        self._most = most
        self._marks = marks
        self._keys: dict[str, str] = {}
        self._revoked = revoked or {}
        self._allowed: OrderedDict[str, tuple[TableTopic, Allowance]] = OrderedDict()
        self.tables: set[str] = set()
        self.signing: set[str] = set()
        """The tables that have signed."""
        self.refused: Counter[str] = Counter()

    def admit(self, topic: str, size: int, now: float) -> TableTopic | None:
        """What a message of this size is about, None for one of another board; raises Refused. `now` is in seconds
        that only rise.

        Nothing of it is read yet: a flood costs its sender what it may send, and the board nothing else.
        """
        allowed = self._allowed.get(topic)
        if (
            allowed is None
            and size <= CONFIRMED_MOST
            and topics.speaking_board(self._club, topic, "forgotten") is not None
        ):
            return None
        if allowed is None:
            about = self._about(topic, size)
            allowed = self._allowed[topic] = about, Allowance(*RATES[about.what], now)
            if len(self._allowed) > KNOWN_TIMES * self._most:
                self._allowed.popitem(last=False)
        about, allowance = allowed
        _check_size(about, size)
        if not allowance.take(size, now):
            raise Refused("limit")
        return about

    def _about(self, topic: str, size: int) -> TableTopic:
        about = topics.table_topic(self._club, topic)
        if about is None:
            raise Refused("topic")
        _check_size(about, size)
        return about

    def check(self, topic: str, payload: bytes) -> CheckedMessage:
        """The message on a topic; raises Refused."""
        about = self._about(topic, len(payload))
        if about.what == "online":
            if payload not in (ONLINE.encode(), OFFLINE.encode()):
                raise Refused("schema")
            return CheckedMessage(about.table, payload == ONLINE.encode(), False)
        try:
            message = Reader(parse_json(payload))
        except Unparsed:
            raise Refused("json") from None
        try:
            if version_of(message) != VERSION:
                raise Refused("version")
            read = read_result(message) if about.what == "result" else read_state(message)
        except Wrong:
            raise Refused("schema") from None
        return CheckedMessage(about.table, read, self._check_mac(about.table, topic, message))

    def key_of(self, table: str) -> str | None:
        """The key with which a table and the board sign what they say to each other; None where nobody signs."""
        if self._secret is None:
            return None
        if table not in self._keys:
            if len(self._keys) >= 2 * self._most:
                self._keys.clear()
            self._keys[table] = table_key(self._secret, self._club, table, self._revoked.get(table, 0))
        return self._keys[table]

    def _check_mac(self, table: str, topic: str, message: Reader) -> bool:
        key = self.key_of(table)
        if key is None or (message.get("mac").is_null and self._marks and table not in self.signing):
            return False
        if not is_signed(key, topic, message.value):  # type: ignore[arg-type]  # it was read
            raise Refused("mac")
        return True

    def place(self, taken: CheckedMessage) -> bool:
        """Whether the table of a message has a place; raises Refused if there is no room for another one.

        Where tables must sign, only what is signed takes a place; where unsigned tables are marked, a signed one gets
        the place of one that has never signed.
        """
        if taken.signed:
            self.signing.add(taken.table)
        if taken.table in self.tables:
            return True
        if self._secret is not None and not taken.signed and not self._marks:
            return False
        if len(self.tables) >= self._most:
            unsigned = self.tables - self.signing
            if not (taken.signed and unsigned):
                raise Refused("limit")
            self.tables.discard(min(unsigned))
        self.tables.add(taken.table)
        return True


def _check_size(about: TableTopic, size: int) -> None:
    if size > (RESULT_MOST if about.what == "result" else STATE_MOST):
        raise Refused("size")
