"""Gestures on traces of edges: times in seconds, worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.ports import HOLD_S, Gesture, Key, KeyPress, Repeat
from hardware.gestures import HOLDING, REPEATING, Gestures

PRESS, REPEAT, RELEASE, HOLD = Gesture.PRESS, Gesture.REPEAT, Gesture.RELEASE, Gesture.HOLD

moving = pytest.mark.parametrize("key", [Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT])
deciding = pytest.mark.parametrize("key", [Key.OK, Key.BACK])


@pytest.fixture
def gestures() -> Gestures:
    return Gestures()


@moving
def test_a_moving_key_acts_when_it_goes_down_and_not_when_it_goes_up(gestures, key):
    assert gestures.edge(key, True, 1.0) == [KeyPress(key, PRESS, 1.0)]
    assert gestures.edge(key, False, 1.1) == []
    assert gestures.deadline is None


@moving
def test_a_moving_key_repeats_after_0_4_s_and_then_ten_times_a_second(gestures, key):
    gestures.edge(key, True, 8.0)
    assert gestures.deadline == pytest.approx(8.4)
    assert gestures.due(8.39) == []
    for tenths in range(4, 14):
        now = gestures.deadline
        assert now == pytest.approx(8 + tenths / 10)
        assert gestures.due(now) == [KeyPress(key, REPEAT, now)]
        assert gestures.due(now) == []


def test_repeating_ends_when_the_key_goes_up(gestures):
    gestures.edge(Key.DOWN, True, 0.0)
    assert len(gestures.due(0.5)) == 1
    gestures.edge(Key.DOWN, False, 0.55)
    assert gestures.due(9.0) == []
    assert gestures.deadline is None


def test_a_late_look_makes_one_repeat_and_counts_the_next_from_then(gestures):
    gestures.edge(Key.UP, True, 0.0)
    assert gestures.due(3.0) == [KeyPress(Key.UP, REPEAT, 3.0)]
    assert gestures.due(3.05) == []
    assert gestures.deadline == pytest.approx(3.1)
    assert gestures.due(3.125) == [KeyPress(Key.UP, REPEAT, 3.125)]
    assert gestures.deadline == pytest.approx(3.225)


def test_nobody_repeats_for_a_look_that_never_came(gestures):
    gestures.edge(Key.UP, True, 0.0)
    assert gestures.edge(Key.UP, False, 2.0) == []


def test_keys_repeat_according_to_the_settings():
    gestures = Gestures(Repeat(after_s=1.0, every_s=0.25))
    gestures.edge(Key.DOWN, True, 2.0)
    assert gestures.deadline == 3.0
    assert gestures.due(3.0) == [KeyPress(Key.DOWN, REPEAT, 3.0)]
    assert gestures.deadline == 3.25


def test_another_rate_holds_for_a_held_key_from_its_next_repeat_on(gestures):
    gestures.edge(Key.DOWN, True, 2.0)
    gestures.repeat(Repeat(after_s=9.0, every_s=0.25))
    assert gestures.deadline == pytest.approx(2.4)
    assert len(gestures.due(2.5)) == 1
    assert gestures.deadline == 2.75
    gestures.edge(Key.UP, True, 2.5)
    gestures.edge(Key.DOWN, False, 2.5)
    assert gestures.deadline == 11.5


def test_keys_that_are_not_to_repeat_do_not_and_holds_go_on(gestures):
    gestures.edge(Key.DOWN, True, 2.0)
    gestures.edge(Key.OK, True, 2.0)
    gestures.repeat(None)
    assert gestures.deadline == 2.0 + HOLD_S
    assert gestures.due(9.0) == [KeyPress(Key.OK, HOLD, 2.6)]
    assert gestures.edge(Key.UP, True, 9.0) == [KeyPress(Key.UP, PRESS, 9.0)]
    assert gestures.deadline is None
    gestures.repeat(Repeat(0.4, 0.1))
    assert gestures.due(20.0) == []
    assert gestures.edge(Key.UP, False, 20.0) == []
    gestures.edge(Key.UP, True, 21.0)
    assert gestures.deadline == pytest.approx(21.4)


def test_help_acts_when_it_goes_down_and_never_again(gestures):
    assert gestures.edge(Key.HELP, True, 0.0) == [KeyPress(Key.HELP, PRESS, 0.0)]
    assert gestures.deadline is None
    assert gestures.due(5.0) == []
    assert gestures.edge(Key.HELP, False, 6.0) == []


@deciding
def test_a_tap_is_a_press_and_a_release(gestures, key):
    assert gestures.edge(key, True, 2.0) == [KeyPress(key, PRESS, 2.0)]
    assert gestures.deadline == 2.0 + HOLD_S
    assert gestures.edge(key, False, 2.25) == [KeyPress(key, RELEASE, 2.25)]
    assert gestures.deadline is None
    assert gestures.due(9.0) == []


@deciding
def test_a_key_down_for_0_6_s_is_held_and_then_there_is_no_release(gestures, key):
    gestures.edge(key, True, 2.0)
    assert gestures.due(2.59) == []
    assert gestures.due(2.6) == [KeyPress(key, HOLD, 2.6)]
    assert gestures.due(2.7) == []
    assert gestures.deadline is None
    assert gestures.edge(key, False, 3.0) == []


@deciding
def test_a_hold_that_is_still_unread_is_reported_when_the_key_goes_up(gestures, key):
    gestures.edge(key, True, 2.0)
    assert gestures.edge(key, False, 4.0) == [KeyPress(key, HOLD, 2.6)]
    assert gestures.due(9.0) == []


@pytest.mark.parametrize("at", [0.0, 0.1, 0.3, 1.0, 7.77, 123456.789])
def test_exactly_0_6_s_is_a_hold_whenever_it_was_pressed(gestures, at):
    gestures.edge(Key.OK, True, at)
    assert gestures.edge(Key.OK, False, at + HOLD_S) == [KeyPress(Key.OK, HOLD, at + HOLD_S)]


def test_a_hair_less_than_0_6_s_is_a_release(gestures):
    gestures.edge(Key.OK, True, 0.0)
    assert gestures.edge(Key.OK, False, 0.599_999) == [KeyPress(Key.OK, RELEASE, 0.599_999)]


def test_a_key_can_be_held_again_after_a_hold(gestures):
    gestures.edge(Key.BACK, True, 0.0)
    gestures.due(0.6)
    gestures.edge(Key.BACK, False, 0.8)
    assert gestures.edge(Key.BACK, True, 1.0) == [KeyPress(Key.BACK, PRESS, 1.0)]
    assert gestures.edge(Key.BACK, False, 1.25) == [KeyPress(Key.BACK, RELEASE, 1.25)]


@pytest.mark.parametrize("key", list(Key))
def test_going_down_while_down_changes_nothing(gestures, key):
    gestures.edge(key, True, 0.0)
    before = gestures.deadline
    assert gestures.edge(key, True, 0.3) == []
    assert gestures.deadline == before


@pytest.mark.parametrize("key", list(Key))
def test_going_up_while_up_changes_nothing(gestures, key):
    assert gestures.edge(key, False, 0.0) == []
    assert gestures.deadline is None


def test_keys_do_not_disturb_each_other(gestures):
    gestures.edge(Key.OK, True, 0.0)
    assert gestures.edge(Key.UP, True, 0.25) == [KeyPress(Key.UP, PRESS, 0.25)]
    assert gestures.deadline == pytest.approx(0.6)
    assert gestures.edge(Key.OK, False, 0.5) == [KeyPress(Key.OK, RELEASE, 0.5)]
    assert gestures.deadline == pytest.approx(0.65)
    assert gestures.due(0.7) == [KeyPress(Key.UP, REPEAT, 0.7)]


def test_a_hold_comes_before_a_key_that_went_down_after_it_was_complete(gestures):
    gestures.edge(Key.OK, True, 0.0)
    assert gestures.edge(Key.UP, True, 0.75) == [KeyPress(Key.OK, HOLD, 0.6), KeyPress(Key.UP, PRESS, 0.75)]


def test_two_holds_in_one_look_come_in_the_order_in_which_they_were_complete(gestures):
    gestures.edge(Key.BACK, True, 0.0)
    gestures.edge(Key.OK, True, 0.125)
    noted = gestures.due(2.0)
    assert [(press.key, press.gesture) for press in noted] == [(Key.BACK, HOLD), (Key.OK, HOLD)]


traces = st.lists(
    st.tuples(st.sampled_from([None, *Key]), st.booleans(), st.floats(0.0, 1.0, allow_nan=False)), max_size=60
)
"""Steps of somebody at the keys: a key goes down or up, or somebody looks (None), after so many seconds."""


def gestures_of(trace):
    """All gestures of a trace, with those of a last look long after, and the edges that were none."""
    gestures, now, noted, presses = Gestures(), 0.0, [], []
    down: set[Key] = set()
    for key, goes_down, later in trace:
        now += later
        if key is None:
            noted += gestures.due(now)
        else:
            if goes_down and key not in down:
                presses.append(key)
            (down.add if goes_down else down.discard)(key)
            noted += gestures.edge(key, goes_down, now)
    for key in down:
        noted += gestures.edge(key, False, now + 5)
    return noted, presses


@given(traces)
def test_every_going_down_is_one_press_in_the_same_order(trace):
    noted, presses = gestures_of(trace)
    assert [press.key for press in noted if press.gesture is PRESS] == presses


@given(traces)
def test_each_press_of_ok_or_back_ends_as_one_release_or_one_hold_and_nothing_follows(trace):
    noted, _ = gestures_of(trace)
    for key in HOLDING:
        kinds = [press.gesture for press in noted if press.key is key]
        assert kinds[::2] == [PRESS] * (len(kinds) // 2)
        assert set(kinds[1::2]) <= {RELEASE, HOLD}
        assert len(kinds) % 2 == 0


@given(traces)
def test_only_moving_keys_repeat_and_never_faster_than_ten_a_second(trace):
    noted, _ = gestures_of(trace)
    for key in Key:
        last = None
        for press in noted:
            if press.key is not key:
                continue
            if press.gesture is REPEAT:
                assert key in REPEATING
                assert last is not None
                assert press.at - last >= 0.1 - 1e-9
            last = press.at


@given(traces)
def test_gestures_come_in_the_order_of_their_times(trace):
    # A hold has the time at which it was complete. It is reported with the next edge at the latest.
    noted, _ = gestures_of([step for step in trace if step[0] is not None])
    assert [press.at for press in noted] == sorted(press.at for press in noted)


@given(traces)
def test_looking_at_the_deadline_always_tells_something(trace):
    gestures, now = Gestures(), 0.0
    for key, goes_down, later in trace:
        now += later
        if key is not None:
            gestures.edge(key, goes_down, now)
        if gestures.deadline is not None and gestures.deadline > now:
            now = gestures.deadline
            assert gestures.due(now)
            assert gestures.deadline is None or gestures.deadline > now
