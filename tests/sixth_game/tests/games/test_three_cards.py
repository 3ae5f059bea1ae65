"""Three Cards, rule by rule."""

import pytest

from companion.games import registry
from companion.kit.rules import Illegal, Inconsistent, play

GAME = registry.game("three-cards")


def after(*cards, players=2, **options):
    position = GAME.start(players, GAME.complete(options))
    for card in cards:
        position = play(position, GAME.read(f"lay {card}"))
    return position


def refused(table, players=2):
    with pytest.raises(Inconsistent) as refusal:
        GAME.restore(players, GAME.complete({}), table)
    return refusal.value.message.rule


def table(*rows, turn):
    return {
        "turn": turn,
        "rows": [*map(list, rows)],
        "hands": [3 - len(row) for row in rows],
        "tricks": [0] * len(rows),
    }


def test_thr_1_each_card_exists_once_and_nobody_has_more_than_three():
    assert after(7).legal() == tuple([f"lay {card}" for card in range(1, 13) if card != 7])
    with pytest.raises(Illegal) as refusal:
        play(after(7), GAME.read("lay 7"))
    assert refusal.value.rule == "THR-1"
    assert refused(table([7], [7], turn=0)) == "THR-1"
    assert refused(table([1, 2, 3, 4], [5, 6, 7], turn=1)) is None


def test_thr_2_everybody_lays_one_card_clockwise():
    assert after(7, players=3).table() == {"turn": 1, "rows": [[7], [], []], "hands": [2, 3, 3], "tricks": [0, 0, 0]}
    assert refused(table([], [7], [], turn=0), players=3) == "THR-2"
    assert refused(table([7, 8], [], [], turn=1), players=3) == "THR-2"


def test_thr_3_the_highest_card_takes_the_trick_and_leads():
    assert after(7, 9).table() == {"turn": 1, "rows": [[7], [9]], "hands": [2, 2], "tricks": [0, 1]}
    assert after(7, 9, low=True).table() == {"turn": 0, "rows": [[7], [9]], "hands": [2, 2], "tricks": [1, 0]}
    assert after(7, 9, 3).table()["rows"] == [[7], [9, 3]]


def test_thr_4_the_most_tricks_win_after_three():
    assert after(7, 9, 3, 4, 1).outcome is None
    # Ben takes 9 over 7; he leads the 3, which Ada takes with the 4; she leads the 1 and loses it to the 2.
    assert after(7, 9, 3, 4, 1, 2).outcome.as_json() == {"winners": [1], "scores": [1, 2]}
    # Cleo takes 3 over 1 and 2 and leads the 4; Ada takes it with the 6 and leads the 7; Ben takes it with the 9.
    together = {"winners": [0, 1, 2], "scores": [1, 1, 1]}
    assert after(1, 2, 3, 4, 6, 5, 7, 9, 8, players=3).outcome.as_json() == together


def test_what_goes_back_is_said_before_what_is_laid():
    there = after(7, 9)
    messages = [(message.key, message.params) for message in GAME.put_back(there, after(9))]
    assert messages == [
        ("put.three_cards.back", {"seat": 0, "cards": (7,)}),
        ("put.three_cards.back", {"seat": 1, "cards": (9,)}),
        ("put.three_cards.lay", {"seat": 0, "cards": (9,)}),
    ]  # fmt: skip
    assert [message.key for message in GAME.put_back(there, after(7))] == ["put.three_cards.back"]
