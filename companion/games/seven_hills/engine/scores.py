"""A game of Seven Hills of Rome in which people enter only the owners of the hills, and the points of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.games.seven_hills.engine.actions import AWARDS, HILLS, Award
from companion.kit.rules import DONE, Action, Done, Illegal, Outcome, Seat, Table
from companion.values import Frozen

Owner = Seat | None
"""The owner of a hill; None: nobody (HIL-7)."""

UNNAMED: Final = "unnamed"
"""Stands for the owner of a hill that nobody has named yet."""


def points(owners: Sequence[Owner | str]) -> tuple[int, int]:
    """The points of both seats: the sum of the hills won (HIL-8)."""
    first, second = [
        sum([number for number, owner in zip(HILLS, owners, strict=True) if owner == seat]) for seat in (0, 1)
    ]
    return first, second


def outcome(owners: Sequence[Owner | str]) -> Outcome:
    """The outcome of a game with these owners."""
    first, second = points(owners)
    if first == second:  # HIL-8: a tie has two winners
        return Outcome((0, 1), (first, second))
    return Outcome((0,) if first > second else (1,), (first, second))


class ScoresPosition(Frozen):
    """A moment in which hills are being named; `owners[0]` is hill 1."""

    owners: tuple[Owner | str, ...]
    over: bool = False

    @property
    def outcome(self) -> Outcome | None:
        return outcome(self.owners) if self.over else None

    @property
    def points(self) -> tuple[int, int]:
        """The points of the hills that are named so far."""
        return points(self.owners)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return () if self.over else (0, 1)

    def legal(self) -> tuple[Action, ...]:
        if self.over:
            return ()
        return AWARDS if UNNAMED in self.owners else (*AWARDS, DONE)

    def after(self, action: Action) -> ScoresPosition:
        if isinstance(action, Award):  # naming a hill again replaces its owner
            before, rest = self.owners[: action.hill - 1], self.owners[action.hill :]
            return ScoresPosition((*before, action.owner, *rest))
        return ScoresPosition(self.owners, over=True)

    def objection(self, action: Action) -> Illegal:
        if isinstance(action, Done):
            unnamed = [number for number, owner in zip(HILLS, self.owners, strict=True) if owner == UNNAMED]
            return Illegal("refused.seven_hills.unnamed", hills=unnamed)
        return Illegal("refused.entry-scores", action=action)

    def table(self) -> Table:
        return {
            "hills": [None if owner == UNNAMED else "-" if owner is None else owner for owner in self.owners],
            "points": list(self.points),
        }
