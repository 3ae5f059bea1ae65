"""The log of a record, folded into its state, with an index of its games."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import BinaryIO, Self, TypeVar

from companion.messages import Message
from companion.play.fold import NO_GAME, GameState, State, fold
from companion.play.line import UNKNOWN, Line
from companion.record.index import INDEX, Index, whole_tables
from companion.record.log import LOG, PLAIN, Writer, put_file, read_file
from companion.record.scan import Scan, game_of, read_all, read_line
from companion.record.trouble import RecordTrouble, reason_of, system_trouble

T = TypeVar("T")
Progress = Callable[[int], None]
"""Called now and then with the number of lines read, while the log is folded."""
SOME_GAMES, SOME_LINES = 1000, 5000
MOST_CHANGED = 32
"""With more changed games than this, the file of the index is written."""

log = logging.getLogger(__name__)


class IndexedLog:
    """The record in a folder as it is now, also while the device writes it: its log and an index of it.

    Without a `writer` it changes nothing, and creates no file beside the record. A context manager. Raises
    RecordTrouble.

    Changed games are in memory until the index is asked, the game on the table as long as it is there. If the file of
    the index does not fit the log, or is damaged, the index is rebuilt from the log; `made` says so. `covered` counts
    the bytes of the log that the file of the index had at the start, which were not read then.
    """

    def __init__(self, folder: Path, writer: Writer | None = None, *, progress: Progress | None = None) -> None:
        """The `writer` has not read the log yet."""
        self.folder = folder
        self._writer = writer
        self._scan = writer.scan if writer is not None else Scan(opened_log(folder))
        self.reported = State()
        self.covered = 0
        self._written: State | None = None
        """The state that the file of the index has."""
        self._clear()
        self._whole = False
        """Whether the log was read to its end: the file of the index must not get a half-read log."""
        try:
            self._catch_up(progress)
        except BaseException:
            IndexedLog.close(self)
            raise
        self._whole = True
        self._flush_many()
        if self._scan.unread is not None:
            self._warn(self._scan.unread)

    def _clear(self) -> None:
        self.state = self._stored = State()
        self._games: dict[int, GameState] = {}
        self._changed: set[int] = set()
        """Games that the index lacks."""
        self._unwritten: set[int] = set()
        """Games that the file of the index lacks, or has as they were before."""

    def close(self) -> None:
        """Close log and index; a second call does nothing."""
        self._index.database.close()
        self._scan.file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- log and index

    def _catch_up(self, progress: Progress | None) -> None:
        """Fold what the log has behind the index of the folder, which may be missing."""
        try:
            tables = whole_tables(read_file(self.folder / INDEX, PLAIN) or b"")
        except OSError:
            tables = b""
        self._index, self.made = Index(tables), not tables
        try:
            self._scan.end, self._scan.raw, self.state = self._index.place(self._scan.file)
        except (sqlite3.Error, ValueError, TypeError, LookupError, OSError):
            self._rebuild(-1, progress)
            return
        self._scan.seq = self.state.seq
        self.reported = self._stored = self.state
        if tables:
            self.covered, self._written = self._scan.end, self.state
        self._fold(progress)

    def _fold(self, progress: Progress | None) -> None:
        for count, (offset, line) in enumerate(self._scan):
            if len(self._changed) > SOME_GAMES and offset == self._scan.end:  # not in the middle of an import
                self._store()
            self.fold_line(offset, line)
            if progress is not None and count and not count % SOME_LINES:
                progress(count)

    def fold_line(self, offset: int, line: Line) -> None:
        """Fold one more line into the state."""
        self.state, changed = fold(self.state, line, offset, self.game_state)
        for game in changed:
            self._games[game.id] = game
            self._changed.add(game.id)

    def _rebuild(self, most: int, progress: Progress | None = None) -> None:
        """Rebuild the index from the log up to byte `most`."""
        self._index.database.close()
        self._index = Index()
        self.made, self._written = True, None
        self._clear()
        self._scan.restart(most)
        self._fold(progress)

    def _warn(self, error: OSError) -> None:
        log.warning("parts of the record cannot be read now: %s", reason_of(error))

    def ask(self, question: Callable[[Index], T]) -> T:
        """The answer to a question about all games."""
        self._store()
        return question(self._index)

    def _store(self) -> None:
        """Bring the index in memory up to date."""
        if self._stored is not self.state:
            games = [self._games[number] for number in self._changed]
            self._index.store(games, self.state, self._scan.end, self._scan.raw)
            self._stored = self.state
            self._unwritten |= self._changed
            self._changed.clear()
            self._games = {number: game for number, game in self._games.items() if number == self.state.table}

    def flush(self) -> None:
        """Write the file of the index, if it lacks something; without a writer there is none to write.

        What cannot be read now is not written, but tried again at the next start (REC-9).
        """
        if self._writer is None or self._scan.unread is not None or not self._whole or self._written is self.state:
            return
        try:
            put_file(self._writer.directory, INDEX, self.ask(Index.content))
        except OSError as error:  # for example, a full disk; it only makes the next start slower
            log.warning("the index cannot be written: %s", reason_of(error))
        self._written = self.state  # also after an error: the next try is worth its time only when more has changed
        self._unwritten.clear()

    def _flush_many(self) -> None:
        if len(self._unwritten | self._changed) > MOST_CHANGED:
            self.flush()

    # -- the current state

    def log(self) -> tuple[bytes, bytes]:
        """The bytes of the log up to its last whole line, and the bytes behind it; zeros where it cannot be read."""
        content, trouble = read_all(self._scan.file)
        if trouble is not None and self._scan.unread is None:
            self._warn(trouble)
        return content[: self._scan.end], content[self._scan.end :]

    def game_state(self, number: int) -> GameState | None:
        """The state of a game; None for a number that no game has."""
        game = self._games.get(number)
        if game is None:
            game = self._index.game(number, self._read_line) or (None if number else NO_GAME)
            if game is not None and number == self.state.table:
                self._games[number] = game
        return game

    def _read_line(self, offset: int) -> Line | None:
        """The line that begins at a byte; None if it is damaged or cannot be read."""
        try:
            return read_line(self._scan.file, offset)
        except OSError as error:
            if self._scan.unread is None:
                self._warn(error)
            self._scan.unread = error
            return None

    def reread(self, step: int) -> Iterator[int]:
        """Read the part of the log again that was in the index at the start; yields after each `step` bytes.

        If a line there has become unreadable since, the index is made again without it, and `damage` has it.
        """
        lost = self.reported.lost
        with suppress(RecordTrouble), closing(opened_log(self.folder)) as file:
            scan, done = Scan(file), step
            scan.restart(self.covered)
            for offset, _ in scan:
                while offset >= done:
                    yield done
                    done += step
            if scan.unread is not None:
                self._scan.unread = scan.unread
                self._warn(scan.unread)
            elif scan.lost + len(scan.spoilt) > lost:
                self._rebuild(self._scan.end)
                self.flush()

    def damage(self) -> list[Message]:
        """What people should know of lines that were lost since the last call, and the games that lack an entry."""
        before, self.reported = self.reported, self.state
        spoilt, self._scan.spoilt = self._scan.spoilt, ()
        count = self.state.lost - before.lost + len(spoilt)
        if not count:
            return []
        games = [self.state.table if owner == UNKNOWN else game_of(owner) for owner in spoilt]
        harmed = [number for number in self.state.harmed if number not in before.harmed]
        found = [self.game_state(number) for number in dict.fromkeys([*harmed, *games]) if number]
        return [
            Message("record.lost", count=count),
            *[Message("record.harmed", game=game.key, names=game.names) for game in found if game is not None],
        ]


def opened_log(folder: Path) -> BinaryIO:
    """The log of a folder for reading; raises RecordTrouble."""
    try:
        return os.fdopen(os.open(folder / LOG, os.O_RDONLY | PLAIN), "rb")
    except FileNotFoundError:
        raise RecordTrouble("record.none", folder=folder) from None
    except OSError as error:
        raise system_trouble(error, folder, "record.unreadable") from error
