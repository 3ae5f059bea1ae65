"""The record for reading: its log, folded into its state, with an index; the games, lists and figures."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Self, TypeVar

from companion.kit.faults import WrongFile, fault_line
from companion.kit.game import Game, Games, OfferedPad
from companion.kit.rules import UnknownGame
from companion.log import Log
from companion.messages import Message
from companion.play import act as acts
from companion.play.act import DEVICE_NAME, PEOPLE, UNKNOWN, Line, named
from companion.play.fold import NO_GAME, GameInfo, GameState, State, duration_s, fold
from companion.record import RecordTrouble, system_trouble
from companion.record.index import FINISHED, INDEX, WAITING, Index, connect
from companion.record.lists import GamePage, Play
from companion.record.log import LOG, Scan, game_of, id_of, read_all, read_line
from companion.record.pads import FOLDER, content_in_log, find_content
from companion.texts import reason_of
from companion.whole_file import NotRegular, open_regular
from companion.words import Words

if TYPE_CHECKING:
    from companion.kit.faults import WrongFile

T = TypeVar("T")
Progress = Callable[[int], None]
"""Called now and then with the number of lines read, while the index is built."""
SOME_GAMES, SOME_LINES = 1000, 5000
MOST_CHANGED = 32
"""With more changed games than this, the index is written."""
BROKEN = (sqlite3.Error, ValueError, TypeError, LookupError)
"""The exceptions of an index that is damaged or cannot be written."""


class IndexedLog:
    """The record in a folder as it is now, also while the device writes it: its log and an index of it.

    It changes nothing, and creates no file beside the record. A context manager. Raises RecordTrouble.

    Changed games are in memory until `flush`, the game on the table as long as it is there. An index that does not fit
    the log, or is damaged, is rebuilt from the log; `made` says so. After that, a game that the index lacks is not in
    the log either. `covered` counts the bytes of the log that the index had at the start, which were not read then.
    `cut_lines` counts the lines at the end of the log that the index knew and that are gone.
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
        self.covered = self.cut_lines = 0
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
        known = State()
        try:
            if copy is not None and copy.is_file():
                with closing(connect(copy, only_read=True)) as database:
                    database.backup(self._index.database)
            end, last, known = self._index.place()
            self._scan.file.seek(max(0, end - len(last)))
            if self._scan.file.read(len(last)) != last:
                raise LookupError(INDEX)  # the index of another log, or of one that has changed
            self._scan.end, self._scan.raw, self.state = end, last, known
            self._scan.seq = self.state.seq
            self.reported, self.covered = self.state, self._scan.end
            self._fold(progress)
        except BROKEN:
            self._rebuild(-1, progress)
            if self.state.ids.items() <= known.ids.items() and not self._scan.cut_off:  # the same record
                self.cut_lines = max(0, known.seq - self.state.seq - len(self._scan.spoilt))
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
            self._index.store(
                [(game, self._is_one_side(game)) for game in games], self.state, self._scan.end, self._scan.raw
            )

    def _is_one_side(self, game: GameState) -> bool:
        """Whether a game is over in which nobody played against anybody."""
        raise NotImplementedError

    # -- the current state

    def log(self) -> tuple[bytes, bytes]:
        """The bytes of the log up to its last whole line, and the bytes behind it; zeros where it cannot be read."""
        content, trouble = read_all(self._scan.file)
        if trouble is not None and self._scan.unread is None:
            self._warn(trouble)
            self._scan.unread = trouble
        return content[: self._scan.end], content[self._scan.end :]

    @property
    def is_unread(self) -> bool:
        """Whether a part of the log was found that cannot be read now."""
        return self._scan.unread is not None

    @property
    def is_cut_off(self) -> bool:
        """Whether the end of the log cannot be read now."""
        return self._scan.cut_off

    def game_state(self, number: int) -> GameState | None:

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


def with_device(game: GameInfo | GameState, device: str) -> tuple[str, ...]:
    """The names of a game when it began, with the word for `device` as the name of a device."""
    then = zip(game.people, game.names, strict=True)
    return named(game.people, {number: name for number, name in then if number >= 0}, device)


def opened_log(folder: Path) -> BinaryIO:
    """The log of a folder for reading; raises RecordTrouble."""
    try:
        return open_regular(folder / LOG, os.O_NOFOLLOW)
    except FileNotFoundError:
        raise RecordTrouble("record.none", folder=folder) from None
    except (IsADirectoryError, NotRegular) as error:
        raise RecordTrouble("record.not-file", file=folder / LOG) from error
    except OSError as error:
        if error.errno == errno.ELOOP:  # a link, which is not followed
            raise RecordTrouble("record.not-file", file=folder / LOG) from error
        raise system_trouble(error, folder, "record.unreadable") from error


log = Log(__name__)


class RecordView(IndexedLog):
    """The record in a folder for reading, also while the device writes it. A context manager. Raises RecordTrouble.

    `device_name` is what a device is called among the names of a game.
    """

    device_name = DEVICE_NAME

    def __init__(
        self,
        folder: Path,
        games: Games,
        scan: Scan | None = None,
        *,
        own: bool = False,
        progress: Progress | None = None,
    ) -> None:
        self.games = games
        self.present = PresentGames(folder, games)
        self._pads: dict[str, Game] = {}
        super().__init__(folder, scan, own=own, progress=progress)

    # -- the current state

    @property
    def table(self) -> GameState | None:
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
        people_now = self.state.people
        return named(people, {number: person.name for number, person in people_now.items()}, self.device_name)

    def names_then(self, game: GameInfo | GameState) -> tuple[str, ...]:
        """The names of a game's people when it began."""
        return game.names if self.device_name == DEVICE_NAME else with_device(game, self.device_name)

    def lines_of_chance(self, game: GameState) -> list[Line]:
        """The lines about the device's chance in a game: seed, word and choices, without those that are damaged."""
        lines = [self._read_line(offset) for offset in game.hidden]
        return [line for line in lines if line is not None and line.act.kind in acts.OF_CHANCE]

    def lines_from(self, game: GameState) -> Iterator[tuple[int, Line]]:
        """The lines of the log from the start of a game to the last one about it, with the bytes where they begin."""
        with closing(opened_log(self.folder)) as file:
            scan = Scan(file)
            scan.end, scan.seq = game.path[0].offset, game.path[0].seq - 1
            for offset, line in scan:
                if line.seq > game.last:
                    return
                yield offset, line

    def play(self, game: GameState) -> Play:
        """A game with its duration, and the id of the record under which it began; if that is lost, the first known."""
        return Play(id_of(game.path, self.state.ids), game.info, duration_s(game.path))

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
        return [Message("record.lost", count=count), *[self._harmed(game) for game in states if game is not None]]

    def _harmed(self, game: GameState) -> Message:
        rules = self.rules_of(game)
        return Message("record.harmed", game=game.key if rules is None else rules.in_messages, names=game.names)

    # -- the rules of games

    def rules_of(self, game: GameInfo | GameState) -> Game | None:
        """The rules of a game; None if this version does not know them, or the text of its score pad is lost."""
        return self.pad_game(game.pad) if game.pad else self.games.known(game.key)

    def _is_one_side(self, game: GameState) -> bool:
        if game.result is None:
            return False
        from companion.play.results import is_one_side

        return is_one_side(self.rules_of(game), len(game.people))

    def rules_called(self, key: str) -> Game | None:
        """The rules of the games with a key: of score pads the rules of the last one that began."""
        if key in self.games.keys:
            return self.games.game(key)
        games = self.ask(lambda index: index.infos("game = ? ORDER BY id DESC LIMIT 1", key))
        return self.rules_of(games[0]) if games else None

    def has_games(self, key: str) -> bool:
        return bool(self.ask(lambda index: index.infos("game = ? LIMIT 1", key)))

    def pad_game(self, pad: str) -> Game | None:
        """The game of a score pad by the SHA-256 of its text; None if that is nowhere any more."""
        if pad not in self._pads:
            content = self.pad_content(pad)
            game = self.games.pads.of_text(content) if content is not None else None
            if game is None:
                return None
            self._pads[pad] = game
        return self._pads[pad]

    def has_pad(self, pad: str) -> bool:
        """Whether the log has the text of the score pad with this SHA-256."""
        return content_in_log(pad, self._scan.file, self.state.pads) is not None

    def pad_content(self, pad: str) -> bytes | None:
        """The text of a score pad by its SHA-256; None if it is nowhere any more."""
        return find_content(pad, self._scan.file, self.state.pads, self.folder, self.games)

    # -- lists and figures

    def waiting_games(self, first: int, count: int) -> GamePage:
        """Unfinished games that are not on the table, the one touched last first: `count` from place `first` on."""
        return self.ask(lambda index: index.page(WAITING, "last", first, count, self.state.table))

    def finished_games(self, first: int, count: int) -> GamePage:
        """Finished games, the one that ended last first."""
        return self.ask(lambda index: index.page(FINISHED, "ended", first, count))

    def series(self, number: int) -> tuple[GameInfo, ...]:
        """The games of a series, the oldest first, without those whose start was undone."""
        infos = {info.id: info for info in self.query_index(lambda: self._index.series(number))}
        for game in self._games.values():
            infos.pop(game.id, None)
            if game.series == number and game.path:
                infos[game.id] = game.info
        return tuple([infos[game] for game in sorted(infos)])

    def series_until(self, game: GameState) -> tuple[GameInfo, ...]:
        """The games of a game's series up to it, and later ones that ended before it: a reopened game can end last."""
        head = game.path[-1].seq if game.path else 0
        games = self.series(game.series)
        return tuple([info for info in games if info.id <= game.id or (info.result is not None and info.head < head)])

    def last(self) -> int | None:
        """The number of the game that was touched last."""
        query = "SELECT id FROM games WHERE path <> '[]' ORDER BY last DESC LIMIT 1"
        return self.ask(lambda index: (index.run(query).fetchone() or (None,))[0])

    def numbers(self, *, by_end: bool = False) -> tuple[int, ...]:
        """The numbers of all games, without those whose start was undone, in the order of their beginning or their end.

        An unfinished game has its place by the time at which it was touched last.
        """
        order = "ifnull(ended, last)" if by_end else "id"
        query = f"SELECT id FROM games WHERE path <> '[]' ORDER BY {order}"
        return self.ask(lambda index: tuple([row[0] for row in index.run(query)]))


class PresentGames:
    """The games that there are, the score pads that ship, and those in a record's folder, which is read each time."""

    def __init__(self, folder: Path, games: Games) -> None:
        self._folder = folder / FOLDER
        self._games = games
        self._logged: frozenset[str] = frozenset()

    @property
    def keys(self) -> tuple[str, ...]:
        return self._games.keys

    def game(self, key: str) -> Game | None:
        if key in self.keys:
            return self._games.game(key)
        with suppress(UnknownGame):
            return self._games.pads.present(self._folder, key).game
        return None

    def pads_now(self) -> tuple[Sequence[OfferedPad], Sequence[WrongFile]]:
        """The score pads, and the files that are left out: the log names each, again where its fault changes."""
        pads, wrong = self._games.pads.offered(self._folder)
        words = Words("en")
        faults = [fault_line(file, fault, words) for file, fault in wrong]
        for fault in faults:
            if fault not in self._logged:
                log.warning("score pad left out: %s", fault)
        self._logged = frozenset(faults)
        return pads, wrong
