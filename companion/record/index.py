"""The index: lists, results and figures of all games, derived from the log. It may be deleted at any time.

Its first row says which part of the log it includes. Only the log says what happened. The one process that holds the
record writes the index, when many games have changed and at an orderly stop; others copy it and fold the rest of the
log themselves.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any
from zlib import crc32

from companion.play.act import ABANDON, AGREE_DRAW, LOST, Line, Result, Seats
from companion.play.clock import ClockRule
from companion.play.fold import GameInfo, GameState, Person, State, duration_s
from companion.record.lists import WITH_DEVICE, GamePage
from companion.record.log import ReadLine, entry_at

INDEX = "index.sqlite3"
VERSION = 13

Run = Callable[..., sqlite3.Cursor]

TABLES = """
CREATE TABLE place (version INTEGER, bytes INTEGER, line BLOB, state TEXT, sum INTEGER);
CREATE TABLE games (
    id INTEGER PRIMARY KEY, game TEXT, series INTEGER, ended INTEGER, entries INTEGER, seconds INTEGER,
    info TEXT, before INTEGER, path TEXT, undone TEXT, last INTEGER, spent INTEGER, hidden TEXT, sum INTEGER
);
CREATE INDEX games_series ON games (series);
CREATE INDEX games_waiting ON games (last) WHERE ended IS NULL AND path <> '[]';
CREATE INDEX games_ended ON games (ended) WHERE ended IS NOT NULL;
CREATE TABLE results (
    person INTEGER, kind TEXT, ended INTEGER, game INTEGER, won INTEGER, drawn INTEGER, points INTEGER, ms INTEGER,
    PRIMARY KEY (person, kind, ended)
) WITHOUT ROWID;
CREATE INDEX results_game ON results (game);
CREATE TABLE totals (person INTEGER, kind TEXT, sum INTEGER, PRIMARY KEY (person, kind)) WITHOUT ROWID;
"""
GAME = "id, game, series, ended, entries, seconds, info, before, path, undone, last, spent, hidden, sum"
"""The columns of `games`. The SQL function `whole` raises an exception if they do not fit their checksum."""
CHECKSUM = "1 + 3 * ended + 5 * game + 7 * won + 9 * drawn + 11 * ifnull(points, 99991) + 13 * ifnull(ms, 99989)"
"""Of a row of `results`; any flipped bit changes it. `totals` has the sum of these by person and kind of game. SQLite
computes it itself: a function of Python would make a person's record three times as slow."""
COUNT = f"""
INSERT INTO totals SELECT person, kind, ? * ({CHECKSUM}) FROM results WHERE game = ?
ON CONFLICT (person, kind) DO UPDATE SET sum = sum + excluded.sum
"""
WAITING = "ended IS NULL AND path <> '[]' AND id <> ?"
FINISHED = "ended IS NOT NULL"


class Index:
    """The tables, in a connection made by `connect`. The caller handles exceptions of SQLite.

    A damaged row raises ValueError when it is read: rows of games and the place have checksums, and the results of a
    person have one together.
    """

    def __init__(self, database: sqlite3.Connection) -> None:
        self.database = database
        self.run: Run = database.execute

    def create(self) -> None:
        """Create the tables in an empty database, without any line of a log."""
        self.database.executescript(f"BEGIN; {TABLES}")  # else each statement would wait for the disk
        self.store((), State(), 0, b"")
        self.run("COMMIT")

    def place(self) -> tuple[int, bytes, State]:
        """The end of the part of the log that is in the index, as a byte, the last line there, and the state after it.

        Raises LookupError if this is an index of another version.
        """
        row = self.run("SELECT * FROM place").fetchone()
        if row is None or row[0] != VERSION:
            raise LookupError(INDEX)
        check_row(row)
        _, end, line, state, _ = row
        fields = json.loads(state)
        people = {person[0]: Person(*person) for person in fields.pop("people")}
        seed, harmed = tuple(fields.pop("seed")), tuple(fields.pop("harmed"))
        return end, line, State(**fields, seed=seed, harmed=harmed, people=people)

    def store(self, games: Iterable[tuple[GameState, bool]], state: State, end: int, line: bytes) -> None:
        """Store games, each with whether its people were one side, and the state after a line that ends at this byte of
        the log. The caller opens a transaction.
        """
        for game, one_side in games:
            self._store(game, one_side=one_side)
        self.run("DELETE FROM place")
        row = (VERSION, end, line, json.dumps({**state._asdict(), "people": sorted(state.people.values())}))
        self.run("INSERT INTO place VALUES (?, ?, ?, ?, ?)", (*row, _checksum(row)))

    def _store(self, game: GameState, *, one_side: bool) -> None:
        result, path = game.result, game.path
        count = seconds = None
        if result is not None and result.ended != ABANDON and not game.seats.again:
            count, seconds = len(path) - 1, int(duration_s(path))
            if not seconds and path[0].imported is not None and len(path) > 2 and path[-2].at == path[0].at:
                seconds = None  # the entries of a text have no times but that of the end
        ended = None if result is None else path[-1].seq
        row = (
            game.id, game.key, game.series, ended, count, seconds, json.dumps(game.info, ensure_ascii=False),
            game.before, _offsets(path), _offsets(game.undone), game.last, game.spent, json.dumps(game.hidden),
        )  # fmt: skip
        self.run(f"INSERT OR REPLACE INTO games VALUES ({'?, ' * len(row)}?)", (*row, _checksum(row)))
        self.run(COUNT, (-1, game.id))
        self.run("DELETE FROM results WHERE game = ?", (game.id,))
        if result is None or count is None:
            return
        drawn = len(result.winners) in (0, len(result.scores)) and (not one_side or result.ended == AGREE_DRAW)
        used = path[-1].used
        kind = game.key + WITH_DEVICE * game.with_device
        self.database.executemany(
            "INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (person, kind, ended, game.id, seat in result.winners and not drawn, drawn,
                 None if result.ended else result.scores[seat], used[seat] if seat < len(used) else None)
                for seat, person in enumerate(game.people) if person >= 0 and seat < len(result.scores)
            ],
        )  # fmt: skip
        self.run(COUNT, (1, game.id))

    def game(self, number: int, read: ReadLine) -> GameState | None:
        """A game; `read` gives the lines of the log. Raises ValueError if others stand there now."""
        row = self.run("SELECT * FROM games WHERE id = ?", (number,)).fetchone()
        if row is None:
            return None
        *_, before, path, undone, last, spent, hidden, _ = row
        shown = info(row)
        entries = _entries(path, read), _entries(undone, read)
        whole = [entry for entry in entries[0] if entry.act.kind != LOST]
        if any(entry.game != number for entry in whole) or any(one.seq >= other.seq for one, other in pairwise(whole)):
            raise ValueError("lines of the log have changed places")
        lines = tuple(json.loads(hidden))
        return GameState(*shown[:7], before, *entries, last, shown.pad, shown.clock, spent, shown.seats, lines)

    # -- lists

    def infos(self, which: str, *params: object) -> tuple[GameInfo, ...]:
        """The games of a condition, as lists show them."""
        return tuple([info(row) for row in self.run(f"SELECT * FROM games WHERE {which}", params)])

    def page(self, which: str, order: str, first: int, count: int, *params: int) -> GamePage:
        """The games of a condition from place `first` on, in falling order of a column."""
        (total,) = self.run(f"SELECT count(*) FROM games WHERE {which}", params).fetchone()
        page = f"SELECT id, {order} AS place FROM games WHERE {which} ORDER BY {order} DESC LIMIT ? OFFSET ?"
        rows = self.run(
            f"SELECT place, games.{order}, games.* FROM ({page}) JOIN games USING (id) ORDER BY place DESC",
            (*params, count, first),
        ).fetchall()
        # The page comes from an index of the table, which has no checksums.
        if len(rows) != min(count, max(total - first, 0)) or any(place != there for place, there, *_ in rows):
            raise ValueError("an index of the games is damaged")
        return GamePage(total, tuple([info(row[2:]) for row in rows]))

    def series(self, number: int) -> tuple[GameInfo, ...]:
        """The games of a series, the oldest first, without those whose start was undone."""
        games = self.infos("series = ? AND path <> '[]' ORDER BY id", number)
        if any(game.series != number for game in games):
            raise ValueError("an index of the games is damaged")
        return games


def info(row: Sequence[Any]) -> GameInfo:
    """A row of the games as lists show it."""
    check_row(row)
    number, key, people, names, options, series, begun, at, ended, head, pad, clock, seats, sure = json.loads(row[6])
    result = None if ended is None else Result(tuple(ended[0]), tuple(ended[1]), ended[2])
    people, names, levels, rest = tuple(people), tuple(names), tuple(seats[0]), seats[1:]
    return GameInfo(
        number, key, people, names, options, series, begun, at, result, head, pad, ClockRule(*clock),
        Seats(levels, *rest), sure,
    )  # fmt: skip


def check_row(row: Sequence[Any]) -> bool:
    """True; raises ValueError unless the last value of a row is the checksum of its other values."""
    if _checksum(tuple(row[:-1])) != row[-1]:
        raise ValueError("a row of the index is damaged")
    return True


def _checksum(row: tuple[Any, ...]) -> int:
    return crc32(repr(row).encode())


def connect(file: Path | None = None, *, only_read: bool = False) -> sqlite3.Connection:
    """A connection to the index in a file, or to a new one in memory; raises sqlite3.Error."""
    if file is not None:
        # For nobody else: who can open it can lock it, and SQLite waits for seconds then.
        with suppress(OSError):
            if not only_read:
                os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        for name in (file.name, f"{file.name}-journal"):
            place = file.with_name(name)
            if place.exists() and not place.is_file():  # SQLite would wait for the other end of a pipe
                raise sqlite3.OperationalError(f"{name} is not a file")
    address = ":memory:" if file is None else f"{file.absolute().as_uri()}?mode=ro" if only_read else file
    database = sqlite3.connect(address, isolation_level=None, uri=only_read)
    try:
        database.create_function("whole", -1, lambda *row: check_row(row))
        database.execute("PRAGMA synchronous = NORMAL")  # reads the file, which may be no database
        database.execute("PRAGMA trusted_schema = OFF")
    except BaseException:  # also UnicodeDecodeError, where a damaged name stands in the message of SQLite
        database.close()
        raise
    return database


def _offsets(entries: Iterable[Line]) -> str:
    """The bytes where entries begin, each as the distance from the one before, which makes the text short."""
    offsets = [entry.offset for entry in entries]
    return json.dumps([now - before for before, now in pairwise([0, *offsets])], separators=(",", ":"))


def _entries(offsets: str, read: ReadLine) -> tuple[Line, ...]:
    return tuple([entry_at(offset, read) for offset in accumulate(json.loads(offsets))])
