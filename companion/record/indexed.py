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
from companion.play.line import PEOPLE, UNKNOWN, Line
from companion.record.index import INDEX, Index, connect
from companion.record.log import LOG
from companion.record.scan import Scan, game_of, read_all, read_line
from companion.record.trouble import RecordTrouble, system_trouble
from companion.texts import reason_of
from companion.whole_file import open_regular

T = TypeVar("T")
Progress = Callable[[int], None]
"""Called now and then with the number of lines read, while the index is built."""
SOME_GAMES, SOME_LINES = 1000, 5000
MOST_CHANGED = 32
"""With more changed games than this, the index is written."""
BROKEN = (sqlite3.Error, ValueError, TypeError, LookupError)
"""The exceptions of an index that is damaged or cannot be written."""

log = logging.getLogger(__name__)


class IndexedLog:
    """The record in a folder as it is now, also while the device writes it: its log and an index of it.

    It changes nothing, and creates no file beside the record. A context manager. Raises RecordTrouble.

    Changed games are in memory until `flush`, the game on the table as long as it is there. An index that does not fit
    the log, or is damaged, is rebuilt from the log; `made` says so. After that, a game that the index lacks is not in
    the log either. `covered` counts the bytes of the log that the index had at the start, which were not read then.
    """

    def __init__(
        self, folder: Path, scan: Scan | None = None, *, own: bool = False, progress: Progress | None = None
    ) -> None:
        """The writer gives a `scan` at the first byte of the log; it uses the index of the folder if the folder is its
        `own`, else one in memory. Others use a copy of the index in memory.
        """
        self.folder = folder
        self._scan = scan or Scan(opened_log(folder))
        self._there = folder / INDEX if own else None
        try:
            self._index = Index(connect(self._there))
        except BROKEN:  # for example, a folder has its name
            self._index = Index(connect())
        self.made = False
        self._clear()
        self.reported = State()
        self.covered = 0
        try:
            self._catch_up(folder / INDEX if scan is None else None, progress)
        except BaseException as error:
            IndexedLog.close(self)  # the index must not get a half-read log
            if isinstance(error, OSError):
                raise system_trouble(error, folder, "record.unreadable") from error
            raise
        if self._scan.unread is not None:
            self._warn(self._scan.unread)

    def _clear(self) -> None:
        self.state = State()
        self._games: dict[int, GameState] = {}
        self._changed: set[int] = set()
        self._renamed = False

    def close(self) -> None:
        """Close log and index; a second call does nothing."""
        self._index.database.close()
        self._scan.file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- log and index

    def _catch_up(self, copy: Path | None, progress: Progress | None) -> None:
        """Copy the index in a file, if there is one, and fold the rest of the log. Raises OSError."""
        try:
            if copy is not None and copy.is_file():
                with closing(connect(copy, only_read=True)) as database:
                    database.backup(self._index.database)
            self._scan.end, self._scan.raw, self.state = self._index.place(self._scan.file)
            self._scan.seq = self.state.seq
            self.reported, self.covered = self.state, self._scan.end
            self._fold(progress)
        except BROKEN:
            self._rebuild(-1, progress)
        except OSError:  # the end of the part in the index cannot be read now: its file stays for a later start (REC-9)
            self._there = None
            self._rebuild(-1, progress)

    def _fold(self, progress: Progress | None) -> None:
        for count, (offset, line) in enumerate(self._scan):
            if len(self._changed) > SOME_GAMES and offset == self._scan.end:  # not in the middle of an import
                self.flush()
            self.fold_line(offset, line)
            if progress is not None and count and not count % SOME_LINES:
                progress(count)
        if len(self._changed) > MOST_CHANGED or self._there is None:
            self.flush()

    def fold_line(self, offset: int, line: Line) -> None:
        """Fold one more line into the state."""
        self.state, changed = fold(self.state, line, offset, self._game_state)
        self._renamed |= line.about == PEOPLE
        for game in changed:
            self._games[game.id] = game
            self._changed.add(game.id)

    def _rebuild(self, most: int, progress: Progress | None = None) -> None:
        """Rebuild the index from the log up to byte `most`. Raises OSError if the log cannot be read."""
        while True:
            self._index.database.close()
            try:
                if self._there is not None:
                    for end in ("", "-journal"):
                        self._there.with_name(f"{INDEX}{end}").unlink(missing_ok=True)
                self._index = Index(connect(self._there))
                self._index.create()
                self._clear()
                self._scan.restart(most)
                self._fold(progress)
                self.flush()
                self.made = True
                return
            except (*BROKEN, OSError) as error:  # for example, a full disk; it only makes the next start slower
                if self._there is None:
                    raise
                log.warning("the index cannot be written: %s", error)
                self._there = None

    def _detach(self) -> None:
        """Go on with a copy of the index in memory: what cannot be read now is tried again at a start (REC-9)."""
        if self._there is not None:
            there, self._index, self._there = self._index, Index(connect()), None
            with closing(there.database):
                there.database.backup(self._index.database)

    def _warn(self, error: OSError) -> None:
        log.warning("parts of the record cannot be read now: %s", reason_of(error))

    def query_index(self, look: Callable[[], T]) -> T:
        """The result of a look into the index. A damaged index is rebuilt from the log."""
        try:
            return look()
        except BROKEN as error:
            log.error("the index is rebuilt: %s", error)
            self._rebuild(self._scan.end)
            return look()

    def ask(self, question: Callable[[Index], T]) -> T:
        """The answer to a question about all games.

        Changed games are in the index only during the question, in a transaction that is rolled back: every menu shows
        lists, and writing wears out the card.
        """

        def answer() -> T:
            self._index.run("PRAGMA journal_mode = MEMORY")
            self._index.run("BEGIN")
            try:
                self._store()
                return question(self._index)
            finally:
                if self._index.database.in_transaction:
                    self._index.run("ROLLBACK")

        return self.query_index(answer)

    def flush(self) -> None:
        """Write the changes into the index."""
        if self._scan.unread is not None:
            self._detach()
        if self._changed or self._renamed:
            self._index.run("PRAGMA journal_mode = DELETE")
            self._index.run("BEGIN")
            self._store()
            self._index.run("COMMIT")
            self._changed.clear()
            self._renamed = False
            self._games = {number: game for number, game in self._games.items() if number == self.state.table}

    def _store(self) -> None:
        if self._changed or self._renamed:
            games = [self._games[number] for number in self._changed]
            self._index.store(games, self.state, self._scan.end, self._scan.raw)

    # -- the current state

    def log(self) -> tuple[bytes, bytes]:
        """The bytes of the log up to its last whole line, and the bytes behind it; zeros where it cannot be read."""
        content, trouble = read_all(self._scan.file)
        if trouble is not None and self._scan.unread is None:
            self._warn(trouble)
        return content[: self._scan.end], content[self._scan.end :]

    def game_state(self, number: int) -> GameState | None:
        """The state of a game; None for a number that no game has."""

        def found() -> GameState | None:
            game = self._game_state(number)
            if game is None and 0 < number <= self.state.games and not self.made:
                raise LookupError(number)
            return game

        return self.query_index(found)

    def _game_state(self, number: int) -> GameState | None:
        game = self._games.get(number)
        if game is None:
            game = self._index.game(number, self._read_line) or (None if number else NO_GAME)
            if number == self.state.table:
                if game is None:
                    raise LookupError(number)
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

    def damage(self) -> list[Message]:
        """What people should know of lines that were lost since the last call, and the games that lack an entry."""
        before, self.reported = self.reported, self.state
        spoilt, self._scan.spoilt = self._scan.spoilt, ()
        count = self.state.lost - before.lost + len(spoilt)
        if not count:
            return []
        games = [self.state.table if owner == UNKNOWN else game_of(owner) for owner in spoilt]
        harmed = [number for number in self.state.harmed if number not in before.harmed]
        states = [self.game_state(number) for number in dict.fromkeys([*harmed, *games]) if number]
        return [
            Message("record.lost", count=count),
            *[Message("record.harmed", game=game.key, names=game.names) for game in states if game is not None],
        ]


def opened_log(folder: Path) -> BinaryIO:
    """The log of a folder for reading; raises RecordTrouble."""
    try:
        return open_regular(folder / LOG, os.O_NOFOLLOW)
    except FileNotFoundError:
        raise RecordTrouble("record.none", folder=folder) from None
    except OSError as error:
        raise system_trouble(error, folder, "record.unreadable") from error
