"""A library of games that is a value, for screens that are made without a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from companion.kit.faults import WrongFile
from companion.kit.game import Game, Games, OfferedPad
from companion.play.fold import GameInfo
from companion.play.timeline import Snapshot
from companion.record.lists import Durations, GamePage, HeadToHead, PersonStats, RatedGame
from companion.record.lookup import PresentGames
from companion.session.game_library import OfferedPuzzle
from companion.session.review import Reviewed
from companion.session.series import Standing
from companion.values import Single


class FixedLibrary(Single):
    """A library that never changes: a few games, or none. It equals only itself, as a session does.

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
    def present(self) -> PresentGames:
        return cast(PresentGames, self)

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
