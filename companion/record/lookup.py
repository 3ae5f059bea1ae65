"""The record for reading: the current state, games, lists and figures."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from companion.kit.game import Game, Games, OfferedPad
from companion.kit.refusals import UnknownGame
from companion.play import act as acts
from companion.play.fold import GameInfo, GameState, duration_s
from companion.play.line import Line
from companion.play.seats import named
from companion.record.identity import id_of
from companion.record.index import FINISHED, WAITING
from companion.record.indexed import IndexedLog, Progress
from companion.record.lists import GamePage, Play
from companion.record.scan import Scan
from companion.words import Words

if TYPE_CHECKING:
    from companion.kit.faults import WrongFile

log = logging.getLogger(__name__)


class RecordView(IndexedLog):
    """The record in a folder for reading, also while the device writes it. A context manager. Raises RecordTrouble."""

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
        people_now = self.state.people
        return named(people, {number: person.name for number, person in people_now.items()})

    def lines_of_chance(self, game: GameState) -> list[Line]:
        """The lines about the device's chance in a game: seed, word and choices, without those that are damaged."""
        lines = [self._read_line(offset) for offset in game.hidden]
        return [line for line in lines if line is not None and line.act.kind in acts.OF_CHANCE]

    def play(self, game: GameState) -> Play:
        """A game with its duration, and the id of the record under which it began; if that is lost, the first known."""
        return Play(id_of(game.path, self.state.ids), game.info, duration_s(game.path))

    # -- the rules of games

    def rules_of(self, game: GameInfo | GameState) -> Game | None:
        """The rules of a game; None if this version does not know them, or the text of its score pad is lost."""
        return self.pad_game(game.pad) if game.pad else self.games.known(game.key)

    def rules_called(self, key: str) -> Game | None:
        """The rules of the games with a key: of score pads the rules of the last one that began."""
        if key in self.games.keys:
            return self.games.game(key)
        games = self.ask(lambda index: index.infos("game = ? ORDER BY id DESC LIMIT 1", key))
        return self.rules_of(games[0]) if games else None

    def has_games(self, key: str) -> bool:
        """Whether there is a game with this key."""
        return bool(self.ask(lambda index: index.infos("game = ? LIMIT 1", key)))

    def pad_game(self, pad: str) -> Game | None:
        """The game of a score pad by the SHA-256 of its text; None if that is nowhere any more."""
        if pad not in self._pads:
            content = self.pad_content(pad)
            game = self.games.pad_of_text(content) if content is not None else None
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
        self._folder = folder
        self._games = games
        self._logged: frozenset[str] = frozenset()

    @property
    def keys(self) -> tuple[str, ...]:
        """The games that are no score pads, in the order of menus."""
        return self._games.keys

    @property
    def _pads(self) -> Path:
        from companion.record.pads import FOLDER

        return self._folder / FOLDER

    def game(self, key: str) -> Game | None:
        """The rules of a game that begins now; None for another key."""
        if key in self.keys:
            return self._games.game(key)
        with suppress(UnknownGame):
            return self._games.present_pad(self._pads, key).game
        return None

    def pads_now(self) -> tuple[Sequence[OfferedPad], Sequence[WrongFile]]:
        """The score pads, and the files that are left out: the log names each, again where its fault changes."""
        from companion.kit.faults import fault_line

        pads, wrong = self._games.offered_pads(self._pads)
        words = Words("en")
        faults = [fault_line(file, fault, words) for file, fault in wrong]
        for fault in faults:
            if fault not in self._logged:
                log.warning("score pad left out: %s", fault)
        self._logged = frozenset(faults)
        return pads, wrong
