"""Praetorians entered card by card.

Every card is always in exactly one place: face down, kept in front of the player in turn, or among the discards.
A match alone keeps its effect when the player is caught; everything else that the turn has brought is lost.
"""

from __future__ import annotations

from companion.games.praetorians.engine.actions import FLIPS, GIVES, STOP, TWELVE, Card, Flip, Give, Stop, in_order
from companion.games.praetorians.engine.track import GOAL, TWELVE_BACK, move_pawn, outcome_of
from companion.kit.rules import Action, Illegal, ListsOnce, Outcome, Seat, Table


class CardsPosition(ListsOnce):
    """A moment of a game entered card by card.

    `kept` is in the order of turning up, `facedown` sorted; `discards` have no order. `winner` is None while the
    game runs; after the end all other fields stay as they were after the last action.
    """

    __slots__ = ("discards", "facedown", "flips", "kept", "matched", "pawns", "turn", "twelves", "winner")

    def __init__(
        self,
        twelves: bool,
        turn: Seat,
        pawns: tuple[int, ...],
        kept: tuple[Card, ...],
        flips: int,
        matched: int,
        facedown: tuple[Card, ...],
        discards: tuple[Card, ...],
        winner: Seat | None = None,
    ) -> None:
        self.twelves = twelves
        self.turn = turn
        self.pawns = pawns
        self.kept = kept
        self.flips = flips
        self.matched = matched
        self.facedown = facedown
        self.discards = discards
        self.winner = winner
        self._legal = None

    @property
    def outcome(self) -> Outcome | None:
        return outcome_of(self.winner, self.pawns)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return (self.turn,) if self.winner is None else ()

    @property
    def kept_sum(self) -> int:
        """The number of spaces that stopping now would bring."""
        return sum([card.value for card in self.kept])

    def _list_legal(self) -> tuple[Action, ...]:
        if self.winner is not None:  # PRA-8
            return ()
        # PRA-9: when none is face down the next card comes from the discards; kept cards stay out.
        pile = self.facedown or tuple(sorted(self.discards, key=in_order))
        if self.twelves and pile and pile[-1] is TWELVE:
            numbers = pile[: pile.index(TWELVE)]
            gives = GIVES[: self.turn] + GIVES[self.turn + 1 : len(self.pawns)]  # PRA-10: to another player
        else:
            numbers, gives = pile, ()
        flips: tuple[Action, ...] = tuple([FLIPS[card] for card in numbers])
        return flips + gives + (STOP if self.flips else ())  # PRA-3, PRA-4

    def after(self, action: Action) -> CardsPosition:
        if isinstance(action, Flip):
            return self._with_card(action.card)
        if isinstance(action, Give):
            return self._with_twelve(action.seat)
        pawns = move_pawn(self.pawns, self.turn, self.kept_sum)  # PRA-4
        if pawns[self.turn] == GOAL:  # PRA-8: the turn stays as it is, nothing is cleared or refilled
            return self._like(pawns=pawns, winner=self.turn)
        return self._next_turn(pawns, self.kept, self.facedown, self.discards)

    def _with_card(self, card: Card) -> CardsPosition:
        facedown, discards = self._without(card)
        kept = self.kept
        for other in kept:
            if other.value == card.value:  # PRA-6: a match; camp ignored, card discarded, pawn moves at once
                pawns = move_pawn(self.pawns, self.turn, card.value)
                won = self.turn if pawns[self.turn] == GOAL else None  # PRA-8: also in the middle of a turn
                return CardsPosition(
                    self.twelves, self.turn, pawns, kept, self.flips + 1, self.matched + card.value,
                    facedown, (*discards, card), won,
                )  # fmt: skip
        caught = card.camp and any(other.camp == -card.camp for other in kept)
        kept = (*kept, card)
        if caught:  # PRA-5
            return self._next_turn(self.pawns, kept, facedown, discards)
        return CardsPosition(
            self.twelves, self.turn, self.pawns, kept, self.flips + 1, self.matched, facedown, discards
        )

    def _with_twelve(self, seat: Seat) -> CardsPosition:
        facedown, discards = self._without(TWELVE)
        pawns = move_pawn(self.pawns, seat, -TWELVE_BACK)  # PRA-10; the turn goes on
        return self._like(pawns=pawns, flips=self.flips + 1, facedown=facedown, discards=(*discards, TWELVE))

    def _without(self, card: Card) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """Face-down cards and discards once `card` is turned up, the discards shuffled in first if needed (PRA-9)."""
        facedown, discards = self.facedown, self.discards
        if not facedown:
            facedown, discards = tuple(sorted(discards, key=in_order)), ()
        at = facedown.index(card)
        return facedown[:at] + facedown[at + 1 :], discards

    def _next_turn(
        self, pawns: tuple[int, ...], kept: tuple[Card, ...], facedown: tuple[Card, ...], discards: tuple[Card, ...]
    ) -> CardsPosition:
        discards += kept  # PRA-7
        if not facedown:  # PRA-9 (ruling): needed as soon as a new turn begins
            facedown, discards = tuple(sorted(discards, key=in_order)), ()
        turn = (self.turn + 1) % len(pawns)
        return CardsPosition(self.twelves, turn, pawns, (), 0, 0, facedown, discards)

    def _like(
        self,
        *,
        pawns: tuple[int, ...],
        flips: int | None = None,
        facedown: tuple[Card, ...] | None = None,
        discards: tuple[Card, ...] | None = None,
        winner: Seat | None = None,
    ) -> CardsPosition:
        return CardsPosition(
            self.twelves, self.turn, pawns, self.kept, self.flips if flips is None else flips, self.matched,
            self.facedown if facedown is None else facedown, self.discards if discards is None else discards, winner,
        )  # fmt: skip

    def objection(self, action: Action) -> Illegal:
        if isinstance(action, Flip):
            if action.card in self.kept:
                return Illegal("refused.praetorians.kept", "PRA-2", card=action.card)
            return Illegal("refused.praetorians.discarded", "PRA-2", card=action.card)
        if isinstance(action, Give):
            if not self.twelves:
                return Illegal("refused.praetorians.no-twelves")
            if TWELVE not in (self.facedown or self.discards):
                return Illegal("refused.praetorians.twelves-gone", "PRA-2")
            if action.seat >= len(self.pawns):
                return Illegal("refused.no-seat", number=action.seat, count=len(self.pawns))
            return Illegal("refused.praetorians.own-twelve", "PRA-10", seat=self.turn)
        if isinstance(action, Stop):
            return Illegal("refused.praetorians.first-card", "PRA-3", seat=self.turn)
        return Illegal("refused.entry-cards", action=action)

    def table(self) -> Table:
        return {
            "turn": self.turn if self.winner is None else None,
            "pawns": list(self.pawns),
            "kept": list(self.kept),
            "flips": self.flips,
            "matched": self.matched,
            "facedown": list(self.facedown),
            "discards": sorted(self.discards, key=in_order),
        }
