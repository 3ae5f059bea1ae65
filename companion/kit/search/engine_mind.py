"""A mind for a game that has none of its own: the search of `open_mind` over the rules as they are.

It knows nothing of the game but its rules, so it is weak where playouts with any moves say little. It fits a game in
which one seat acts at a time, all seats see everything, and nothing is drawn: each action in `legal` is a choice.
"""

from __future__ import annotations

import json
from functools import cache

from companion.kit.rules import Position, Rules
from companion.kit.search.judge import Tape
from companion.kit.search.mind import Mind, Sight, Thought, even, shares_of
from companion.kit.search.open_mind import Beginning, open_mind
from companion.kit.search.uct import OVER, OpenGame, Random, Results, State

VERSION = 4
WORKS = (20, 80, 320, 1_280)
PLAYOUT_MOST = 200
"""A playout that is not over after this number of actions has no winner."""
NODES = 600
"""How many positions the search for a forced win looks at. Each may follow the one before, and takes a place on the
stack of Python, which has 1,000."""
NODES_BETWEEN = 100
FRACTIONS = (0.0, 0.83, 0.31, 0.59, 0.97, 0.13, 0.71)
"""The places of the actions that lead to the end of a game, where only its number of seats is asked for."""


class Seen:
    """A position that equals another one with the same table and the same seats to act."""

    __slots__ = ("_key", "position")

    def __init__(self, position: Position) -> None:
        self.position = position
        self._key: str | None = None

    @property
    def key(self) -> str:
        """The table as text, made when it is first asked for: a tree needs none."""
        if self._key is None:
            self._key = json.dumps([self.position.to_act, self.position.table()])
        return self._key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seen) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@cache
def engine_mind(rules: Rules) -> Mind:
    """The mind of a game, from its rules alone."""
    least, most = rules.players

    def begin(position: Position) -> Beginning:
        seats = least if least == most else _seats(position) or most
        return Beginning(_open_game(rules, seats), _state(position))

    def quick(sight: Sight) -> Thought:
        """The first action that wins at once, else the first one; it knows no shares."""
        game, state = begin(sight.position)
        moves = game.moves(state)
        thens = [(move, game.after(state, move)) for move in moves]
        best = next((move for move, then in thens if then[0] == OVER and game.wins(then, sight.seat)), moves[0])
        return Thought(sight.seat, str(best), even(game.seats), exact=len(moves) == 1, line=(str(best),))

    # Where several seats may act at once, nothing says whose an action in `legal` is.
    return open_mind(
        VERSION, WORKS, begin, quick, review_work=WORKS[1],
        may_think=lambda position, seat: position.to_act == (seat,),
    )  # fmt: skip


@cache
def _open_game(rules: Rules, seats: int) -> OpenGame:
    return OpenGame(
        seats,
        moves=lambda state: state[1].position.legal(),
        order=lambda state: list(reversed(state[1].position.legal())),
        after=lambda state, move: _state(state[1].position.after(move)),
        results=lambda state: _results(state[1].position, seats),
        play_out=lambda state, random: _results(_played_out(state[1].position, random), seats),
        wins=lambda state, seat: state[1].position.outcome.winners == (seat,),
        nodes=lambda state: NODES,
        action_of=str,
        move_of=rules.read,
        nodes_between=NODES_BETWEEN,
        batch=1,
        visits_a_child=0,
        nodes_most=20_000,  # about 1 kB each, with the positions
    )


def _state(position: Position) -> State:
    return (position.to_act[0] if position.outcome is None else OVER, Seen(position))


def _played_out(position: Position, random: Random) -> Position:
    """The position after at most PLAYOUT_MOST actions, any of those that are allowed."""
    for _ in range(PLAYOUT_MOST):
        if position.outcome is not None:
            break
        legal = position.legal()
        position = position.after(legal[int(random() * len(legal))])
    return position


def _results(position: Position, seats: int) -> Results:
    """The shares of the win are the rewards: what points mean differs from game to game."""
    shares = even(seats) if position.outcome is None else shares_of(position.outcome.winners, seats)
    return shares, shares


def _seats(position: Position) -> int | None:
    """How many seats there are: only an end says it. None if none is found."""
    end = _played_out(position, Tape(FRACTIONS).random)
    return None if end.outcome is None else len(end.outcome.scores)
