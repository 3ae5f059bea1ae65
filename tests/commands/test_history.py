"""`companion history`, `show` and `stats`, as people type them; and what a record may not do to their terminal."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import shutil
import stat
import subprocess
import sys
import termios
from functools import partial
from pathlib import Path
from zlib import crc32

import pytest
from device import begun
from installed import Record
from logs import changed, lines
from pad_tables import entered

from companion.cli import main
from companion.console.tables import Table, format_table, print_csv, print_json, text_width
from companion.record.index import INDEX
from companion.record.log import LOG, SETTINGS
from companion.session.device import Sitting
from companion.session.session import Session
from companion.session.settings_file import SettingsFile
from hardware.simulated import SimulatedClock

RECORDS = Path(__file__).parents[1] / "record" / "records"
ROOT = Path(__file__).parents[2]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record that is kept for the tests.

    It has nine games, seven of them over; the first three are a series; Cleo is called Clea since the fifth; what was
    undone last are two entries of the ninth, which is on the table.
    """
    shutil.copy(RECORDS / "evening.log", tmp_path / LOG)
    Record(tmp_path).close()
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *arguments: str | Path, status: int = 0) -> str:
    """What a command answers on standard output; its complaint where it has another status."""
    assert main([str(argument) for argument in arguments]) == status
    out, err = capsys.readouterr()
    if status:
        assert out == ""
        return err
    assert err == ""
    return out


def columns(text: str) -> list[list[str]]:
    return [[cell for cell in line.split("  ") if cell] for line in text.splitlines()]


# -- history


def test_the_history_has_the_last_game_first_in_aligned_columns(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = columns(said(capsys, "history", "--data", record))
    assert [head.strip() for head in lines[0]] == ["No.", "When", "Game", "Result", "Entries", "Minutes"]
    assert [line[0].strip() for line in lines[1:]] == ["7", "6", "5", "4", "3", "2", "1"]
    assert "Ada 58, Ben 38, Clea 38" in " ".join(lines[3])
    assert "Ben concedes (Ben, Ada)" in " ".join(lines[6])


def test_the_history_is_that_of_a_game_and_of_people(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def numbers(*arguments: str) -> list[int]:
        return [game["number"] for game in json.loads(said(capsys, "history", "--json", *arguments, "--data", record))]

    assert numbers() == [7, 6, 5, 4, 3, 2, 1]
    assert numbers("--limit", "2") == [7, 6]
    assert numbers("--game", "praetorians") == [7, 3, 2, 1]
    # Clea has the games that she played as Cleo.
    assert numbers("--player", "Clea") == [6, 5, 4]
    assert numbers("--player", "Clea", "--player", "Ben") == [5, 4]
    assert numbers("--player", "Clea", "--game", "spartacus") == [5]


def test_the_history_for_programs_says_how_a_game_ended(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = {game["number"]: game for game in json.loads(said(capsys, "history", "--json", "--data", record))}
    assert games[1]["winners"] == ["Ada"]
    assert games[1]["scores"] == [99, 3]
    assert (games[1]["entries"], games[1]["seconds"]) == (10, 200)
    assert (games[2]["how"], games[2]["scores"]) == ("concede 0", None)
    assert games[4]["winners"] == ["Ben", "Cleo"]
    assert games[7]["winners"] == []
    rows = list(csv.DictReader(io.StringIO(said(capsys, "history", "--csv", "--data", record))))
    assert rows[3]["winners"] == "Ben; Cleo"
    assert rows[6]["scores"] == "99; 3"
    assert rows[0]["entries"] == ""


# -- stats


def test_stats_are_everybodys_record_and_how_long_games_take(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = said(capsys, "stats", "--data", record)
    assert output.startswith("Games played, won and lost\nPerson  Game")
    assert "\n\nHow long games take\n" in output
    people = json.loads(said(capsys, "stats", "--json", "--data", record))["people"]
    ada = next(person for person in people if person["name"] == "Ada")
    assert ada == {
        "name": "Ada", "game": "praetorians", "device": False, "played": 3, "won": 2, "drawn": 0, "streak": 0,
        "longest": 2, "best": 99, "least": 0, "mean": 49.5, "thought_ms": None, "aim": 1, "lost": 1,
    }  # fmt: skip
    assert {person["name"] for person in people} == {"Ada", "Ben", "Clea"}


def test_stats_of_two_people_have_them_head_to_head(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    two = ("--player", "Ada", "--player", "Ben")
    output = json.loads(said(capsys, "stats", *two, "--json", "--data", record))
    assert output["meetings"][0] == {
        "players": ["Ada", "Ben"], "game": "praetorians", "device": False, "played": 3, "won": 2, "lost": 1,
        "both": 0, "even": 0,
    }  # fmt: skip
    assert output["lengths"] == []
    lines = said(capsys, "stats", *two, "--game", "praetorians", "--data", record).splitlines()
    assert lines[-2].split() == ["Game", "Played", "Ada", "Ben", "Neither"]
    assert lines[-1].split() == ["Praetorians", "3", "2", "1", "0"]


def test_partners_who_won_together_are_counted_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ("Ada", "Ben", "Cleo", "Di")
    with Record(tmp_path) as opened:
        session = Session(opened, SimulatedClock(1_795_376_890.0))
        session.start("euchre", names, {})
        session.enter("concede 0")
        meetings = session.head_to_head("Ben", "Di")
    for one, other, counts in (("Ben", "Di", ["1", "0", "0", "1", "0"]), ("Ben", "Ada", ["1", "1", "0", "0"])):
        lines = said(capsys, "stats", "--player", one, "--player", other, "--data", tmp_path).splitlines()
        assert lines[-1].split()[1:] == counts
    assert [met.both for met in meetings] == [1]


def test_who_is_named_twice_is_one_person(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = said(capsys, "stats", "--player", "Ada", "--data", record)
    assert said(capsys, "stats", "--player", "Ada", "--player", "Ada", "--data", record) == one


def test_stats_as_csv_have_a_row_for_a_person_and_a_game(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(csv.DictReader(io.StringIO(said(capsys, "stats", "--csv", "--player", "Ben", "--data", record))))
    assert [row["game"] for row in rows] == ["praetorians", "seven-hills", "spartacus"]
    assert rows[0] == {
        "person": "Ben", "game": "praetorians", "played": "3", "won": "1", "drawn": "0", "lost": "2", "streak": "1",
        "longest": "1", "best": "99", "mean": "51.0", "thought_ms": "", "device": "0",
    }  # fmt: skip


def test_stats_of_a_game_have_those_against_the_device_in_a_line_of_their_own(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Record(record) as opened:
        session = Session(opened, SimulatedClock(1_795_376_890.0))
        session.start("praetorians", ("Ada", "Device"), {}, sitting=Sitting({"Device": "2"}))
        session.enter("concede 1")
    asked = ("stats", "--game", "praetorians", "--player", "Ada", "--data", record)
    people = json.loads(said(capsys, *asked, "--json"))["people"]
    kinds = [(line["game"], line["device"], line["played"]) for line in people]
    assert kinds == [("praetorians", False, 3), ("praetorians", True, 1)]
    rows = list(csv.DictReader(io.StringIO(said(capsys, *asked, "--csv"))))
    assert [(row["game"], row["device"], row["played"]) for row in rows] == [
        ("praetorians", "0", "3"), ("praetorians", "1", "1")
    ]  # fmt: skip
    assert "Praetorians with the device" in said(capsys, *asked)


def test_the_best_points_are_the_fewest_where_an_option_says_that_these_win(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def best() -> dict[str, object]:
        people = json.loads(said(capsys, "stats", "--json", "--data", tmp_path))["people"]
        return {person["name"]: person["best"] for person in people}

    with Record(tmp_path) as opened:
        session = Session(opened, SimulatedClock(1_795_376_890.0))
        for ada, ben in ((50, 20), (60, 70)):
            session.start("points", ("Ada", "Ben"), {"goal": "50", "low": True})
            session.enter(f"made 0 {ada}")
            session.enter(f"made 1 {ben}")
        assert [tally.best_points for tally in session.person_stats("Ben")] == [20]
    assert best() == {"Ada": 50, "Ben": 20}
    with Record(tmp_path) as opened:
        session = Session(opened, SimulatedClock(1_795_377_890.0))
        session.start("points", ("Ada", "Ben"), {"goal": "50"})
        session.enter("made 0 80")
        session.enter("made 1 0")
    assert best() == {"Ada": None, "Ben": None}, "in one game the most points win, in the others the fewest"


def test_a_spreadsheet_takes_no_name_for_a_formula_and_numbers_stay_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Record(tmp_path) as opened:
        session = Session(opened, SimulatedClock(1_795_376_890.0))
        session.start("points", ("=SUM(A1)", "Ben"), {})
        for text in ("made 0 -5", "made 1 -7", "finish"):
            session.enter(text)
    rows = {command: list(csv.DictReader(io.StringIO(said(capsys, *command.split(), "--csv", "--data", tmp_path))))
            for command in ("history", "stats", "show last")}  # fmt: skip
    assert (rows["history"][0]["players"], rows["history"][0]["scores"]) == ("'=SUM(A1); Ben", "-5; -7")
    assert [(row["person"], row["best"]) for row in rows["stats"]] == [("'=SUM(A1)", "-5"), ("Ben", "-7")]
    assert not any(cell.startswith("=") for row in rows["show last"] for cell in row.values())


# -- show


def test_a_game_is_shown_in_words_and_in_notation_with_who_has_won_and_why(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = said(capsys, "show", "1", "--data", record).splitlines()
    assert lines[0] == "Game 1: Praetorians, Ada, Ben"
    assert lines[2:4] == ["Ada wins: pawn on 99", "Ada 99, Ben 3"]
    assert lines[5].split() == ["#", "Who", "What", "Effect", "Notation"]
    assert lines[-1].split() == ["10", "Ada", "Stops", "with", "9", "90→99,", "wins!", "bank", "9"]
    assert "Ada wins: Ben concedes" in said(capsys, "show", "2", "--data", record)


def test_a_game_of_a_clock_that_was_never_set_is_shown_without_its_times(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Record(tmp_path) as opened:
        session = Session(opened, SimulatedClock(100.0))
        session.start("praetorians", ("Ada", "Ben"), {})
        session.enter("concede 1")
    lines = said(capsys, "show", "1", "--data", tmp_path).splitlines()
    assert lines[:2] == ["Game 1: Praetorians, Ada, Ben", "Ada wins: Ben concedes"]


def test_last_is_the_game_that_was_touched_last_though_it_is_not_over(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = json.loads(said(capsys, "show", "last", "--json", "--data", record))
    assert (output["number"], output["winners"], output["read_only"]) == (9, None, False)
    # What was gone back over and what was undone is not in it.
    assert [line["notation"] for line in output["log"]] == ["flip R7", "flip R9", "stop", "flip B5"]
    assert [line["who"] for line in output["log"]] == ["Clea", "Clea", "Clea", "Ada"]
    assert "It is not over" in said(capsys, "show", "last", "--data", record)


def test_a_game_that_was_recorded_under_other_rules_is_shown_in_notation(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    changed(record, lambda line: line._replace(digest="0" * 12) if str(line.act) == "bank 9" else line)
    output = said(capsys, "show", "1", "--data", record)
    assert "recorded under other rules" in output
    assert "Ada wins" in output
    assert "bank 9" in output


def test_a_game_that_is_not_in_the_record_is_reported(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for game in ("99", "0", "-1", "first", "9" * 40, "1; DROP TABLE games", "٣"):
        arguments = ("show", "--data", str(record), "--", game)
        assert "is not a game of the record" in said(capsys, *arguments, status=1)


@pytest.mark.parametrize(
    "arguments",
    [("show", "last"), ("verify",), ("export", "last"), ("report", "-o", "-"), ("export", "last", "--as", "bgstats")],
)
def test_before_the_first_game_there_is_no_last_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    with Record(tmp_path):
        pass
    assert said(capsys, *arguments, "--data", tmp_path, status=1) == "companion: no game has been played yet\n"


# -- the record itself


def test_unknown_people_and_games_are_refused_with_the_known_ones(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = said(capsys, "stats", "--player", "Zed", "--data", record, status=2)
    known = "known are Clea, Ada, Ben, Player 1, Player 2"
    assert output == f"companion: Zed is not the name of a person in the record; {known}\n"
    begun = tmp_path / "begun"
    with Record(begun, ("Ada", "Ben")):
        pass
    output = said(capsys, "history", "--player", "Zed", "--data", begun, status=2)
    assert output == "companion: Zed is not the name of a person in the record; known are Ada, Ben\n"
    output = said(capsys, "history", "--game", "chess", "--data", record, status=2)
    assert output.startswith("companion: chess is not a game known here; known are praetorians, ")
    output = said(capsys, "stats", "--game", "Hearts", "--data", record, status=2)
    assert output == "companion: Hearts is not a game known here; did you mean hearts?\n"


def test_a_limit_is_a_number_from_1_on(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for limit in ("0", "-3", "many", "9" * 30):
        with pytest.raises(SystemExit) as end:
            main(["history", "--limit", limit, "--data", str(record)])
        assert end.value.code == 2
        assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [("history",), ("stats",), ("show", "last")])
def test_what_is_no_record_is_reported_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    assert "there is no record in" in said(capsys, *arguments, "--data", tmp_path / "none", status=1)
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("arguments", [("history",), ("stats",), ("show", "1"), ("show", "5"), ("log",)])
def test_a_log_with_nonsense_anywhere_is_answered_in_words(
    record: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    whole = (record / LOG).read_bytes()
    for place in range(0, len(whole), 997):
        (record / LOG).write_bytes(whole[:place] + b"\xa5\n\x1b[2J" * 20 + whole[place + 120 :])
        status = main([*arguments, "--data", str(record)])
        out, err = capsys.readouterr()
        assert status in (0, 1)
        assert (status == 1) == err.startswith("companion: ")
        assert "Traceback" not in out + err
        assert "\x1b" not in out + err


def test_the_record_is_read_while_the_device_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Record(tmp_path) as journal:
        session = Session(journal, SimulatedClock(1_790_000_000.0))
        session.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
        session.enter("bank 20")
        before = sorted(path.name for path in tmp_path.iterdir())
        output = json.loads(said(capsys, "show", "last", "--json", "--data", tmp_path))
        assert [line["notation"] for line in output["log"]] == ["bank 20"]
        session.enter("concede 0")
        assert [game["number"] for game in json.loads(said(capsys, "history", "--json", "--data", tmp_path))] == [1]
        (ben,) = json.loads(said(capsys, "stats", "--json", "--player", "Ben", "--data", tmp_path))["people"]
        assert ben["won"] == 1
        assert sorted(path.name for path in tmp_path.iterdir()) == before
        session.undo()  # and the device minds nobody


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_enough(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        assert said(capsys, "history", "--data", record)
    finally:
        record.chmod(stat.S_IRWXU)


def test_where_the_fewest_points_win_they_are_the_best(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # HEA-3: whoever takes all 26 gives the others 26 each; with goal 50 two or three rounds are a game.
    best: dict[str, int] = {}
    with Record(tmp_path, ()) as record:
        session = Session(record, SimulatedClock(1_790_000_000.0))
        for first_takes in (-1, 0):
            table = entered("hearts", 3, goal="50")
            session.start("hearts", table.setup.names, table.setup.options)
            while not table.over:
                action = table.legal[first_takes]
                session.enter(str(action))
                table.enter(action)
            outcome = table.timeline[-1].outcome
            assert outcome is not None
            for name, score in zip(table.setup.names, outcome.scores, strict=True):
                best[name] = min(score, best.get(name, score))
    people = json.loads(said(capsys, "stats", "--json", "--data", tmp_path))["people"]
    assert {one["name"]: one["best"] for one in people} == best
    rows = csv.DictReader(io.StringIO(said(capsys, "stats", "--csv", "--data", tmp_path)))
    assert {row["person"]: int(row["best"]) for row in rows} == best


def test_an_empty_record_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Record(tmp_path, ("Ada",)).close()
    for command in ("history", "stats"):
        assert said(capsys, command, "--data", tmp_path) == "there is no finished game to show\n"
        assert said(capsys, command, "--csv", "--data", tmp_path).count("\n") == 1
    # Somebody who is on the roster and has played nothing is somebody.
    assert said(capsys, "stats", "--player", "Ada", "--data", tmp_path) == "there is no finished game to show\n"


def test_the_language_is_that_of_the_settings(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    SettingsFile(record).change("language", "ja")
    assert "近衛兵" in said(capsys, "history", "--data", record)
    assert "ゲームの長さ" in said(capsys, "stats", "--data", record)
    assert "Adaの勝ち" in said(capsys, "show", "1", "--data", record)


# -- names that give orders

EVIL = "A\x1b[2J\x9b31m\u202e\nB"


@pytest.fixture
def evil(record: Path) -> Path:
    """A record in which somebody has put a name that is none."""
    before = lines(record)
    raws = []
    for line in before:
        text = str(line.act).replace("name 3 Ada", f"name 3 {EVIL}").replace("abandon", f"abandon{EVIL}")
        text = text.replace("new spartacus", f"new {EVIL}")
        rest = line.encode()[9:-1].decode().replace(str(line.act), text).encode()
        raws.append(b"%08x %s\n" % (crc32(rest), rest))
    (record / LOG).write_bytes(b"".join(raws))
    (record / INDEX).unlink()
    return record


@pytest.mark.parametrize("form", [(), ("--json",), ("--csv",)])
@pytest.mark.parametrize(
    "arguments", [("history",), ("stats",), ("show", "1"), ("show", "7"), ("stats", "--player", "x\x1b[2J")]
)
def test_no_name_reaches_the_terminal_as_an_order(
    evil: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], form: tuple[str, ...]
) -> None:
    main([*arguments, *form, "--data", str(evil)])
    out, err = capsys.readouterr()
    for character in (*map(chr, range(0x0A)), *map(chr, range(0x0B, 0x20)), "\x7f", "\x9b", "\u202e", "\u2028"):
        assert character not in out + err, repr(character)
    assert "A\nB" not in out


# -- tables

WIDE = Table(
    "A title", ("No.", "Who", "What it was all about"),
    ((1, "Ada", "something that goes on for quite a while and then some"), (22, "花子", None), (3, "[red]x", "short")),
)  # fmt: skip


def test_a_table_without_a_terminal_is_as_wide_as_it_likes() -> None:
    assert format_table(WIDE) == [
        "A title",
        "No.  Who     What it was all about",
        "  1  Ada     something that goes on for quite a while and then some",
        " 22  花子",
        "  3  [red]x  short",
    ]


def test_marks_and_joiners_take_no_column_of_the_terminal() -> None:
    rows = [("Zoe\u0308", 1), ("عا\u200cجن", 2), ("क\u200dष", 3)]
    assert [text_width(line) for line in format_table(Table("", ("Who", "No."), rows))] == [9, 9, 9, 9]
    assert text_width("Zoe\u0308\u200d") == 3


def test_a_table_fits_the_terminal_and_breaks_the_widest_texts_at_blanks() -> None:
    assert format_table(WIDE, 40)[2:5] == [
        "  1  Ada     something that goes on for",
        "             quite a while and then some",
        " 22  花子",
    ]
    for width in range(12, 90):
        assert all(wide(line) <= width for line in format_table(WIDE, width))


def test_the_widest_column_that_can_is_made_narrower_and_no_other() -> None:
    """Of 30, 20 and 12 columns with gaps of 2: only the first shrinks, then the first two alike; never a heading."""
    texts = ("aaaa " * 6).strip() + "a", ("bbbb " * 4).strip() + "b", "123456789012"
    table = Table("", ("one", "two", "a heading of so many letters"), [(*texts[:2], 5)])
    for width, columns in ((80, (28, 20)), (72, (20, 20)), (62, (15, 15)), (61, (14, 15))):
        head = format_table(table, width)[0]
        assert (head.index("two") - 2, head.index("a heading") - head.index("two") - 2) == columns


def wide(line: str) -> int:
    return sum(2 if letter > "\u2e80" else 1 for letter in line)


def test_where_a_table_has_no_room_every_cell_has_a_line() -> None:
    assert format_table(WIDE, 20)[:4] == ["A title", "", "No.: 1", "Who: Ada"]


def test_files_for_programs_stay_readable_whatever_is_in_them(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"name": EVIL, "half": "\ud800"})
    assert json.loads(capsys.readouterr().out) == {"name": EVIL, "half": "\ud800"}
    print_csv(("a", "b"), [('x,"y"', None), (1.25, 3)])
    assert list(csv.reader(io.StringIO(capsys.readouterr().out))) == [["a", "b"], ['x,"y"', ""], ["1.2", "3"]]


def test_a_terminal_gets_a_table_as_wide_as_itself(record: Path) -> None:
    """The real command at a real terminal of 50 columns, where the plain table would be wider."""
    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (24, 50))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", "COLUMNS": "200"}
    command = [sys.executable, "-W", "error", "-m", "companion", "history", "--data", str(record)]
    process = subprocess.Popen(command, stdout=slave, stderr=slave, env=environment)
    os.close(slave)
    said = b""
    try:
        while part := os.read(master, 4096):
            said += part
    except OSError:  # the other end is closed
        pass
    os.close(master)
    assert process.wait() == 0
    lines = said.decode().replace("\r", "").split("\n")
    assert "Praetorians" in said.decode()
    assert max(len(line) for line in lines if "\x1b" not in line) <= 50


def test_a_terminal_without_the_letters_gets_their_names(record: Path) -> None:
    SettingsFile(record).change("language", "ja")
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-W", "error", "-m", "companion", "history", "--data", str(record)]
    ended = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert b"\\u8fd1\\u885b\\u5175" in ended.stdout


def test_a_date_of_a_clock_that_was_not_synchronised_is_marked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for folder, synchronised, mark in (("a", (True, True), ""), ("b", (True, False), "?"), ("c", (False, True), "?")):
        now = {"sure": synchronised[0]}
        with Record(tmp_path / folder, ("Ada", "Ben"), sure=partial(now.__getitem__, "sure")) as record:
            session = Session(record, SimulatedClock(1_790_000_000.0))
            session.start("army-ants", ("Ada", "Ben"), {})
            now["sure"] = synchronised[1]
            session.enter("concede 0")
        for _ in range(2):  # the second time from the index
            (shown,) = json.loads(said(capsys, "history", "--data", tmp_path / folder, "--json"))
            assert shown["sure"] is (mark == "")
            day = columns(said(capsys, "history", "--data", tmp_path / folder))[1][1]
            assert day.endswith("?") is (mark == "?")
            assert f"{day} " in said(capsys, "show", "last", "--data", tmp_path / folder)


def test_devices_are_called_as_in_the_language_of_the_table_and_as_in_the_record_for_programs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names, seats = ("Device", "Ada", "Device 2"), {"Device": "1", "Device 2": "1"}
    with Record(tmp_path, ("Ada",)) as opened:
        session = Session(opened, SimulatedClock(1_790_000_000.0))
        session.start("spartacus", names, {}, 0, sitting=Sitting(seats))
        session.enter("abandon")
    (tmp_path / SETTINGS).write_text('language = "ja"\n')
    page = tmp_path / "page.html"
    said(capsys, "report", "-o", page, "--data", tmp_path)
    for text in (
        said(capsys, "history", "--data", tmp_path),
        said(capsys, "show", "last", "--data", tmp_path),
        said(capsys, "verify", "--data", tmp_path),
        said(capsys, "log", "--data", tmp_path),
        page.read_text("utf-8"),
    ):
        assert "Device" not in text
    assert "デバイス 2" in said(capsys, "history", "--data", tmp_path)
    assert "デバイス 2" in said(capsys, "log", "--data", tmp_path)
    assert "デバイス 2" in page.read_text("utf-8")
    for command in (["history"], ["show", "last"]):
        assert '"Device 2"' in said(capsys, *command, "--json", "--data", tmp_path)


def test_a_name_in_a_log_is_whole_where_nothing_limits_the_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begun(tmp_path, "spartacus", ("Maximiliane-Theodora", "Ben", "Cleo"), "play 6", "pass", "pass")
    rows = csv.DictReader(io.StringIO(said(capsys, "show", "1", "--csv", "--data", tmp_path)))
    assert [row["came"] for row in rows] == ["", "", "Maximiliane-Theodora +6"]
