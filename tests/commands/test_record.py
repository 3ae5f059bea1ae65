"""`companion backup`, `restore`, `export` and `import`, as people type them."""

import os
from pathlib import Path

import pytest

from companion.cli import main
from companion.table.evening import Evening
from companion.table.journal import FILE, Journal
from companion.table.settings_file import FILE as SETTINGS
from hardware.simulated.clock import SimulatedClock

Capture = pytest.CaptureFixture[str]


def played(folder: Path, *texts: str, names: tuple[str, ...] = ("Ada", "Ben")) -> None:
    """A game by scores in the record of a folder."""
    with Journal(folder) as journal:
        evening = Evening(journal, SimulatedClock(1_790_000_000.0))
        evening.start("praetorians", names, {"entry": "scores"})
        for text in texts:
            evening.tell(text)


def does(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


def test_a_backup_says_what_it_holds_and_restoring_what_came_back(tmp_path: Path, capsys: Capture) -> None:
    played(tmp_path / "one", "bank 20")
    (tmp_path / "one" / SETTINGS).write_text("dim = 60\n")
    assert does("backup", tmp_path / "file", "--data", tmp_path / "one") == 0
    assert capsys.readouterr().out == f"{tmp_path / 'file'}: 1 games, 2 entries\n"
    assert does("restore", tmp_path / "file", "--data", tmp_path / "one") == 0
    assert capsys.readouterr().out.splitlines() == [
        f"1 games, 2 entries are back from {tmp_path / 'file'}",
        f"what was there before is kept as {tmp_path / 'one' / 'journal-1.sqlite3'}",
        f"what was there before is kept as {tmp_path / 'one' / 'settings-1.toml'}",
    ]


def test_restoring_under_a_running_device_is_refused_with_what_to_do(tmp_path: Path, capsys: Capture) -> None:
    played(tmp_path / "one", "bank 20")
    assert does("backup", tmp_path / "file", "--data", tmp_path / "one") == 0
    with Journal(tmp_path / "one"):
        assert does("restore", tmp_path / "file", "--data", tmp_path / "one") == 1
    assert capsys.readouterr().err.splitlines() == [
        f"companion: the record in {tmp_path / 'one'} is in use by process {os.getpid()}",
        "companion: stop the device first: sudo systemctl stop companion",
    ]


def test_trouble_is_told_in_the_language_of_the_settings_and_in_one_line(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / SETTINGS).write_text('language = "ja"\n')
    assert does("backup", tmp_path / "file", "--data", tmp_path) == 1
    assert capsys.readouterr().err == (
        f"companion: {tmp_path}に記録はありません。--dataでフォルダを指定してください\n"
    )


def test_a_name_with_an_escape_sequence_reaches_no_terminal(tmp_path: Path, capsys: Capture) -> None:
    assert does("restore", tmp_path / "a\x1b[2Jb\nc", "--data", tmp_path) == 1
    assert f"{tmp_path}/a\\x1b[2Jb\\nc cannot be read" in capsys.readouterr().err


def test_a_damaged_record_is_named_with_what_is_wrong(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / FILE).write_bytes(b"nothing that anybody can read" * 200)
    assert does("backup", tmp_path / "file", "--data", tmp_path) == 1
    assert capsys.readouterr().err == f"companion: {tmp_path / FILE} cannot be opened: file is not a database\n"
