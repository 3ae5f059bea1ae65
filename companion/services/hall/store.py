"""The database of a board. What `commit` has returned from is on the disk."""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from errno import ENOTDIR
from pathlib import Path
from typing import Any

from companion.hall.ledger import Row
from companion.hall.messages import Person

FILE = "board.sqlite3"
BYTES_MOST = 2 << 30
_SCHEMA = """
PRAGMA user_version = 1;
CREATE TABLE board (id TEXT NOT NULL);
CREATE TABLE results (
    record TEXT, game INTEGER, revision INTEGER, hash TEXT, state TEXT, kind TEXT, title TEXT, "table" TEXT, day TEXT,
    players TEXT, teams TEXT, places TEXT, scores TEXT, ended TEXT, signed INTEGER, disputed INTEGER, arrived REAL,
    first REAL, PRIMARY KEY (record, game)
) WITHOUT ROWID;
CREATE TABLE owners (record TEXT PRIMARY KEY, "table" TEXT) WITHOUT ROWID;
CREATE TABLE forgotten (person TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE removed ("table" TEXT PRIMARY KEY) WITHOUT ROWID;
"""
_LISTS = ("teams", "places", "scores")
_encode = json.JSONEncoder(ensure_ascii=False).encode


def cause(folder: Path, error: sqlite3.Error | OSError) -> sqlite3.Error | OSError:
    """Why the database in a folder cannot be opened: of a file that cannot be written SQLite does not say it."""
    if isinstance(error, sqlite3.Error):
        try:
            os.close(os.open(folder / FILE, os.O_RDWR))
        except OSError as reason:
            return reason
    if isinstance(error, FileExistsError):
        return NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR))
    return error


class Store:
    """The database in a folder, made if it is not there. Raises sqlite3.Error and OSError."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._folder, self._held = folder, -1
        self._database = sqlite3.connect(folder / FILE, isolation_level=None)
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = FULL")
        self._database.execute("PRAGMA busy_timeout = 1000")
        self._database.execute("PRAGMA secure_delete = ON")  # else what is overwritten stays in the file
        if self._one("PRAGMA user_version") == 0:
            self._database.executescript(f"BEGIN; {_SCHEMA} COMMIT;")
            self.renew()
        self._database.execute('CREATE TABLE IF NOT EXISTS removed ("table" TEXT PRIMARY KEY) WITHOUT ROWID')
        self._version = self._one("PRAGMA data_version")

    def close(self) -> None:
        """Close the database; may be called twice."""
        self._database.close()
        if self._held >= 0:
            os.close(self._held)
        self._held = -1

    def hold(self) -> None:
        """Let no other board keep its results here until this is closed. Raises OSError if one does; then it is."""
        self._held = os.open(self._folder, os.O_RDONLY | os.O_CLOEXEC)
        try:
            fcntl.flock(self._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.close()
            raise OSError("another board keeps its results there; --data gives this one a folder of its own") from None

    @property
    def id(self) -> str:
        """The id of the board: 32 hexadecimal digits."""
        return str(self._one("SELECT id FROM board"))

    def renew(self) -> None:
        """Give the board a new id: every table then sends it everything."""
        with self._database:
            self._database.execute("DELETE FROM board")
            self._database.execute("INSERT INTO board VALUES (?)", (os.urandom(16).hex(),))

    def rows(self) -> list[Row]:
        names = ", ".join(f'"{name}"' for name in Row._fields)
        return [_row(values) for values in self._database.execute(f"SELECT {names} FROM results")]

    def owners(self) -> dict[str, str]:
        """The table that each record belongs to."""
        return dict(self._database.execute('SELECT record, "table" FROM owners'))

    def forgotten(self) -> set[str]:
        """The people who asked to be forgotten."""
        return {person for (person,) in self._database.execute("SELECT person FROM forgotten")}

    def commit(self, rows: Iterable[Row], owners: Iterable[tuple[str, str]]) -> None:
        """Write results and owners, all or nothing; they are on the disk when this returns."""
        marks = ", ".join("?" * len(Row._fields))
        self._database.execute("BEGIN IMMEDIATE")
        try:
            self._database.executemany(f"INSERT OR REPLACE INTO results VALUES ({marks})", map(_values, rows))
            self._database.executemany("INSERT OR REPLACE INTO owners VALUES (?, ?)", owners)
            self._database.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._database.execute("ROLLBACK")
            raise

    def removed(self) -> set[str]:
        """The tables that are not shown until they speak again."""
        return {table for (table,) in self._database.execute('SELECT "table" FROM removed')}

    def remove(self, table: str) -> None:
        """Show a table no more until it speaks again."""
        self._database.execute("INSERT OR IGNORE INTO removed VALUES (?)", (table,))

    def bring_back(self, table: str) -> None:
        """A table that was removed has spoken."""
        self._database.execute('DELETE FROM removed WHERE "table" = ?', (table,))

    def adopt(self, record: str, table: str) -> None:
        """A record belongs to this table from now on."""
        self.commit((), [(record, table)])

    def forget(self, person: str) -> int:
        """Blank somebody's name in every result and in the files; returns in how many games they played."""
        self._database.execute("INSERT OR IGNORE INTO forgotten VALUES (?)", (person,))
        rows = [row for row in self.rows() if any(player.person == person for player in row.players)]
        blank = Person(person, None)
        self.commit(
            [
                row._replace(players=tuple([blank if player.person == person else player for player in row.players]))
                for row in rows
            ],
            (),
        )
        self._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # the journal still has the rows as they were
        return len(rows)

    def was_changed(self) -> bool:
        """Whether another process has written since the last call."""
        before, self._version = self._version, self._one("PRAGMA data_version")
        return bool(self._version != before)

    def bytes(self) -> int:
        """The size of the database."""
        return int(self._one("PRAGMA page_count")) * int(self._one("PRAGMA page_size"))

    def _one(self, query: str) -> Any:
        return self._database.execute(query).fetchone()[0]


def _values(row: Row) -> tuple[object, ...]:
    fields = row._asdict()
    fields["players"] = _encode(row.players)
    # A list of numbers is the same text in JSON, and made sooner.
    fields |= {name: "null" if fields[name] is None else str(list(fields[name])) for name in _LISTS}
    return tuple(fields.values())


def _row(values: tuple[Any, ...]) -> Row:
    fields = dict(zip(Row._fields, values, strict=True))
    fields["players"] = tuple([Person(*player) for player in json.loads(fields["players"])])
    for name in _LISTS:
        parsed = json.loads(fields[name])
        fields[name] = tuple(parsed) if parsed is not None else None
    fields |= {name: bool(fields[name]) for name in ("signed", "disputed")}
    return Row(**fields)
