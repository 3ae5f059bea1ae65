"""Matrix games: the mixes of both sides guarantee the value."""

from __future__ import annotations

import random

import pytest

from companion.kit.search.matrix import Rows, solve, value


def guarantees(rows: Rows) -> tuple[float, float]:
    """What the row's mix gets at least, and what the column's mix gives at most."""
    solved = solve(rows)
    least = min(
        sum(part * row[column] for part, row in zip(solved.row, rows, strict=True)) for column in range(len(rows[0]))
    )
    most = max(sum(part * entry for part, entry in zip(solved.column, row, strict=True)) for row in rows)
    return least, most


@pytest.mark.parametrize(
    ("rows", "worth", "row", "column"),
    [
        ([[3.0]], 3, (1,), (1,)),
        ([[1.0, 2.0], [0.0, 5.0]], 1, (1, 0), (1, 0)),  # a saddle: nobody gains by leaving it
        ([[1.0, -1.0], [-1.0, 1.0]], 0, (1 / 2, 1 / 2), (1 / 2, 1 / 2)),
        ([[2.0, 0.0], [0.0, 1.0]], 2 / 3, (1 / 3, 2 / 3), (1 / 3, 2 / 3)),
        ([[0.0, -1.0, 2.0], [1.0, 0.0, -1.0], [-2.0, 1.0, 0.0]], 0, (1 / 4, 1 / 2, 1 / 4), (1 / 4, 1 / 2, 1 / 4)),
    ],
)
def test_games_solved_by_hand(rows: Rows, worth: float, row: tuple[float, ...], column: tuple[float, ...]) -> None:
    solved = solve(rows)
    assert solved.value == pytest.approx(worth)
    assert solved.row == pytest.approx(row)
    assert solved.column == pytest.approx(column)


def test_both_mixes_guarantee_the_value_also_where_many_entries_are_equal() -> None:
    dice = random.Random(7)
    for _ in range(400):
        height, width = dice.randint(1, 6), dice.randint(1, 6)
        entries = [-1.0, 0.0, 1.0] if dice.random() < 0.5 else [dice.uniform(-1, 1) for _ in range(9)]
        rows = [[dice.choice(entries) for _ in range(width)] for _ in range(height)]
        least, most = guarantees(rows)
        assert least == pytest.approx(value(rows), abs=1e-9)
        assert most == pytest.approx(value(rows), abs=1e-9)


def test_of_choices_that_are_worth_the_same_the_one_that_gains_most_from_mistakes_is_taken() -> None:
    solved = solve([[-1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, 0.0, -1.0]])
    assert (solved.value, solved.row, solved.column) == (-1.0, (0.0, 1.0, 0.0), (1.0, 0.0, 0.0))


def test_what_is_no_part_of_a_mix_is_exactly_0() -> None:
    solved = solve([[2.0, 0.0, 3.0], [0.0, 1.0, 3.0], [-1.0, -1.0, 3.0]])
    assert (solved.row[2], solved.column[2]) == (0.0, 0.0)
    assert sum(solved.row) == sum(solved.column) == pytest.approx(1.0)
