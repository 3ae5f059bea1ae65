"""Commands of root in a folder of the service's user: the files are that user's, and no link is followed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from installed import GameSetup, Record
from logs import texts

from companion.app.banners import MessageBox
from companion.app.reviewing import keep_looks
from companion.app.timers import LitHours
from companion.cli import main
from companion.messages import Message
from companion.play.timeline import Snapshot
from companion.ports import Light
from companion.record.index import INDEX
from companion.record.lists import REVIEWS
from companion.record.log import LOCK, LOG, SETTINGS
from companion.session.kept_reviews import Looks, kept_looks
from companion.session.session import Session
from companion.session.settings_file import SettingsFile
from hardware.simulated import SimulatedClock

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can work in the folders of others")
SERVICE, OTHER = 12345, 54321
"""Users that nobody has on this machine."""
GAME = "game: praetorians\nplayers: Cleo, Dora\noptions: entry=scores\nbank 7\n"
SECRET = b"nobody but root may read this\n"


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that everybody may look into: those of pytest are for one user alone."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        (Path(name) / "games").write_text(GAME)
        (Path(name) / "secret").write_bytes(SECRET)
        (Path(name) / "secret").chmod(0o600)
        yield Path(name)


@pytest.fixture(scope="module")
def _once(tmp_path_factory: pytest.TempPathFactory) -> Path:
    once = tmp_path_factory.mktemp("once")
    (once / "data").mkdir(mode=0o700)
    played(once / "data")
    (once / "data" / SETTINGS).write_text("dim = 60\n")
    assert main(["backup", str(once / "backup"), "--data", str(once / "data")]) == 0
    return once


@pytest.fixture
def folder(_once: Path, place: Path) -> Path:
    """A record of the service's user, with settings and a backup of it beside the folder."""
    shutil.copy(_once / "backup", place / "backup")
    folder = Path(shutil.copytree(_once / "data", place / "data"))
    for path in (folder, *folder.iterdir()):
        os.chown(path, SERVICE, SERVICE)
    return folder


def played(folder: Path) -> None:
    with Record(folder) as record:
        Session(record, SimulatedClock(1_790_000_000.0)).start("praetorians", ("Ada", "Ben"), {"entry": "scores"})


def does(command: str, place: Path) -> int:
    """Run one of the commands that write into a record."""
    files = {"import": [str(place / "games")], "restore": [str(place / "backup")], "check": ["--repair"]}
    return main([command, *files[command], "--data", str(place / "data")])


def owners(folder: Path) -> set[int]:
    return {path.lstat().st_uid for path in (folder, *folder.iterdir())}


COMMANDS = ("import", "restore", "check")


@pytest.mark.parametrize("command", COMMANDS)
def test_what_root_writes_belongs_to_the_owner_of_the_folder(folder: Path, place: Path, command: str) -> None:
    (folder / LOG).write_bytes((folder / LOG).read_bytes() + b"a torn tail")
    assert does(command, place) == (command == "check")
    assert owners(folder) == {SERVICE}
    assert texts(folder)[-1] == ("bank 7" if command == "import" else "new praetorians")


@pytest.mark.parametrize("command", ["import", "restore"])
def test_a_record_that_root_begins_belongs_to_the_owner_of_the_folder(place: Path, command: str) -> None:
    played(place / "source")
    assert main(["backup", str(place / "backup"), "--data", str(place / "source")]) == 0
    (place / "data").mkdir()
    os.chown(place / "data", SERVICE, SERVICE)
    assert does(command, place) == 0
    assert owners(place / "data") == {SERVICE}
    assert texts(place / "data")[-1] in ("bank 7", "new praetorians")


def test_a_first_start_of_root_leaves_the_folder_to_its_owner(place: Path) -> None:
    (place / "data").mkdir()
    os.chown(place / "data", SERVICE, SERVICE)
    command = [sys.executable, "-m", "companion", "run", "--panel", "text", "--data", str(place / "data")]
    assert subprocess.run(command, input="quit\n", capture_output=True, text=True, check=False).returncode == 0
    assert owners(place / "data") == {SERVICE}


def test_what_a_device_of_root_writes_beside_the_record_belongs_to_the_owner_and_to_nobody_else(folder: Path) -> None:
    MessageBox(folder).post(Message("record.barred"))
    SettingsFile(folder).change("dim", 300)
    hours = LitHours(clock := SimulatedClock(0.0), folder)
    hours.note(Light.FULL)
    clock.advance(600.0)
    hours.close()
    step = Snapshot(1, 0, "new praetorians", GameSetup(1, "praetorians", ("Ada", "Ben"), {}), None)
    keep_looks(folder, step, Looks())
    assert ((folder / REVIEWS).stat().st_uid, (folder / REVIEWS).stat().st_mode & 0o777) == (SERVICE, 0o700)
    written = [folder / name for name in ("messages.json", "lit.txt", SETTINGS, f"{REVIEWS}/1.jsonl")]
    assert {(file.stat().st_uid, file.stat().st_mode & 0o777) for file in written} == {(SERVICE, 0o600)}


def test_reviews_in_a_folder_of_root_are_as_good_as_none(folder: Path) -> None:
    (folder / REVIEWS).mkdir(mode=0o700)
    step = Snapshot(1, 0, "new praetorians", GameSetup(1, "praetorians", ("Ada", "Ben"), {}), None)
    os.seteuid(SERVICE)
    try:
        assert kept_looks(folder, step) == Looks()
    finally:
        os.seteuid(0)


NAMES = [
    LOCK, LOG, INDEX, f"{INDEX}-journal", SETTINGS, "torn-1", ".record.log.new", ".torn-1.new", ".record.log.back",
    "..record.log.back.new", "record-1.log", "settings-1.toml",
]  # fmt: skip
"""What the service's user may have put there, and what a command of root opens, writes or makes."""


@pytest.mark.parametrize("to", ["secret", "new"])
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("command", COMMANDS)
def test_no_link_is_followed(
    folder: Path, place: Path, command: str, name: str, to: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / LOG).write_bytes((folder / LOG).read_bytes() + b"a torn tail")
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(place / to)
    os.chown(folder / name, SERVICE, SERVICE, follow_symlinks=False)
    before = (place / "secret").stat()
    status = does(command, place)
    out, err = capsys.readouterr()
    assert (place / "secret").read_bytes() == SECRET
    after = (place / "secret").stat()
    assert (after.st_uid, after.st_mode, after.st_mtime_ns) == (before.st_uid, before.st_mode, before.st_mtime_ns)
    assert not (place / "new").exists()
    assert not any(SECRET in path.read_bytes() for path in folder.iterdir() if path.is_file() and not path.is_symlink())
    assert owners(folder) == {SERVICE}
    assert status == 0 or (status in (1, 2) and (err.startswith("companion: ") or "repaired" in out or "torn" in out))
    assert "Traceback" not in err
    assert SECRET.decode().strip() not in out + err


AS = """
import contextlib, io, os, sys
from companion.cli import main
user, warm, *command = sys.argv[1:]
# What Python imports only when it is needed may lie where this user cannot read: do the same once before.
with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO())), contextlib.redirect_stderr(io.StringIO()):
    for folder in ("data", "none", "games"):  # a record, none, and one that cannot be
        main([*[word.replace("PLACE", warm) for word in command], "--data", f"{warm}/{folder}"])
place = os.path.dirname(warm)
os.setgroups([])
os.setgid(int(user))
os.setuid(int(user))
sys.exit(main([*[word.replace("PLACE", place) for word in command], "--data", f"{place}/data"]))
"""


def by(user: int, place: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a command as another user."""
    warm = place / "warm"
    if not warm.exists():
        warm.mkdir()
        played(warm / "data")
        (warm / "data" / SETTINGS).write_text("dim = 60\n")
        (warm / "games").write_text(GAME)
        assert main(["backup", str(warm / "backup"), "--data", str(warm / "data")]) == 0
    run = [sys.executable, "-c", AS, str(user), str(warm), *command]
    return subprocess.run(run, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "command",
    ["history", "show 1", "stats", "export 1", "log", "check", "check --repair", "backup PLACE/mine",
     "restore PLACE/backup", "import PLACE/games"],
)  # fmt: skip
def test_a_user_without_read_access_gets_the_name_of_the_owner(folder: Path, place: Path, command: str) -> None:
    (place / "backup").chmod(0o644)
    ended = by(OTHER, place, *command.split())
    assert f"the record in {folder} belongs to '#{SERVICE}'; use: sudo -u '#{SERVICE}' companion …" in ended.stderr
    assert ended.returncode in (1, 2)
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize("before", COMMANDS)
def test_after_a_command_of_root_the_service_opens_and_writes_its_record(
    folder: Path, place: Path, before: str
) -> None:
    (folder / LOG).write_bytes((folder / LOG).read_bytes() + b"a torn tail")
    assert does(before, place) == (before == "check")
    (place / "games").write_text(GAME.replace("bank 7", "bank 8"))
    ended = by(SERVICE, place, "import", "PLACE/games")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert texts(folder)[-1] == "bank 8"
    assert owners(folder) == {SERVICE}


def test_where_a_user_may_begin_no_record_nobody_is_named_as_its_owner(place: Path) -> None:
    ended = by(OTHER, place, "import", "PLACE/games")
    assert ended.stderr == f"companion: {place / 'data'} cannot be used for the record: permission denied\n"
    assert ended.returncode == 1


@pytest.mark.parametrize("name", [LOG, LOCK])
@pytest.mark.parametrize("command", ["import PLACE/games", "run --panel text", "log"])
def test_a_file_that_root_has_put_into_the_folder_of_the_service_is_named(
    folder: Path, place: Path, name: str, command: str
) -> None:
    os.chown(folder / name, 0, 0)
    (folder / name).chmod(0o600)
    ended = by(SERVICE, place, *command.split())
    if (name, command) == (LOCK, "log"):  # who only looks needs no lock
        assert ended.stderr == ""
    else:
        told = f"companion: {folder / name} belongs to root; use: sudo chown -R {SERVICE} {folder}\n"
        assert ended.stderr == told
