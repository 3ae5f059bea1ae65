"""Buttons on gpiozero's mock pins."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from gpiozero import GPIOPinInUse
from gpiozero.pins.mock import MockFactory

from companion.ports import Key, PortError
from hardware.boards import ALL_KEYS, PLAIN, Board, Encoder, I2c
from hardware.buttons import Buttons
from hardware.simulated import SimulatedClock
from hardware.simulated.board import SimulatedBoard


class Noted(list[Any]):
    def __call__(self, *edge):
        self.append(edge)


@pytest.fixture
def clock():
    return SimulatedClock(0.0)


@pytest.fixture
def factory():
    factory = MockFactory(revision="a02082")
    yield factory
    factory.close()


@pytest.fixture
def edges():
    return Noted()


def test_a_key_goes_down_and_up_with_the_time_of_the_clock(edges, clock, factory):
    with Buttons(PLAIN, edges, clock, factory):
        pin = factory.pin(13)
        clock.advance(1.5)
        pin.drive_low()
        clock.advance(0.25)
        pin.drive_high()
    assert edges == [(Key.OK, True, 1.5), (Key.OK, False, 1.75)]


def test_each_key_is_on_its_own_pin_of_the_plain_board(edges, clock, factory):
    with Buttons(PLAIN, edges, clock, factory):
        for number in (5, 6, 13, 19):
            factory.pin(number).drive_low()
    assert [key for key, _, _ in edges] == [Key.UP, Key.DOWN, Key.OK, Key.BACK]


def test_pins_are_pulled_up_and_not_debounced_by_the_library(edges, clock, factory):
    with Buttons(PLAIN, edges, clock, factory):
        for number in PLAIN.pins.values():
            assert factory.pin(number).pull == "up"
            assert factory.pin(number).bounce is None


def test_keys_that_close_to_3_3_v_are_pulled_down(edges, clock, factory):
    with Buttons(Board({Key.OK: 13}, active="high", pull="down"), edges, clock, factory):
        assert factory.pin(13).pull == "down"
        factory.pin(13).drive_high()
    assert edges == [(Key.OK, True, 0.0)]


def test_every_change_of_a_contact_is_reported_without_its_meaning(edges, clock, factory):
    with Buttons(Board({Key.OK: 13}), edges, clock, factory):
        for _ in range(3):
            factory.pin(13).drive_low()
            clock.advance(0.0001)
            factory.pin(13).drive_high()
    assert [down for _, down, _ in edges] == [True, False] * 3


def test_an_encoder_is_tested_by_steps(edges, clock, factory):
    turned = Noted()
    with Buttons(Board({}, encoder=Encoder(17, 27)), edges, clock, factory, turn=turned):
        a, b = factory.pin(17), factory.pin(27)
        clock.advance(2.0)
        for move in (a.drive_low, b.drive_low, a.drive_high, b.drive_high):
            move()
        for move in (b.drive_low, a.drive_low, b.drive_high, a.drive_high):
            move()
    assert turned == [(Key.DOWN, 2.0), (Key.UP, 2.0)]
    assert edges == []


def test_an_encoder_whose_pin_is_taken_is_a_lost_port_and_nothing_is_kept(edges, clock, factory):
    with (
        Buttons(Board({Key.HELP: 27}), edges, clock, factory),
        pytest.raises(PortError, match=r"^pin 27 for the encoder's b cannot be used: pin GPIO27 is already in use by "),
    ):
        Buttons(Board({Key.OK: 13}, encoder=Encoder(17, 27)), edges, clock, factory)
    Buttons(Board({Key.OK: 13, Key.UP: 17, Key.DOWN: 27}), edges, clock, factory).close()


def test_a_board_that_cannot_tell_is_not_said_to_be_lost(edges, clock, factory):
    with Buttons(PLAIN, edges, clock, factory) as buttons:
        assert buttons.lost is None
        assert not buttons.fetch(list(Key))


def test_a_contact_that_moved_without_word_is_in_doubt_and_after_50_ms_that_is_the_word(edges, clock, factory):
    with Buttons(Board({Key.OK: 13, Key.UP: 5}), edges, clock, factory) as buttons:
        factory.pin(13).drive_low()
        # The mock's way to change a level without a report.
        factory.pin(13).edges = "none"
        factory.pin(13).drive_high()
        for _ in range(2):
            assert buttons.fetch([Key.OK, Key.UP]) == {Key.OK}
            clock.advance(0.04)
        assert edges == [(Key.OK, True, 0.0)]
        buttons.fetch([Key.OK, Key.UP])
        assert edges[1:] == [(Key.OK, False, 0.08)]
        assert not buttons.fetch([Key.OK, Key.UP])


def test_pins_that_cannot_be_read_leave_nothing_in_doubt(edges, clock, caplog):
    class Gone(MockFactory):  # type: ignore[misc]
        def fetch(self):
            raise OSError("no such device")

    with Buttons(Board({Key.OK: 13}), edges, clock, Gone(revision="a02082")) as buttons:
        assert not buttons.fetch([Key.OK])
    assert [record.getMessage() for record in caplog.records] == ["the pins cannot be read"]


def test_a_key_held_from_before_is_in_no_doubt(edges, clock):
    reported: list[Any] = []
    with SimulatedBoard() as board:
        board.press(Key.BACK)
        with Buttons(Board({Key.BACK: 19}), edges, clock, board.factory, held=reported.append) as buttons:
            assert reported == [Key.BACK]
            assert not buttons.fetch([Key.BACK])


def test_no_thread_is_started_for_a_key(edges, clock, factory):
    before = {*threading.enumerate()}
    with Buttons(PLAIN, edges, clock, factory):
        assert {*threading.enumerate()} <= before


def test_nothing_gets_out_of_a_callback(clock, factory, caplog):
    def broken(*_):
        raise RuntimeError("the queue is on fire")

    with Buttons(PLAIN, broken, clock, factory), caplog.at_level(logging.ERROR):
        factory.pin(13).drive_low()
        factory.pin(13).drive_high()
    assert [record.getMessage() for record in caplog.records] == ["ok: an edge is lost"] * 2
    assert "the queue is on fire" in caplog.text


def test_a_key_works_again_after_its_edge_was_lost(clock, factory, caplog):
    heard = []

    def first_time_broken(*edge):
        heard.append(edge)
        if len(heard) == 1:
            raise RuntimeError

    with Buttons(PLAIN, first_time_broken, clock, factory):
        for _ in range(2):
            factory.pin(5).drive_low()
            factory.pin(5).drive_high()
    assert [down for _, down, _ in heard] == [True, False, True, False]


def test_a_key_that_is_down_already_is_reported_when_it_is_pressed_again(edges, clock):
    with SimulatedBoard() as board:
        board.press(Key.BACK)
        with board.buttons(edges, clock):
            board.press(Key.BACK)
            assert edges == []
            board.release(Key.BACK)
            assert edges == []
            clock.advance(1.0)
            board.press(Key.BACK)
            assert edges == [(Key.BACK, True, 1.0)]


def test_after_closing_no_key_is_reported(edges, clock, factory):
    buttons = Buttons(PLAIN, edges, clock, factory)
    buttons.close()
    factory.pin(5).drive_low()
    assert edges == []


def test_it_may_be_closed_twice_and_opened_again(edges, clock, factory):
    buttons = Buttons(PLAIN, edges, clock, factory)
    buttons.close()
    buttons.close()
    with Buttons(PLAIN, edges, clock, factory):
        factory.pin(5).drive_low()
    assert len(edges) == 1


def test_pins_are_let_go_at_the_end_of_a_with_block_even_on_an_error(edges, clock, factory):
    class Trouble(Exception):
        pass

    with pytest.raises(Trouble), Buttons(PLAIN, edges, clock, factory):
        raise Trouble
    Buttons(PLAIN, edges, clock, factory).close()


def test_a_pin_in_use_is_a_lost_port_in_words_and_nothing_is_kept(edges, clock, factory):
    with Buttons(Board({Key.HELP: 19}), edges, clock, factory):
        with pytest.raises(PortError) as lost:
            Buttons(PLAIN, edges, clock, factory)
        assert isinstance(lost.value.__cause__, GPIOPinInUse)
        text = str(lost.value)
        assert text.startswith("pin 19 for back cannot be used: pin GPIO19 is already in use by ")
        assert not text.endswith(".")
        # UP, DOWN and OK had been opened before BACK failed.
        with Buttons(Board({Key.UP: 5, Key.DOWN: 6, Key.OK: 13}), edges, clock, factory):
            pass


def test_a_pin_that_does_not_exist_is_a_lost_port(edges, clock, factory):
    with pytest.raises(PortError, match=r"^pin 99 for up cannot be used: 99 is not a valid pin name$"):
        Buttons(Board({Key.UP: 99}), edges, clock, factory)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (NameError("name 'os' is not defined"), "name 'os' is not defined"),
        (PermissionError(13, "Permission denied", "/dev/gpiochip0"),
         "no permission for /dev/gpiochip0; the user must be in the group gpio"),
        (FileNotFoundError(2, "No such file or directory", "/dev/gpiochip0"), "/dev/gpiochip0 is missing"),
        (RuntimeError("'GPIO busy'"), "it is in use by another program; end that, or give the key another pin"),
        (RuntimeError("Can not open\n gpiochip."), "can not open gpiochip"),
        (ValueError(), "ValueError"),
    ],
    ids=lambda part: type(part).__name__ if isinstance(part, Exception) else "",
)  # fmt: skip
def test_whatever_a_pin_library_raises_becomes_words(edges, clock, error, words):
    class Broken(MockFactory):  # type: ignore[misc]
        def pin(self, name, **_):
            raise error

    with pytest.raises(PortError) as lost:
        Buttons(PLAIN, edges, clock, Broken(revision="a02082"))
    assert str(lost.value) == f"pin 5 for up cannot be used: {words}"
    assert lost.value.__cause__ is error


def test_closing_goes_on_when_a_pin_cannot_be_let_go(edges, clock):
    class Sticky(MockFactory):  # type: ignore[misc]
        failed = False

        def release_pins(self, reserver, *pins):
            super().release_pins(reserver, *pins)
            if not self.failed:
                self.failed = True
                raise OSError("the chip is gone")

    sticky = Sticky(revision="a02082")
    buttons = Buttons(PLAIN, edges, clock, sticky)
    buttons.close()
    assert sticky.failed
    Buttons(PLAIN, edges, clock, sticky).close()


def test_an_unknown_pin_library_is_a_lost_port(edges, clock, monkeypatch):
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "telepathy")
    words = "^the pins of a board cannot be reached: unable to find pin factory 'telepathy'$"
    with pytest.raises(PortError, match=words):
        Buttons(PLAIN, edges, clock)


NO_PINS = """
from hardware.boards import PLAIN
from hardware.buttons import Buttons
from hardware.clocks import SystemClock
from companion.ports import PortError
try:
    Buttons(PLAIN, print, SystemClock())
except PortError as lost:
    print(lost)
"""


@pytest.mark.skipif(Path("/dev/gpiochip0").exists(), reason="this machine has pins")
def test_where_there_are_no_pins_that_is_said_in_words_and_nothing_else():
    environment = {name: value for name, value in os.environ.items() if name != "GPIOZERO_PIN_FACTORY"}
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)
    done = subprocess.run([sys.executable, "-c", NO_PINS], env=environment, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout == "the pins of a board cannot be reached: /dev/gpiochip0 is missing; this takes a Pi\n"


def test_all_keys_are_the_plain_board_and_the_rest():
    assert dict(ALL_KEYS.pins).keys() == set(Key)
    assert len(set(ALL_KEYS.pins.values())) == len(Key)
    assert PLAIN.pins.items() <= ALL_KEYS.pins.items()
    assert isinstance(PLAIN.wire, I2c)
    assert (PLAIN.wire.bus, PLAIN.wire.address) == (1, 0x3C)


def test_a_board_cannot_be_changed():
    with pytest.raises(AttributeError):
        PLAIN.wire = None  # type: ignore[misc, assignment]
    with pytest.raises(TypeError):
        PLAIN.pins[Key.UP] = 7  # type: ignore[index]
