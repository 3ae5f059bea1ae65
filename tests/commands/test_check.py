"""`companion check`: it says what is wrong in words, changes nothing unasked, and repairs when asked."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from wrecks import CLOCK, evening, flipped, kept, killed

from companion.cli import main
from companion.table.evening import Evening
from companion.table.journal import FILE, SCHEMA, Journal

EARLIER = Path(__file__).parent.parent / "table" / "records" / "schema-1.sql"


@pytest.fixture
def record(tmp_path: Path) -> Path:
    with Journal(tmp_path / "data", ("Player 1", "Player 2")) as journal:
        evening(journal)
    return tmp_path / "data"


def change(folder: Path, statement: str) -> None:
    database = sqlite3.connect(folder / FILE, isolation_level=None)
    database.execute(statement)
    database.close()


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "journal.lock"}


def check(capsys: pytest.CaptureFixture[str], folder: Path, *more: str) -> tuple[int, str]:
    status = main(["check", "--data", str(folder), *more])
    told = capsys.readouterr()
    return status, told.out + told.err


def test_a_sound_record_is_told_to_be_sound_and_nothing_is_written(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents(record)
    status, said = check(capsys, record)
    assert (status, said) == (0, f"{record / FILE} is sound: 5 games, 31 entries, 5 people\n")
    assert check(capsys, record, "--repair") == (0, said)
    assert contents(record) == before
    status, said = check(capsys, record, "--json")
    assert json.loads(said) == {"status": "sound", "people": 5, "games": 5, "entries": 31, "faults": []}


def test_a_record_after_a_pulled_plug_is_sound_and_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal(tmp_path / "data") as journal:
        evening(journal)
        left = killed(tmp_path / "data", tmp_path / "left")
    before = contents(left)
    assert check(capsys, left)[0] == 0
    assert contents(left) == before


def test_a_record_that_the_device_has_open_is_looked_at_but_not_repaired(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Journal(tmp_path) as journal:
        table = evening(journal)
        assert check(capsys, tmp_path)[0] == 0
        status, said = check(capsys, tmp_path, "--repair")
        assert status == 2
        assert "is in use by process " in said
        assert "stop the device first" in said
        table.tell("flip G6")


def test_a_record_of_the_first_version_is_sound_and_stays_of_that_version(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = sqlite3.connect(tmp_path / FILE)
    database.executescript(EARLIER.read_text("utf-8"))
    database.close()
    before = contents(tmp_path)
    status, said = check(capsys, tmp_path)
    assert status == 0, said
    assert contents(tmp_path) == before


def test_a_damaged_file_is_told_with_what_is_whole_and_repaired_when_asked(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flipped(record / FILE, 4096, 0xFF)
    damaged = contents(record)
    status, said = check(capsys, record)
    assert status == 2
    assert "is damaged: " in said
    assert "whole are 5 games, 31 entries" in said
    assert "companion check --repair sets the record aside" in said
    assert contents(record) == damaged
    status, said = check(capsys, record, "--repair")
    assert status == 1
    assert "the old one is kept as journal-1.sqlite3; what is whole goes on: 5 games, 31 entries" in said
    assert (record / "journal-1.sqlite3").read_bytes() == damaged[FILE]
    assert check(capsys, record)[0] == 0


WRONG = {
    "UPDATE games SET outcome = NULL WHERE id = 1": "game 1: what is kept about it",
    "UPDATE games SET outcome = replace(outcome, '99', '98') WHERE id = 1": "game 1: what is kept about it",
    "UPDATE games SET head = 13 WHERE id = 2": "game 2: what is kept about it",
    "DELETE FROM results": "the figures are not what the ends",
    "UPDATE results SET won = 1 - won": "the figures are not what the ends",
    "UPDATE games SET people = '[7, 8]' WHERE id = 1": "game 1: what is kept about it",
    "DELETE FROM undone": "what redo would bring back",
    "UPDATE people SET name = char(27) || '[2J' WHERE id = 1": "there are names on the roster that cannot be",
    "UPDATE entries SET parent = 30 WHERE id = 25": "entries that cannot stand where they do: ",
    "UPDATE games SET players = 'x' WHERE id = 4": "game 4: what is kept about it",
}


@pytest.mark.parametrize("statement", WRONG)
def test_what_does_not_follow_from_the_entries_is_told_and_put_right(
    record: Path, capsys: pytest.CaptureFixture[str], statement: str
) -> None:
    change(record, statement)
    status, said = check(capsys, record)
    assert status == 2
    assert WRONG[statement] in said
    assert "\x1b" not in said
    status, said = check(capsys, record, "--repair", "--json")
    assert (status, json.loads(said)["status"]) == (1, "repaired")
    assert check(capsys, record)[0] == 0
    assert kept(record) == ["journal-1.sqlite3"]


def test_a_game_that_leads_elsewhere_under_todays_rules_is_named_and_not_touched(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(record, "UPDATE entries SET text = 'match 7' WHERE id = 5")
    before = contents(record)
    status, said = check(capsys, record, "--repair")
    assert status == 2
    assert "game 1, Ada, Ben: entry 5, match 7, does not lead to the recorded table" in said
    assert contents(record) == before
    # Its result is still what it was.
    with Journal(record) as journal:
        assert [game.result.scores for game in Evening(journal, CLOCK).finished(0, 9).games if game.result] == [(99, 3)]


def test_nothing_to_look_at_and_what_is_not_ours_are_told(
    tmp_path: Path, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, said = check(capsys, tmp_path / "nowhere")
    assert (status, "there is no record in" in said) == (2, True)
    assert not (tmp_path / "nowhere").exists()
    assert check(capsys, tmp_path / "nowhere", "--repair")[0] == 2
    change(record, "CREATE TABLE later (a)")
    change(record, f"PRAGMA user_version = {SCHEMA + 1}")
    for more in ((), ("--repair",), ("--json",)):
        status, said = check(capsys, record, *more)
        assert status == 2
        assert "was written by a newer version" in said
    (tmp_path / "other").mkdir()
    change(tmp_path / "other", "CREATE TABLE shopping (list)")
    status, said = check(capsys, tmp_path / "other", "--repair")
    assert (status, "is a database of another program" in said) == (2, True)
    assert kept(tmp_path / "other") == []


def test_a_pipe_in_its_place_stops_nobody(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import os

    os.mkfifo(tmp_path / FILE)
    status, said = check(capsys, tmp_path)
    assert (status, "is not a file" in said) == (2, True)
    assert check(capsys, tmp_path, "--repair")[0] == 1
    assert kept(tmp_path) == ["journal-1.sqlite3"]


@pytest.mark.parametrize("standing", [False, True], ids=["nothing on the table", "a game on the table"])
def test_games_that_came_in_from_a_file_are_sound_and_leave_the_table_as_it_is(
    tmp_path: Path, record: Path, capsys: pytest.CaptureFixture[str], standing: bool
) -> None:
    data = record if standing else tmp_path / "new"
    with Journal(data) as journal:
        before = journal.head()
    text = "game: praetorians\nplayers: Ada, Zoe\noptions: entry=scores\n\nbank 20\nbust\n\n"
    text += "game: army-ants\nplayers: Ada, Ben\n"
    (tmp_path / "games").write_text(text)
    assert main(["import", str(tmp_path / "games"), "--data", str(data)]) == 0
    capsys.readouterr()
    assert check(capsys, data)[0] == 0
    with Journal(data) as journal:
        assert journal.head() == before
