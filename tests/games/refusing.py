"""How games refuse what is not legal."""

from __future__ import annotations

import pytest

from companion.kit.game import Game
from companion.kit.rules import Illegal, Position, play


def refusal(game: Game, position: Position, action: str) -> Illegal:
    """The refusal of an action, which leaves the table as it is."""
    before = position.table()
    with pytest.raises(Illegal) as refused:
        play(position, game.read(action))
    assert position.table() == before
    return refused.value
