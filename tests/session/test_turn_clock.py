"""The turn clock: each rule worked by hand, and at random the sum of all clocks against the time of play."""

from __future__ import annotations

import errno
import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from damaged_records import Balking
from hypothesis import given
from hypothesis import strategies as st
from installed import Record
from logs import lines

from companion.games import registry
from companion.kit.rules import Refusal
from companion.play import act as acts
from companion.play.clock import (
    NUMBERS,
    OFF,
    ClockFace,
    ClockRule,
    Span,
    flag_is_up,
    parse_clock,
    seat_clocks,
    time_text,
    usual_clock,
)
from companion.record import RecordTrouble
from companion.session.session import Session
from hardware.simulated import SimulatedClock

WALL = 1_790_000_000.0
TWO = ("Ada", "Ben")
SCORES = {"entry": "scores"}


def shown(rule: str, *spans: tuple[int | None, int], players: int = 2) -> list[str]:
    """What the clocks show after these spans of seats and milliseconds."""
    parsed = parse_clock(rule)
    face = ClockFace(parsed, seat_clocks(parsed, [Span(*span) for span in spans], players))
    return [face.text(seat) for seat in range(players)]


# -- the rule


RULES = st.sampled_from(list(NUMBERS)).flatmap(
    lambda kind: st.builds(
        lambda numbers: ClockRule(kind, **dict(zip(NUMBERS[kind], numbers, strict=True))),
        st.tuples(*[st.integers(least, most) for least, most, _ in NUMBERS[kind].values()]),
    )
)


@given(RULES)
def test_a_rule_and_its_text_are_inverses(rule: ClockRule) -> None:
    assert parse_clock(str(rule)) == rule


@pytest.mark.parametrize(
    "text",
    ["", "fast", "up 1", "budget", "budget 0", "budget 181", "increment 15", "increment 15 0", "increment 15 121",
     "sand 9", "sand 601", "sand 060", "sand  60", "budget 1５", "budget +5", "Up"],
)  # fmt: skip
def test_clk_1_no_other_text_is_a_rule(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        parse_clock(text)


def test_clk_1_kinds_are_offered_with_these_numbers() -> None:
    assert [str(usual_clock(kind)) for kind in NUMBERS] == ["off", "up", "budget 15", "increment 15 10", "sand 60"]


# -- what a clock shows


def test_clk_1_up_counts_the_time_of_each_seat() -> None:
    assert shown("up", (0, 61_999), (1, 5_000), (0, 1)) == ["1:02", "0:05"]


def test_clk_1_a_budget_is_what_is_left_of_the_minutes() -> None:
    assert shown("budget 15", (0, 28_000), (1, 500)) == ["14:32", "15:00"]


def test_clk_1_an_increment_is_added_for_each_turn_that_a_seat_ends() -> None:
    # Seat 0 has ended two turns, the second one of two entries; seat 1 has ended one and is in its second.
    spans = ((0, 30_000), (1, 5_000), (0, 1_000), (0, 4_000), (1, 2_000))
    assert shown("increment 15 10", *spans) == ["14:45", "15:03"]


def test_clk_1_sand_runs_anew_in_each_turn() -> None:
    spans = ((0, 40_000), (0, 5_000), (1, 10_000))
    assert shown("sand 60", *spans[:2]) == ["0:15", "1:00"]
    assert shown("sand 60", *spans) == ["1:00", "0:50"]
    assert shown("sand 60", *spans, (0, 0)) == ["1:00", "1:00"]


def test_clk_2_time_in_which_not_exactly_one_was_in_turn_is_nobodys_and_ends_the_turn() -> None:
    assert shown("increment 1 10", (0, 5_000), (None, 99_000), (0, 5_000)) == ["1:00", "1:00"]
    assert shown("sand 60", (0, 5_000), (None, 99_000)) == ["1:00", "1:00"]


def test_clk_6_at_zero_there_is_a_flag_and_below_it_the_clock_counts_on() -> None:
    assert shown("budget 1", (0, 59_001))[0] == "0:01"
    assert shown("budget 1", (0, 60_000))[0] == "⚑0:00"
    assert shown("budget 1", (0, 60_999))[0] == "⚑0:00"
    assert shown("budget 1", (0, 65_000))[0] == "⚑-0:05"
    assert shown("budget 1", (0, 60_000 + 3_600_000))[0] == "⚑-60:00"
    assert shown("up", (0, 0))[0] == "0:00"


@pytest.mark.parametrize(
    ("rule", "ms", "change", "flag"),
    [("up", 61_300, 700, None), ("up", 61_000, 1_000, None), ("budget 1", 300, 700, 59_700),
     ("budget 1", 60_300, 700, None), ("budget 1", 49_950, 50, 10_050), ("budget 1", 50_000, 100, 10_000),
     ("sand 10", 9_000, 100, 1_000), ("sand 10", 9_430, 70, 570)],
)  # fmt: skip
def test_clk_7_a_running_clock_says_when_it_shows_another_second_and_when_its_time_is_up(
    rule: str, ms: int, change: int, flag: int | None
) -> None:
    parsed = parse_clock(rule)
    seats = seat_clocks(parsed, [Span(0, ms)], 2)
    face = ClockFace(parsed, seats, 0, goes=True, may_go=True)
    assert (face.ms_to_change, face.ms_to_flag) == (change, flag)
    later = ClockFace(parsed, seat_clocks(parsed, [Span(0, ms + change - 1)], 2), 0, goes=True, may_go=True)
    then = ClockFace(parsed, seat_clocks(parsed, [Span(0, ms + change)], 2), 0, goes=True, may_go=True)
    assert face.text(0) == later.text(0) != then.text(0)
    paused = face._replace(goes=False)
    assert (paused.ms_to_change, paused.ms_to_flag) == (None, None)


def test_the_last_ten_seconds_of_the_clock_that_runs_are_shown_in_tenths() -> None:
    def text(rule: str, ms: int, *, goes: bool = True) -> tuple[str, ...]:
        parsed = parse_clock(rule)
        face = ClockFace(parsed, seat_clocks(parsed, [Span(0, ms)], 2), 0, goes=goes, may_go=True)
        return face.text(0), face.text(1)

    assert text("budget 1", 49_999) == ("0:11", "1:00")
    assert text("budget 1", 50_000) == ("10.0", "1:00")
    assert text("budget 1", 50_101) == ("9.9", "1:00")
    assert text("sand 60", 59_999) == ("0.1", "1:00")
    assert text("budget 1", 60_000) == ("⚑0:00", "1:00")
    assert text("budget 1", 55_500, goes=False) == ("0:05", "1:00")
    assert text("up", 5_500) == ("0:05", "0:00")


def test_a_flag_blinks_from_second_to_second() -> None:
    assert [flag_is_up(text) for text in ("⚑0:00", "⚑-0:01", "⚑-0:02", "0:02")] == [True, False, True, False]


def test_a_time_leaves_out_parts_of_a_second() -> None:
    assert [time_text(ms) for ms in (0, 999, 61_999, 3_600_000.4)] == ["0:00", "0:00", "1:01", "60:00"]


# -- at the table


class Table:
    """A session on a disk, with a clock that the test moves."""

    def __init__(self, folder: Path) -> None:
        self.clock, self.disk, self.folder = SimulatedClock(WALL), Balking(), folder
        self.open()

    def open(self) -> None:
        self.record = Record(self.folder, TWO, disk=self.disk)
        self.session = Session(self.record, self.clock)

    def restart(self) -> None:
        """The power fails, and comes back an hour later."""
        self.record.close()
        self.clock.advance(3_600)
        self.open()

    def start(self, rule: str, key: str = "praetorians", names: tuple[str, ...] = TWO, **options: bool | str) -> None:
        options = SCORES if key == "praetorians" else options  # type: ignore[assignment]
        self.session.start(key, names, options, clock=parse_clock(rule))

    def enter(self, *texts: str, after: float = 0.0) -> None:
        for text in texts:
            self.clock.advance(after)
            self.session.enter(text)

    @property
    def face(self) -> ClockFace:
        found = self.session.turn_clock.face
        assert found is not None
        return found

    @property
    def used(self) -> list[int]:
        """How long each clock has run, in milliseconds."""
        return [clock.used for clock in self.face.seats]

    @property
    def kept(self) -> list[str]:
        """Every line about a game with the time on it."""
        return [f"{line.act.kind} {line.span.seat}:{line.span.ms}" for line in lines(self.folder) if line.span]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path)
    yield made
    made.record.close()


def test_clk_3_the_clock_starts_with_the_first_entry(table: Table) -> None:
    table.start("budget 15")
    table.clock.advance(500)
    table.session.turn_clock.go_on()
    table.clock.advance(500)
    assert (table.used, table.face.runs, table.face.may_go) == ([0, 0], False, False)
    table.enter("bank 20")
    table.clock.advance(7.25)
    assert (table.used, table.face.runs, table.face.turn) == ([0, 7_250], True, 1)


def test_clk_2_and_4_it_follows_the_entries_and_each_keeps_its_time_and_seat(table: Table) -> None:
    table.start("up")
    table.enter("bank 20", "bust", "match 3", "bank 9", after=10)
    table.clock.advance(3)
    assert table.used == [20_000, 13_000]
    assert table.kept == ["play 0:0", "play 1:10000", "play 0:10000", "play 0:10000"]


def test_clk_3_paused_it_stands_until_the_next_entry_or_resume(table: Table) -> None:
    table.start("up")
    table.enter("bank 20")
    table.clock.advance(4)
    table.session.pause_clock()
    table.clock.advance(100)
    assert (table.used, table.face.runs) == ([0, 4_000], False)
    table.session.turn_clock.go_on()
    table.clock.advance(1)
    table.session.pause_clock()
    table.clock.advance(100)
    table.enter("bust")
    table.clock.advance(2)
    assert (table.used, table.face.runs) == ([2_000, 5_000], True)


def test_clk_3_and_5_a_restart_pauses_and_keeps_what_was_written(table: Table) -> None:
    table.start("up")
    table.enter("bank 20")
    table.clock.advance(60)
    table.session.keep_time()
    table.clock.advance(59)
    table.restart()
    assert (table.used, table.face.runs) == ([0, 60_000], False)  # the minute that was not written is given back
    table.clock.advance(30)
    table.enter("bust")
    assert table.used == [0, 60_000]
    assert table.kept == ["play 0:0", "clock 1:60000", "play 1:60000"]
    table.clock.advance(2)
    table.session.pause_clock()
    table.restart()
    assert table.used == [2_000, 60_000]


def test_clk_5_a_pause_writes_only_time_that_has_grown(table: Table) -> None:
    table.start("up")
    table.session.pause_clock()
    table.enter("bank 20")
    table.session.pause_clock()
    table.session.pause_clock()
    table.clock.advance(5)
    table.session.keep_time()
    assert table.kept == ["play 0:0"]


def test_clk_4_undo_takes_the_time_back_and_redo_brings_it_back(table: Table) -> None:
    table.start("budget 15")
    table.enter("bank 20", "bust", "bank 21", after=10)
    table.clock.advance(33)
    table.session.keep_time()
    table.session.undo()  # the time of the entry, and that since it
    assert table.used == [0, 10_000]
    table.clock.advance(4)
    assert table.used == [4_000, 10_000]
    table.session.redo()
    assert table.used == [10_000, 10_000]
    table.clock.advance(1)
    assert table.used == [10_000, 11_000]
    table.session.undo()
    table.restart()
    assert table.used == [0, 10_000]


def test_clk_4_undo_of_the_first_entry_lets_the_clock_wait_for_another_one(table: Table) -> None:
    table.start("up")
    table.enter("bank 20")
    table.session.undo()
    table.clock.advance(10)
    assert (table.used, table.face.runs) == ([0, 0], False)


def test_clk_4_to_go_on_from_an_earlier_entry_gives_back_all_time_after_it(table: Table) -> None:
    table.start("up")
    table.enter("bank 20", "bust", "bank 21", "bust", after=10)
    table.clock.advance(5)
    table.enter("back 2")
    assert table.used == [0, 10_000]
    table.clock.advance(2)
    assert table.used == [2_000, 10_000]
    table.session.undo()
    assert table.used == [10_000, 20_000]


def test_clk_4_a_change_keeps_the_times_of_all_entries_and_the_time_since_the_last_one(table: Table) -> None:
    table.start("up")
    table.enter("bank 20", "bust", "bank 21", after=10)
    table.clock.advance(7)
    table.enter("change 2 bank 5")
    assert table.used == [10_000, 17_000]
    table.clock.advance(1)
    table.enter("bust")
    assert table.used == [10_000, 18_000]
    assert table.kept[-2:] == ["change 1:7000", "play 1:1000"]
    table.restart()
    assert table.used == [10_000, 18_000]
    table.session.undo()
    table.session.undo()
    assert table.used == [10_000, 10_000]


def test_clk_4_after_a_change_time_is_that_of_whose_turn_it_really_was(table: Table) -> None:
    table.start("up")
    table.enter("match 3", "match 4", "bank 5", after=10)  # all Ada's
    table.enter("change 1 bank 3")  # then the second entry was Ben's, and so was the third
    assert table.used == [0, 20_000]


def test_clk_4_a_change_that_ends_what_came_later_gives_its_time_back(table: Table) -> None:
    table.start("up")
    table.enter("bank 20", "bust", "bank 21", "bust", after=10)
    table.clock.advance(5)
    table.enter("change 2 concede 1")
    assert table.used == [0, 10_000]
    table.session.undo()
    assert table.used == [10_000, 20_000]


def test_clk_4_a_change_gives_back_the_time_since_an_entry_that_it_removes(table: Table) -> None:
    table.start("up", "molkky", ("Ada", "Ben", "Cleo"))
    for pins in ((0, 5, 5), (0, 5, 5), (3, 5, 5)):
        table.enter(*[f"pins {seat} {count}" for seat, count in enumerate(pins)], after=1)
    table.enter("pins 0 4", after=1)
    table.clock.advance(5)
    assert table.used == [3_000, 8_000, 3_000]
    table.enter("change 7 pins 0 0")  # Ada's third miss: she is out, and her last throw cannot be
    assert (table.used, table.face.turn) == ([2_000, 3_000, 3_000], 1)


def test_clk_6_a_clock_below_zero_refuses_no_entry_and_ends_no_game(table: Table) -> None:
    table.start("sand 10")
    table.enter("bank 20", "bust", after=100)
    table.clock.advance(11)
    assert table.face.text(0) == "⚑-0:01"
    table.enter("bank 9")
    assert table.session.now is not None
    assert table.session.now.outcome is None


def test_a_game_that_is_over_has_no_running_clock_and_its_last_line_has_all_times(table: Table) -> None:
    table.start("budget 15")
    table.enter("bank 20", "bust", "concede 0", after=10)
    table.clock.advance(10)
    assert (table.used, table.face.runs, table.face.may_go) == ([10_000, 10_000], False, False)
    assert lines(table.folder)[-1].used == (10_000, 10_000)
    assert table.session.now is not None
    assert table.session.now.result is not None


def test_clk_3_an_entry_that_ends_a_paused_game_lets_the_clock_go_on_if_it_is_undone(table: Table) -> None:
    table.start("up")
    table.enter("bank 20")
    table.session.pause_clock()
    table.enter("concede 0")
    table.session.undo()
    table.clock.advance(3)
    assert (table.used, table.face.runs) == ([0, 3_000], True)


def test_a_rematch_and_a_series_keep_the_clock(table: Table) -> None:
    table.start("increment 3 5")
    table.enter("bank 20", "concede 0", after=10)
    step = table.session.rematch()
    assert (str(step.setup.clock), step.setup.names) == ("increment 3 5", ("Ben", "Ada"))
    assert table.used == [0, 0]
    table.enter("bank 5", after=9)
    table.session.undo()
    table.session.undo()  # the start: the game before is on the table again
    assert table.used == [0, 10_000]


def test_a_waiting_game_keeps_its_time_while_another_is_played(table: Table) -> None:
    table.start("up")
    table.enter("bank 20", "bust", after=10)
    table.clock.advance(5)
    table.session.pause_clock()
    table.start("off")
    assert table.session.turn_clock.face is None
    table.enter("bank 20", "bust", after=50)
    table.session.resume(1)
    table.clock.advance(50)
    assert (table.used, table.face.runs) == ([5_000, 10_000], False)


def test_a_game_that_comes_back_to_the_table_stands_though_the_clock_of_another_one_runs(table: Table) -> None:
    table.start("up")
    table.enter("bank 20", "bust")
    table.start("up")
    table.enter("bank 20", "bust")
    assert table.face.runs
    table.session.resume(1)
    assert not table.face.runs


def test_without_a_clock_no_line_has_a_time(table: Table) -> None:
    table.start("off")
    table.enter("bank 20", "bust", after=10)
    table.session.pause_clock()
    table.session.turn_clock.go_on()
    assert table.session.turn_clock.face is None
    assert table.kept == []
    assert all(line.act.kind != acts.CLOCK for line in lines(table.folder))


def test_a_time_that_cannot_be_written_is_on_the_next_entry(table: Table) -> None:
    table.start("up")
    table.enter("bank 20")
    table.clock.advance(60)
    table.disk.error = errno.ENOSPC
    with pytest.raises(RecordTrouble):
        table.session.pause_clock()
    table.disk.error = 0
    assert (table.used, table.face.runs) == ([0, 60_000], False)
    assert table.session.turn_clock.unwritten_ms == 0  # it is not tried again at once
    table.enter("bust")
    assert table.kept == ["play 0:0", "play 1:60000"]


def test_in_score_pads_that_go_by_turns_the_clock_runs_and_by_rounds_it_does_not(table: Table) -> None:
    table.start("up", "molkky")
    table.enter("pins 0 3", "pins 1 4", after=10)
    assert table.used == [0, 10_000]
    table.start("up", "points")
    table.enter("made 0 3", "made 1 4", "made 0 5", after=10)
    assert (table.used, table.kept[2:]) == ([0, 0], [])


def _play(table: Table, chance: random.Random) -> None:
    now = table.session.now
    assert now is not None
    assert now.position is not None
    with suppress(Refusal):
        table.session.enter(str(chance.choice(now.position.legal() or ("abandon",))))


@given(
    st.sampled_from([*registry.GAMES, "farkle", "skat"]), RULES.filter(lambda rule: rule != OFF), st.integers(0, 10**6)
)
def test_clk_4_the_clocks_add_up_to_the_time_of_play_less_pauses_and_less_what_nobodys_clock_took(
    tmp_path_factory: pytest.TempPathFactory, key: str, rule: ClockRule, seed: int
) -> None:
    chance = random.Random(seed)
    table = Table(tmp_path_factory.mktemp("table"))
    least = registry.game(key).players[0] if key in registry.GAMES else 3
    table.session.start(key, ("Ada", "Ben", "Cleo", "Dora", "Emil")[:least], {}, clock=rule)
    path, undone, since, goes, written = [0], list[int](), 0, False, 0
    try:
        for _ in range(chance.randrange(60)):
            now = table.session.now
            assert now is not None
            wait = chance.choice((0, 1, 400, 3_000, 61_000))
            table.clock.advance(wait / 1000)
            since += wait if goes and now.turn is not None else 0
            match chance.choice(["play"] * 6 + ["undo", "undo", "redo", "pause", "go on", "keep", "restart"]):
                case "play":
                    _play(table, chance)
                    if table.session.now is not now:
                        path, undone, since, goes, written = [*path, path[-1] + since], [], 0, True, 0
                case "undo" if len(path) > 1:
                    table.session.undo()
                    undone.append(path.pop())
                    since, written, goes = 0, 0, goes and len(path) > 1
                case "redo" if undone:
                    table.session.redo()
                    path.append(undone.pop())
                    since, written = 0, 0
                case "pause":
                    table.session.pause_clock()
                    goes, written = False, since
                case "go on":
                    table.session.turn_clock.go_on()
                    goes = goes or table.face.may_go
                case "keep":
                    table.session.keep_time()
                    written = since
                case "restart":
                    table.restart()
                    since, goes = written, False
            assert sum(table.used) == path[-1] + since
    finally:
        table.record.close()
