"""The record cannot be opened at the start: the display says why, and the device tries again."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from failing_device import PAINTER, WORDS
from installed import Record

from companion.app.wait_for_record import wait_for_record
from companion.play.act import Act, Line
from companion.ports import HEIGHT, WIDTH, DeviceState, Event, PortError, Repeat, Stop
from companion.record import RecordTrouble
from companion.record.log import LOG, Disk
from companion.record.lookup import SOME_LINES
from companion.ui.painter import GUTTER, Painter
from companion.words import Words
from hardware.simulated import SimulatedClock


class Waiting:
    """An inbox without keys, only with events of the machine; after `most` seconds it gets a request to stop."""

    def __init__(self, clock: SimulatedClock, most: float, fails: dict[float, Callable[[], object]]) -> None:
        self._clock, self._most, self._fails = clock, most, fails

    def get(self, deadline: float | None) -> Event | None:
        assert deadline is not None
        if deadline > self._most:
            return Stop()
        self._clock.advance(deadline - self._clock.monotonic())
        for at in [at for at in self._fails if at <= deadline]:
            self._fails.pop(at)()
        return None

    def repeat(self, rate: Repeat | None) -> None: ...


class Glass:
    def __init__(self) -> None:
        self.shown: list[DeviceState] = []

    def show(self, shown: DeviceState) -> None:
        self.shown.append(shown)

    def close(self) -> None: ...


class Dead(Glass):
    def show(self, shown: DeviceState) -> None:
        raise PortError("display at 0x3C on bus 1 does not answer: input/output error")


def speech() -> tuple[Painter, Words]:
    return PAINTER, WORDS


@pytest.fixture
def clock() -> SimulatedClock:
    return SimulatedClock(0.0)


def test_a_record_that_can_be_opened_says_nothing(tmp_path: Path, clock: SimulatedClock) -> None:
    glass = Glass()
    journal = wait_for_record(lambda _: Record(tmp_path), Waiting(clock, 0, {}), (glass,), clock, speech)
    assert journal is not None
    journal.close()
    assert glass.shown == []


def test_a_record_that_another_process_has_is_reported_and_opened_once_that_has_ended(
    tmp_path: Path, clock: SimulatedClock, caplog: pytest.LogCaptureFixture
) -> None:
    glass, other = Glass(), Record(tmp_path)
    inbox = Waiting(clock, 100, {20.0: other.close})
    journal = wait_for_record(lambda _: Record(tmp_path), inbox, (Dead(), glass), clock, speech)
    assert journal is not None
    journal.close()
    text = " ".join(glass.shown[0].page.lines)
    assert text.startswith("No record the record in ")
    assert f"is in use by process {os.getpid()}" in str(glass.shown[0].trouble)
    # No key does anything yet, so none is shown beside the page.
    assert glass.shown[0].frame.crop((GUTTER, 0, WIDTH, HEIGHT)).getbbox() is None
    # Tried at 0, 1, 3, 7, 15 and 31 s, reported once.
    assert clock.monotonic() == 31.0
    reports = [line for line in caplog.messages if "the record in" in line]
    assert len(reports) == 2
    assert reports[0].endswith("(companion doctor looks for the cause)")
    assert reports[1].startswith("can be used again: ")


@pytest.mark.parametrize("place", ["file", "file/record"])
def test_a_folder_that_cannot_be_made_is_reported_until_somebody_asks_to_stop(
    tmp_path: Path, clock: SimulatedClock, place: str
) -> None:
    (tmp_path / "file").write_text("in the way")
    glass = Glass()
    inbox = Waiting(clock, 100, {})
    folder = tmp_path / place
    assert wait_for_record(lambda _: Record(folder), inbox, (glass,), clock, speech) is None
    assert "cannot be used for the record: not a directory" in str(glass.shown[-1].trouble)


def test_a_disk_that_is_full_at_the_start_is_reported_with_what_would_help(
    tmp_path: Path, clock: SimulatedClock
) -> None:
    glass = Glass()
    room: list[Any] = []

    def record(_: object) -> Record:
        return Record(tmp_path, disk=Disk() if room else Full())

    journal = wait_for_record(record, Waiting(clock, 100, {5.0: lambda: room.append(1)}), (glass,), clock, speech)
    assert journal is not None
    journal.close()
    assert "the disk is full; make room" in str(glass.shown[0].trouble)
    assert "make room" in " ".join(glass.shown[0].page.lines)


class Full(Disk):
    def write(self, descriptor: int, raw: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_on_a_full_disk_a_record_that_is_there_can_be_looked_at(tmp_path: Path, clock: SimulatedClock) -> None:
    Record(tmp_path, ("Ada",)).close()
    glass = Glass()
    record = wait_for_record(lambda _: Record(tmp_path, disk=Full()), Waiting(clock, 0, {}), (glass,), clock, speech)
    assert record is not None
    with record:
        assert record.roster == ("Ada",)
        with pytest.raises(RecordTrouble) as trouble:
            record.add_person("Ben", 0.0)
    assert trouble.value.message.key == "record.full"
    assert glass.shown == []


def test_a_log_with_a_torn_end_is_opened_with_what_is_whole(tmp_path: Path, clock: SimulatedClock) -> None:
    glass = Glass()
    Record(tmp_path, ("Ada", "Ben")).close()
    (tmp_path / LOG).write_bytes((tmp_path / LOG).read_bytes()[:-5])
    record = wait_for_record(lambda _: Record(tmp_path), Waiting(clock, 0, {}), (glass,), clock, speech)
    assert record is not None
    with record:
        assert record.roster == ("Ada",)
    assert (tmp_path / "torn-1").exists()
    assert glass.shown == []


def test_a_record_of_a_later_version_is_named_and_left_for_that_version(tmp_path: Path, clock: SimulatedClock) -> None:
    glass = Glass()
    later = Line(0, 0.0, Act("log", 2, "0123 -")).encode()
    (tmp_path / LOG).write_bytes(later)
    assert wait_for_record(lambda _: Record(tmp_path), Waiting(clock, 200, {}), (glass,), clock, speech) is None
    assert "was written by a newer version of this program" in str(glass.shown[-1].trouble)
    assert (tmp_path / LOG).read_bytes() == later


def many_people(folder: Path, count: int) -> None:
    people = [Line(number, 0.0, Act("name", number, f"Person {number}"), 0, "people") for number in range(1, count)]
    head = Line(0, 0.0, Act("log", 1, "0123 -"))
    (folder / LOG).write_bytes(b"".join([line.encode() for line in (head, *people)]))


def test_while_a_large_index_is_made_the_glass_counts_the_lines(tmp_path: Path, clock: SimulatedClock) -> None:
    many_people(tmp_path, 2 * SOME_LINES + 10)
    glass = Glass()
    waiting = Waiting(clock, 100, {})
    record = wait_for_record(lambda progress: Record(tmp_path, progress=progress), waiting, (glass,), clock, speech)
    assert record is not None
    record.close()
    assert [" ".join(shown.page.lines) for shown in glass.shown] == [
        f"No record Rebuilding the index of the games: {count} lines read" for count in (SOME_LINES, 2 * SOME_LINES)
    ]


def test_somebody_who_asks_to_stop_does_not_wait_for_the_index(tmp_path: Path, clock: SimulatedClock) -> None:
    many_people(tmp_path, 2 * SOME_LINES)
    clock.advance(1.0)
    inbox = Waiting(clock, 0.5, {})
    record = wait_for_record(lambda progress: Record(tmp_path, progress=progress), inbox, (Glass(),), clock, speech)
    assert record is None
    Record(tmp_path).close()  # nobody holds it
