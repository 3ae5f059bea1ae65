"""States in order with undo and redo, as a value: each step gives a new one."""

from __future__ import annotations

from typing import Generic, TypeVar

from companion.kit.refusals import NothingToRedo, NothingToUndo

T = TypeVar("T")


class UndoStack(Generic[T]):
    """States in order: `past` with `now` at its end, and `future`, the undone ones, the next to redo first."""

    __slots__ = ("future", "past")

    def __init__(self, past: tuple[T, ...], future: tuple[T, ...] = ()) -> None:
        self.past = past
        self.future = future

    @property
    def now(self) -> T:
        return self.past[-1]

    def push(self, state: T) -> UndoStack[T]:
        """Add a state; what was undone cannot be redone any more."""
        return UndoStack((*self.past, state))

    def undo(self) -> UndoStack[T]:
        """Take back the last state; the first one stays. Raises NothingToUndo."""
        if len(self.past) < 2:
            raise NothingToUndo("refused.nothing-to-undo")
        return UndoStack(self.past[:-1], (self.past[-1], *self.future))

    def redo(self) -> UndoStack[T]:
        """Bring back the state undone last. Raises NothingToRedo."""
        if not self.future:
            raise NothingToRedo("refused.nothing-to-redo")
        return UndoStack((*self.past, self.future[0]), self.future[1:])
