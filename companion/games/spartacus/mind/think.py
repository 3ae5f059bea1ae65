"""What a seat of the device thinks, the quick rule, and the odds."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from companion.games.spartacus.engine.cards import CardsPosition
from companion.games.spartacus.mind.endings import Stopped, forced_winner, winning_move
from companion.games.spartacus.mind.state import action_of, compact, greedy, moves_of, rules_of
from companion.games.spartacus.mind.tree import Tree
from companion.kit.rules import Position
from companion.kit.search.mind import MOST_CHOICES, Choice, Enough, Sight, Thought, even, shares_of

if TYPE_CHECKING:
    from random import Random

FORCED_WORK = 120
"""The simulations of a turn in which only one move is possible: they only estimate the shares."""


def think(sight: Sight, level: int, chance: Random, enough: Enough) -> Thought:
    """The thought for the seat in turn. A level is nothing but its work: endings are tried at every level.

    A win that is forced has work 1, so that nobody who asks for that work stops before it is found. If it is enough
    before the ending is searched, the thought is that of the quick rule, with work 0.
    """
    position = cast(CardsPosition, sight.position)
    rules, state = rules_of(position), compact(position)
    moves = moves_of(state)
    if len(moves) > 1:
        try:
            winning = winning_move(rules, state, enough)
        except Stopped:
            return quick(sight)
        if winning is not None:
            action = str(action_of(winning))
            win = shares_of((sight.seat,), len(position.hands))
            choices = (Choice(action, 1.0),)
            return Thought(sight.seat, action, win, exact=True, choices=choices, line=(action,), work=1)
    tree = Tree(rules, state, chance.random)
    work = tree.simulate(lambda done: enough(done) or (len(moves) == 1 and done >= FORCED_WORK))
    return thought_of(sight, tree, work)


def thought_of(sight: Sight, tree: Tree, work: int) -> Thought:
    """The thought that a search has come to: the move that was tried most."""
    ranked = tree.ranked()
    choices: list[Choice] = []
    most = 1.0
    for node in ranked[:MOST_CHOICES]:
        # What was tried less is known less: it is not shown as better than what stands before it.
        most = min(most, tree.shares(node)[sight.seat])
        choices.append(Choice(str(action_of(node.move)), most))
    alone = len(ranked) == 1
    return Thought(
        sight.seat,
        str(action_of(ranked[0].move)),
        tree.shares(ranked[0]),
        exact=alone,
        choices=() if alone else tuple(choices),
        line=tuple([str(action_of(move)) for move in tree.line()]),
        work=work,
    )


def quick(sight: Sight) -> Thought:
    """The thought of the quick rule, which knows no shares."""
    position = cast(CardsPosition, sight.position)
    state = compact(position)
    action = str(action_of(greedy(rules_of(position), state)))
    alone = len(moves_of(state)) == 1
    return Thought(sight.seat, action, even(len(position.hands)), exact=alone, line=(action,))


def odds(position: Position, chance: Random, enough: Enough) -> dict[str, object]:
    """The shares of the win by seat."""
    at = cast(CardsPosition, position)
    rules, state = rules_of(at), compact(at)
    seats = len(at.hands)
    try:
        winner = forced_winner(rules, state, enough)
    except Stopped:
        return {"win": list(even(seats)), "exact": False, "work": 0}
    if winner is not None:
        return {"win": list(shares_of((winner,), seats)), "exact": True, "work": 1}
    tree = Tree(rules, state, chance.random)
    work = tree.simulate(enough)
    return {"win": list(tree.shares(tree.ranked()[0])), "exact": False, "work": work}
