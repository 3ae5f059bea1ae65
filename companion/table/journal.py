"""The record on disk: SQLite, one writer, one durable write for everything that people tell the device.

Rows of `entries` are only ever added. Each says what was done (`text`: an action in its notation, `new praetorians`,
`undo`, `redo`, `resume 3`, `import`, …) and which entry the table stands at afterwards (`head`). An entry that makes a
new moment is its own head and hangs on the moment before it (`parent`), so undoing and then doing something else leaves
both branches in the record. `digest` is a short hash of the table view at the head: whoever replays the record later
can tell whether the rules still lead to the same table. What follows from the entries (where each game stands, how it
ended, what redo would bring back) is kept up in the same transaction as the entry, and only when it changes; see
`schema`. So an action in a running game writes one page: cards wear out.

What has returned from a method here is on the disk (write-ahead log, synchronous FULL).
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from companion.engines.refusals import Message
from companion.table.moments import Entry, Result
from companion.table.schema import SCHEMA, Run, path, prepare, read, seat, settle, written
from companion.table.shelf import Kept, Listed

if TYPE_CHECKING:
    from companion.table.arriving import Whole

T = TypeVar("T")

FILE = "journal.sqlite3"
LOCK = "journal.lock"

APPLICATION = 0x7AB1EC0
"""What the head of the file says, so that it is not taken for another program's."""
_KEPT = """
SELECT g.id, g.game, g.players, g.options, g.series, coalesce(t.id, g.head), g.begun, coalesce(e.at, g.begun), g.outcome
FROM games AS g
LEFT JOIN entries AS t ON t.id = (SELECT head FROM entries ORDER BY id DESC LIMIT 1) AND t.game = g.id
LEFT JOIN entries AS e ON e.id = coalesce(t.id, g.head)
"""
_WAITING = "g.head > 0 AND g.outcome IS NULL AND g.id <> ?"
_FINISHED = "g.ended IS NOT NULL"
_UNWRITTEN = {sqlite3.SQLITE_FULL: "journal.full", sqlite3.SQLITE_READONLY: "journal.barred"}


class JournalTrouble(Exception):
    """The record cannot be opened, read or written; `message` says which and why. Nothing was half-written."""

    def __init__(self, key: str, /, **params: object) -> None:
        super().__init__(key, params)
        self.message = Message(key, **params)


class Journal:
    """The record in a folder, opened for writing by this process alone. A context manager; `close` may come twice."""

    def __init__(self, folder: Path, defaults: Sequence[str] = ()) -> None:
        """Open the record, making it if there is none, then with `defaults` as its first people."""
        self._folder = folder
        self._closed = False
        self._counted: dict[tuple[object, ...], int] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = locked(folder / LOCK)
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
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            raise JournalTrouble(_UNWRITTEN.get(code, "journal.open"), file=folder / FILE, why=error) from error
        except BaseException:
            self._lock.close()
            raise

    def _prepare(self, defaults: Sequence[str]) -> None:
        run = self._database.execute
        (schema,) = run("PRAGMA user_version").fetchone()
        (application,) = run("PRAGMA application_id").fetchone()
        if application != APPLICATION and run("SELECT 1 FROM sqlite_schema").fetchone():
            raise JournalTrouble("journal.foreign", file=self._folder / FILE)
        if schema > SCHEMA:
            raise JournalTrouble("journal.newer", file=self._folder / FILE, schema=schema, known=SCHEMA)
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = FULL")
        run("PRAGMA foreign_keys = ON")
        if schema < SCHEMA:
            with self._written():
                prepare(run, schema, defaults)
                run(f"PRAGMA application_id = {APPLICATION}")

    @contextmanager
    def _written(self) -> Iterator[None]:
        """All or nothing, and durable at the end."""
        self._counted.clear()
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
            # The lower byte; the upper ones say where in SQLite it was.
            code = getattr(error, "sqlite_errorcode", 0) & 0xFF
            raise JournalTrouble(_UNWRITTEN.get(code, "journal.write"), why=error) from error

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
        """Another name for somebody on the roster; False, and nothing is done, if it is somebody else's.

        Games keep the names they were played under; what has been won stays with the person (see `results`).
        """
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
        self,
        game: str,
        players: Sequence[str],
        options: Mapping[str, object],
        parent: int,
        digest: str,
        at: float,
        series: int | None = None,
    ) -> Entry:
        """A game begins, in a series or as the first of one; its players move to the top of the roster."""
        text = f"new {game}"
        with self._written():
            run = self._database.execute
            self._put_away()
            (row,) = run("SELECT coalesce(max(id), 0) + 1 FROM games").fetchone()
            run(
                "INSERT INTO games (id, game, players, options, series, begun) VALUES (?, ?, ?, ?, ?, ?)",
                (row, game, json.dumps(players), json.dumps(options), row if series is None else series, at),
            )
            entry = self._insert(row, text, parent, digest, at)
            self._stands(row, entry, entry)
            # Counted, not timed: clocks jump. Newer than all before, the first seat the newest.
            (last,) = run("SELECT coalesce(max(used), 0) FROM people").fetchone()
            for place, name in enumerate(players):
                run(
                    "INSERT INTO people (name, used) VALUES (?1, ?2) ON CONFLICT (name)"
                    " DO UPDATE SET used = ?2, retired = 0",
                    (name, last + len(players) - place),
                )
            seat(run, row, players)
        return Entry(entry, row, text, parent, digest)

    def add(self, game: int, text: str, parent: int, digest: str, at: float, result: Result | None = None) -> Entry:
        """Something happens that makes a new moment after `parent`; `result` is how it ended the game, if it did."""
        with self._written():
            entry = self._insert(game, text, parent, digest, at)
            self._ends(game, entry, entry, result)
        return Entry(entry, game, text, parent, digest)

    def _insert(self, game: int, text: str, parent: int, digest: str, at: float) -> int:
        """Add an entry that is its own head. What was undone beside the moment before it is out of reach."""
        run = self._database.execute
        (entry,) = run("SELECT coalesce(max(id), 0) + 1 FROM entries").fetchone()
        run(
            "INSERT INTO entries (id, game, text, parent, head, digest, at) VALUES (?1, ?2, ?3, ?4, ?1, ?5, ?6)",
            (entry, game, text, parent, digest, at),
        )
        run("DELETE FROM undone WHERE beside = coalesce((SELECT game FROM entries WHERE id = ?), 0)", (parent,))
        assert isinstance(entry, int)
        return entry

    def undo(self, undone: Entry, head: int, digest: str, at: float, result: Result | None = None) -> None:
        """The last moment of its game is taken back; the table goes to `head`, with what is the result there.

        When it is the start of the game, `head` is where another game stands, or 0.
        """
        with self._written():
            run = self._database.execute
            entry = self._move(undone.game, "undo", head, digest, at)
            if undone.first:
                self._stands(undone.game, 0, entry)
            else:
                self._ends(undone.game, head, entry, result)
            run(
                "INSERT INTO undone (beside, entry) VALUES (coalesce((SELECT game FROM entries WHERE id = ?), 0), ?)",
                (head, undone.id),
            )

    def redo(self, entry: Entry, beside: int, at: float, result: Result | None = None) -> None:
        """What was undone last beside a game (0 for none) comes again."""
        with self._written():
            if entry.first:
                self._put_away()
            last = self._move(entry.game, "redo", entry.id, entry.digest, at)
            if entry.first:
                self._stands(entry.game, entry.id, last)
            else:
                self._ends(entry.game, entry.id, last, result)
            self._database.execute(
                "DELETE FROM undone WHERE place = (SELECT max(place) FROM undone WHERE beside = ?)", (beside,)
            )

    def resume(self, game: int, head: int, digest: str, at: float) -> None:
        """Another game comes to the table, as it stands."""
        with self._written():
            self._put_away()
            self._move(game, f"resume {game}", head, digest, at)

    def _move(self, game: int, text: str, head: int, digest: str, at: float) -> int:
        """Add an entry that leads to another moment."""
        entry = self._database.execute(
            "INSERT INTO entries (game, text, parent, head, digest, at) VALUES (?, ?, 0, ?, ?, ?)",
            (game, text, head, digest, at),
        ).lastrowid
        assert entry is not None
        return entry

    def _put_away(self) -> None:
        """Another game comes to the table: write down where the present one stands."""
        settle(self._database.execute)

    def _stands(self, game: int, head: int, last: int) -> None:
        """A game begins, or its start is taken back or comes again."""
        self._database.execute("UPDATE games SET head = ?, last = ? WHERE id = ?", (head, last, game))

    def _ends(self, game: int, head: int, last: int, result: Result | None) -> None:
        """What an entry makes of the end of its game, and so of results. Nothing while it was running and runs on."""
        run = self._database.execute
        (ended,) = run("SELECT ended FROM games WHERE id = ?", (game,)).fetchone()
        if ended is None and result is None:
            return
        run(
            "UPDATE games SET head = ?, last = ?, outcome = ?, ended = ? WHERE id = ?",
            (head, last, written(result), None if result is None else head, game),
        )
        from companion.table import results

        if ended is not None:
            results.reopened(run, game, ended)
        if result is not None:
            results.ended(run, game, result)

    def add_whole(self, games: Sequence[Whole], series: Mapping[int, int], at: float) -> tuple[int, ...]:
        """Games that were written down elsewhere come into the record, all of them or none; their numbers.

        The table stays where it stands, and so does what redo would bring back. Games with the same mark `series`
        belong together; `series` says which marks stand for series that are in the record already.
        """
        from companion.table.arriving import arrived  # few records ever need it

        with self._written():
            run = self._database.execute
            head = self.head()
            (digest,) = run("SELECT digest FROM entries WHERE id = ?", (head,)).fetchone() or ("",)
            self._put_away()
            numbers = arrived(run, games, series, self._arrives)
            if numbers:
                # An entry that leads back to the table, or the last of these games would stand on it.
                (game,) = run("SELECT game FROM entries WHERE id = ?", (head,)).fetchone() or (numbers[-1],)
                entry = self._move(game, "import", head, digest, at)
                run("UPDATE games SET last = ? WHERE id = ?", (entry, game))
        return numbers

    def _arrives(self, game: int, head: int, last: int, result: Result | None) -> None:
        self._stands(game, head, last)
        self._ends(game, head, last, result)

    # -- looking

    def head(self) -> int:
        """The entry the table stands at; 0 for nothing."""
        with self._read():
            row = self._database.execute("SELECT head FROM entries ORDER BY id DESC LIMIT 1").fetchone()
        return row[0] if row else 0

    def path(self, head: int) -> tuple[Entry, ...]:
        """The moments of a game from its start to `head`; empty for 0."""
        with self._read():
            return path(self._database.execute, head)

    def undone(self, beside: int, place: int = 0) -> Entry | None:
        """The moment that redo would bring back while this game is on the table (0 for none); or a later one."""
        with self._read():
            row = self._database.execute(
                "SELECT e.id, e.game, e.text, e.parent, e.digest FROM undone AS u JOIN entries AS e ON e.id = u.entry"
                " WHERE u.beside = ? ORDER BY u.place DESC LIMIT 1 OFFSET ?",
                (beside, place),
            ).fetchone()
        return Entry(*row) if row else None

    def before(self, parent: int) -> int:
        """The entry at which the game stands that was on the table when another began, `parent` being its moment then.

        If its start has been taken back since, the game before that; 0 if there is none.
        """
        with self._read():
            run = self._database.execute
            while parent:
                game, head = run(
                    "SELECT g.id, g.head FROM entries AS e JOIN games AS g ON g.id = e.game WHERE e.id = ?", (parent,)
                ).fetchone()
                if head:
                    return int(head)
                (parent,) = run("SELECT parent FROM entries WHERE game = ? ORDER BY id LIMIT 1", (game,)).fetchone()
        return 0

    def game(self, number: int) -> Kept | None:
        """A game by its number in the record."""
        games = self._kept("WHERE g.id = ?", number)
        return games[0] if games else None

    def series(self, game: int) -> tuple[Kept, ...]:
        """The games of a game's series, oldest first, without those whose start has been taken back."""
        of_it = "WHERE g.series = (SELECT series FROM games WHERE id = ?) AND g.head > 0 ORDER BY g.id"
        return self._kept(of_it, game)

    def waiting(self, table: int, first: int, count: int) -> Listed:
        """Unfinished games but for the one on the table, the one touched last first: `count` from place `first` on."""
        games = self._kept(f"WHERE {_WAITING} ORDER BY g.last DESC LIMIT ? OFFSET ?", table, count, first)
        return Listed(self._count(_WAITING, table), games)

    def finished(self, first: int, count: int) -> Listed:
        """Games that are over, the one that ended last first."""
        # The games before the first one are passed over in the index alone.
        which = f"SELECT id FROM games AS g WHERE {_FINISHED} ORDER BY g.ended DESC LIMIT ? OFFSET ?"
        games = sorted(self._kept(f"WHERE g.id IN ({which})", count, first), key=lambda game: -game.head)
        return Listed(self._count(_FINISHED), tuple(games))

    def ask(self, question: Callable[[Run], T]) -> T:
        """The answer to a question about all games; see `results`."""
        with self._read():
            return question(self._database.execute)

    def _kept(self, which: str, *params: int) -> tuple[Kept, ...]:
        with self._read():
            return tuple([_game(*row) for row in self._database.execute(_KEPT + which, params)])

    def _count(self, which: str, *params: int) -> int:
        """How many games there are of a kind. Asked with every key pressed in a list, so counted once a write."""
        count = self._counted.get((which, *params))
        if count is None:
            with self._read():
                (count,) = self._database.execute(f"SELECT count(*) FROM games AS g WHERE {which}", params).fetchone()
            assert isinstance(count, int)
            self._counted[which, *params] = count
        return count

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


def _game(
    number: int, key: str, players: str, options: str, series: int, head: int, begun: float, at: float, outcome: Any
) -> Kept:
    names = tuple(json.loads(players))
    return Kept(number, key, names, json.loads(options), series, head, begun, at, read(outcome))


def locked(path: Path) -> TextIO:
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
    # Who holds it is a courtesy, which a full disk may refuse.
    with suppress(OSError):
        os.ftruncate(file.fileno(), 0)
        os.write(file.fileno(), f"process {os.getpid()}".encode())
    return file
