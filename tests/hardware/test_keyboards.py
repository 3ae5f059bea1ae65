"""Keyboards, from the bytes of the kernel to keys, text and readings; the descriptors are pipes."""

from __future__ import annotations

import os
import queue
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from patience import PATIENCE_S

from companion.ports import HOLD_S, Gesture, Key, KeyPress, Reading, Repeat, Typed
from hardware.clocks import SystemClock
from hardware.debounce import Change
from hardware.key_inbox import KeyInbox
from hardware.keyboards.codes import (
    AXES,
    ENTERS,
    EV_ABS,
    EV_KEY,
    EV_SYN,
    HAT_X,
    KEYS,
    LAYOUTS,
    READ,
    STICK_Y,
    SYN_DROPPED,
    SYN_REPORT,
    is_of_use,
)
from hardware.keyboards.decode import EVENT, READING_LEAST, READING_S, Decoder, Lost, Value
from hardware.keyboards.devices import Keyboards, Opened
from hardware.simulated import SimulatedClock

ENTER, SHIFT, CTRL, NUMLOCK, BACKSPACE, ESC = 28, 42, 29, 69, 14, 1
CODES = {pair[shift]: (code, bool(shift)) for shift in (1, 0) for code, pair in READ.items()}
"""The code of each character of a reader, and whether it needs Shift."""
LABEL = "TC1 pra R12#3"


def event(kind: int, code: int, value: int, at: float) -> bytes:
    micros = round(at * 1_000_000)
    return EVENT.pack(micros // 1_000_000, micros % 1_000_000, kind, code, value)


def key(code: int, value: int, at: float) -> bytes:
    return event(EV_KEY, code, value, at) + event(EV_SYN, SYN_REPORT, 0, at)


def tap(code: int, at: float, for_s: float = 0.001) -> bytes:
    return key(code, 1, at) + key(code, 0, at + for_s)


def stroke(character: str, at: float) -> bytes:
    code, shifted = CODES[character]
    return key(SHIFT, 1, at) + tap(code, at) + key(SHIFT, 0, at + 0.001) if shifted else tap(code, at)


def reading(text: str, at: float, pace: float) -> bytes:
    """What a reader sends, a character every `pace` seconds, with the Enter at its end."""
    strokes = [stroke(character, at + place * pace) for place, character in enumerate(text)]
    return b"".join([*strokes, tap(ENTER, at + len(text) * pace)])


def text(values: Sequence[Value]) -> str:
    return "".join([value.text for value in values if isinstance(value, Typed)])


# -- keys


@pytest.mark.parametrize(
    ("code", "meant"),
    [(103, Key.UP), (108, Key.DOWN), (105, Key.LEFT), (106, Key.RIGHT), (28, Key.OK), (96, Key.OK), (1, Key.BACK),
     (104, Key.UP), (109, Key.DOWN), (115, Key.UP), (114, Key.DOWN), (164, Key.OK), (0x130, Key.OK), (0x131, Key.BACK),
     (0x133, Key.HELP), (59, Key.HELP)],
)  # fmt: skip
def test_a_key_that_is_no_character_is_a_logical_key_with_its_own_down_and_up(code: int, meant: Key) -> None:
    assert Decoder().feed(tap(code, 5.0, 0.25)) == [Change(meant, True, 5.0), Change(meant, False, 5.25)]


def test_the_repeats_of_the_kernel_are_no_second_press() -> None:
    data = key(103, 1, 1.0) + b"".join([key(103, 2, 1.2 + place / 30) for place in range(9)]) + key(103, 0, 2.0)
    assert Decoder().feed(data) == [Change(Key.UP, True, 1.0), Change(Key.UP, False, 2.0)]


def test_bytes_may_come_in_any_pieces() -> None:
    data = key(108, 1, 1.0) + reading(LABEL, 2.0, 0.004) + key(108, 0, 3.0)
    expected = [Change(Key.DOWN, True, 1.0), Reading(LABEL), Change(Key.DOWN, False, 3.0)]
    for size in (1, 7, EVENT.size - 1, EVENT.size, 100, len(data)):
        decoder = Decoder()
        pieces = [data[place : place + size] for place in range(0, len(data), size)]
        assert [value for piece in pieces for value in decoder.feed(piece)] == expected, size


def test_the_cross_of_a_game_pad_moves() -> None:
    decoder = Decoder(axes={HAT_X: (-1, 1), STICK_Y: (0, 255)})
    assert decoder.feed(event(EV_ABS, HAT_X, -1, 1.0)) == [Change(Key.LEFT, True, 1.0)]
    assert decoder.feed(event(EV_ABS, HAT_X, 1, 2.0)) == [Change(Key.LEFT, False, 2.0), Change(Key.RIGHT, True, 2.0)]
    assert decoder.feed(event(EV_ABS, HAT_X, 0, 3.0)) == [Change(Key.RIGHT, False, 3.0)]
    assert decoder.feed(event(EV_ABS, STICK_Y, 127, 4.0)) == []
    assert decoder.feed(event(EV_ABS, STICK_Y, 250, 5.0)) == [Change(Key.DOWN, True, 5.0)]
    assert decoder.feed(event(EV_ABS, STICK_Y, 255, 6.0)) == []
    assert decoder.feed(event(EV_ABS, STICK_Y, 128, 7.0)) == [Change(Key.DOWN, False, 7.0)]
    assert Decoder().feed(event(EV_ABS, HAT_X, 1, 1.0)) == []  # an axis of which nobody knows the ends


def test_every_axis_has_two_keys_and_no_code_is_both_a_key_and_a_character() -> None:
    assert set(AXES) == {0x00, 0x01, 0x10, 0x11}
    assert not set(KEYS) & set(READ)
    assert set(ENTERS) < set(KEYS)


def test_a_mouse_and_a_power_button_have_no_key_for_us() -> None:
    assert not is_of_use(frozenset(range(0x110, 0x118)))
    assert not is_of_use(frozenset({116}))
    assert is_of_use(frozenset({115, 114}))  # a shutter remote
    assert is_of_use(frozenset({79, 80, 81, NUMLOCK}))


# -- typing


def test_slow_characters_are_typed_once_nothing_has_followed_for_the_time_of_a_reading() -> None:
    decoder = Decoder()
    assert decoder.feed(tap(CODES["2"][0], 1.0)) == []
    assert decoder.due(1.0 + READING_S - 0.001) == []
    assert decoder.deadline is not None
    assert decoder.due(decoder.deadline) == [Typed("2")]
    assert decoder.deadline is None


def test_typed_text_and_enter_keep_their_order() -> None:
    data = stroke("2", 1.0) + stroke("7", 1.2) + tap(ENTER, 1.4)
    assert Decoder().feed(data) == [Typed("2"), Typed("7"), Change(Key.OK, True, 1.4), Change(Key.OK, False, 1.401)]


def test_fingers_that_roll_over_a_number_and_enter_type_it() -> None:
    values = Decoder().feed(reading("27", 1.0, 0.02))
    assert text(values) == "27"
    assert [value.key for value in values if isinstance(value, Change)] == [Key.OK, Key.OK]


def test_num_lock_that_some_number_pads_send_around_each_digit_changes_nothing() -> None:
    digits = [
        tap(NUMLOCK, at) + tap(71 + place, at + 0.01) + tap(NUMLOCK, at + 0.02) for place, at in ((0, 1.0), (8, 2.0))
    ]
    assert Decoder().feed(b"".join(digits) + tap(96, 3.0))[:2] == [Typed("7"), Typed("1")]


def test_backspace_is_a_tap_on_back_however_long_it_is_held() -> None:
    held = key(BACKSPACE, 1, 1.0) + key(BACKSPACE, 2, 1.5) + key(BACKSPACE, 0, 1.6)
    assert Decoder().feed(held) == [Change(Key.BACK, True, 1.0), Change(Key.BACK, False, 1.0)]


def test_what_is_pressed_with_ctrl_or_alt_is_no_character() -> None:
    values = Decoder().feed(key(CTRL, 1, 1.0) + tap(CODES["c"][0], 1.1) + key(CTRL, 0, 1.2) + tap(ESC, 2.0))
    assert text(values) == ""


@pytest.mark.parametrize(("layout", "typed"), [("qwerty", "qyz?"), ("qwertz", "qzy_"), ("azerty", "ayw§")])
def test_a_layout_moves_letters_but_neither_digits_nor_readings(layout: str, typed: str) -> None:
    data = b"".join([stroke(sign, 1.0 + place) for place, sign in enumerate("qyz?07")])
    decoder = Decoder(layout)
    assert text(decoder.feed(data + tap(ESC, 9.0))) == f"{typed}07"
    assert decoder.feed(reading(LABEL, 20.0, 0.004)) == [Reading(LABEL)]


def test_names_with_an_apostrophe_can_be_typed_on_qwertz() -> None:
    typed = [*tap(24, 0.0), *key(SHIFT, 1, 1.0), *tap(43, 2.0), *tap(49, 3.0), *key(SHIFT, 0, 4.0), *tap(ESC, 5.0)]
    assert text(Decoder("qwertz").feed(bytes(typed))) == "o'N"


def test_on_azerty_the_key_of_the_6_is_the_minus_that_is_printed_there() -> None:
    row = b"".join([tap(2 + place, 1.0 + place) for place in range(10)])
    with_shift = key(SHIFT, 1, 20.0) + b"".join([tap(2 + place, 21.0 + place) for place in range(10)])
    assert text(Decoder("azerty").feed(row + with_shift + tap(ESC, 40.0))) == "12345-78901234567890"


def test_on_a_japanese_keyboard_signs_are_where_they_are_printed() -> None:
    """JIS X 6002: right of the 0 minus and caret, right of L semicolon and colon, with Shift plus and asterisk."""
    keys = (12, 13, 39, 40)
    plain = b"".join([tap(code, 1.0 + place) for place, code in enumerate(keys)])
    with_shift = key(SHIFT, 1, 10.0) + b"".join([tap(code, 11.0 + place) for place, code in enumerate(keys)])
    assert text(Decoder("jis").feed(plain + with_shift + key(SHIFT, 0, 18.0) + tap(ESC, 19.0))) == "-^;:=~+*"


@pytest.mark.parametrize("layout", LAYOUTS)
def test_every_layout_has_all_letters_and_digits(layout: str) -> None:
    signs = {sign for pair in LAYOUTS[layout].values() for sign in pair}
    assert set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -+?") <= signs


# -- readings


@pytest.mark.parametrize("pace", [0.001, 0.008, 0.02, READING_S - 0.002])
def test_a_text_that_comes_fast_and_ends_with_enter_is_a_reading(pace: float) -> None:
    assert Decoder().feed(reading(LABEL, 1.0, pace)) == [Reading(LABEL)]


def test_one_pause_makes_it_typed_text_that_enters_nothing_before_the_enter_of_a_key() -> None:
    slow = reading("TC1 ", 1.0, 0.004)[: -len(tap(ENTER, 0))] + reading("pra", 1.2, 0.004)
    values = Decoder().feed(slow)
    assert text(values) == "TC1 pra"
    assert Reading("pra") not in values


@pytest.mark.parametrize("length", range(1, 12))
def test_a_reading_has_a_least_length(length: int) -> None:
    values = Decoder().feed(reading("1234567890x"[:length], 1.0, 0.005))
    assert (Reading("1234567890x"[:length]) in values) == (length >= READING_LEAST)


def test_a_second_enter_of_the_reader_is_no_ok() -> None:
    assert Decoder().feed(reading(LABEL, 1.0, 0.005) + tap(ENTER, 1.08)) == [Reading(LABEL)]
    late = Decoder().feed(reading(LABEL, 1.0, 0.005) + tap(ENTER, 2.0))
    assert [value.key for value in late if isinstance(value, Change)] == [Key.OK, Key.OK]


def test_events_that_the_kernel_dropped_tear_no_reading_and_hold_no_key_down() -> None:
    torn = key(103, 1, 0.5) + reading(LABEL, 1.0, 0.005)[: 20 * EVENT.size]
    overrun = event(EV_SYN, SYN_DROPPED, 0, 1.02) + event(EV_KEY, ENTER, 1, 1.021) + event(EV_SYN, SYN_REPORT, 0, 1.021)
    decoder = Decoder()
    assert decoder.feed(torn + overrun) == [Change(Key.UP, True, 0.5), Lost()]
    assert decoder.deadline is None
    assert decoder.feed(reading(LABEL, 2.0, 0.005)) == [Reading(LABEL)]


@pytest.mark.parametrize("lost", range(1, len(LABEL)))
def test_the_rest_of_a_reading_whose_beginning_is_lost_is_no_text_and_its_enter_no_ok(lost: int) -> None:
    overrun = event(EV_SYN, SYN_DROPPED, 0, 1.0) + event(EV_SYN, SYN_REPORT, 0, 1.0)
    decoder = Decoder()
    assert decoder.feed(overrun + reading(LABEL[lost:], 1.004, 0.005)) == [Lost()]
    assert decoder.deadline is None
    assert decoder.feed(reading(LABEL, 2.0, 0.005)) == [Reading(LABEL)]
    assert text(decoder.feed(stroke("7", 3.0) + tap(ESC, 3.1))) == "7"


@pytest.mark.parametrize("seen", range(len("TC1 pra R12")))
def test_a_reading_that_is_seen_too_late_is_whole_if_the_kernel_had_it_in_time(seen: int) -> None:
    """A busy machine took its beginning for typed text, which enters nothing: then the label comes as well."""
    decoder, label = Decoder(), "TC1 pra R12"
    first = b"".join([stroke(character, 1.0 + place * 0.02) for place, character in enumerate(label[:seen])])
    assert decoder.feed(first) == []
    assert text(decoder.due(99.0)) == label[:seen]
    assert decoder.deadline is None
    assert decoder.feed(reading(label, 1.0, 0.02)[len(first) :]) == [Reading(label)]


def test_what_a_finger_typed_in_time_is_typed_once_however_late_it_is_seen() -> None:
    decoder = Decoder()
    decoder.feed(stroke("2", 1.0))
    assert decoder.due(99.0) == [Typed("2")]
    values = decoder.feed(stroke("7", 1.02) + tap(ENTER, 1.04))
    assert values == [Typed("7"), Change(Key.OK, True, 1.04), Change(Key.OK, False, 1.041)]


def random_bytes(rng: random.Random) -> bytes:
    """Readings, taps and letters, as often as not in the time of a reading."""
    at, data = 1.0, b""
    for _ in range(rng.randrange(1, 8)):
        at += rng.choice((0.01, 0.04, 0.2, 1.0))
        if rng.random() < 0.4:
            data += reading(LABEL, at, pace := rng.uniform(0.001, 0.028))
            at += pace * (len(LABEL) + 1)
        else:
            data += rng.choice((tap(103, at), stroke("7", at), tap(ENTER, at), key(BACKSPACE, 1, at)))
    return data + tap(ESC, at + 1)


def in_pieces(data: bytes, rng: random.Random, latest: Callable[[float], float]) -> list[Value]:
    """What a decoder says to bytes that come in random pieces, with `due` called before each of them: at a random
    moment until `latest` of the kernel's time of the next event.
    """
    decoder, values, place = Decoder(), list[Value](), 0
    while place < len(data):
        size = EVENT.size * rng.randrange(1, 9)
        values += decoder.feed(data[place : place + size])
        place += size
        if place < len(data):
            seconds, micros, *_ = EVENT.unpack_from(data, place)
            values += decoder.due(rng.uniform(0, latest(seconds + micros / 1_000_000)))
    return values


def test_whatever_comes_is_decided_by_the_times_alone() -> None:
    """The same bytes, in random pieces and with `due` called at random moments, give the same values."""
    rng = random.Random(4)
    for _ in range(200):
        data = random_bytes(rng)
        assert in_pieces(data, rng, lambda at: at) == Decoder().feed(data)


def test_no_delay_of_a_busy_machine_changes_a_reading_or_a_key() -> None:
    """However late the bytes are seen, readings and keys are the same ones: only text is shown that is none."""
    rng = random.Random(5)
    for _ in range(200):
        data = random_bytes(rng)
        late = in_pieces(data, rng, lambda at: at + 0.2)
        assert [value for value in late if not isinstance(value, Typed)] == [
            value for value in Decoder().feed(data) if not isinstance(value, Typed)
        ]


# -- the inbox


def inbox_of(repeat: Repeat | None = None) -> tuple[KeyInbox, SimulatedClock]:
    clock = SimulatedClock(0.0)
    inbox = KeyInbox(clock)
    inbox.repeat(repeat)
    return inbox, clock


def gestures(inbox: KeyInbox, until: float) -> list[tuple[Key, Gesture, bool]]:
    found = []
    while isinstance(press := inbox.get(until), KeyPress):
        found.append((press.key, press.gesture, press.board))
    return found


def test_a_key_of_a_keyboard_is_no_key_of_the_board_and_is_held_as_one() -> None:
    inbox, clock = inbox_of()
    inbox.keyboard_edge("a", Key.BACK, True, 0.0)
    inbox.keyboard_edge("a", Key.BACK, False, HOLD_S + 0.1)
    clock.advance(1.0)
    assert gestures(inbox, 1.0) == [(Key.BACK, Gesture.PRESS, False), (Key.BACK, Gesture.HOLD, False)]


def test_the_same_key_on_five_keyboards_is_pressed_five_times() -> None:
    inbox, _ = inbox_of()
    for device in range(5):
        inbox.keyboard_edge(device, Key.OK, True, 0.0)
    for device in range(5):
        inbox.keyboard_edge(device, Key.OK, False, 0.1)
    found = [gesture for _, gesture, _ in gestures(inbox, 0.0)]
    assert found == [Gesture.PRESS] * 5 + [Gesture.RELEASE] * 5


def test_a_keyboard_that_is_unplugged_releases_nothing_and_repeats_no_more() -> None:
    inbox, clock = inbox_of(Repeat(0.4, 0.1))
    inbox.keyboard_edge("a", Key.UP, True, 0.0)
    inbox.keyboard_edge("a", Key.OK, True, 0.0)
    inbox.keyboard_lost("a")
    clock.advance(5.0)
    assert gestures(inbox, 5.0) == [(Key.UP, Gesture.PRESS, False), (Key.OK, Gesture.PRESS, False)]


# -- devices


class Plugs:
    """A folder of event devices that are pipes, and the keyboards on it."""

    def __init__(self, folder: Path, inbox: KeyInbox) -> None:
        self.folder = folder
        self.opened: queue.SimpleQueue[Path] = queue.SimpleQueue()
        self.barred: set[str] = set()
        self.keyboards = Keyboards(inbox, folder=folder, open_device=self._open)

    def _open(self, path: Path) -> Opened | None:
        if path.name in self.barred:
            raise PermissionError(13, "Permission denied")
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        self.opened.put(path)
        return Opened(descriptor, "a pipe")

    @contextmanager
    def plug(self, number: int) -> Iterator[int]:
        """A device, from its node to its end; gives the descriptor to write its events to."""
        path = self.folder / f"event{number}"
        os.mkfifo(path)
        assert self.opened.get(timeout=PATIENCE_S) == path
        descriptor = os.open(path, os.O_WRONLY)
        try:
            yield descriptor
        finally:
            path.unlink()
            os.close(descriptor)


@pytest.fixture
def inbox() -> KeyInbox:
    return KeyInbox(SystemClock())


@pytest.fixture
def plugs(tmp_path: Path, inbox: KeyInbox) -> Iterator[Plugs]:
    made = Plugs(tmp_path / "input", inbox)  # the folder comes with the first device
    with closing(made.keyboards):
        yield made


def soon(inbox: KeyInbox) -> object:
    return inbox.get(time.monotonic() + PATIENCE_S)


def test_devices_that_come_while_the_thread_sleeps_are_heard(plugs: Plugs, inbox: KeyInbox) -> None:
    plugs.folder.mkdir()
    with plugs.plug(0) as first, plugs.plug(7) as second:
        os.write(second, reading(LABEL, 1.0, 0.004))
        assert soon(inbox) == Reading(LABEL)
        os.write(first, stroke("4", time.monotonic()))
        assert soon(inbox) == Typed("4")
        at = time.monotonic()
        os.write(second, key(103, 1, at))
        press = soon(inbox)
        assert isinstance(press, KeyPress)
        assert (press.key, press.gesture, press.board, round(press.at, 4)) == (
            Key.UP,
            Gesture.PRESS,
            False,
            round(at, 4),
        )


def test_a_node_that_udev_has_not_given_away_yet_is_tried_again(plugs: Plugs, inbox: KeyInbox) -> None:
    plugs.folder.mkdir()
    plugs.barred.add("event3")
    path = plugs.folder / "event3"
    os.mkfifo(path, 0o600)
    with plugs.plug(4):  # by now event3 has been looked at
        plugs.barred.clear()
        path.chmod(0o660)
        assert plugs.opened.get(timeout=PATIENCE_S) == path


def test_a_reader_that_is_unplugged_in_mid_word_enters_nothing(plugs: Plugs, inbox: KeyInbox) -> None:
    plugs.folder.mkdir()
    with plugs.plug(0) as staying:
        with plugs.plug(1) as leaving:
            # The end of the word would come only far in the future, so nothing decides that it was typed.
            os.write(leaving, reading(LABEL, time.monotonic() + 3600, 0.004)[: -4 * EVENT.size])
        os.write(staying, reading(LABEL, 1.0, 0.004))
        assert soon(inbox) == Reading(LABEL)
        assert inbox.get(time.monotonic()) is None


def test_it_ends_at_once_and_closes_what_it_opened(tmp_path: Path, inbox: KeyInbox) -> None:
    before = {*threading.enumerate()}
    plugs = Plugs(tmp_path / "input", inbox)
    plugs.folder.mkdir()
    with plugs.plug(0) as descriptor:
        plugs.keyboards.close()
        assert {*threading.enumerate()} <= before
        with pytest.raises(BrokenPipeError):
            os.write(descriptor, tap(ENTER, 1.0))
    plugs.keyboards.close()
