"""`companion backup`, `restore`, `export` and `import`, as people type them."""

import json
import os
import subprocess
import sys
from contextlib import chdir
from pathlib import Path

import pytest
from installed import Record
from patience import PATIENCE_S

from companion.cli import main
from companion.console import SERVICE
from companion.console.record_access import explain_trouble
from companion.record import RecordTrouble
from companion.record.log import LOCK, LOG, SETTINGS, TAGS
from companion.session.session import Session
from companion.words import Words
from hardware.simulated import SimulatedClock

Capture = pytest.CaptureFixture[str]


def played(folder: Path, *texts: str, names: tuple[str, ...] = ("Ada", "Ben")) -> None:
    """A game by scores in the record of a folder."""
    with Record(folder) as journal:
        session = Session(journal, SimulatedClock(1_790_000_000.0))
        session.start("praetorians", names, {"entry": "scores"})
        for text in texts:
            session.enter(text)


def does(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


def test_a_backup_says_what_it_holds_and_restoring_what_came_back(tmp_path: Path, capsys: Capture) -> None:
    played(tmp_path / "one", "bank 20")
    (tmp_path / "one" / SETTINGS).write_text("dim = 60\n")
    assert does("backup", tmp_path / "file", "--data", tmp_path / "one") == 0
    assert capsys.readouterr().out == f"{tmp_path / 'file'} is written; games: 1, entries: 5\n"
    assert does("restore", tmp_path / "file", "--data", tmp_path / "one") == 0
    assert capsys.readouterr().out.splitlines() == [
        f"restored from {tmp_path / 'file'}; games: 1, entries: 5",
        f"what was there before is kept as {tmp_path / 'one' / 'record-1.log'}",
        f"what was there before is kept as {tmp_path / 'one' / 'settings-1.toml'}",
    ]


def test_restoring_under_a_running_device_is_refused_with_what_to_do(tmp_path: Path, capsys: Capture) -> None:
    played(tmp_path / "one", "bank 20")
    assert does("backup", tmp_path / "file", "--data", tmp_path / "one") == 0
    with Record(tmp_path / "one"):
        assert does("restore", tmp_path / "file", "--data", tmp_path / "one") == 1
    assert capsys.readouterr().err.splitlines() == [
        f"companion: the record in {tmp_path / 'one'} is in use by process {os.getpid()}",
        "companion: end that program first",
    ]


def test_only_the_record_of_the_service_is_in_use_by_the_service(tmp_path: Path) -> None:
    for folder, cure in ((SERVICE, "stop the device first: sudo systemctl stop companion"),
                         (tmp_path, "end that program first")):  # fmt: skip
        trouble = RecordTrouble("record.locked", folder=folder, process="7")
        assert explain_trouble(trouble, Words("en"))[1:] == [cure]


def test_faults_are_reported_in_the_language_of_the_settings_and_in_one_line(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / SETTINGS).write_text('language = "ja"\n')
    assert does("backup", tmp_path / "file", "--data", tmp_path) == 1
    assert capsys.readouterr().err == (
        f"companion: {tmp_path}に記録がありません。最初のゲームを始めると作られます。"
        "別のフォルダーは--dataで指定してください\n"
    )


def test_a_name_with_an_escape_sequence_reaches_no_terminal(tmp_path: Path, capsys: Capture) -> None:
    assert does("restore", tmp_path / "a\x1b[2Jb\nc", "--data", tmp_path) == 1
    assert f"{tmp_path}/a\\x1b[2Jb\\nc cannot be read" in capsys.readouterr().err


def test_a_damaged_log_is_saved_as_it_is(tmp_path: Path, capsys: Capture) -> None:
    played(tmp_path / "one", "bank 20", "bust")
    raw = (tmp_path / "one" / LOG).read_bytes()
    (tmp_path / "one" / LOG).write_bytes(raw.replace(b"bank 20", b"bank 21"))
    assert does("backup", tmp_path / "file", "--data", tmp_path / "one") == 0
    assert does("restore", tmp_path / "file", "--data", tmp_path / "two") == 0
    assert "games that cannot be continued under today's rules, only read: 1" in capsys.readouterr().out
    assert raw.replace(b"bank 20", b"bank 21") in (tmp_path / "two" / LOG).read_bytes()


def test_a_backup_with_one_flipped_bit_is_refused_and_changes_nothing(tmp_path: Path, capsys: Capture) -> None:
    played(tmp_path / "one", "bank 20")
    assert does("backup", tmp_path / "file", "--data", tmp_path / "one") == 0
    whole = bytearray((tmp_path / "file").read_bytes())
    whole[-20] ^= 1
    (tmp_path / "file").write_bytes(whole)
    assert does("restore", tmp_path / "file", "--data", tmp_path / "two") == 1
    assert "is damaged: its checksum does not fit; nothing was restored" in capsys.readouterr().err
    assert not (tmp_path / "two").exists()


# -- export and import


def test_what_one_device_writes_another_takes_once(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    played(tmp_path / "one", "bank 20", names=("アダ", "Ben"))
    played(tmp_path / "one", "bust")
    assert does("export", "--all", "--data", tmp_path / "one") == 0
    text = capsysbinary.readouterr().out
    assert "players: アダ, Ben\n".encode() in text
    (tmp_path / "file").write_bytes(text)
    assert does("import", tmp_path / "file", "--data", tmp_path / "two") == 0
    assert capsysbinary.readouterr().out == b"imported games: 2, with the numbers 1 to 2\n"
    assert does("import", tmp_path / "file", "--data", tmp_path / "two") == 0
    assert capsysbinary.readouterr().out == b"games that were in the record already: 2\n"
    assert does("export", "--all", "--data", tmp_path / "two") == 0
    assert capsysbinary.readouterr().out == text


def test_a_finished_game_is_printed_as_a_link_to_bg_stats_and_all_of_them_a_line_each(
    tmp_path: Path, capsys: Capture
) -> None:
    for texts in (("concede 0",), ("bank 20",), ("abandon",), ("bank 20", "agree draw")):
        played(tmp_path, *texts)
    assert does("export", "1", "--as", "bgstats", "--data", tmp_path) == 0
    first = capsys.readouterr().out
    assert first.startswith(
        "bgstats://app.bgstatsapp.com/createPlay.html?data=%7B%22sourceName%22%3A%22Table%20Companion"
    )
    assert "Ada%20concedes" in first
    assert does("export", "--all", "--as", "bgstats", "--data", tmp_path) == 0
    lines = capsys.readouterr().out.splitlines(keepends=True)
    assert lines[0] == first
    assert len(lines) == 2
    assert does("export", "last", "--as", "bgstats", "-o", tmp_path / "link", "--data", tmp_path) == 0
    assert (tmp_path / "link").read_text() == lines[1]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("bank 20", "game 1 is not over yet; BG Stats takes games that are over"),
        ("abandon", "game 1 was abandoned; BG Stats takes games with a result"),
    ],
)
def test_a_game_without_a_result_is_no_link_and_leaves_no_file(
    tmp_path: Path, capsys: Capture, text: str, why: str
) -> None:
    played(tmp_path / "data", text)
    file = tmp_path / "link"
    assert does("export", "1", "--as", "bgstats", "-o", file, "--data", tmp_path / "data") == 1
    assert capsys.readouterr().err == f"companion: {why}\n"
    assert not file.exists()


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path, capsys: Capture) -> None:
    played(tmp_path / "one", "bank 20")
    file = tmp_path / "games.json"
    assert does("export", "last", "--as", "json", "-o", file, "--data", tmp_path / "one") == 0
    whole = file.read_text("utf-8")
    assert does("export", "7", "--as", "json", "-o", file, "--data", tmp_path / "one") == 1
    assert capsys.readouterr().err == (
        "companion: 7 is not a game of the record; companion export --all writes all of them\n"
    )
    assert file.read_text("utf-8") == whole
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.json", "one"]
    assert does("import", file, "--data", tmp_path / "two") == 0
    assert capsys.readouterr().out == "the game was imported with the number 1\n"


def test_an_export_takes_the_place_of_a_link_that_leads_to_itself(tmp_path: Path) -> None:
    played(tmp_path / "one", "bank 20")
    (tmp_path / "loop").symlink_to("loop")
    assert does("export", "1", "-o", tmp_path / "loop", "--data", tmp_path / "one") == 0
    assert (tmp_path / "loop").read_text("utf-8").startswith("# game 1\n")


def test_a_log_that_is_no_file_is_named(tmp_path: Path, capsys: Capture) -> None:
    os.mkfifo(tmp_path / LOG)
    for command in ("history", "log", "check", "stats"):
        assert does(command, "--data", tmp_path) > 0
        said = capsys.readouterr()
        assert said.out + said.err == f"companion: {tmp_path / LOG} is not a file\n"


def test_an_export_takes_no_name_of_the_record_and_no_folder(tmp_path: Path, capsys: Capture) -> None:
    played(tmp_path, "bank 20")
    before = (tmp_path / LOG).read_bytes()
    (tmp_path / "link").symlink_to(tmp_path / LOCK)
    there = [path.name for path in tmp_path.iterdir()]
    for name in (*there, SETTINGS, TAGS, "messages.json", "lit.txt", "crashes", "pads/own.toml", "backups/1-a.backup"):
        for command in (("export", "1"), ("report", "1"), ("labels", "spartacus")):
            assert does(*command, "-o", tmp_path / name, "--data", tmp_path) == 1
            assert capsys.readouterr().err == (
                f"companion: {tmp_path / name} belongs to the record itself; give another name\n"
            )
    assert does("backup", tmp_path / SETTINGS, "--data", tmp_path) == 1
    assert "belongs to the record itself" in capsys.readouterr().err
    assert (tmp_path / LOG).read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == there
    assert does("export", "1", "-o", tmp_path, "--data", tmp_path) == 1
    assert "cannot be written: it is a directory" in capsys.readouterr().err
    assert does("export", "1", "-o", tmp_path / "no" / "where", "--data", tmp_path) == 1
    assert does("export", "1", "-o", "/dev/null", "--data", tmp_path) == 0


def test_a_dash_in_place_of_a_file_is_standard_output(
    tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    played(tmp_path, "bank 20")
    assert does("export", "1", "--data", tmp_path) == 0
    whole = capfdbinary.readouterr().out
    with chdir(tmp_path):
        assert does("export", "1", "-o", "-", "--data", tmp_path) == 0
    assert capfdbinary.readouterr().out == whole
    assert not (tmp_path / "-").exists()


def test_an_export_goes_into_a_pipe_by_its_name(tmp_path: Path, capsys: Capture) -> None:
    played(tmp_path, "bank 20")
    assert does("export", "1", "--data", tmp_path) == 0
    reading, writing = os.pipe()
    assert does("export", "1", "-o", f"/dev/fd/{writing}", "--data", tmp_path) == 0
    os.close(writing)
    with os.fdopen(reading, "r", encoding="utf-8") as pipe:
        assert pipe.read() == capsys.readouterr().out


def test_export_wants_one_game_or_all(tmp_path: Path, capsys: Capture) -> None:
    played(tmp_path, "bank 20")
    for arguments in ((), ("1", "--all")):
        assert does("export", *arguments, "--data", tmp_path) == 2
        assert (
            capsys.readouterr().err
            == "companion: companion export takes one of these: the number of a game, last, or --all\n"
        )


def test_a_refused_file_is_reported_with_line_reason_and_rule(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "file").write_text("game: praetorians\nplayers: Ada, Ben\n\nflip R7\nflip R7\n")
    assert does("import", tmp_path / "file", "--data", tmp_path) == 1
    assert capsys.readouterr().err == (
        f"companion: {tmp_path / 'file'}, line 5: "
        "R7 lies in front of the player; only face-down cards can be turned up (PRA-2); nothing was imported\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_what_a_file_says_reaches_the_terminal_without_its_orders_and_not_without_end(
    tmp_path: Path, capsys: Capture
) -> None:
    game = {"game": "x\x1b[2J\n" + "y" * 30_000, "players": [], "entries": []}
    (tmp_path / "file").write_text(json.dumps({"format": "table-companion games", "version": 1, "games": [game]}))
    assert does("import", tmp_path / "file", "--data", tmp_path) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"companion: {tmp_path / 'file'}, game 1: x\\x1b[2J\\ny")
    assert said.count("\n") == 1
    assert len(said) < 1100


def test_what_is_no_file_is_not_waited_for(tmp_path: Path, capsys: Capture) -> None:
    os.mkfifo(tmp_path / "pipe")
    for name, why in (("pipe", "not a file"), ("none", "no such file or directory"), ("/dev/zero", "not a file")):
        assert does("import", tmp_path / name, "--data", tmp_path) == 1
        assert f"it cannot be read: {why}; nothing was imported" in capsys.readouterr().err


def test_standard_input_is_a_file_as_well(tmp_path: Path) -> None:
    text = b"game: praetorians\nplayers: Ada, Ben\noptions: entry=scores\nbank 20\n"
    command = [sys.executable, "-m", "companion", "import", "-", "--data", str(tmp_path)]
    found = subprocess.run(command, input=text, capture_output=True, timeout=PATIENCE_S, check=False)
    assert (found.returncode, found.stdout) == (0, b"the game was imported with the number 1\n")


def test_importing_under_a_running_device_is_refused_with_what_to_do(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "file").write_text("game: praetorians\nplayers: Ada, Ben\n")
    with Record(tmp_path):
        assert does("import", tmp_path / "file", "--data", tmp_path) == 1
    assert "end that program first" in capsys.readouterr().err
