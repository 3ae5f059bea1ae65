"""Spartacus for a search: the order of moves, the rewards, and playouts near the quick rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import cast

from companion.games.spartacus.engine.cards import CardsPosition
from companion.games.spartacus.engine.notation import BANNER_BIT, NO_NUMBER, PASS_BIT
from companion.games.spartacus.mind.state import (
    CALM,
    KEEN_FROM,
    LEAD,
    LOWER,
    MOVES,
    NOBODY,
    VALUE,
    Rules,
    State,
    action_of,
    after,
    compact,
    greedy,
    move_of,
    moves_of,
    rules_of,
)
from companion.kit.rules import Position, Seat
from companion.kit.search.mind import Sight, Thought, even
from companion.kit.search.open_mind import Beginning
from companion.kit.search.uct import OpenGame

GREEDY_PART = 0.875
"""The part of the moves of a playout that the quick rule makes; the others are drawn."""
VISITS_A_CHILD = 5
"""The visits after which a node below the root gets a further child. Moves near the quick rule are tried first."""
WIN_PART = 0.7
"""The part of the win in a reward; the rest is the margin."""
MARGIN_HALF = 20.0
"""A lead of this number of points is worth half of what the largest lead is worth more than none."""

CARDS_MOST = 16
"""With more cards in all hands no win is searched for."""
CARDS_SURE = 12
"""With at most this number the search takes NODES_SURE before it gives up: in trials it needed a tenth of them."""
NODES_SURE = 200_000
NODES = 20_000


def begin(position: Position) -> Beginning:
    """A position for a search."""
    at = cast(CardsPosition, position)
    return Beginning(open_game(rules_of(at), len(at.hands)), compact(at))


@cache
def open_game(rules: Rules, seats: int) -> OpenGame:
    """The game with these rules.

    The search for a forced win tries the lowest number first, for all seats: it ends the trick soonest. The other way
    round takes ten times the nodes; an order by what has cut off before takes as many.
    """
    return OpenGame(
        seats,
        moves=moves_of,
        order=partial(order, rules),
        after=partial(after, rules),
        results=lambda state: results(state[2]),
        play_out=lambda state, random: results(playout(rules, state, random)),
        wins=wins,
        nodes=nodes_for,
        action_of=lambda move: str(action_of(move)),
        move_of=move_of,
        nodes_between=2_000,  # less than 10 ms of a desktop
        batch=20,
        visits_a_child=VISITS_A_CHILD,
    )


def quick(sight: Sight) -> Thought:
    """The thought of the quick rule, which knows no shares."""
    position = cast(CardsPosition, sight.position)
    state = compact(position)
    action = str(action_of(greedy(rules_of(position), state)))
    alone = len(moves_of(state)) == 1
    return Thought(sight.seat, action, even(len(position.hands)), exact=alone, line=(action,))


def wins(state: State, seat: Seat) -> bool:
    """Whether a seat has won alone, after the end."""
    scores = state[2]
    own = scores[seat]
    return max(scores) == own and scores.count(own) == 1


def nodes_for(state: State) -> int:
    """How many states the search for a forced win may look at."""
    cards = 0
    for hand in state[1]:
        cards += hand.bit_count()
    return NODES_SURE if cards <= CARDS_SURE else NODES if cards <= CARDS_MOST else 0


def order(rules: Rules, state: State) -> list[int]:
    """The moves of a state, the one to try first last: the quick rule's, then falling numbers."""
    first = greedy(rules, state)
    return [*[move for move in moves_of(state) if move != first], first]


def results(scores: tuple[int, ...]) -> tuple[list[float], list[float]]:
    """The shares of the win and the rewards by seat."""
    best = max(scores)
    winners = scores.count(best)
    second = best if winners > 1 else max([score for score in scores if score != best])
    share = 1.0 / winners
    shares, rewards = [], []
    for score in scores:
        if score == best:
            margin = best - second
            shares.append(share)
            rewards.append(WIN_PART * share + (1.0 - WIN_PART) * (0.5 + 0.5 * margin / (margin + MARGIN_HALF)))
        else:
            margin = best - score
            shares.append(0.0)
            rewards.append((1.0 - WIN_PART) * (0.5 - 0.5 * margin / (margin + MARGIN_HALF)))
    return shares, rewards


def playout(rules: Rules, state: State, random: Callable[[], float]) -> tuple[int, ...]:
    """The scores of one game played to the end, seven of eight moves by the quick rule."""
    turn, kept, won, lowest, best, passed, pot = state
    hands, points = list(kept), list(won)
    worths, keen, jokers, following = rules.worths, rules.keen, rules.jokers, rules.next
    after_each = following[0]
    while True:
        hand = hands[turn]
        dice = random()
        if dice < GREEDY_PART:
            if lowest == NO_NUMBER:
                move = LEAD[hand]
            elif worths[pot] < KEEN_FROM:
                move = CALM[hand & LOWER[lowest]]
            else:
                move = keen[hand & LOWER[lowest]]
        else:
            moves = MOVES[hand] if lowest == NO_NUMBER else MOVES[hand & LOWER[lowest] | PASS_BIT]
            move = moves[int((dice - GREEDY_PART) / (1.0 - GREEDY_PART) * len(moves))]
        if move == PASS_BIT:
            passed |= 1 << turn
        else:
            pot += VALUE[move]
            if move != BANNER_BIT:
                lowest, best = move.bit_length(), turn
            elif jokers:
                best = turn
            hand ^= move
            hands[turn] = hand
            if not hand:
                break
        turn = following[passed][turn]
        if turn == best:
            points[turn] += worths[pot]
            turn = after_each[turn]
            lowest, best, passed, pot = NO_NUMBER, NOBODY, 0, 0
    if best != NOBODY:
        points[best] += worths[pot]
    costs = rules.costs
    return tuple([points[seat] - costs[hand] for seat, hand in enumerate(hands)])
