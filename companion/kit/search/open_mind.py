"""A mind for a game in which all seats see everything: a forced win if there is one, else UCT.

A thought, odds and the judge of a ply follow from an `OpenGame` (`uct`) alone. `engine_mind` makes one of the rules of
a game, without a line of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from companion.kit.rules import Position, Seat
from companion.kit.search.alpha_beta import Stopped
from companion.kit.search.forced import forced_winner, winner_against, winning_move, winning_moves
from companion.kit.search.judge import Tape, error_of_mean, mean_of, open_choice, standard_error, tempered
from companion.kit.search.mind import (
    FORCED_WORK,
    MOST_CHOICES,
    WEAK,
    Choice,
    Enough,
    IsStopped,
    Judged,
    Mind,
    Past,
    Shares,
    Sight,
    Thought,
    Way,
    even,
    never,
    shares_of,
    until,
)
from companion.kit.search.stages import sketching
from companion.kit.search.uct import OVER, Move, OpenGame, State, Tree, tried_most

if TYPE_CHECKING:
    from random import Random

NUMBERS = 9_973
"""The number of random numbers that are drawn for a ply, then used again."""
LOOKS = 2
"""How often a ply is looked at, each time with other random numbers. A search can settle on one way to go on in one
look and on another in the next, so how much they differ says more of what is sure than the number of simulations.
"""
SURE = 2.0
"""A smaller fault, in standard errors, is noise: nobody is blamed for it."""


class Beginning(NamedTuple):
    """A position as its search sees it."""

    game: OpenGame
    state: State


class OpenMind(NamedTuple):
    """How a position is searched, the quick rule of the game, and the temperature of its odds: people do not play as a
    search expects, so its shares are too sure.
    """

    begin: Callable[[Position], Beginning]
    quick: Callable[[Sight], Thought]
    temperature: float = 1.0

    def think(self, sight: Sight, level: int, chance: Random, enough: Enough) -> Thought:
        """The thought for the seat in turn. A level is nothing but its work: a win is looked for at every level.

        A win that is forced has work 1, so that nobody who asks for that work stops before it is found. If it is enough
        before the ending is searched, the thought comes from the quick rule, with work 0.
        """
        game, state = self.begin(sight.position)
        moves = game.moves(state)
        if len(moves) > 1:
            try:
                winning = winning_move(game, state, enough)
            except Stopped:
                return self.quick(sight)
            if winning is not None:
                action = game.action_of(winning)
                win = shares_of((sight.seat,), game.seats)
                choices = (Choice(action, 1.0),)
                thought = Thought(sight.seat, action, win, exact=True, choices=choices, line=(action,), work=1)
                others = [Way(game.action_of(move), even(game.seats)) for move in moves if move != winning]
                return thought._replace(every=(Way(action, win), *others)) if level == WEAK else thought
            winner = winner_against(game, state)
        else:
            winner = None
        settled = len(moves) == 1 or winner is not None
        tree = Tree(game, state, chance.random)

        def now(done: int) -> Thought:
            thought = _searched(sight.seat, tree, done)
            if winner is not None:
                lost = tuple([choice._replace(win=0.0) for choice in thought.choices])
                thought = thought._replace(win=shares_of((winner,), game.seats), exact=True, choices=lost)
            return thought._replace(every=_every(tree)) if level == WEAK else thought

        enough = sketching(enough, now)
        return now(tree.simulate(lambda done: enough(done) or (settled and done >= FORCED_WORK)))

    def odds(self, position: Position, chance: Random, enough: Enough) -> dict[str, object]:
        """The shares of the win by seat."""
        game, state = self.begin(position)
        try:
            winner = forced_winner(game, state, enough)
        except Stopped:
            return {"win": list(even(game.seats)), "exact": False, "work": 0}
        if winner is not None:
            return {"win": list(shares_of((winner,), game.seats)), "exact": True, "work": 1}
        tree = Tree(game, state, chance.random)
        work = tree.simulate(enough)
        shares = tempered(tree.shares(tree.ranked()[0]), self.temperature)
        return {"win": list(shares), "exact": False, "work": work}

    def judge(
        self,
        past: Past,
        ply: int,
        chance: Random,
        work: int,
        stopped: IsStopped = never,
        known: Shares | None = None,
    ) -> Judged:
        """The shares after the best move and after the move that was played, the means of LOOKS looks.

        Both are valued in the same way: in each look with the same part of the work and the same random numbers. If the
        best move turns out to be better by less than SURE standard errors, the one that was played is the best.
        """
        action = past.actions[ply]
        assert action is not None
        game, state = self.begin(past.positions[ply])
        try:
            return _judged(game, state, game.move_of(action), chance, max(1, work // (2 * LOOKS)), stopped)
        except Stopped:
            return open_choice(state[0], even(game.seats), even(game.seats))


def open_mind(
    version: int,
    works: tuple[int, int, int, int],
    begin: Callable[[Position], Beginning],
    quick: Callable[[Sight], Thought],
    *,
    review_work: int,
    review_plies: int | None = None,
    temperature: float = 1.0,
    may_think: Callable[[Position, Seat], bool] = lambda position, seat: True,
) -> Mind:
    """The mind that searches so."""
    mind = OpenMind(begin, quick, temperature)
    return Mind(
        version, works,
        think=mind.think, quick=quick, odds=mind.odds, judge=mind.judge, review_work=review_work,
        review_plies=review_plies, may_think=may_think,
    )  # fmt: skip


def _searched(seat: Seat, tree: Tree, work: int) -> Thought:
    """The thought that a search has come to: the move that was tried most."""
    ranked, action_of = tree.ranked(), tree.game.action_of
    choices: list[Choice] = []
    most = 1.0
    for node in ranked[:MOST_CHOICES]:
        # What was tried less is known less: it is not shown as better than what stands before it.
        most = min(most, tree.shares(node)[seat])
        choices.append(Choice(action_of(node.move), most))
    alone = len(ranked) == 1
    return Thought(
        seat,
        action_of(ranked[0].move),
        tree.shares(ranked[0]),
        exact=alone,
        choices=() if alone else tuple(choices),
        line=tuple([action_of(move) for move in tree.line()]),
        work=work,
    )


def _every(tree: Tree) -> tuple[Way, ...]:
    return tuple([Way(tree.game.action_of(node.move), tree.likely_shares(node)) for node in tree.ranked()])


def _judged(game: OpenGame, state: State, played: Move, chance: Random, part: int, stopped: IsStopped) -> Judged:
    """A move held against the best one, in each look both with this part of the work; raises Stopped."""
    looks = [[chance.random() for _ in range(NUMBERS)] for _ in range(LOOKS)]
    seat = state[0]

    def until_stopped(work: int) -> bool:
        return stopped()

    def values(move: Move) -> tuple[list[Shares], list[Move]]:
        return _values(game, game.after(state, move), looks, part, stopped)

    worths, _ = values(played)
    worth = mean_of(worths)
    if len(game.moves(state)) == 1:
        return Judged("forced", seat, worth, worth, worth)
    best = winning_move(game, state, until_stopped)
    proven = best is not None
    if best is None:
        best = tried_most([_search(game, state, numbers, part, stopped).first_moves() for numbers in looks])
    if best != played:
        better, answers = values(best)
        others = mean_of(better)
        faults = [one[seat] - other[seat] for one, other in zip(worths, better, strict=True)]
        error = max(standard_error(worth[seat], others[seat], LOOKS * part), error_of_mean(faults))
        if worth[seat] - others[seat] < -SURE * error:
            wins = [game.action_of(move) for move in winning_moves(game, state, until_stopped)] if proven else []
            line = [game.action_of(move) for move in (best, *answers)]
            return open_choice(seat, others, worth, line[0], error=error, proven=proven, wins=wins, line=line)
    return open_choice(seat, worth, worth, proven=proven)


def _values(
    game: OpenGame, state: State, looks: list[list[float]], work: int, stopped: IsStopped
) -> tuple[list[Shares], list[Move]]:
    """The shares in a state, of each look with its numbers, and what the first look expects; raises Stopped."""
    if state[0] == OVER:
        return [tuple(game.results(state)[0])] * len(looks), []
    winner = forced_winner(game, state, lambda work: stopped())
    if winner is not None:
        return [shares_of((winner,), game.seats)] * len(looks), []
    first, *others = looks
    tree = _search(game, state, first, work, stopped)
    shares, line = [tree.mean_shares()], tree.line()
    del tree  # one at a time: the largest take tens of megabytes
    return shares + [_search(game, state, numbers, work, stopped).mean_shares() for numbers in others], line


def _search(game: OpenGame, state: State, numbers: list[float], work: int, stopped: IsStopped) -> Tree:
    """The search of a look, with its numbers; raises Stopped."""
    tree = Tree(game, state, Tape(numbers).random)
    tree.simulate(until(work, stopped))
    return tree
