"""The parts of a game's folder."""

import pytest

from companion.games import registry
from companion.play import act

OF_SPARTACUS = type(registry.game("spartacus"))


class Lacking(OF_SPARTACUS):  # type: ignore[misc,valid-type]
    """A game whose folder has only the class."""

    __module__ = act.__name__


def test_a_part_that_every_game_has_is_named_where_it_is_missing():
    for part in ("text", "screens"):
        with pytest.raises(ModuleNotFoundError, match=rf"No module named 'companion\.play\.{part}'"):
            getattr(Lacking(), part)
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'companion\.play\.repair'"):
        Lacking().repair(None, "", None)


def test_labels_and_a_drawing_may_be_missing():
    assert Lacking().labels is None
    assert Lacking().draw(None, None, None) == ()
