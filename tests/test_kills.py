"""The real process may be killed at any moment, locks its record, and ends properly when it is asked to.

A thousand kills, several at a time, are made by `bench/kills.py`.
"""

from __future__ import annotations

import os
import random
import signal
import stat
import subprocess
import sys
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from device import WALL, Player, begin, look, pick, played
from installed import Record
from kills import AIMS, Device, Killing, Timeline, first_start_killed, people, timeline
from logs import entries, texts

from companion.app.timers import FILE as LIT_HOURS
from companion.record.index import INDEX, Index, connect
from companion.record.log import LOCK, LOG
from hardware.simulated import SimulatedClock

KILLS = 36
WORDS_MOST = 100
"""An evening has some 800 words: a machine that is slow to kill does not let a device play all of them at once."""


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Timeline:
    return timeline(tmp_path_factory.mktemp("peace"), seed=1)


@pytest.mark.thorough
def test_killed_again_and_again_on_one_record_it_has_what_was_acknowledged_and_starts(
    tmp_path: Path, session: Timeline
) -> None:
    chance, kills, records = random.Random(2), 0, 0
    while kills < KILLS:
        records += 1
        killing = Killing(tmp_path / str(records), tmp_path / "spare", session, chance)
        while kills < KILLS and not killing.over:
            killing.kill(AIMS[kills % len(AIMS)], WORDS_MOST)
            kills += 1
    assert records < KILLS / 4, "few kills hit a record that had been hit before"


def test_killed_at_its_first_start_it_leaves_nothing_or_a_whole_record(tmp_path: Path) -> None:
    for number in range(4):
        first_start_killed(tmp_path / str(number), random.Random(number))


def test_asked_to_end_it_leaves_a_whole_log_and_an_index_that_has_all_of_it(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    session = timeline(tmp_path_factory.mktemp("peace"), seed=1, most=12)
    people(tmp_path)
    device = Device(tmp_path, session.words(0))
    device.read(200)
    device.process.send_signal(signal.SIGTERM)
    status = device.process.wait()
    device.kill()
    assert (status, device.trouble) == (0, "")
    assert sorted(file.name for file in tmp_path.iterdir()) == [INDEX, LIT_HOURS, LOCK, LOG]
    there = texts(tmp_path)
    with closing(connect(tmp_path / INDEX)) as database:
        end, _, _ = Index(database).place()
    assert end == (tmp_path / LOG).stat().st_size
    assert len(device.entered) > 20
    assert there[: len(device.entered)] == device.entered
    assert there == [entry.text for entry in session.entries[: len(there)]]
    assert len(there) - len(device.entered) <= 1


def test_a_second_process_gets_the_owner_of_the_record_and_may_open_it_when_that_one_is_killed(tmp_path: Path) -> None:
    first = Device(tmp_path, ["ok", "ok", "ok", "ok"])
    first.read(5)
    assert first.entered == ["new praetorians"]
    second = Device(tmp_path, ["quit"])
    second.read(1)
    assert second.process.wait() == 1
    second.kill()
    assert second.answers == []
    assert second.trouble.splitlines() == [
        f"companion: the record in {tmp_path} is in use by process {first.process.pid}",
        "companion: end that program first",
    ]
    # The first one noticed nothing, and goes with all it had.
    assert first.holds()
    first.kill()
    third = Device(tmp_path, ["quit"])
    third.read(2)
    assert third.process.wait() == 0
    third.kill()
    assert third.answers[0]["screen"] == "table"


def test_a_device_on_a_board_waits_for_the_record_and_has_it_as_soon_as_the_other_is_killed(tmp_path: Path) -> None:
    first = Device(tmp_path, [])
    first.read(1)
    with ExitStack() as stack:
        command = [sys.executable, "-m", "companion", "run", "--panel", "simulated", "--data", str(tmp_path)]
        second = stack.enter_context(
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        )
        stack.callback(second.kill)
        assert second.stderr is not None
        assert second.stdout is not None
        assert "the device runs until Ctrl-C" in second.stderr.readline()
        assert f"in use by process {first.process.pid}" in second.stderr.readline()
        first.kill()
        assert "can be used again" in second.stderr.readline()
        second.stdout.readline()  # it plays
        second.terminate()
        assert second.wait() == 0


def test_the_folder_of_the_record_is_nobody_elses_to_read_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        device = Device(tmp_path / "deep" / "data", ["quit"])
        device.read(2)
        assert device.process.wait() == 0
        device.kill()
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "deep" / "data").stat().st_mode) == 0o700


def test_a_clock_that_jumps_changes_neither_the_order_of_games_nor_that_of_the_log(tmp_path: Path) -> None:
    def game(name: str, clock: SimulatedClock) -> Player:
        answer = yield from look()
        if answer["screen"] in ("over", "results"):
            yield from pick("Home")
        yield from pick(name)
        yield from begin()
        clock.set_wall(clock.wall() - 400_000_000)
        yield "back"
        yield from pick("End the game")
        yield from pick("Abandon")
        yield from pick("End it")
        clock.set_wall(clock.wall() + 900_000_000)
        yield from pick("Home")
        yield from pick("History")

    # In 2026, in 1970, in 2096 and in 1970 again; and each ends more than twelve years before it began.
    starts = {"Praetorians": WALL, "Army Ants": 0.0, "Hannibal vs Rome": 4e9, "Seven Hills of Rome": 17.0}
    for name, start in starts.items():
        clock = SimulatedClock(start)
        last = played(tmp_path, game(name, clock), clock=clock)[-1]
    listed = [line for line in last["lines"] if line.endswith(": Abandoned")]
    assert listed == [f"{name}: Abandoned" for name in reversed(starts)]
    with Record(tmp_path) as journal:
        assert [kept.id for kept in journal.finished_games(0, 9).games] == [4, 3, 2, 1]
    assert [number for number, _ in entries(tmp_path)] == [1, 1, 2, 2, 3, 3, 4, 4]
