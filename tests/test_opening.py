"""The record cannot be opened when the device starts: the glass says why, and the device waits for what would help."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from troubled import PAINTER, WORDS

from companion.opening import opened
from companion.ports import Event, PortLost, Repeat, Shown, Stop
from companion.record.record import Record
from companion.screens.paint import Painter
from companion.words import Words
from hardware.simulated.clock import SimulatedClock


class Waiting:
    """An inbox where nothing comes but what befalls the machine; after `most` seconds somebody asks to stop."""

    def __init__(self, clock: SimulatedClock, most: float, befalls: dict[float, Callable[[], object]]) -> None:
        self._clock, self._most, self._befalls = clock, most, befalls

    def get(self, deadline: float | None) -> Event | None:
        assert deadline is not None
        if deadline > self._most:
            return Stop()
        self._clock.advance(deadline - self._clock.monotonic())
        for at in [at for at in self._befalls if at <= deadline]:
            self._befalls.pop(at)()
        return None

    def repeat(self, rate: Repeat | None) -> None: ...


class Glass:
    def __init__(self) -> None:
        self.shown: list[Shown] = []

    def show(self, shown: Shown) -> None:
        self.shown.append(shown)

    def close(self) -> None: ...


class Dead(Glass):
    def show(self, shown: Shown) -> None:
        raise PortLost("display at 0x3C on bus 1 does not answer: input/output error")


def speech() -> tuple[Painter, Words]:
    return PAINTER, WORDS


@pytest.fixture
def clock() -> SimulatedClock:
    return SimulatedClock(0.0)


def test_a_record_that_can_be_opened_says_nothing(tmp_path: Path, clock: SimulatedClock) -> None:
    glass = Glass()
    journal = opened(lambda: Record(tmp_path), Waiting(clock, 0, {}), (glass,), clock, speech)
    assert journal is not None
    journal.close()
    assert glass.shown == []


def test_a_record_that_another_process_has_is_told_and_opened_once_that_has_ended(
    tmp_path: Path, clock: SimulatedClock, caplog: pytest.LogCaptureFixture
) -> None:
    glass, other = Glass(), Record(tmp_path)
    inbox = Waiting(clock, 100, {20.0: other.close})
    journal = opened(lambda: Record(tmp_path), inbox, (Dead(), glass), clock, speech)
    assert journal is not None
    journal.close()
    text = " ".join(glass.shown[0].page.lines)
    assert text.startswith("No record the record in ")
    assert f"is in use by process {os.getpid()}" in str(glass.shown[0].trouble)
    # Tried at 0, 1, 3, 7, 15 and 31 s, told once.
    assert clock.monotonic() == 31.0
    told = [line for line in caplog.messages if "the record in" in line]
    assert len(told) == 2
    assert told[0].endswith("(companion doctor looks for the cause)")
    assert told[1].startswith("can be used again: ")


def test_a_folder_that_cannot_be_made_is_told_until_somebody_asks_to_stop(
    tmp_path: Path, clock: SimulatedClock
) -> None:
    (tmp_path / "file").write_text("in the way")
    glass = Glass()
    inbox = Waiting(clock, 100, {})
    folder = tmp_path / "file" / "record"
    assert opened(lambda: Record(folder), inbox, (glass,), clock, speech) is None
    assert "cannot be used for the record: Not a directory" in str(glass.shown[-1].trouble)


def test_a_disk_that_is_full_at_the_start_is_told_with_what_would_help(tmp_path: Path, clock: SimulatedClock) -> None:
    glass, room = Glass(), []

    def record() -> Record:
        if not room:
            # A new record needs more pages than there are.
            with ExitStack() as stack:
                stack.callback((tmp_path / FILE).unlink, missing_ok=True)
                raise_full(tmp_path)
        return Record(tmp_path)

    journal = opened(record, Waiting(clock, 100, {5.0: lambda: room.append(1)}), (glass,), clock, speech)
    assert journal is not None
    journal.close()
    assert "the disk is full; make room" in str(glass.shown[0].trouble)
    assert "make room" in " ".join(glass.shown[0].page.lines)


def raise_full(folder: Path) -> None:
    """A record on a disk that is full refuses the first thing it is told."""
    with Record(folder) as journal:
        journal._database.execute("PRAGMA max_page_count = 1")
        for number in range(1000):
            journal.add_person(f"{number} " + "x" * 900)




def test_a_damaged_record_is_opened_with_what_is_whole(tmp_path: Path, clock: SimulatedClock) -> None:
    glass = Glass()
    with Record(tmp_path, ("Ada",)):
        pass
    (tmp_path / FILE).write_bytes((tmp_path / FILE).read_bytes()[:9000])
    journal = opened(lambda: Record(tmp_path), Waiting(clock, 0, {}), (glass,), clock, speech)
    assert journal is not None
    with journal:
        assert [message.key for message in journal.told] == ["journal.salvaged"]
        assert journal.people() == ("Ada",)
    assert glass.shown == []


def test_a_record_of_a_later_version_is_told_and_left_for_that_version(tmp_path: Path, clock: SimulatedClock) -> None:
    glass = Glass()
    with Record(tmp_path) as journal:
        journal._database.execute("CREATE TABLE later (a)")
        journal._database.execute("PRAGMA user_version = 99")
    before = (tmp_path / FILE).read_bytes()
    assert opened(lambda: Record(tmp_path), Waiting(clock, 200, {}), (glass,), clock, speech) is None
    assert "was written by a newer version of this program" in str(glass.shown[-1].trouble)
    assert (tmp_path / FILE).read_bytes() == before
