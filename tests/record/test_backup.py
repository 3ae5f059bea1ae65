"""A backup holds the record and the settings as they were; a damaged file, or no backup, changes nothing."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import needs
import pytest
from installed import Record, backup, restore
from logs import changed, lines, texts

from companion.play import act as acts
from companion.play.act import Line, Result
from companion.record import RecordTrouble
from companion.record.backup import MAGIC, WITH_PADS, Counted, Restored
from companion.record.index import INDEX
from companion.record.log import LOCK, LOG, SETTINGS, TAGS
from companion.session.session import Session
from hardware.simulated import SimulatedClock


def played(folder: Path, *said: str) -> None:
    """A game by scores of Ada and Ben in the record of a folder."""
    with Record(folder) as record:
        session = Session(record, SimulatedClock(1_790_000_000.0))
        session.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
        for text in said:
            session.enter(text)


def there(folder: Path) -> dict[str, bytes]:
    """Every file of a folder but the lock, which says no more than who had it last."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != LOCK}


def log(folder: Path) -> bytes:
    return (folder / LOG).read_bytes()


def made(folder: Path) -> Path:
    """A backup of a small record: the record's id, two names, the start of a game and three entries."""
    played(folder / "source", "bank 20", "bust", "bank 21")
    file = folder / "evening.backup"
    assert backup(folder / "source", file) == Counted(games=1, entries=7)
    return file


# -- there and back


def test_what_was_saved_comes_back_into_an_empty_folder(tmp_path: Path) -> None:
    played(tmp_path / "one", "bank 20", "bust", "bank 55", "bank 3", "bank 24")
    (tmp_path / "one" / SETTINGS).write_text('language = "ja"\n# mine\n', "utf-8")
    assert backup(tmp_path / "one", tmp_path / "file") == Counted(games=1, entries=9)
    two = tmp_path / "two" / "deep"
    assert restore(two, tmp_path / "file") == Restored(Counted(1, 9), None, None)  # REC-14: as the backup counted
    assert log(two).startswith(log(tmp_path / "one"))
    assert (two / SETTINGS).read_text("utf-8") == 'language = "ja"\n# mine\n'
    assert {stat.S_IMODE((two / name).stat().st_mode) for name in (LOG, SETTINGS, LOCK)} == {0o600}
    with Record(two) as record:
        assert record.finished_games(0, 1).games[0].result == Result((0,), (99, 6))
        assert record.roster == ("Ada", "Ben")


def test_where_the_group_can_read_the_folder_it_can_read_what_is_restored(tmp_path: Path) -> None:
    file = made(tmp_path)
    (tmp_path / "source" / SETTINGS).write_text('language = "ja"\n', "utf-8")
    backup(tmp_path / "source", file)
    two = tmp_path / "two"
    two.mkdir()
    two.chmod(0o750)
    restore(two, file)
    assert {stat.S_IMODE((two / name).stat().st_mode) for name in (LOG, SETTINGS)} == {0o640}


def test_rec_2_what_was_restored_goes_on_under_a_new_id_of_this_machine(tmp_path: Path) -> None:
    file = made(tmp_path)
    ids = set()
    for name in ("source", "two", "three"):
        if name != "source":
            restore(tmp_path / name, file)
        with Record(tmp_path / name) as record:
            ids.add(record.state.id)
            here = record.state.machine
        # It begins once; a start on this machine adds nothing.
        before = log(tmp_path / name)
        Record(tmp_path / name).close()
        assert log(tmp_path / name) == before
    assert len(ids) == 3
    if here == "-":
        pytest.skip("this machine has no id")  # as in a container that was never started
    (tmp_path / "machine-id").write_text("another one")
    with Record(tmp_path / "two", machine=[tmp_path / "machine-id"]) as record:
        assert record.state.id not in ids
        assert record.state.machine != here


def test_a_backup_is_a_file_for_its_owner_alone_and_no_other_is_left(tmp_path: Path) -> None:
    file = made(tmp_path)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["evening.backup", "source"]
    assert sorted(there(tmp_path / "source")) == [INDEX, LOG]


def test_a_backup_is_made_while_the_device_goes_on(tmp_path: Path) -> None:
    with Record(tmp_path / "device") as record:
        session = Session(record, SimulatedClock(1_790_000_000.0))
        session.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
        assert backup(tmp_path / "device", tmp_path / "first").entries == 4
        session.enter("bank 20")
        assert backup(tmp_path / "device", tmp_path / "second").entries == 5
        session.enter("bust")
    restore(tmp_path / "back", tmp_path / "second")
    assert texts(tmp_path / "back") == ["new praetorians", "bank 20"]


def test_a_torn_tail_is_not_saved_and_the_record_is_left_as_it_was(tmp_path: Path) -> None:
    played(tmp_path / "device", "bank 20")
    whole = log(tmp_path / "device")
    (tmp_path / "device" / LOG).write_bytes(whole + b"01234567 5 2026-09-2")
    before = there(tmp_path / "device")
    assert backup(tmp_path / "device", tmp_path / "file") == Counted(1, 5)
    assert there(tmp_path / "device") == before
    restore(tmp_path / "back", tmp_path / "file")
    assert log(tmp_path / "back").startswith(whole)
    assert texts(tmp_path / "back") == ["new praetorians", "bank 20"]


def test_a_backup_takes_the_place_of_another_one_and_of_nothing_else(tmp_path: Path) -> None:
    file = made(tmp_path)
    played(tmp_path / "source", "bust")
    assert backup(tmp_path / "source", file) == Counted(2, 9)
    (tmp_path / "letter").write_text("Dear Ada, " * 50)
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(file)
    (tmp_path / "nowhere").symlink_to(tmp_path / "not there")
    os.mkfifo(tmp_path / "pipe")
    record = tmp_path / "source" / LOG
    for name in ("letter", "folder", "link", "nowhere", "pipe", record, "/dev/null"):
        with pytest.raises(RecordTrouble) as trouble:
            backup(tmp_path / "source", tmp_path / name)
        assert trouble.value.message.key == "backup.there"
    assert (tmp_path / "letter").read_text().startswith("Dear Ada")


def test_a_backup_without_a_record_or_a_target_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RecordTrouble, match="none"):
        backup(tmp_path / "empty", tmp_path / "file")
    assert list(tmp_path.iterdir()) == []
    played(tmp_path / "source")
    with pytest.raises(RecordTrouble, match="unwritable"):
        backup(tmp_path / "source", tmp_path / "no folder" / "file")
    with pytest.raises(RecordTrouble, match="unwritable"):
        backup(tmp_path / "source", Path("/dev/full/file"))


def test_settings_that_are_a_link_or_too_large_are_not_in_a_backup(tmp_path: Path) -> None:
    played(tmp_path / "source")
    (tmp_path / "secret").write_text("of another user")
    (tmp_path / "source" / SETTINGS).symlink_to(tmp_path / "secret")
    backup(tmp_path / "source", tmp_path / "file")
    (tmp_path / "source" / SETTINGS).unlink()
    (tmp_path / "source" / SETTINGS).write_text("#" * 100_000)
    backup(tmp_path / "source", tmp_path / "second")
    for file in ("file", "second"):
        assert (tmp_path / file).read_bytes().split(b"\n")[0].endswith(b" 0")
        assert b"of another user" not in (tmp_path / file).read_bytes()


# -- coming back over something


def test_what_was_there_before_is_kept_under_new_names(tmp_path: Path) -> None:
    file = made(tmp_path)
    played(tmp_path / "device", "bank 7")
    (tmp_path / "device" / SETTINGS).write_text("dim = 60\n")
    present = log(tmp_path / "device")
    first = tmp_path / "device" / "record-1.log"
    assert restore(tmp_path / "device", file) == Restored(Counted(1, 7), first, None)
    assert (tmp_path / "device" / SETTINGS).read_text() == "dim = 60\n"
    assert texts(tmp_path / "device") == texts(tmp_path / "source")
    assert restore(tmp_path / "device", file).record == tmp_path / "device" / "record-2.log"
    assert first.read_bytes() == present
    assert sorted(there(tmp_path / "device")) == ["record-1.log", "record-2.log", LOG, SETTINGS]
    with Record(tmp_path / "device") as record:  # the index is that of the new log
        assert record.numbers() == (1,)
        assert record.state.seq == 7


def test_settings_of_the_backup_hold_and_those_before_are_kept(tmp_path: Path) -> None:
    played(tmp_path / "source")
    (tmp_path / "source" / SETTINGS).write_text("dim = 60\n")
    backup(tmp_path / "source", tmp_path / "file")
    played(tmp_path / "device")
    (tmp_path / "device" / SETTINGS).write_text("dim = 90\n")
    assert restore(tmp_path / "device", tmp_path / "file").settings == tmp_path / "device" / "settings-1.toml"
    assert (tmp_path / "device" / SETTINGS).read_text() == "dim = 60\n"
    assert (tmp_path / "device" / "settings-1.toml").read_text() == "dim = 90\n"


def test_a_present_record_that_is_damaged_is_kept(tmp_path: Path) -> None:
    file = made(tmp_path)
    (tmp_path / "device").mkdir()
    (tmp_path / "device" / LOG).write_bytes(b"nothing that anybody can read" * 200)
    assert restore(tmp_path / "device", file).record == tmp_path / "device" / "record-1.log"
    assert (tmp_path / "device" / "record-1.log").read_bytes() == b"nothing that anybody can read" * 200
    assert texts(tmp_path / "device") == texts(tmp_path / "source")


def test_nothing_comes_back_while_the_device_has_the_record_open(tmp_path: Path) -> None:
    file = made(tmp_path)
    with Record(tmp_path / "device"):
        before = log(tmp_path / "device")
        with pytest.raises(RecordTrouble, match="locked"):
            restore(tmp_path / "device", file)
        assert log(tmp_path / "device") == before
        assert sorted(there(tmp_path / "device")) == [INDEX, LOG]


def test_a_game_whose_replay_leads_elsewhere_comes_back_and_is_counted(tmp_path: Path) -> None:
    played(tmp_path / "source", "bank 20", "bank 20")
    last = lines(tmp_path / "source")[-1].seq
    changed(tmp_path / "source", lambda line: line._replace(digest="0123456789ab") if line.seq == last else line)
    assert backup(tmp_path / "source", tmp_path / "file") == Counted(1, 6)
    assert restore(tmp_path / "device", tmp_path / "file").counted == Counted(1, 6, stuck=1)


def test_a_damaged_line_comes_back_as_it_is(tmp_path: Path) -> None:
    played(tmp_path / "source", "bank 20", "bust")
    damaged = log(tmp_path / "source").replace(b"bank 20", b"bank 21")
    (tmp_path / "source" / LOG).write_bytes(damaged)
    backup(tmp_path / "source", tmp_path / "file")
    assert restore(tmp_path / "device", tmp_path / "file").counted.stuck == 1
    assert log(tmp_path / "device").startswith(damaged)


FULL = """
mount -t tmpfs -o size=96k tmpfs "$1" && cd "$1" && cp -a "$2"/. . && shift 2 && "$@"
ended=$?; LC_ALL=C ls -A; exit $ended
"""


def on_a_small_disk(folder: Path, source: Path, *command: object) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder that is a disk of 96 kB with these files; behind what it says are the files then."""
    inside = [needs.program("unshare"), "--user", "--map-root-user", "--mount", "sh", "-c"]
    if subprocess.run([*inside, 'mount -t tmpfs tmpfs "$0"', folder], capture_output=True, check=False).returncode:
        pytest.skip("mounts are not allowed here")
    run = [*inside, FULL, "sh", str(folder), str(source), *map(str, command)]
    return subprocess.run(run, capture_output=True, text=True, check=False)


def test_a_disk_without_room_for_the_backup_keeps_everything_as_it_was(tmp_path: Path) -> None:
    played(tmp_path / "source", "bank 20")
    with Record(tmp_path / "source") as record:
        for number in range(500):
            record.add_person(f"person {number}", 1_790_000_000.0)
    assert len(log(tmp_path / "source")) > 32_768
    (tmp_path / "source" / INDEX).unlink()
    backup(tmp_path / "source", tmp_path / "file")
    played(tmp_path / "present", "bank 7")
    (tmp_path / "present" / INDEX).unlink()
    (tmp_path / "present" / "photos").write_bytes(bytes(65_536))
    (tmp_path / "disk").mkdir()
    program = [sys.executable, "-m", "companion"]
    ended = on_a_small_disk(
        tmp_path / "disk", tmp_path / "present", *program, "restore", tmp_path / "file", "--data", tmp_path / "disk"
    )
    assert "the disk is full" in ended.stderr
    assert (ended.returncode, ended.stdout.split()) == (1, [LOCK, "photos", LOG])
    ended = on_a_small_disk(
        tmp_path / "disk", tmp_path / "present", *program, "backup", tmp_path / "disk" / "b", "--data",
        tmp_path / "source",
    )  # fmt: skip
    assert "cannot be written: no space left on device" in ended.stderr
    assert (ended.returncode, ended.stdout.split()) == (1, [LOCK, "photos", LOG])


# -- what is no backup, or not whole


def refused(folder: Path, file: Path) -> str:
    """The message about a file that is no backup: it changes no record, and makes no new folder."""
    played(folder / "mine", "bank 5") if not (folder / "mine").exists() else None
    before = there(folder / "mine")
    with pytest.raises(RecordTrouble) as trouble:
        restore(folder / "mine", file)
    assert there(folder / "mine") == before
    with pytest.raises(RecordTrouble):
        restore(folder / "new", file)
    assert not (folder / "new").exists()
    return trouble.value.message.key


def test_what_is_no_file_is_not_even_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert refused(tmp_path, tmp_path / "not there") == "restore.unreadable"
    assert refused(tmp_path, tmp_path / "loop") == "restore.unreadable"
    assert refused(tmp_path, tmp_path / "pipe") == "restore.unreadable"
    assert refused(tmp_path, tmp_path / "folder") == "restore.unreadable"
    assert refused(tmp_path, Path("/dev/zero")) == "restore.unreadable"


def test_a_backup_without_the_pads_that_there_are_is_none(tmp_path: Path) -> None:
    made(tmp_path)
    (tmp_path / "source" / "pads").write_text("a folder that cannot be read")
    with pytest.raises(RecordTrouble) as trouble:
        backup(tmp_path / "source", tmp_path / "copy")
    assert trouble.value.message.key == "record.unreadable"
    assert not (tmp_path / "copy").exists()


def test_other_files_are_no_backups(tmp_path: Path) -> None:
    made(tmp_path)
    (tmp_path / "nothing").write_bytes(b"")
    (tmp_path / "text").write_text("game: praetorians\n" * 200)
    with closing(sqlite3.connect(tmp_path / "foreign")) as database, database:
        database.execute("CREATE TABLE shopping (list TEXT)")
    assert refused(tmp_path, tmp_path / "nothing") == "restore.foreign"
    assert refused(tmp_path, tmp_path / "text") == "restore.foreign"
    assert refused(tmp_path, tmp_path / "foreign") == "restore.foreign"
    assert refused(tmp_path, tmp_path / "source" / LOG) == "restore.record"


def test_pads_that_nest_too_deep_are_damage(tmp_path: Path) -> None:
    pads, log = b"[" * 100_000, (made(tmp_path).parent / "source" / LOG).read_bytes()
    body = b"0 %d\n" % len(pads) + pads + log
    (tmp_path / "deep").write_bytes(WITH_PADS + sha256(body).hexdigest().encode() + b" " + body)
    assert refused(tmp_path, tmp_path / "deep") == "restore.damaged"


def test_a_link_to_a_backup_is_a_backup(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(made(tmp_path))
    assert restore(tmp_path / "device", tmp_path / "link").counted == Counted(1, 7)


def test_a_backup_that_was_cut_off_anywhere_is_refused(tmp_path: Path) -> None:
    whole = made(tmp_path).read_bytes()
    cut = tmp_path / "cut"
    for length in range(len(whole)):
        cut.write_bytes(whole[:length])
        assert refused(tmp_path, cut) == ("restore.foreign" if length < len(MAGIC) else "restore.damaged")


def test_one_flipped_bit_anywhere_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    played(tmp_path / "source", "bank 20")
    (tmp_path / "source" / SETTINGS).write_text("dim = 60\n")
    backup(tmp_path / "source", tmp_path / "file")
    played(tmp_path / "mine", "bank 5")
    whole, before, flipped = (tmp_path / "file").read_bytes(), there(tmp_path / "mine"), tmp_path / "flipped"
    for place in range(len(whole)):
        for bit in range(8):
            flipped.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << bit]) + whole[place + 1 :])
            with pytest.raises(RecordTrouble) as trouble:
                restore(tmp_path / "mine", flipped)
            assert trouble.value.message.key == ("restore.foreign" if place < len(MAGIC) else "restore.damaged")
    assert there(tmp_path / "mine") == before


def test_rec_8_a_backup_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    def newer(line: Line) -> Line:
        return line._replace(act=line.act._replace(number=2)) if line.act.kind == acts.LOG else line

    played(tmp_path / "source", "bank 20")
    changed(tmp_path / "source", newer)
    backup(tmp_path / "source", tmp_path / "file")
    assert refused(tmp_path, tmp_path / "file") == "record.newer"


def test_the_tags_of_cards_go_along_with_and_without_own_pads(tmp_path: Path) -> None:
    played(tmp_path / "source", "bank 20")
    (tmp_path / "source" / TAGS).write_text(f'{"0" * 64} = "TC1 pra R7"\n')
    for pads in (b"", b"no pad"):
        if pads:
            (tmp_path / "source" / "pads").mkdir()
            (tmp_path / "source" / "pads" / "own.toml").write_bytes(pads)
        file, target = tmp_path / f"{len(pads)}.backup", tmp_path / f"restored-{len(pads)}"
        backup(tmp_path / "source", file)
        restored = restore(target, file)
        assert (restored.tags, (target / TAGS).read_text()) == (None, f'{"0" * 64} = "TC1 pra R7"\n')
        assert (target / "pads").exists() == bool(pads)
        assert restore(target, file).tags == target / "tags-1.toml"
