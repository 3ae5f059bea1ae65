"""The thoughts of Army Ants: for a seat of the device, and the public odds."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from companion.games.army_ants.engine.deployment import Deployment
from companion.games.army_ants.engine.phase import CardsPosition
from companion.games.army_ants.mind.arrangement import allowed, next_card
from companion.games.army_ants.mind.compact import State, action_of, after, change, state_of, step, turns
from companion.games.army_ants.mind.forced import leaves_queen, winning_turn
from companion.games.army_ants.mind.lines import GAIN_SHIFT, attacks
from companion.games.army_ants.mind.search import Search
from companion.games.army_ants.mind.worth import PROVEN, WIN, shares_of_worth, worth_of, worth_of_cards
from companion.kit.rules import Position
from companion.kit.search.alpha_beta import Stopped
from companion.kit.search.judge import tempered
from companion.kit.search.mind import BEST, MOST_CHOICES, WEAK, Choice, Enough, Shares, Sight, Thought, Way, even
from companion.kit.search.numbers import shuffle
from companion.kit.search.stages import sketching

if TYPE_CHECKING:
    from random import Random

DEPTH_MOST = 40
TEMPERATURE = 0.5
"""Of the odds: what fits who won in people-like play (`tests/bench/shares.py`)."""


def think(sight: Sight, level: int, chance: Random, enough: Enough) -> Thought:
    """The thought for a seat. The level means work, and nothing else."""
    if isinstance(sight.position, Deployment):
        return next_card(sight, sight.secrets or allowed(chance))
    assert isinstance(sight.position, CardsPosition)
    state = state_of(sight.position)
    order = turns(state)
    if len(order) == 1:

        def only(done: int) -> Thought:
            return _thought(search, order)._replace(exact=True, choices=())

        search = Search(state, sketching(enough, only))
        look_deeper(search, order, 1)
        return only(search.work)
    winning = winning_turn(state)  # at every level: no search of few turns throws it away
    if winning is not None:
        return _certain(state, winning, WIN)
    shuffle(chance, order)
    order = by_worth(state, order)
    safe = [turn for turn in order if not leaves_queen(after(state, turn), state.turn)]
    if not safe:
        return _certain(state, order[0], -WIN)
    ways = _ways(state, safe) if level == WEAK else {}

    def now(done: int) -> Thought:
        return _with_ways(_thought(search, safe), ways)

    search = Search(state, sketching(enough, now))
    look_deeper(search, safe, DEPTH_MOST)
    return now(search.work)


def _ways(state: State, order: list[int]) -> dict[str, Way]:
    """By action what each turn is worth at a glance: one turn and the attacks after it."""
    values = Search(state, lambda work: False).exact(order, 1)
    best_first = sorted(order, key=lambda turn: -values[turn])
    return {
        str(action_of(state, turn)): Way(str(action_of(state, turn)), shares_of_worth(values[turn], state.turn))
        for turn in best_first
    }


def _with_ways(thought: Thought, ways: dict[str, Way]) -> Thought:
    """The thought with every way, first the one that a deeper search holds for the best."""
    if thought.action is None or thought.action not in ways:
        return thought
    best = next(iter(ways.values()))
    first = Way(thought.action, best.win)
    return thought._replace(every=(first, *[way for way in ways.values() if way.action != thought.action]))


def quick(sight: Sight) -> Thought:
    """The dearest card that can be taken, else the turn after which the cards stand best; the own queen is not left."""
    if isinstance(sight.position, Deployment):
        return next_card(sight, sight.secrets)
    assert isinstance(sight.position, CardsPosition)
    state = state_of(sight.position)
    found = [] if state.rallying else attacks(state.board, state.turn)
    order = [attack & 4095 for attack in found if attack >> GAIN_SHIFT] + by_worth(state, turns(state))
    turn = next((turn for turn in order if not leaves_queen(after(state, turn), state.turn)), order[0])
    return Thought(state.turn, action_of(state, turn), standing(state))


def odds(position: Position, chance: Random, enough: Enough) -> dict[str, object]:
    """The shares of both."""
    shares, work = estimate(position, chance, enough)
    exact = max(shares) == 1.0
    return {"win": list(shares if exact else tempered(shares, TEMPERATURE)), "exact": exact, "work": work}


def estimate(position: Position, chance: Random, enough: Enough) -> tuple[Shares, int]:
    """The shares of both, and the work done for it; before the rally they are even. 1 and 0 are proven."""
    assert isinstance(position, CardsPosition)
    if isinstance(position, Deployment):
        return even(2), 0
    thought = think(Sight(position, position.turn), BEST, chance, enough)
    return thought.win, thought.work


def look_deeper(search: Search, order: list[int], most: int) -> None:
    """Look at these turns deeper and deeper, until it is enough or something is proven.

    A depth that is not whole counts from when its first turn is finished: that is the best one of the depth before.
    """
    with suppress(Stopped):
        while search.depth < most and not (search.best and abs(search.best[1]) >= PROVEN):
            search.look(order, search.depth + 1)
            order = in_order(search, order)


def in_order(search: Search, order: list[int]) -> list[int]:
    """The turns by what the search knows of them, the best first."""
    assert search.best is not None
    best, _ = search.best
    return sorted(order, key=lambda turn: (turn != best, -search.values.get(turn, -WIN)))


def by_worth(state: State, order: list[int]) -> list[int]:
    """The turns by how the cards stand after them."""
    board, sign = state.board, 1 if state.turn else -1
    worth = worth_of_cards(board)
    return sorted(order, key=lambda turn: sign * step(board, change(board, state.turn, turn), 0, worth)[1])


def standing(state: State) -> Shares:
    """The shares by the cards alone."""
    value = worth_of(state.board, worth_of_cards(state.board))
    return shares_of_worth(value, 0)


def _certain(state: State, turn: int, value: int) -> Thought:
    shares, action = shares_of_worth(value, state.turn), action_of(state, turn)
    return Thought(
        state.turn, action, shares, exact=True, choices=(Choice(action, shares[state.turn]),), line=(action,)
    )


def _thought(search: Search, order: list[int]) -> Thought:
    state, depth = search.state, search.depth
    if search.best is None:
        action = action_of(state, order[0])
        shares = standing(state)
        only = Choice(action, shares[state.turn])
        return Thought(state.turn, action, shares, choices=(only,), line=(action,), work=search.work, depth=0)
    best, value = search.best
    shares = shares_of_worth(value, state.turn)
    known = [turn for turn in in_order(search, order) if turn in search.values][:MOST_CHOICES]
    choices = [
        Choice(action_of(state, turn), shares_of_worth(min(value, search.values[turn]), state.turn)[state.turn])
        for turn in known
    ]
    return Thought(
        state.turn,
        action_of(state, best),
        shares,
        exact=abs(value) >= PROVEN,
        choices=tuple(choices),
        line=expected_line(search, best, max(1, depth)),
        work=search.work,
        depth=depth,
    )


def expected_line(search: Search, turn: int, most: int) -> tuple[str, ...]:
    """What is expected from a turn of the root on, for at most this number of turns."""
    state, found = search.state, []
    for expected in search.expected(turn, most):
        found.append(action_of(state, expected))
        state = after(state, expected)
    return tuple(found)
