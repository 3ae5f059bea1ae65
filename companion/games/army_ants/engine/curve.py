"""The captured ants, turn by turn."""

from __future__ import annotations

from companion.games.army_ants.engine.battle import Battle
from companion.games.army_ants.engine.field import CARDS, copies
from companion.games.game import CurvePoint, CurveRule, Position


def curve_point(position: Position) -> CurvePoint | None:
    """The numbers of a position; None where it has none."""
    if not isinstance(position, Battle):  # no ant is captured before the battle; scores entry has only the result
        return None
    army = sum([copies(card.value) for card in CARDS[0]])
    standing = [sum([card is not None and card.seat == seat for card in position.board]) for seat in (0, 1)]
    return CurvePoint(position.turn, {"captured": (army - standing[1], army - standing[0])})


CURVE = CurveRule(curve_point)
