"""How screens look up the games that are not on the table, and people's statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.kit.game import Game, Games, OfferedPad
from companion.play.fold import GameInfo
from companion.record.lists import GamePage
from companion.values import Frozen, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.kit.faults import WrongFile
    from companion.play.timeline import Snapshot
    from companion.record.lists import Durations, HeadToHead, PersonStats, RatedGame
    from companion.session.puzzles import OfferedPuzzle
    from companion.session.review import Reviewed
    from companion.session.series import Standing


EMPTY_PAGE = GamePage(0, ())


class Present(Protocol):
    """The games that can begin now."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The games that are no score pads, in the order of menus."""

    def game(self, key: str) -> Game | None:
        """The rules of a game that begins now; None for a score pad without a file."""

    def pads_now(self) -> tuple[Sequence[OfferedPad], Sequence[WrongFile]]:
        """The score pads, and the files that are left out."""


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
    def present(self) -> Present:
        """The games that can begin now."""

    def person_stats(self, name: str) -> tuple[PersonStats, ...]:
        """A person's statistics, game by game, the game played most first."""

    def head_to_head(self, name: str, other: str) -> tuple[HeadToHead, ...]:
        """The results of a person against another, game by game, the game played most first."""

    def durations(self) -> tuple[Durations, ...]:
        """How long games take, the game played most first."""

    def rated_games(self) -> tuple[RatedGame, ...]:
        """The results from which ratings are computed."""


class FixedLibrary(Frozen):
    """A library that is a value: a few games, or none.

    `step` is the one game that has a timeline. Everybody has met everybody in the same games, `met`. `pads` are the
    score pads among the games, `games` the others by key, and `offers` the score pads as the list of games shows them.
    """

    waits: tuple[GameInfo, ...] = ()
    over: tuple[GameInfo, ...] = ()
    series: Standing | None = None
    step: Snapshot | None = None
    counted: tuple[tuple[str, tuple[PersonStats, ...]], ...] = ()
    met: tuple[HeadToHead, ...] = ()
    long: tuple[Durations, ...] = ()
    rated: tuple[RatedGame, ...] = ()
    pads: tuple[Game, ...] = ()
    games: Games | None = None
    offers: tuple[OfferedPad, ...] = ()
    offered: OfferedPuzzle | None = None

    def waiting_games(self, first: int, count: int) -> GamePage:
        return GamePage(len(self.waits), self.waits[first : first + count])

    def finished_games(self, first: int, count: int) -> GamePage:
        return GamePage(len(self.over), self.over[first : first + count])

    def standing(self) -> Standing | None:
        return self.series

    def snapshot_of(self, game: GameInfo) -> Snapshot | None:
        return self.step if self.step is not None and self.step.setup.id == game.id else None

    def puzzle(self) -> OfferedPuzzle | None:
        return self.offered

    def kept_review(self, step: Snapshot) -> Reviewed | None:
        return None

    def rules_of(self, game: GameInfo) -> Game | None:
        return self.rules_called(game.key)

    def rules_called(self, key: str) -> Game | None:
        known = self.games.known(key) if self.games is not None else None
        return next((pad for pad in self.pads if pad.key == key), known)

    @property
    def present(self) -> Present:
        return self

    @property
    def keys(self) -> tuple[str, ...]:
        return self.games.keys if self.games is not None else ()

    def game(self, key: str) -> Game | None:
        return self.rules_called(key)

    def pads_now(self) -> tuple[Sequence[OfferedPad], Sequence[WrongFile]]:
        return self.offers, ()

    def person_stats(self, name: str) -> tuple[PersonStats, ...]:
        return dict(self.counted).get(name, ())

    def head_to_head(self, name: str, other: str) -> tuple[HeadToHead, ...]:
        return self.met

    def durations(self) -> tuple[Durations, ...]:
        return self.long

    def rated_games(self) -> tuple[RatedGame, ...]:
        return self.rated
