"""The display on SPI: luma's interface with our lines and our port under it, and its faults."""

from __future__ import annotations

import errno
import struct

import pytest
from gpiozero.pins.mock import MockFactory
from pictures import dots, same, scattered, shown

from companion.ports import Key, PortError
from hardware.boards import Board, Spi
from hardware.chips import CHIPS
from hardware.oled import Oled
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.chip import Ssd1306
from hardware.simulated.spi import SimulatedSpi
from hardware.spi import KernelSpi, SpiWire

KEYS = {Key.UP: 5, Key.DOWN: 6, Key.OK: 13}


@pytest.fixture(params=CHIPS)
def board(request):
    with SimulatedBoard(Board(KEYS, Spi(), request.param)) as board:
        yield board


@pytest.fixture
def oled(board):
    oled = board.oled()
    yield oled
    oled.close()


def test_frames_arrive_and_only_what_changed_is_sent(board, oled):
    oled.show(shown(scattered(1)))
    assert same(board.picture(), scattered(1))
    oled.show(shown(dots()))
    before = board.chip.writes.data
    oled.show(shown(dots((64, 30))))
    assert same(board.picture(), dots((64, 30)))
    assert board.chip.writes.data == before + 1
    transfers = board.bus.transfers
    oled.show(shown(dots((64, 30))))
    assert board.bus.transfers == transfers


def test_nothing_is_opened_before_the_first_picture(board, oled):
    assert board.bus.transfers == 0


@pytest.mark.parametrize("transfer", range(11))
def test_a_transfer_that_fails_is_a_lost_wire_and_the_next_picture_heals_it(board, oled, transfer):
    board.bus.fail_at(transfer, after=1)
    reported = []
    for seed in (1, 2, 3):
        try:
            oled.show(shown(scattered(seed)))
        except PortError as lost:
            reported.append(str(lost))
    assert reported == ["display at SPI 0.0 does not answer: input/output error"] * (len(reported) > 0)
    oled.show(shown(scattered(4)))
    assert same(board.picture(), scattered(4))


def test_a_display_that_is_gone_says_nothing_as_nobody_acknowledges(board, oled):
    oled.show(shown(scattered(1)))
    board.bus.unplugged = True
    oled.show(shown(scattered(2)))
    assert same(board.picture(), scattered(1))


def test_a_chip_whose_reset_line_is_held_hears_nothing():
    chip = Ssd1306()
    held = [True]
    port = SimulatedSpi(chip, lambda: False, lambda: held[0])
    port.open(0, 0)
    port.writebytes([0xAF])
    assert not chip.on
    held[0] = False
    port.writebytes([0xAF])
    assert chip.on


def test_a_pin_that_cannot_be_set_is_a_lost_wire(board, oled):
    oled.show(shown(scattered(1)))
    board.factory.pin(24).function = "input"
    with pytest.raises(PortError, match=r"display at SPI 0\.0 does not answer: pin 24 for the display: "):
        oled.show(shown(scattered(2)))
    oled.show(shown(scattered(3)))
    assert same(board.picture(), scattered(3))


def test_lines_and_port_are_let_go_of_with_the_display(board, oled):
    factory = board.factory
    for _ in range(2):
        oled.show(shown(scattered(1)))
        assert [factory.pin(pin).function for pin in (24, 25)] == ["output", "output"]
        oled.close()
        assert [factory.pin(pin).function for pin in (24, 25)] == ["input", "input"]
        with pytest.raises(ValueError, match="the port is closed"):
            board.bus.writebytes([0xAF])


def test_a_display_without_a_reset_line_does_without():
    with SimulatedBoard(Board(KEYS, Spi(reset=None))) as board:
        oled = board.oled()
        oled.show(shown(scattered(1)))
        assert same(board.picture(), scattered(1))
        oled.close()


# -- the kernel's port


class Kernel:
    """What the control of a device is asked for."""

    def __init__(self, fail=0):
        self.asked = []
        self.fail = fail

    def __call__(self, file, request, data):
        self.asked.append((request, data))
        if self.fail:
            raise OSError(self.fail, "reported so")


def node(folder):
    (folder / "spidev0.0").write_bytes(b"")
    return str(folder)


def test_the_kernel_gets_mode_speed_and_bytes(tmp_path):
    kernel = Kernel()
    port = KernelSpi(node(tmp_path), kernel)
    port.open(0, 0)
    port.max_speed_hz = 8_000_000
    port.writebytes([1, 2, 3])
    port.writebytes(b"\x04")
    port.close()
    port.close()
    assert (tmp_path / "spidev0.0").read_bytes() == b"\1\2\3\4"
    # SPI_IOC_WR_MODE and SPI_IOC_WR_MAX_SPEED_HZ of linux/spi/spidev.h
    assert kernel.asked == [(0x40016B01, b"\0"), (0x40046B04, struct.pack("=I", 8_000_000))]


def lost(**port):
    wire = SpiWire(Spi(), lambda: KernelSpi(**port), MockFactory(revision="a02082"), reset_s=0)
    with pytest.raises(PortError) as reported:
        Oled(wire).show(shown(dots()))
    return str(reported.value)


def test_a_port_that_is_missing_is_reported_with_how_to_switch_it_on(tmp_path):
    assert lost(folder=str(tmp_path)) == (
        "SPI port 0.0 for the display is missing: it must be switched on, companion doctor says how"
    )


def test_a_port_without_permission_is_reported_with_the_group(tmp_path):
    said = lost(folder=node(tmp_path), control=Kernel(errno.EACCES))
    assert said == "SPI port 0.0 for the display is barred: the user must be in the group spi"


def test_a_port_that_systemd_keeps_from_a_service_is_not_a_matter_of_groups(tmp_path):
    said = lost(folder=node(tmp_path), control=Kernel(errno.EPERM))
    assert said == (
        "SPI port 0.0 for the display is barred: its driver came after the service; sudo systemctl restart companion"
    )


def test_a_port_that_fails_is_reported_with_what_the_system_says(tmp_path):
    assert lost(folder=node(tmp_path), control=Kernel(errno.EIO)) == (
        "SPI port 0.0 for the display cannot be opened: reported so"
    )


def test_a_pin_that_cannot_be_opened_is_reported(tmp_path):
    class Busy(MockFactory):  # type: ignore[misc]
        def pin(self, name):
            raise RuntimeError("GPIO busy")

    wire = SpiWire(Spi(), lambda: KernelSpi(node(tmp_path), Kernel()), Busy(revision="a02082"), reset_s=0)
    with pytest.raises(PortError, match="pin 24 for the display cannot be used: GPIO busy"):
        Oled(wire).show(shown(dots()))
