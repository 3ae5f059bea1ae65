"""The inbox with a queue that records how long it is asked to sleep, and advances a simulated clock by that time."""

from __future__ import annotations

import signal
import threading
from queue import Empty, SimpleQueue
from typing import Any

import pytest

from companion.ports import Gesture, Key, KeyPress, KeyStuck, Stop
from hardware.boards import PLAIN
from hardware.clocks import SystemClock
from hardware.debounce import Debounce
from hardware.key_inbox import KeyInbox
from hardware.simulated import SimulatedClock

PRESS, REPEAT, RELEASE, HOLD = Gesture.PRESS, Gesture.REPEAT, Gesture.RELEASE, Gesture.HOLD
SURE_S = 0.003
"""After this much silence a press is certain: a millisecond against noise, two for word that is on its way."""
OPEN_S = 0.007
"""The same for a release: five milliseconds for the contact to settle, and two."""


class Sleeper(SimpleQueue[Any]):
    """A queue whose sleeps take simulated time. `later` holds what arrives while somebody sleeps, with the delay."""

    def __init__(self):
        self.clock = SimulatedClock(0.0)
        self.sleeps: list[float | None] = []
        self.later: list[tuple[float, object]] = []

    def get(self, block=True, timeout=None):
        if not block or not self.empty():
            return super().get(block=False)
        self.sleeps.append(timeout)
        if self.later and (timeout is None or self.later[0][0] <= timeout):
            delay, word = self.later.pop(0)
            self.clock.advance(delay)
            return word
        assert timeout is not None, "nobody would ever wake up"
        self.clock.advance(timeout)
        raise Empty


@pytest.fixture
def queue():
    return Sleeper()


@pytest.fixture
def inbox(queue):
    return KeyInbox(queue.clock, queue)


def test_edges_come_out_as_gestures_one_a_call_and_in_order(queue, inbox):
    inbox.edge(Key.UP, True, 0.0)
    inbox.edge(Key.UP, False, 0.125)
    inbox.edge(Key.OK, True, 0.25)
    inbox.edge(Key.OK, False, 0.375)
    inbox.edge(Key.DOWN, True, 0.5)
    queue.clock.advance(0.5)
    assert [inbox.get(9.0) for _ in range(3)] == [
        KeyPress(Key.UP, PRESS, 0.0),
        KeyPress(Key.OK, PRESS, 0.25),
        KeyPress(Key.OK, RELEASE, 0.375),
    ]
    assert queue.sleeps == []


def test_contacts_that_chatter_come_out_as_one_press_and_one_release(queue, inbox):
    for at, down in [(0.0, True), (0.0004, False), (0.0006, True), (0.2, False), (0.201, True), (0.2015, False)]:
        inbox.edge(Key.OK, down, at)
    queue.clock.advance(0.21)
    assert [inbox.get(9.0), inbox.get(9.0), inbox.get(9.0)] == [
        KeyPress(Key.OK, PRESS, 0.0006), KeyPress(Key.OK, RELEASE, 0.2015), None,
    ]  # fmt: skip


def test_a_press_is_certain_by_silence_after_3_ms_and_a_release_after_7(queue, inbox):
    inbox.edge(Key.OK, True, 0.0)
    assert inbox.get(9.0) == KeyPress(Key.OK, PRESS, 0.0)
    assert queue.clock.monotonic() == pytest.approx(SURE_S)
    queue.clock.advance(0.1 - queue.clock.monotonic())
    inbox.edge(Key.OK, False, 0.1)
    assert inbox.get(9.0) == KeyPress(Key.OK, RELEASE, 0.1)
    assert queue.clock.monotonic() == pytest.approx(0.1 + OPEN_S)
    assert queue.sleeps == pytest.approx([SURE_S, OPEN_S])


def test_who_was_busy_listens_before_silence_is_believed(queue, inbox):
    """The thread of the pins could not get its word in: the spike was over long ago."""
    inbox.edge(Key.OK, True, 0.0)
    queue.clock.advance(0.09)
    queue.later.append((0.001, (Key.OK, False, 0.0005)))
    assert inbox.get(1.0) is None
    assert queue.sleeps == pytest.approx([0.002, 0.909])


def test_what_the_kernel_still_has_is_fetched_before_silence_is_believed(queue, inbox):
    fetched = []

    def fetch(keys):
        fetched.append((queue.clock.monotonic(), keys))
        inbox.edge(Key.OK, False, 0.0005)
        return ()

    inbox.set_fetch(fetch)
    inbox.edge(Key.OK, True, 0.0)
    assert inbox.get(1.0) is None
    assert fetched == [(SURE_S, (Key.OK,))]


def test_of_a_key_in_doubt_silence_says_nothing_until_word_of_it_comes(queue, inbox):
    inbox.set_fetch(lambda keys: {Key.OK})
    inbox.edge(Key.OK, True, 0.0)
    inbox.edge(Key.UP, True, 0.0)
    assert inbox.get(9.0) == KeyPress(Key.UP, PRESS, 0.0)
    assert inbox.get(0.01) is None
    queue.later.append((0.001, (Key.OK, False, 0.0002)))
    assert inbox.get(0.3) is None
    assert queue.sleeps == pytest.approx([SURE_S, 0.002, 0.002, 0.002, 0.001, 0.002, 0.289])


def test_a_key_in_doubt_that_is_in_none_any_more_is_down(queue, inbox):
    doubts = [{Key.OK}, {Key.OK}, ()]
    inbox.set_fetch(lambda keys: doubts.pop(0))
    inbox.edge(Key.OK, True, 0.0)
    assert inbox.get(9.0) == KeyPress(Key.OK, PRESS, 0.0)
    assert queue.sleeps == pytest.approx([SURE_S, 0.002, 0.002])


def test_a_hold_waits_for_a_release_that_is_not_certain(queue, inbox):
    inbox.edge(Key.OK, True, 0.0)
    inbox.get(None)
    queue.later.append((0.599 - queue.clock.monotonic(), (Key.OK, False, 0.599)))
    assert inbox.get(None) == KeyPress(Key.OK, RELEASE, 0.599)


def test_a_caller_who_wants_to_be_woken_earlier_is_and_nothing_is_decided_by_that(queue, inbox):
    inbox.edge(Key.OK, True, 0.0)
    assert inbox.get(0.001) is None
    inbox.edge(Key.OK, False, 0.0009)
    assert inbox.get(1.0) is None


def test_a_step_of_an_encoder_is_a_press_and_nothing_repeats(queue, inbox):
    inbox.turn(Key.DOWN, 0.0)
    inbox.turn(Key.DOWN, 0.03)
    queue.clock.advance(0.03)
    assert [inbox.get(5.0) for _ in range(3)] == [
        KeyPress(Key.DOWN, PRESS, 0.0), KeyPress(Key.DOWN, PRESS, 0.03), None,
    ]  # fmt: skip
    assert queue.sleeps == [4.97]


def test_a_key_that_was_held_before_anybody_listened_acts_when_it_is_pressed_again(queue, inbox):
    inbox.start_down(Key.OK)
    for at, down in [(1.0, False), (1.001, True), (1.004, False), (2.0, True), (2.1, False)]:
        inbox.edge(Key.OK, down, at)
    queue.clock.advance(2.2)
    assert [inbox.get(5.0) for _ in range(3)] == [KeyPress(Key.OK, PRESS, 2.0), KeyPress(Key.OK, RELEASE, 2.1), None]


@pytest.mark.parametrize("key", [Key.OK, Key.UP, Key.HELP])
def test_a_key_that_is_not_released_is_told_once_and_does_nothing_more_before_that(queue, inbox, key):
    inbox.edge(key, True, 0.0)
    told = list(iter(lambda: inbox.get(40.0), None))
    assert told[-1] == KeyStuck(key)
    assert told.count(KeyStuck(key)) == 1
    assert queue.clock.monotonic() == 40.0
    inbox.edge(key, False, 40.0)
    assert inbox.get(90.0) is None
    inbox.edge(key, True, 90.0)
    assert inbox.get(91.0) == KeyPress(key, PRESS, 90.0)


def test_a_key_that_is_down_from_the_start_and_stays_so_is_told(queue, inbox):
    inbox.swap({Key.UP: Key.OK})
    inbox.start_down(Key.UP)
    assert inbox.get(40.0) == KeyStuck(Key.OK), "as people call it"
    assert queue.clock.monotonic() == 30.0
    inbox.start_down(Key.DOWN)
    inbox.edge(Key.DOWN, False, 30.0)
    assert inbox.get(90.0) is None


@pytest.mark.parametrize("key", [Key.OK, Key.UP])
def test_keys_that_are_lost_neither_act_nor_repeat(queue, inbox, key):
    inbox.edge(key, True, 0.0)
    assert inbox.get(9.0) == KeyPress(key, PRESS, 0.0)
    inbox.forget()
    assert inbox.get(90.0) is None
    assert queue.clock.monotonic() == 90.0


def test_a_nudge_wakes_the_main_thread_and_brings_no_event(queue, inbox):
    queue.later.append((1.0, None))
    assert inbox.get(None) is None
    assert queue.clock.monotonic() == 1.0


def test_pins_that_only_a_program_moves_need_no_time(queue):
    inbox = KeyInbox(queue.clock, queue, Debounce(settle_s=0.0, noise_s=0.0))
    inbox.edge(Key.OK, True, 0.0)
    inbox.edge(Key.OK, False, 0.0)
    assert [inbox.get(9.0), inbox.get(9.0)] == [KeyPress(Key.OK, PRESS, 0.0), KeyPress(Key.OK, RELEASE, 0.0)]
    assert queue.sleeps == []


def test_it_sleeps_once_until_the_deadline_and_then_says_none(queue, inbox):
    assert inbox.get(2.5) is None
    assert queue.sleeps == [2.5]
    assert queue.clock.monotonic() == 2.5


def test_without_a_deadline_it_sleeps_until_word_comes(queue, inbox):
    queue.later.append((77.0, (Key.DOWN, True, 77.0)))
    assert inbox.get(None) == KeyPress(Key.DOWN, PRESS, 77.0)
    assert queue.sleeps == [None, pytest.approx(SURE_S)]


def test_a_deadline_that_has_passed_does_not_sleep(queue, inbox):
    queue.clock.advance(5.0)
    assert inbox.get(5.0) is None
    assert inbox.get(1.0) is None
    assert queue.sleeps == []


def test_what_is_there_comes_before_a_deadline_that_has_passed(queue, inbox):
    queue.clock.advance(5.0)
    inbox.edge(Key.HELP, True, 4.9)
    inbox.edge(Key.HELP, False, 4.95)
    assert inbox.get(1.0) == KeyPress(Key.HELP, PRESS, 4.9)


def test_it_wakes_by_itself_for_a_hold(queue, inbox):
    inbox.edge(Key.BACK, True, 0.0)
    assert inbox.get(None) == KeyPress(Key.BACK, PRESS, 0.0)
    assert inbox.get(None) == KeyPress(Key.BACK, HOLD, 0.6)
    assert queue.sleeps == pytest.approx([SURE_S, 0.6 - SURE_S])


def test_it_wakes_for_the_deadline_when_that_is_earlier_than_the_hold(queue, inbox):
    inbox.edge(Key.BACK, True, 0.0)
    inbox.get(None)
    assert inbox.get(0.25) is None
    assert inbox.get(None) == KeyPress(Key.BACK, HOLD, 0.6)
    assert queue.sleeps == pytest.approx([SURE_S, 0.25 - SURE_S, 0.35])


def test_it_wakes_for_each_repeat_and_for_nothing_else(queue, inbox):
    inbox.edge(Key.RIGHT, True, 0.0)
    reported = [inbox.get(0.75) for _ in range(6)]
    assert [press and press.gesture for press in reported] == [PRESS, REPEAT, REPEAT, REPEAT, REPEAT, None]
    assert queue.sleeps == pytest.approx([SURE_S, 0.4 - SURE_S, 0.1, 0.1, 0.1, 0.05])


def test_a_key_that_goes_up_wakes_nobody_but_is_not_forgotten(queue, inbox):
    inbox.edge(Key.RIGHT, True, 0.0)
    inbox.get(None)
    queue.later.append((0.25 - SURE_S, (Key.RIGHT, False, 0.25)))
    assert inbox.get(9.0) is None
    assert queue.sleeps == pytest.approx([SURE_S, 0.4 - SURE_S, OPEN_S, 8.75 - OPEN_S])


def test_a_tap_during_a_long_frame_is_not_taken_for_a_hold(queue, inbox):
    inbox.edge(Key.OK, True, 0.0)
    inbox.get(None)
    inbox.edge(Key.OK, False, 0.125)
    queue.clock.advance(3.0)
    assert inbox.get(9.0) == KeyPress(Key.OK, RELEASE, 0.125)


def test_a_hold_during_a_long_frame_is_a_hold(queue, inbox):
    inbox.edge(Key.OK, True, 0.0)
    inbox.get(None)
    inbox.edge(Key.OK, False, 0.75)
    queue.clock.advance(3.0)
    assert inbox.get(9.0) == KeyPress(Key.OK, HOLD, 0.6)


def test_one_edge_that_completes_two_gestures_gives_them_in_order(queue, inbox):
    inbox.edge(Key.OK, True, 0.0)
    inbox.edge(Key.UP, True, 0.75)
    queue.clock.advance(0.75)
    assert [inbox.get(9.0) for _ in range(3)] == [
        KeyPress(Key.OK, PRESS, 0.0),
        KeyPress(Key.OK, HOLD, 0.6),
        KeyPress(Key.UP, PRESS, 0.75),
    ]


def test_a_due_hold_comes_before_a_deadline_that_has_passed(queue, inbox):
    inbox.edge(Key.OK, True, 0.0)
    inbox.get(None)
    queue.clock.advance(3.0)
    assert inbox.get(1.0) == KeyPress(Key.OK, HOLD, 0.6)
    assert inbox.get(1.0) is None


def test_a_sleep_that_ends_while_the_clock_stands_still_holds_no_key():
    """Fronts are tested with a simulated clock: a slow machine must not turn their taps into holds and repeats."""

    class Early(SimpleQueue[Any]):
        """A queue whose first two sleeps end by themselves; then the key is up."""

        sleeps = 0

        def get(self, block=True, timeout=None):
            if not self.empty():
                return super().get(block=False)
            self.sleeps += 1
            if self.sleeps > 2:
                return (Key.OK, False, 0.0)
            raise Empty

    queue = Early()
    inbox = KeyInbox(SimulatedClock(0.0), queue, Debounce(settle_s=0.0, noise_s=0.0))
    inbox.edge(Key.OK, True, 0.0)
    assert inbox.get(None) == KeyPress(Key.OK, PRESS, 0.0)
    assert inbox.get(None) == KeyPress(Key.OK, RELEASE, 0.0)


def test_stop_comes_after_what_happened_before_it(queue, inbox):
    inbox.edge(Key.UP, True, 0.0)
    inbox.edge(Key.UP, False, 0.05)
    inbox.stop()
    inbox.edge(Key.DOWN, True, 0.1)
    assert inbox.get(9.0) == KeyPress(Key.UP, PRESS, 0.0)
    assert isinstance(inbox.get(9.0), Stop)
    assert inbox.get(9.0) == KeyPress(Key.DOWN, PRESS, 0.1)


def test_a_stop_wakes_the_sleeper(queue, inbox):
    queue.later.append((1.0, Stop()))
    assert isinstance(inbox.get(None), Stop)
    assert queue.clock.monotonic() == 1.0


def test_another_thread_wakes_who_sleeps_on_the_real_queue():
    inbox = KeyInbox(SystemClock())
    thread = threading.Thread(target=inbox.edge, args=(Key.OK, True, 1.0))
    thread.start()
    assert inbox.get(None) == KeyPress(Key.OK, PRESS, 1.0)
    thread.join()


def test_a_signal_handler_may_stop_it():
    inbox = KeyInbox(SystemClock())
    before = signal.signal(signal.SIGUSR1, lambda *_: inbox.stop())
    try:
        signal.raise_signal(signal.SIGUSR1)
        assert isinstance(inbox.get(None), Stop)
    finally:
        signal.signal(signal.SIGUSR1, before)


def test_on_the_real_queue_a_deadline_that_comes_brings_none():
    clock = SystemClock()
    deadline = clock.monotonic() + 0.01
    assert KeyInbox(clock).get(deadline) is None
    assert clock.monotonic() >= deadline


def test_the_clock_of_the_machine_goes_on_and_knows_the_date():
    clock = SystemClock()
    first = clock.monotonic()
    assert clock.monotonic() >= first
    assert clock.wall() > 1_700_000_000  # November 2023


def test_keys_that_are_swapped_hold_and_repeat_like_those_whose_place_they_take(queue, inbox):
    """The row of four keys, for the left hand: the contact of OK is UP, that of DOWN is OK."""
    inbox.swap(PLAIN.left_hand)
    inbox.edge(Key.OK, True, 0.0)
    assert [inbox.get(None), inbox.get(None)] == [KeyPress(Key.UP, PRESS, 0.0), KeyPress(Key.UP, REPEAT, 0.4)]
    inbox.edge(Key.OK, False, 0.45)
    inbox.edge(Key.DOWN, True, 0.5)
    assert inbox.get(2.0) == KeyPress(Key.OK, PRESS, 0.5)
    assert inbox.get(2.0) == KeyPress(Key.OK, HOLD, 1.1)


def test_a_key_that_is_down_while_keys_are_swapped_does_no_more(queue, inbox):
    inbox.edge(Key.UP, True, 0.0)
    assert inbox.get(None) == KeyPress(Key.UP, PRESS, 0.0)
    inbox.swap(PLAIN.left_hand)
    inbox.edge(Key.UP, False, 0.1)
    assert inbox.get(2.0) is None
    inbox.edge(Key.UP, True, 2.1)
    assert inbox.get(None) == KeyPress(Key.BACK, PRESS, 2.1)
