"""Turns the allowed actions into choices that take a few key presses.

Every action has a path of steps (`("R", "7")` for a red 7, `("stop",)`). The possible next steps form a ring, in which
the cursor moves. A single possible step is taken without asking, so a forced action costs a single OK. Steps on a board
have places there: the ring then goes down the columns, from left to right, and LEFT and RIGHT go to the next column.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate

from companion.kit.rules import Action

Path = tuple[str, ...]

Way = tuple[Path, Action | None]
"""A path and the action at its end. Several may lead to one action. A path without an action leads to a screen."""

Place = tuple[int, int]
"""Where a step is on the board: row and column, from the upper left."""

SHORT = 3
"""A ring of at most this number of steps is a short menu: every step is one press from every other."""

STRIDE = 3
"""How many lines LEFT and RIGHT move in a ring without places, if the ring is long enough."""


class Choices:
    """The allowed actions by their paths."""

    __slots__ = ("_actions", "_groups")

    def __init__(self, ways: Iterable[Way]) -> None:
        self._actions = dict(ways)
        self._groups: dict[Path, dict[str, list[Path]]] = {}

    def below(self, prefix: Path) -> Mapping[str, int]:
        """The steps possible after `prefix` in the game's order, each with how many actions it leads to."""
        return {step: len(paths) for step, paths in self._grouped(prefix).items()}

    def with_forced_steps(self, prefix: Path) -> Path:
        """`prefix` and all the steps after it that are the only choice."""
        below = self.below(prefix)
        while len(below) == 1:
            prefix += tuple(below)
            below = self.below(prefix)
        return prefix

    def action(self, path: Path) -> Action | None:
        """The action at the end of a path; None if the path is not complete, or leads to no action."""
        return self._actions.get(path)

    def actions(self, prefix: Path) -> tuple[Action, ...]:
        """All actions whose path begins with `prefix`, in the game's order."""
        return tuple([action for path in self._paths(prefix) if (action := self._actions[path]) is not None])

    def _paths(self, prefix: Path) -> Iterable[Path]:
        return self._grouped(prefix[:-1]).get(prefix[-1], ()) if prefix else self._actions

    def _grouped(self, prefix: Path) -> Mapping[str, list[Path]]:
        """The longer ones of these paths by the step after `prefix`."""
        groups = self._groups.get(prefix)
        if groups is None:
            groups = self._groups[prefix] = {}
            for path in self._paths(prefix):
                if len(path) > len(prefix):
                    groups.setdefault(path[len(prefix)], []).append(path)
        return groups


def middle(counts: Sequence[int]) -> int:
    """The best start of the cursor in a ring: on average, the way to an action is shortest from there.

    The ways are for people who do not know that it is a ring; where they are equal, the ways around the ring count.
    These alone count in a ring of up to `SHORT` steps: people expect the cursor on the first line of a short menu.
    """
    size = len(counts)
    starts: Sequence[int] = range(size)
    if size > SHORT:
        # The ways are shortest from where neither the lines before nor those behind lead to more than half.
        before = list(accumulate(counts, initial=0))
        starts = [place for place in starts if 2 * before[place] <= before[-1] <= 2 * before[place + 1]]

    def around(start: int) -> int:
        ways = [(count, abs(place - start)) for place, count in enumerate(counts)]
        return sum([count * min(way, size - way) for count, way in ways])

    return min(starts, key=around, default=0)


def by_columns(places: Mapping[str, Place], steps: Iterable[str]) -> tuple[str, ...]:
    """The steps column by column, each from the top down."""
    return tuple(sorted(steps, key=lambda step: (places[step][1], places[step][0])))


def index_beside(places: Mapping[str, Place], steps: Sequence[str], at: int, by: int) -> int:
    """The index of the step beside `steps[at]`: in the next column to the left (`by` -1) or right (1) that has a step.

    It is the step in the nearest row there. After the last column comes the first. Without another column it is `at`.
    """
    row, column = places[steps[at]]
    columns = sorted({places[step][1] for step in steps})
    target = columns[(columns.index(column) + by) % len(columns)]
    if target == column:
        return at
    beside = [place for place, step in enumerate(steps) if places[step][1] == target]
    return min(beside, key=lambda place: abs(places[steps[place]][0] - row))


def index_after_stride(count: int, at: int, by: int) -> int:
    """The index after a jump of `STRIDE` in a ring; in a ring that is too short for that, after a single step."""
    return (at + by * (STRIDE if count > STRIDE + 1 else 1)) % count
