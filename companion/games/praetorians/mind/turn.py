"""How a turn goes on: the shares after stopping, and before one more card of those that can come."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.praetorians.engine.actions import TWELVE, Card, in_order
from companion.games.praetorians.engine.cards import CardsPosition
from companion.games.praetorians.engine.track import move_pawn
from companion.games.praetorians.mind.shares import shares_at_turn
from companion.kit.rules import Seat
from companion.kit.search.mind import Shares
from companion.kit.search.numbers import total


class Turn:
    """The values of the ways on from the position of a turn, for the seat in turn."""

    __slots__ = ("seat", "twelves")

    def __init__(self, position: CardsPosition) -> None:
        self.seat = position.turn
        self.twelves = position.twelves

    def after_turn(self, pawns: tuple[int, ...]) -> Shares:
        """The shares when the turn has ended with these pawns."""
        return shares_at_turn(pawns, (self.seat + 1) % len(pawns), self.twelves)

    def stopped(self, position: CardsPosition) -> Shares:
        """The shares after stopping."""
        return self.after_turn(move_pawn(position.pawns, self.seat, position.kept_sum))

    def another(self, position: CardsPosition) -> Shares:
        """The shares before one more card comes, after which the turn is ended.

        To look two cards ahead is no stronger: it wins half of the games.
        """
        seat, pawns, kept_sum = self.seat, position.pawns, position.kept_sum
        values = [card.value for card in position.kept]
        camp = camp_of(position.kept)
        caught = gifts = 0
        moved = [0] * 11  # by spaces, how many cards lead that far
        for card in pile(position):
            if card is TWELVE:
                gifts += 1
            elif camp and card.camp == -camp and card.value not in values:
                caught += 1
            else:
                moved[card.value] += 1
        outcomes = []
        for value, count in enumerate(moved):
            if count:
                outcomes.append((count, self.after_turn(move_pawn(pawns, seat, kept_sum + value))))
        if caught:
            outcomes.append((caught, self.after_turn(pawns)))
        if gifts:
            back = move_pawn(pawns, self.victim(position), -12)
            outcomes.append((gifts, self.after_turn(move_pawn(back, seat, kept_sum))))
        return mean(outcomes)

    def victim(self, position: CardsPosition) -> Seat:
        """Who gets a 12: of the others the one who is most likely to win."""
        shares = self.after_turn(position.pawns)
        others = [seat for seat in range(len(shares)) if seat != self.seat]
        return max(others, key=lambda seat: shares[seat])


def pile(position: CardsPosition) -> tuple[Card, ...]:
    """The cards of which the next is one, in order: those face down, the discards where none is (PRA-9)."""
    return position.facedown or tuple(sorted(position.discards, key=in_order))


def camp_of(kept: Sequence[Card]) -> int:
    """The camp of the kept cards, 0 while all are neutral."""
    return next((card.camp for card in kept if card.camp), 0)


def mean(outcomes: Sequence[tuple[int, Shares]]) -> Shares:
    """The shares before one of these outcomes comes, each as likely as its number of cards."""
    cards = sum([count for count, _ in outcomes])
    seats = len(outcomes[0][1])
    found = [total([count * shares[seat] for count, shares in outcomes]) / cards for seat in range(seats - 1)]
    return (*found, 1.0 - total(found))
