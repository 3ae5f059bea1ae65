"""Lamps and buzzer on gpiozero's mock pins. Time is simulated: the test says which thread plays a buzzer's patterns."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from device import played, says
from gpiozero.pins.mock import MockFactory
from PIL import Image

from companion.ports import DeviceState, PageText, PortError, Sound
from companion.values import replace
from hardware.boards import ALL_KEYS
from hardware.lamps import PATTERNS, Buzzer, Lamps
from hardware.simulated.board import SimulatedBoard

LAMPS = (17, 27, 22, 23)
BUZZER = 24


def shown(*lamps: int, sound: Sound | None = None) -> DeviceState:
    page = PageText("table", (), None, None)
    return DeviceState(Image.new("1", (128, 64)), page, (), None, lamps=frozenset(lamps), sound=sound)


@pytest.fixture
def pins() -> Iterator[Any]:
    factory = MockFactory(revision="a02082")
    yield factory
    factory.close()


def lit(pins: Any) -> list[int]:
    """The lamps that have current, by their places."""
    return [place for place, pin in enumerate(LAMPS) if pins.pin(pin).state]


# -- lamps


def test_no_pin_is_touched_before_something_is_shown(pins: Any) -> None:
    Lamps(LAMPS, pins)
    assert [pins.pin(pin).function for pin in LAMPS] == ["input"] * 4


def test_the_lamps_of_those_in_turn_are_lit_and_no_other(pins: Any) -> None:
    lamps = Lamps(LAMPS, pins)
    seen = []
    for places in ((), (0,), (2,), (1, 3), ()):
        lamps.show(shown(*places))
        seen.append(lit(pins))
    assert seen == [[], [0], [2], [1, 3], []]
    assert [pins.pin(pin).function for pin in LAMPS] == ["output"] * 4


def test_a_lamp_that_stays_lit_does_not_flicker(pins: Any) -> None:
    lamps = Lamps(LAMPS, pins)
    for places in ((1,), (1,), (1, 2), (1,)):
        lamps.show(shown(*places))
    assert [state.state for state in pins.pin(LAMPS[1]).states] == [False, True]


def test_who_sits_beyond_the_last_lamp_has_none(pins: Any) -> None:
    lamps = Lamps(LAMPS[:2], pins)
    lamps.show(shown(3))
    assert lit(pins) == []
    lamps.show(shown(0, 3))
    assert lit(pins) == [0]


def test_closed_lamps_are_dark_and_their_pins_free_and_closing_twice_does_no_harm(pins: Any) -> None:
    lamps = Lamps(LAMPS, pins)
    lamps.show(shown(0, 1))
    lamps.close()
    lamps.close()
    assert lit(pins) == []
    assert [pins.pin(pin).function for pin in LAMPS] == ["input"] * 4


def test_a_lamp_whose_pin_is_taken_is_named_and_no_other_is_kept(pins: Any) -> None:
    other = Buzzer(LAMPS[2], pins)
    other.show(shown())
    lamps = Lamps(LAMPS, pins)
    with pytest.raises(PortError, match="pin 22 for lamp 3 cannot be used: "):
        lamps.show(shown(0))
    assert [pins.pin(pin).function for pin in LAMPS] == ["input", "input", "output", "input"]
    other.close()
    lamps.show(shown(0))
    assert lit(pins) == [0]


class Broken:
    """Makes a pin of the mock fail when it is written to."""

    def __init__(self, pins: Any, number: int) -> None:
        self._pin = pins.pin(number)
        # The mock of gpiozero has no public way to let a write fail.
        self._whole = self._pin._set_state  # noqa: SLF001
        self._pin._set_state = self._fail  # noqa: SLF001

    def _fail(self, value: object) -> None:
        raise OSError(5, "Input/output error")

    def mend(self) -> None:
        self._pin._set_state = self._whole  # noqa: SLF001


def test_a_lamp_that_fails_later_is_named_and_all_are_right_once_it_works_again(pins: Any) -> None:
    lamps = Lamps(LAMPS, pins)
    lamps.show(shown(0))
    broken = Broken(pins, LAMPS[1])
    with pytest.raises(PortError, match=r"pin 27 for lamp 2 cannot be used: \[Errno 5\] Input/output error"):
        lamps.show(shown(1))
    with pytest.raises(PortError, match="lamp 2"):
        lamps.show(shown(1))
    broken.mend()
    lamps.show(shown(0))
    assert lit(pins) == [0]


def test_without_a_board_the_first_picture_says_why() -> None:
    with pytest.raises(PortError, match="the pins of a board cannot be reached: "):
        Lamps(LAMPS).show(shown())
    with pytest.raises(PortError, match="the pins of a board cannot be reached: "):
        Buzzer(BUZZER).show(shown())


# -- the buzzer


class Later:
    """Plays what is to be done later when a test lets time pass."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waiting: list[tuple[float, Callable[[], None]]] = []

    def __call__(self, seconds: float, act: Callable[[], None]) -> None:
        self.waiting.append((self.now + seconds, act))

    def heard(self, pins: Any, seconds: float) -> list[float]:
        """Let so much time pass; how long the buzzer was on and off and on … in it."""
        changes = [self.now] if pins.pin(BUZZER).state else []
        before, end = pins.pin(BUZZER).state, self.now + seconds
        while self.waiting and min(at for at, _ in self.waiting) <= end:
            at, act = min(self.waiting, key=lambda due: due[0])
            self.waiting.remove((at, act))
            self.now = at
            act()
            if pins.pin(BUZZER).state != before:
                before = not before
                changes.append(at)
        self.now = end
        if before:
            changes.append(end)
        return [round(after - before, 6) for before, after in pairwise(changes)]


@pytest.fixture
def later() -> Later:
    return Later()


@pytest.mark.parametrize("sound", list(Sound))
def test_every_sound_is_played_as_it_is_written_down_and_then_it_is_silent(
    pins: Any, later: Later, sound: Sound
) -> None:
    buzzer = Buzzer(BUZZER, pins, later=later)
    buzzer.show(shown(sound=sound))
    assert later.heard(pins, 5.0) == list(PATTERNS[sound])
    assert not pins.pin(BUZZER).state
    assert later.waiting == []


def test_no_two_sounds_are_alike_and_all_but_the_flag_end_within_a_second() -> None:
    """Of two sounds of one length of pattern, one is three times as long as the other."""
    assert set(PATTERNS) == set(Sound)
    for sound, pattern in PATTERNS.items():
        assert len(pattern) % 2 == 1
        assert sum(pattern) < (2 if sound is Sound.FLAG else 1)  # CLK-6: one long beep
    beeps = [(len(pattern), sum(pattern)) for pattern in PATTERNS.values()]
    for count, length in beeps:
        alike = [other for number, other in beeps if number == count and other != length]
        assert all(max(other, length) > 3 * min(other, length) for other in alike)
    assert len(set(beeps)) == len(beeps)


def test_without_a_sound_the_pin_is_low_and_nothing_waits(pins: Any, later: Later) -> None:
    buzzer = Buzzer(BUZZER, pins, later=later)
    buzzer.show(shown())
    assert pins.pin(BUZZER).function == "output"
    assert not pins.pin(BUZZER).state
    assert later.waiting == []


def test_a_picture_without_a_sound_lets_the_last_one_end(pins: Any, later: Later) -> None:
    buzzer = Buzzer(BUZZER, pins, later=later)
    buzzer.show(shown(sound=Sound.BUST))
    assert later.heard(pins, 0.2) == [0.2]
    buzzer.show(shown())
    assert later.heard(pins, 5.0) == [0.3]


def test_a_new_sound_replaces_the_one_that_is_played(pins: Any, later: Later) -> None:
    buzzer = Buzzer(BUZZER, pins, later=later)
    buzzer.show(shown(sound=Sound.WIN))
    assert later.heard(pins, 0.2) == [0.08, 0.08, 0.04]
    buzzer.show(shown(sound=Sound.DONE))
    assert later.heard(pins, 5.0) == [0.06]


def test_a_closed_buzzer_is_silent_at_once_and_stays_so(pins: Any, later: Later) -> None:
    buzzer = Buzzer(BUZZER, pins, later=later)
    buzzer.show(shown(sound=Sound.WIN))
    buzzer.close()
    buzzer.close()
    assert not pins.pin(BUZZER).state
    assert pins.pin(BUZZER).function == "input"
    assert later.heard(pins, 5.0) == []


def test_a_buzzer_that_fails_in_the_middle_says_so_with_the_next_picture_and_then_works_again(
    pins: Any, later: Later
) -> None:
    buzzer = Buzzer(BUZZER, pins, later=later)
    buzzer.show(shown(sound=Sound.WIN))
    broken = Broken(pins, BUZZER)
    later.heard(pins, 5.0)
    broken.mend()
    with pytest.raises(PortError, match=r"pin 24 for the buzzer cannot be used: \[Errno 5\] Input/output error"):
        buzzer.show(shown(sound=Sound.DONE))
    assert not pins.pin(BUZZER).state
    buzzer.show(shown(sound=Sound.DONE))
    assert later.heard(pins, 5.0) == [0.06]


def test_a_buzzer_whose_pin_is_in_use_is_reported_and_opened_later(pins: Any, later: Later) -> None:
    lamps = Lamps([BUZZER], pins)
    lamps.show(shown())
    buzzer = Buzzer(BUZZER, pins, later=later)
    with pytest.raises(PortError, match="pin 24 for the buzzer cannot be used: "):
        buzzer.show(shown(sound=Sound.DONE))
    lamps.close()
    buzzer.show(shown(sound=Sound.DONE))
    assert later.heard(pins, 1.0) == [0.06]


def test_on_a_board_a_sound_is_played_in_a_thread_that_ends_with_it(pins: Any) -> None:
    before = {*threading.enumerate()}
    buzzer = Buzzer(BUZZER, pins)
    buzzer.show(shown())
    assert {*threading.enumerate()} <= before
    buzzer.show(shown(sound=Sound.DONE))
    for thread in {*threading.enumerate()} - before:
        assert isinstance(thread, threading.Timer)
        thread.join()
    assert {*threading.enumerate()} <= before
    assert [state.state for state in pins.pin(BUZZER).states] == [False, True, False]


# -- behind a whole device


def test_a_game_lights_lamps_and_sounds_the_buzzer_and_does_not_mind_a_lamp_that_cannot_be_had(
    tmp_path: Path, pins: Any, later: Later
) -> None:
    board = SimulatedBoard(replace(ALL_KEYS, lights=(5, 6), buzzer=13))
    taken = Lamps(LAMPS[2:3], pins)
    taken.show(shown())
    lost, lamps, buzzer = Lamps(LAMPS[2:], pins), Lamps(LAMPS[:2], pins), Buzzer(BUZZER, pins, later=later)
    answers = played(tmp_path, says("ok ok ok"), panels=(lost, lamps, buzzer), board=board)
    assert answers[-1]["screen"] == "table"
    assert lit(pins) == [0]
    assert later.heard(pins, 5.0) == [0.06]
