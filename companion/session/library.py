"""The games that are not on the table: what is kept about each, and how screens look them up."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from companion.record.fold import GameInfo
from companion.record.lists import GamePage

if TYPE_CHECKING:
    from companion.record.lists import Durations, HeadToHead, PersonStats
    from companion.session.series import Standing
    from companion.session.timeline import Snapshot


EMPTY_PAGE = GamePage(0, ())


class Library(Protocol):
    """Where games are looked up. The lists are read a few games at a time, however long they are."""

    def waiting(self, first: int, count: int) -> GamePage:
        """Unfinished games that are not on the table, the one touched last first: `count` from place `first` on."""

    def finished(self, first: int, count: int) -> GamePage:
        """Games that are over, the one that ended last first."""

    def standing(self) -> Standing | None:
        """The series of the game on the table, up to that game; None without one."""

    def snapshot_of(self, game: GameInfo) -> Snapshot | None:
        """A game of the lists as it stands, with its whole course; None where that cannot be read."""

    def person_stats(self, name: str) -> tuple[PersonStats, ...]:
        """A person's record, game by game, the one played most first."""

    def head_to_head(self, name: str, other: str) -> tuple[HeadToHead, ...]:
        """How a person fared against another, game by game, the one played most first."""

    def durations(self) -> tuple[Durations, ...]:
        """How long games take, the one played most first."""


class FixedLibrary(NamedTuple):
    """A shelf that is a value: a few games, or none."""

    waits: tuple[GameInfo, ...] = ()
    over: tuple[GameInfo, ...] = ()
    series: Standing | None = None
    step: Snapshot | None = None
    counted: tuple[tuple[str, tuple[PersonStats, ...]], ...] = ()
    met: tuple[HeadToHead, ...] = ()
    long: tuple[Durations, ...] = ()

    def waiting(self, first: int, count: int) -> GamePage:
        """Some of those that wait."""
        return GamePage(len(self.waits), self.waits[first : first + count])

    def finished(self, first: int, count: int) -> GamePage:
        """Some of those that are over."""
        return GamePage(len(self.over), self.over[first : first + count])

    def standing(self) -> Standing | None:
        """The series."""
        return self.series

    def snapshot_of(self, game: GameInfo) -> Snapshot | None:
        """The one game whose course is known here."""
        return self.step if self.step is not None and self.step.setup.id == game.id else None

    def person_stats(self, name: str) -> tuple[PersonStats, ...]:
        """Somebody's record."""
        return dict(self.counted).get(name, ())

    def head_to_head(self, name: str, other: str) -> tuple[HeadToHead, ...]:
        """The same for all."""
        return self.met

    def durations(self) -> tuple[Durations, ...]:
        """How long games take."""
        return self.long
