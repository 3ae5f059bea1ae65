"""*Copy records*: a stick gets backup and games, gives its pads, is unmounted, and the glass says what became of it."""

from __future__ import annotations

import json
import os
import pwd
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from installed import Record, RecordView

from companion.cli import main
from companion.games.pad.collection import shipped_file
from companion.messages import Message
from companion.record.log import LOG
from companion.services.card.pads import take_pads
from companion.services.card.start_files import STICK, STICK_DONE
from companion.services.card.stick import copy_to_stick, find_stick
from companion.session.session import Session
from hardware.simulated import SimulatedClock

PAD = shipped_file("farkle").read_text("utf-8").replace('key = "farkle"', 'key = "dice"').replace("FAR", "DIC")


class Table:
    """A device with a record, and a stick that is a folder: mounting links it to where it is looked at."""

    def __init__(self, folder: Path) -> None:
        self.records, self.card, self.stick = folder / "records", folder / "card", folder / "stick"
        self.at, self.request = folder / "mounted", folder / "copy"
        for made in (self.records, self.card, self.stick):
            made.mkdir()
        self.request.touch()
        self.ran: list[tuple[str, ...]] = []
        self.refuses = ""
        self.reloads = 0
        self.now = 0.0
        self.comes = 0.0
        self.parts = ["sda1"]
        """What is found, look by look, once the stick has come; the last stays."""

    def run(self, command: Sequence[str]) -> None:
        self.ran.append(tuple(command))
        if command[0] == "mount":
            if command[2] in self.refuses:
                raise OSError(f"wrong fs type {command[2]}")
            self.at.rmdir()
            self.stick.rename(self.at)
        else:
            self.at.rename(self.stick)

    def find(self) -> str | None:
        if self.now < self.comes:
            return None
        return self.parts.pop(0) if len(self.parts) > 1 else self.parts[0]

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def reload(self) -> None:
        self.reloads += 1

    def copy(self, owner: pwd.struct_passwd | None = None) -> bool:
        return copy_to_stick(
            self.records, self.card, self.request, owner, at=self.at, find=self.find, run=self.run,
            reload=self.reload, sleep=self.sleep, clock=lambda: self.now, today=lambda: "2026-11-23",
        )  # fmt: skip

    def copies(self) -> set[str]:
        """The names of the files in the folder of the records on the stick."""
        return {file.name for file in (self.stick / "table-companion").iterdir()}

    def told(self, file: str) -> list[str]:
        path = self.card / file
        return [message["en"] for message in json.loads(path.read_text("utf-8"))] if path.exists() else []


def play(folder: Path) -> None:
    with Record(folder, ("Ada", "Ben")) as record:
        session = Session(record, SimulatedClock(1_790_000_000.0))
        session.start("army-ants", ("Ada", "Ben"), {})
        session.enter("concede 0")


def id_of_record(folder: Path) -> str:
    with RecordView(folder) as library:
        return library.state.id


@pytest.fixture
def table(tmp_path: Path) -> Table:
    made = Table(tmp_path)
    play(made.records)
    return made


DONE = "The records are on the stick, in the folder table-companion. The stick can be taken out."


def test_the_stick_gets_a_backup_and_the_games_and_is_unmounted(table: Table, tmp_path: Path) -> None:
    table.comes = 20.0
    assert table.copy()
    assert (table.told(STICK_DONE), table.told(STICK), table.reloads) == ([DONE], [], 1)
    assert not table.request.exists()
    options = "nosuid,nodev,noexec,noatime,umask=077"
    assert table.ran == [
        ("mount", "-t", "vfat", "-o", options, "/dev/sda1", str(table.at)), ("umount", str(table.at))
    ]  # fmt: skip
    of = f"2026-11-23-{id_of_record(table.records)[:8]}"
    assert table.copies() == {f"games-{of}.{kind}" for kind in ("txt", "json", "csv")} | {f"records-{of}.backup"}
    assert main(["restore", str(table.stick / f"table-companion/records-{of}.backup"), "--data",
                 str(tmp_path / "again")]) == 0  # fmt: skip
    assert "army-ants" in (table.stick / f"table-companion/games-{of}.json").read_text("utf-8")


def test_a_stick_with_exfat_is_mounted_too_and_a_second_copy_of_the_day_replaces_the_first(table: Table) -> None:
    table.refuses = "vfat"
    for _ in range(2):
        table.request.touch()
        assert table.copy()
    assert [command[2] for command in table.ran if command[0] == "mount"] == ["vfat", "exfat"] * 2
    assert len(table.copies()) == 4


def test_the_copies_of_two_devices_of_one_day_are_both_on_the_stick(table: Table, tmp_path: Path) -> None:
    assert table.copy()
    first = table.copies()
    table.records = tmp_path / "other"
    play(table.records)
    assert table.copy()
    assert first < table.copies()
    assert len(table.copies()) == 8


def test_a_damaged_record_replaces_no_copy_without_damage(table: Table) -> None:
    assert table.copy()
    first = table.copies()
    log = table.records / LOG
    log.write_bytes(log.read_bytes().replace(b"Ada", b"Ava"))
    for _ in range(2):
        assert table.copy()
    ends = sorted(name.partition("-damaged.")[2] for name in table.copies() - first)
    assert ends == ["backup", "csv", "json", "txt"]


def test_the_partitions_of_a_stick_that_has_just_been_put_in_are_waited_for(table: Table) -> None:
    table.comes, table.parts = 20.0, ["sda", "sda1", "sda2"]
    assert table.copy()
    assert table.ran[0][5] == "/dev/sda2"


def test_without_a_stick_it_says_so_after_a_minute(table: Table) -> None:
    table.comes = 1e9
    assert not table.copy()
    assert (table.told(STICK), table.now) == (["no USB stick was found; put one in and try again"], 60.0)
    assert table.ran == []


def test_a_stick_of_another_system_is_told(table: Table) -> None:
    table.refuses = "vfat exfat"
    assert not table.copy()
    assert table.told(STICK) == [
        "the stick cannot be used: wrong fs type vfat; wrong fs type exfat; it must be FAT or exFAT"
    ]
    assert [command[0] for command in table.ran] == ["mount", "mount"]


def test_a_stick_that_cannot_be_written_is_told_and_unmounted(table: Table) -> None:
    (table.stick / "table-companion").write_text("in the way", "ascii")
    assert not table.copy()
    assert table.told(STICK) == ["the records are not on the stick: file exists"]
    assert table.ran[-1][0] == "umount"


def test_pads_of_the_stick_are_taken_and_wrong_ones_told(table: Table) -> None:
    (table.stick / "pads").mkdir()
    (table.stick / "pads/dice.toml").write_text(PAD, "utf-8")
    (table.stick / "pads/wrong.toml").write_text("key = 7\n", "utf-8")
    (table.stick / "pads/._dice.toml").write_text("rubbish of another computer", "utf-8")
    (table.stick / "pads/picture.png").write_bytes(b"png")
    assert table.copy()
    assert (table.records / "pads/dice.toml").read_text("utf-8") == PAD
    assert [told.partition(":")[0] for told in table.told(STICK)] == ["pads/wrong.toml, line 1"]
    assert table.told(STICK_DONE) == [DONE.replace("The stick", "Score pads taken from it: 1. The stick")]


def test_pads_of_the_card_replace_those_of_the_device_and_the_same_ones_are_nothing_new(tmp_path: Path) -> None:
    (tmp_path / "fat/pads").mkdir(parents=True)
    (tmp_path / "records").mkdir()
    messages: list[Message] = []
    for content, taken in ((PAD, 1), (PAD, 0), (PAD + "# newer\n", 1)):
        (tmp_path / "fat/pads/dice.toml").write_text(content, "utf-8")
        assert take_pads(tmp_path / "fat", tmp_path / "records", None, messages) == taken
        assert (tmp_path / "records/pads/dice.toml").read_text("utf-8") == content
    assert messages == []


def test_a_pad_with_an_ending_that_an_editor_added_is_taken(tmp_path: Path) -> None:
    (tmp_path / "fat/pads").mkdir(parents=True)
    (tmp_path / "records").mkdir()
    (tmp_path / "fat/pads/dice.toml.txt").write_text(PAD, "utf-8")
    (tmp_path / "fat/pads/notes.txt").write_text("of the evening", "utf-8")
    messages: list[Message] = []
    assert take_pads(tmp_path / "fat", tmp_path / "records", None, messages) == 1
    assert (tmp_path / "records/pads/dice.toml").read_text("utf-8") == PAD
    assert messages == []


def test_the_largest_partition_of_a_usb_stick_is_found_and_no_other_disk(tmp_path: Path) -> None:
    blocks, devices = tmp_path / "block", tmp_path / "devices"
    blocks.mkdir()
    assert find_stick(tmp_path / "nowhere") is None
    for name, sectors, found in (
        ("mmcblk0p1", 9_000_000, None), ("sdb", 0, None), ("sda", 8_000_000, "sda"), ("sda1", 409_600, "sda1"),
        ("sda2", 7_000_000, "sda2"), ("sda3", 7_000_000, "sda2"),
    ):  # fmt: skip
        device = devices / ("usb1/1-1" if name.startswith("sd") else "mmc") / name
        device.mkdir(parents=True)
        (blocks / name).symlink_to(device)
        (device / "size").write_text(f"{sectors}\n", "ascii")
        if name[-1].isdigit():
            (device / "partition").touch()
        assert find_stick(blocks) == found


@pytest.fixture
def public_table() -> Iterator[Table]:
    """A table in a folder that every user can enter."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        yield Table(Path(folder))


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can act for another user")
def test_the_stick_is_written_with_the_rights_of_the_record_s_user(public_table: Table) -> None:
    table, nobody = public_table, pwd.getpwnam("nobody")
    play(table.records)
    for path in (table.records, *table.records.rglob("*"), table.stick):
        os.chown(path, nobody.pw_uid, nobody.pw_gid)
    assert table.copy(nobody)
    assert f"uid={nobody.pw_uid},gid={nobody.pw_gid},umask=077" in table.ran[0][4]
    assert {path.stat().st_uid for path in (table.stick / "table-companion").iterdir()} == {nobody.pw_uid}
    assert os.geteuid() == 0
    os.chown(table.stick, 0, 0)
    table.stick.chmod(0o700)
    table.request.touch()
    assert not table.copy(nobody)
    assert table.told(STICK) == ["the records are not on the stick: permission denied"]
