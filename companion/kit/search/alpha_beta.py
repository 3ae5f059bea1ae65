"""What searches by alpha-beta share: how they stop, and the table of what they have found out."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

Value = TypeVar("Value", int, float)

TABLE_MOST = 50_000
"""A table that is full is emptied: so its size is bounded, and the order of its entries changes nothing."""


class Stopped(Exception):
    """The work is enough, or nobody waits any more."""


EXACT, LEAST, MOST = 0, 1, 2
"""What is known of a value in the table: it is this, at least this, at most this."""
NO_MOVE = -1


class Table(Generic[Value]):
    """Values of positions by depth and bounds, with the best move of an earlier look; moves are whole numbers.

    A value from `proven` on is a win in as many plies as it lacks to the greatest one, and below -proven a loss. Such a
    value counts from the root of a search; in the table it counts from its position. Without `proven` none is.
    """

    __slots__ = ("_entries", "_proven")

    def __init__(self, proven: float = float("inf")) -> None:
        self._entries: dict[Any, tuple[int, int, Value, int]] = {}
        self._proven = proven

    def recall(self, key: Any, depth: int, alpha: float, beta: float, ply: int = 0) -> tuple[Value | None, int]:
        """The value if it is known as deep and as exact as needed, else None; the best move, else NO_MOVE."""
        entry = self._entries.get(key)
        if entry is None:
            return None, NO_MOVE
        looked, kind, value, move = entry
        if looked < depth:
            return None, move
        if value >= self._proven:
            value -= ply
        elif value <= -self._proven:
            value += ply
        fits = kind == EXACT or (value >= beta if kind == LEAST else value <= alpha)
        return (value if fits else None), move

    def keep(self, key: Any, depth: int, value: Value, move: int, alpha: float, beta: float, ply: int = 0) -> None:
        """Keep a value that was found between these bounds, and its move."""
        if len(self._entries) >= TABLE_MOST:
            self._entries.clear()
        kind = LEAST if value >= beta else EXACT if value > alpha else MOST
        if value >= self._proven:
            value += ply
        elif value <= -self._proven:
            value -= ply
        self._entries[key] = depth, kind, value, move

    def move(self, key: Any) -> int:
        """The best move of an earlier look; NO_MOVE where there was none."""
        entry = self._entries.get(key)
        return NO_MOVE if entry is None else entry[3]
