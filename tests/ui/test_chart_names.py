"""The names at the ends of the lines of a chart: each near its line, none over another."""

from __future__ import annotations

from itertools import pairwise

import pytest
from glass import MeasuringPainter
from hypothesis import given
from hypothesis import strategies as st

from companion.session.curves import spread_labels
from companion.ui.letters import LINE
from companion.ui.page import Chart, Page, Trace
from hardware.fonts import lcd


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
    assert spread_labels(wanted, LINE, 0, 56) == placed


@given(st.lists(st.integers(-20, 90), min_size=1, max_size=8))
def test_up_to_eight_names_fit_the_glass_in_the_order_of_their_lines(wanted: list[int]) -> None:
    placed = spread_labels(wanted, LINE, 0, 56)
    assert all(0 <= y <= 56 for y in placed)
    in_order = [y for _, y in sorted(zip(wanted, placed, strict=True))]
    assert all(below - above >= LINE for above, below in pairwise(in_order))


@pytest.mark.parametrize("count", [1, 6, 7, 8, 12])
@pytest.mark.parametrize("numbers", [(0, 0), (0, -400), (5, 1000)])
def test_the_names_of_up_to_twelve_people_stand_beside_the_chart_and_none_over_another(
    count: int, numbers: tuple[int, int]
) -> None:
    traces = [Trace("Ada", f"A{chr(97 + seat)}", numbers) for seat in range(count)]
    shown = Page(screen="curves", title="Points", chart=Chart(tuple(traces), 1))
    measured = MeasuringPainter(lcd()).measures(shown)
    assert (measured.covered, measured.clipped, measured.cut) == (0, 0, ())
