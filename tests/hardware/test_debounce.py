"""Contacts on hand-made traces, in milliseconds, and any contacts at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.ports import Key
from hardware.debounce import LATE_S, NOISE_S, SETTLE_S, Change, Debounce


def ms(milliseconds: float) -> float:
    return milliseconds / 1000


def heard(trace: list[tuple[float, Key, bool]], *, debounce: Debounce | None = None) -> list[tuple[Key, bool, float]]:
    """What a trace of (ms, key, closed) becomes, with the silence after it; times in ms."""
    made = debounce or Debounce()
    reported: list[Change] = []
    for at, key, down in trace:
        reported += made.edge(key, down, ms(at))
    reported += made.due(ms(trace[-1][0]) + 1.0 if trace else 1.0)
    assert made.deadline is None
    assert made.earliest_undecided is None
    return [(key, down, round(at * 1000, 3)) for key, down, at in reported]


def contact(*times: float, key: Key = Key.OK) -> list[tuple[float, Key, bool]]:
    """A contact that closes at the first of these times, opens at the next, and so on."""
    return [(at, key, place % 2 == 0) for place, at in enumerate(times)]


def test_a_clean_press_and_release_are_reported_with_the_times_of_their_edges():
    assert heard(contact(100, 180)) == [(Key.OK, True, 100), (Key.OK, False, 180)]


def test_a_press_that_chatters_is_one_press_from_where_the_contact_stays():
    assert heard(contact(100, 100.3, 100.5, 100.9, 101.4, 180)) == [(Key.OK, True, 101.4), (Key.OK, False, 180)]


def test_a_press_that_chatters_with_long_pulses_is_one_press():
    assert heard(contact(100, 102, 104.5, 106, 110.9, 180)) == [(Key.OK, True, 100), (Key.OK, False, 180)]


def test_a_release_that_chatters_is_one_release_from_where_the_contact_stays_open():
    trace = contact(100, 180, 180.2, 180.6, 182, 184, 188.5, 189)
    assert heard(trace) == [(Key.OK, True, 100), (Key.OK, False, 189)]


def test_a_tap_of_3_ms_is_a_tap():
    assert heard(contact(100, 103)) == [(Key.OK, True, 100), (Key.OK, False, 103)]


def test_a_tap_of_3_ms_that_chatters_at_both_ends_is_one_tap():
    assert heard(contact(100, 100.2, 100.5, 103, 103.3, 103.9)) == [(Key.OK, True, 100.5), (Key.OK, False, 103.9)]


def test_a_spike_of_half_a_millisecond_on_a_key_that_is_up_is_nothing():
    assert heard(contact(100, 100.5)) == []


def test_a_spike_of_half_a_millisecond_on_a_key_that_is_down_is_nothing():
    assert heard(contact(100, 140, 140.5, 180)) == [(Key.OK, True, 100), (Key.OK, False, 180)]


def test_a_spike_after_a_release_is_nothing():
    assert heard(contact(100, 180, 190, 190.5)) == [(Key.OK, True, 100), (Key.OK, False, 180)]


def test_a_pulse_of_a_millisecond_counts_and_a_hair_less_does_not():
    assert heard(contact(0, 1)) == [(Key.OK, True, 0), (Key.OK, False, 1)]
    assert heard(contact(0, 0.999)) == []


def test_two_taps_are_two_as_soon_as_the_contact_was_open_long_enough_between_them():
    apart = SETTLE_S * 1000
    assert len(heard(contact(100, 103, 103 + apart, 106 + apart))) == 4
    assert heard(contact(100, 103, 102.9 + apart, 106 + apart)) == [(Key.OK, True, 100), (Key.OK, False, 106 + apart)]


def test_a_board_may_ask_for_more_time():
    slow = Debounce(settle_s=0.02)
    assert heard(contact(100, 115, 130, 180), debounce=slow) == [(Key.OK, True, 100), (Key.OK, False, 180)]


def test_two_keys_that_chatter_at_once_lose_nothing_and_come_in_the_order_of_their_times():
    trace = contact(100, 100.4, 100.8, 150, key=Key.UP) + contact(100.2, 100.6, 101, 150.5, 150.7, 151, key=Key.OK)
    assert heard(sorted(trace)) == [
        (Key.UP, True, 100.8), (Key.OK, True, 101), (Key.UP, False, 150), (Key.OK, False, 151),
    ]  # fmt: skip


def test_a_press_waits_for_the_release_of_another_key_that_came_before_it():
    debounce = Debounce()
    assert debounce.edge(Key.OK, True, ms(0)) == []
    assert debounce.edge(Key.OK, False, ms(100)) == [Change(Key.OK, True, ms(0))]
    assert debounce.edge(Key.UP, True, ms(102)) == []
    assert debounce.edge(Key.UP, False, ms(104)) == []
    assert debounce.earliest_undecided == ms(100)
    assert debounce.edge(Key.BACK, True, ms(106)) == [Change(Key.OK, False, ms(100)), Change(Key.UP, True, ms(102))]


def test_a_release_that_was_none_holds_up_nobody_for_long():
    debounce = Debounce()
    debounce.edge(Key.OK, True, ms(0))
    debounce.edge(Key.OK, False, ms(100))
    debounce.edge(Key.UP, True, ms(102))
    assert debounce.edge(Key.OK, True, ms(104)) == [Change(Key.UP, True, ms(102))]
    assert debounce.deadline is None


def test_a_step_of_an_encoder_is_a_tap_at_once_and_waits_for_what_came_before_it():
    debounce = Debounce()
    assert debounce.click(Key.UP, ms(5)) == [Change(Key.UP, True, ms(5)), Change(Key.UP, False, ms(5))]
    debounce.edge(Key.OK, True, ms(10))
    assert debounce.click(Key.DOWN, ms(10.5)) == []
    assert [change.key for change in debounce.due(ms(20))] == [Key.OK, Key.DOWN, Key.DOWN]


def test_an_edge_to_the_present_level_restarts_the_time():
    debounce = Debounce()
    debounce.edge(Key.OK, True, ms(0))
    debounce.edge(Key.OK, True, ms(0.8))
    assert debounce.edge(Key.OK, False, ms(1.5)) == []
    debounce.edge(Key.OK, True, ms(10))
    debounce.edge(Key.OK, False, ms(50))
    debounce.edge(Key.OK, False, ms(54))
    assert debounce.edge(Key.OK, True, ms(56)) == []


def test_silence_decides_only_once_no_word_can_be_on_the_way():
    debounce = Debounce()
    debounce.edge(Key.OK, True, 1.0)
    assert debounce.deadline == pytest.approx(1.0 + NOISE_S + LATE_S)
    assert debounce.due(1.0 + NOISE_S) == []
    assert debounce.deadline is not None
    assert debounce.due(debounce.deadline) == [Change(Key.OK, True, 1.0)]
    debounce.edge(Key.OK, False, 2.0)
    assert debounce.deadline == pytest.approx(2.0 + SETTLE_S + LATE_S)
    assert debounce.deadline is not None
    assert debounce.due(debounce.deadline) == [Change(Key.OK, False, 2.0)]


def test_a_key_that_was_held_before_anybody_listened_goes_up_without_a_press():
    debounce = Debounce()
    debounce.start_down(Key.OK)
    # Up, down for 1.8 ms in the chatter of letting go, up: no press. Then a true one.
    assert heard([(100.0, Key.OK, False), (100.5, Key.OK, True), (102.3, Key.OK, False), *contact(200, 280)],
                 debounce=debounce) == [(Key.OK, False, 102.3), (Key.OK, True, 200), (Key.OK, False, 280)]  # fmt: skip


def test_a_key_that_moves_already_is_not_taken_for_one_that_was_held():
    debounce = Debounce()
    debounce.edge(Key.OK, True, 0.0)
    debounce.start_down(Key.OK)
    assert debounce.due(1.0) == [Change(Key.OK, True, 0.0)]


def test_what_is_forgotten_has_no_consequences():
    debounce = Debounce()
    debounce.edge(Key.OK, True, 0.0)
    debounce.due(1.0)
    debounce.edge(Key.UP, True, 2.0)
    debounce.forget()
    assert debounce.deadline is None
    assert debounce.due(9.0) == []
    assert heard(contact(100, 180), debounce=debounce) == [(Key.OK, True, 100), (Key.OK, False, 180)]


# -- any contacts: what fingers truly did, and chatter within the limits around every edge

chatters = st.lists(st.floats(0.02, 0.9), max_size=6)
"""Lengths of pulses in ms, the levels alternating."""


@st.composite
def fingers(draw: st.DrawFn) -> tuple[list[tuple[float, bool]], list[tuple[float, bool]]]:
    """(what a finger did, what the contact did), in ms: taps from 3 ms, chatter at every edge, spikes in between."""
    at, truth, raw = draw(st.floats(0, 50)), [], []
    for _ in range(draw(st.integers(0, 6))):
        for down in (True, False):
            truth.append((at, down))
            pulses = draw(chatters)
            # An even number of edges after the first leaves the contact where the finger wants it.
            for place, length in enumerate([0.0, *pulses[: len(pulses) // 2 * 2]]):
                at += length
                raw.append((at, down == (place % 2 == 0)))
            # Then it stands still: 3 ms of a tap, as long as contacts need to settle of a pause.
            at += draw(st.floats(3.0, 60.0)) if down else draw(st.floats(SETTLE_S * 1000 + 0.01, 60.0))
            if draw(st.booleans()):
                raw += [(at, not down), (at + draw(st.floats(0.02, 0.9)), down)]
                at = raw[-1][0] + (3.0 if down else SETTLE_S * 1000 + 0.01)
    return truth, raw


@given(fingers())
def test_any_fingers_with_chatter_and_spikes_come_out_as_what_they_did(case):
    truth, raw = case
    reported = heard([(at, Key.OK, down) for at, down in raw])
    assert [down for _, down, _ in reported] == [down for _, down in truth]
    for (_, _, at), (true, _) in zip(reported, truth, strict=True):
        assert -0.001 <= at - true <= 6 * 0.9 + 0.001


@given(st.lists(fingers(), min_size=2, max_size=4))
def test_several_keys_at_once_are_each_reported_as_if_alone_and_together_in_order(cases):
    keys = [Key.UP, Key.DOWN, Key.OK, Key.BACK]
    merged = sorted(
        ((at, place, order, down) for place, (_, raw) in enumerate(cases) for order, (at, down) in enumerate(raw)),
        key=lambda edge: (edge[0], edge[1], edge[2]),
    )
    reported = heard([(at, keys[place], down) for at, place, _, down in merged])
    for place, (_, raw) in enumerate(cases):
        alone = heard([(at, keys[place], down) for at, down in raw])
        assert [change for change in reported if change[0] is keys[place]] == alone
    assert [at for _, _, at in reported] == sorted(at for _, _, at in reported)


@given(fingers(), st.lists(st.floats(0, 400), max_size=30))
def test_looking_in_between_changes_nothing(case, looks):
    """Only times decide. A look at time t comes after every edge up to t has been said, as the inbox sees to."""
    _, raw = case
    debounce, reported = Debounce(), []
    for at, _, down in sorted(
        [(ms(at), 0, down) for at, down in raw] + [(ms(look), 1, None) for look in looks], key=lambda step: step[:2]
    ):
        reported += debounce.due(at) if down is None else debounce.edge(Key.OK, down, at)
    reported += debounce.due(9.0)
    assert [(key, down, round(at * 1000, 3)) for key, down, at in reported] == heard(
        [(at, Key.OK, down) for at, down in raw]
    )
