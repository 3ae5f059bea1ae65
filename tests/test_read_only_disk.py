"""A disk that can only be read: a real one, mounted so in a namespace of its own. The record can be looked at."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import needs
import pytest
from damaged_records import session
from installed import Record

from companion.record.index import INDEX
from companion.record.log import LOG
from companion.services.hall.store import FILE, Store

MOUNTED = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"'


def mounted(folder: Path, *command: str, reported: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command that sees a folder as a disk that can only be read."""
    inside = [needs.program("unshare"), "--user", "--map-root-user", "--mount", "sh", "-c", MOUNTED, "sh", str(folder)]
    if subprocess.run([*inside, "true"], capture_output=True, check=False).returncode:
        pytest.skip("mounts are not allowed here")
    return subprocess.run([*inside, *command], input=reported, capture_output=True, text=True, check=False)


def device(folder: Path, words: str) -> list[dict[str, object]]:
    command = (sys.executable, "-m", "companion", "run", "--panel", "text", "--data", str(folder))
    ran = mounted(folder, *command, reported="\n".join(words.split(",")) + "\nquit\n")
    assert ran.returncode == 0, ran.stderr
    assert "Traceback" not in ran.stderr
    return [json.loads(line) for line in ran.stdout.splitlines()]


@pytest.mark.parametrize("how", ["closed", "pulled", "without an index", "with a torn tail"])
def test_the_game_can_be_viewed_and_entries_are_refused_in_words(tmp_path: Path, how: str) -> None:
    folder = left(tmp_path, how)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    said = device(folder, "wait 0,wait 6,back,down,down,down,ok,wait 0,back,back,hold back")
    assert "its disk is read-only" in str(said[0]["banner"])
    assert said[2]["screen"] == "table"
    assert said[3]["screen"] == "menu"
    assert any(answer["screen"] == "log" for answer in said)
    assert "cannot be written: its disk is read-only" in str(said[-1]["banner"])
    assert all(answer["actions"] == [] for answer in said)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def left(place: Path, how: str) -> Path:
    """The folder of an evening, left so."""
    with Record(place / "closed") as record:
        session(record)
        shutil.copytree(place / "closed", place / "pulled")
    if how in ("without an index", "with a torn tail"):
        shutil.copytree(place / "closed", place / how)
    if how == "without an index":
        (place / how / INDEX).unlink()
    if how == "with a torn tail":
        with (place / how / LOG).open("ab") as log:
            log.write(b"torn")
    return place / how


@pytest.mark.parametrize("how", ["closed", "pulled", "without an index", "with a torn tail"])
def test_readers_see_the_same_on_such_a_disk_and_leave_it_as_it_is(tmp_path: Path, how: str) -> None:
    folder = left(tmp_path, how)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    command = (sys.executable, "-m", "companion", "history", "--data", str(folder))
    ran = mounted(folder, *command)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Praetorians  Ada 99, Ben 3 " in ran.stdout
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_without_a_record_there_is_nothing_to_look_at(tmp_path: Path) -> None:
    ran = mounted(tmp_path, sys.executable, "-m", "companion", "run", "--panel", "text", "--data", str(tmp_path))
    assert ran.returncode == 1
    assert "its disk is read-only" in ran.stderr


def test_the_results_of_a_hall_are_exported_from_a_copy_of_its_folder(tmp_path: Path) -> None:
    with closing(Store(tmp_path / "board")):
        pass
    export = (sys.executable, "-m", "companion", "hall", "export", "--as", "csv", "--data")
    ran = mounted(tmp_path / "board", *export, str(tmp_path / "board"))
    why = f"its disk is read-only; copy {tmp_path / 'board'} to another disk, and name the copy with --data"
    assert (ran.returncode, ran.stderr) == (1, f"companion: {tmp_path / 'board' / FILE}: {why}\n")
    (tmp_path / "hall.toml").write_text('club = "arena"\nbroker = "mqtt://127.0.0.1"\n')
    board = (sys.executable, "-m", "companion", "hall", "board", "--config", str(tmp_path / "hall.toml"), "--data")
    ran = mounted(tmp_path / "board", *board, str(tmp_path / "board"))
    assert f"{tmp_path / 'board'} cannot be read: read-only file system" in ran.stderr
    shutil.copytree(tmp_path / "board", tmp_path / "copy")
    again = subprocess.run([*export, str(tmp_path / "copy")], capture_output=True, text=True, check=True)
    assert again.stdout.startswith("place,person,name")
