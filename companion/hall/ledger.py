"""What a board holds: results by its law, the owners of records, standings. Pure; a store writes the rows.

The law: of each game a board holds the greatest revision that it has heard of. `join` is commutative, associative and
idempotent. So it makes no difference in which order messages come, how often, and by which brokers: boards that heard
the same hold the same.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterable
from datetime import UTC, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from companion.hall.fields import seconds_since_1970
from companion.hall.intake import CheckedMessage, Refused
from companion.hall.messages import FINAL, HASH_SHOWN, Person, ResultMessage
from companion.hall.standings import Counted, GameId, Scope, Standings

EARLIEST = seconds_since_1970("2025-01-01T00:00:00Z")
"""A clock that says less was never set."""
FAST_S = 600
"""The most that a clock may be ahead of the board's clock."""
RECORDS_MOST = 100
"""The most records of a table."""
SCOPES_MOST = 32
"""The most standings that are kept up to date."""


def day_of(finished: str | None, arrived: float, zone: ZoneInfo, begins: time, *, clock: bool) -> str:
    """The day of a result, as `2026-11-22`: of its end if the clock of the table can be right, else of its arrival.

    `arrived` is in seconds since 1970; `clock` says whether the table called its clock synchronised. A day begins at
    `begins` in the local time of `zone`: a game that ends after midnight belongs to the evening before.
    """
    at = arrived
    if clock and finished is not None:
        ended = seconds_since_1970(finished)
        if EARLIEST <= ended <= arrived + FAST_S:
            at = ended
    local = datetime.fromtimestamp(at, UTC).astimezone(zone)
    day = local.date() if local.time() >= begins else local.date() - timedelta(days=1)
    return day.isoformat()


class Held(NamedTuple):
    """What a board holds of a game. `disputed`: at this revision it has heard of two different results."""

    revision: int
    hash: str
    disputed: bool = False


def join(one: Held | None, other: Held) -> Held:
    """The one of two that counts: of two revisions the later; of two results of the same revision that with the
    greater hash, and the game is disputed until a later revision comes.
    """
    if one is None or one.revision < other.revision:
        return other
    if one.revision > other.revision:
        return one
    return Held(one.revision, max(one.hash, other.hash), one.disputed or other.disputed or one.hash != other.hash)


class Row(NamedTuple):
    """A result as the board holds it. `arrived` and `first` are when this revision and the game first came, in seconds
    since 1970.
    """

    record: str
    game: int
    revision: int
    hash: str
    state: str
    kind: str
    title: str
    table: str
    day: str
    players: tuple[Person, ...]
    teams: tuple[int, ...] | None
    places: tuple[int, ...] | None
    scores: tuple[int, ...] | None
    ended: str | None
    signed: bool
    disputed: bool
    arrived: float
    first: float

    @property
    def key(self) -> GameId:
        return self.record, self.game

    @property
    def held(self) -> Held:
        """What the law of the board compares."""
        return Held(self.revision, self.hash, self.disputed)

    @property
    def counted(self) -> Counted | None:
        """For standings and ratings; None if the end was taken back."""
        if self.places is None:
            return None
        return Counted(
            self.record, self.game, self.day, self.kind, self.players, self.teams, self.places, self.scores
        )  # fmt: skip


class LedgerChange(NamedTuple):
    """What a result has changed: the row to write, if there is one, and the record's new owner, if it has one."""

    row: Row | None
    owner: tuple[str, str] | None
    confirmed: tuple[int, int, str]


class Ledger:
    """The results of a club. `guarded`: a record belongs to the table that first sent signed results of it."""

    def __init__(
        self, rows: Iterable[Row], owners: dict[str, str], forgotten: set[str], zone: ZoneInfo, begins: time, *,
        guarded: bool,
    ) -> None:  # fmt: skip
        self._zone = zone
        self._begins = begins
        self._guarded = guarded
        self.rows = {row.key: row for row in rows}
        self.owners = owners
        self.forgotten = forgotten
        self._records: dict[str, set[str]] = {}
        self._counts: Counter[str] = Counter()
        for row in self.rows.values():
            self._records.setdefault(row.table, set()).add(row.record)
            self._counts[row.record] += 1
        self._standings: OrderedDict[Scope, Standings] = OrderedDict()

    def take(self, taken: CheckedMessage, message: ResultMessage, now: float) -> LedgerChange:
        """Hold a result, after `check`, if it is greater than what is held. `now` is in seconds since 1970."""
        key, hashed = (message.record, message.game), message.hash
        held = self.rows.get(key)
        same = held is not None and (held.revision, held.hash) == (message.revision, hashed)
        owner = None
        if self._guarded and taken.signed and message.record not in self.owners:
            owner = message.record, taken.table
            self.owners[message.record] = taken.table
        self._records.setdefault(taken.table, set()).add(message.record)
        joined = join(held.held if held is not None else None, Held(message.revision, hashed))
        confirmed = message.game, message.revision, hashed[:HASH_SHOWN]
        if held is not None and (joined.revision, joined.hash) == (held.revision, held.hash):
            row = held._replace(disputed=joined.disputed)
            if same:
                row = row._replace(players=self._named(message.players), signed=held.signed or taken.signed)
        else:
            first = held.first if held is not None else now
            day = day_of(message.finished, first, self._zone, self._begins, clock=message.clock)
            row = Row(
                message.record, message.game, message.revision, hashed, message.state, message.kind, message.title,
                taken.table, day, self._named(message.players), message.teams, message.places, message.scores,
                message.ended, taken.signed, joined.disputed, now, first,
            )  # fmt: skip
        if row == held:
            return LedgerChange(None, owner, confirmed)
        self._counts[row.record] += held is None
        self._put(key, row)
        return LedgerChange(row, owner, confirmed)

    def check(self, taken: CheckedMessage, message: ResultMessage) -> None:
        """Raise Refused if the record is another table's, or the table has too many records."""
        if self._guarded and self.owners.get(message.record, taken.table) != taken.table:
            held = self.rows.get((message.record, message.game))
            if held is None or held.hash != message.hash:  # another table may only repeat what is known
                raise Refused("owner")
        records = self._records.get(taken.table, set())
        if message.record not in records and len(records) >= RECORDS_MOST:
            raise Refused("limit")

    def _named(self, players: tuple[Person, ...]) -> tuple[Person, ...]:
        return tuple(
            [player if player.person not in self.forgotten else Person(player.person, None) for player in players]
        )

    def _put(self, key: GameId, row: Row) -> None:
        self.rows[key] = row
        counted = row.counted
        for scope, standings in self._standings.items():
            standings.put(key, counted if counted is not None and scope.has(counted.day, counted.kind) else None)

    def forget(self, people: set[str]) -> None:
        """From now on these people have neither names nor standings."""
        self.forgotten |= people
        for key, row in self.rows.items():
            named = self._named(row.players)
            if named != row.players:
                self._put(key, row._replace(players=named))

    def count(self, record: str) -> int:
        """How many games of a record are held, those that were taken back too."""
        return self._counts[record]

    def results(self, scope: Scope) -> list[Counted]:
        results = [row.counted for row in self.rows.values()]
        return [one for one in results if one is not None and scope.has(one.day, one.kind)]

    def standings(self, scope: Scope) -> Standings:
        """The standings of a scope, which are kept up to date from now on."""
        if scope not in self._standings:
            self._standings[scope] = Standings(self.results(scope), scope.weights)
            if len(self._standings) > SCOPES_MOST:
                self._standings.popitem(last=False)
        self._standings.move_to_end(scope)
        return self._standings[scope]

    def final(self) -> int:
        """How many results count."""
        return sum(row.state == FINAL for row in self.rows.values())
