"""A position in either entry, and its numbers for the chart: chips and pieces, turn by turn."""

from __future__ import annotations

from companion.games.hannibal.engine.cards import CardsPosition
from companion.games.hannibal.engine.scores import ScoresPosition
from companion.kit.rules import CurvePoint, CurveRule

Position = CardsPosition | ScoresPosition


def curve_point(position: Position) -> CurvePoint | None:
    """The numbers of a position; None where it has none."""
    numbers: dict[str, tuple[int, ...]] = {}
    if position.core:
        numbers["chips"] = position.chips
    if isinstance(position, CardsPosition):
        numbers["pieces"] = tuple(map(sum, position.camps))
    return CurvePoint(position.turn, numbers) if numbers else None


CURVE = CurveRule(curve_point, lambda options: bool(options.get("core")))
