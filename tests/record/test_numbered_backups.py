"""Backups with numbers: the next number, and of the old ones those with the highest numbers are kept."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from installed import Record, back_up

from companion.cli import main
from companion.record import RecordTrouble
from companion.record.log import LOG


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Record(tmp_path / "data", ("Ada", "Ben")):
        pass
    (tmp_path / "data/backups").mkdir()
    return tmp_path / "data"


def kept(folder: Path, *names: str) -> set[str]:
    """The backups after one more with the name `new`, where there are some with these names."""
    for name in names:
        (folder / "backups" / name).write_text("", "ascii")
    made, counted = back_up(folder, "new")
    assert counted.games == 0
    files = {file.name for file in (folder / "backups").iterdir()}
    assert made.name in files
    return files


def test_the_number_counts_and_not_the_name_or_the_time(folder: Path) -> None:
    (folder / "backups/2-late.backup").write_text("", "ascii")
    os.utime(folder / "backups/2-late.backup", (4_000_000_000, 4_000_000_000))
    assert kept(folder, "8-a.backup", "10-c.backup", "9-b.backup", "007-d.backup") == {
        "11-new.backup", "10-c.backup", "9-b.backup"
    }  # fmt: skip


def test_backups_without_a_number_are_older_than_all_that_have_one(folder: Path) -> None:
    assert kept(folder, "1-a.backup", "c.backup", "b.backup") == {"2-new.backup", "1-a.backup", "c.backup"}


def test_odd_names_and_other_files_do_no_harm(folder: Path) -> None:
    (folder / "backups/4-a folder.backup").mkdir()
    odd = ("1-\nmine.backup", "2- *.backup", "-rf.backup", "3-x.backup", "99999999999-x.backup", "settings.toml")
    assert kept(folder, *odd) == {"5-new.backup", "3-x.backup", "2- *.backup", "4-a folder.backup", "settings.toml"}


def test_a_hidden_file_is_no_backup_of_ours(folder: Path) -> None:
    assert kept(folder, ".7-a.backup") == {"1-new.backup", ".7-a.backup"}


def test_without_a_record_there_is_nothing_to_back_up(tmp_path: Path) -> None:
    with pytest.raises(RecordTrouble, match=r"record\.none"):
        back_up(tmp_path, "new")


def damage(folder: Path) -> None:
    """Spoil a line of the record that others follow."""
    (folder / LOG).write_bytes((folder / LOG).read_bytes().replace(b"name 1 Ada", b"name 1 Bda"))


def damage_end(folder: Path) -> None:
    """Put zeros in the place of the last 40 bytes, as of a block of the card that is lost."""
    (folder / LOG).write_bytes((folder / LOG).read_bytes()[:-40] + bytes(40))


@pytest.mark.parametrize("spoil", [damage, damage_end])
def test_while_a_record_is_damaged_its_last_whole_backup_stays_beside_the_others(
    folder: Path, spoil: Callable[[Path], None]
) -> None:
    for name in ("whole", "also-whole"):
        back_up(folder, name)
    spoil(folder)
    for name in "abcd":
        made, counted = back_up(folder, name)
        assert counted.damaged
        assert made.exists()
    assert sorted(file.name for file in (folder / "backups").iterdir()) == [
        "2-also-whole.backup", "4-b.backup", "5-c.backup", "6-d.backup"
    ]  # fmt: skip


def test_a_damaged_record_replaces_only_backups_that_are_damaged(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, part = tmp_path / "whole.backup", tmp_path / "part.backup"
    assert main(["backup", str(whole), "--data", str(folder)]) == 0
    before = whole.read_bytes()
    damage(folder)
    capsys.readouterr()
    assert main(["backup", str(whole), "--data", str(folder)]) == 1
    assert f"{whole} is not replaced" in capsys.readouterr().err
    assert whole.read_bytes() == before
    for _ in range(2):
        assert main(["backup", str(part), "--data", str(folder)]) == 0
        assert capsys.readouterr().err == (
            "companion: parts of the record are damaged: companion check names them; the last whole backup stays\n"
        )
    whole.write_bytes(before[:-20])
    assert main(["backup", str(whole), "--data", str(folder)]) == 0, "a backup that is damaged itself is no whole one"


def test_the_command_says_which_file_it_has_made(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backup", "--numbered", "before-0.3.0~rc1", "--data", str(folder)]) == 0
    assert capsys.readouterr().out == f"{folder}/backups/1-before-0.3.0~rc1.backup is written; games: 0, entries: 3\n"


@pytest.mark.parametrize("wrong", [["--numbered", "a/b"], ["--numbered", ""], ["--numbered", "a", "file.backup"], []])
def test_the_command_takes_a_file_or_a_name_for_one(
    folder: Path, wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["backup", *wrong, "--data", str(folder)])
    assert "numbered" in capsys.readouterr().err
    assert list((folder / "backups").iterdir()) == []
