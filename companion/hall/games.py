"""The states of all games of a log, in little memory: only the games of the last lines are kept whole."""

from __future__ import annotations

from array import array
from typing import NamedTuple

from companion.play.fold import NO_GAME, GameState
from companion.record.scan import ReadLine, entry_at

_WHOLE_MOST = 8


class _Packed(NamedTuple):
    """A game with the bytes where the lines of its `path` and of `undone` begin, in place of these lines."""

    game: GameState
    path: array[int]
    undone: array[int]


class Games:
    """The states of games by their numbers. Number 0 is the table without a game."""

    def __init__(self, read: ReadLine) -> None:
        self._read = read
        self._whole: dict[int, GameState] = {0: NO_GAME}
        self._packed: dict[int, _Packed] = {}

    def get(self, number: int) -> GameState | None:
        """The state of a game; None for an unknown number."""
        if number in self._whole:
            return self._whole[number]
        packed = self._packed.get(number)
        if packed is None:
            return None
        path, undone = (tuple([entry_at(at, self._read) for at in offsets]) for offsets in packed[1:])
        return packed.game._replace(path=path, undone=undone)

    def put(self, game: GameState) -> None:
        """The state of a game from now on."""
        self._packed.pop(game.id, None)
        self._whole.pop(game.id, None)
        self._whole[game.id] = game
        if len(self._whole) > _WHOLE_MOST:
            oldest = next(number for number in self._whole if number)
            old = self._whole.pop(oldest)
            path, undone = (array("q", [line.offset for line in lines]) for lines in (old.path, old.undone))
            self._packed[oldest] = _Packed(old._replace(path=(), undone=()), path, undone)
