"""A position in either entry, and its numbers for the chart: the points, trick by trick."""

from __future__ import annotations

from companion.games.spartacus.engine.cards import CardsPosition
from companion.games.spartacus.engine.scores import ScoresPosition
from companion.kit.rules import CurvePoint, CurveRule

Position = CardsPosition | ScoresPosition


def curve_point(position: Position) -> CurvePoint | None:
    """The numbers of a position; None where it has none."""
    if not isinstance(position, CardsPosition):  # people enter the piles after the game
        return None
    return CurvePoint((sum(map(len, position.won_tricks)), position.outcome is None), {"points": position.points})


CURVE = CurveRule(curve_point)
