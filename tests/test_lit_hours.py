"""How long the display was lit: what is counted, and that it is written seldom."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.timers import FILE, Lit, LitHours, read_lit
from companion.ports import Light
from hardware.simulated import SimulatedClock

DAY_S = 24 * 3600.0


def test_each_light_is_counted_and_darkness_is_not_over_a_restart(tmp_path: Path) -> None:
    clock = SimulatedClock(0.0)
    for _ in range(2):
        hours = LitHours(clock, tmp_path)
        for light, seconds in ((Light.FULL, 120.0), (Light.DIM, 480.0), (Light.DARK, DAY_S), (Light.FULL, 30.0)):
            hours.note(light)
            clock.advance(seconds)
        hours.close()
        clock.advance(DAY_S)  # the device is off
    assert read_lit(tmp_path) == Lit(300, 960)
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600


def test_a_display_that_is_never_dark_costs_one_write_an_hour(tmp_path: Path) -> None:
    clock, seen = SimulatedClock(0.0), list[float]()
    hours = LitHours(clock, tmp_path)
    for _ in range(24 * 60):
        hours.note(Light.FULL)
        clock.advance(60.0)
        seen.append(read_lit(tmp_path).full)
    assert sorted(set(seen)) == [3600 * hour for hour in range(24)]


def test_a_moment_is_not_worth_a_write(tmp_path: Path) -> None:
    clock = SimulatedClock(0.0)
    hours = LitHours(clock, tmp_path)
    hours.note(Light.FULL)
    clock.advance(59.0)
    hours.close()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [b"", b"7", b"1 2 3", b"x y", b"\xff\xfe 1", b"9" * 1000])
def test_a_damaged_file_counts_from_zero_and_a_disk_that_takes_nothing_ends_nothing(
    tmp_path: Path, content: bytes
) -> None:
    (tmp_path / FILE).write_bytes(content)
    assert read_lit(tmp_path) == Lit()
    clock = SimulatedClock(0.0)
    hours = LitHours(clock, tmp_path / "gone")
    hours.note(Light.DIM)
    clock.advance(DAY_S)
    hours.close()
    assert not (tmp_path / "gone").exists()
