"""The games that are not on the table: what is kept about each, and how screens look them up."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from companion.record.fold import GameInfo
from companion.record.lists import Listed

if TYPE_CHECKING:
    from companion.record.lists import Lengths, Meetings, Tally
    from companion.table.moments import Step
    from companion.table.series import Standing


NONE = Listed(0, ())


class Shelf(Protocol):
    """Where games are looked up. The lists are read a few games at a time, however long they are."""

    def waiting(self, first: int, count: int) -> Listed:
        """Unfinished games that are not on the table, the one touched last first: `count` from place `first` on."""

    def finished(self, first: int, count: int) -> Listed:
        """Games that are over, the one that ended last first."""

    def standing(self) -> Standing | None:
        """The series of the game on the table, up to that game; None without one."""

    def standing_at(self, game: GameInfo) -> Step | None:
        """A game of the lists as it stands, with its whole course; None where that cannot be read."""

    def tallies(self, name: str) -> tuple[Tally, ...]:
        """A person's record, game by game, the one played most first."""

    def meetings(self, name: str, other: str) -> tuple[Meetings, ...]:
        """How a person fared against another, game by game, the one played most first."""

    def lengths(self) -> tuple[Lengths, ...]:
        """How long games take, the one played most first."""


class Few(NamedTuple):
    """A shelf that is a value: a few games, or none."""

    waits: tuple[GameInfo, ...] = ()
    over: tuple[GameInfo, ...] = ()
    series: Standing | None = None
    step: Step | None = None
    counted: tuple[tuple[str, tuple[Tally, ...]], ...] = ()
    met: tuple[Meetings, ...] = ()
    long: tuple[Lengths, ...] = ()

    def waiting(self, first: int, count: int) -> Listed:
        """Some of those that wait."""
        return Listed(len(self.waits), self.waits[first : first + count])

    def finished(self, first: int, count: int) -> Listed:
        """Some of those that are over."""
        return Listed(len(self.over), self.over[first : first + count])

    def standing(self) -> Standing | None:
        """The series."""
        return self.series

    def standing_at(self, game: GameInfo) -> Step | None:
        """The one game whose course is known here."""
        return self.step if self.step is not None and self.step.played.id == game.id else None

    def tallies(self, name: str) -> tuple[Tally, ...]:
        """Somebody's record."""
        return dict(self.counted).get(name, ())

    def meetings(self, name: str, other: str) -> tuple[Meetings, ...]:
        """The same for all."""
        return self.met

    def lengths(self) -> tuple[Lengths, ...]:
        """How long games take."""
        return self.long
