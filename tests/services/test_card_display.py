"""What a start of the card does for its display: the splash that the next one begins with, and the driver of SPI."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import needs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from patience import PATIENCE_S

from companion.installation import RUN
from companion.services.card.prepare import SPI, Clock, Places, prepare, prepare_display, splash_lines
from companion.session.settings_file import SettingsFile
from hardware import splash
from hardware.boards.profile import load, text_of
from hardware.simulated.chip import Ssd1306
from hardware.simulated.sh1106 import Sh1106

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a card for Linux")
MODELS: dict[str, type[Ssd1306]] = {"ssd1306": Ssd1306, "ssd1309": Ssd1306, "sh1106": Sh1106}
CARD_SH = Path(__file__).resolve().parents[2] / "systemd/image/card.sh"
NOTED = 'i2ctransfer() { echo "$*" >>"$NOTES"; [ "$(wc -l <"$NOTES")" != "$FAIL_AT" ]; }'


class Transfer(NamedTuple):
    """A call of i2ctransfer: the bus, the address, and what is written there."""

    bus: int
    address: int
    bytes: bytes


class Initrd:
    """The function `splash` of card.sh on a data partition, with an i2ctransfer that notes what it is asked for."""

    def __init__(self, folder: Path) -> None:
        self.busybox = needs.program("busybox")
        self.data, self.run, self.notes = [folder / name for name in ("data", "run", "notes")]
        self.file = self.data / "splash"
        self.data.mkdir()
        self.run.mkdir()

    def prepare(self, board: str) -> None:
        prepare_display(load(board), self.data, self.run)

    def splash(self, fail_at: int = 0) -> list[Transfer]:
        """The transfers of a start."""
        self.notes.write_bytes(b"")
        done = subprocess.run(
            [self.busybox, "sh", "-c", f'{NOTED}\n. "{CARD_SH}"\nsplash "{self.data}"'],
            env={"PATH": "/nowhere", "NOTES": str(self.notes), "FAIL_AT": str(fail_at)},
            capture_output=True, text=True, timeout=PATIENCE_S, check=False,
        )  # fmt: skip
        assert done.stderr == ""
        found = []
        for line in self.notes.read_text("ascii").splitlines():
            option, bus, written, *sent = line.split()
            count, address = written.removeprefix("w").split("@")
            assert option == "-y"
            assert int(count) == len(sent)
            found.append(Transfer(int(bus), int(address, 16), bytes([int(byte, 16) for byte in sent])))
        return found


@pytest.fixture
def initrd(tmp_path: Path) -> Initrd:
    return Initrd(tmp_path)


def picture(chip: str, transfers: Iterable[bytes]) -> bytes:
    """What a chip shows after these transfers."""
    made = MODELS[chip]()
    for sent in transfers:
        made.write(sent)
    assert made.on
    return made.picture().tobytes()


@pytest.mark.parametrize("chip", MODELS)
def test_the_next_start_shows_the_splash_on_the_display_of_this_one(initrd: Initrd, chip: str) -> None:
    initrd.prepare(chip)
    found = initrd.splash()
    assert {(transfer.bus, transfer.address) for transfer in found} == {(1, 0x3C)}
    wanted: list[bytes] = []
    splash.show(wanted.append, chip)
    assert picture(chip, [transfer.bytes for transfer in found]) == picture(chip, wanted)


def test_another_address_and_another_bus(initrd: Initrd) -> None:
    initrd.prepare(own_board(initrd, "bus = 0\naddress = 0x3D"))
    assert {(transfer.bus, transfer.address) for transfer in initrd.splash()} == {(0, 0x3D)}


@pytest.mark.parametrize("fail_at", [1, 2, 3])
def test_a_display_that_does_not_answer_is_not_asked_again(initrd: Initrd, fail_at: int) -> None:
    initrd.prepare("plain")
    assert len(initrd.splash(fail_at)) == fail_at


def test_before_the_first_start_nothing_is_sent(initrd: Initrd) -> None:
    assert initrd.splash() == []


@given(content=st.one_of(st.binary(max_size=300), st.text(alphabet="0123456789abcdefxX$(); `\n'\"-w@", max_size=300)))
@settings(max_examples=25, deadline=None)
def test_what_is_no_splash_is_not_sent(content: bytes | str) -> None:
    with TemporaryDirectory() as folder:
        initrd = Initrd(Path(folder))
        initrd.file.write_bytes(content if isinstance(content, bytes) else content.encode())
        for transfer in initrd.splash():
            assert transfer.address in (0x3C, 0x3D)


@pytest.mark.parametrize(
    "line",
    ["1 0x50 0x00", "1 0x3c", "1 0x3c 0x0", "1 0x3c 0x000", "100 0x3c 0x00", "1 0x3c 0x00;reboot", " 1 0x3c 0x00", ""],
)
def test_no_other_chip_is_written_to(initrd: Initrd, line: str) -> None:
    initrd.file.write_text(f"{line}\n", "ascii")
    assert initrd.splash() == []


def test_the_same_board_again_writes_nothing(initrd: Initrd) -> None:
    initrd.prepare("plain")
    before = initrd.file.stat()
    initrd.prepare("plain")
    assert initrd.file.stat().st_ino == before.st_ino
    initrd.prepare("sh1106")
    assert initrd.file.stat().st_ino != before.st_ino
    assert picture("sh1106", [transfer.bytes for transfer in initrd.splash()])


def test_only_a_display_on_spi_gets_its_driver_and_has_no_splash(initrd: Initrd) -> None:
    initrd.prepare("plain")
    assert not (initrd.run / "spi").exists()
    initrd.prepare("waveshare-oled-hat")
    assert (initrd.run / "spi").exists()
    assert not initrd.file.exists()
    assert initrd.splash() == []
    initrd.prepare("plain")
    assert not (initrd.run / "spi").exists()
    assert initrd.splash() != []


def test_udev_loads_no_driver_of_spi_and_the_unit_does_where_it_is_asked_for() -> None:
    root = CARD_SH.parent / "root"
    assert "\nblacklist spi_bcm2835\n" in (root / "etc/modprobe.d/companion.conf").read_text("utf-8")
    units = root / "usr/lib/systemd/system"
    assert "spi" not in (units / "companion-devices.service").read_text("utf-8")
    unit = (units / "companion-spi.service").read_text("utf-8")
    assert f"\nConditionPathExists={RUN}/{SPI}\n" in unit
    # -b would obey the blacklist.
    assert "\nExecStart=-/sbin/modprobe -aq spi_bcm2835 spidev\n" in unit


def own_board(initrd: Initrd, wire: str) -> str:
    file = initrd.data / "my.toml"
    file.write_text(text_of("plain")[1].replace("bus = 1\naddress = 0x3C", wire), "utf-8")
    return str(file)


def test_the_splash_of_the_next_start_is_for_the_chip_that_people_have_chosen(tmp_path: Path) -> None:
    places = Places(tmp_path / "fat", tmp_path / "data", tmp_path / "run", tmp_path / "etc")
    for folder in (places.fat, places.data, places.run):
        folder.mkdir()
    (places.fat / "companion.toml").write_text('board = "plain"\nlanguage = "en"\n', "ascii")
    for chip in ("", "sh1106"):
        if chip:
            SettingsFile(places.records).change("chip", chip)
        assert prepare(places, None, Clock(time.time, lambda _: None)) == []
        lines = splash_lines(load("sh1106-4" if chip else "ssd1306-4"))
        assert (places.data / "splash").read_text("ascii").splitlines() == lines
