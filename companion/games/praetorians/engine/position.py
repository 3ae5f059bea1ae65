"""A position in either entry, and its numbers for the chart: the spaces of the pawns, turn by turn."""

from __future__ import annotations

from companion.games.praetorians.engine.cards import CardsPosition
from companion.games.praetorians.engine.scores import ScoresPosition
from companion.kit.rules import CurvePoint, CurveRule

Position = CardsPosition | ScoresPosition


def curve_point(position: Position) -> CurvePoint | None:
    """The numbers of a position; None where it has none."""
    return CurvePoint(position.turn, {"pawns": position.pawns})


CURVE = CurveRule(curve_point, lambda options: True)
