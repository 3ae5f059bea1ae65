"""The names at the ends of the lines of a chart: each near its line, none over another."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.ui.letters import LINE
from companion.ui.paint_chart import spread_lines


@pytest.mark.parametrize(
    ("wanted", "placed"),
    [
        ([20], [20]),
        ([30, 10], [30, 10]),
        ([20, 20, 20], [20, 28, 36]),
        ([24, 20], [28, 20]),
        ([-5, 0], [0, 8]),  # what would be above the chart moves down, and the next one with it
        ([56, 56], [48, 56]),  # what would be below it moves up
        ([50, 60, 55], [40, 56, 48]),
    ],
)
def test_names_that_would_meet_stand_below_each_other(wanted: list[int], placed: list[int]) -> None:
    assert LINE == 8
    assert spread_lines(wanted, 0, 56) == placed


@given(st.lists(st.integers(-20, 90), min_size=1, max_size=8))
def test_up_to_eight_names_fit_the_glass_in_the_order_of_their_lines(wanted: list[int]) -> None:
    placed = spread_lines(wanted, 0, 56)
    assert all(0 <= y <= 56 for y in placed)
    in_order = [y for _, y in sorted(zip(wanted, placed, strict=True))]
    assert all(below - above >= LINE for above, below in pairwise(in_order))
