"""*Date*: the day that people have chosen on the glass becomes that of the clock, and the initrd does not undo it."""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path

import pytest

from companion.services.card.prepare import Clock, set_day
from companion.ui.home import Home
from companion.ui.settings import set_date
from companion.ui.widgets import NumberScreen
from companion.words import Words

NOW = 1_795_446_000.0  # 2026-11-23T15:00:00Z


class Machine:
    """A clock and a data partition."""

    def __init__(self, folder: Path) -> None:
        self.now, self.data, self.request = NOW, folder, folder / "date"
        (folder / "companion").mkdir()
        for name, seconds in (("companion/record.log", NOW), ("companion/index", NOW - 9e6), ("clock", NOW)):
            (folder / name).touch()
            os.utime(folder / name, (seconds, seconds))

    def set(self, seconds: float) -> None:
        self.now = seconds

    def choose(self, text: str) -> bool:
        self.request.write_text(text, "ascii")
        return set_day(self.request, self.data, Clock(lambda: self.now, self.set))


@pytest.mark.parametrize(("day", "days"), [("2026-11-30", 7), ("2026-11-23", 0), ("2026-11-20", -3)])
def test_the_day_is_set_the_hour_stays_and_nothing_on_the_card_is_later(tmp_path: Path, day: str, days: int) -> None:
    machine = Machine(tmp_path)
    assert machine.choose(f"{day}\n")
    assert machine.now == NOW + days * 86_400
    last = max(file.stat().st_mtime for file in (tmp_path / "clock", *(tmp_path / "companion").iterdir()))
    assert last <= machine.now
    assert (tmp_path / "companion/index").stat().st_mtime == NOW - 9e6
    assert not machine.request.exists()


@pytest.mark.parametrize("text", ["", "tomorrow", "2026-02-30", "2026-11-23; reboot"])
def test_what_is_no_day_changes_nothing(tmp_path: Path, text: str) -> None:
    machine = Machine(tmp_path)
    assert not machine.choose(text)
    assert (machine.now, machine.request.exists()) == (NOW, False)


@pytest.mark.parametrize(("today", "shown"), [(date(1970, 1, 1), 25), (date(2026, 11, 23), 26), (date(2106, 1, 1), 99)])
def test_the_wheel_begins_with_the_clock(today: date, shown: int) -> None:
    screen = set_date(Home(), today, Words("en"))
    assert isinstance(screen, NumberScreen)
    assert screen.value == shown
