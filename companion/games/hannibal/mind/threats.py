"""Whether a side could enter the capital of the other now."""

from __future__ import annotations

from companion.games.hannibal.engine.cards import CardsPosition
from companion.games.hannibal.mind.search import Search, state_of
from companion.kit.rules import Seat


def threats_by(position: CardsPosition, seat: Seat) -> bool:
    """Whether a side has a move that enters the enemy capital, if it were in turn."""
    search = Search(position.core, position.symmetric, lambda work: True)
    looks = search.looks(state_of(position))
    return bool(looks[0 if position.turn == seat else 1].enters)
