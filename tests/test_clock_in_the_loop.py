"""The turn clock in the loop: when it wakes, what the glass shows, the beep, pauses, and what is written when."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from logs import lines
from test_loop import Glass, Table, press

from companion.app.active_settings import IdleTimes
from companion.play.clock import parse_clock
from companion.ports import Gesture, Key, KeyPress, Light, Sound
from companion.session.settings_file import SettingsFile

RESTING = IdleTimes()
"""A score board after 30 s, dim after 2 minutes, dark after 10, and a pixel's move each minute."""
SOUNDS = frozenset({"sounds"})


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.journal.close()


def begin(table: Table, rule: str, *texts: str) -> None:
    """A game of Praetorians by scores with this clock and these entries."""
    table.session.start("praetorians", ("Ada", "Ben"), {"entry": "scores"}, clock=parse_clock(rule))
    for text in texts:
        table.session.enter(text)


def times(table: Table) -> list[str]:
    """What was written of the clock."""
    return [f"{line.act.kind} {line.span.ms}" for line in lines(table.folder) if line.span is not None]


def clocks(glass: Glass) -> list[str]:
    """The line with the clock on each page that the glass has shown."""
    return [line for shown in glass.shown for line in shown.page.lines if re.search(r"\d[:.]\d", line)]


def test_clk_7_a_running_clock_on_the_glass_is_drawn_once_a_second(table: Table) -> None:
    begin(table, "budget 15", "bank 20")
    glass = Glass()
    script = table.run([4.5], glass)
    assert script.wakes == [1.0, 2.0, 3.0, 4.0]
    assert clocks(glass) == ["15:00", "14:59", "14:58", "14:57", "14:56"]


def test_clk_7_the_second_begins_when_the_clock_began_and_after_an_entry_with_the_entry(table: Table) -> None:
    begin(table, "up", "bank 20")
    table.clock.advance(0.3)
    script = table.run([1.0], Glass())
    assert script.wakes == pytest.approx([1.0])
    table.session.enter("bust")
    script = table.run([1.2], Glass())
    assert script.wakes == pytest.approx([2.3])


@pytest.mark.parametrize("rule", ["off", "budget 15"])
def test_clk_7_nothing_wakes_for_a_clock_that_is_off_or_stands(table: Table, rule: str) -> None:
    begin(table, rule, *(["bank 20"] if rule == "off" else []))
    assert table.run([3600.0], Glass()).wakes == []


def test_clk_7_a_clock_that_is_not_on_the_glass_wakes_only_once_a_minute(table: Table) -> None:
    begin(table, "up", "bank 20")
    glass = Glass()
    script = table.run([*press(Key.BACK), 200.0], glass)
    assert [shown.page.screen for shown in glass.shown] == ["table", "menu"]
    assert script.wakes == [60.0, 120.0, 180.0]


def test_clk_3_and_7_the_score_board_shows_the_clock_and_does_not_pause_it(table: Table) -> None:
    begin(table, "up", "bank 20")
    glass = Glass()
    script = table.run([60.5], glass, idling=RESTING)
    assert script.wakes == [float(second) for second in range(1, 61)]
    last = glass.shown[-1].page
    assert (last.screen, last.lines[1:]) == ("score", ("Ada 20 0:00", "Ben 3 1:00"))


def test_clk_7_a_dark_glass_is_not_drawn_and_wakes_only_for_the_flag(table: Table) -> None:
    begin(table, "budget 15", "bank 20")
    glass = Glass()
    script = table.run([905.0], glass, idling=RESTING, parts=SOUNDS)
    dark = [shown for shown in glass.shown if shown.light is Light.DARK]
    assert len(dark) == 1
    assert [wake for wake in script.wakes if 600 < wake < 900] == [660, 720, 780, 840]  # to write the time
    then = glass.shown[glass.shown.index(dark[0]) + 1]
    assert (then.light, then.page.screen, then.sound) == (Light.FULL, "table", Sound.FLAG)
    assert "⚑0:00" in then.page.lines
    assert clocks(glass)[-1] == "⚑-0:05"


def test_clk_6_at_zero_there_is_one_long_beep_and_the_clock_counts_on(table: Table) -> None:
    begin(table, "sand 10", "bank 20")
    glass = Glass()
    table.run([13.0], glass, parts=SOUNDS)
    assert [shown.sound for shown in glass.shown].count(Sound.FLAG) == 1
    assert clocks(glass)[-6:] == ["0.2", "0.1", "⚑0:00", "⚑-0:01", "⚑-0:02", "⚑-0:03"]


def test_the_last_ten_seconds_tick_and_are_drawn_ten_times_a_second(table: Table) -> None:
    begin(table, "sand 12", "bank 20")
    glass = Glass()
    script = table.run([13.0], glass, parts=SOUNDS)
    tenths = [f"{tenth // 10}.{tenth % 10}" for tenth in range(100, 0, -1)]
    assert clocks(glass) == ["0:12", "0:11", *tenths, "⚑0:00", "⚑-0:01"]
    assert [shown.sound for shown in glass.shown].count(Sound.TICK) == 10
    assert len(script.wakes) == 1 + 1 + 100 + 1


def test_clk_7_the_last_seconds_that_are_not_on_the_glass_wake_nobody(table: Table) -> None:
    begin(table, "sand 12", "bank 20")
    glass = Glass()
    script = table.run([*press(Key.BACK), 13.0], glass, parts=SOUNDS)
    assert script.wakes == [12.0]
    assert Sound.TICK not in [shown.sound for shown in glass.shown]


def test_clk_6_time_that_is_up_while_a_key_is_answered_beeps_too(table: Table) -> None:
    begin(table, "sand 10", "bank 20")

    class Slow(Glass):
        def show(self, shown: object) -> None:
            super().show(shown)  # type: ignore[arg-type]
            if len(self.shown) == 2:
                table.clock.advance(20.0)

    glass = Slow()
    table.run([*press(Key.BACK), 5.0], glass, parts=SOUNDS)
    assert [shown.sound for shown in glass.shown].count(Sound.FLAG) == 1


def test_clk_6_the_beep_is_silent_without_sounds(table: Table, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("sounds = false\n")
    begin(table, "sand 10", "bank 20")
    glass = Glass()
    table.run([13.0], glass, parts=SOUNDS, file=SettingsFile(tmp_path))
    assert {shown.sound for shown in glass.shown} == {None}


def menu(*names: str) -> list[KeyPress]:
    """The keys from the table to a line of the menu and into it; the menu of a game with a clock."""
    order = ["back", "undo", "clock", "log", "audit", "chart", "end", "home"]
    return [key for name in names for key in press(Key.BACK, *[Key.DOWN] * order.index(name), Key.OK)]


def test_clk_3_clock_in_the_menu_pauses_and_resumes(table: Table) -> None:
    begin(table, "up", "bank 20")
    glass = Glass()
    script = table.run([2.5, *menu("clock"), 100.0], glass)
    assert script.wakes == [1.0, 2.0]
    assert glass.shown[-1].page.screen == "table"
    assert "(0:02)" in glass.shown[-1].page.lines
    assert times(table) == ["play 0", "clock 2500"]
    glass = Glass()
    script = table.run([*menu("clock"), 2.0], glass)
    assert [wake - 102.5 for wake in script.wakes] == [0.5, 1.5]
    assert clocks(glass)[-1] == "0:04"


def test_clk_3_the_line_of_the_menu_says_what_it_does(table: Table) -> None:
    begin(table, "up", "bank 20")
    glass = Glass()
    table.run([0.5, *menu("clock"), *press(Key.BACK)], glass)
    assert "Clock: pause" in glass.shown[1].page.lines
    assert "Clock: resume" in glass.shown[-1].page.lines


@pytest.mark.parametrize(("line", "screen"), [("log", "log"), ("audit", "audit"), ("home", "home")])
def test_clk_3_home_and_looking_back_pause_until_the_next_entry(table: Table, line: str, screen: str) -> None:
    begin(table, "up", "bank 20")
    glass = Glass()
    table.run([4.0, *menu(line), 100.0], glass)
    assert glass.shown[-1].page.screen == screen
    face = table.session.turn_clock.face
    assert face is not None
    assert (face.seats[1].used, face.runs) == (4_000, False)
    assert times(table) == ["play 0", "clock 4000"]
    table.session.enter("bust")
    assert times(table)[-1] == "play 4000"


@pytest.mark.parametrize("line", ["chart", "end"])
def test_clk_3_other_pages_do_not_pause(table: Table, line: str) -> None:
    begin(table, "up", "bank 20", "bust")
    table.run([4.0, *menu(line), 3.0], Glass())
    assert times(table)[-1] == "clock 7000"  # at the end of the loop


def test_clk_3_and_5_an_orderly_stop_pauses_and_writes_the_time(table: Table) -> None:
    begin(table, "up", "bank 20")
    table.run([30.0], Glass())
    assert times(table) == ["play 0", "clock 30000"]
    glass = Glass()
    assert table.run([100.0], glass).wakes == []
    assert "(0:30)" in glass.shown[0].page.lines


def test_clk_5_the_time_is_written_once_a_minute_and_each_time_in_one_write(table: Table) -> None:
    begin(table, "up", "bank 20")
    table.run([*press(Key.BACK), 150.0], Glass())
    assert times(table) == ["play 0", "clock 60000", "clock 120000", "clock 150000"]


def test_a_full_disk_costs_no_time_and_is_asked_once_a_minute(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    begin(table, "up", "bank 20")
    table.disk.full = True
    script = table.run([*press(Key.BACK), 150.0], Glass())
    assert script.wakes == [60.0, 120.0]
    assert caplog.messages.count("the time of the clock is not written: record.full") == 3
    table.disk.full = False
    table.session.enter("bust")
    assert times(table) == ["play 0", "play 150000"]


def test_clk_4_undo_restores_the_clock_on_the_glass(table: Table) -> None:
    begin(table, "budget 15", "bank 20")
    table.clock.advance(70.0)
    table.session.enter("bust")
    glass = Glass()
    table.run([5.0, KeyPress(Key.BACK, Gesture.HOLD, 0.0)], glass)
    assert clocks(glass)[0] == "15:00"
    assert "15:00" in glass.shown[-1].page.lines
    face = table.session.turn_clock.face
    assert face is not None
    assert (face.turn, face.text(1)) == (1, "15:00")
