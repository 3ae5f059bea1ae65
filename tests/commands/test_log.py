"""`companion log`: the record line by line, in words or as it stands, also while it grows."""

from __future__ import annotations

import gc
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from installed import Record

from companion.cli import main
from companion.commands.log import WordLog
from companion.play.timeline import Snapshot
from companion.record.log import LOG
from companion.record.lookup import opened_log
from companion.session.session import Session
from companion.words import Words
from hardware.simulated import SimulatedClock

Capture = pytest.CaptureFixture[str]
WALL = 1_790_000_000.0
WHEN = time.strftime("%Y-%m-%d %H:%M", time.localtime(WALL))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two games with everything in them that has words of its own."""
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(WALL))
        session.add_person("Ada")
        session.add_person("Bob")
        session.rename_person("Bob", "Ben")
        session.start("praetorians", ("Ada", "Ben"), {})
        session.enter("flip R7")
        session.enter("stop")
        session.undo()
        session.redo()
        session.enter("back 1")
        session.enter("change 1 flip R5")
        session.start("army-ants", ("Ada", "Ben"), {"entry": "scores"})
        session.undo()
        session.redo()
        session.resume(1)
        session.enter("concede 0")
        session.retire_person("Ben")
    (tmp_path / "games").write_text("game: praetorians\nplayers: Cleo, Ada\noptions: entry=scores\nbank 7\n")
    assert main(["import", str(tmp_path / "games"), "--data", str(tmp_path)]) == 0
    return tmp_path


def said(capsys: Capture, folder: Path, *more: str, status: int = 0) -> list[str]:
    """The lines that the command prints."""
    capsys.readouterr()
    assert main(["log", *more, "--data", str(folder)]) == status
    out, err = capsys.readouterr()
    assert (err == "") == (status == 0)
    return (out or err).splitlines()


def without_time(lines: list[str]) -> list[str]:
    """What a line belongs to and what it says; the first and those of an import are of today."""
    return [line[len(WHEN) + 2 :] for line in lines]


def snapshots() -> int:
    """How many snapshots are in memory."""
    return len([one for one in gc.get_objects() if isinstance(one, Snapshot)])


def test_the_tables_of_one_game_at_a_time_are_in_memory(tmp_path: Path) -> None:
    """A record of thousands of games has a gigabyte of tables."""
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(WALL))
        for _ in range(8):
            session.start("praetorians", ("Ada", "Ben"), {})
            session.enter("flip R7")
        for number in (1, 3):
            session.resume(number)
            session.enter("stop")
    before, found = snapshots(), list[str]()
    with closing(opened_log(tmp_path)) as file:
        for _, line in WordLog(file, tmp_path, Words("en")).new_lines():
            found.append(line)
            assert snapshots() - before <= 3
    assert [line.partition("  ")[2] for line in found if "Stop" in line] == [
        "g1      Ada: Stop 0→7", "g3      Ada: Stop 0→7"
    ]  # fmt: skip


def test_every_line_is_said_in_words_with_its_time_and_its_game(folder: Path, capsys: Capture) -> None:
    found = said(capsys, folder)
    assert without_time(found) == [
        "record  the record begins",
        "people  Ada joins",
        "people  Bob joins",
        "people  Bob is called Ben from now on",
        "g1      Praetorians: Ada, Ben",
        "g1      Ada: ▲R7 sum 7",
        "g1      Ada: Stop 0→7",
        "g1      taken back: stop",
        "g1      again: stop",
        "g1      back 1",
        "g1      change 1 flip R5",
        "g2      Army Ants: Ada, Ben",
        "g2      taken back: the start of the game",
        "g2      again: the start of the game",
        "g1      comes back to the table",
        "g1      Ada concedes",
        "people  Ben leaves",
        "record  3 lines from a file",
        "people  Cleo joins",
        "g3      Praetorians: Cleo, Ada",
        "g3      Cleo: Stops with 7 0→7",
    ]
    assert {line[: len(WHEN)] for line in found[1:17]} == {WHEN}


@pytest.mark.parametrize(("text", "line"), [("win 0", "Ada wins"), ("draw", "Nobody wins")])
def test_the_end_of_army_ants_by_scores_is_said_once(tmp_path: Path, capsys: Capture, text: str, line: str) -> None:
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(WALL))
        session.start("army-ants", ("Ada", "Ben"), {"entry": "scores"})
        session.enter(text)
    assert without_time(said(capsys, tmp_path))[-1] == f"g1      {line}"


def test_the_words_are_those_of_the_language_that_is_set(folder: Path, capsys: Capture) -> None:
    (folder / "settings.toml").write_text('language = "ja"\n')
    found = without_time(said(capsys, folder))
    assert found[1:4] == ["people  Adaが参加", "people  Bobが参加", "people  Bobは今からBen"]
    assert found[7] == "g1      元に戻した：stop"
    assert found[14] == "g1      場に戻る"
    assert found[17] == "record  ファイルから3行"


def test_one_game_is_said_by_its_number(folder: Path, capsys: Capture) -> None:
    whole = said(capsys, folder)
    for number, count in ((1, 9), (2, 3), (3, 2)):
        found = said(capsys, folder, str(number))
        assert found == [line for line in whole if f"  g{number} " in line]
        assert len(found) == count


def test_the_game_that_was_touched_last_is_said_by_that_word(folder: Path, capsys: Capture) -> None:
    assert said(capsys, folder, "last") == said(capsys, folder, "3")
    assert said(capsys, folder, "last", "--raw") == said(capsys, folder, "3", "--raw")


def test_raw_lines_are_those_of_the_file(folder: Path, capsys: Capture) -> None:
    assert said(capsys, folder, "--raw") == (folder / LOG).read_text("utf-8").splitlines()
    assert [line.split(" ", 5)[5] for line in said(capsys, folder, "2", "--raw")] == [
        "new army-ants 1,2 deployment=dealt entry=scores", "undo", "redo",
    ]  # fmt: skip


def test_a_line_that_cannot_be_read_is_said_and_shown_as_it_is(folder: Path, capsys: Capture) -> None:
    whole = said(capsys, folder)
    (folder / LOG).write_bytes((folder / LOG).read_bytes().replace(b" flip R7\n", b" flip\x1bR7\n"))
    found = said(capsys, folder)
    assert without_time(found)[5] == "g1      a line that cannot be read any more"
    # What stands behind it in this game is said in notation: nobody knows the table.
    assert without_time(found)[6:7] == ["g1      stop"]
    assert found[11:14] == whole[11:14]
    raw = said(capsys, folder, "--raw")
    assert raw[5].endswith(" flip\\x1bR7")
    assert len(raw) == len(whole)


def test_a_torn_tail_is_not_said(folder: Path, capsys: Capture) -> None:
    whole, raw = said(capsys, folder), said(capsys, folder, "--raw")
    with (folder / LOG).open("ab") as log:
        log.write(b"0b1fe37c 1043 2026-11-")
    assert said(capsys, folder) == whole
    assert said(capsys, folder, "--raw") == raw


def test_a_missing_record_is_reported(tmp_path: Path, capsys: Capture) -> None:
    (line,) = said(capsys, tmp_path, status=1)
    assert line == f"companion: there is no record in {tmp_path}; --data names its folder, the first game begins one"


def test_a_game_that_is_not_in_the_record_is_refused(folder: Path, capsys: Capture) -> None:
    for more in ((), ("--raw",)):
        (line,) = said(capsys, folder, "99", *more, status=1)
        assert line == "companion: 99 is not a game of the record; without a number all of it is shown"


@pytest.mark.parametrize("more", [(), ("--raw",)])
def test_a_log_is_followed_while_it_grows_until_ctrl_c(tmp_path: Path, more: tuple[str, ...]) -> None:
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(WALL))
        session.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
        command = [sys.executable, "-m", "companion", "log", "-f", *more, "--data", str(tmp_path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as log:
            assert log.stdout is not None
            assert log.stderr is not None
            try:
                first = [log.stdout.readline() for _ in range(4)]
                opened = [str(file.readlink()) for file in Path(f"/proc/{log.pid}/fd").glob("*")]
                assert "anon_inode:inotify" in opened or sys.platform != "linux", "it sleeps until the log has grown"
                session.enter("bank 20")
                grown = log.stdout.readline()
                session.enter("bust")
                assert log.stdout.readline()
            finally:
                log.send_signal(signal.SIGINT)
            assert (log.stdout.read(), log.stderr.read(), log.wait()) == ("", "", 130)
    assert " g1 " in first[3]
    assert " g1 " in grown
    assert grown.endswith(" bank 20\n" if more else " 0→20\n")
