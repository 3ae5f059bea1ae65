"""The index may be deleted at any time: it is made again from the log. Readers see everything and write nothing."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from damaged_records import flipped, session
from installed import Record, RecordView
from record.random_evening import Guests, games, lists, seen

from companion.record.index import INDEX, Index, connect
from companion.record.log import LOCK, LOG, Disk
from companion.record.lookup import RecordView as AnyView
from companion.session.session import Session
from hardware.simulated import SimulatedClock


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record after an orderly stop."""
    folder = tmp_path_factory.mktemp("before")
    with Record(folder, ("Player 1", "Player 2")) as record:
        session(record)
    return folder


@pytest.fixture
def folder(before: Path, tmp_path: Path) -> Path:
    shutil.copytree(before, tmp_path / "data")
    return tmp_path / "data"


def everything(record: AnyView) -> tuple[object, ...]:
    return lists(record), games(record)


def files(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    return {path.name: (path.stat().st_mtime_ns, path.stat().st_ino, path.read_bytes()) for path in folder.iterdir()}


def open_indexes() -> list[str]:
    """The files of indexes that this process has open, on Linux."""
    opened = Path("/proc/self/fd")
    links = [str(entry.readlink()) for entry in opened.iterdir() if entry.is_symlink()] if opened.exists() else []
    return [link for link in links if INDEX in link]


def older(folder: Path) -> None:
    with closing(sqlite3.connect(folder / INDEX)) as database, database:
        database.execute("UPDATE place SET version = version - 1")


def another_logs(folder: Path) -> None:
    with Record(folder.with_name("other"), ("Ada",)) as record:
        session(record)
    shutil.copy(folder.with_name("other") / INDEX, folder)


DAMAGES = {
    "deleted": lambda folder: (folder / INDEX).unlink(),
    "empty": lambda folder: (folder / INDEX).write_bytes(b""),
    "nonsense": lambda folder: (folder / INDEX).write_bytes(b"nonsense" * 1000),
    "halved": lambda folder: os.truncate(folder / INDEX, (folder / INDEX).stat().st_size // 2),
    "older": older,
    "of another log": another_logs,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_an_index_that_does_not_fit_is_made_again_with_the_same_lists_and_figures(
    folder: Path, before: Path, damage: str
) -> None:
    DAMAGES[damage](folder)
    assert seen(folder) == seen(before)
    with Record(folder) as record:
        assert record.notices == []
        assert everything(record) == seen(before)
        record.add_person("Zora", 5.0)
    with Record(folder) as record, RecordView(folder) as library:
        assert "Zora" in record.roster
        assert everything(record) == everything(library)
    assert not list(folder.glob("torn*"))
    assert open_indexes() == []


def test_a_folder_in_the_place_of_the_index_costs_nothing_but_time(folder: Path, before: Path) -> None:
    (folder / INDEX).unlink()
    (folder / INDEX).mkdir()
    with Record(folder) as record:
        assert everything(record) == seen(before)
        record.add_person("Zora", 5.0)
    with Record(folder) as record:
        assert "Zora" in record.roster


STRIDE = 97


def test_with_any_byte_of_the_index_damaged_every_game_goes_on_where_it_stood_and_lists_are_true(
    folder: Path, before: Path
) -> None:
    whole, there = (before / INDEX).read_bytes(), seen(before)
    for at in range(0, len(whole), STRIDE):
        (folder / INDEX).write_bytes(whole)
        (folder / LOG).write_bytes((before / LOG).read_bytes())
        flipped(folder / INDEX, at, 0xFF)
        with Record(folder) as record:
            assert (record.state, games(record)) == (there[0][1], there[1]), at  # type: ignore[index]
            # All but the series: the tree of an index in SQLite has no checksums.
            shown, wanted = lists(record), there[0]
            assert (*shown[:6], *shown[7:]) == (*wanted[:6], *wanted[7:]), at  # type: ignore[index]
            record.add_person("Zora", 5.0)
        assert open_indexes() == [], at


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE results SET person = 1 WHERE person = (SELECT min(person) FROM results)",
        "UPDATE results SET kind = 'hannibal'",
        "UPDATE results SET ended = ended + 1 WHERE person = (SELECT min(person) FROM results)",
        "UPDATE results SET won = 1 - won",
        "UPDATE results SET drawn = 1",
        "UPDATE results SET points = points + 64",
        "DELETE FROM results WHERE person = (SELECT min(person) FROM results)",
        "UPDATE totals SET sum = sum + 1",
        "DELETE FROM totals",
        "UPDATE games SET info = replace(info, 'Ada', 'Ida')",
        "UPDATE games SET info = replace(info, '99', '98')",
        "UPDATE games SET entries = entries + 1",
        "UPDATE games SET seconds = seconds + 256",
        "UPDATE games SET ended = ended + 1 WHERE ended IS NOT NULL",
        "UPDATE games SET last = last + 1 WHERE id = 2",
        "UPDATE place SET state = replace(state, 'Ada', 'Ida')",
    ],
)
def test_a_value_of_the_index_that_is_not_what_was_written_is_never_shown(
    folder: Path, before: Path, damage: str
) -> None:
    with closing(sqlite3.connect(folder / INDEX)) as database, database:
        assert database.execute(damage).rowcount > 0
    assert seen(folder) == seen(before)
    with Record(folder) as record:
        assert everything(record) == seen(before)


def test_an_index_that_is_damaged_while_it_is_used_is_made_again(folder: Path) -> None:
    with Record(folder) as record:
        there = everything(record)
        with closing(sqlite3.connect(folder / INDEX)) as database, database:
            database.execute("UPDATE games SET path = '[5]', info = '[' WHERE id <> 5")
        table = Session(record, SimulatedClock(5.0))
        assert [table.resume(number).setup.id for number in (1, 2, 3, 5)] == [1, 2, 3, 5]
        with closing(sqlite3.connect(folder / INDEX)) as database, database:
            database.execute("DROP TABLE results")
        assert lists(record)[7:] == there[0][7:]  # type: ignore[index]
    with Record(folder) as record:
        assert lists(record)[7:] == there[0][7:]  # type: ignore[index]


# -- what is read, what is written


class Counted(Disk):
    """What goes to the log."""

    count = 0

    def write(self, descriptor: int, raw: bytes) -> int:
        self.count += len(raw)
        return super().write(descriptor, raw)


def test_an_index_is_made_as_a_whole_or_not_at_all(tmp_path: Path) -> None:
    with closing(connect(tmp_path / INDEX)) as database:
        database.execute("PRAGMA max_page_count = 4")  # too few for all tables, each of which has a page of its own
        with pytest.raises(sqlite3.OperationalError, match="full"):
            Index(database).create()
    with closing(connect(tmp_path / INDEX)) as database:
        assert database.execute("SELECT name FROM sqlite_schema").fetchall() == []


def test_after_an_orderly_stop_the_log_is_not_read_again(folder: Path) -> None:
    before = seen(folder)
    flipped(folder / LOG, (folder / LOG).read_bytes().index(b"bank 9"))  # of a game that is over
    with Record(folder) as record:
        assert record.notices == []
        assert lists(record) == before[0]


def test_killed_without_a_stop_only_what_came_behind_the_index_is_read(folder: Path) -> None:
    with Record(folder) as record:
        table = Session(record, SimulatedClock(5.0))
        table.start("praetorians", ("Dora", "Emil"), {})
        assert table.finished_games(0, 9).total == 1  # for the list the index is written
        table.enter("flip R7")
        table.resume(3)
        table.add_person("Zora")
        table.resume(6)
        table.enter("flip R9")
        killed = shutil.copytree(folder, folder.with_name("killed"))
        there = everything(record)
    flipped(killed / LOG, (killed / LOG).read_bytes().index(b"bank 9"))
    with Record(killed) as record:
        assert record.notices == []
        assert everything(record)[0] == there[0]
        assert record.table is not None
        assert [entry.text for entry in record.table.path[1:]] == ["flip R7", "flip R9"]


def test_an_action_writes_its_line_and_nothing_else(folder: Path) -> None:
    disk = Counted()
    with Record(folder, disk=disk) as record:
        table = Session(record, SimulatedClock(5.0))
        before = files(folder)
        for card in range(1, 9):
            for text in (f"flip P{card}", f"flip B{card}", "stop"):
                table.enter(text)
                assert table.standing() is not None
            table.undo()
            table.redo()
        after = files(folder)
        assert disk.count == len(after[LOG][2]) - len(before[LOG][2])
        assert after.keys() == before.keys()
        assert {name for name in after if after[name] != before[name]} == {LOG}


def test_looking_around_writes_nothing_once_the_index_has_everything(folder: Path) -> None:
    with Record(folder) as record:
        everything(record)
        before = files(folder)
        everything(record)
        Session(record, SimulatedClock(5.0)).durations()
        assert files(folder) == before


# -- readers beside the device


def test_readers_see_every_act_at_once_and_write_nothing(tmp_path: Path) -> None:
    with Record(tmp_path, ("Ada", "Ben", "Cleo")) as record:
        guests = Guests(record, random.Random(3))
        for turn in range(80):
            guests.act()
            before = files(tmp_path)
            with RecordView(tmp_path) as library:
                assert (library.state, games(library)) == (record.state, games(record))
                if turn % 20 == 0:
                    found = lists(library)
                    assert files(tmp_path) == before
                    assert found == lists(record)
                    before = files(tmp_path)
            assert files(tmp_path) == before


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_reader_needs_no_index_and_makes_none(folder: Path, before: Path, damage: str) -> None:
    DAMAGES[damage](folder)
    (folder / LOCK).unlink()
    was = files(folder)
    assert seen(folder) == seen(before)
    assert files(folder) == was


def test_a_reader_leaves_a_torn_tail_where_it_is(folder: Path, before: Path) -> None:
    with (folder / LOG).open("ab") as log:
        log.write(b"torn")
    was = files(folder)
    assert seen(folder) == seen(before)
    assert files(folder) == was


def test_a_reader_sees_a_moment_of_the_record_whatever_comes_meanwhile(folder: Path) -> None:
    with Record(folder) as record, RecordView(folder) as library:
        there = everything(library)
        table = Session(record, SimulatedClock(5.0))
        table.enter("flip G7")
        table.start("praetorians", ("Dora", "Emil"), {})
        assert everything(library) == there
        assert everything(record) != there
