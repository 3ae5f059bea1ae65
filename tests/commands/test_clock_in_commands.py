"""The times of the turn clock in `companion log`, `show`, `stats` and `report`."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from installed import Record

from companion.cli import main
from companion.play.clock import parse_clock
from companion.session.session import Session
from hardware.simulated import SimulatedClock

Capture = pytest.CaptureFixture[str]
WALL = 1_790_000_000.0


def played(folder: Path, rule: str) -> Path:
    """A game that Ben gives up after 75 seconds of his and 5 of Ada's, with a pause in it."""
    clock = SimulatedClock(WALL)
    with Record(folder, ("Ada", "Ben")) as record:
        session = Session(record, clock)
        session.start("praetorians", ("Ada", "Ben"), {"entry": "scores"}, clock=parse_clock(rule))
        session.enter("bank 20")
        clock.advance(70)
        session.pause_clock()
        session.enter("bust")
        clock.advance(5)
        session.enter("bank 9")
        clock.advance(5)
        session.enter("concede 1")
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return played(tmp_path, "budget 15")


def said(capsys: Capture, *arguments: str | Path) -> str:
    """What a command prints."""
    assert main([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out


def test_clk_8_the_log_says_the_time_of_each_entry_and_of_each_pause(folder: Path, capsys: Capture) -> None:
    lines = [line[18:].strip() for line in said(capsys, "log", "1", "--data", folder).splitlines()]
    assert [line.split("  ")[-1].strip() for line in lines][1:] == [
        "Ada: Stops with 20 0→20 [0:00]", "time on the clock: 1:10", "Ben: Caught caught! [1:10]",
        "Ada: Stops with 9 20→29 [0:05]",
        "Ben concedes [0:05]",
    ]  # fmt: skip


def test_clk_8_a_game_is_shown_with_its_clock_and_the_time_of_each_entry(folder: Path, capsys: Capture) -> None:
    shown = said(capsys, "show", "1", "--data", folder)
    assert "Clock (15 min each): Ada 0:05, Ben 1:15" in shown
    assert [line.split()[-1] for line in shown.splitlines()[-5:]] == ["Clock", "0:00", "1:10", "0:05", "0:05"]
    for_programs = json.loads(said(capsys, "show", "1", "--json", "--data", folder))
    assert for_programs["clock"] == "budget 15"
    assert [line["ms"] for line in for_programs["log"]] == [0, 70_000, 5_000, 5_000]


def test_clk_8_stats_have_the_mean_time_of_a_person(folder: Path, capsys: Capture) -> None:
    head, ada, ben = [line.split() for line in said(capsys, "stats", "--data", folder).splitlines()[1:4]]
    assert (head[-1], ada[-1], ben[-1]) == ("Clock", "0:05", "1:15")
    people = json.loads(said(capsys, "stats", "--json", "--data", folder))["people"]
    assert {one["name"]: one["thought_ms"] for one in people} == {"Ada": 5_000, "Ben": 75_000}
    rows = csv.DictReader(said(capsys, "stats", "--csv", "--data", folder).splitlines())
    assert [row["thought_ms"] for row in rows] == ["5000.0", "75000.0"]


def test_clk_8_a_report_says_the_clock_and_the_time_of_each_person(folder: Path, capsys: Capture) -> None:
    html = said(capsys, "report", "1", "-o", "-", "--data", folder)
    assert "<dt>Clock</dt><dd>15 min each</dd>" in html
    assert '<td class="count">0:05</td>' in html
    assert '<td class="count">1:15</td>' in html


def test_without_a_clock_nothing_speaks_of_one(tmp_path: Path, capsys: Capture) -> None:
    folder = played(tmp_path, "off")
    for command in (["log"], ["show", "1"], ["stats"], ["report", "1", "-o", "-"]):
        assert "Clock" not in said(capsys, *command, "--data", folder), command


def test_the_lengths_of_games_are_as_before(folder: Path, capsys: Capture) -> None:
    """A line with the time of the clock is no entry, and a pause on the clock none in the game."""
    (game,) = json.loads(said(capsys, "history", "--json", "--data", folder))
    assert (game["entries"], game["seconds"]) == (4, 80)
