"""Spartacus: tables that are set by hand, and the first fault of impossible ones."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from test_spartacus import FULL, GAME, NUMBERS, after, begin

from companion.kit.rules import Inconsistent
from companion.words import Words


def english(message):
    return Words("en").message(message, ("Ada", "Ben", "Cleo"))


# set: tables of cards entry that cannot be

MID: dict[str, Any] = {
    "turn": 0,
    "trick": [[2, 9], [0, "banner"], [1, 5], [2, 3]],
    "passed": [],
    "best": 2,
    "hands": [[1, 2, 3, 4, 5, 6, 7, 8, 9], [1, 2, 3, 4, 6, 7, 8, 9, "banner"], [1, 2, 4, 5, 6, 7, 8, "banner"]],
    "tricks": [[], [[10], [10], [10]], []],
    "points": [0, 30, 0],
}
"""Seat 1 has won three tens, one after the other; seat 2 leads."""
LEAD = {
    "turn": 2,
    "trick": [],
    "passed": [],
    "best": None,
    "hands": [[1, 2, 3, 4, 6, 7, 8, 9, 10, "banner"], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [*FULL]],
    "tricks": [[], [[5, "banner"]], []],
    "points": [0, 10, 0],
}
"""Seat 1 has won one trick and seat 2 leads."""
FIRST = {
    "turn": 0, "trick": [], "passed": [], "best": None, "hands": [FULL, FULL, FULL], "tricks": [[], [], []],
    "points": [0, 0, 0],
}  # fmt: skip
PLAIN = {**FIRST, "hands": [NUMBERS, NUMBERS, NUMBERS]}
BANNERS = {
    **FIRST, "turn": 2, "trick": [[0, "banner"], [1, "banner"]], "hands": [NUMBERS, NUMBERS, FULL],
}  # fmt: skip
JOKER = {
    **FIRST, "turn": 2, "trick": [[0, 5], [1, "banner"]], "best": 1,
    "hands": [[1, 2, 3, 4, 6, 7, 8, 9, 10, "banner"], NUMBERS, FULL],
}  # fmt: skip
LATE: dict[str, Any] = {
    **FIRST, "hands": [[3], [1, 2], [1, 5]],
    "tricks": [[], [], [[10, 9, 8, 7, 6, 5, 4, 3, 2, 1, "banner"], [10, 9, 8, 7, 6, 5, 4, 3, 2, "banner"],
                        [10, 9, 8, 7, 6, 4, "banner"]]],
    "points": [0, 0, 306],
}  # fmt: skip
"""Seat 2 has won 55, 54 and 44, each with a banner; seat 0 leads its last card."""
ROUND = {
    "turn": 3, "trick": [[0, 9], [2, 8]], "passed": [1], "best": 2,
    "hands": [[1, 2, 3, 4, 5, 6, 7, 8, 10, "banner"], FULL, [1, 2, 3, 4, 5, 6, 7, 9, 10, "banner"], FULL],
    "tricks": [[], [], [], []], "points": [0, 0, 0, 0],
}  # fmt: skip
"""Four players; seat 1 has passed, seat 2 is best and seat 3 in turn."""


def changed(table, **fields):
    return {**copy.deepcopy(table), **fields}


def without(table, name):
    return {field: value for field, value in table.items() if field != name}


def hand(table, seat, cards):
    hands = copy.deepcopy(table["hands"])
    hands[seat] = cards
    return changed(table, hands=hands)


TYPES = {
    "turn-missing": (without(MID, "turn"), "turn is missing"),
    "trick-missing": (without(MID, "trick"), "trick is missing"),
    "passed-missing": (without(MID, "passed"), "passed is missing"),
    "best-missing": (without(MID, "best"), "best is missing"),
    "hands-missing": (without(MID, "hands"), "hands is missing"),
    "tricks-missing": (without(MID, "tricks"), "tricks is missing"),
    "points-missing": (without(MID, "points"), "points is missing"),
    "unknown-field": (
        changed(MID, piles=[]),
        "piles is not known here; known are turn, trick, passed, best, hands, tricks, points",
    ),
    "turn-null": (changed(MID, turn=None), "turn is null, not a whole number"),
    "turn-false": (changed(MID, turn=False), "turn is false, not a whole number"),
    "turn-no-seat": (changed(MID, turn=3), "turn is 3; seats go from 0 to 2"),
    "trick-object": (changed(MID, trick={}), "trick is not a list"),
    "trick-card-alone": (changed(MID, trick=[9]), "trick[0] is not a list"),
    "trick-short": (changed(MID, trick=[[2]]), "trick[0] has 1 entry; 2 are needed"),
    "trick-seat": (changed(MID, trick=[[3, 9]]), "trick[0][0] is 3; seats go from 0 to 2"),
    "trick-card": (changed(MID, trick=[[2, 11]]), "trick[0][1] holds 11; a card is 1 to 10 or banner"),
    "spa_1_trick_card_true": (changed(MID, trick=[[2, True]]), "trick[0][1] holds true; a card is 1 to 10 or banner"),
    "trick-card-list": (changed(MID, trick=[[2, [9]]]), "trick[0][1] holds [9]; a card is 1 to 10 or banner"),
    "passed-null": (changed(MID, passed=None), "passed is not a list"),
    "passed-true": (changed(MID, passed=[True]), "passed[0] is true, not a whole number"),
    "passed-no-seat": (changed(MID, passed=[3]), "passed[0] is 3; seats go from 0 to 2"),
    "spa_4_passed_twice": (changed(MID, passed=[1, 1]), "passed is [1, 1]; [1] would fit the rest of the table"),
    "best-no-seat": (changed(MID, best=-1), "best is -1; 2 would fit the rest of the table"),
    "best-fraction": (changed(MID, best=2.0), "best is 2.0; 2 would fit the rest of the table"),
    "hands-few": (changed(MID, hands=[[1], [2]]), "hands has 2 entries; 3 are needed"),
    "hand-null": (hand(MID, 1, None), "hands[1] is not a list"),
    "spa_1_hand_card_fraction": (hand(MID, 1, [1.0]), "hands[1][0] holds 1.0; a card is 1 to 10 or banner"),
    "hand-card-0": (hand(MID, 1, [0]), "hands[1][0] holds 0; a card is 1 to 10 or banner"),
    "hand-card-joker": (hand(MID, 1, ["joker"]), 'hands[1][0] holds "joker"; a card is 1 to 10 or banner'),
    "spa_1_hand_order": (
        hand(MID, 0, [2, 1, 3, 4, 5, 6, 7, 8, 9]),
        "hands[0] must be in this order: [1, 2, 3, 4, 5, 6, 7, 8, 9]",
    ),
    "spa_1_hand_banner_first": (
        hand(MID, 1, ["banner", 1, 2, 3, 4, 6, 7, 8, 9]),
        'hands[1] must be in this order: [1, 2, 3, 4, 6, 7, 8, 9, "banner"]',
    ),
    "spa_1_hand_twice": (hand(MID, 0, [1, 2, 3, 4, 5, 6, 7, 8, 8]), "Ada has 8 twice"),
    "tricks-many": (changed(MID, tricks=[[], [], [], []]), "tricks has 4 entries; 3 are needed"),
    "tricks-number": (changed(MID, tricks=[[], 10, []]), "tricks[1] is not a list"),
    "pile-number": (changed(MID, tricks=[[], [10], []]), "tricks[1][0] is not a list"),
    "pile-card": (changed(MID, tricks=[[], [["10"]], []]), 'tricks[1][0][0] holds "10"; a card is 1 to 10 or banner'),
    "points-few": (changed(MID, points=[0, 30]), "points is [0, 30]; [0, 30, 0] would fit the rest of the table"),
    "spa_9_points_true": (changed(MID, points=[False, 30, 0]), "points[0] is false; 0 would fit the rest of the table"),
    "spa_9_points_fraction": (
        changed(MID, points=[0, 30.0, 0]),
        "points[1] is 30.0; 30 would fit the rest of the table",
    ),
}
"""Fields: missing, unknown, of the wrong type, range, length or order."""


@pytest.mark.parametrize(("table", "words"), TYPES.values(), ids=TYPES)
def test_a_table_with_an_ill_typed_field_is_refused_in_words(table, words):
    with pytest.raises(Inconsistent) as refused:
        GAME.restore(3, GAME.complete({}), json.loads(json.dumps(table)))
    assert english(refused.value.message) == words


FAULTS = {
    "spa_1_card_missing": (hand(MID, 0, [1, 2, 3, 4, 5, 6, 7, 8]), {},
                           "9 is on the table 2 times; all 3 must be somewhere"),
    "spa_1_card_too_many": (hand(MID, 0, [*NUMBERS]), {},
                            "10 is on the table 4 times; in this game it is there 3 times"),
    "spa_1_hand_and_trick": (
        changed(MID, trick=[[2, 9], [0, "banner"], [0, 5], [2, 3]]), {}, "Ada has 5 twice"),
    "spa_1_banner_laid_twice": (
        changed(MID, trick=[[2, 9], [0, "banner"], [0, "banner"], [1, 5], [2, 3]],
                hands=[MID["hands"][0], [1, 2, 3, 4, 6, 7, 8, 9], MID["hands"][2]]), {}, "Ada has banner twice"),
    "spa_16_banners": (changed(PLAIN, hands=[FULL, NUMBERS, NUMBERS]), {"banners": "none"},
                       "banner is on the table 1 time; in this game it is there 0 times"),
    "spa_4_trick_rises": (
        changed(MID, trick=[[2, 9], [0, "banner"], [1, 5], [2, 6]],
                hands=[*MID["hands"][:2], [1, 2, 3, 4, 5, 7, 8, "banner"]]), {},
        "trick: 6 was played on 5; it must be lower"),
    "spa_4_pile_rises": (
        changed(LEAD, tricks=[[], [[5, 10, "banner"]], []],
                hands=[[1, 2, 3, 4, 6, 7, 8, 9, 10, "banner"], NUMBERS[:9], FULL], points=[0, 30, 0]), {},
        "tricks[1]: 10 was played on 5; it must be lower"),
    "spa_4_pile_equal": (
        changed(MID, tricks=[[], [[10, 10], [10]], []]), {}, "tricks[1]: 10 was played on 10; it must be lower"),
    "spa_6_empty_pile": (changed(LEAD, tricks=[[], [[5, "banner"], []], []]), {},
                         "tricks[1] holds a trick without cards"),
    "spa_8_banner_pile": (
        changed(LEAD, tricks=[[], [["banner"]], []], hands=[FULL, NUMBERS, FULL], points=[0, 0, 0]), {},
        "tricks[1] holds a trick of banners only; nobody can have won it"),
    "spa_3_passed_on_lead": (changed(FIRST, passed=[1]), {},
                             "passed is [1]; [] would fit the rest of the table"),
    "spa_3_passed_on_banners": (
        changed(BANNERS, passed=[1]), {},
        "passed is [1]; [] would fit the rest of the table"),
    "spa_5_best_wrong": (changed(MID, best=1), {}, "best is 1; 2 would fit the rest of the table"),
    "spa_5_best_null": (changed(MID, best=None), {}, "best is null; 2 would fit the rest of the table"),
    "spa_5_best_of_banners": (
        changed(BANNERS, best=1), {}, "best is 1; null would fit the rest of the table"),
    "spa_5_best_of_nothing": (changed(LEAD, best=1), {}, "best is 1; null would fit the rest of the table"),
    "spa_14_best_is_the_last_joker": (
        changed(JOKER, best=0), {"banners": "joker"},
        "best is 0; 1 would fit the rest of the table"),
    "spa_14_best_of_jokers": (
        changed(BANNERS, best=None), {"banners": "joker"},
        "best is null; 1 would fit the rest of the table"),
    "spa_4_best_has_passed": (changed(MID, passed=[2]), {}, "passed is [2]; [] would fit the rest of the table"),
    "spa_1_turn": (changed(MID, turn=1), {}, "turn is 1; 0 would fit the rest of the table"),
    "spa_4_turn_has_passed": (changed(MID, passed=[0]), {}, "turn is 0; 1 would fit the rest of the table"),
    "spa_5_turn_is_best": (
        changed(MID, turn=2, passed=[0, 1]), {},
        "Cleo has the strongest card: the turn is round and the trick is over"),
    "spa_2_first_leader": (changed(FIRST, turn=1), {}, "turn is 1; 0 would fit the rest of the table"),
    "spa_2_first_trick": (
        changed(FIRST, turn=2, trick=[[1, 5]], best=1, hands=[FULL, [1, 2, 3, 4, 6, 7, 8, 9, 10, "banner"], FULL]), {},
        "Ben leads, but no trick is won and Ada leads the first"),
    "spa_7_leader": (changed(LEAD, turn=1), {}, "turn is 1; 2 would fit the rest of the table"),
    "spa_7_leader_0": (changed(LEAD, turn=0), {}, "turn is 0; 2 would fit the rest of the table"),
    "spa_7_trick": (
        changed(MID, tricks=[[[10]], [], [[10], [10]]], points=[10, 0, 20]), {},
        "Cleo leads, but Ben, who sits before, has won no trick"),
    "spa_8_empty_hand": (
        changed(LATE, hands=[[], [1, 2], [1, 5]], tricks=[[[3]], [], LATE["tricks"][2]],
                points=[3, 0, LATE["points"][2]]), {},
        "Ada's hand is empty; the game would be over"),
    "spa_9_points": (changed(LEAD, points=[0, 5, 0]), {}, "points[1] is 5; 10 would fit the rest of the table"),
    "spa_10_points_with_the_hand": (changed(LEAD, points=[-120, 10, 0]), {},
                                    "points[0] is -120; 0 would fit the rest of the table"),
    "spa_15_points": (changed(LEAD, points=[0, 5, 0]), {"banners": "joker", "joker_scoring": "minus10"},
                      "points[1] is 5; -5 would fit the rest of the table"),
}  # fmt: skip
"""One table for every clause that it breaks."""


@pytest.mark.parametrize(("table", "options", "words"), FAULTS.values(), ids=FAULTS)
def test_a_table_that_cannot_be_is_refused_in_words(table, options, words):
    with pytest.raises(Inconsistent) as refused:
        GAME.restore(3, GAME.complete(options), json.loads(json.dumps(table)))
    assert english(refused.value.message) == words


FITS = {
    "first": (FIRST, {}),
    "middle": (MID, {}),
    "lead": (LEAD, {}),
    "others-have-passed": (changed(MID, passed=[1]), {}),
    "after-seat-2-leads-seat-0": (changed(LEAD, turn=0, tricks=[[], [], [[5, "banner"]]], points=[0, 0, 10]), {}),
    "passed-over": (ROUND, {}),
    "one-card-each": (LATE, {}),
    "jokers-only-lie": (changed(BANNERS, best=1), {"banners": "joker"}),
    "a-pile-of-jokers": (
        changed(LEAD, tricks=[[], [["banner"]], []], hands=[FULL, NUMBERS, FULL], points=[0, 0, 0]),
        {"banners": "joker"}),
    "minus-points": (changed(LEAD, points=[0, -5, 0]), {"banners": "joker", "joker_scoring": "minus10"}),
    "without-banners": (PLAIN, {"banners": "none"}),
}  # fmt: skip


@pytest.mark.parametrize(("table", "options"), FITS.values(), ids=FITS)
def test_a_table_that_can_be_is_set_as_it_is(table, options):
    position = GAME.restore(len(table["hands"]), GAME.complete(options), json.loads(json.dumps(table)))
    assert position.table() == table
    assert position.outcome is None
    assert position.legal()


def test_spa_4_after_a_set_passed_seats_stay_out():
    position = GAME.restore(4, GAME.complete({}), ROUND)
    assert after(position, "play 7").to_act == (0,)
    assert after(position, "pass", "pass").table()["tricks"][2] == [[9, 8]]


# set: scores entry

READ = {
    "turn": None, "piles": [[[55, 1]], [[55, 1]], []], "hands": [None, None, [40, 0]], "dropped": None,
    "points": [110, 110, -40], "missing": {"numbers": 15, "banners": 1},
}  # fmt: skip

ENTRY_FAULTS = {
    "spa_17_turn_0": (changed(READ, turn=0), {}, "turn is 0; null would fit the rest of the table"),
    "piles-missing": (without(READ, "piles"), {}, "piles is missing"),
    "unknown-field": (changed(READ, best=None), {},
                      "best is not known here; known are turn, piles, hands, dropped, points, missing"),
    "piles-few": (changed(READ, piles=[[], []]), {}, "piles has 2 entries; 3 are needed"),
    "pile-number": (changed(READ, piles=[[55], [], []]), {}, "piles[0][0] is not a list"),
    "pile-short": (changed(READ, piles=[[[55]], [], []]), {}, "piles[0][0] has 1 entry; 2 are needed"),
    "spa_4_pile_56": (changed(READ, piles=[[[56, 0]], [], []]), {}, "piles[0][0][0] is 56; it goes from 0 to 55"),
    "pile-true": (changed(READ, piles=[[[True, 0]], [], []]), {}, "piles[0][0][0] is true, not a whole number"),
    "spa_17_pile_4_banners": (changed(READ, piles=[[[5, 4]], [], []]), {}, "piles[0][0][1] is 4; it goes from 0 to 3"),
    "spa_6_pile_of_nothing": (changed(READ, piles=[[], [[0, 0]], []]), {}, "piles[1] holds a trick without cards"),
    "hands-object": (changed(READ, hands={}), {}, "hands is not a list"),
    "hand-number": (changed(READ, hands=[None, None, 40]), {}, "hands[2] is not a list"),
    "hand-56": (changed(READ, hands=[None, None, [56, 0]]), {}, "hands[2][0] is 56; it goes from 0 to 55"),
    "spa_17_hand_2_banners": (changed(READ, hands=[None, None, [40, 2]]), {}, "hands[2][1] is 2; it goes from 0 to 1"),
    "spa_18_no_empty_hand": (changed(READ, hands=[[1, 0], [0, 1], [5, 0]]), {},
                             "all hands hold cards; at least one must be empty"),
    "spa_8_dropped_0": (changed(READ, dropped=0), {}, "dropped is 0; it goes from 1 to 3"),
    "spa_8_dropped_4": (changed(READ, dropped=4), {}, "dropped is 4; it goes from 1 to 3"),
    "dropped-true": (changed(READ, dropped=True), {}, "dropped is true, not a whole number"),
    "spa_14_dropped_jokers": (changed(READ, dropped=1), {"banners": "joker"},
                              "dropped is set, but every trick of this game goes to a player"),
    "spa_16_dropped": (changed(READ, dropped=1), {"banners": "none"},
                       "dropped is set, but every trick of this game goes to a player"),
    "spa_17_numbers_over": (changed(READ, piles=[[[55, 1]], [[55, 1], [16, 0]], []]), {},
                            "the numbers read out are 1 more than there are"),
    "spa_17_banners_over": (changed(READ, dropped=2), {}, "the banners read out are 1 more than there are"),
    "spa_16_banners": (READ, {"banners": "none"}, "the banners read out are 2 more than there are"),
    "spa_9_points": (changed(READ, points=[55, 110, -40]), {}, "points[0] is 55; 110 would fit the rest of the table"),
    "spa_10_points": (changed(READ, points=[110, 110, 0]), {}, "points[2] is 0; -40 would fit the rest of the table"),
    "missing-list": (changed(READ, missing=[15, 1]), {},
                     'missing is [15, 1]; {"numbers": 15, "banners": 1} would fit the rest of the table'),
    "missing-part": (changed(READ, missing={"numbers": 15}), {}, "missing.banners is missing"),
    "missing-more": (changed(READ, missing={"numbers": 15, "banners": 1, "cards": 2}), {},
                     "missing.cards is not known here; known are numbers, banners"),
    "spa_17_missing_true": (changed(READ, missing={"numbers": 15, "banners": True}), {},
                     "missing.banners is true; 1 would fit the rest of the table"),
    "spa_17_missing_numbers": (changed(READ, missing={"numbers": 14, "banners": 1}), {},
                               "missing.numbers is 14; 15 would fit the rest of the table"),
    "spa_17_missing_banners": (changed(READ, missing={"numbers": 15, "banners": 0}), {},
                               "missing.banners is 0; 1 would fit the rest of the table"),
}  # fmt: skip


@pytest.mark.parametrize(("table", "options", "words"), ENTRY_FAULTS.values(), ids=ENTRY_FAULTS)
def test_an_entry_that_cannot_be_is_refused_in_words(table, options, words):
    with pytest.raises(Inconsistent) as refused:
        GAME.restore(3, GAME.complete({**options, "entry": "scores"}), json.loads(json.dumps(table)))
    assert english(refused.value.message) == words


@pytest.mark.parametrize(
    "actions",
    [
        [],
        ["trick 0 55 1", "trick 1 55 1", "hand 2 40 0"],
        ["trick 0 55 1", "trick 1 55 1", "trick 2 55 0", "drop 1"],
        ["hand 0 0 0", "hand 1 15 1", "hand 2 55 1"],
        ["trick 2 0 3"],
        ["drop 3"],
    ],
)
def test_an_entry_that_can_be_is_set_as_it_is(actions):
    position = after(begin(entry="scores"), *actions)
    table = position.table()
    again = GAME.restore(3, GAME.complete({"entry": "scores"}), json.loads(json.dumps(table)))
    assert again.table() == table
    assert again.legal() == position.legal()
