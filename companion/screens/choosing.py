"""The way from the actions that are allowed to a few key presses.

Every action has a path of steps (`("R", "7")` for a red 7, `("stop",)`). The steps that are possible next make a ring
to walk in; where only one is possible it is taken without asking, so a forced action costs a single OK.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.engines.position import Action

Path = tuple[str, ...]


class Choices:
    """The actions that are allowed now, by their paths."""

    __slots__ = ("_paths",)

    def __init__(self, actions: Sequence[Action], path: Callable[[Action], Path]) -> None:
        self._paths = [(path(action), action) for action in actions]

    def below(self, prefix: Path) -> dict[str, int]:
        """The steps possible after `prefix` in the game's order, each with how many actions it leads to."""
        depth = len(prefix)
        counts: dict[str, int] = {}
        for path, _ in self._paths:
            if path[:depth] == prefix and len(path) > depth:
                counts[path[depth]] = counts.get(path[depth], 0) + 1
        return counts

    def forced(self, prefix: Path) -> Path:
        """`prefix` and all the steps after it that leave no choice."""
        below = self.below(prefix)
        while len(below) == 1:
            prefix += tuple(below)
            below = self.below(prefix)
        return prefix

    def action(self, path: Path) -> Action | None:
        """The action at the end of a path; None if the path is not complete."""
        return next((action for known, action in self._paths if known == path), None)


def middle(counts: Sequence[int]) -> int:
    """Where a cursor best starts in a ring: the place from which the walk to a random action is shortest."""
    size = len(counts)

    def walk(start: int) -> int:
        return sum(
            count * min((place - start) % size, (start - place) % size) for place, count in enumerate(counts)
        )

    return min(range(size), key=walk, default=0)
