"""Spartacus: the notation of all actions, and games in which people enter the piles at the end."""

from __future__ import annotations

import pytest
from test_spartacus import GAME, after, begin

from companion.kit.rules import Unreadable

# SPA-17


def test_spa_17_the_table_after_a_full_trick_and_a_full_hand():
    position = after(begin(entry="scores"), "trick 0 55 1", "hand 1 55 1")
    assert position.table() == {
        "turn": None, "piles": [[[55, 1]], [], []], "hands": [None, [55, 1], None], "dropped": None,
        "points": [110, -110, 0], "missing": {"numbers": 55, "banners": 1},
    }  # fmt: skip
    assert position.to_act == (0, 1, 2)


def test_spa_17_legal_lists_trick_then_hand_then_drop_each_by_seat_sum_and_banners():
    position = after(begin(entry="scores"), *["trick 0 54 0"] * 3, "trick 1 1 1")
    assert position.table()["missing"] == {"numbers": 2, "banners": 2}
    assert position.legal() == (
        *(f"trick {seat} {of}" for seat in range(3) for of in ("0 1", "0 2", "1 0", "1 1", "1 2", "2 0", "2 1", "2 2")),
        *(f"hand {seat} {of}" for seat in range(3) for of in ("0 0", "0 1", "1 0", "1 1", "2 0", "2 1")),
        "drop 1", "drop 2",
    )  # fmt: skip


@pytest.mark.parametrize(("players", "count"), [(3, 3 * 223 + 3 * 112 + 3), (5, 5 * 335 + 5 * 112 + 5)])
def test_spa_17_at_first_every_entry_in_its_range_is_legal(players, count):
    assert len(begin(players, entry="scores").legal()) == count


def test_spa_17_done_is_legal_when_nothing_is_missing():
    position = after(begin(entry="scores"), "trick 0 55 1", "trick 1 55 1", "trick 1 54 1")
    assert "done" not in position.legal()
    position = after(position, "hand 2 1 0")
    assert position.legal() == ("hand 0 0 0", "hand 1 0 0", "done")
    over = after(position, "done")
    assert over.outcome.as_json() == {"winners": [1], "scores": [110, 218, -1]}
    assert over.table() == position.table()
    assert over.legal() == ()
    assert over.to_act == ()


def test_spa_17_a_missing_banner_alone_is_still_missing():
    position = after(begin(entry="scores"), "trick 0 55 1", "trick 1 55 1", "trick 1 55 0")
    assert "done" not in position.legal()
    assert "done" in after(position, "drop 1").legal()


def test_spa_17_the_order_of_reading_out_does_not_matter():
    entries = ["trick 0 55 1", "trick 1 50 1", "hand 2 5 0", "trick 0 55 0", "drop 1"]
    forth, back = after(begin(entry="scores"), *entries), after(begin(entry="scores"), *reversed(entries))
    assert forth.table()["points"] == back.table()["points"] == [165, 100, -5]
    assert forth.table()["missing"] == back.table()["missing"] == {"numbers": 0, "banners": 0}


def test_spa_17_a_hand_is_entered_once_and_a_drop_once():
    position = after(begin(entry="scores"), "hand 0 0 0", "drop 1")
    assert not [action for action in position.legal() if action.startswith(("hand 0", "drop"))]


# SPA-18


def test_spa_18_the_last_hand_must_be_empty_when_no_other_is():
    position = after(begin(entry="scores"), "hand 0 5 0", "hand 2 0 1")
    assert [action for action in position.legal() if action.startswith("hand")] == ["hand 1 0 0"]


def test_spa_18_with_one_empty_hand_the_others_are_free():
    position = after(begin(entry="scores"), "hand 0 5 0", "hand 2 0 0")
    assert "hand 1 5 0" in position.legal()


def test_spa_18_a_hand_that_is_not_entered_counts_as_empty():
    position = after(begin(entry="scores"), "hand 0 5 0", "hand 2 7 0", "trick 0 55 3", "trick 0 55 0", "trick 0 43 0")
    assert position.table()["hands"] == [[5, 0], None, [7, 0]]
    assert after(position, "done").outcome.scores == (440 + 55 + 43 - 5, 0, -7)


# Notation


def test_notation_reads_and_writes():
    texts = ["play 1", "play 10", "play banner", "pass", "trick 0 0 0", "trick 4 9999 9999", "hand 0 0 0"]
    texts += ["hand 4 10 9999", "drop 0", "drop 9999", "done"]
    assert [str(GAME.read(text)) for text in texts] == texts


UNREADABLE = [
    "", "play", "play ", "play 0", "play 11", "play 01", "play Banner", "play  7", "play 7 ", " play 7", "play 7\n",
    "Play 7", "play ７", "pass ", "pass\n", "PASS", "trick", "trick 0", "trick 0 1", "trick 5 1 1", "trick 00 1 1",
    "trick 0 01 1", "trick 0 1 -1", "trick 0 1 10000", "trick 0 1 1 1", "trick 0 1 1\n", "hand 5 0 0", "hand 0 0",
    "hand 0 ١ 0", "drop", "drop 00", "drop 10000", "drop 0 0", "drop -1", "done 1", "done\n", "Done", "stop",
]  # fmt: skip


def test_notation_refuses_everything_else():
    for text in UNREADABLE:
        with pytest.raises(Unreadable) as refused:
            pytest.fail(f"{text!r} is read as {GAME.read(text)!r}")
        assert refused.value.rule is None, text


def test_actions_are_made_once():
    assert GAME.read("play 7") is begin().legal()[6]
