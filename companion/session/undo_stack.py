"""A line of moments with a place in it: what undo and redo walk along. A value; walking gives a new one."""

from __future__ import annotations

from typing import Generic, TypeVar

from companion.games.refusals import NothingToRedo, NothingToUndo

T = TypeVar("T")


class UndoStack(Generic[T]):
    """Moments in order: `past` with `now` at its end, and `future`, the undone ones, the next to redo first."""

    __slots__ = ("future", "past")

    def __init__(self, past: tuple[T, ...], future: tuple[T, ...] = ()) -> None:
        self.past = past
        self.future = future

    @property
    def now(self) -> T:
        return self.past[-1]

    def push(self, moment: T) -> UndoStack[T]:
        """Something new happens; what was undone is out of reach."""
        return UndoStack((*self.past, moment))

    def undo(self) -> UndoStack[T]:
        """One moment taken back; the first stays. Raises NothingToUndo."""
        if len(self.past) < 2:
            raise NothingToUndo("refused.nothing-to-undo")
        return UndoStack(self.past[:-1], (self.past[-1], *self.future))

    def redo(self) -> UndoStack[T]:
        """The moment undone last comes again. Raises NothingToRedo."""
        if not self.future:
            raise NothingToRedo("refused.nothing-to-redo")
        return UndoStack((*self.past, self.future[0]), self.future[1:])
