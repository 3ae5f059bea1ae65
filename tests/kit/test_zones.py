"""What lies where: places by their paths, and the moves between two tables."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from companion.kit.zones import moves, value_at, with_token, with_token_switched, with_value, without, without_token

TABLE = {"turn": 0, "hands": [[3, 5, 3], []], "board": {"a1": "7"}, "hills": [{"cards": [["-", 4], [9]]}]}


def test_a_place_is_reached_through_fields_rows_and_names():
    assert value_at(TABLE, ("turn",)) == 0
    assert value_at(TABLE, ("hands", 0, 1)) == 5
    assert value_at(TABLE, ("board", "a1")) == "7"
    assert value_at(TABLE, ("hills", 0, "cards", 1)) == [9]


def test_another_value_stands_at_one_place_only_and_the_table_before_stays_as_it_was():
    new = with_value(TABLE, ("hills", 0, "cards", 0, 1), 6)
    assert new == {**TABLE, "hills": [{"cards": [["-", 6], [9]]}]}
    assert TABLE["hills"] == [{"cards": [["-", 4], [9]]}]


def test_a_token_comes_to_the_end_or_to_its_index_and_of_equal_ones_the_first_goes():
    assert with_token(TABLE, ("hands", 0), 4)["hands"] == [[3, 5, 3, 4], []]
    assert with_token(TABLE, ("hands", 0), 4, 1)["hands"] == [[3, 4, 5, 3], []]
    assert without_token(TABLE, ("hands", 0), 3)["hands"] == [[5, 3], []]
    assert without_token(TABLE, ("hands", 1), 3) == TABLE
    assert with_token_switched(with_token_switched(TABLE, ("hands", 0), 5), ("hands", 0), 5)["hands"] == [[3, 3, 5], []]
    assert without([12, 12, 1], [12, 7]) == [12, 1]


def test_tokens_move_from_where_they_must_leave_to_where_one_is_missing():
    now = [("fleet", "Rome"), ("legion", "Rome"), ("legion", "Rome"), ("legion", "Zama")]
    then = [("legion", "Rome"), ("legion", "Gaul"), ("fleet", "Rome"), ("fleet", "sea"), ("elephant", "Zama")]
    assert list(moves(now, then)) == [
        ("legion", "Rome", "Gaul"),
        ("legion", "Zama", None),
        ("fleet", None, "sea"),
        ("elephant", None, "Zama"),
    ]


LYING = st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 3)), max_size=12)


@given(LYING, LYING)
def test_the_moves_make_one_table_of_the_other_and_nothing_moves_that_can_stay(now, then):
    lying = Counter(now)
    count = 0
    for token, place, to in moves(now, then):
        assert place != to
        count += 1
        if place is not None:
            lying[token, place] -= 1
        if to is not None:
            lying[token, to] += 1
    assert +lying == Counter(then)
    stay = (Counter(now) & Counter(then)).total()
    most = {token: max([sum(other == token for other, _ in side) for side in (now, then)]) for token, _ in now + then}
    assert count == sum(most.values()) - stay
