"""The display through luma's driver, on the simulated bus, into the chip model."""

from __future__ import annotations

import errno
import gc
import os
import subprocess
import sys
import warnings
from random import Random

import pytest
from pictures import dots, lit, same, scattered, shown
from PIL import Image

from companion.ports import Light, PortError
from companion.values import replace
from hardware.chips import I2C
from hardware.oled import I2cWire, Oled, driver, pack
from hardware.simulated.board import NO_ANSWER, SimulatedBoard, serial_on
from hardware.simulated.chip import ChipError, Ssd1306

OPENING = 3
"""Transfers until the frame, at first and when it is opened again: a knock, the settings, the contrast."""
FRAME = 2
"""Transfers of a frame: the window, the data."""
ON = 1
LIGHT = 1
"""Transfers of a brightness, once after opening and whenever it changes."""


@pytest.fixture
def board():
    with SimulatedBoard() as board:
        yield board


@pytest.fixture
def oled(board):
    oled = board.oled()
    yield oled
    oled.close()


# -- frames


def test_nothing_goes_over_the_wire_before_the_first_frame(board, oled):
    assert board.bus.transfers == 0
    assert not board.chip.on


def test_the_first_frame_opens_the_display_and_stands_upright(board, oled):
    oled.show(shown(dots((0, 0), (1, 0), (127, 0), (0, 63), (40, 9))))
    assert board.chip.on
    assert lit(board.picture()) == {(0, 0), (1, 0), (127, 0), (0, 63), (40, 9)}
    assert board.bus.transfers == OPENING + FRAME + LIGHT + ON


def test_nobody_sees_what_the_display_holds_before_the_first_frame(board, oled):
    board.chip.power_on(Random(1))
    board.bus.fail_at(OPENING + 1)
    failing(board, oled, scattered(1))
    assert not board.chip.on


def test_every_frame_is_seen_pixel_by_pixel(board, oled):
    for seed in range(50):
        oled.show(shown(scattered(seed)))
        assert same(board.picture(), scattered(seed))


def test_a_frame_is_one_window_and_one_message_of_data(board, oled):
    oled.show(shown(scattered(1)))
    writes = board.chip.writes
    writes.commands = writes.data = writes.transactions = 0
    oled.show(shown(scattered(2)))
    assert (writes.commands, writes.data, writes.transactions) == (6, 1024, 2)


def test_an_equal_frame_is_not_sent(board, oled):
    oled.show(shown(scattered(1)))
    before = board.bus.transfers
    for _ in range(3):
        oled.show(shown(scattered(1)))
    assert board.bus.transfers == before
    oled.show(shown(scattered(2)))
    oled.show(shown(scattered(1)))
    assert board.bus.transfers == before + 2 * FRAME


def test_a_frame_is_remembered_as_it_was_sent_even_if_somebody_draws_on_it_later(board, oled):
    frame = scattered(1)
    oled.show(shown(frame))
    frame.putpixel((3, 3), 0 if frame.getpixel((3, 3)) else 1)
    oled.show(shown(frame))
    assert same(board.picture(), frame)


@pytest.mark.parametrize("size", [(128, 64), (128, 32), (64, 48)])
def test_packing_is_bit_by_bit_as_luma_does_it(size):
    from luma.oled.device import ssd1306

    class Listener:
        sent: list[bytes] = []  # noqa: RUF012  # one listener, one test

        def command(self, *_):
            pass

        def data(self, data):
            self.sent.append(bytes(data))

        def cleanup(self):
            pass

    with warnings.catch_warnings():
        # Image.getdata goes with Pillow 14; luma's display still uses it, ours does not.
        warnings.simplefilter("ignore", DeprecationWarning)
        device = ssd1306(Listener(), width=size[0], height=size[1])
        for seed in range(30):
            device.display(scattered(seed, size))
            assert pack(scattered(seed, size)) == Listener.sent[-1]
    device.persist = True


def test_packing_worked_out_by_hand():
    frame = dots((0, 0), (0, 2), (1, 7), (127, 8))
    expected = bytearray(1024)
    expected[0], expected[1], expected[128 + 127] = 0b101, 0x80, 1
    assert pack(frame) == expected


def test_luma_makes_no_table_with_an_entry_for_each_pixel(board):
    device = driver("ssd1306")(serial_on(board.bus, 0x3C), I2C, (128, 32))
    assert max(len(made) for made in vars(device).values() if isinstance(made, list)) < 128
    assert (device.width * 2, device.height * 2, device.size) == (256, 64, (128, 32))
    device.connection.cleanup()


# -- trouble


def failing(board, oled, frame):
    with pytest.raises(PortError) as lost:
        oled.show(shown(frame))
    return str(lost.value)


@pytest.mark.parametrize("code", [NO_ANSWER, errno.EIO, errno.ETIMEDOUT])
@pytest.mark.parametrize("transfer", range(OPENING + FRAME + LIGHT + ON))
def test_a_fault_while_opening_heals_with_the_next_frame(board, oled, transfer, code):
    board.bus.fail_at(transfer, code)
    failing(board, oled, scattered(1))
    oled.show(shown(scattered(2)))
    assert same(board.picture(), scattered(2))


@pytest.mark.parametrize("code", [NO_ANSWER, errno.EIO, errno.ETIMEDOUT])
@pytest.mark.parametrize("transfer", range(FRAME))
def test_a_fault_later_heals_with_the_next_frame(board, oled, transfer, code):
    oled.show(shown(scattered(1)))
    board.bus.fail_at(transfer, code)
    failing(board, oled, scattered(2))
    oled.show(shown(scattered(3)))
    assert same(board.picture(), scattered(3))


@pytest.mark.parametrize("reached", [1, 2, 128, 500, 1024])
def test_a_torn_frame_heals_even_if_the_next_is_the_one_before_or_the_same(board, oled, reached):
    for following in (1, 2):
        oled.show(shown(scattered(1)))
        board.bus.fail_at(1, after=reached)
        failing(board, oled, scattered(2))
        oled.show(shown(scattered(following)))
        assert same(board.picture(), scattered(following))


def test_after_a_fault_the_display_gets_its_settings_again(board, oled):
    oled.show(shown(scattered(1)))
    board.bus.unplugged = True
    failing(board, oled, scattered(2))
    board.bus.unplugged = False
    # Another display is plugged in, fresh from power-on.
    board.bus.chips[0x3C] = fresh = Ssd1306()
    before = board.bus.transfers
    oled.show(shown(scattered(2)))
    assert board.bus.transfers == before + OPENING + FRAME + LIGHT + ON
    assert same(fresh.picture(), scattered(2))


def test_while_it_is_unplugged_every_frame_is_tried_and_each_try_is_one_transfer(board, oled):
    board.bus.unplugged = True
    for seed in range(4):
        failing(board, oled, scattered(seed))
    assert board.bus.transfers == 4
    # Nothing is left open between tries.
    with pytest.raises(ValueError, match="closed"):
        board.bus.write_i2c_block_data(0x3C, 0x00, [0xE3])


def test_an_equal_frame_is_tried_again_after_a_fault(board, oled):
    board.bus.fail_at(OPENING + 1)
    failing(board, oled, scattered(1))
    oled.show(shown(scattered(1)))
    assert same(board.picture(), scattered(1))


@pytest.mark.parametrize("transfer", range(OPENING + FRAME + LIGHT + ON))
def test_a_lost_display_says_where_it_is_and_why(board, oled, transfer):
    board.bus.fail_at(transfer, errno.EIO)
    words = failing(board, oled, scattered(1))
    assert words == "display at 0x3C on bus 1 does not answer: input/output error"


def test_a_missing_bus_says_what_to_enable():
    with pytest.raises(PortError) as lost:
        Oled(I2cWire(9999, 0x3C)).show(shown(scattered(1)))
    assert str(lost.value) == ("bus 9999 for the display is missing: it must be switched on, companion doctor says how")


@pytest.mark.parametrize(("number", "tried"), [(9998, "/dev/i2c-9998"), (None, None)])
def test_the_bus_is_opened_by_what_it_is_and_not_by_its_number(number, tried):
    with pytest.raises(PortError) as lost:
        Oled(I2cWire(1, 0x3C, lambda bus: {1: number}[bus])).show(shown(scattered(1)))
    assert str(lost.value).startswith("bus 1 for the display is missing: ")
    cause = lost.value.__cause__
    assert (tried is None) is (cause is None)
    assert tried is None or tried in str(cause)


class Wire:
    """Opens a serial interface, or fails to."""

    where = "display at 0x3C on bus 1"
    bus = I2C

    def __init__(self, opened):
        self.opened = opened

    def __call__(self):
        return self.opened()


def test_trouble_while_opening_the_wire_is_a_lost_port(board):
    def barred():
        raise OSError(errno.EMFILE, "Too many open files")

    with pytest.raises(PortError, match=r"^display at 0x3C on bus 1 does not answer: too many open files$"):
        Oled(Wire(barred)).show(shown(scattered(1)))


def test_a_wire_that_fails_even_to_close_is_as_lost_as_any_other():
    class Dead:
        def command(self, *_):
            raise OSError(errno.EIO, "Input/output error")

        def cleanup(self):
            raise OSError(errno.EBADF, "Bad file descriptor")

    with pytest.raises(PortError, match=r"^display at 0x3C on bus 1 does not answer: input/output error$"):
        Oled(Wire(Dead)).show(shown(scattered(1)))


def test_closing_does_not_mind_a_wire_that_fails_to_close():
    class Stuck:
        def command(self, *_):
            pass

        def data(self, _):
            pass

        def cleanup(self):
            raise OSError(errno.EBADF, "Bad file descriptor")

    oled = Oled(Wire(Stuck))
    oled.show(shown(scattered(1)))
    oled.close()


def test_what_the_chip_does_not_understand_is_never_hidden(board):
    class Deaf(Ssd1306):
        def write(self, stream):
            raise ChipError("A7 was not to my taste")

    board.bus.chips[0x3C] = Deaf()
    oled = board.oled()
    with pytest.raises(ChipError, match="not to my taste"):
        oled.show(shown(scattered(1)))
    board.bus.chips[0x3C] = fresh = Ssd1306()
    oled.show(shown(scattered(1)))
    assert same(fresh.picture(), scattered(1))
    board.bus.chips[0x3C] = Deaf()
    with pytest.raises(ChipError, match="not to my taste"):
        oled.close()
    oled.close()


@pytest.mark.parametrize("frame", [Image.new("1", (64, 64)), Image.new("L", (128, 64))])
def test_a_frame_that_is_none_is_a_mistake_and_not_a_lost_port(oled, frame):
    with pytest.raises(AssertionError):
        oled.show(shown(frame))


# -- the end


def test_closing_blanks_the_glass_and_lets_go_of_the_bus(board, oled):
    oled.show(shown(scattered(1)))
    oled.close()
    assert not board.chip.on
    board.chip.command(0xAF)
    assert lit(board.picture()) == set()
    with pytest.raises(ValueError, match="closed"):
        board.bus.write_i2c_block_data(0x3C, 0x00, [0xE3])


def test_closing_twice_or_before_the_first_frame_sends_nothing_more(board, oled):
    oled.close()
    assert board.bus.transfers == 0
    oled.show(shown(scattered(1)))
    oled.close()
    before = board.bus.transfers
    oled.close()
    assert board.bus.transfers == before


@pytest.mark.parametrize("transfer", range(3))
def test_closing_does_not_mind_a_dead_wire(board, oled, transfer):
    oled.show(shown(scattered(1)))
    board.bus.fail_at(transfer, errno.EIO)
    oled.close()
    with pytest.raises(ValueError, match="closed"):
        board.bus.write_i2c_block_data(0x3C, 0x00, [0xE3])


def test_it_may_be_shown_on_again_after_closing(board, oled):
    oled.show(shown(scattered(1)))
    oled.close()
    oled.show(shown(scattered(1)))
    assert same(board.picture(), scattered(1))


AT_EXIT = """
import atexit, sys
from PIL import Image
from companion.ports import PageText, PortError, DeviceState
from hardware.simulated.board import SimulatedBoard

board = SimulatedBoard()
# Registered first, so it runs last.
atexit.register(lambda: print(board.bus.transfers - before, board.chip.on))
oled = board.oled()
for transfer in (2, 4, 6):
    board.bus.fail_at(transfer)
    try:
        oled.show(DeviceState(Image.new("1", (128, 64), 1), PageText("", (), None, None), (), None))
    except PortError:
        pass
oled.show(DeviceState(Image.new("1", (128, 64), 1), PageText("", (), None, None), (), None))
if sys.argv[1] == "close":
    oled.close()
board.bus.opened()
before = board.bus.transfers
"""


@pytest.mark.parametrize(
    ("end", "said"),
    [
        # luma's hook of the living device blanks the glass: off, window, data. Those of the dead ones say nothing.
        ("leave", "3 False"),
        ("close", "0 False"),
    ],
)
def test_at_exit_only_a_living_display_is_blanked(end, said):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", AT_EXIT, end], env=environment, capture_output=True, text=True, check=True
    )
    assert (done.stdout.strip(), done.stderr) == (said, "")


@pytest.fixture
def new_things():
    """The garbage collector lists and looks through only what the test makes, and not what hundreds before it left."""
    gc.freeze()


@pytest.mark.usefixtures("new_things")
def test_a_display_that_stays_away_leaves_nothing_in_memory(board, oled):
    oled.show(shown(scattered(0)))
    board.bus.unplugged = True
    failing(board, oled, scattered(1))

    def devices():
        gc.collect()
        return sum(type(thing).__name__ == "Display" for thing in gc.get_objects())

    before = devices()
    assert before > 0
    for seed in range(5):
        failing(board, oled, scattered(seed))
    assert devices() == before


def test_the_simulated_bus_is_written_to_by_luma(board):
    from luma.core.interface.serial import i2c

    assert isinstance(serial_on(board.bus, 0x3C), i2c)


def test_a_resting_glass_is_dimmed_switched_off_and_woken_with_few_bytes(board, oled):
    picture, black = scattered(1), Image.new("1", (128, 64))
    oled.show(replace(shown(picture), contrast=0xBF))
    assert board.chip.contrast == 0xBF
    before = board.bus.transfers
    oled.show(replace(shown(picture), light=Light.DIM, contrast=0x01))
    assert board.chip.contrast == 0x01
    assert board.bus.transfers == before + LIGHT
    oled.show(replace(shown(black), light=Light.DARK, contrast=0))
    assert board.picture().getbbox() is None
    assert not board.chip.on
    oled.show(replace(shown(picture), contrast=0xBF))
    assert board.chip.on
    assert board.chip.contrast == 0xBF
    assert board.picture().tobytes() == picture.tobytes()


def test_another_brightness_is_one_transfer_and_the_same_one_none(board, oled):
    oled.show(replace(shown(scattered(1)), contrast=0x19))
    before = board.bus.transfers
    oled.show(replace(shown(scattered(1)), contrast=0xFF))
    assert board.chip.contrast == 0xFF
    assert board.bus.transfers == before + LIGHT
    oled.show(replace(shown(scattered(1)), contrast=0xFF))
    assert board.bus.transfers == before + LIGHT


def test_a_glass_that_was_lost_while_dark_comes_back_dark(board, oled):
    black = replace(shown(Image.new("1", (128, 64))), light=Light.DARK)
    oled.show(black)
    board.bus.chips[0x3C] = fresh = Ssd1306()
    board.bus.unplugged = True
    with pytest.raises(PortError):
        oled.show(shown(scattered(2)))
    board.bus.unplugged = False
    oled.show(black)
    assert not fresh.on
