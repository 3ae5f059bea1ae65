"""Makes the tables of the mind of Praetorians again: `python tests/bench/praetorians_table.py [FILE]`; needs numpy.

It writes `companion/games/praetorians/mind/tables.bin`, or FILE. There is no chance in it: the same bytes each time.

Both tables suppose that each turn begins with all cards face down. Inside a turn the kept cards are gone; of matches
only the value counts. A turn is played as well as it can be: value iteration over what is kept (the values and whether
one camp is among them), the pawns, and what follows.

- `wins`: two players. By the pawns of the player in turn and of the other the probability that the player in turn wins.
- `finish`: one player alone, who takes as few turns as possible on average. By the pawn the probability to have reached
  99 after so many turns. With twelves the player is sent back by others between turns, `HITS` times on average.
"""

from __future__ import annotations

import sys
import zlib
from math import exp, factorial
from pathlib import Path

import numpy as np  # type: ignore[import-not-found, unused-ignore]
from help_page import explain

GOAL = 99
VALUES = range(1, 11)
KEPT_MOST = 5
"""A player who has kept so many cards stops: that is rare, and nearly always right."""
TURNS = 48
"""So many turns of a player alone are counted; who needs more needs exactly one more."""
HITS = 0.35
"""With twelves: how often a player goes back from one turn to the next (measured in games of the mind)."""
SCALE = 4095
"""The tables are rounded to so many steps."""
CLOSE = 2e-6
SWEEPS = 4
"""Matches and 12s lead back to the same kept cards; after so many steps of iteration that is settled."""
FILE = Path(__file__).parents[2] / "companion" / "games" / "praetorians" / "mind" / "tables.bin"

MASKS = sorted([mask for mask in range(1024) if mask.bit_count() <= KEPT_MOST], key=lambda mask: -mask.bit_count())
SUMS = {mask: sum(value for value in VALUES if mask >> value - 1 & 1) for mask in MASKS}


def ahead(table, by, goal):
    """The table for a pawn that is `by` spaces further along the first axis; from 99 on it has the goal's value."""
    moved = np.full_like(table, goal)
    moved[: max(GOAL - by, 0)] = table[by:]
    return moved


def sweep(turn, stop, caught, goal, twelve, best, given=None):
    """One step of value iteration over the states of a turn; gives where stopping is best.

    `turn[mask, camp]` is changed; `stop` and `caught` are what follows a turn, before it is moved ahead; `best` is
    np.maximum or np.minimum, or the decisions are given. `twelve(table)` is the table after a 12, None without twelves.
    """
    stops = {}
    deck = 55 if twelve else 50
    stopped = {total: ahead(stop, total, goal) for total in set(SUMS.values())}
    for mask in MASKS:
        for camp in (0, 1) if mask else (0,):
            if mask.bit_count() == KEPT_MOST or (given and mask and given[mask, camp].all()):
                turn[mask, camp] = stopped[SUMS[mask]]
                stops[mask, camp] = np.ones(stop.shape, bool)
                continue
            another = np.zeros_like(stop)
            for value in VALUES:
                more = mask | 1 << value - 1
                if more == mask:
                    another += 4 * ahead(turn[mask, camp], value, goal)
                elif camp:
                    another += 3 * turn[more, 1] + 2 * caught
                else:
                    another += turn[more, 0] + 4 * turn[more, 1]
            if twelve:
                another += 5 * twelve(turn[mask, camp])
            another /= deck - mask.bit_count()
            if mask == 0:
                turn[0, 0] = another
            elif given:
                turn[mask, camp] = np.where(given[mask, camp], stopped[SUMS[mask]], another)
            else:
                turn[mask, camp] = best(stopped[SUMS[mask]], another)
                stops[mask, camp] = turn[mask, camp] == stopped[SUMS[mask]]
    return stops


def states(shape):
    return {(mask, camp): np.full(shape, 0.5) for mask in MASKS for camp in (0, 1)}


def wins_of_two(twelves):
    """By the pawns of the player in turn and the other: the probability that the player in turn wins."""
    back = np.maximum(np.arange(GOAL) - 12, 0)
    twelve = (lambda table: table[:, back]) if twelves else None
    turn, wins, sweeps = states((GOAL, GOAL)), np.full((GOAL, GOAL), 0.5), 0
    while True:
        other = 1 - wins.T
        sweep(turn, other, other, 1.0, twelve, np.maximum)
        change, sweeps = np.abs(turn[0, 0] - wins).max(), sweeps + 1
        wins = turn[0, 0].copy()
        if change < CLOSE:
            print(f"twelves {twelves}: {sweeps} sweeps; the first player wins {wins[0, 3]:.4f}", file=sys.stderr)
            return wins


def finish_alone(twelves):
    """By the pawn: the probability to have finished after 1, 2, … turns."""
    hits = [exp(-HITS) * HITS**hit / factorial(hit) for hit in range(4)] if twelves else [1.0]
    hits[-1] = 1 - sum(hits[:-1])
    spaces = np.arange(GOAL)

    def between(table):
        return sum(share * table[np.maximum(spaces - 12 * hit, 0)] for hit, share in enumerate(hits))

    same = (lambda table: table) if twelves else None
    turn, turns = states(GOAL), np.full(GOAL, 10.0)
    while True:
        follows = between(turns)
        stops = sweep(turn, follows, follows, 0.0, same, np.minimum)
        change = np.abs(turn[0, 0] + 1 - turns).max()
        turns = turn[0, 0] + 1
        if change < CLOSE:
            break
    print(f"twelves {twelves}: {turns[0]:.3f} turns alone from 0", file=sys.stderr)

    done, columns = np.zeros(GOAL), []
    turn = states(GOAL)
    for _ in range(TURNS):
        follows = between(done)
        for _ in range(SWEEPS):
            sweep(turn, follows, follows, 1.0, same, None, stops)
        done = turn[0, 0].copy()
        columns.append(done)
        if done.min() > 1 - 1 / SCALE:
            break
    columns += [np.ones(GOAL)] * (TURNS - len(columns))
    return np.stack(columns, axis=1)


def differences(table):
    """A table as bytes: the differences along its rows, two bytes each."""
    steps = np.rint(table * SCALE).astype(np.int32)
    steps[:, 1:] -= steps[:, :-1].copy()
    return steps.astype("<i2").tobytes()


def main():
    tables = [make(twelves) for twelves in (False, True) for make in (wins_of_two, finish_alone)]
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else FILE
    file.write_bytes(zlib.compress(b"".join(map(differences, tables)), 9))


if __name__ == "__main__":
    explain(__doc__)
    main()
