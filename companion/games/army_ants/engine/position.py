"""A position in either entry, the one of scores entry, and its numbers for the chart: the captured ants, turn by turn.

By scores people play, and enter only who won.
"""

from __future__ import annotations

from companion.games.army_ants.engine.battle import Battle
from companion.games.army_ants.engine.phase import DRAWN, WON, CardsPosition
from companion.kit.rules import RESULTS, Action, CurvePoint, CurveRule, Illegal, Outcome, Seat, Table, Win
from companion.values import Frozen


class ScoresPosition(Frozen):
    """A running game, or its result."""

    outcome: Outcome | None = None

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return (0, 1) if self.outcome is None else ()

    def legal(self) -> tuple[Action, ...]:
        return RESULTS if self.outcome is None else ()

    def after(self, action: Action) -> ScoresPosition:
        return ScoresPosition(WON[action.seat] if isinstance(action, Win) else DRAWN)

    def objection(self, action: Action) -> Illegal:
        return Illegal("refused.entry-scores", action=action)

    def table(self) -> Table:
        return {}


Position = CardsPosition | ScoresPosition


def curve_point(position: Position) -> CurvePoint | None:
    """The numbers of a position; None where it has none."""
    if not isinstance(position, Battle):  # no ant is captured before the battle; scores entry has only the result
        return None
    return CurvePoint(position.turn, {"captured": position.captured})


CURVE = CurveRule(curve_point)
