"""The table of a search by alpha-beta: what it knows again, and what it leaves open."""

from __future__ import annotations

import pytest

from companion.kit.search.alpha_beta import NO_MOVE, TABLE_MOST, Table

PROVEN = 900


def kept(value, *, depth=3, alpha=-10, beta=10, ply=0):
    """A table that knows one value under the key 1, found between these bounds; its move is 7."""
    table = Table(PROVEN)
    table.keep(1, depth, value, 7, alpha, beta, ply)
    return table


def test_what_was_never_kept_is_not_known():
    assert kept(5).recall(2, 1, -10, 10) == (None, NO_MOVE)
    assert kept(5).move(2) == NO_MOVE


@pytest.mark.parametrize(("depth", "known"), [(2, 5), (3, 5), (4, None)])
def test_a_value_is_known_as_deep_as_it_was_looked_at_and_its_move_always(depth, known):
    assert kept(5).recall(1, depth, -10, 10) == (known, 7)
    assert kept(5).move(1) == 7


@pytest.mark.parametrize(
    ("value", "alpha", "beta", "known"),
    [
        (5, -1000, 1000, 5),  # found between its bounds: exact
        (10, -10, 10, 10),  # at least 10
        (10, -10, 11, None),
        (-10, -10, 10, -10),  # at most -10
        (-10, -11, 10, None),
    ],
)
def test_a_value_at_a_bound_is_known_only_where_the_bound_decides(value, alpha, beta, known):
    assert kept(value).recall(1, 3, alpha, beta)[0] == known


@pytest.mark.parametrize(("value", "sign"), [(950, 1), (-950, -1)])
def test_a_proven_value_counts_from_the_position_that_asks(value, sign):
    # Found 2 plies from the root; seen 6 plies from the root the end is 4 plies farther away.
    table = kept(value, alpha=-1000, beta=1000, ply=2)
    assert table.recall(1, 3, -1000, 1000, ply=6)[0] == value - 4 * sign


def test_an_estimate_is_the_same_wherever_it_is_seen_from():
    assert kept(PROVEN - 1, alpha=-1000, beta=1000, ply=2).recall(1, 3, -1000, 1000, ply=6)[0] == PROVEN - 1


def test_a_full_table_is_emptied():
    table = Table(PROVEN)
    for key in range(TABLE_MOST + 1):
        table.keep(key, 1, 5, 3, 0, 10)
    assert table.recall(0, 1, 0, 10) == (None, NO_MOVE)
    assert table.recall(TABLE_MOST, 1, 0, 10) == (5, 3)
