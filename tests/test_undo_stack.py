"""Undo and redo on a stack of states."""

import pytest

from companion.kit.rules import NothingToRedo, NothingToUndo
from companion.referee.state import UndoStack


def test_going_back_and_forward_ends_where_it_began() -> None:
    stack = UndoStack((0,)).push(1).push(2)
    assert (stack.now, stack.undo().now, stack.undo().undo().now) == (2, 1, 0)
    again = stack.undo().undo().redo().redo()
    assert (again.past, again.future) == ((0, 1, 2), ())


def test_the_first_moment_cannot_be_undone() -> None:
    with pytest.raises(NothingToUndo):
        UndoStack((0,)).undo()


def test_nothing_undone_means_nothing_to_redo() -> None:
    with pytest.raises(NothingToRedo):
        UndoStack((0,)).push(1).redo()


def test_something_new_puts_the_undone_out_of_reach() -> None:
    stack = UndoStack((0,)).push(1).push(2).undo().undo().push(7)
    assert (stack.past, stack.future) == ((0, 7), ())


def test_walking_leaves_the_old_line_as_it_was() -> None:
    stack = UndoStack((0,)).push(1)
    stack.undo()
    stack.push(5)
    assert (stack.past, stack.future) == ((0, 1), ())
