"""The clock that stands still until a test advances it."""

from __future__ import annotations

import math

import pytest

from hardware.simulated import SimulatedClock


def test_it_begins_at_zero_and_at_the_given_time_on_the_wall():
    clock = SimulatedClock(1000.5)
    assert (clock.monotonic(), clock.wall()) == (0.0, 1000.5)


def test_both_times_go_on_together():
    clock = SimulatedClock(1000.0)
    clock.advance(2.5)
    clock.advance(0.0)
    clock.advance(0.25)
    assert (clock.monotonic(), clock.wall()) == (2.75, 1002.75)


@pytest.mark.parametrize("seconds", [-1.0, -0.001, math.nan])
def test_it_never_goes_back(seconds):
    clock = SimulatedClock(0.0)
    with pytest.raises(ValueError, match="at least 0 s is needed"):
        clock.advance(seconds)
    assert clock.monotonic() == 0.0
