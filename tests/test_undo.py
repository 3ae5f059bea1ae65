"""Undo and redo in the referee of the protocol."""

import pytest

from companion.games import registry
from companion.kit.rules import NothingToRedo, NothingToUndo
from companion.referee.state import Moment, Outside, Referee


def begun() -> Referee:
    game = registry.game(registry.GAMES[0])
    count = game.players[0]
    options = game.complete({})
    return Referee(game, tuple("ABCDE"[:count]), options, (Moment(game.start(count, options)),))


def played(referee: Referee, which: int = 0) -> Referee:
    return referee.play(referee.position.legal()[which], Outside())


def test_going_back_and_forward_ends_where_it_began() -> None:
    once = played(begun())
    twice = played(once)
    assert (twice.undo().position, twice.undo().undo().ply) == (once.position, 0)
    again = twice.undo().undo().redo().redo()
    assert (again.moments, again.undone) == (twice.moments, ())


def test_the_first_moment_cannot_be_undone() -> None:
    with pytest.raises(NothingToUndo):
        begun().undo()


def test_nothing_undone_means_nothing_to_redo() -> None:
    with pytest.raises(NothingToRedo):
        played(begun()).redo()


def test_something_new_puts_the_undone_out_of_reach() -> None:
    other = played(played(played(begun())).undo().undo(), -1)
    assert (other.ply, other.undone) == (1, ())


def test_walking_leaves_the_old_line_as_it_was() -> None:
    once = played(begun())
    before = once.moments
    once.undo()
    played(once)
    assert (once.moments, once.undone) == (before, ())
