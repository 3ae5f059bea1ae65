"""A position in either entry, the one of scores entry, and its numbers for the chart: chips and pieces, turn by turn.

By scores people move and fight by themselves, and enter only turns, chips and the result.
"""

from __future__ import annotations

from companion.games.hannibal.engine.actions import TURN, TURN_CORE, EndTurn
from companion.games.hannibal.engine.cards import CardsPosition
from companion.games.hannibal.engine.ends import CHIPS_TO_WIN, end_outcome, with_chip
from companion.kit.rules import RESULTS, Action, CurvePoint, CurveRule, Illegal, Outcome, Seat, Table, Win
from companion.values import Frozen


class ScoresPosition(Frozen):
    """A moment of such a game: the player in turn and the chips of each seat."""

    core: bool
    turn: Seat
    chips: tuple[int, int]
    outcome: Outcome | None = None

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return (0, 1) if self.outcome is None else ()

    def legal(self) -> tuple[Action, ...]:
        if self.outcome is not None:
            return ()
        return (TURN_CORE if self.core else ()) + TURN + RESULTS

    def after(self, action: Action) -> ScoresPosition:
        seat, chips = self.turn, self.chips
        if not isinstance(action, EndTurn):
            winner = action.seat if isinstance(action, Win) else None
            return ScoresPosition(self.core, seat, chips, end_outcome(winner, None))
        if action.core:  # HAN-17
            chips = with_chip(chips, seat)
            if chips[seat] == CHIPS_TO_WIN:  # HAN-18
                return ScoresPosition(self.core, seat, chips, end_outcome(seat, "HAN-18"))
        return ScoresPosition(self.core, 1 - seat, chips)

    def objection(self, action: Action) -> Illegal:
        if isinstance(action, EndTurn):
            return Illegal("refused.hannibal.no-core", action=action)
        return Illegal("refused.entry-scores", action=action)

    def table(self) -> Table:
        return {"turn": self.turn if self.outcome is None else None, "chips": list(self.chips)}


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
