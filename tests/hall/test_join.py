"""The law of the board: order, repetition and division of messages make no difference to what is held."""

from __future__ import annotations

from functools import reduce

from hypothesis import given
from hypothesis import strategies as st

from companion.hall.ledger import Held, join

HELD = st.tuples(st.integers(1, 4), st.sampled_from("abc")).map(lambda pair: Held(*pair))
HEARD = st.lists(HELD, min_size=1, max_size=9)


def replay(heard: list[Held]) -> Held:
    """What the page says, without the join: the greatest revision, of these the greatest hash."""
    revision = max(one.revision for one in heard)
    hashes = {one.hash for one in heard if one.revision == revision}
    return Held(revision, max(hashes), len(hashes) > 1)


def joined(heard: list[Held]) -> Held:
    return reduce(join, heard[1:], heard[0])


@given(HEARD)
def test_a_board_holds_the_greatest_that_it_heard(heard: list[Held]) -> None:
    assert joined(heard) == replay(heard)


@given(HEARD, st.randoms(use_true_random=False))
def test_order_and_repetition_make_no_difference(heard: list[Held], chance: object) -> None:
    again = [*heard, *heard[: len(heard) // 2]]
    chance.shuffle(again)  # type: ignore[attr-defined]
    assert joined(again) == joined(heard)


@given(HEARD, HEARD, HEARD)
def test_boards_that_tell_each_other_hold_the_same(one: list[Held], two: list[Held], three: list[Held]) -> None:
    a, b, c = joined(one), joined(two), joined(three)
    assert join(a, b) == join(b, a)
    assert join(a, join(b, c)) == join(join(a, b), c) == joined([*one, *two, *three])
    assert join(a, a) == a


def test_a_dispute_ends_with_a_later_revision() -> None:
    disputed = join(Held(4, "a"), Held(4, "b"))
    assert disputed == Held(4, "b", True)
    assert join(disputed, Held(3, "z")) == disputed
    assert join(disputed, Held(5, "a")) == Held(5, "a")
