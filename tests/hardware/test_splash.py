"""The first picture: the chips show it, and the driver continues from it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from chip_models import MODELS
from PIL import Image
from PIL.Image import Transpose

from companion.ports import DeviceState, Light, PageText
from hardware import splash
from hardware.boards import PLAIN
from hardware.chips import I2C
from hardware.oled import Oled
from hardware.simulated.board import SimulatedBus, serial_on
from hardware.simulated.chip import Ssd1306

HEAVY = ("PIL", "gpiozero", "luma", "sqlite3", "companion.app.loop", "companion.ui")


def noise(chip):
    """The RAM of a chip at power-on is anything."""
    chip.ram[:] = bytes(place * 37 % 256 for place in range(len(chip.ram)))
    return chip


@pytest.mark.parametrize("name", MODELS)
def test_the_whole_glass_shows_the_wreath_whatever_the_ram_held(name):
    chip = noise(MODELS[name]())
    splash.show(chip.write, name)
    assert chip.on
    drawn = b"".join(splash.pages())
    picture = chip.picture()
    for x in range(128):
        for y in range(64):
            assert bool(picture.getpixel((x, y))) == bool(drawn[y // 8 * 128 + x] >> y % 8 & 1), (x, y)
    # A leaf, the gap beside it, the middle of the star, the dark between star and leaves.
    assert [picture.getpixel(at) for at in ((64, 3), (64, 9), (64, 31), (64, 22))] == [255, 0, 255, 0]


def test_the_wreath_looks_the_same_upside_down():
    chip = Ssd1306()
    splash.show(chip.write, "ssd1306")
    assert chip.picture().tobytes() == chip.picture().transpose(Transpose.ROTATE_180).tobytes()
    assert chip.picture().getbbox() == (18, 2, 110, 62)


@pytest.mark.parametrize("name", ["ssd1306", "ssd1309"])
def test_a_chip_that_a_driver_has_left_in_a_small_window_shows_all_of_it(name):
    chip = noise(MODELS[name]())
    chip.command(0x20, 0x01, 0x21, 10, 20, 0x22, 3, 4, 0xA5, 0xA7, 0x50, 0xD3, 7, 0xA0, 0xC0)
    splash.show(chip.write, name)
    fresh = MODELS[name]()
    splash.show(fresh.write, name)
    assert chip.picture().tobytes() == fresh.picture().tobytes()


@pytest.mark.parametrize("name", MODELS)
def test_a_chip_that_waits_for_the_rest_of_a_command_is_switched_off_until_the_picture_is_there(name):
    chip = MODELS[name]()
    chip.command(0xAF, 0x81)
    lit = []

    def write(stream):
        chip.write(stream)
        lit.append(chip.on)

    splash.show(write, name)
    assert lit == [True, *[False] * (len(lit) - 2), True]


@pytest.mark.parametrize("name", MODELS)
def test_the_driver_takes_the_glass_over(name):
    chip = MODELS[name]()
    splash.show(chip.write, name)
    wire = SimulatedBus({0x3C: chip})

    class Wire:
        where, bus = "display", I2C

        def __call__(self):
            return serial_on(wire, 0x3C)

    oled = Oled(Wire(), name)
    frame = Image.new("1", (128, 64))
    frame.paste(1, (3, 5, 70, 44))
    oled.show(DeviceState(frame, PageText("home", (), None, None), (), None, Light.FULL))
    assert chip.picture().tobytes() == frame.tobytes()
    oled.close()


def test_where_nobody_answers_the_first_transfer_says_so_and_no_other_follows():
    bus = SimulatedBus({})
    with pytest.raises(OSError, match=r"."):
        splash.show(lambda stream: bus.write(0x3C, stream), "ssd1306")
    assert bus.transfers == 1


def test_without_a_bus_nothing_is_said_and_nothing_is_left_open(capfd, caplog):
    before = set(Path("/dev/fd").iterdir())
    splash.show_on_bus(9_999, 0x3C, "ssd1306")
    assert set(Path("/dev/fd").iterdir()) == before
    assert (*capfd.readouterr(), caplog.records) == ("", "", [])


def test_nothing_heavy_is_imported_for_it():
    asked = f"import sys, hardware.splash; print([name for name in {HEAVY} if name in sys.modules])"
    reported = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert reported.stdout.strip() == "[]"


def test_a_simulated_board_shows_it_before_its_driver_is_asked_for_anything():
    from hardware.simulated.board import SimulatedBoard

    with SimulatedBoard(PLAIN) as board:
        assert not board.chip.on
        board.splash()
        assert board.chip.on
        wreath = Ssd1306()
        splash.show(wreath.write, "ssd1306")
        assert board.picture().tobytes() == wreath.picture().tobytes()
