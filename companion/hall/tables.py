"""The tables of a hall as the board sees them now: what they do, whether they are there, and what is wrong with them.

Times are in seconds that only rise.
"""

from __future__ import annotations

import re
from collections.abc import Set
from typing import NamedTuple

from companion.hall.intake import CheckedMessage
from companion.hall.ledger import Ledger
from companion.hall.messages import StateMessage

LIVE_S, LIVE_TIMES = 60.0, 2.5
"""How long a table is live after a state that the broker had not kept, and for how many of its intervals."""
WORDS_MOST = 1200
"""For how many tables without a place the board remembers whether they are online."""
UNSIGNED, TWO_RECORDS, TWO_TABLES, DISPUTED = "unsigned", "two records", "record at two tables", "disputed"
"""What a tile warns of, beside what is missing, its clock and its own trouble."""
OTHER_DEVICE = "another device speaks as this table, with the same hall.toml or a copied card"
"""The trouble of a table that has heard another one by its name."""
MISSING_S = 60.0
"""After this time without its result, the result of a game is called missing."""


def live_s(every: int) -> float:
    """For how many seconds a table is live after a state that it repeats at this interval."""
    return max(LIVE_S, LIVE_TIMES * every)


class Table:
    """A table. `state` is the last one accepted, `at` when it came, `live_at` when one came that was not kept.

    `online` is the last word of the table or of the broker about it; nobody signs it.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.online: bool | None = None
        self.state: StateMessage | None = None
        self.signed = False
        self.at: float | None = None
        self.live_at: float | None = None
        self.missing_since: float | None = None
        self.records: dict[str, float] = {}
        """When a state with each record came last."""

    @property
    def live_s(self) -> float:
        """For how long the table is live after a state, in seconds."""
        return live_s(self.state.every if self.state is not None else 0)

    def note_online(self, *, online: bool) -> bool:
        """The table, or the broker, says whether it is there; returns whether anything is different now."""
        changed = self.online is not online
        self.online = online
        if not online and not self.signed:
            self.live_at = None
        return changed

    def take(self, state: StateMessage, now: float, *, signed: bool, retained: bool) -> bool:
        """Accept a state; False for one that is not later than the last, or only kept by the broker."""
        last = self.state
        if not retained:
            self.records = {record: at for record, at in self.records.items() if now - at <= self.live_s}
            self.records[state.record] = now
        if last is not None and self.at is not None:
            # After its end another device of this name may speak, which counts its own states. The same record is not
            # believed: anybody can say `offline`, and send an old signed state again.
            follows = self.online is False and not retained and not (signed and state.record == last.record)
            late = state.order <= last.order and now - self.at <= self.live_s and not follows
            if late or (retained and self.is_live(now)):
                return False
        self.state, self.signed, self.at = state, signed, now
        if not retained:
            self.live_at = None if state.ends else now
        return True

    def age(self, now: float) -> int | None:
        """How many seconds ago the last state came; None if none has."""
        return int(now - self.at) if self.at is not None else None

    def is_live(self, now: float) -> bool:
        """Whether the table is there: it said lately what it does; or it says only results, and is online."""
        if self.state is not None and self.state.every == 0:
            return self.online is True
        return self.live_at is not None and now - self.live_at <= self.live_s


class Line(NamedTuple):
    """A table for `tables.json`; `age` is in seconds. It says its state again every `every` seconds, 0 if it says only
    its results; it is not live any more when its age is over `live_for`.
    """

    table: str
    record: str | None
    online: bool | None
    live: bool
    age: int | None
    signed: bool
    order: tuple[int, int] | None
    phase: str | None
    game: int | None
    kind: str | None
    title: str | None
    players: list[dict[str, object]]
    says: str | None
    games: int
    counted: int
    waiting: int
    trouble: str | None
    warnings: list[str]
    every: int | None = None
    live_for: int = int(LIVE_S)


class Tables:
    """The tables by their names."""

    def __init__(self) -> None:
        self._tables: dict[str, Table] = {}
        self._words: dict[str, bool] = {}
        """Whether tables are online that have no place yet, because nobody signs that."""
        self._removed: set[str] = set()
        self._forgotten: set[str] = set()

    @property
    def names(self) -> Set[str]:
        """The names of the tables that are shown."""
        return self._tables.keys()

    def remove(self, names: Set[str]) -> None:
        """These tables are not shown any more, until one says live what it does: not what a broker has kept."""
        self._removed |= names
        for name in names:
            self._tables.pop(name, None)

    def forget(self, people: Set[str]) -> None:
        """From now on no table shows the names of these people."""
        self._forgotten |= people
        for table in self._tables.values():
            if table.state is not None:
                table.state = _without_names(table.state, self._forgotten)

    def take(self, taken: CheckedMessage, now: float, *, retained: bool, placed: bool = True) -> bool:
        """Take what a table says about itself; whether anything is different now. `placed`: the table has a place."""
        if not placed:
            if isinstance(taken.message, bool) and len(self._words) < WORDS_MOST:
                self._words[taken.table] = taken.message
            return False
        if taken.table in self._removed:
            if retained or not isinstance(taken.message, StateMessage) or taken.message.ends:
                return False
            self._removed.discard(taken.table)
        table = self._tables.get(taken.table)
        if table is None:
            table = self._tables[taken.table] = Table(taken.table)
            table.online = self._words.pop(taken.table, None)
        if isinstance(taken.message, bool):
            return table.note_online(online=taken.message)
        if isinstance(taken.message, StateMessage):
            state = _without_names(taken.message, self._forgotten)
            return table.take(state, now, signed=taken.signed, retained=retained)
        return False

    def lose_broker(self) -> None:
        """The connection to the only broker was lost: whether tables are online is said again after it comes back."""
        for table in self._tables.values():
            table.online = None

    def lines(self, ledger: Ledger, now: float) -> list[Line]:
        """All tables, the live ones first, by name."""
        homes: dict[str, int] = {}
        for table in self._tables.values():
            if table.state is not None and table.is_live(now):
                homes[table.state.record] = homes.get(table.state.record, 0) + 1
        disputed = {row.record for row in ledger.rows.values() if row.disputed}
        lines = [self._line(table, ledger, homes, disputed, now) for table in self._tables.values()]
        return sorted(lines, key=lambda line: (not line.live, _counted(line.table), line.table))

    def get(self, name: str) -> Table | None:
        """One table; None if it was never heard of."""
        return self._tables.get(name)

    def live(self, now: float) -> int:
        """How many tables are live."""
        return sum(table.is_live(now) for table in self._tables.values())

    def _line(
        self, table: Table, ledger: Ledger, homes: dict[str, int], disputed: set[str], now: float
    ) -> Line:  # fmt: skip
        state, live = table.state, table.is_live(now)
        if state is None:
            nothing = (None, None, None, None, None)
            return Line(table.name, None, table.online, live, None, False, *nothing, [], None, 0, 0, 0, None, [])
        counted, warnings = ledger.count(state.record), []
        if not table.signed:
            warnings.append(UNSIGNED)
        if len([at for at in table.records.values() if now - at <= table.live_s]) > 1:
            warnings.append(TWO_RECORDS)
        if homes.get(state.record, 0) > 1:
            warnings.append(TWO_TABLES)
        if state.record in disputed:
            warnings.append(DISPUTED)
        if state.games == counted:
            table.missing_since = None
        elif table.missing_since is None:
            table.missing_since = now
        elif now - table.missing_since > MISSING_S:
            warnings.append(f"{abs(state.games - counted)} missing")
        if not state.clock:
            warnings.append("clock not set")
        if state.trouble is not None:
            warnings.append(state.trouble)
        return Line(
            table.name, state.record, table.online, live, table.age(now),
            table.signed, state.order, state.phase, state.game, state.kind, state.title,
            [seat._asdict() for seat in state.players], state.says, state.games, counted, state.waiting, state.trouble,
            warnings, state.every, int(table.live_s),
        )  # fmt: skip


def _without_names(state: StateMessage, people: Set[str]) -> StateMessage:
    """A state without the names of these people, and without what it says in words where one of them plays."""
    if all(seat.person not in people for seat in state.players):
        return state
    seats = [seat._replace(name=None) if seat.person in people else seat for seat in state.players]
    return state._replace(players=tuple(seats), says=None)


def _counted(name: str) -> list[tuple[str, int]]:
    """A key for sorting: table-2 comes before table-10."""
    return [(word, int(number or 0)) for word, number in re.findall("([^0-9]*)([0-9]*)", name)]
