"""What `companion hall check` finds at a board: its database and disk, its pages, and what it lacks of the tables."""

from __future__ import annotations

import http.client
import json
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from companion.hall.messages import StateMessage
from companion.hall.tables import DISPUTED, OTHER_DEVICE, TWO_RECORDS, TWO_TABLES, UNSIGNED
from companion.services.checks.findings import FAULT, Check, Machine, Seen, seen
from companion.services.checks.hall_broker import SHOWN
from companion.services.hall.store import BYTES_MOST, FILE, Store
from companion.texts import reason_of

ASK_S = 3.0
SPACE_LEAST, SPACE_LOW = 16 << 20, 200 << 20
"""Bytes without which nothing can be kept for long; bytes below which the user should make room."""
MB = 1 << 20
JSON_MOST = 8 << 20


class Held(NamedTuple):
    """What a database holds: the id of its board, how many games of each record, the tables they belong to, and the
    tables that were removed.
    """

    board: str
    games: dict[str, int]
    owners: dict[str, str]
    removed: set[str]


class Database:
    """The database in a folder. `held` is what it holds; None without one."""

    def __init__(self, folder: Path, machine: Machine) -> None:
        self._file = folder / FILE
        self._why = ""
        self.held: Held | None = None
        try:
            if self._file.is_file():
                with closing(Store(folder)) as store:
                    rows, board, self._size = store.rows(), store.id, store.bytes()
                    owners, removed = store.owners(), store.removed()
                self._free = machine.free(folder)
                self._disputed = sum(row.disputed for row in rows)
                self.held = Held(board, Counter(row.record for row in rows), owners, removed)
        except (sqlite3.Error, OSError, ValueError) as error:
            self._why = reason_of(error)

    def look(self) -> Iterator[Seen]:
        """What it says of itself."""
        if self._why:
            yield seen("unread", file=self._file, why=self._why)
        elif self.held is None:
            yield seen("none", file=self._file)
        else:
            params: dict[str, Any] = {
                "file": self._file, "board": self.held.board[:SHOWN], "games": sum(self.held.games.values()),
                "size": self._size // MB, "most": BYTES_MOST // MB, "free": self._free // MB,
            }  # fmt: skip
            if self._size > BYTES_MOST:
                yield seen("large", **params)
            elif self._free < SPACE_LOW:
                yield seen("full", level=FAULT if self._free < SPACE_LEAST else None, **params)
            else:
                yield seen("there", **params)
            if self._disputed:
                yield seen("disputed", count=self._disputed)


class Window:
    """What the pages of a board that runs say: `health` and `tables`, None if it does not answer, `why`.

    `held` is the database that it should have.
    """

    def __init__(self, host: str, port: int, held: Held | None) -> None:
        self._held = held
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
        self.url = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
        self.why = ""
        self.health = self._ask(host, port, "/health.json")
        self.tables = self._ask(host, port, "/tables.json") if self.health is not None else None

    def _ask(self, host: str, port: int, path: str) -> Any:
        try:
            with closing(http.client.HTTPConnection(host, port, timeout=ASK_S)) as connection:
                connection.request("GET", path)
                answer = connection.getresponse()
                text = answer.read(JSON_MOST)
                if answer.status != 200:
                    raise ValueError(f"status {answer.status}")
                return json.loads(text)
        except (OSError, ValueError, http.client.HTTPException) as error:
            self.why = reason_of(error)
        return None

    def look(self) -> Iterator[Seen]:
        """How the board does by its own word."""
        if not isinstance(self.health, dict) or not isinstance(self.health.get("refused"), dict):
            yield seen("gone", url=self.url, why=self.why or "it is no board")
            return
        if not self._is_own():
            yield seen("other", url=self.url)
        elif self.health.get("connected") is not True:
            yield seen("apart", url=self.url)
        else:
            yield seen("there", url=self.url, since=str(self.health.get("since")))
        ever: dict[str, int] = self.health["refused"]
        for text, counts in (("refused", self.health.get("refused_lately") or {}), ("refused-before", ever)):
            refused = {str(why): count for why, count in counts.items() if count}
            if refused:
                yield seen(text, what=", ".join([f"{why} {count}" for why, count in sorted(refused.items())]))
                return

    def _is_own(self) -> bool:
        return self._held is None or self.health.get("board") == self._held.board

    def _lines(self) -> list[dict[str, Any]]:
        lines = self.tables.get("tables") if isinstance(self.tables, dict) and self._is_own() else None
        return [line for line in lines or [] if isinstance(line, dict) and isinstance(line.get("table"), str)]

    def counts(self) -> dict[str, tuple[int, int]]:
        """How many results each table has, and how many of them the board has."""
        return {
            line["table"]: (line["games"], line["counted"])
            for line in self._lines()
            if all(isinstance(line.get(name), int) for name in ("games", "counted"))
        }

    def warnings(self) -> dict[str, list[str]]:
        """What the tile of each table warns of."""
        return {line["table"]: line["warnings"] for line in self._lines() if isinstance(line.get("warnings"), list)}


WARNINGS = {
    UNSIGNED: "unsigned", TWO_RECORDS: "two-records", TWO_TABLES: "two-tables", DISPUTED: "disputed",
}  # fmt: skip
"""The texts for what a tile warns of; the rest is seen here, too."""


def tables(
    online: Mapping[str, bool], states: Mapping[str, StateMessage], refused: Mapping[str, str],
    counted: Mapping[str, tuple[int, int]], warned: Mapping[str, Sequence[str]],
    owners: Mapping[str, str],
) -> Iterator[Seen]:  # fmt: skip
    """The tables that a broker knows, what the board lacks of them, and what their tiles warn of. `owners` are the
    tables that records belong to, where others may not send their results.
    """
    names = sorted({*online, *states, *refused, *counted, *warned})
    homes = Counter(state.record for name, state in states.items() if online.get(name))
    if not names:
        yield seen("none")
        return
    there = [name for name in names if online.get(name)]
    yield seen("there", count=len(names), online=len(there))
    for name in names:
        if name in refused:
            yield seen("refused", table=name, why=refused[name])
        warnings, state = set(warned.get(name, ())), states.get(name)
        trouble = state.trouble if state is not None else None
        if trouble == OTHER_DEVICE:
            warnings.add(TWO_RECORDS)
        if state is not None and online.get(name) and homes[state.record] > 1:
            warnings.add(TWO_TABLES)
        for warning in [one for one in WARNINGS if one in warnings]:
            yield seen(WARNINGS[warning], table=name)
        owner = owners.get(state.record, name) if state is not None and TWO_TABLES not in warnings else name
        moved = online.get(owner) and not online.get(name)  # what is kept of the name or the device before
        if state is not None and owner != name and not moved:
            yield seen("owner", table=name, owner=owner, record=state.record)
        games, held = counted.get(name, (0, 0))
        if games != held:
            text = "missing" if games > held else "more"
            yield seen(text, table=name, games=games, held=held, count=abs(games - held))
        if trouble is not None and trouble != OTHER_DEVICE:
            yield seen("trouble", table=name, what=trouble)
        if state is not None and not state.clock and online.get(name):
            yield seen("clock", table=name)


DATABASE = Check(
    "hall-database",
    Database.look,
    warnings="none full disputed",
    faults="unread large",
    cures={"none": "hall-database-start"},
)
PAGE = Check("hall-page", Window.look, warnings="gone other refused", faults="apart", cures={"gone": "hall-page-start"})
TABLES = Check(
    "hall-tables",
    tables,
    warnings="none missing more trouble clock unsigned disputed",
    faults="refused two-records two-tables owner",
    cures={"disputed": "hall-database-disputed"},
)
