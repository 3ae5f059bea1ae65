"""The record for reading: the current state, games, lists and figures."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import BinaryIO, Self, TypeVar

from companion.games import registry
from companion.kit.game import Game
from companion.play import act as acts
from companion.play.act import Act
from companion.play.fold import NO_GAME, GameInfo, GameState, State, duration_s, fold
from companion.play.line import PEOPLE, Line
from companion.play.seats import named
from companion.record.identity import id_of
from companion.record.index import FINISHED, INDEX, WAITING, Index, connect
from companion.record.lists import GamePage, Play
from companion.record.log import LOG, PLAIN, Scan, lost_offset, read_line
from companion.record.present import PresentGames
from companion.record.trouble import RecordTrouble, system_trouble

T = TypeVar("T")
Progress = Callable[[int], None]
"""Called now and then with the number of lines read, while the index is built."""
SOME_GAMES, SOME_LINES = 1000, 5000
MOST_CHANGED = 32
"""With more changed games than this, the index is written."""
BROKEN = (sqlite3.Error, ValueError, TypeError, LookupError)
"""The exceptions of an index that is damaged or cannot be written."""

log = logging.getLogger(__name__)


class RecordView:
    """The record in a folder as it is now, also while the device writes it: its log and an index of it.

    It changes nothing, and creates no file beside the record. A context manager. Raises RecordTrouble.

    Changed games are in memory until `flush`, the game on the table as long as it is there. An index that does not fit
    the log, or is damaged, is rebuilt from the log; `made` says so. After that, a game that the index lacks is not in
    the log either.
    """

    def __init__(
        self, folder: Path, scan: Scan | None = None, *, own: bool = False, progress: Progress | None = None
    ) -> None:
        """The writer gives a `scan` at the first byte of the log; it uses the index of the folder if the folder is its
        `own`, else one in memory. Others use a copy of the index in memory.
        """
        self.folder = folder
        self.present = PresentGames(folder)
        self._pads: dict[str, Game] = {}
        self._scan = scan or Scan(opened_log(folder))
        self._there = folder / INDEX if own else None
        try:
            self._index = Index(connect(self._there or ":memory:"))
        except BROKEN:  # for example, a folder has its name
            self._index = Index(connect(":memory:"))
        self.made = False
        self._clear()
        try:
            self._catch_up(folder / INDEX if scan is None else None, progress)
        except BaseException as error:
            RecordView.close(self)  # the index must not get a half-read log
            if isinstance(error, OSError):
                raise system_trouble(error, folder, "record.unreadable") from error
            raise

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
                with closing(connect(f"{copy.absolute().as_uri()}?mode=ro", uri=True)) as database:
                    database.backup(self._index.database)
            self._scan.end, self._scan.raw, self.state = self._index.place(self._scan.file)
            self._scan.seq = self.state.seq
            self._fold(progress)
        except BROKEN:
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
                self._index = Index(connect(self._there or ":memory:"))
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
        """The bytes of the whole lines of the log, and the bytes behind them. Raises OSError."""
        self._scan.file.seek(0)
        content = self._scan.file.read()
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
            game = self._index.game(number, self._entry) or (None if number else NO_GAME)
            if number == self.state.table:
                if game is None:
                    raise LookupError(number)
                self._games[number] = game
        return game

    def _entry(self, offset: int) -> Line:
        line = read_line(self._scan.file, max(offset, lost_offset(offset)))
        if line is None or offset < 0:
            seq, at = (line.seq - 1, line.at) if line is not None else (0, 0.0)
            line = Line(seq, at, Act(acts.LOST))
        return line._replace(offset=offset)

    @property
    def table(self) -> GameState | None:
        """The game on the table; None without one."""
        return self.game_state(self.state.table) if self.state.table else None

    @property
    def next_redo(self) -> Line | None:
        """The entry that redo would bring back; None without one."""
        table = self.game_state(self.state.table)
        return table.undone[-1] if table is not None and table.undone else None

    @property
    def roster(self) -> tuple[str, ...]:
        """The names on the roster: those who played last first, then in the order in which people added them."""
        people = [person for person in self.state.people.values() if not person.retired]
        return tuple([person.name for person in sorted(people, key=lambda person: (-person.used, person.number))])

    def person(self, name: str) -> int:
        """The number of the person who has this name now, on the roster or not; 0 for nobody."""
        return next((person.number for person in self.state.people.values() if person.name == name), 0)

    def names(self, people: tuple[int, ...]) -> tuple[str, ...]:
        """The current names of people."""
        known = self.state.people
        return named(people, {number: person.name for number, person in known.items()})

    def hidden_acts(self, game: GameState) -> list[Act]:
        """What only the device reads about a game: its seed and its choices, without those that are damaged."""
        found = [read_line(self._scan.file, offset) for offset in game.hidden]
        return [line.act for line in found if line is not None and line.act.kind in acts.HIDDEN]

    def play(self, game: GameState) -> Play:
        """A game with its duration, and the id of the record under which it began; if that is lost, the first known."""
        return Play(id_of(game.path, self.state.ids), game.info, duration_s(game.path))

    # -- the rules of games

    def rules_of(self, game: GameInfo | GameState) -> Game | None:
        """The rules of a game; None if this version does not know them, or the text of its score pad is lost."""
        return self.pad_game(game.pad) if game.pad else registry.known(game.key)

    def rules_called(self, key: str) -> Game | None:
        """The rules of the games with a key: of score pads those of the last one that began."""
        if key in registry.GAMES:
            return registry.game(key)
        found = self.ask(lambda index: index.infos("game = ? ORDER BY id DESC LIMIT 1", key))
        return self.rules_of(found[0]) if found else None

    def has_games(self, key: str) -> bool:
        """Whether there is a game with this key."""
        return bool(self.ask(lambda index: index.infos("game = ? LIMIT 1", key)))

    def pad_game(self, pad: str) -> Game | None:
        """The game of a score pad by the SHA-256 of its text; None if that is nowhere any more."""
        from companion.games.pad.collection import recorded_game

        if pad not in self._pads:
            content = self.pad_content(pad)
            game = recorded_game(content) if content is not None else None
            if game is None:
                return None
            self._pads[pad] = game
        return self._pads[pad]

    def has_pad(self, pad: str) -> bool:
        """Whether the log has the text of the score pad with this SHA-256."""
        from companion.record.pads import content_in_log

        return content_in_log(pad, self._scan.file, self.state.pads) is not None

    def pad_content(self, pad: str) -> bytes | None:
        """The text of a score pad by its SHA-256; None if it is nowhere any more."""
        from companion.record.pads import find_content

        return find_content(pad, self._scan.file, self.state.pads, self.folder)

    # -- lists and figures

    def waiting_games(self, first: int, count: int) -> GamePage:
        """Unfinished games that are not on the table, the one touched last first: `count` from place `first` on."""
        return self.ask(lambda index: index.page(WAITING, "last", first, count, self.state.table))

    def finished_games(self, first: int, count: int) -> GamePage:
        """Finished games, the one that ended last first."""
        return self.ask(lambda index: index.page(FINISHED, "ended", first, count))

    def series(self, number: int) -> tuple[GameInfo, ...]:
        """The games of a series, the oldest first, without those whose start was undone."""
        found = {info.id: info for info in self.query_index(lambda: self._index.series(number))}
        for game in self._games.values():
            found.pop(game.id, None)
            if game.series == number and game.path:
                found[game.id] = game.info
        return tuple([found[game] for game in sorted(found)])

    def series_until(self, game: GameState) -> tuple[GameInfo, ...]:
        """The games of a game's series up to it, and later ones that ended before it: a reopened game can end last."""
        head = game.path[-1].seq if game.path else 0
        games = self.series(game.series)
        return tuple([info for info in games if info.id <= game.id or (info.result is not None and info.head < head)])

    def last(self) -> int | None:
        """The number of the game that was touched last."""
        query = "SELECT id FROM games WHERE path <> '[]' ORDER BY last DESC LIMIT 1"
        return self.ask(lambda index: (index.run(query).fetchone() or (None,))[0])

    def numbers(self) -> tuple[int, ...]:
        """The numbers of all games in the order of their beginning, without those whose start was undone."""
        return self.ask(lambda index: tuple(
            [row[0] for row in index.run("SELECT id FROM games WHERE path <> '[]' ORDER BY id")]
        ))  # fmt: skip


def opened_log(folder: Path) -> BinaryIO:
    """The log of a folder for reading; raises RecordTrouble."""
    try:
        return os.fdopen(os.open(folder / LOG, os.O_RDONLY | PLAIN), "rb")
    except FileNotFoundError:
        raise RecordTrouble("record.none", folder=folder) from None
    except OSError as error:
        raise system_trouble(error, folder, "record.unreadable") from error
