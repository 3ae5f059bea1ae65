"""A game in which people move and fight by themselves, and enter only turns, chips and the result."""

from __future__ import annotations

from companion.games.hannibal.engine.actions import TURN, TURN_CORE, EndTurn
from companion.games.hannibal.engine.ends import CHIPS_TO_WIN, end_outcome, with_chip
from companion.kit.rules import RESULTS, Action, Illegal, Outcome, Seat, Table, Win
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
