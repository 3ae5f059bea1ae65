"""How many steps of random play the engines make in a second of processor time. Run by hand:

    python tests/bench/engines.py

A step is the list of what is legal made, one action of it applied, and the end looked for. Beside each game stand the
listed actions in a second and what share of two floors it reaches: the same loop over a position that does nothing,
and over a noughts and crosses of a few lines, which is about the least that a game in plain Python can do. The last
lines say how quick the machine is. Each figure is the best of three rounds; the games are the same in every run.
"""

from __future__ import annotations

import random
import time
from itertools import cycle
from typing import Any

from help_page import explain

from companion.games import registry

ROUND_S = 0.7
ROUNDS = 3
STEPS_MOST = 300
"""After so many steps a game is left and the next begins: some go on for ever."""
_dice = random.Random(1)
DICE = [_dice.randrange(1 << 30) for _ in range(99_991)]
"""Drawn beforehand: drawing costs more than a step."""

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("praetorians", 3, {}),
    ("praetorians", 4, {"twelves": True}),
    ("spartacus", 3, {}),
    ("spartacus", 5, {"banners": "joker"}),
    ("hannibal", 2, {}),
    ("hannibal", 2, {"core": True}),
    ("seven-hills", 2, {}),
    ("seven-hills", 2, {"exclusive": True, "barricades": True}),
    ("seven-hills", 2, {"open": True, "scoring": "strongest"}),
    ("army-ants", 2, {}),
    ("army-ants", 2, {"deployment": "free"}),
]
AIMS = {"praetorians": 100_000, "spartacus": 100_000, "seven-hills": 80_000, "hannibal": 60_000}
"""Steps in a second; of Army Ants 700,000 listed actions are asked for."""
AIM_LISTED = {"army-ants": 700_000}


class Still:
    """A position that does nothing: what is left is the loop."""

    __slots__ = ()
    outcome = None
    actions = (0, 1, 2)

    def legal(self):
        return self.actions

    def after(self, action):
        return self


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Noughts:
    """Noughts and crosses, immutable as the engines are."""

    __slots__ = ("board", "outcome", "turn")

    def __init__(self, board, turn):
        self.board, self.turn = board, turn
        self.outcome = next((board[a] for a, b, c in LINES if board[a] and board[a] == board[b] == board[c]), None)
        if self.outcome is None and 0 not in board:
            self.outcome = 0

    def legal(self):
        return () if self.outcome is not None else tuple([at for at, mark in enumerate(self.board) if not mark])

    def after(self, at):
        return Noughts((*self.board[:at], self.turn, *self.board[at + 1 :]), 3 - self.turn)


def played(start):
    """Steps and listed actions in a second of processor time, and the mean length of the games."""
    best = (0.0, 0.0, 0.0)
    for _ in range(ROUNDS):
        draws, steps, listed, games = cycle(DICE), 0, 0, 0
        began_s = time.process_time()
        while (took_s := time.process_time() - began_s) < ROUND_S:
            position, games = start(), games + 1
            for left in range(STEPS_MOST, 0, -1):  # noqa: B007  # looked at after the loop
                legal = position.legal()
                listed += len(legal)
                position = position.after(legal[next(draws) % len(legal)])
                if position.outcome is not None:
                    break
            steps += STEPS_MOST - left + 1
        best = max(best, (steps / took_s, listed / took_s, steps / games))
    return best


def loops():
    """Turns of an empty loop that counts, in a second of processor time."""
    began_s, count = time.process_time(), 0
    for _ in range(5_000_000):
        count += 1
    return count / (time.process_time() - began_s)


def main():
    """Print a line for each table."""
    still, noughts = played(Still)[0], played(lambda: Noughts((0,) * 9, 1))[0]
    print(f"{'':50} {'steps/s':>9} {'listed/s':>11} {'a game':>7} {'of still':>9} {'of noughts':>11} {'of aim':>7}")
    for key, players, chosen in TABLES:
        game = registry.game(key)
        options = game.complete(chosen)
        steps, listed, length = played(lambda game=game, players=players, options=options: game.start(players, options))
        aim = steps / AIMS[key] if key in AIMS else listed / AIM_LISTED[key]
        name = " ".join([key, str(players), *[f"{option}={value}".lower() for option, value in chosen.items()]])
        shares = f"{steps / still:9.3f} {steps / noughts:11.2f} {aim:7.1f}"
        print(f"{name:50} {steps:9,.0f} {listed:11,.0f} {length:7.0f} {shares}")
    print(f"{'a position that does nothing':50} {still:9,.0f}")
    print(f"{'noughts and crosses':50} {noughts:9,.0f}")
    print(f"{'an empty loop that counts':50} {loops():9,.0f}")


if __name__ == "__main__":
    explain(__doc__)
    main()
