"""`companion check`: it says what is wrong in words, changes nothing unasked, and repairs when asked."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from installed import Record
from logs import changed

from companion.cli import main
from companion.record.index import INDEX
from companion.record.log import LOG
from companion.session.session import Session
from hardware.simulated import SimulatedClock


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A finished game by scores and one by cards that waits."""
    with Record(tmp_path / "data", ("Ada", "Ben")) as opened:
        session = Session(opened, SimulatedClock(1_790_000_000.0))
        session.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
        for text in ("bank 20", "concede 0"):
            session.enter(text)
        session.start("praetorians", ("Ada", "Ben"), {})
        for text in ("flip R7", "flip R9", "stop"):
            session.enter(text)
    return tmp_path / "data"


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "lock"}


def check(capsys: pytest.CaptureFixture[str], folder: Path, *more: str) -> tuple[int, str]:
    status = main(["check", "--data", str(folder), *more])
    said = capsys.readouterr()
    return status, said.out + said.err


def test_a_sound_record_is_said_to_be_sound_and_nothing_is_written(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents(record)
    status, said = check(capsys, record)
    assert (status, said) == (0, f"{record / LOG} is sound; games: 2, entries: 10, people: 2\n")
    assert check(capsys, record, "--repair") == (0, said)
    assert contents(record) == before
    status, said = check(capsys, record, "--json")
    assert json.loads(said) == {"status": "sound", "people": 2, "games": 2, "entries": 10, "faults": []}


def test_a_record_that_the_device_has_open_is_looked_at_but_not_repaired(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (record / LOG).open("ab") as file:
        file.write(b"torn")
    with Record(record):
        (record / INDEX).write_bytes(b"nonsense" * 1000)
        status, said = check(capsys, record, "--repair")
    assert status == 2
    assert "is in use by process " in said
    assert "end that program first" in said


def test_a_torn_end_is_named_and_cut_when_asked(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = (record / LOG).read_bytes()
    (record / LOG).write_bytes(whole + b"5f0c9a12 11 2026-11")
    torn = "the end of the log is incomplete, writing was interrupted: 19 bytes, none of them confirmed\n"
    assert check(capsys, record) == (
        2, f"{torn}companion check --repair cuts a torn or damaged end off (a copy is kept) and rebuilds the index\n"
    )  # fmt: skip
    assert (record / LOG).read_bytes() == whole + b"5f0c9a12 11 2026-11"
    assert check(capsys, record, "--repair") == (1, f"{torn}repaired\n")
    assert (record / LOG).read_bytes() == whole
    assert (record / "torn-1").read_bytes() == b"5f0c9a12 11 2026-11"
    assert check(capsys, record)[0] == 0


@pytest.mark.parametrize("kept", [0, 30])
def test_zeros_at_the_end_are_not_said_to_be_unconfirmed(
    record: Path, kept: int, capsys: pytest.CaptureFixture[str]
) -> None:
    before, last = (record / LOG).read_bytes().splitlines(keepends=True)[-2:]
    log = (record / LOG).read_bytes()
    end = log.index(before + last) + len(before)
    (record / LOG).write_bytes(log[: end + kept] + bytes(len(last) - kept))
    assert check(capsys, record)[1].startswith("1 line is gone from the end of the log; the index still knew it\n")
    (record / INDEX).unlink()
    status, said = check(capsys, record)
    assert status == 2
    assert said.startswith(f"the end of the log cannot be read: {len(last)} bytes, with zeros there; either ")
    assert check(capsys, record, "--repair")[0] == 1
    assert (record / LOG).read_bytes() == log[:end]


def test_a_last_line_that_was_whole_once_is_named_as_damage_and_cut_when_asked(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = (record / LOG).read_bytes()
    last = whole.splitlines(keepends=True)[-1]
    (record / LOG).write_bytes(whole[:-2] + b"?\n" + b"5f0c9a12 11 2026-11")
    status, said = check(capsys, record)
    number, owner = whole.count(b"\n"), last.split()[3].decode()
    assert status == 2
    assert said.startswith(
        f"line {number}, at the end of the log, cannot be read any more; it belongs to: {owner}\n"
        "the end of the log is incomplete, writing was interrupted: 19 bytes, none of them confirmed\n"
    )
    assert check(capsys, record, "--repair")[0] == 1
    assert (record / LOG).read_bytes() == whole[: -len(last)]
    assert check(capsys, record)[0] == 0


def test_a_carriage_return_in_a_damaged_line_is_not_the_end_of_it(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = (record / LOG).read_bytes()
    (record / LOG).write_bytes(log.replace(b"bank 20", b"bank\r20").replace(b"flip R7", b"flip R8"))
    lines = [line for line in check(capsys, record)[1].splitlines() if line.startswith("line ")]
    belongs = "of the log cannot be read; it belongs to:"
    assert lines == [f"line 5 {belongs} g1", f"line 8 {belongs} g2"]


def test_rec_14_an_index_with_a_damaged_row_does_not_fit_and_the_record_is_in_order(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(record / INDEX)) as database, database:
        database.execute("UPDATE games SET series = 2 WHERE id = 1")
    status, said = check(capsys, record)
    assert said.startswith("index.sqlite3 does not fit the log\n")
    assert status == 0  # REC-14: it may be deleted
    assert check(capsys, record, "--repair")[0] == 1
    assert check(capsys, record) == (0, said.partition("\n")[2])


def test_rec_14_an_index_of_another_log_is_made_again_and_the_record_is_in_order(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (record / INDEX).write_bytes(b"nonsense" * 1000)
    status, said = check(capsys, record)
    assert said.startswith("index.sqlite3 does not fit the log\n")
    assert status == 0  # REC-14: it may be deleted
    assert check(capsys, record, "--repair")[0] == 1
    assert check(capsys, record) == (0, said.partition("\n")[2])


def test_a_damaged_line_is_named_with_the_game_it_belongs_to(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (record / LOG).write_bytes((record / LOG).read_bytes().replace(b"flip R9", b"flip R8"))
    status, said = check(capsys, record, "--repair")
    assert status == 2
    assert said.splitlines() == [
        "line 9 of the log cannot be read; it belongs to: g2",
        "game 2, Ada, Ben: entry 0, lost, does not give the recorded table under today's rules; "
        "on the device, choose Go on to continue from before it",
        "nothing can be repaired here; everything else that was entered is kept",
    ]


def test_rec_6_lines_that_are_missing_are_damage(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (record / INDEX).unlink()
    lines = (record / LOG).read_bytes().splitlines(keepends=True)
    (record / LOG).write_bytes(b"".join([*lines[:6], *lines[8:]]))
    status, said = check(capsys, record)
    assert status == 2
    assert said.startswith("2 lines of the log are missing\n")
    (record / LOG).write_bytes(b"".join([*lines[:4], b"\n", *lines[6:]]))
    status, said = check(capsys, record)
    assert said.startswith("line 5 of the log cannot be read; it belongs to: ?\n1 line of the log is missing\n")


def test_a_game_that_the_rules_play_otherwise_is_named(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed(record, lambda line: line._replace(digest="0" * 12) if str(line.act) == "flip R9" else line)
    status, said = check(capsys, record)
    assert status == 2
    assert said.startswith("game 2, Ada, Ben: entry 8, flip R9, does not give the recorded table")


def test_where_there_is_no_record_it_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(capsys, tmp_path) == (
        2,
        f"companion: there is no record in {tmp_path}; --data names its folder, the first game begins one\n",
    )
    assert json.loads(check(capsys, tmp_path, "--json")[1])["status"] == "trouble"


def test_a_folder_with_the_name_of_the_index_is_named(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (record / INDEX).unlink()
    (record / INDEX).mkdir()
    refused = f"companion: {record / INDEX} cannot be written: it is a directory\n"
    assert check(capsys, record, "--repair") == (2, refused)


def test_a_log_that_an_editor_of_windows_has_saved_is_sound_and_goes_on(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = (record / LOG).read_bytes()
    (record / LOG).write_bytes(whole.replace(b"\n", b"\r\n"))
    assert check(capsys, record, "--repair")[0] <= 1, "the index does not fit, and is made anew"
    assert check(capsys, record) == (0, f"{record / LOG} is sound; games: 2, entries: 10, people: 2\n")
    with Record(record) as opened:
        Session(opened, SimulatedClock(1_790_000_000.0)).enter("flip B3")
    assert check(capsys, record) == (0, f"{record / LOG} is sound; games: 2, entries: 11, people: 2\n")
    assert (record / LOG).read_bytes().startswith(whole.replace(b"\n", b"\r\n"))
    assert not (record / "torn-1").exists()
    assert main(["log", "--raw", "--data", str(record)]) == 0
    assert capsys.readouterr().out.startswith(whole.decode())
