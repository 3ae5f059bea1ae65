"""`companion board-test`: by words through the text panel, and by hand over whole simulated boards."""

from __future__ import annotations

import io
import json
from argparse import Namespace
from contextlib import closing
from typing import Any, cast

import pytest
from device import Conversation, says

from companion.commands.try_board import chosen_board
from companion.ports import Key, Stop
from companion.services.try_board import CARD_S, END_S, KEY_S, BoardTest, KeyResult
from companion.ui.painter import Painter
from companion.ui.test_card import card
from companion.words import LANGUAGES, Words
from hardware.boards import ALL_KEYS, PLAIN
from hardware.boards.profile import load, names, read, text_of
from hardware.fonts import lcd
from hardware.simulated import SimulatedClock
from hardware.simulated.board import SimulatedBoard, SimulatedBus
from hardware.simulated.chip import Ssd1306
from hardware.simulated.text import TextFront

WORDS = Words("en")


class Walk:
    """A walk through a board by words; `swap` are keys whose wires have changed places."""

    def __init__(self, board, *words, swap=(), language="en"):
        clock = SimulatedClock(0.0)
        replies = io.BytesIO()
        front = TextFront(io.BytesIO("".join(f"{word}\n" for word in words).encode()), replies, clock)
        other = {swap[0]: swap[1], swap[1]: swap[0]} if swap else {}
        self.frames = []
        self.board = SimulatedBoard(board)
        with self.board as pins, pins.buttons(front.edge, front.key_clock), closing(pins.oled()) as glass:
            front.connect(
                lambda key: pins.press(other.get(key, key)), lambda key: pins.release(other.get(key, key)), board.keys
            )
            self.test = BoardTest(board, front, [glass, self, front], clock, Painter(lcd()), Words(language))
            results = self.test.run()
            self.broken_off, self.results = results is None, results or ()
            self.took = clock.monotonic()
        self.answers = [json.loads(line) for line in replies.getvalue().splitlines()]

    def show(self, shown):
        self.frames.append((shown.frame, self.board.picture()))

    def close(self):
        pass


ALL_FOUR = ["ok", "up", "down", "ok", "back", "ok"]


def test_the_card_comes_first_then_each_key_then_that_all_is_well():
    walk = Walk(PLAIN, *ALL_FOUR)
    assert [answer["screen"] for answer in walk.answers[:6]] == ["card", "key", "key", "key", "key", "end"]
    assert walk.answers[0]["lines"] == ["SSD1306", "Frame whole all", "round, no dots?", "Press any key"]
    assert walk.answers[1]["lines"] == ["Press", "1/4", "UP", "within 20 seconds"]
    assert walk.answers[4]["lines"] == ["Press", "4/4", "BACK", "within 20 seconds"]
    assert walk.answers[5]["lines"] == ["All 4 keys work", "Any key ends this."]
    assert walk.results == tuple(KeyResult(key, key) for key in (Key.UP, Key.DOWN, Key.OK, Key.BACK))


@pytest.mark.parametrize("name", [*names(), "sh1106-3-encoder", "ssd1309-7"])
def test_every_board_can_be_walked_through_and_its_glass_shows_what_it_should(name):
    board = load(name)
    keys = [key.value for key in Key if key in board.keys]
    walk = Walk(board, "ok", *keys, "ok")
    assert walk.results == tuple(KeyResult(Key(key), Key(key)) for key in keys)
    for sent, seen in walk.frames:
        assert sent.tobytes() == seen.tobytes()


def test_an_encoder_is_turned_and_pushed():
    walk = Walk(load("ssd1306-3-encoder"), "ok", "up", "down", "ok", "ok")
    assert [answer["lines"][0] for answer in walk.answers[1:4]] == ["Turn left", "Turn right", "Push the encoder"]


def test_a_wrong_key_is_reported_and_asked_for_again():
    walk = Walk(PLAIN, "ok", "down", "up", *ALL_FOUR[2:])
    assert walk.answers[2]["lines"] == ["Press", "1/4", "UP", "That was DOWN. Again?"]
    assert walk.answers[3]["lines"][2] == "DOWN"
    assert all(result.pressed is result.key for result in walk.results)


def test_wires_that_changed_places_are_found():
    walk = Walk(PLAIN, "ok", "up", "up", "down", "down", "ok", "back", "ok", swap=(Key.UP, Key.DOWN))
    assert walk.results[:2] == (KeyResult(Key.UP, Key.DOWN), KeyResult(Key.DOWN, Key.UP))
    assert walk.answers[-1]["lines"] == ["2 of 4 keys work", "UP → DOWN, DOWN → UP"]
    assert walk.test.describe(walk.results[0]) == "UP: DOWN came instead."


def test_a_dead_key_is_waited_for_and_then_passed_over():
    walk = Walk(PLAIN, "ok", "up", f"wait {KEY_S}", "ok", "back", "ok")
    assert walk.results[1] == KeyResult(Key.DOWN, None)
    assert walk.answers[-1]["lines"] == ["3 of 4 keys work", "DOWN → ?"]
    assert walk.test.describe(walk.results[1]) == "DOWN: nothing came from GPIO 6, pin 31 of the header."
    assert walk.test.describe(walk.results[0]) == "UP works."


def test_of_a_dead_encoder_the_push_has_a_pin_and_the_turns_have_none():
    walk = Walk(load("ssd1306-3-encoder"), "wait 300")
    assert [walk.test.describe(result) for result in walk.results] == [
        "UP: nothing came.", "DOWN: nothing came.", "OK: nothing came from GPIO 13, pin 33 of the header.",
    ]  # fmt: skip


def test_another_key_and_then_nothing_is_that_other_key():
    walk = Walk(PLAIN, "ok", "down", f"wait {KEY_S}", *ALL_FOUR[2:])
    assert walk.results[0] == KeyResult(Key.UP, Key.DOWN)


def test_a_board_whose_keys_are_all_dead_is_walked_through_by_itself():
    walk = Walk(PLAIN, "wait 300")
    assert walk.results == tuple(KeyResult(key, None) for key in (Key.UP, Key.DOWN, Key.OK, Key.BACK))
    assert walk.took == CARD_S + 4 * KEY_S + END_S


@pytest.mark.parametrize("words", [(), ("quit",), ("ok", "quit"), ("ok", "up", "quit")])
def test_who_breaks_it_off_ends_it(words):
    assert Walk(PLAIN, *words).broken_off


def test_a_key_that_is_held_is_one_key():
    walk = Walk(PLAIN, "hold ok", "up", "down", "hold ok", "hold back", "ok")
    assert [result.pressed for result in walk.results] == [Key.UP, Key.DOWN, Key.OK, Key.BACK]


def test_a_failing_display_is_reported_and_the_keys_are_tried_nevertheless(capsys):
    clock = SimulatedClock(0.0)
    talk = Conversation(says(*ALL_FOUR))
    front = TextFront(cast(Any, talk), cast(Any, talk), clock)
    with SimulatedBoard(PLAIN) as pins, pins.buttons(front.edge, front.key_clock), closing(pins.oled()) as glass:
        pins.bus.unplugged = True
        front.connect(pins.press, pins.release, PLAIN.keys)
        test = BoardTest(PLAIN, front, [glass, front], clock, Painter(lcd()), WORDS)
        results = test.run()
    assert results is not None
    assert all(result.pressed is result.key for result in results)
    assert test.fault is not None
    assert test.fault.startswith("display at 0x3C on bus 1 does not answer")
    assert capsys.readouterr().err.count("display at 0x3C on bus 1 does not answer") == 1


# -- the card


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_card_has_a_frame_on_the_outermost_pixels(language):
    frame = card(Painter(lcd()), ["SSD1306", *[Words(language)(f"board.test.card-{line}") for line in (1, 2, 3)]])
    assert all(frame.getpixel((x, y)) for x in range(128) for y in (0, 63))
    assert all(frame.getpixel((x, y)) for y in range(64) for x in (0, 127))


def test_its_rulers_have_a_mark_every_8_pixels_and_a_long_one_every_32():
    frame = card(Painter(lcd()), [])
    for y in (3, 60):
        assert [x for x in range(8, 120) if frame.getpixel((x, y))] == list(range(8, 120, 8))
    for y in (6, 57):
        assert [x for x in range(8, 120) if frame.getpixel((x, y))] == [32, 64, 96]
    for x in (3, 124):
        assert [y for y in range(8, 56) if frame.getpixel((x, y))] == list(range(8, 56, 8))


def whole(picture):
    """Whether the frame stands all round."""
    return all(picture.getpixel((x, y)) for x in range(128) for y in (0, 63)) and all(
        picture.getpixel((x, y)) for y in range(64) for x in (0, 127)
    )


def test_a_glass_with_another_chip_than_the_profile_says_breaks_the_frame():
    """An SSD1306 that is driven as an SH1106; the other way round our model of the SH1106 refuses to be spoken to."""
    board = read("mine.toml", text_of("sh1106-4")[1])
    for chip, right in ((None, True), (Ssd1306(), False)):
        with SimulatedBoard(board) as pins, closing(pins.oled()) as glass:
            if chip is not None:
                assert isinstance(pins.bus, SimulatedBus)
                pins.chip = chip
                pins.bus.chips[0x3C] = chip
            test = BoardTest(board, Silent(), [glass], SimulatedClock(0.0), Painter(lcd()), WORDS)
            test.run()
            assert whole(pins.picture()) is right


class Silent:
    """An inbox in which somebody asks to end at once."""

    def get(self, deadline):
        return Stop()

    def repeat(self, rate):
        pass


@pytest.mark.parametrize(("panel", "board"), [("board", "waveshare-oled-hat"), ("text", None)])
def test_on_a_pi_the_board_of_the_service_is_tried(tmp_path, panel, board):
    arguments = Namespace(board=None, keys=None, encoder=False)
    assert chosen_board(arguments, panel, WORDS, tmp_path) == (PLAIN if panel == "board" else ALL_KEYS)
    (tmp_path / "etc/companion").mkdir(parents=True)
    (tmp_path / "etc/companion/board").write_text("COMPANION_BOARD=waveshare-oled-hat\n")
    expected = ALL_KEYS if board is None else load(board)
    assert chosen_board(arguments, panel, WORDS, tmp_path) == expected
    assert chosen_board(Namespace(board="plain", keys=None, encoder=False), panel, WORDS, tmp_path) == PLAIN
