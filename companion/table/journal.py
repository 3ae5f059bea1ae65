"""The record on disk: SQLite, one writer, one durable write for everything that people tell the device.

Rows are only ever added. Each entry says what was done (`text`: an action in its notation, `new praetorians`,
`undo`, `redo`, …) and which entry the table stands at afterwards (`head`). An entry that makes a new moment is its
own head and hangs on the moment before it (`parent`), so undoing and then doing something else leaves both branches
in the record. `digest` is a short hash of the table view at the head: whoever replays the record later can tell
whether the rules still lead to the same table.

What has returned from a method here is on the disk (write-ahead log, synchronous FULL).
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TextIO

from companion.engines.refusals import Message

FILE = "journal.sqlite3"
LOCK = "journal.lock"
SCHEMA = 1
"""The version of the tables below; a journal with a higher one is refused in words."""

_APPLICATION = 0x7AB1EC0
_TABLES = """
CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    used REAL,
    retired INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    players TEXT NOT NULL,
    options TEXT NOT NULL
) STRICT;
CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games (id),
    text TEXT NOT NULL,
    parent INTEGER NOT NULL,
    head INTEGER NOT NULL,
    digest TEXT NOT NULL,
    at REAL NOT NULL
) STRICT;
"""
_PATH = """
WITH RECURSIVE path (id, game, text, parent, digest) AS (
    SELECT id, game, text, parent, digest FROM entries WHERE id = :head
    UNION ALL
    SELECT e.id, e.game, e.text, e.parent, e.digest
    FROM entries AS e JOIN path AS p ON e.id = p.parent WHERE e.game = p.game
)
SELECT id, game, text, parent, digest FROM path ORDER BY id
"""


class JournalTrouble(Exception):
    """The record cannot be opened, read or written; `message` says which and why. Nothing was half-written."""

    def __init__(self, key: str, /, **params: object) -> None:
        super().__init__(key, params)
        self.message = Message(key, **params)


class Entry(NamedTuple):
    """A row that made a moment: `parent` 0 means that there was nothing before."""

    id: int
    game: int
    text: str
    parent: int
    digest: str


class GameRow(NamedTuple):
    """A game as it was started."""

    id: int
    game: str
    players: tuple[str, ...]
    options: Mapping[str, bool | str]


class Journal:
    """The record in a folder, opened for writing by this process alone. A context manager; `close` may come twice."""

    def __init__(self, folder: Path, defaults: Sequence[str] = ()) -> None:
        """Open the record, making it if there is none, then with `defaults` as its first people."""
        self._folder = folder
        self._closed = False
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = _locked(folder / LOCK)
        except OSError as error:
            raise JournalTrouble("journal.folder", folder=folder, why=error.strerror or str(error)) from error
        try:
            self._database = sqlite3.connect(folder / FILE, isolation_level=None)
            try:
                self._prepare(defaults)
            except BaseException:
                self._database.close()
                raise
        except sqlite3.Error as error:
            self._lock.close()
            raise JournalTrouble("journal.open", file=folder / FILE, why=error) from error
        except BaseException:
            self._lock.close()
            raise

    def _prepare(self, defaults: Sequence[str]) -> None:
        run = self._database.execute
        (schema,) = run("PRAGMA user_version").fetchone()
        (application,) = run("PRAGMA application_id").fetchone()
        if application != _APPLICATION and run("SELECT 1 FROM sqlite_schema").fetchone():
            raise JournalTrouble("journal.foreign", file=self._folder / FILE)
        if schema > SCHEMA:
            raise JournalTrouble("journal.newer", file=self._folder / FILE, schema=schema, known=SCHEMA)
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = FULL")
        run("PRAGMA foreign_keys = ON")
        if schema == 0:
            with self._written():
                for statement in _TABLES.split(";")[:-1]:
                    run(statement)
                for name in defaults:
                    run("INSERT INTO people (name) VALUES (?)", (name,))
                run(f"PRAGMA application_id = {_APPLICATION}")
                run(f"PRAGMA user_version = {SCHEMA}")

    @contextmanager
    def _written(self) -> Iterator[None]:
        """All or nothing, and durable at the end."""
        try:
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._database.execute("COMMIT")
            except BaseException:
                # After some errors, a full disk among them, SQLite has rolled back by itself.
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise JournalTrouble("journal.write", why=error) from error

    @contextmanager
    def _read(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise JournalTrouble("journal.read", why=error) from error

    # -- people

    def people(self) -> tuple[str, ...]:
        """The names on the roster: who played last first, then in the order they were added."""
        with self._read():
            order = "used IS NULL, used DESC, id"
            rows = self._database.execute(f"SELECT name FROM people WHERE NOT retired ORDER BY {order}")
            return tuple([name for (name,) in rows])

    def add_person(self, name: str) -> None:
        """A name comes onto the roster, or back to it; one that is there stays."""
        with self._written():
            self._database.execute(
                "INSERT INTO people (name) VALUES (?) ON CONFLICT (name) DO UPDATE SET retired = 0", (name,)
            )

    def rename_person(self, name: str, to: str) -> bool:
        """Another name for somebody on the roster; False, and nothing is done, if it is somebody else's."""
        with self._written():
            run = self._database.execute
            if run("SELECT 1 FROM people WHERE name = ?", (to,)).fetchone():
                return False
            run("UPDATE people SET name = ? WHERE name = ?", (to, name))
        return True

    def retire_person(self, name: str) -> None:
        """A name leaves the roster; the games it stands in keep it."""
        with self._written():
            self._database.execute("UPDATE people SET retired = 1 WHERE name = ?", (name,))

    # -- games and what happened in them

    def add_game(
        self, game: str, players: Sequence[str], options: Mapping[str, object], parent: int, digest: str, at: float
    ) -> Entry:
        """A game begins; its players move to the top of the roster."""
        text = f"new {game}"
        with self._written():
            run = self._database.execute
            row = run(
                "INSERT INTO games (game, players, options) VALUES (?, ?, ?)",
                (game, json.dumps(players), json.dumps(options)),
            ).lastrowid
            assert row is not None
            entry = self._insert(row, text, parent, digest, at)
            # Counted, not timed: clocks jump. Newer than all before, the first seat the newest.
            (last,) = run("SELECT coalesce(max(used), 0) FROM people").fetchone()
            for seat, name in enumerate(players):
                run(
                    "INSERT INTO people (name, used) VALUES (?1, ?2) ON CONFLICT (name)"
                    " DO UPDATE SET used = ?2, retired = 0",
                    (name, last + len(players) - seat),
                )
        return Entry(entry, row, text, parent, digest)

    def add(self, game: int, text: str, parent: int, digest: str, at: float) -> Entry:
        """Something happens that makes a new moment after `parent`."""
        with self._written():
            entry = self._insert(game, text, parent, digest, at)
        return Entry(entry, game, text, parent, digest)

    def move(self, game: int, text: str, head: int, digest: str, at: float) -> None:
        """`undo` or `redo`: the table goes to another moment, `head` (0 for nothing); `game` is the one it changes."""
        with self._written():
            self._database.execute(
                "INSERT INTO entries (game, text, parent, head, digest, at) VALUES (?, ?, 0, ?, ?, ?)",
                (game, text, head, digest, at),
            )

    def _insert(self, game: int, text: str, parent: int, digest: str, at: float) -> int:
        """Add an entry that is its own head."""
        run = self._database.execute
        (entry,) = run("SELECT coalesce(max(id), 0) + 1 FROM entries").fetchone()
        run(
            "INSERT INTO entries (id, game, text, parent, head, digest, at) VALUES (?1, ?2, ?3, ?4, ?1, ?5, ?6)",
            (entry, game, text, parent, digest, at),
        )
        assert isinstance(entry, int)
        return entry

    def head(self) -> int:
        """The entry the table stands at; 0 for nothing."""
        with self._read():
            row = self._database.execute("SELECT head FROM entries ORDER BY id DESC LIMIT 1").fetchone()
        return row[0] if row else 0

    def path(self, head: int) -> tuple[Entry, ...]:
        """The moments of a game from its start to `head`; empty for 0."""
        with self._read():
            return tuple([Entry(*row) for row in self._database.execute(_PATH, {"head": head})])

    def undone(self) -> tuple[Entry, ...]:
        """The moments that redo would bring back, the next one first."""
        with self._read():
            moves: list[tuple[str, int]] = []
            pointer = 0
            # Undo and redo are the only entries that are not their own head. What was undone before the last
            # entry of another kind is out of reach.
            for entry, text, head in self._database.execute("SELECT id, text, head FROM entries ORDER BY id DESC"):
                if entry == head:
                    pointer = entry
                    break
                moves.append((text, head))
            stack: list[int] = []
            for text, head in reversed(moves):
                if text == "undo":
                    stack.append(pointer)
                else:
                    stack.pop()
                pointer = head
            return tuple([self._entry(entry) for entry in reversed(stack)])

    def _entry(self, entry: int) -> Entry:
        row = self._database.execute("SELECT id, game, text, parent, digest FROM entries WHERE id = ?", (entry,))
        return Entry(*row.fetchone())

    def game(self, row: int) -> GameRow:
        """A game by its number in the record."""
        with self._read():
            found = self._database.execute("SELECT id, game, players, options FROM games WHERE id = ?", (row,))
            number, game, players, options = found.fetchone()
        return GameRow(number, game, tuple(json.loads(players)), json.loads(options))

    def texts(self) -> tuple[tuple[int, str], ...]:
        """Every entry ever made, oldest first: number of its game, text."""
        with self._read():
            return tuple(self._database.execute("SELECT game, text FROM entries ORDER BY id").fetchall())

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._database.close()
            self._lock.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _locked(path: Path) -> TextIO:
    """The lock file, held until it is closed or this process ends in whatever way; it says who holds it."""
    file = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600), "r+", encoding="utf-8")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = file.read().strip() or "another process"
        file.close()
        raise JournalTrouble("journal.locked", folder=path.parent, holder=holder) from None
    except OSError:
        file.close()
        raise
    file.truncate(0)
    file.write(f"process {os.getpid()}")
    file.flush()
    return file
