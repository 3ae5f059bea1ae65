"""The record as one looks things up in it: what holds now, games as they stand, lists and figures."""

from __future__ import annotations

import io
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import BinaryIO, TypeVar

from companion.record import act as acts
from companion.record.fold import Entry, GameInfo, GameState, State, fold
from companion.record.index import INDEX, Index, Place, connect
from companion.record.line import PEOPLE, Line
from companion.record.lists import GamePage
from companion.record.log import LOG, PLAIN, Scan, lost_at, read_line
from companion.record.trouble import RecordTrouble, of_system

T = TypeVar("T")
Progress = Callable[[int], None]
"""Hears how many lines have been read, now and then, while the index is made."""
SOME_GAMES, SOME_LINES = 1000, 5000
MOST_CHANGED = 32
"""So many games may differ from the index before it is written."""
NEWEST = 1
"""The version of the format that is known here."""


class Library:
    """A log and an index of it. `take` folds a line that the log has beyond the index.

    Games that differ from the index are kept here until `flush`, and the one on the table for as long as it is there.
    """

    def __init__(self, file: BinaryIO, index: Index, state: State = State()) -> None:  # noqa: B008 - a value
        self._file = file
        self._index = index
        self.state = state
        self._games: dict[int, GameState] = {}
        self._changed: set[int] = set()
        self._renamed = False

    # -- what holds

    def look(self, number: int) -> GameState | None:
        """A game as it stands; None for a number that no game has."""
        return self._safely(lambda: self._look(number))

    def _look(self, number: int) -> GameState | None:
        game = self._games.get(number)
        if game is None and number:
            game = self._index.game(number, self._entry)
            if number == self.state.table:
                if game is None:
                    raise LookupError(number)
                self._games[number] = game
        return game

    @property
    def table(self) -> GameState | None:
        """The game on the table."""
        return self.look(self.state.table)

    @property
    def undone(self) -> Entry | None:
        """What redo would bring back."""
        table = self.table
        undone = self.state.undone if table is None else table.undone
        return undone[-1] if undone else None

    @property
    def roster(self) -> tuple[str, ...]:
        """The names on the roster: who played last first, then in the order they were added."""
        people = [person for person in self.state.people.values() if not person.retired]
        return tuple([person.name for person in sorted(people, key=lambda person: (-person.used, person.number))])

    def person(self, name: str) -> int:
        """The number of somebody who is called so now, on the roster or not; 0 for nobody."""
        return next((person.number for person in self.state.people.values() if person.name == name), 0)

    def names(self, people: tuple[int, ...]) -> tuple[str, ...]:
        """What people are called now."""
        known = self.state.people
        return tuple([known[number].name if number in known else f"#{number}" for number in people])

    def take(self, offset: int, line: Line) -> None:
        """What holds after one more line."""
        self.state, changed = fold(self.state, line, offset, self._look)
        self._renamed |= line.about == PEOPLE
        for game in changed:
            self._games[game.id] = game
            self._changed.add(game.id)

    def _entry(self, offset: int) -> Entry | None:
        line = read_line(self._file, max(offset, lost_at(offset)))
        if line is not None and offset < 0:
            return Entry(line.seq - 1, offset, 0, acts.LOST, "", line.at)
        if line is not None:
            return Entry(line.seq, offset, line.game, str(line.act), line.digest, line.at, line.result)
        return Entry(0, offset, 0, acts.LOST, "", 0.0)

    # -- lists and figures

    def waiting(self, first: int, count: int) -> GamePage:
        """Unfinished games that are not on the table, the one touched last first: `count` from place `first` on."""
        return self.ask(lambda index: index.waiting(self.state.table, first, count))

    def finished(self, first: int, count: int) -> GamePage:
        """Games that are over, the one that ended last first."""
        return self.ask(lambda index: index.finished(first, count))

    def series(self, number: int) -> tuple[GameInfo, ...]:
        """The games of a series, the oldest first, without those whose start was taken back."""
        found = {info.id: info for info in self._safely(lambda: self._index.series(number))}
        for game in self._games.values():
            found.pop(game.id, None)
            if game.series == number and game.path:
                found[game.id] = game.info
        return tuple([found[game] for game in sorted(found)])

    def series_until(self, game: GameState) -> tuple[GameInfo, ...]:
        """The games of a game's series up to it, and later ones that were over before: a reopened game can end last."""
        head = game.path[-1].seq if game.path else 0
        games = self.series(game.series)
        return tuple([info for info in games if info.id <= game.id or (info.result is not None and info.head < head)])

    def last(self) -> int | None:
        """The number of the game that was touched last."""
        def newest(index: Index) -> int | None:
            row = index.run("SELECT id FROM games WHERE path <> '[]' ORDER BY last DESC LIMIT 1").fetchone()
            return row[0] if row else None

        return self.ask(newest)

    def numbers(self) -> tuple[int, ...]:
        """The numbers of all games but those whose start was taken back, the first begun first."""
        return self.ask(lambda index: tuple(
            [row[0] for row in index.run("SELECT id FROM games WHERE path <> '[]' ORDER BY id")]
        ))  # fmt: skip

    def ask(self, question: Callable[[Index], T]) -> T:
        """The answer to a question about all games. What has changed is put into the index for it and taken out again:
        cards wear out, and lists are looked at with every menu.
        """

        def answer() -> T:
            self._index.run("PRAGMA journal_mode = MEMORY")
            self._index.run("BEGIN")
            try:
                if self._changed or self._renamed:
                    self._store()
                return question(self._index)
            finally:
                if self._index.database.in_transaction:
                    self._index.run("ROLLBACK")

        return self._safely(answer)

    def _safely(self, look: Callable[[], T]) -> T:
        """What is found in the index."""
        return look()

    def flush(self) -> None:
        """Take the games that have changed into the index."""
        if self._changed or self._renamed:
            self._index.run("PRAGMA journal_mode = DELETE")
            self._index.run("BEGIN")
            self._store()
            self._index.run("COMMIT")
            self._changed.clear()
            self._renamed = False
            self._games = {number: game for number, game in self._games.items() if number == self.state.table}

    def _store(self) -> None:
        self._index.store([self._games[number] for number in self._changed], self.state, self._place())

    def _place(self) -> Place:
        return Place(0, self.state.seq, b"")

    def catch_up(self, scan: Scan, progress: Progress | None = None) -> None:
        """Fold what the log has beyond the index."""
        for count, (offset, line) in enumerate(scan):
            if len(self._changed) > SOME_GAMES and offset == scan.end:  # not in the middle of an import
                self.flush()
            self.take(offset, line)
            if progress is not None and count and not count % SOME_LINES:
                progress(count)
        if len(self._changed) > MOST_CHANGED:
            self.flush()


def fitting(index: Index, file: BinaryIO) -> tuple[Place, State] | None:
    """Up to where a log is in an index, if the index is one of this log."""
    found = index.place()
    if found is None:
        return None
    place = found[0]
    file.seek(max(0, place.end - len(place.line)))
    return found if place.line and file.read(len(place.line)) == place.line else None


@contextmanager
def reading(folder: Path) -> Iterator[Library]:
    """The record in a folder as it is at this moment, also while the device writes it; raises RecordTrouble.

    Nothing is changed, and no file appears beside the record.
    """
    with ExitStack() as stack:
        file = stack.enter_context(closing(opened_log(folder)))
        index = Index(stack.enter_context(closing(sqlite3.connect(":memory:", isolation_level=None))))
        start = _copied(folder, file, index)
        if start is None:
            index = Index(stack.enter_context(closing(sqlite3.connect(":memory:", isolation_level=None))))
            index.create()
        place, state = start or (Place(0, -1, b""), State())
        library = Library(file, index, state)
        library.catch_up(Scan(file, place.end, place.seq))
        library.flush()
        yield library


def opened_log(folder: Path) -> BinaryIO:
    """The log of a folder for reading, or that of the database of an earlier version."""
    try:
        return os.fdopen(os.open(folder / LOG, os.O_RDONLY | PLAIN), "rb")
    except FileNotFoundError:
        from companion.record import schema3  # only for a record of an earlier version

        if schema3.there(folder):
            return io.BytesIO(schema3.converted(folder))
        raise RecordTrouble("journal.none", folder=folder) from None
    except OSError as error:
        raise of_system(error, folder, "journal.unreadable") from error


def _copied(folder: Path, file: BinaryIO, index: Index) -> tuple[Place, State] | None:
    """Copy the index of a folder, if there is one that fits the log."""
    there = folder / INDEX
    try:
        if not there.is_file():
            return None
        with closing(connect(f"{there.absolute().as_uri()}?mode=ro", uri=True)) as database:
            database.backup(index.database)
        return fitting(index, file)
    except (sqlite3.Error, OSError, ValueError, TypeError, KeyError):
        return None


def fits(folder: Path) -> bool:
    """Whether the index of a folder can be read and is one of its log; a new one is, with nothing in it yet."""
    with closing(opened_log(folder)) as file, closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
        index = Index(database)
        if _copied(folder, file, index) is not None:
            return True
        try:
            return bool(index.run("SELECT count(*) FROM place").fetchone() == (0,))
        except sqlite3.Error:
            return False
