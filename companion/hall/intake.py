"""Which messages a board takes: each is checked in a fixed order, and what does not fit is counted, never answered."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from companion.hall import topics
from companion.hall.canonical import is_signed, table_key
from companion.hall.messages import (
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
from companion.reader import Reader, Unparsed, Wrong

REFUSALS = ("topic", "size", "json", "version", "schema", "mac", "owner", "limit")
RATES = {"result": (100.0, 1000.0), "state": (5.0, 20.0), "online": (5.0, 20.0)}
"""The most messages a second of a table, and the most at once, by what they are."""


class Taken(NamedTuple):
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
    """Checks messages for a club. With a `secret` tables must sign; with `marks` too, those may do without that have
    never signed. `most` tables have room.
    """

    def __init__(self, club: str, secret: str | None, most: int, *, marks: bool) -> None:
        self._club = club
        self._secret = secret
        self._most = most
        self._marks = marks
        self._keys: dict[str, str] = {}
        self._room: dict[tuple[str, str], tuple[float, float]] = {}
        self.tables: set[str] = set()
        self.signing: set[str] = set()
        """The tables that have signed."""
        self.refused: Counter[str] = Counter()

    def check(self, topic: str, payload: bytes) -> Taken:
        """The message on a topic; raises Refused. Whether a table says too much is another question: `limit`."""
        about = topics.table_topic(self._club, topic)
        if about is None:
            raise Refused("topic")
        if len(payload) > (RESULT_MOST if about.what == "result" else STATE_MOST):
            raise Refused("size")
        if about.what == "online":
            if payload not in (ONLINE.encode(), OFFLINE.encode()):
                raise Refused("schema")
            return Taken(about.table, payload == ONLINE.encode(), False)
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
        return Taken(about.table, read, self._check_mac(about.table, topic, message))

    def _check_mac(self, table: str, topic: str, message: Reader) -> bool:
        if self._secret is None:
            return False
        if message.get("mac").is_null:
            if self._marks and table not in self.signing:
                return False
            raise Refused("mac")
        if table not in self._keys:
            if len(self._keys) >= 2 * self._most:
                self._keys.clear()
            self._keys[table] = table_key(self._secret, self._club, table)
        if not is_signed(self._keys[table], topic, message.value):  # type: ignore[arg-type]  # it was read
            raise Refused("mac")
        return True

    def limit(self, taken: Taken, now: float) -> None:
        """Raise Refused if there is no room for another table, or the table says too much. `now` is in seconds."""
        if taken.table not in self.tables:
            if len(self.tables) >= self._most:
                raise Refused("limit")
            self.tables.add(taken.table)
        if taken.signed:
            self.signing.add(taken.table)
        what = (
            "online"
            if isinstance(taken.message, bool)
            else "result"
            if isinstance(taken.message, ResultMessage)
            else "state"
        )
        rate, most = RATES[what]
        room, at = self._room.get((taken.table, what), (most, now))
        room = min(most, room + (now - at) * rate)
        if room < 1:
            self._room[taken.table, what] = room, now
            raise Refused("limit")
        self._room[taken.table, what] = room - 1, now
