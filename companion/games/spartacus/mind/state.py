"""A compact position for searches: faster than the engine, and equal to it (a test compares them).

A move is a bit, as in `notation`: a bit of a card, or PASS_BIT.
"""

from __future__ import annotations

from functools import cache

from companion.games.spartacus.engine.cards import CardsPosition
from companion.games.spartacus.engine.counting import Counting, count_cards
from companion.games.spartacus.engine.notation import (
    BANNER_BIT,
    NO_NUMBER,
    NUMBERS,
    PASS_BIT,
    cards_of_mask,
    choices,
)
from companion.kit.rules import Action
from companion.kit.search.uct import OVER

State = tuple[int, tuple[int, ...], tuple[int, ...], int, int, int, int]
"""Turn, hands, points, lowest number, best, passed, pot. Hands and passed are sets of bits, as in the engine.

The turn is OVER after the end; the points are then the scores. Best is NOBODY while no seat would take the trick. The
pot is the sum of the numbers in the trick, plus A_BANNER for every banner.
"""


NOBODY = -1
MOST_SEATS = 5
A_BANNER = 64

VALUE = [0] * (BANNER_BIT + 1)
"""What a card adds to the pot, by its bit."""
for _number in NUMBERS:
    VALUE[1 << _number - 1] = _number
VALUE[BANNER_BIT] = A_BANNER

LOWER = [(1 << lowest - 1) - 1 | BANNER_BIT for lowest in range(1, NO_NUMBER)]
LOWER.insert(0, 0)
"""By the lowest number in the trick: the cards that may follow it (SPA-4)."""

MOVES: list[tuple[int, ...]] = [
    tuple([1 << place for place in range(12) if mask >> place & 1]) for mask in range(2 * PASS_BIT)
]
"""The moves of these bits, numbers rising, banner, pass."""


KEEN_FROM = 15
"""From this worth of the trick on the quick rule plays any number behind another."""
CALM_LEAST = 4
"""The lowest number that it plays behind another in a trick that is worth less."""

HIGHEST = [1 << (cards & BANNER_BIT - 1).bit_length() >> 1 for cards in range(2 * BANNER_BIT)]
"""By cards: their highest number, 0 if there is none."""
LEAD = [number or BANNER_BIT for number in HIGHEST]
"""By the hand: the move of the quick rule before there is a number."""
CALM = [number if VALUE[number] >= CALM_LEAST else PASS_BIT for number in HIGHEST]
"""By the cards that may be played: its move behind a number in a trick that is worth less than KEEN_FROM."""
KEEN = [number or PASS_BIT for number in HIGHEST]
"""The same in a trick that is worth more."""
KEEN_JOKERS = [number or cards & BANNER_BIT or PASS_BIT for cards, number in enumerate(HIGHEST)]
"""The same where a joker takes the trick and leaves it its worth: without a number it plays the joker."""


class Rules:
    """What the options of a game change: what pots are worth, what hands cost, and whether banners are jokers."""

    __slots__ = ("costs", "jokers", "keen", "next", "worths")

    def __init__(self, counting: Counting, seats: int) -> None:
        self.jokers = counting.jokers
        self.keen = KEEN_JOKERS if counting.jokers and not counting.worthless else KEEN
        self.worths = [counting.trick(pot % A_BANNER, pot // A_BANNER) for pot in range((MOST_SEATS + 1) * A_BANNER)]
        self.costs = [counting.hand(*count_cards(cards_of_mask(hand))) for hand in range(2 * BANNER_BIT)]
        # By the seats that have passed and the seat in turn. If all have passed, which never happens, it stays there.
        self.next = [[_next_seat(seat, passed, seats) for seat in range(seats)] for passed in range(1 << seats)]


def _next_seat(seat: int, passed: int, seats: int) -> int:
    return next(
        ((seat + further) % seats for further in range(1, seats + 1) if not passed >> (seat + further) % seats & 1),
        seat,
    )


@cache
def _rules(banners: str, joker_scoring: str, seats: int) -> Rules:
    return Rules(Counting({"banners": banners, "joker_scoring": joker_scoring}), seats)


def rules_of(position: CardsPosition) -> Rules:
    """The rules of this game, made once for the same options and number of seats."""
    counting = position.counting
    banners = "joker" if counting.jokers else "double" if counting.doubling else "none"
    joker_scoring = "minus10" if counting.minus else "worthless" if counting.worthless else "none"
    return _rules(banners, joker_scoring, len(position.hands))


def compact(position: CardsPosition) -> State:
    """The compact state of a position."""
    if position.outcome is not None:
        return (OVER, position.hands, position.points, NO_NUMBER, NOBODY, 0, 0)
    total, banners = count_cards([card for _, card in position.trick])
    best = NOBODY if position.best is None else position.best
    pot = total + A_BANNER * banners
    return (position.turn, position.hands, position.points, position.lowest, best, position.passed, pot)


def moves_of(state: State) -> tuple[int, ...]:
    """The moves of the seat in turn, in the order of `legal`; none after the end."""
    turn, hands, _, lowest, _, _, _ = state
    if turn == OVER:
        return ()
    if lowest == NO_NUMBER:
        return MOVES[hands[turn]]  # SPA-2, SPA-3
    return MOVES[hands[turn] & LOWER[lowest] | PASS_BIT]  # SPA-4


def action_of(move: int) -> Action:
    """The action of a move."""
    return choices(move)[0]


_MOVE = {str(choices(1 << place)[0]): 1 << place for place in range(PASS_BIT.bit_length())}


def move_of(action: Action) -> int:
    """The move of an action."""
    return _MOVE[action]


def after(rules: Rules, state: State, move: int) -> State:
    """The state after a move that is possible."""
    turn, hands, points, lowest, best, passed, pot = state
    if move == PASS_BIT:
        passed |= 1 << turn
    else:
        hand = hands[turn] ^ move
        hands = (*hands[:turn], hand, *hands[turn + 1 :])
        pot += VALUE[move]
        if move != BANNER_BIT:
            lowest, best = move.bit_length(), turn
        elif rules.jokers:  # SPA-14
            best = turn
        if not hand:  # SPA-8
            return _end(rules, hands, points, best, pot)
    turn = rules.next[passed][turn]
    if turn != best:
        return (turn, hands, points, lowest, best, passed, pot)
    points = (*points[:best], points[best] + rules.worths[pot], *points[best + 1 :])  # SPA-5, SPA-6
    return (rules.next[0][best], hands, points, NO_NUMBER, NOBODY, 0, 0)  # SPA-7


def _end(rules: Rules, hands: tuple[int, ...], points: tuple[int, ...], best: int, pot: int) -> State:
    if best != NOBODY:
        points = (*points[:best], points[best] + rules.worths[pot], *points[best + 1 :])
    costs = rules.costs
    scores = tuple([points[seat] - costs[hand] for seat, hand in enumerate(hands)])  # SPA-10
    return (OVER, hands, scores, NO_NUMBER, NOBODY, 0, 0)


def greedy(rules: Rules, state: State) -> int:
    """The move of the quick rule.

    It leads the highest number. Behind a number it plays the highest that is allowed, if that is CALM_LEAST or the
    trick is worth KEEN_FROM; for such a trick, where it has no number, also a joker that takes it. Else it passes.
    """
    turn, hands, _, lowest, _, _, pot = state
    if lowest == NO_NUMBER:
        return LEAD[hands[turn]]
    return (rules.keen if rules.worths[pot] >= KEEN_FROM else CALM)[hands[turn] & LOWER[lowest]]
