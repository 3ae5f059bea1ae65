"""The whole simulated board: pins to edges, frames to pixels."""

from __future__ import annotations

import threading

import pytest
from gpiozero import Device
from pictures import lit, same, scattered, shown

from companion.ports import Gesture, Key, KeyPress, PortError
from hardware.boards import PLAIN, Board, I2c
from hardware.key_inbox import KeyInbox
from hardware.simulated import SimulatedClock
from hardware.simulated.board import SimulatedBoard, SimulatedBus


def test_a_key_that_is_pushed_comes_out_of_the_inbox():
    clock = SimulatedClock(0.0)
    inbox = KeyInbox(clock)
    with SimulatedBoard() as board, board.buttons(inbox.edge, clock):
        for key in Key:
            board.press(key)
            clock.advance(0.0625)
            board.release(key)
    reported = []
    while event := inbox.get(clock.monotonic()):
        assert isinstance(event, KeyPress)
        reported.append((event.key, event.gesture))
    presses = [key for key, gesture in reported if gesture is Gesture.PRESS]
    releases = [key for key, gesture in reported if gesture is Gesture.RELEASE]
    assert presses == list(Key)
    assert releases == [Key.OK, Key.BACK]


def test_keys_act_in_the_thread_that_pushes_them():
    threads = []
    with (
        SimulatedBoard() as board,
        board.buttons(lambda *_: threads.append(threading.get_ident()), SimulatedClock(0.0)),
    ):
        board.press(Key.UP)
    assert threads == [threading.get_ident()]


def test_pushing_a_key_that_is_down_changes_nothing():
    edges = []
    with SimulatedBoard() as board, board.buttons(lambda *edge: edges.append(edge), SimulatedClock(0.0)):
        for _ in range(2):
            board.press(Key.UP)
        for _ in range(2):
            board.release(Key.UP)
    assert [down for _, down, _ in edges] == [True, False]


def test_the_glass_is_dark_before_the_first_frame_and_after_the_last():
    with SimulatedBoard() as board:
        assert lit(board.picture()) == set()
        oled = board.oled()
        oled.show(shown(scattered(1)))
        assert same(board.picture(), scattered(1))
        oled.close()
        assert lit(board.picture()) == set()


def test_a_board_has_the_keys_and_the_address_of_its_profile():
    edges = []
    board = SimulatedBoard(Board({Key.OK: 4}, I2c(3, 0x3D)))
    with board, board.buttons(lambda *edge: edges.append(edge), SimulatedClock(0.0)):
        board.press(Key.OK)
        with pytest.raises(KeyError):
            board.press(Key.UP)
        oled = board.oled()
        oled.show(shown(scattered(1)))
        assert same(board.picture(), scattered(1))
        board.bus.unplugged = True
        with pytest.raises(PortError, match=r"^display at 0x3D on bus 3 does not answer: "):
            oled.show(shown(scattered(2)))
    assert edges == [(Key.OK, True, 0.0)]


def test_two_boards_know_nothing_of_each_other_or_of_the_machine():
    edges = []
    clock = SimulatedClock(0.0)
    with SimulatedBoard(PLAIN) as one, SimulatedBoard(PLAIN) as other:
        with (
            one.buttons(lambda *edge: edges.append(("one", *edge)), clock),
            other.buttons(lambda *edge: edges.append(("other", *edge)), clock),
        ):
            other.press(Key.UP)
            one.press(Key.DOWN)
        one.oled().show(shown(scattered(1)))
        assert lit(other.picture()) == set()
    assert edges == [("other", Key.UP, True, 0.0), ("one", Key.DOWN, True, 0.0)]
    assert Device.pin_factory is None


def test_it_may_be_closed_twice():
    board = SimulatedBoard()
    board.close()
    board.close()
    assert isinstance(board.bus, SimulatedBus)
    with pytest.raises(ValueError, match="the bus is closed"):
        board.bus.write_i2c_block_data(0x3C, 0x00, [0xE3])
