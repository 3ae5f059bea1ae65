"""The simulated bus, and luma's own I²C interface on it."""

from __future__ import annotations

import errno

import pytest
from luma.core.error import DeviceNotFoundError
from luma.core.interface.serial import i2c

from hardware.simulated.board import NO_ANSWER, SimulatedBus, serial_on


class Recorder:
    def __init__(self):
        self.heard: list[bytes] = []

    def write(self, stream: bytes) -> None:
        self.heard.append(stream)


@pytest.fixture
def chip():
    return Recorder()


@pytest.fixture
def bus(chip):
    return SimulatedBus({0x3C: chip})


def test_a_block_is_its_register_and_its_bytes(bus, chip):
    bus.write_i2c_block_data(0x3C, 0x00, [0xAE, 0xAF])
    assert chip.heard == [b"\x00\xae\xaf"]
    assert bus.transfers == 1


def test_a_block_is_no_longer_than_that_of_smbus(bus, chip):
    bus.write_i2c_block_data(0x3C, 0x40, range(32))
    with pytest.raises(ValueError, match="33 bytes are too many for a block"):
        bus.write_i2c_block_data(0x3C, 0x40, range(33))
    assert len(chip.heard) == bus.transfers == 1


def test_a_write_is_one_transfer_however_long_it_is(bus, chip):
    bus.write(0x3C, bytes([0x40, *range(200)]))
    assert chip.heard == [bytes([0x40, *range(200)])]
    assert bus.transfers == 1


def test_nobody_answers_at_an_empty_address(bus, chip):
    with pytest.raises(OSError, match=str(NO_ANSWER)) as error:
        bus.write_i2c_block_data(0x3D, 0x00, [0xAE])
    assert error.value.errno == NO_ANSWER
    assert chip.heard == []


def test_nobody_answers_while_it_is_unplugged(bus, chip):
    bus.unplugged = True
    with pytest.raises(OSError, match=str(NO_ANSWER)):
        bus.write_i2c_block_data(0x3C, 0x00, [0xAE])
    bus.unplugged = False
    bus.write_i2c_block_data(0x3C, 0x00, [0xAF])
    assert chip.heard == [b"\x00\xaf"]
    assert bus.transfers == 2


def test_only_the_chosen_transfer_fails(bus, chip):
    bus.write_i2c_block_data(0x3C, 0x00, [1])
    bus.fail_at(1, errno.ETIMEDOUT)
    bus.write_i2c_block_data(0x3C, 0x00, [2])
    with pytest.raises(OSError, match=str(errno.ETIMEDOUT)) as error:
        bus.write_i2c_block_data(0x3C, 0x00, [3])
    assert error.value.errno == errno.ETIMEDOUT
    bus.write_i2c_block_data(0x3C, 0x00, [4])
    assert chip.heard == [b"\x00\x01", b"\x00\x02", b"\x00\x04"]


def test_a_transfer_may_fail_in_the_middle(bus, chip):
    bus.fail_at(0, after=3)
    with pytest.raises(OSError, match=str(NO_ANSWER)):
        bus.write(0x3C, bytes([0x40, 1, 2, 3, 4]))
    assert chip.heard == [b"\x40\x01\x02"]


def test_to_write_to_a_closed_bus_is_a_mistake_and_no_trouble_of_the_wire(bus, chip):
    bus.close()
    bus.close()
    with pytest.raises(ValueError, match="the bus is closed"):
        bus.write_i2c_block_data(0x3C, 0x00, [1])
    assert bus.opened() is bus
    bus.write_i2c_block_data(0x3C, 0x00, [1])
    assert chip.heard == [b"\x00\x01"]


def test_luma_sends_a_picture_in_one_message_as_on_a_pi(bus, chip):
    serial = serial_on(bus, 0x3C)
    serial.command(0xAE, 0xAF)
    serial.data(bytes(1024))
    assert chip.heard == [b"\x00\xae\xaf", b"\x40" + bytes(1024)]
    serial.cleanup()
    with pytest.raises(ValueError, match="the bus is closed"):
        serial.command(0xAE)


def test_luma_left_to_itself_sends_blocks(bus, chip):
    i2c(bus=bus, address=0x3C).data(bytes(1024))
    assert chip.heard == [b"\x40" + bytes(32)] * 32


def test_luma_has_its_own_word_for_a_command_that_nobody_hears(bus):
    bus.unplugged = True
    with pytest.raises(DeviceNotFoundError, match="0x3C"):
        serial_on(bus, 0x3C).command(0xAE)
