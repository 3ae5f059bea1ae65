"""A position in either entry, and its numbers for the chart: the captured ants, turn by turn."""

from __future__ import annotations

from companion.games.army_ants.engine.battle import Battle
from companion.games.army_ants.engine.phase import CardsPosition
from companion.games.army_ants.engine.scores import ScoresPosition
from companion.kit.rules import CurvePoint, CurveRule

Position = CardsPosition | ScoresPosition


def curve_point(position: Position) -> CurvePoint | None:
    """The numbers of a position; None where it has none."""
    if not isinstance(position, Battle):  # no ant is captured before the battle; scores entry has only the result
        return None
    return CurvePoint(position.turn, {"captured": position.captured})


CURVE = CurveRule(curve_point)
