"""A position in either entry, the one of scores entry, and its numbers for the chart: the spaces of the pawns.

By scores people turn up and add the cards themselves, and enter only matches and sums.
"""

from __future__ import annotations

from companion.games.praetorians.engine.actions import (
    BANK_MOST,
    BANKS,
    BUST,
    MATCHES,
    TWELVE_GIFTS,
    Bank,
    Bust,
    Match,
    Twelve,
)
from companion.games.praetorians.engine.cards import CardsPosition
from companion.games.praetorians.engine.track import GOAL, TWELVE_BACK, move_pawn, outcome_of
from companion.kit.rules import Action, CurvePoint, CurveRule, Illegal, Outcome, Seat, Table
from companion.values import Frozen


class ScoresPosition(Frozen):
    """A moment of a game in which people turn and add the cards themselves."""

    twelves: bool
    turn: Seat
    pawns: tuple[int, ...]
    matched: int
    winner: Seat | None = None

    @property
    def outcome(self) -> Outcome | None:
        return outcome_of(self.winner, self.pawns)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return (self.turn,) if self.winner is None else ()

    def legal(self) -> tuple[Action, ...]:
        if self.winner is not None:
            return ()
        gives: tuple[Action, ...] = ()
        if self.twelves:
            gives = TWELVE_GIFTS[: self.turn] + TWELVE_GIFTS[self.turn + 1 : len(self.pawns)]
        nothing_kept = self.twelves and not self.matched  # only 12s were turned up, which fulfils PRA-3
        return MATCHES + gives + (BANKS if nothing_kept else BANKS[1:]) + BUST

    def after(self, action: Action) -> ScoresPosition:
        turn, pawns, matched = self.turn, self.pawns, self.matched
        if isinstance(action, Match):  # PRA-6
            pawns, matched = move_pawn(pawns, turn, action.value), matched + action.value
        elif isinstance(action, Twelve):  # PRA-10
            pawns = move_pawn(pawns, action.seat, -TWELVE_BACK)
        elif isinstance(action, Bank):  # PRA-4
            pawns = move_pawn(pawns, turn, action.total)
        if pawns[turn] == GOAL:  # PRA-8
            return ScoresPosition(self.twelves, turn, pawns, matched, turn)
        if isinstance(action, Bank | Bust):  # PRA-7
            turn, matched = (turn + 1) % len(pawns), 0
        return ScoresPosition(self.twelves, turn, pawns, matched)

    def objection(self, action: Action) -> Illegal:
        if isinstance(action, Match):
            return Illegal("refused.praetorians.no-such-value", "PRA-6", value=action.value)
        if isinstance(action, Twelve):
            if not self.twelves:
                return Illegal("refused.praetorians.no-twelves")
            if action.seat >= len(self.pawns):
                return Illegal("refused.no-seat", number=action.seat, count=len(self.pawns))
            return Illegal("refused.praetorians.own-twelve", "PRA-10", seat=self.turn)
        if isinstance(action, Bank):
            if action.total > BANK_MOST:
                return Illegal("refused.praetorians.bank-most", "PRA-6", total=action.total, most=BANK_MOST)
            if self.matched:
                return Illegal("refused.praetorians.bank-matched", "PRA-6", seat=self.turn)
            return Illegal("refused.praetorians.bank-nothing", "PRA-3")
        return Illegal("refused.entry-scores", action=action)

    def table(self) -> Table:
        return {
            "turn": self.turn if self.winner is None else None,
            "pawns": list(self.pawns),
            "matched": self.matched,
        }


Position = CardsPosition | ScoresPosition


CURVE = CurveRule(lambda position: CurvePoint(position.turn, {"pawns": position.pawns}), lambda options: True)
