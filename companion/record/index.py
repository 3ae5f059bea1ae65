"""The index: lists, results and figures of all games, derived from the log. It may be deleted at any time.

It is a database of SQLite in memory. Its file is read and written whole, with a checksum behind it: a file with any
damage is not used. The row of `place` says which part of the log it includes. Only the log says what happened. The one
process that holds the record writes the file, when many games have changed and at an orderly stop; others read it and
fold the rest of the log themselves.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, pairwise
from typing import Any, BinaryIO
from zlib import crc32

from companion.play.act import ABANDON
from companion.play.clock import ClockRule
from companion.play.fold import GameInfo, GameState, Person, State, duration_s
from companion.play.line import Line, Result
from companion.play.seats import Seats
from companion.record.lists import WITH_DEVICE, GamePage
from companion.record.scan import ReadLine, entry_at

INDEX = "index.sqlite3"
VERSION = 12
CHECKSUM_BYTES = 4
"""The length of the CRC-32 behind the database."""

Run = Callable[..., sqlite3.Cursor]

TABLES = """
CREATE TABLE place (version INTEGER, bytes INTEGER, line BLOB, state TEXT);
CREATE TABLE games (
    id INTEGER PRIMARY KEY, game TEXT, series INTEGER, ended INTEGER, entries INTEGER, seconds INTEGER,
    info TEXT, before INTEGER, path TEXT, undone TEXT, last INTEGER, spent INTEGER, hidden TEXT
);
CREATE INDEX games_series ON games (series);
CREATE INDEX games_waiting ON games (last) WHERE ended IS NULL AND path <> '[]';
CREATE INDEX games_ended ON games (ended) WHERE ended IS NOT NULL;
CREATE TABLE results (
    person INTEGER, kind TEXT, ended INTEGER, game INTEGER, won INTEGER, drawn INTEGER, points INTEGER, ms INTEGER,
    PRIMARY KEY (person, kind, ended)
) WITHOUT ROWID;
CREATE INDEX results_game ON results (game);
"""
WAITING = "ended IS NULL AND path <> '[]' AND id <> ?"
FINISHED = "ended IS NOT NULL"


class Index:
    """The tables: those of a file, or without `tables` an index that includes no line of a log."""

    def __init__(self, tables: bytes = b"") -> None:
        self.database = sqlite3.connect(":memory:", isolation_level=None)
        self.run: Run = self.database.execute
        if tables:
            self.database.deserialize(tables)
        else:
            self.database.executescript(TABLES)
            self.store((), State(), 0, b"")

    def content(self) -> bytes:
        """The content for a file."""
        tables = self.database.serialize()
        return tables + _checksum(tables)

    def place(self, log: BinaryIO) -> tuple[int, bytes, State]:
        """The end of the part of the log that is in the index, as a byte, the last line there, and the state after it.

        Raises LookupError if this is the index of another log, or another version of it. The tables of another version
        may also lead to other exceptions.
        """
        row = self.run("SELECT * FROM place").fetchone()
        if row is None or row[0] != VERSION:
            raise LookupError(INDEX)
        _, end, line, state = row
        log.seek(max(0, end - len(line)))
        if log.read(len(line)) != line:
            raise LookupError(INDEX)
        fields = json.loads(state)
        people = {person[0]: Person(*person) for person in fields.pop("people")}
        seed, harmed = tuple(fields.pop("seed")), tuple(fields.pop("harmed"))
        return end, line, State(**fields, seed=seed, harmed=harmed, people=people)

    def store(self, games: Iterable[GameState], state: State, end: int, line: bytes) -> None:
        """Store games, and the state after a line that ends at this byte of the log."""
        for game in games:
            self._store(game)
        self.run("DELETE FROM place")
        fields = {**state._asdict(), "people": sorted(state.people.values())}
        self.run("INSERT INTO place VALUES (?, ?, ?, ?)", (VERSION, end, line, json.dumps(fields)))

    def _store(self, game: GameState) -> None:
        result, path = game.result, game.path
        count = seconds = None
        if result is not None and result.ended != ABANDON and not game.seats.again:
            count, seconds = len(path) - 1, int(duration_s(path))
        ended = None if result is None else path[-1].seq
        row = (
            game.id, game.key, game.series, ended, count, seconds, json.dumps(game.info, ensure_ascii=False),
            game.before, _offsets(path), _offsets(game.undone), game.last, game.spent, json.dumps(game.hidden),
        )  # fmt: skip
        self.run(f"INSERT OR REPLACE INTO games VALUES ({', '.join('?' * len(row))})", row)
        self.run("DELETE FROM results WHERE game = ?", (game.id,))
        if result is None or count is None:
            return
        drawn, used = len(result.winners) in (0, len(result.scores)), path[-1].used
        kind = game.key + WITH_DEVICE * game.with_device
        self.database.executemany(
            "INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (person, kind, ended, game.id, seat in result.winners and not drawn, drawn,
                 None if result.ended else result.scores[seat], used[seat] if seat < len(used) else None)
                for seat, person in enumerate(game.people) if person >= 0 and seat < len(result.scores)
            ],
        )  # fmt: skip

    def game(self, number: int, read: ReadLine) -> GameState | None:
        """A game; `read` gives the lines of the log."""
        row = self.run("SELECT * FROM games WHERE id = ?", (number,)).fetchone()
        if row is None:
            return None
        *_, before, path, undone, last, spent, hidden = row
        shown = info(row)
        entries = _entries(path, read), _entries(undone, read)
        lines = tuple(json.loads(hidden))
        return GameState(*shown[:7], before, *entries, last, shown.pad, shown.clock, spent, shown.seats, lines)

    # -- lists

    def infos(self, which: str, *params: object) -> tuple[GameInfo, ...]:
        """The games of a condition, as lists show them."""
        return tuple([info(row) for row in self.run(f"SELECT * FROM games WHERE {which}", params)])

    def page(self, which: str, order: str, first: int, count: int, *params: int) -> GamePage:
        """The games of a condition from place `first` on, in falling order of a column."""
        (total,) = self.run(f"SELECT count(*) FROM games WHERE {which}", params).fetchone()
        games = self.infos(f"{which} ORDER BY {order} DESC LIMIT ? OFFSET ?", *params, count, first)
        return GamePage(total, games)

    def series(self, number: int) -> tuple[GameInfo, ...]:
        """The games of a series, the oldest first, without those whose start was undone."""
        return self.infos("series = ? AND path <> '[]' ORDER BY id", number)


def info(row: Sequence[Any]) -> GameInfo:
    """A row of the games as lists show it."""
    number, key, people, names, options, series, begun, at, ended, head, pad, clock, seats, sure = json.loads(row[6])
    result = None if ended is None else Result(tuple(ended[0]), tuple(ended[1]), ended[2])
    people, names, levels, rest = tuple(people), tuple(names), tuple(seats[0]), seats[1:]
    return GameInfo(
        number, key, people, names, options, series, begun, at, result, head, pad, ClockRule(*clock),
        Seats(levels, *rest), sure,
    )  # fmt: skip


def whole_tables(content: bytes) -> bytes:
    """The tables in the content of a file; empty if it is damaged."""
    tables, checksum = content[:-CHECKSUM_BYTES], content[-CHECKSUM_BYTES:]
    return tables if _checksum(tables) == checksum else b""


def _checksum(tables: bytes) -> bytes:
    return crc32(tables).to_bytes(CHECKSUM_BYTES, "big")


def _offsets(entries: Iterable[Line]) -> str:
    """The bytes where entries begin, each as the distance from the one before, which makes the text short."""
    offsets = [entry.offset for entry in entries]
    return json.dumps([now - before for before, now in pairwise([0, *offsets])], separators=(",", ":"))


def _entries(offsets: str, read: ReadLine) -> tuple[Line, ...]:
    return tuple([entry_at(offset, read) for offset in accumulate(json.loads(offsets))])
