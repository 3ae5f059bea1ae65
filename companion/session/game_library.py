"""How screens look up the games that are not on the table, people's statistics, and puzzles from one's own games.

A puzzle is the table of a finished game at which somebody had a proven win and missed it. Puzzles are kept beside the
reviews that they come from, in `reviews/puzzles.json` in the folder of the record: at most MONTH_MOST of all games that
ended in one month. Anybody may delete the file; the next review of a game keeps them again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import localtime
from typing import TYPE_CHECKING

from companion.kit.game import Game
from companion.kit.rules import Seat
from companion.log import Log
from companion.play.fold import GameInfo
from companion.reader import Reader, Unparsed, Wrong, from_json
from companion.record.lists import REVIEWS, GamePage
from companion.values import NamedTuple, Protocol

if TYPE_CHECKING:
    from companion.play.timeline import Snapshot
    from companion.record.lists import Durations, HeadToHead, PersonStats, RatedGame
    from companion.record.lookup import PresentGames
    from companion.session.review import Reviewed
    from companion.session.series import Standing

FILE = "puzzles.json"
MONTH_MOST = 5
NUMBER_MOST = 2**53 - 1

log = Log(__name__)


class Puzzle(NamedTuple):
    """A table of a game: before its ply `ply`, where `seat` is to move and wins.

    `entry` is the number of the last entry of the game: after another one it is not the game that was looked at.
    `month` is the one in which the game ended, as "2026-11". `done`: people have solved it or were shown the answer.
    """

    game: int
    entry: int
    ply: int
    seat: Seat
    month: str
    done: bool = False


class OfferedPuzzle(NamedTuple):
    """The puzzle that home offers, and its game."""

    game: GameInfo
    ply: int
    seat: Seat


class Puzzles:
    """The puzzles beside the record in a folder; they are read when they are first asked for."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / REVIEWS / FILE
        self._read: list[Puzzle] | None = None

    def open(self) -> Iterator[Puzzle]:
        """Those that are not done, the ones of the last game first."""
        return iter(sorted([one for one in self._all if not one.done], key=lambda one: (-one.game, one.ply)))

    def keep(self, game: GameInfo, review: Reviewed) -> None:
        """Keep the proven wins that people missed in a game, as far as its month has room."""
        entry, month = review.step.id, "{}-{:02}".format(*localtime(game.at)[:2])
        if any((one.game, one.entry) == (game.id, entry) for one in self._all):
            return
        others = [one for one in self._all if one.game != game.id]
        room = MONTH_MOST - [one.month for one in others].count(month)
        new = [Puzzle(game.id, entry, one.ply, one.seat, month) for one in review.puzzles if review.is_proven_win(one)]
        if [*others, *new[:room]] != self._all:
            self._write([*others, *new[:room]])

    def end(self, game: int, ply: int) -> None:
        """People have solved this one, or were shown the answer."""
        ended = [one._replace(done=one.done or (one.game, one.ply) == (game, ply)) for one in self._all]
        if ended != self._all:
            self._write(ended)

    @property
    def _all(self) -> list[Puzzle]:
        if self._read is None:
            self._read = []
            with suppress(OSError, ValueError, Unparsed, Wrong):
                if self._file.is_file():  # opening a pipe would wait for ever
                    self._read = [_puzzle(one) for one in Reader(from_json(self._file.read_text("utf-8"))).entries()]
        return self._read

    def _write(self, puzzles: list[Puzzle]) -> None:
        self._read = puzzles
        new = self._file.with_suffix(".new")
        try:
            self._file.parent.mkdir(exist_ok=True, mode=0o700)
            new.write_text(json.dumps([one._asdict() for one in puzzles]), "utf-8")
            new.replace(self._file)
        except OSError as error:
            log.warning("the puzzles cannot be kept: %s", error)


def _puzzle(value: Reader) -> Puzzle:
    numbers = [value.member(name).integer(0, NUMBER_MOST) for name in ("game", "entry", "ply", "seat")]
    game, entry, ply, seat = numbers
    return Puzzle(game, entry, ply, seat, value.member("month").text(), value.member("done").boolean())


EMPTY_PAGE = GamePage(0, ())


class Library(Protocol):
    """Where games are looked up. Lists are read a few games at a time, because they may be long."""

    def waiting_games(self, first: int, count: int) -> GamePage:
        """Unfinished games that are not on the table, the last played first: `count` of them from number `first` on."""

    def finished_games(self, first: int, count: int) -> GamePage:
        """Games that are over, the last one to end first."""

    def standing(self) -> Standing | None:
        """The series of the game on the table, up to that game; None without one."""

    def snapshot_of(self, game: GameInfo) -> Snapshot | None:
        """A game of the lists as it stands, with its whole timeline; None if it cannot be read."""

    def puzzle(self) -> OfferedPuzzle | None:
        """The puzzle that home offers; None without one."""

    def kept_review(self, step: Snapshot) -> Reviewed | None:
        """The whole review of a finished game as it was kept; None where none was."""

    def rules_of(self, game: GameInfo) -> Game | None:
        """The rules of a game of the lists; None if this version does not know them."""

    def rules_called(self, key: str) -> Game | None:
        """The rules of the games with a key: of score pads the rules of the last one that began."""

    @property
    def present(self) -> PresentGames:
        """The games that can begin now."""

    def person_stats(self, name: str) -> tuple[PersonStats, ...]:
        """A person's statistics, game by game, the game played most first."""

    def head_to_head(self, name: str, other: str) -> tuple[HeadToHead, ...]:
        """The results of a person against another, game by game, the game played most first."""

    def durations(self) -> tuple[Durations, ...]:
        """How long games take, the game played most first."""

    def rated_games(self) -> tuple[RatedGame, ...]:
        """The results from which ratings are computed."""
