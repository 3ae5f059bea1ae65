"""How a turn goes on: the shares after stopping, and after turning up one more card of those that can come.

Cards of one value and one camp are the same; so a pile has at most 31 kinds of cards. What is caught, matched or kept
follows from the rules; of what comes later only the better of stopping and one more card counts, two cards ahead.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.game import Seat
from companion.games.praetorians.engine.actions import FLIPS, GIVES, TWELVE, Card, in_order
from companion.games.praetorians.engine.cards import CardsPosition
from companion.games.praetorians.engine.track import move_pawn
from companion.games.praetorians.mind.shares import shares_at_turn
from companion.minds.mind import Shares
from companion.minds.numbers import total


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

    def best(self, position: CardsPosition, ahead: int) -> Shares:
        """The shares of the better of stopping and one more card, this turn's seat choosing."""
        another = self.another(position, ahead)
        if not position.flips:
            return another
        stopped = self.stopped(position)
        return stopped if stopped[self.seat] >= another[self.seat] else another

    def another(self, position: CardsPosition, ahead: int) -> Shares:
        """The shares before one more card comes; with `ahead` 1 the turn is ended after it, with 2 after one more."""
        return self._one_ahead(position) if ahead == 1 else self._two_ahead(position)

    def _two_ahead(self, position: CardsPosition) -> Shares:
        outcomes = []
        for card, count in kinds(pile(position)):
            after = position.after(GIVES[self.victim(position)] if card is TWELVE else FLIPS[card])
            if after.winner is not None or not after.flips:  # won by a match, or caught
                outcomes.append((count, self.after_turn(after.pawns)))
            else:
                outcomes.append((count, self.best(after, 1)))
        return mean(outcomes)

    def _one_ahead(self, position: CardsPosition) -> Shares:
        """As `_two_ahead`, where only the pawns at the end of the turn matter."""
        seat, pawns, kept_sum = self.seat, position.pawns, position.kept_sum
        values = [card.value for card in position.kept]
        camp = camp_of(position.kept)
        caught = gifts = 0
        moved = [0] * 11  # how many cards lead so many spaces further
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


def kinds(cards: Sequence[Card]) -> list[tuple[Card, int]]:
    """One card of each value and camp, and how many there are."""
    found: dict[int, tuple[Card, int]] = {}
    for card in cards:
        kind = card.value * 3 + card.camp if card is not TWELVE else 0
        first, count = found.get(kind, (card, 0))
        found[kind] = first, count + 1
    return list(found.values())


def camp_of(kept: Sequence[Card]) -> int:
    """The camp of the kept cards, 0 while all are neutral."""
    return next((card.camp for card in kept if card.camp), 0)


def mean(outcomes: Sequence[tuple[int, Shares]]) -> Shares:
    """The shares before one of these outcomes comes, each as likely as its number of cards."""
    cards = sum([count for count, _ in outcomes])
    seats = len(outcomes[0][1])
    found = [total([count * shares[seat] for count, shares in outcomes]) / cards for seat in range(seats - 1)]
    return (*found, 1.0 - total(found))
