"""Matrix games: both sides choose at once, the row to get as much as possible, the column to give as little.

The simplex method on the small tableau of the game. Only + - * / and comparisons, so that every machine finds the same
mixes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.kit.search.numbers import total

Rows = Sequence[Sequence[float]]
"""What the row gets: by the row's choice, then by the column's. Neither is empty."""
Mix = tuple[float, ...]
"""With which probability a side takes each of its choices."""

TINY = 1e-11
BLAND_AFTER = 40
"""After this number of exchanges the first column that helps is taken, not the best one: no circle is possible."""


class Solved(NamedTuple):
    """What the row gets when both play an optimal mix, and the two mixes."""

    value: float
    row: Mix
    column: Mix


def value(rows: Rows) -> float:
    """What the row gets when both play an optimal mix."""
    lower, upper = max(map(min, rows)), min(map(max, zip(*rows, strict=True)))
    if lower >= upper:
        return lower
    tableau, shift = _tableau(rows)
    _solve(tableau, [*range(len(rows[0]))], [*range(len(rows[0]), len(rows) + len(rows[0]))])
    return 1.0 / tableau[-1][-1] + shift


def solve(rows: Rows) -> Solved:
    """The value of a matrix game, with an optimal mix of each side: one choice alone where that is optimal."""
    height, width = len(rows), len(rows[0])
    columns = [*zip(*rows, strict=True)]
    lower, upper = max(map(min, rows)), min(map(max, columns))
    if lower >= upper:  # nobody needs a mix; among equal choices the one that gains most from mistakes
        row = max([at for at in range(height) if min(rows[at]) == lower], key=lambda at: total(rows[at]))
        column = min([at for at in range(width) if max(columns[at]) == upper], key=lambda at: total(columns[at]))
        return Solved(lower, _only(row, height), _only(column, width))
    tableau, shift = _tableau(rows)
    outside, inside = [*range(width)], [*range(width, width + height)]  # choices of the column, then of the row
    _solve(tableau, outside, inside)
    shares = [0.0] * (width + height)
    for place, name in enumerate(inside):
        shares[name] = tableau[place][-1]
    column_parts = shares[:width]
    shares = [0.0] * (width + height)
    for place, name in enumerate(outside):
        shares[name] = tableau[-1][place]
    return Solved(1.0 / tableau[-1][-1] + shift, _shared(shares[width:]), _shared(column_parts))


def _only(place: int, count: int) -> Mix:
    return tuple([1.0 if at == place else 0.0 for at in range(count)])


def _shared(parts: list[float]) -> Mix:
    """Parts of 1; what is below 0 or almost 0 is rounding, and becomes 0."""
    parts = [part if part > TINY else 0.0 for part in parts]
    all_parts = total(parts)
    return tuple([part / all_parts for part in parts])


def _tableau(rows: Rows) -> tuple[list[list[float]], float]:
    """The first tableau, and what was subtracted from the entries to make all of them at least 1."""
    shift = min(map(min, rows)) - 1.0
    tableau = [[*[entry - shift for entry in row], 1.0] for row in rows]
    tableau.append([-1.0] * len(rows[0]) + [0.0])
    return tableau, shift


def _solve(tableau: list[list[float]], outside: list[int], inside: list[int]) -> None:
    """Exchange names until no column of the last row is negative."""
    width, height = len(outside), len(inside)
    for turn in range(1_000):
        goals = tableau[height]
        if turn < BLAND_AFTER:
            least = min(goals[:width])
            if least > -TINY:
                return
            at = goals.index(least)
        else:
            helping = [place for place in range(width) if goals[place] < -TINY]
            if not helping:
                return
            at = min(helping, key=outside.__getitem__)
        leaving, smallest = -1, 0.0
        for place in range(height):
            entry = tableau[place][at]
            if entry > TINY:
                ratio = tableau[place][width] / entry
                if leaving < 0 or ratio < smallest or (ratio == smallest and inside[place] < inside[leaving]):
                    leaving, smallest = place, ratio
        row = tableau[leaving]
        pivot = row[at]
        row[at] = 1.0
        row = tableau[leaving] = [entry / pivot for entry in row]
        for place, other in enumerate(tableau):
            if place != leaving:
                factor = other[at]
                if factor:
                    other[at] = 0.0
                    tableau[place] = [entry - factor * by for entry, by in zip(other, row, strict=True)]
        outside[at], inside[leaving] = inside[leaving], outside[at]
