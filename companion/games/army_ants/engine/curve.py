"""The captured ants, turn by turn."""

from __future__ import annotations

from companion.games.army_ants.engine.battle import Battle
from companion.kit.rules import CurvePoint, CurveRule, Position


def curve_point(position: Position) -> CurvePoint | None:
    """The numbers of a position; None where it has none."""
    if not isinstance(position, Battle):  # no ant is captured before the battle; scores entry has only the result
        return None
    return CurvePoint(position.turn, {"captured": position.captured})


CURVE = CurveRule(curve_point)
