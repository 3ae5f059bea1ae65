"""A position in either entry, and its numbers for the chart: the points of the hills, turn by turn."""

from __future__ import annotations

from companion.games.seven_hills.engine.cards import CardsPosition
from companion.games.seven_hills.engine.scores import ScoresPosition
from companion.kit.rules import CurvePoint, CurveRule

Position = CardsPosition | ScoresPosition


def curve_point(position: Position) -> CurvePoint | None:
    """The numbers of a position; None where it has none."""
    if not isinstance(position, CardsPosition):  # people name the hills after the game
        return None
    # At the end all hills are turned up, and nobody is in turn.
    mark = len([hill for hill in position.hills if hill.open]) if position.turn is None else ("turn", position.turn)
    return CurvePoint(mark, {"points": position.points})


CURVE = CurveRule(curve_point)
