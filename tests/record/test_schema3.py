"""The database of the version before the log comes into a log: the same games, names, figures and undone moments."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from logs import lines, texts

from companion.record import act as acts
from companion.record import figures
from companion.record.line import Result
from companion.record.lists import HeadToHead, PersonStats
from companion.record.log import LOG
from companion.record.log import OLD as FILE
from companion.record.record import Record
from companion.record.schema3 import KEPT, convert_database
from companion.record.trouble import RecordTrouble
from companion.session.session import Session
from hardware.simulated.clock import SimulatedClock

RECORD = Path(__file__).parent / "records" / "schema-3.sql"
"""An evening of the old version. Nine games, seven of them over; the first three are a series; Cleo is called Clea
since the fifth; what was undone last are two moments of the ninth, which is on the table."""


def laid(folder: Path, *statements: str) -> Path:
    """The database in a folder, changed."""
    folder.mkdir(exist_ok=True)
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as database:
        database.executescript(RECORD.read_text("utf-8"))
        for statement in statements:
            database.execute(statement)
    return folder


def test_the_games_are_the_same_under_the_names_of_their_time(tmp_path: Path) -> None:
    with Record(laid(tmp_path)) as record:
        games = [record.game_state(number) for number in range(1, 10)]
    found = [(game.key, game.names, game.series, len(game.path) - 1, game.result) for game in games if game is not None]
    assert found == [
        ("praetorians", ("Ada", "Ben"), 1, 10, Result((0,), (99, 3))),
        ("praetorians", ("Ben", "Ada"), 1, 2, Result((1,), (0, 0), "concede 0")),
        ("praetorians", ("Ada", "Ben"), 1, 13, Result((1,), (0, 99))),
        ("seven-hills", ("Ben", "Cleo"), 4, 8, Result((0, 1), (14, 14))),
        ("spartacus", ("Ada", "Ben", "Clea"), 5, 47, Result((0,), (58, 38, 38))),
        ("army-ants", ("Ada", "Clea"), 6, 1, Result((), (0, 0))),
        ("praetorians", ("Ben", "Ada"), 7, 3, Result((), (0, 0), "abandon")),
        ("hannibal", ("Ada", "Clea"), 8, 2, None),
        ("praetorians", ("Clea", "Ada"), 9, 6, None),
    ]
    first, ninth = games[0], games[8]
    assert first is not None
    assert ninth is not None
    assert first.options == {"twelves": False, "entry": "scores"}
    assert (first.begun, first.at) == (1_790_000_000.0, 1_790_000_200.0)
    assert [entry.text for entry in ninth.path[1:]] == ["flip R7", "flip R9", "stop", "flip B4", "back 3", "flip B5"]
    assert [entry.text for entry in ninth.undone] == ["change 4 flip B6", "flip G5"]


def test_the_evening_goes_on_where_it_stood(tmp_path: Path) -> None:
    with Record(laid(tmp_path)) as record:
        assert record.notices == []
        session = Session(record, SimulatedClock(1_790_300_000.0))
        # Who played last comes first, then those who never have.
        assert session.roster == ("Clea", "Ada", "Ben", "Player 1", "Player 2")
        assert [game.id for game in session.waiting_games(0, 9).games] == [8]
        assert [game.id for game in session.finished_games(0, 9).games] == [7, 6, 5, 4, 3, 2, 1]
        assert session.now is not None
        assert (session.now.setup.id, session.now.text) == (9, "flip B5")
        assert [session.redo().text, session.redo().text] == ["flip G5", "change 4 flip B6"]
        assert not session.may_redo
        for game in [*session.finished_games(0, 9).games, *session.waiting_games(0, 9).games]:
            step = session.resume(game.id)
            assert step.timeline is not None  # today's rules lead to every table that was recorded
            assert step.result == game.result
        undone = 0
        while session.now is not None:
            session.undo()
            undone += 1
        for _ in range(undone):
            session.redo()
        assert not session.may_redo
        session.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
        assert session.enter("bank 21").setup.id == 10


def test_figures_and_series_count_the_same_people(tmp_path: Path) -> None:
    with Record(laid(tmp_path)) as record:
        # Ada has won by 99 and because Ben gave up, then Ben by 99.
        ada = {tally.kind: tally for tally in record.ask(lambda index: figures.person_stats(index.run, "Ada"))}
        assert ada["praetorians"] == PersonStats("praetorians", 3, 2, 0, 0, 2, 99, 0, 49.5)
        assert ada["spartacus"] == PersonStats("spartacus", 1, 1, 0, 1, 1, 58, 58, 58.0)
        assert ada["army-ants"][:4] == ("army-ants", 1, 0, 1)
        assert record.ask(lambda index: figures.head_to_head(index.run, "Ada", "Ben")) == (
            HeadToHead("praetorians", 3, 2, 1), HeadToHead("spartacus", 1, 1, 0),
        )  # fmt: skip
        lengths = {length.kind: length for length in record.ask(lambda index: figures.durations(index.run))}
        assert lengths["praetorians"].entries == (2, 25 / 3, 13)
        assert lengths["seven-hills"].seconds == (160, 160.0, 160)
        # What Cleo has won is Clea's.
        assert {tally.kind for tally in record.ask(lambda index: figures.person_stats(index.run, "Clea"))} == {
            "seven-hills", "spartacus", "army-ants",
        }  # fmt: skip
        assert [game.id for game in record.series(1)] == [1, 2, 3]


def test_a_person_is_called_otherwise_from_a_line_on_and_who_left_has_left(tmp_path: Path) -> None:
    laid(tmp_path, "UPDATE people SET retired = 1 WHERE name = 'Player 2'")
    with Record(tmp_path) as record:
        assert record.roster == ("Clea", "Ada", "Ben", "Player 1")
    people = [str(line.act) for line in lines(tmp_path) if line.about == "people"]
    assert people == [
        "name 1 Player 1", "name 2 Player 2", "name 3 Ada", "name 4 Ben", "name 5 Cleo", "rename 5 Clea", "retire 2",
    ]  # fmt: skip


def test_the_database_is_kept_and_read_once(tmp_path: Path) -> None:
    before = (laid(tmp_path) / FILE).read_bytes()
    Record(tmp_path).close()
    assert (tmp_path / KEPT).read_bytes() == before
    assert not (tmp_path / FILE).exists()
    log = (tmp_path / LOG).read_bytes()
    Record(tmp_path).close()
    assert (tmp_path / LOG).read_bytes() == log


def test_a_database_beside_a_log_is_put_away_and_none_before_it_is_lost(tmp_path: Path) -> None:
    Record(laid(tmp_path)).close()
    log, kept = (tmp_path / LOG).read_bytes(), (tmp_path / KEPT).read_bytes()
    laid(tmp_path, "DELETE FROM undone")
    Record(tmp_path).close()
    assert (tmp_path / LOG).read_bytes() == log
    assert (tmp_path / KEPT).read_bytes() == kept
    assert sorted(path.name for path in tmp_path.glob("journal*")) == ["journal-1.sqlite3", KEPT]


def test_what_a_pulled_plug_left_in_the_write_ahead_log_comes_along(tmp_path: Path) -> None:
    with closing(sqlite3.connect(laid(tmp_path / "on") / FILE, isolation_level=None)) as device:
        device.execute("PRAGMA journal_mode = WAL")
        device.execute("INSERT INTO entries VALUES (112, 9, 'flip G6', 107, 112, '0123456789ab', 1790261200.0)")
        (tmp_path / "pulled").mkdir()
        for end in ("", "-wal", "-shm"):
            (tmp_path / "pulled" / f"{FILE}{end}").write_bytes((tmp_path / "on" / f"{FILE}{end}").read_bytes())
    before = {path.name: path.read_bytes() for path in (tmp_path / "pulled").iterdir()}
    convert_database(tmp_path / "pulled")
    assert {path.name: path.read_bytes() for path in (tmp_path / "pulled").iterdir()} == before
    Record(tmp_path / "pulled").close()
    assert texts(tmp_path / "pulled")[-1] == "flip G6"
    assert (tmp_path / "pulled" / f"{KEPT}-wal").read_bytes() == before[f"{FILE}-wal"]


IMPORTED = (
    # Two games came in from a file, the second under a name that Ben had once, and the table went back to the ninth.
    "INSERT INTO games (id, game, players, options, series, begun, head, last, people) VALUES"
    ' (10, \'praetorians\', \'["Dora", "Ada"]\', \'{"twelves": false, "entry": "scores"}\', 10, 1780000000.0,'
    " 113, 113, '[6, 3]'),"
    ' (11, \'praetorians\', \'["Ada", "Benno"]\', \'{"twelves": false, "entry": "scores"}\', 11, 1780000000.0,'
    " 114, 114, '[3, 4]')",
    "INSERT INTO people VALUES (6, 'Dora', NULL, 0)",
    "INSERT INTO entries VALUES (112, 10, 'new praetorians', 0, 112, 'eb370742e823', 1780000000.0),"
    " (113, 10, 'match 10', 112, 113, 'f05fc12e6553', 1780000020.0),"
    " (114, 11, 'new praetorians', 0, 114, 'eb370742e823', 1780000000.0),"
    " (115, 9, 'import', 0, 107, '832277a64875', 1790300000.0),"
    " (116, 9, 'redo', 0, 108, 'ba3a37f85c1c', 1790300020.0)",
    "DELETE FROM undone WHERE place = 2",
)


def test_games_that_came_by_an_import_come_by_an_import(tmp_path: Path) -> None:
    with Record(laid(tmp_path, *IMPORTED)) as record:
        session = Session(record, SimulatedClock(1_790_300_000.0))
        assert session.now is not None
        assert (session.now.setup.id, session.now.text) == (9, "flip G5")
        assert session.redo().text == "change 4 flip B6"
        # Games from a file seat nobody at the top of the roster.
        assert session.roster == ("Clea", "Ada", "Ben", "Player 1", "Player 2", "Dora")
        assert [game.id for game in session.waiting_games(0, 9).games] == [11, 10, 8]
        assert session.resume(11).setup.names == ("Ada", "Benno")
        assert session.resume(10).text == "match 10"
    (head,) = [line for line in lines(tmp_path) if line.act.kind == acts.IMPORT]
    # The three entries, and the name that Ben had.
    assert head.act.number == 4


def test_the_end_of_a_game_that_was_undone_is_its_end_again_when_it_comes_back(tmp_path: Path) -> None:
    laid(
        tmp_path,
        "INSERT INTO entries VALUES (112, 3, 'resume 3', 0, 30, 'c317bcd24d3e', 1790300000.0),"
        " (113, 3, 'undo', 0, 29, '02952ac367d1', 1790300020.0)",
        "UPDATE games SET head = 29, last = 113, outcome = NULL, ended = NULL WHERE id = 3",
        "INSERT INTO undone VALUES (3, 3, 30)",
    )
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(1_790_300_000.0))
        assert session.now is not None
        assert session.now.text == "bust"
        assert [game.id for game in session.finished_games(0, 9).games] == [7, 6, 5, 4, 2, 1]
        session.redo()
        game = record.game_state(3)
        assert game is not None
        assert game.result == Result((1,), (0, 99))


def test_a_game_that_the_rules_play_otherwise_keeps_its_result(tmp_path: Path) -> None:
    laid(tmp_path, "UPDATE entries SET digest = '0123456789ab' WHERE id = 5")
    with Record(tmp_path) as record:
        game = record.game_state(1)
        assert game is not None
        assert game.result == Result((0,), (99, 3))
        assert record.finished_games(0, 9).total == 7


def test_an_empty_database_becomes_an_empty_log(tmp_path: Path) -> None:
    tables = ("results", "undone", "entries", "games")
    with Record(laid(tmp_path, *[f"DELETE FROM {table}" for table in tables])) as record:
        assert record.numbers() == ()
        assert record.roster == ("Player 1", "Player 2", "Ada", "Ben", "Clea")


# -- plugs, and databases that are not what they should be

PULLED = """
import os, sys
from pathlib import Path
from companion.record.record import Record
source, place = map(Path, sys.argv[1:])

def copied(name):
    folder = place / name
    folder.mkdir()
    for file in source.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    return folder

Record(copied("whole")).close()  # every module is imported now
step, ended = 0, 9
while ended:
    step += 1
    folder = copied(str(step))
    child = os.fork()
    if not child:
        left = step
        def hook(event, arguments):
            global left
            if event in ("open", "os.rename", "os.remove", "os.mkdir", "os.truncate"):
                left -= 1
                if not left:
                    os._exit(9)
        sys.addaudithook(hook)
        Record(folder).close()
        os._exit(0)
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert ended in (0, 9)
print(step)
"""


def test_a_plug_pulled_between_any_two_steps_costs_nothing(tmp_path: Path) -> None:
    laid(tmp_path / "source")
    (tmp_path / "source" / f"{FILE}-wal").write_bytes(b"")
    (tmp_path / "steps").mkdir()
    command = [sys.executable, "-c", PULLED, str(tmp_path / "source"), str(tmp_path / "steps")]
    steps = int(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)
    wanted = texts(tmp_path / "steps" / "whole")
    assert len(wanted) == 111
    database = (tmp_path / "source" / FILE).read_bytes()
    seen = set()
    for step in range(1, steps + 1):
        folder = tmp_path / "steps" / str(step)
        seen.add(tuple(sorted(path.name for path in folder.iterdir() if path.name.startswith(("journal", LOG)))))
        Record(folder).close()
        assert texts(folder) == wanted
        assert (folder / KEPT).read_bytes() == database
        assert sorted(path.name for path in folder.glob("journal*")) == [KEPT, f"{KEPT}-wal"]
    # Among the states that were met: nothing done, the log alone, half put away, all put away.
    half = (f"{KEPT}-wal", FILE, LOG)
    assert seen >= {(FILE, f"{FILE}-wal"), (FILE, f"{FILE}-wal", LOG), half, (KEPT, f"{KEPT}-wal", LOG)}


@pytest.mark.parametrize("schema", [0, 1, 2, 4])
def test_rec_8_a_database_of_another_schema_is_refused_in_words_and_left_alone(tmp_path: Path, schema: int) -> None:
    before = (laid(tmp_path, f"PRAGMA user_version = {schema}") / FILE).read_bytes()
    with pytest.raises(RecordTrouble) as trouble:
        Record(tmp_path)
    assert trouble.value.message.key == "record.older"
    assert trouble.value.message.params == {"file": tmp_path / FILE, "schema": schema}
    assert (tmp_path / FILE).read_bytes() == before
    assert not (tmp_path / LOG).exists()


@pytest.mark.parametrize("broken", [b"", b"eggs " * 2000, b"SQLite format 3\0" + b"\xff" * 4000])
def test_a_database_that_is_none_is_named_and_left_alone(tmp_path: Path, broken: bytes) -> None:
    (tmp_path / FILE).write_bytes(broken)
    with pytest.raises(RecordTrouble) as trouble:
        Record(tmp_path)
    assert str(tmp_path / FILE) in map(str, trouble.value.message.params.values())
    assert (tmp_path / FILE).read_bytes() == broken
    assert not (tmp_path / LOG).exists()


@pytest.mark.parametrize(
    "statement",
    ["UPDATE people SET name = char(27) || '[2J' WHERE id = 1", "UPDATE games SET people = '[77, 78]'",
     "UPDATE entries SET text = 'x' || char(10) WHERE id = 2", "UPDATE entries SET game = 77 WHERE id = 3",
     "UPDATE games SET players = '[7]'", "UPDATE games SET outcome = '7' WHERE id = 1", "DROP TABLE entries"],
)  # fmt: skip
def test_a_database_in_which_something_cannot_be_is_named_and_left_alone(tmp_path: Path, statement: str) -> None:
    before = (laid(tmp_path, statement) / FILE).read_bytes()
    with pytest.raises(RecordTrouble) as trouble:
        Record(tmp_path)
    assert trouble.value.message.params["folder"] == tmp_path / FILE
    assert (tmp_path / FILE).read_bytes() == before
    assert not (tmp_path / LOG).exists()


def test_a_flipped_byte_anywhere_ends_in_words_or_in_a_log(tmp_path: Path) -> None:
    whole = (laid(tmp_path) / FILE).read_bytes()
    for place in range(0, len(whole), 499):
        (tmp_path / FILE).write_bytes(whole[:place] + bytes([whole[place] ^ 0x41]) + whole[place + 1 :])
        try:
            log = convert_database(tmp_path)
        except RecordTrouble:
            continue
        assert log.endswith(b"\n")
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
