"""The line that undo and redo walk along."""

import pytest

from companion.games.refusals import NothingToRedo, NothingToUndo
from companion.session.undo_stack import Line


def test_going_back_and_forward_ends_where_it_began() -> None:
    line = Line((0,)).then(1).then(2)
    assert (line.now, line.back().now, line.back().back().now) == (2, 1, 0)
    again = line.back().back().forward().forward()
    assert (again.past, again.future) == ((0, 1, 2), ())


def test_the_first_moment_cannot_be_undone() -> None:
    with pytest.raises(NothingToUndo):
        Line((0,)).back()


def test_nothing_undone_means_nothing_to_redo() -> None:
    with pytest.raises(NothingToRedo):
        Line((0,)).then(1).forward()


def test_something_new_puts_the_undone_out_of_reach() -> None:
    line = Line((0,)).then(1).then(2).back().back().then(7)
    assert (line.past, line.future) == ((0, 7), ())


def test_walking_leaves_the_old_line_as_it_was() -> None:
    line = Line((0,)).then(1)
    line.back()
    line.then(5)
    assert (line.past, line.future) == ((0, 1), ())
