"""Encoders: edges of two contacts in, steps out. High is open; clockwise contact a closes before contact b."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.buttons import EDGES, Turning

CLOCKWISE = [("a", False), ("b", False), ("a", True), ("b", True)]
BACK = [("b", False), ("a", False), ("b", True), ("a", True)]


def steps(kind, edges, **levels):
    turning = Turning(kind, **levels)
    return [turning.edge(contact, high) for contact, high in edges]


def test_a_full_cycle_encoder_steps_once_when_both_contacts_are_open_again():
    assert steps("full", CLOCKWISE) == [0, 0, 0, 1]
    assert steps("full", BACK) == [0, 0, 0, -1]
    assert steps("full", CLOCKWISE + CLOCKWISE) == [0, 0, 0, 1] * 2


def test_a_half_cycle_encoder_steps_when_both_are_closed_and_when_both_are_open():
    assert steps("half", CLOCKWISE) == [0, 1, 0, 1]
    assert steps("half", BACK) == [0, -1, 0, -1]


def test_a_knob_that_is_moved_and_falls_back_makes_no_step():
    assert sum(steps("full", [*CLOCKWISE[:3], ("a", False), ("b", True), ("a", True)])) == 0
    assert sum(steps("half", [("a", False), ("a", True)])) == 0


def test_chatter_of_the_last_edge_makes_one_step():
    chatter = [("b", True), ("b", False)] * 5 + [("b", True)]
    assert steps("full", CLOCKWISE[:3] + chatter).count(1) == 1
    chatter = [("b", False), ("b", True)] * 5 + [("b", False)]
    assert steps("half", CLOCKWISE[:1] + chatter).count(1) == 1


def test_there_and_back_is_a_step_each_way():
    assert [step for step in steps("full", CLOCKWISE + BACK) if step] == [1, -1]
    assert [step for step in steps("half", [*CLOCKWISE[:2], ("b", True), ("a", True)]) if step] == [1, -1]


def test_an_edge_to_where_the_contact_already_is_moves_nothing():
    assert steps("full", [("a", True), ("b", True), *CLOCKWISE, ("a", True)]) == [0, 0, 0, 0, 0, 1, 0]


def test_opened_between_detents_it_counts_from_the_nearer_one():
    assert steps("full", CLOCKWISE[1:], a=False, b=True) == [0, 0, 1]
    assert steps("full", [("a", True)], a=False, b=True) == [0]
    assert steps("full", [("b", True)], a=True, b=False) == [0]


def test_a_half_cycle_encoder_may_rest_with_both_closed():
    assert steps("half", [("a", True), ("b", True)], a=False, b=False) == [0, 1]


@pytest.mark.parametrize("kind", list(EDGES))
def test_a_lost_edge_costs_at_most_a_step_and_what_follows_is_right(kind):
    clean = CLOCKWISE * 3
    for lost in range(len(clean)):
        reported = sum(steps(kind, clean[:lost] + clean[lost + 1 :] + CLOCKWISE))
        assert 4 * 4 // EDGES[kind] - 2 <= reported <= 4 * 4 // EDGES[kind]


turns = st.lists(st.tuples(st.booleans(), st.integers(1, 5)), max_size=8)


@given(st.data(), st.sampled_from(list(EDGES)), turns)
def test_any_turns_with_chatter_on_either_contact_are_one_step_a_detent(data, kind, turns):
    """The knob goes from detent to detent; whichever contact moves chatters, and the other may catch spikes."""
    circle = [(True, True), (False, True), (False, False), (True, False)]
    place, truth, edges = 0, [], []
    for clockwise, detents in turns:
        for _ in range(detents):
            for _ in range(EDGES[kind]):
                before, place = circle[place % 4], place + (1 if clockwise else -1)
                after = circle[place % 4]
                contact = 0 if before[0] != after[0] else 1
                name, level = "ab"[contact], after[contact]
                edges += [(name, level), *[(name, not level), (name, level)] * data.draw(st.integers(0, 3))]
                if data.draw(st.booleans()):
                    other = after[1 - contact]
                    edges += [("ab"[1 - contact], not other), ("ab"[1 - contact], other)]
            truth.append(1 if clockwise else -1)
    assert [step for step in steps(kind, edges) if step] == truth
