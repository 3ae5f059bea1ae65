"""A game of Spartacus entered card by card."""

from __future__ import annotations

from companion.games.spartacus.engine.counting import Counting, count_cards, outcome_of
from companion.games.spartacus.engine.notation import (
    BANNER_BIT,
    NO_NUMBER,
    PASS_BIT,
    Card,
    Pass,
    Play,
    cards_of_mask,
    choices,
)
from companion.kit.rules import Action, Illegal, ListsOnce, Outcome, Seat, Table

Trick = tuple[tuple[Seat, Card], ...]
"""Who played what, in the order played."""

Pile = tuple[tuple[Seat | None, Card], ...]
"""A won trick: who played what, in the order played; None if a table was set, which does not name the player."""

# SPA-3: before a number is played, any card and no pass. SPA-4: then a lower number, the banner, or a pass.
_PLAYABLE = tuple([(1 << lowest - 1) - 1 | BANNER_BIT for lowest in range(1, NO_NUMBER + 1)])


class CardsPosition(ListsOnce):
    """A moment of a game entered card by card.

    `hands` and `passed` are sets of bits, one a card (see `notation`) and one a seat. `trick` holds seat and card in
    the order played, `lowest` its lowest number (NO_NUMBER while there is none), `best` the seat that would take it
    now. `piles` are the tricks that each seat has won, `dropped` is a last trick that went to nobody (SPA-8). When the
    game is over `turn` is the seat that played the last card.
    """

    # Masks and a table of choices by mask make a step cheap: nothing is sorted, searched or read, and listing the
    # legal actions is one look-up. Points are counted only when they are read.
    __slots__ = (
        "best", "counting", "dropped", "hands", "lowest", "outcome", "passed", "piles", "trick", "turn",
    )  # fmt: skip

    def __init__(
        self,
        counting: Counting,
        turn: Seat,
        hands: tuple[int, ...],
        piles: tuple[tuple[Pile, ...], ...],
        trick: Trick = (),
        lowest: int = NO_NUMBER,
        best: Seat | None = None,
        passed: int = 0,
        outcome: Outcome | None = None,
        dropped: Trick = (),
    ) -> None:
        self.counting = counting
        self.turn = turn
        self.hands = hands
        self.piles = piles
        self.trick = trick
        self.lowest = lowest
        self.best = best
        self.passed = passed
        self.outcome = outcome
        self.dropped = dropped
        self._legal = None

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return (self.turn,) if self.outcome is None else ()

    @property
    def won_tricks(self) -> tuple[tuple[tuple[Card, ...], ...], ...]:
        return tuple([tuple([tuple([card for _, card in pile]) for pile in own]) for own in self.piles])

    @property
    def points(self) -> tuple[int, ...]:
        """The points of the tricks won so far; after the end minus the hands (SPA-10)."""
        if self.outcome is not None:
            return self.outcome.scores
        return _points(self.counting, self.piles)

    def _list_legal(self) -> tuple[Action, ...]:
        # SPA-8: after the end the hand in turn and the trick are empty, so nothing is listed.
        lowest = self.lowest
        mask = self.hands[self.turn] & _PLAYABLE[lowest - 1]  # SPA-1: from their own hand
        return choices(mask | PASS_BIT if lowest < NO_NUMBER else mask)  # SPA-2, SPA-3: no pass before a number

    def after(self, action: Action) -> CardsPosition:
        turn = self.turn
        if not isinstance(action, Play):
            return self._next_turn(self.hands, self.trick, self.lowest, self.best, self.passed | 1 << turn)  # SPA-4
        hands = self.hands
        left = hands[turn] ^ action.bit
        hands = (*hands[:turn], left, *hands[turn + 1 :])
        trick = (*self.trick, (turn, action.card))
        lowest, best = self.lowest, self.best
        if action.number:
            lowest, best = action.number, turn
        elif self.counting.jokers:  # SPA-13, SPA-14: the last card is the strongest, joker or not
            best = turn
        if not left:  # SPA-8: before the next turn
            return self._end(hands, trick, best)
        return self._next_turn(hands, trick, lowest, best, self.passed)

    def _next_turn(
        self, hands: tuple[int, ...], trick: Trick, lowest: int, best: Seat | None, passed: int
    ) -> CardsPosition:
        players = len(hands)
        turn = (self.turn + 1) % players
        while passed >> turn & 1:
            turn = (turn + 1) % players
        # SPA-5 (ruling): no further turn for the strongest, after passes and after banners alike.
        if turn == best:
            piles = _with_pile(self.piles, best, trick)  # SPA-6
            return CardsPosition(self.counting, (best + 1) % players, hands, piles)  # SPA-7
        return CardsPosition(self.counting, turn, hands, self.piles, trick, lowest, best, passed)

    def _end(self, hands: tuple[int, ...], trick: Trick, best: Seat | None) -> CardsPosition:
        # SPA-8: in a trick of banners alone nobody is best, and they leave the table. Of jokers one is the strongest.
        piles = self.piles if best is None else _with_pile(self.piles, best, trick)
        counting = self.counting
        scores = tuple(
            [
                points - counting.hand(*count_cards(cards_of_mask(hand)))  # SPA-10
                for points, hand in zip(_points(counting, piles), hands, strict=True)
            ]
        )
        dropped = trick if best is None else ()
        return CardsPosition(counting, self.turn, hands, piles, outcome=outcome_of(scores), dropped=dropped)

    def objection(self, action: Action) -> Illegal:
        if isinstance(action, Play):
            if not action.number and not self.counting.banners:
                return Illegal("refused.spartacus.no-banners", "SPA-16")
            if not self.hands[self.turn] & action.bit:
                return Illegal("refused.spartacus.gone", "SPA-1", seat=self.turn, card=action.card)
            return Illegal("refused.spartacus.not-lower", "SPA-4", card=action.card, lowest=self.lowest)
        if isinstance(action, Pass):
            if not self.trick:
                return Illegal("refused.spartacus.pass-lead", "SPA-2", seat=self.turn)
            return Illegal("refused.spartacus.pass-banners", "SPA-3", seat=self.turn)
        return Illegal("refused.entry-cards", action=action)

    def table(self) -> Table:
        return {
            "turn": self.turn if self.outcome is None else None,
            "trick": [[seat, card] for seat, card in self.trick],
            "passed": [seat for seat in range(len(self.hands)) if self.passed >> seat & 1],
            "best": self.best,
            "hands": [list(cards_of_mask(hand)) for hand in self.hands],
            "tricks": [[list(pile) for pile in piles] for piles in self.won_tricks],
            "points": list(self.points),
        }


def _points(counting: Counting, piles: tuple[tuple[Pile, ...], ...]) -> tuple[int, ...]:
    """The points of the won tricks of each seat."""
    return tuple([counting.points([count_cards([card for _, card in pile]) for pile in own]) for own in piles])


def _with_pile(piles: tuple[tuple[Pile, ...], ...], seat: Seat, trick: Trick) -> tuple[tuple[Pile, ...], ...]:
    """The won piles after this seat has taken the trick, with its banners, as a new pile (SPA-6)."""
    return (*piles[:seat], (*piles[seat], trick), *piles[seat + 1 :])
