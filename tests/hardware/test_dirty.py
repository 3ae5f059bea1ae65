"""The windows in which a change is sent: they turn the old picture into the new one, with as few bits as possible."""

from __future__ import annotations

from functools import cache

import pytest
from chip_models import MODELS
from hypothesis import given
from hypothesis import strategies as st
from pictures import scattered, shown
from PIL import Image
from wire_bits import bits_of

from companion.ports import Light
from companion.values import replace
from hardware.chips import (
    CHIPS,
    I2C,
    SPI,
    Cost,
    Paged,
    Window,
    Windowed,
    find_runs,
    find_windows,
    join_runs,
    window_bytes,
)
from hardware.oled import Oled, driver, pack
from hardware.simulated.board import SimulatedBus, serial_on
from hardware.simulated.chip import Ssd1306

COSTS = [Windowed.cost(I2C), Paged.cost(I2C), Windowed.cost(SPI), Paged.cost(SPI)]
WIDTH = 16


def page(text: str) -> bytes:
    return bytes(character != "." for character in text)


def test_what_is_equal_costs_nothing() -> None:
    assert find_windows(bytes(64), bytes(64), WIDTH, COSTS[0]) == []


def test_a_run_reaches_from_the_first_to_the_last_changed_byte() -> None:
    new = bytes(WIDTH) + page("...###..........")
    assert find_windows(bytes(2 * WIDTH), new, WIDTH, COSTS[0]) == [Window(3, 5, 1, 1)]


def test_a_gap_is_sent_along_where_that_costs_no_more_than_another_window() -> None:
    # Another window in the same page of an SSD1306 on I²C: 2 × 20 + 3 × 9 = 67 bits, seven bytes and a bit.
    seven, eight = page("#.......#......."), page("#........#......")
    assert find_windows(bytes(WIDTH), seven, WIDTH, Windowed.cost(I2C)) == [Window(0, 8, 0, 0)]
    assert find_windows(bytes(WIDTH), eight, WIDTH, Windowed.cost(I2C)) == [Window(0, 0, 0, 0), Window(9, 9, 0, 0)]


def test_runs_below_each_other_are_one_window_where_that_is_cheaper() -> None:
    new = page("..####..........") + page("...####.........")
    assert find_windows(bytes(2 * WIDTH), new, WIDTH, Windowed.cost(I2C)) == [Window(2, 6, 0, 1)]
    far = page("##..............") + page("..............##")
    assert len(find_windows(bytes(2 * WIDTH), far, WIDTH, Windowed.cost(I2C))) == 2


def test_a_chip_without_windows_gets_page_by_page() -> None:
    new = page("..####..........") + page("...####.........")
    assert find_windows(bytes(2 * WIDTH), new, WIDTH, Paged.cost(I2C)) == [Window(2, 5, 0, 0), Window(3, 6, 1, 1)]


pictures = st.lists(st.sampled_from([0, 0, 0, 1, 2]), min_size=4 * WIDTH, max_size=4 * WIDTH).map(bytes)


@pytest.mark.parametrize("cost", COSTS)
@given(pictures, pictures)
def test_the_windows_make_the_new_picture_of_the_old_one(cost, old: bytes, new: bytes) -> None:
    ram = bytearray(old)
    for window in find_windows(old, new, WIDTH, cost):
        data = window_bytes(new, window, WIDTH)
        assert len(data) == window.size
        wide = window.right - window.left + 1
        for down in range(window.top, window.bottom + 1):
            begin = down * WIDTH + window.left
            ram[begin : begin + wide] = data[:wide]
            data = data[wide:]
    assert bytes(ram) == new


@pytest.mark.parametrize("cost", COSTS)
@given(pictures)
def test_page_by_page_no_cover_is_cheaper(cost, new: bytes) -> None:
    found = list(find_runs(bytes(len(new)), new, WIDTH, cost))
    for down in range(4):
        here = [window for window in found if window.top == down]
        assert bits_of(here, cost) == cheapest(cost, new[down * WIDTH : (down + 1) * WIDTH])


def cheapest(cost: Cost, row: bytes) -> int:
    """By trying every place where a run may begin and end."""

    @cache
    def least(at: int, first: bool) -> int:
        while at < len(row) and not row[at]:
            at += 1
        if at == len(row):
            return 0
        say = cost.window if first else cost.again
        costs = [say + cost.byte * (end - at) + least(end, False) for end in range(at + 1, len(row) + 1)]
        return min(costs)

    return least(0, True)


@given(pictures)
def test_joining_never_costs_more(new: bytes) -> None:
    cost = Windowed.cost(I2C)
    found = list(find_runs(bytes(len(new)), new, WIDTH, cost))
    whole = [bits_of(some, cost._replace(again=cost.window)) for some in (join_runs(found, cost), found)]
    assert whole[0] <= whole[1]


class CountedBus(SimulatedBus):
    """Counts the bits of its transfers: start, stop, nine for every byte and the address."""

    bits = 0

    def write(self, address: int, stream: bytes) -> None:
        self.bits += 2 + 9 * (1 + len(stream))
        super().write(address, stream)


@pytest.mark.parametrize(
    ("chip", "model", "cost"), [(name, MODELS[name], chip.addressing.cost(I2C)) for name, chip in CHIPS.items()]
)
def test_frames_reach_the_chip_for_what_they_were_said_to_cost(chip: str, model, cost) -> None:
    model_of_chip = model()
    bus = CountedBus({0x3C: model_of_chip})
    glass = driver(chip)(serial_on(bus, 0x3C), I2C)
    glass.show()
    frames = [scattered(seed) for seed in range(12)]
    # Every other frame differs from the one before in a few places only.
    for place in range(1, 12, 2):
        frames[place] = frames[place - 1].copy()
        for x in range(0, 128, 9 + place):
            frames[place].putpixel((x, x * place % 64), 1)
    held = None
    for frame in frames:
        said = find_windows(held, pack(frame), 128, cost) if held is not None else None
        bus.bits = 0
        glass.display(frame)
        assert model_of_chip.picture().tobytes() == frame.tobytes()
        if said is not None:
            assert bus.bits <= bits_of(said, cost)  # an SH1106 spares a byte where the upper half of the column stays
        held = pack(frame)
    glass.connection.cleanup()


def test_a_frame_after_sleep_goes_out_whole() -> None:
    class Open:
        where, bus = "here", I2C

        def __call__(self):
            return serial_on(wire, 0x3C)

    wire = CountedBus({0x3C: Ssd1306()})
    oled = Oled(Open())
    oled.show(shown(scattered(1)))
    oled.show(replace(shown(Image.new("1", (128, 64))), light=Light.DARK))
    wire.bits = 0
    oled.show(shown(scattered(1)))
    assert wire.bits >= 9 * 1024
    oled.close()
