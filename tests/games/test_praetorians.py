"""Praetorians, rule by rule. Expectations are worked out by hand from the rules, not taken from the engine."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from companion.games import registry
from companion.kit.rules import Illegal, Inconsistent, Over, Unreadable, play
from companion.words import Words

GAME = registry.game("praetorians")
NAMES = ("Ada", "Ben", "Cleo", "Dora")
REDS = ["R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10"]
PURPLES = ["P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10"]
BLUES = ["B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B9", "B10"]
GREENS = ["G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8", "G9", "G10"]
YELLOWS = ["Y1", "Y2", "Y3", "Y4", "Y5", "Y6", "Y7", "Y8", "Y9", "Y10"]
FIFTY = REDS + PURPLES + BLUES + GREENS + YELLOWS
TWELVES = ["12"] * 5


def begin(players=2, **options):
    return GAME.start(players, GAME.complete(options))


def after(position, *actions):
    for action in actions:
        position = play(position, GAME.read(action))
    return position


def lay(kept="", discards="", *, facedown=None, twelves=False, players=2, **fields):
    """A table view of cards entry: cards neither kept nor discarded lie face down, unless `facedown` says otherwise."""
    kept, discards = kept.split(), discards.split()
    rest = FIFTY + TWELVES if twelves else list(FIFTY)
    for card in kept + discards:
        rest.remove(card)
    table = {
        "turn": 0,
        "pawns": [0, 3, 6, 9][:players],
        "kept": kept,
        "flips": len(kept),
        "matched": 0,
        "facedown": rest,
        "discards": discards,
    }
    if facedown is not None:
        table["facedown"] = facedown.split()
        for card in table["facedown"]:
            rest.remove(card)
        table["discards"] = rest
    return {**table, **fields}


def seated(table, **options):
    """The position that a table view shows."""
    return GAME.restore(len(table["pawns"]), GAME.complete(options), table)


def cards(*names, **fields):
    """A position of cards entry, laid by `lay`."""
    table = lay(*names, **fields)
    return seated(table, twelves=fields.get("twelves", False))


def scores(turn=0, pawns=(0, 3), matched=0, *, twelves=False):
    return seated({"turn": turn, "pawns": list(pawns), "matched": matched}, entry="scores", twelves=twelves)


def flips_of(position):
    return [str(action).removeprefix("flip ") for action in position.legal() if action.startswith("flip")]


def english(message):
    return Words("en").message(message, NAMES)


# PRA-1


@pytest.mark.parametrize("entry", ["cards", "scores"])
@pytest.mark.parametrize("twelves", [False, True])
@pytest.mark.parametrize(("players", "pawns"), [(2, [0, 3]), (3, [0, 3, 6]), (4, [0, 3, 6, 9])])
def test_pra_1_pawns_start_three_spaces_apart_in_seat_order(players, pawns, entry, twelves):
    position = begin(players, entry=entry, twelves=twelves)
    assert position.table()["pawns"] == pawns
    assert position.table()["turn"] == 0
    assert position.to_act == (0,)
    assert position.outcome is None


# PRA-2


def test_pra_2_all_fifty_cards_lie_face_down_at_the_start():
    assert begin().table() == {
        "turn": 0, "pawns": [0, 3], "kept": [], "flips": 0, "matched": 0, "facedown": FIFTY, "discards": [],
    }  # fmt: skip


def test_pra_2_with_twelves_five_of_them_lie_last():
    assert begin(twelves=True).table()["facedown"] == [*FIFTY, "12", "12", "12", "12", "12"]


def test_pra_2_every_face_down_card_may_be_the_next_one_in_their_order():
    assert begin().legal() == tuple(f"flip {card}" for card in FIFTY)


def test_pra_2_a_card_turned_up_is_kept_in_front_of_the_player_in_the_order_of_turning():
    table = after(begin(), "flip Y9", "flip R10", "flip P1").table()
    assert table["kept"] == ["Y9", "R10", "P1"]
    assert table["flips"] == 3
    assert table["discards"] == []
    assert table["facedown"] == [card for card in FIFTY if card not in ("Y9", "R10", "P1")]
    assert table["turn"] == 0
    assert table["pawns"] == [0, 3]


def test_pra_2_cards_that_are_kept_or_discarded_are_not_turned_up():
    position = after(begin(), "flip R7", "flip B7")
    assert flips_of(position) == [card for card in FIFTY if card not in ("R7", "B7")]


def test_pra_2_the_table_view_of_the_rules_page():
    assert after(begin(3), "flip R7", "flip B7", "flip Y2").table() == {
        "turn": 0, "pawns": [7, 3, 6], "kept": ["R7", "Y2"], "flips": 3, "matched": 7,
        "facedown": [
            "R1", "R2", "R3", "R4", "R5", "R6", "R8", "R9", "R10",
            "P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10",
            "B1", "B2", "B3", "B4", "B5", "B6", "B8", "B9", "B10",
            "G1", "G2", "G3", "G4", "G5", "G6", "G7", "G8", "G9", "G10",
            "Y1", "Y3", "Y4", "Y5", "Y6", "Y7", "Y8", "Y9", "Y10",
        ],
        "discards": ["B7"],
    }  # fmt: skip


def test_pra_2_legal_lists_cards_then_twelves_by_seat_then_stop():
    position = cards("R1", twelves=True, players=4, facedown="P3 B2 Y10 12 12", turn=2)
    assert position.legal() == ("flip P3", "flip B2", "flip Y10", "flip 12>0", "flip 12>1", "flip 12>3", "stop")


def test_pra_2_discards_are_shown_by_colour_and_value_with_12s_last():
    position = begin(2, twelves=True)
    position = after(position, "flip Y2", "flip 12>1", "flip G2", "flip B10", "flip R10", "flip P10", "flip R2")
    assert position.table()["discards"] == ["R2", "R10", "P10", "G2", "12"]


# PRA-3


def test_pra_3_nobody_stops_before_the_first_card():
    assert "stop" not in begin().legal()
    assert "stop" not in after(begin(), "flip R1", "stop").legal()


def test_pra_3_one_card_is_enough():
    assert after(begin(), "flip R1").legal()[-1] == "stop"


def test_pra_3_scores_a_bank_of_nothing_is_no_turn():
    assert "bank 0" not in begin(entry="scores").legal()
    assert "bank 1" in begin(entry="scores").legal()


# PRA-4


@pytest.mark.parametrize(
    ("kept", "brought"),
    [
        ("R3 P5 Y9", 17),
        ("B10 G1", 11),
        ("Y1 Y2 Y3 Y4", 10),
        ("Y6 G7 B8", 21),
        ("P10", 10),
        ("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10", 55),
    ],
)
def test_pra_4_a_stop_advances_the_pawn_by_the_sum_of_the_kept_cards(kept, brought):
    position = after(begin(3), *(f"flip {card}" for card in kept.split()))
    assert position.table()["pawns"] == [0, 3, 6]
    assert after(position, "stop").table()["pawns"] == [brought, 3, 6]


def test_pra_4_stop_is_open_after_every_kept_card_of_one_camp():
    position = begin()
    for card in ("G2", "Y3", "B4", "Y5", "G6"):
        position = after(position, f"flip {card}")
        assert position.legal()[-1] == "stop"
        assert position.legal().count("stop") == 1


def test_pra_4_scores_a_bank_advances_the_pawn_and_hands_on_the_turn():
    assert after(begin(3, entry="scores"), "bank 17").table() == {"turn": 1, "pawns": [17, 3, 6], "matched": 0}


def test_pra_4_scores_a_bank_does_not_count_matches_again():
    position = after(begin(entry="scores"), "match 7", "bank 9")
    assert position.table()["pawns"] == [7 + 9, 3]


# PRA-5


@pytest.mark.parametrize("first", ["R1", "P1", "B1", "G1"])
@pytest.mark.parametrize("second", ["R2", "P2", "B2", "G2"])
def test_pra_5_both_camps_end_the_turn_without_advance(first, second):
    one_camp = {first[0], second[0]} <= {"R", "P"} or {first[0], second[0]} <= {"B", "G"}
    table = after(begin(), f"flip {first}", f"flip {second}").table()
    assert table["pawns"] == [0, 3]
    if one_camp:
        assert (table["turn"], table["kept"]) == (0, [first, second])
    else:
        assert (table["turn"], table["kept"], table["flips"]) == (1, [], 0)
        assert sorted(table["discards"]) == sorted([first, second])


def test_pra_5_neutral_cards_between_the_camps_do_not_help():
    table = after(begin(3), "flip Y1", "flip P2", "flip Y3", "flip G4").table()
    assert table["turn"] == 1
    assert table["pawns"] == [0, 3, 6]
    assert table["discards"] == ["P2", "G4", "Y1", "Y3"]


@pytest.mark.parametrize("card", ["R1", "P1", "B1", "G1", "Y1"])
def test_pra_5_neutral_cards_catch_nobody(card):
    assert after(begin(), f"flip {card}", "flip Y2", "flip Y3").table()["kept"] == [card, "Y2", "Y3"]


def test_pra_5_the_points_of_matches_stay_when_the_turn_is_caught():
    table = after(begin(), "flip R7", "flip B7", "flip G1").table()
    assert table["pawns"] == [7, 3]
    assert (table["turn"], table["matched"]) == (1, 0)


def test_pra_5_scores_a_bust_advances_nothing():
    position = after(begin(entry="scores"), "match 4", "bust")
    assert position.table() == {"turn": 1, "pawns": [4, 3], "matched": 0}


# PRA-6


def test_pra_6_a_match_advances_the_pawn_at_once_and_goes_to_the_discards():
    table = after(begin(), "flip R7", "flip P7").table()
    assert table["pawns"] == [7, 3]
    assert table["kept"] == ["R7"]
    assert table["discards"] == ["P7"]
    assert (table["turn"], table["flips"], table["matched"]) == (0, 2, 7)
    assert "P7" not in table["facedown"]


@pytest.mark.parametrize("card", ["P7", "B7", "G7", "Y7"])
def test_pra_6_the_camp_of_a_match_is_ignored(card):
    position = after(begin(), "flip R7", f"flip {card}")
    assert position.to_act == (0,)
    assert position.legal()[-1] == "stop"
    # The match is not kept: red still goes with purple, and blue still ends the turn.
    assert after(position, "flip P1").to_act == (0,)
    assert after(position, "flip B1").to_act == (1,)


def test_pra_6_a_match_does_not_add_to_the_sum():
    table = after(begin(), "flip R7", "flip B7", "flip Y2", "stop").table()
    assert table["pawns"] == [7 + 7 + 2, 3]


def test_pra_6_every_further_match_counts_again():
    table = after(begin(), "flip Y9", "flip R9", "flip B9", "flip P9", "flip G9").table()
    assert table["pawns"] == [36, 3]
    assert (table["kept"], table["flips"], table["matched"]) == (["Y9"], 5, 36)
    assert table["discards"] == ["R9", "P9", "B9", "G9"]


def test_pra_6_any_kept_card_may_be_matched():
    table = after(begin(), "flip R1", "flip P5", "flip Y10", "flip G5", "flip B1", "flip B10").table()
    assert table["pawns"] == [16, 3]
    assert (table["kept"], table["matched"], table["flips"]) == (["R1", "P5", "Y10"], 16, 6)


def test_pra_6_a_neutral_card_matched_by_a_camp_leaves_the_turn_free_for_both():
    position = after(begin(), "flip Y4", "flip B4")
    assert after(position, "flip R1").table()["kept"] == ["Y4", "R1"]
    assert after(position, "flip G1").table()["kept"] == ["Y4", "G1"]


def test_pra_6_a_value_discarded_earlier_matches_nothing():
    # B7 was a match and is not kept any more; in Ben's turn G7 is an ordinary card.
    table = after(begin(), "flip R7", "flip B7", "stop", "flip G7").table()
    assert table["pawns"] == [14, 3]
    assert (table["turn"], table["kept"], table["matched"]) == (1, ["G7"], 0)


def test_pra_6_scores_matches_are_applied_at_once_and_added_up():
    position = after(begin(entry="scores"), "match 10", "match 10", "match 1")
    assert position.table() == {"turn": 0, "pawns": [21, 3], "matched": 21}
    assert position.legal()[:10] == tuple(f"match {value}" for value in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10))


def test_pra_6_scores_who_matched_has_kept_a_card():
    assert "bank 0" in begin(entry="scores", twelves=True).legal()
    assert "bank 0" not in after(begin(entry="scores", twelves=True), "match 1").legal()


# PRA-7


@pytest.mark.parametrize("end", ["stop", "flip B3"])
def test_pra_7_kept_cards_go_to_the_discards_and_the_next_seat_plays(end):
    position = after(begin(4), "flip R1", "flip P2", end)
    table = position.table()
    assert table["turn"] == 1
    assert position.to_act == (1,)
    assert (table["kept"], table["flips"], table["matched"]) == ([], 0, 0)
    assert table["discards"] == (["R1", "P2"] if end == "stop" else ["R1", "P2", "B3"])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pra_7_after_the_last_seat_comes_seat_0(players):
    position = begin(players)
    for seat in [*range(players), 0, 1]:
        assert position.to_act == (seat,)
        position = after(position, flips_first := position.legal()[0], "stop")
        assert flips_first.startswith("flip")


@pytest.mark.parametrize("end", ["bank 5", "bust"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_pra_7_scores_the_turn_goes_round(players, end):
    position = begin(players, entry="scores")
    for seat in [*range(players), 0]:
        assert position.to_act == (seat,)
        position = after(position, "match 1", end)
        assert position.table()["matched"] == 0


# PRA-8


def test_pra_8_a_stop_that_reaches_99_wins():
    position = after(cards("R5", pawns=[94, 3]), "stop")
    assert position.outcome.as_json() == {"winners": [0], "scores": [99, 3]}


def test_pra_8_a_stop_on_98_does_not_win():
    position = after(cards("R4", pawns=[94, 3]), "stop")
    assert position.outcome is None
    assert position.table()["pawns"] == [98, 3]


def test_pra_8_a_pawn_that_passes_99_is_shown_on_99():
    position = after(cards("B10 G9", pawns=[12, 98, 6], turn=1, players=3), "stop")
    assert position.outcome.as_json() == {"winners": [1], "scores": [12, 99, 6]}
    assert position.table()["pawns"] == [12, 99, 6]


def test_pra_8_after_a_winning_stop_the_turn_stays_as_it_is():
    before = cards("R5 Y6", "B5", pawns=[95, 3], flips=3, matched=5)
    position = after(before, "stop")
    assert position.table() == {**before.table(), "turn": None, "pawns": [99, 3]}
    assert position.table()["kept"] == ["R5", "Y6"]
    assert (position.table()["flips"], position.table()["matched"]) == (3, 5)


def test_pra_8_a_match_wins_in_the_middle_of_a_turn():
    position = after(cards("R5 Y6", pawns=[94, 3]), "flip B5")
    table = position.table()
    assert position.outcome.as_json() == {"winners": [0], "scores": [99, 3]}
    assert (table["turn"], table["kept"], table["flips"], table["matched"]) == (None, ["R5", "Y6"], 3, 5)
    assert table["discards"] == ["B5"]
    assert "B5" not in table["facedown"]


def test_pra_8_matched_counts_the_whole_value_where_the_pawn_stops_on_99():
    position = after(cards("R10", pawns=[98, 3]), "flip B10")
    assert position.table()["pawns"] == [99, 3]
    assert position.table()["matched"] == 10


def test_pra_8_a_match_that_ends_on_98_does_not_win():
    assert after(cards("R4", pawns=[94, 3]), "flip B4").outcome is None


def test_pra_8_comes_before_pra_9_when_the_last_card_is_a_winning_match():
    table = after(cards("R5", facedown="B5", pawns=[96, 3]), "flip B5").table()
    assert (table["turn"], table["facedown"], table["kept"]) == (None, [], ["R5"])
    assert table["discards"] == [card for card in FIFTY if card != "R5"]


def test_pra_8_comes_before_pra_7_and_pra_9_when_a_stop_wins_after_the_last_card():
    table = after(cards("R5", facedown="R6", pawns=[96, 3]), "flip R6", "stop").table()
    assert (table["turn"], table["facedown"], table["kept"], table["flips"]) == (None, [], ["R5", "R6"], 2)
    assert table["discards"] == [card for card in FIFTY if card not in ("R5", "R6")]


@pytest.mark.parametrize(
    ("action", "pawns", "matched"),
    [
        ("bank 9", [99, 3], 2),
        ("bank 55", [99, 3], 2),
        ("match 9", [99, 3], 11),
        ("match 10", [99, 3], 12),
    ],
)
def test_pra_8_scores_bank_and_match_win_and_matched_stays(action, pawns, matched):
    position = after(scores(pawns=[90, 3], matched=2), action)
    assert position.table() == {"turn": None, "pawns": pawns, "matched": matched}
    assert position.outcome.as_json() == {"winners": [0], "scores": pawns}
    assert position.legal() == ()
    assert position.to_act == ()


@pytest.mark.parametrize("action", ["bank 8", "match 8"])
def test_pra_8_scores_98_is_not_enough(action):
    assert after(scores(pawns=[90, 3]), action).outcome is None


def test_pra_8_scores_the_winner_is_the_seat_in_turn():
    assert after(scores(turn=2, pawns=[1, 2, 98]), "match 1").outcome.as_json() == {
        "winners": [2],
        "scores": [1, 2, 99],
    }


@pytest.mark.parametrize(
    "action", ["flip R1", "flip 12>1", "stop", "match 7", "twelve 0", "bank 3", "bust", "bank 9999"]
)
def test_pra_8_nothing_is_played_after_the_end(action):
    for over in (after(cards("R5", pawns=[94, 3]), "stop"), after(scores(pawns=[90, 3]), "bank 9")):
        before = over.table()
        assert over.legal() == ()
        assert over.to_act == ()
        with pytest.raises(Over) as refused:
            play(over, GAME.read(action))
        assert english(refused.value.message) == "the game is over"
        assert over.table() == before


# PRA-9


def test_pra_9_a_new_turn_without_face_down_cards_begins_with_all_discards_spread():
    position = after(cards("R5", facedown="R6"), "flip R6", "stop")
    table = position.table()
    assert table["facedown"] == FIFTY
    assert table["discards"] == []
    assert (table["turn"], table["pawns"]) == (1, [11, 3])


def test_pra_9_a_turn_caught_by_the_last_card_is_followed_by_a_full_spread():
    table = after(cards("R5", facedown="B6"), "flip B6").table()
    assert (table["facedown"], table["discards"], table["turn"]) == (FIFTY, [], 1)


def test_pra_9_a_new_turn_with_one_face_down_card_is_not_yet_short():
    table = after(cards("R5", facedown="R6 B6"), "flip R6", "stop").table()
    assert table["facedown"] == ["B6"]
    assert len(table["discards"]) == 49


def test_pra_9_inside_a_turn_nothing_is_spread_before_the_flip_that_needs_it():
    position = after(cards("R5", facedown="R6"), "flip R6")
    table = position.table()
    others = [card for card in FIFTY if card not in ("R5", "R6")]
    assert (table["facedown"], table["kept"], table["discards"]) == ([], ["R5", "R6"], others)
    assert position.legal() == (*(f"flip {card}" for card in others), "stop")


def test_pra_9_the_flip_that_needs_it_refills_and_the_kept_cards_stay_out():
    position = after(cards("R5", facedown="R6"), "flip R6", "flip P1")
    table = position.table()
    assert table["kept"] == ["R5", "R6", "P1"]
    assert table["facedown"] == [card for card in FIFTY if card not in ("R5", "R6", "P1")]
    assert table["discards"] == []
    assert (table["flips"], table["matched"]) == (3, 0)


def test_pra_9_a_match_after_the_refill_lies_alone_among_the_discards():
    table = after(cards("R5", facedown="R6"), "flip R6", "flip G6").table()
    assert table["discards"] == ["G6"]
    assert table["facedown"] == [card for card in FIFTY if card not in ("R5", "R6", "G6")]
    assert table["pawns"] == [6, 3]


def test_pra_9_a_turn_caught_right_after_the_refill_discards_only_its_own_cards():
    table = after(cards("R5", facedown="R6"), "flip R6", "flip G1").table()
    assert table["discards"] == ["R5", "R6", "G1"]
    assert table["facedown"] == [card for card in FIFTY if card not in ("R5", "R6", "G1")]


def test_pra_9_the_last_card_as_a_match_is_not_face_down_until_it_is_needed():
    position = after(cards("R5", facedown="B5"), "flip B5")
    assert position.table()["facedown"] == []
    assert flips_of(position) == [card for card in FIFTY if card != "R5"]
    assert "B5" in after(position, "flip R6").table()["facedown"]


def test_pra_9_the_refilled_cards_lie_in_order_however_they_were_discarded():
    position = after(cards("R9", facedown="P9 B9 Y9"), "flip Y9", "flip P9", "flip B9")
    others = [card for card in FIFTY if card != "R9"]
    assert (position.table()["facedown"], position.table()["discards"]) == ([], others)
    assert flips_of(position) == others
    assert after(position, "flip R1").table()["facedown"] == others[1:]


def test_pra_9_a_new_spread_lies_in_order_however_the_cards_were_discarded():
    table = after(cards("R9", facedown="P9 B9 Y9"), "flip Y9", "flip P9", "flip B9", "stop").table()
    assert (table["facedown"], table["discards"]) == (FIFTY, [])


def test_pra_9_twelves_come_back_with_the_discards():
    position = after(cards("R5", facedown="12", twelves=True, players=3), "flip 12>2")
    assert position.table()["facedown"] == []
    assert position.table()["discards"][-5:] == TWELVES
    assert position.legal()[-3:] == ("flip 12>1", "flip 12>2", "stop")
    table = after(position, "flip 12>1").table()
    assert table["facedown"] == [card for card in FIFTY if card != "R5"] + ["12"] * 4
    assert table["discards"] == ["12"]
    assert table["flips"] == 3


# PRA-10


def test_pra_10_a_12_puts_another_pawn_back_by_12_and_the_turn_goes_on():
    position = after(cards("R5", twelves=True, players=3, pawns=[20, 30, 40]), "flip 12>2")
    table = position.table()
    assert table["pawns"] == [20, 30, 28]
    assert (table["turn"], table["kept"], table["flips"], table["matched"]) == (0, ["R5"], 2, 0)
    assert table["discards"] == ["12"]
    assert table["facedown"][-4:] == TWELVES[:4]
    assert table["facedown"].count("12") == 4


@pytest.mark.parametrize(("space", "back"), [(13, 1), (12, 0), (11, 0), (3, 0), (0, 0)])
def test_pra_10_no_pawn_goes_below_0(space, back):
    assert after(cards(twelves=True, pawns=[5, space]), "flip 12>1").table()["pawns"] == [5, back]
    assert after(scores(pawns=[5, space], twelves=True), "twelve 1").table()["pawns"] == [5, back]


def test_pra_10_a_12_may_go_to_a_pawn_on_0():
    position = cards(twelves=True, players=3, turn=1)
    assert position.table()["pawns"][0] == 0
    assert "flip 12>0" in position.legal()


@pytest.mark.parametrize(("turn", "others"), [(0, [1, 2, 3]), (1, [0, 2, 3]), (2, [0, 1, 3]), (3, [0, 1, 2])])
def test_pra_10_one_action_per_other_seat_however_many_12s_lie_there(turn, others):
    for left in (1, 2, 5):
        position = cards(twelves=True, players=4, turn=turn, discards=" ".join(["12"] * (5 - left)))
        assert position.legal()[50:] == tuple(f"flip 12>{seat}" for seat in others)


def test_pra_10_a_12_fulfils_the_first_card_of_a_turn():
    position = after(begin(twelves=True), "flip 12>1")
    assert position.legal()[-1] == "stop"
    table = after(position, "stop").table()
    assert (table["turn"], table["pawns"], table["discards"]) == (1, [0, 0], ["12"])


def test_pra_10_12s_neither_match_nor_are_matched():
    table = after(begin(twelves=True), "flip 12>1", "flip 12>1", "flip R10", "flip 12>1").table()
    assert (table["kept"], table["matched"], table["flips"]) == (["R10"], 0, 4)
    assert table["pawns"] == [0, 0]
    assert table["discards"] == ["12", "12", "12"]


def test_pra_10_without_the_option_there_are_no_12s():
    assert not [action for action in begin().legal() if "12" in action]
    assert not [action for action in begin(entry="scores").legal() if "twelve" in action]


def test_pra_10_when_all_12s_have_been_turned_up_none_is_listed():
    position = after(begin(twelves=True), *["flip 12>1"] * 5)
    assert position.table()["facedown"] == FIFTY
    assert position.legal() == (*(f"flip {card}" for card in FIFTY), "stop")


def test_pra_10_scores_12s_go_to_other_seats_in_any_number():
    position = scores(turn=1, pawns=[40, 50, 60], twelves=True)
    assert position.legal()[10:12] == ("twelve 0", "twelve 2")
    position = after(position, "twelve 0", "twelve 2", "match 3", "twelve 0")
    assert position.table() == {"turn": 1, "pawns": [16, 53, 48], "matched": 3}


def test_pra_10_scores_a_turn_of_12s_alone_banks_nothing():
    position = after(begin(entry="scores", twelves=True), "twelve 1", "bank 0")
    assert position.table() == {"turn": 1, "pawns": [0, 0], "matched": 0}


# The scores entry's list


def test_pra_6_scores_legal_lists_match_then_twelve_then_bank_then_bust():
    matches = [f"match {value}" for value in range(1, 11)]
    banks = [f"bank {total}" for total in range(1, 56)]
    assert list(scores().legal()) == [*matches, *banks, "bust"]
    assert list(scores(twelves=True).legal()) == [*matches, "twelve 1", "bank 0", *banks, "bust"]
    assert list(scores(twelves=True, matched=3, pawns=[3, 3]).legal()) == [*matches, "twelve 1", *banks, "bust"]


# Notation


def test_notation_reads_and_writes():
    texts = [
        "flip R1", "flip P10", "flip B2", "flip G9", "flip Y10", "flip 12>0", "flip 12>3", "stop",
        "match 0", "match 7", "match 9999", "twelve 0", "twelve 3", "bank 0", "bank 56", "bank 9999", "bust",
    ]  # fmt: skip
    assert [str(GAME.read(text)) for text in texts] == texts


NOT_NOTATION = (
    "", " ", "flip", "flip ", "flip R0", "flip R11", "flip R01", "flip r1", "flip X1", "flip R 1", "flip 12",
    "flip 12>4", "flip 12>-1", "flip R12", "Flip R1", " flip R1", "flip R1 ", "flip  R1", "flip R1\n", "flip\tR1",
    "stop ", "stop\n", "STOP", "match", "match ", "match -1", "match +1", "match 01", "match 1.0", "match 10000",
    "match 1 2", "match ١", "twelve 4", "twelve 00", "twelve", "bank", "bank 00", "bank 10000", "bank ５", "bank 1５",
    "bust 1", "Bust", "pass", "flip Ｒ1", "flip R1\x00", "flip R1\u2028", "stop; stop",
)  # fmt: skip


def unreadable(text):
    """The refusal of a text; None if it is read."""
    try:
        GAME.read(text)
    except Unreadable as refused:
        return refused
    return None


def test_notation_refuses_everything_else():
    for text in NOT_NOTATION:
        refused = unreadable(text)
        assert refused, text
        assert refused.rule is None, text
        assert text in english(refused.message)


# Refusals: rule and words


@pytest.mark.parametrize(
    ("lie", "action", "rules", "words"),
    [
        pytest.param(lambda: cards("R7"), "flip R7", ["PRA-2"], ["R7", "in front of"], id="flip-kept"),
        pytest.param(
            lambda: cards("R7", "B7", flips=2, matched=7, pawns=[7, 3]),
            "flip B7",
            ["PRA-2"],
            ["B7", "discards"],
            id="flip-discarded",
        ),
        pytest.param(
            lambda: after(cards("R5", facedown="R6"), "flip R6"),
            "flip R6",
            ["PRA-2", "PRA-9"],
            ["R6", "in front of"],
            id="flip-kept-none-face-down",
        ),
        pytest.param(begin, "stop", ["PRA-3", "PRA-4"], ["Ada", "card"], id="stop-first"),
        pytest.param(begin, "flip 12>1", [None], ["12"], id="12-without-option"),
        pytest.param(lambda: begin(twelves=True), "flip 12>0", ["PRA-10"], ["12", "Ada"], id="12-to-oneself"),
        pytest.param(lambda: begin(twelves=True), "flip 12>2", [None], ["seat 2", "2 play"], id="12-to-nobody"),
        pytest.param(
            lambda: after(begin(twelves=True), *["flip 12>1"] * 5),
            "flip 12>1",
            ["PRA-2", "PRA-10"],
            ["12"],
            id="12-all-gone",
        ),
        pytest.param(begin, "match 7", [None], ["match 7"], id="match-in-cards"),
        pytest.param(begin, "bank 7", [None], ["bank 7"], id="bank-in-cards"),
        pytest.param(begin, "bust", [None], ["bust"], id="bust-in-cards"),
        pytest.param(lambda: begin(twelves=True), "twelve 1", [None], ["twelve 1"], id="twelve-in-cards"),
        pytest.param(scores, "flip R7", [None], ["flip R7"], id="flip-in-scores"),
        pytest.param(scores, "stop", [None], ["stop"], id="stop-in-scores"),
        pytest.param(lambda: scores(twelves=True), "flip 12>1", [None], ["flip 12>1"], id="12-flip-in-scores"),
        pytest.param(scores, "match 0", ["PRA-6"], ["0", "match"], id="match-0"),
        pytest.param(scores, "match 11", ["PRA-6"], ["11", "match"], id="match-11"),
        pytest.param(lambda: scores(twelves=True), "match 12", ["PRA-6", "PRA-10"], ["12", "match"], id="match-12"),
        pytest.param(scores, "twelve 1", [None], ["12"], id="twelve-without-option"),
        pytest.param(lambda: scores(twelves=True), "twelve 0", ["PRA-10"], ["12", "Ada"], id="twelve-to-oneself"),
        pytest.param(lambda: scores(twelves=True), "twelve 3", [None], ["seat 3", "2 play"], id="twelve-to-nobody"),
        pytest.param(scores, "bank 56", ["PRA-4", "PRA-6"], ["56", "55"], id="bank-56"),
        pytest.param(scores, "bank 0", ["PRA-3"], ["0"], id="bank-0"),
        pytest.param(
            lambda: scores(twelves=True, matched=5, pawns=[5, 3]),
            "bank 0",
            ["PRA-3", "PRA-4", "PRA-6"],
            ["Ada", "0"],
            id="bank-0-matched",
        ),
        pytest.param(
            lambda: scores(matched=5, pawns=[5, 3]),
            "bank 0",
            ["PRA-3", "PRA-4", "PRA-6"],
            ["0"],
            id="bank-0-matched-without-twelves",
        ),
    ],
)
def test_refusals_name_a_rule_and_the_thing_at_fault(lie, action, rules, words):
    position = lie()
    before = position.table()
    with pytest.raises(Illegal) as refused:
        play(position, GAME.read(action))
    assert refused.value.rule in rules
    said = english(refused.value.message)
    for word in words:
        assert word in said
    assert not said.endswith(".")
    assert position.table() == before


# set: what is inconsistent

MID = lay("R7 Y2", "B7", flips=3, matched=7, pawns=[7, 3])
"""The page's example with two players."""
GIVEN = lay("R7 Y2", "B7 12 12", flips=5, matched=7, pawns=[7, 0], twelves=True)
"""The same after two 12s."""


def without(table, name):
    return {field: value for field, value in table.items() if field != name}


FAULTS = {
    "turn-missing": (without(MID, "turn"), "turn is missing"),
    "pawns-missing": (without(MID, "pawns"), "pawns is missing"),
    "kept-missing": (without(MID, "kept"), "kept is missing"),
    "flips-missing": (without(MID, "flips"), "flips is missing"),
    "matched-missing": (without(MID, "matched"), "matched is missing"),
    "facedown-missing": (without(MID, "facedown"), "facedown is missing"),
    "discards-missing": (without(MID, "discards"), "discards is missing"),
    "unknown-field": ({**MID, "winner": 0}, "winner"),
    "turn-null": ({**MID, "turn": None}, "turn is null"),
    "turn-true": ({**MID, "turn": False}, "turn is false"),
    "turn-fraction": ({**MID, "turn": 0.0}, "turn is 0.0"),
    "turn-text": ({**MID, "turn": "0"}, 'turn is "0"'),
    "turn-no-seat": ({**MID, "turn": 2}, "turn is 2"),
    "turn-negative": ({**MID, "turn": -1}, "turn is -1"),
    "pawns-object": ({**MID, "pawns": {"0": 7, "1": 3}}, "pawns"),
    "pawns-few": ({**MID, "pawns": [7]}, "pawns"),
    "pawns-many": ({**MID, "pawns": [7, 3, 6]}, "pawns"),
    "pawn-99": ({**MID, "pawns": [7, 99]}, "99"),
    "pawn-negative": ({**MID, "pawns": [7, -1]}, "-1"),
    "pawn-true": ({**MID, "pawns": [7, True]}, "true"),
    "pawn-fraction": ({**MID, "pawns": [7, 3.0]}, "3.0"),
    "pawn-below-matched": ({**MID, "pawns": [6, 3]}, "6.*7"),
    "kept-text": ({**MID, "kept": "R7 Y2"}, "kept"),
    "kept-number": ({**MID, "kept": ["R7", 2]}, "kept"),
    "kept-no-card": ({**MID, "kept": ["R7", "Y11"]}, "Y11"),
    "kept-lower-case": ({**MID, "kept": ["R7", "y2"]}, "y2"),
    "kept-nested": ({**MID, "kept": [["R7", "Y2"]]}, "kept"),
    "facedown-no-card": ({**MID, "facedown": ["R0", *MID["facedown"]]}, "R0"),
    "facedown-null": ({**MID, "facedown": None}, "facedown"),
    "discards-no-card": ({**MID, "discards": ["B07"]}, "B07"),
    "discards-number": ({**MID, "discards": 7}, "discards"),
    "flips-true": ({**MID, "flips": True}, "flips is true"),
    "flips-fraction": ({**MID, "flips": 3.0}, "flips is 3.0"),
    "flips-negative": ({**MID, "flips": -1}, "flips is -1"),
    "matched-null": ({**MID, "matched": None}, "matched is null"),
    "matched-fraction": ({**MID, "matched": 7.0}, "matched is 7.0"),
    "matched-negative": ({**MID, "matched": -7}, "matched is -7"),
    "card-twice": ({**MID, "discards": ["R7", "B7"]}, "R7 .*2 times"),
    "card-gone": ({**MID, "facedown": MID["facedown"][1:]}, "R1 .*0 times"),
    "last-card-gone": ({**MID, "facedown": MID["facedown"][:-1]}, "Y10 .*0 times"),
    "12-without-option": ({**MID, "facedown": [*MID["facedown"], "12"]}, "12 "),
    "facedown-unsorted": ({**MID, "facedown": ["R2", "R1", *MID["facedown"][2:]]}, "facedown"),
    "facedown-10-after-1": (
        {**MID, "facedown": ["R1", "R10", *(card for card in MID["facedown"] if card not in ("R1", "R10"))]},
        "facedown"),
    "discards-unsorted": (lay("R7", "G7 B7", flips=3, matched=14, pawns=[14, 3]), "discards"),
    "kept-one-value-twice": (lay("R7 P7", flips=2), "7"),
    "kept-both-camps": (lay("R7 B2", flips=2), "camps"),
    "kept-both-camps-around-yellow": (lay("G1 Y5 P2", flips=3), "camps"),
    "flips-fewer-than-kept": ({**MID, "flips": 1, "matched": 0}, "2 .*1 "),
    "flips-121": (lay("R1", flips=121, matched=0), "flips is 121"),
    "nothing-kept": (lay("", flips=1), "none is kept"),
    "nothing-face-down": (lay("", facedown="", flips=0), "face down"),
    "matched-too-little": (lay("R7 Y2", "B2 B7", flips=4, matched=7, pawns=[7, 3]), "7 .*2 "),
    "matched-too-much": (lay("R7 Y2", "B7", flips=3, matched=14, pawns=[14, 3]), "14 .*1 "),
    "matched-by-none": (lay("R7 Y2", "B7", flips=2, matched=7, pawns=[7, 3]), "7 .*0 "),
    "matched-no-sum": (lay("R7 Y2", "B7", flips=3, matched=3, pawns=[7, 3]), "3 .*1 "),
    "matched-0-after-a-match": (lay("R7 Y2", "B7", flips=3, matched=0, pawns=[7, 3]), "0 .*1 "),
}  # fmt: skip

FAULTS_WITH_TWELVES = {
    "six-12s": ({**GIVEN, "facedown": [*GIVEN["facedown"], "12"]}, "12 .*6 times"),
    "four-12s": ({**GIVEN, "facedown": GIVEN["facedown"][:-1]}, "12 .*4 times"),
    "12-kept": (
        {**GIVEN, "kept": ["R7", "Y2", "12"], "facedown": GIVEN["facedown"][:-1]}, "12"),
    "12-before-R1": ({**GIVEN, "facedown": ["12", *GIVEN["facedown"][:-1]]}, "facedown"),
    "matched-more-than-all-flips": ({**GIVEN, "matched": 28, "pawns": [28, 0]}, "28"),
    "matched-no-sum": ({**GIVEN, "matched": 8, "pawns": [8, 0]}, "8"),
    "matched-with-12s-only": (lay("", "12 12", flips=2, matched=1, pawns=[1, 0], twelves=True), "1 "),
    "flips-121": ({**GIVEN, "flips": 121}, "flips is 121"),
    "nothing-face-down": (lay("", facedown="", flips=0, twelves=True), "face down"),
    "pawn-below-matched": ({**GIVEN, "pawns": [6, 0]}, "6.*7"),
    "flips-fewer-than-kept": ({**GIVEN, "flips": 1, "matched": 0}, "2 .*1 "),
    "kept-one-value-twice": (lay("Y7 B7", flips=2, twelves=True), "7"),
    "kept-both-camps": (lay("P7 G2", flips=2, twelves=True), "camps"),
}  # fmt: skip

SCORED = {"turn": 1, "pawns": [10, 20], "matched": 5}

FAULTS_IN_SCORES = {
    "turn-missing": (without(SCORED, "turn"), "turn is missing"),
    "pawns-missing": (without(SCORED, "pawns"), "pawns is missing"),
    "matched-missing": (without(SCORED, "matched"), "matched is missing"),
    "cards-field": ({**SCORED, "kept": []}, "kept"),
    "turn-null": ({**SCORED, "turn": None}, "turn is null"),
    "turn-true": ({**SCORED, "turn": True}, "turn is true"),
    "turn-no-seat": ({**SCORED, "turn": 2}, "turn is 2"),
    "pawn-99": ({**SCORED, "pawns": [99, 20]}, "99"),
    "pawn-negative": ({**SCORED, "pawns": [-1, 20]}, "-1"),
    "pawns-three": ({**SCORED, "pawns": [10, 20, 30]}, "pawns"),
    "matched-negative": ({**SCORED, "matched": -1}, "-1"),
    "matched-fraction": ({**SCORED, "matched": 5.0}, "5.0"),
    "matched-text": ({**SCORED, "matched": "5"}, 'matched is "5"'),
    "pawn-below-matched": ({**SCORED, "matched": 21}, "20.*21"),
}


def fault(table, **options):
    with pytest.raises(Inconsistent) as refused:
        GAME.restore(2, GAME.complete(options), table)
    return english(refused.value.message)


def test_set_accepts_the_tables_that_the_faults_are_made_from():
    assert seated(MID).table() == MID
    assert seated(GIVEN, twelves=True).table() == GIVEN
    assert scores(**SCORED).table() == SCORED


@pytest.mark.parametrize("name", FAULTS)
def test_set_refuses_an_inconsistent_table_in_words(name):
    table, words = FAULTS[name]
    assert re.search(words, fault(table))


@pytest.mark.parametrize("name", FAULTS_WITH_TWELVES)
def test_set_refuses_an_inconsistent_table_with_twelves_in_words(name):
    table, words = FAULTS_WITH_TWELVES[name]
    assert re.search(words, fault(table, twelves=True))


@pytest.mark.parametrize("name", FAULTS_IN_SCORES)
@pytest.mark.parametrize("twelves", [False, True])
def test_set_refuses_an_inconsistent_table_of_scores_in_words(name, twelves):
    table, words = FAULTS_IN_SCORES[name]
    assert re.search(words, fault(table, entry="scores", twelves=twelves))


@pytest.mark.parametrize("field", MID)
def test_set_takes_no_field_of_another_type(field):
    values: tuple[Any, ...] = (None, True, 1.5, "x", {}, [None], [[]], [{}], [True], ["x"], -1, 10**40, 1e300)
    for value in values:
        assert fault({**MID, field: value}), value


REACHED: dict[str, tuple[dict[str, Any], Any]] = {
    "the start": ({}, lay()),
    "all 12s turned up and nothing kept": (
        {"twelves": True}, lay("", "12 12 12 12 12", flips=5, twelves=True, pawns=[0, 0])),
    "all 12s and a match": (
        {"twelves": True}, lay("R7", "B7 12 12 12 12 12", flips=7, matched=7, twelves=True, pawns=[7, 0])),
    "the last card kept, nothing face down": ({}, lay("R5 R6", facedown="")),
    "the last card a match, nothing face down": ({}, lay("R5", facedown="", flips=2, matched=5, pawns=[5, 3])),
    "the last card a 12, nothing kept, nothing face down": (
        {"twelves": True}, lay("", facedown="", flips=1, twelves=True)),
    "no discard": ({}, lay("R5")),
    "all of one camp and neutral": ({}, lay("R1 P2 Y3 R4 P5 Y6 R7 P8 Y9 R10", flips=10)),
    "kept in no order": ({}, lay("Y10 B2 G9 B1", flips=4)),
    "four matches of one value": ({}, lay("R10", "P10 B10 G10 Y10", flips=5, matched=40, pawns=[40, 3])),
    "matches seen, shuffled in again and matched once more": (
        {}, lay("R7", "B7", flips=6, matched=35, pawns=[98, 3])),
    "as many flips as pawns allow": (
        {}, lay("R1 R2 R3 R4 R5 R6 R7 R8 R9 R10", flips=108, matched=98, pawns=[98, 3])),
    "matches are at most what 12s leave": (
        {"twelves": True}, lay("R1", flips=120, matched=3, twelves=True, pawns=[3, 3])),
    "120 flips of nothing but 12s": ({"twelves": True}, lay("", flips=120, twelves=True)),
    "pawns side by side on 98": ({}, lay(turn=1, pawns=[98, 98])),
    "a pawn that has only its matches": ({}, lay("R7 Y2", "B7", flips=3, matched=7, pawns=[98, 7], turn=1)),
    "scores at the start": ({"entry": "scores"}, {"turn": 0, "pawns": [0, 3], "matched": 0}),
    "scores with nothing but matches": ({"entry": "scores"}, {"turn": 1, "pawns": [0, 98], "matched": 98}),
}  # fmt: skip


@pytest.mark.parametrize("name", REACHED)
def test_set_takes_every_consistent_table(name):
    options, table = REACHED[name]
    position = seated(table, **options)
    assert position.table() == table
    assert position.outcome is None
    assert position.legal()


def test_set_takes_a_turn_of_12s_reached_by_play():
    position = after(begin(twelves=True), *["flip 12>1"] * 5)
    assert seated(position.table(), twelves=True).legal() == position.legal()


def test_set_goes_on_where_the_table_stands():
    position = after(seated(MID), "flip P2", "flip G1")
    table = position.table()
    assert table["pawns"] == [9, 3]
    assert table["turn"] == 1
    assert table["discards"] == ["R7", "P2", "B7", "G1", "Y2"]


def test_set_takes_no_finished_game():
    won = after(cards("R5", pawns=[94, 3]), "stop").table()
    assert fault(won)
    assert fault({**won, "turn": 0})


# The messages


def entered(position, action):
    """The English messages after `action`."""
    act = GAME.read(action)
    return [english(message) for message in GAME.consequences(position, act, play(position, act))]


def rules_of_messages(position, action):
    act = GAME.read(action)
    return [message.rule for message in GAME.consequences(position, act, play(position, act))]


@pytest.mark.parametrize(
    ("lie", "action", "rules", "words"),
    [
        pytest.param(lambda: cards("R7"), "flip Y2", ["PRA-4"], [["Y2", "9"]], id="kept"),
        pytest.param(lambda: cards("R7"), "flip B7", ["PRA-6"], [["Ada", "7"]], id="match"),
        pytest.param(
            lambda: cards("R7", "B7", flips=2, matched=7, pawns=[7, 3]),
            "flip Y2",
            ["PRA-4"],
            [["Y2", "9"]],
            id="kept-after-a-match",
        ),
        pytest.param(lambda: cards("R7"), "flip B2", ["PRA-5"], [["Ada", "B2"]], id="caught"),
        pytest.param(lambda: cards("R7 Y2"), "stop", ["PRA-4"], [["Ada", "9"]], id="stop"),
        pytest.param(
            lambda: cards("R5", pawns=[94, 3]), "stop", ["PRA-4", "PRA-8"], [["Ada", "99"], ["Ada"]], id="stop-wins"
        ),
        pytest.param(
            lambda: cards("R5", pawns=[94, 3]), "flip B5", ["PRA-6", "PRA-8"], [["94", "99"], ["Ada"]], id="match-wins"
        ),
        pytest.param(
            lambda: cards("R5", facedown="B6"),
            "flip B6",
            ["PRA-5", "PRA-9"],
            [["Ada", "B6"], ["huffle"]],
            id="caught-and-shuffle",
        ),
        pytest.param(
            lambda: after(cards("R5", facedown="R6"), "flip R6"),
            "stop",
            ["PRA-4", "PRA-9"],
            [["11"], ["huffle"]],
            id="stop-and-shuffle",
        ),
        pytest.param(
            lambda: cards("R5", facedown="R6"),
            "flip R6",
            ["PRA-4", "PRA-9"],
            [["R6", "11"], ["last card"]],
            id="last-card",
        ),
        pytest.param(lambda: cards(twelves=True, pawns=[5, 20]), "flip 12>1", ["PRA-10"], [["Ben", "8"]], id="twelve"),
        pytest.param(scores, "match 7", ["PRA-6"], [["7"]], id="scores-match"),
        pytest.param(scores, "bank 9", ["PRA-4"], [["Ada", "9"]], id="scores-bank"),
        pytest.param(scores, "bust", ["PRA-5"], [["Ada"]], id="scores-bust"),
        pytest.param(
            lambda: scores(pawns=[5, 20], twelves=True), "twelve 1", ["PRA-10"], [["Ben", "8"]], id="scores-twelve"
        ),
        pytest.param(
            lambda: scores(pawns=[90, 3]), "bank 9", ["PRA-4", "PRA-8"], [["9"], ["Ada"]], id="scores-bank-wins"
        ),
        pytest.param(
            lambda: scores(pawns=[90, 3]), "match 9", ["PRA-6", "PRA-8"], [["9"], ["Ada"]], id="scores-match-wins"
        ),
    ],
)
def test_messages_say_what_happened_and_then_what_people_must_do(lie, action, rules, words):
    position = lie()
    assert rules_of_messages(position, action) == rules
    said = entered(position, action)
    assert len(said) == len(words)
    for sentence, parts in zip(said, words, strict=True):
        for part in parts:
            assert part in sentence


def test_messages_after_a_refill_inside_a_turn_names_no_second_shuffle():
    assert rules_of_messages(after(cards("R5", facedown="R6"), "flip R6"), "flip P1") == ["PRA-4"]


def test_messages_a_turn_that_leaves_no_discards_is_no_shuffle():
    # Set from the table after a 12 that has been shuffled in again: cards lie face down, so nothing is spread.
    assert rules_of_messages(cards(twelves=True, flips=1), "stop") == ["PRA-4"]


# What the hands put back


def test_put_back_after_a_caught_turn_brings_the_cards_back():
    before = after(begin(), "flip R1", "flip P2")
    caught = after(before, "flip B3")
    messages = {message.key: message.params for message in GAME.put_back(caught, before)}
    assert messages["put.praetorians.kept"]["cards"] == ("R1", "P2")
    assert messages["put.praetorians.facedown"]["cards"] == ("B3",)
    assert "put.praetorians.discards" not in messages
    assert messages["put.turn"]["seat"] == 0


def test_put_back_over_a_shuffle_names_the_card_that_stays_face_down():
    # 48 discards; B10, the last card face down, catches Ada, and all 50 are spread.
    before = cards("R9", facedown="B10")
    caught = after(before, "flip B10")
    assert [english(message) for message in GAME.put_back(caught, before)] == [
        "R9: in front of Ada", "All face-down cards but B10: to the discards", "Ada's turn"
    ]  # fmt: skip
    assert [english(message) for message in GAME.put_back(before, caught)] == [
        "All discards: face down", "R9: face down", "Ben's turn"
    ]  # fmt: skip


def test_put_back_of_a_kept_card_that_belongs_to_another_turn():
    bens = after(begin(), "flip R1", "flip B9", "flip Y2")  # B9 catches Ada, Y2 is Ben's
    adas = after(begin(), "flip R1", "flip P5", "flip Y2")
    assert [english(message) for message in GAME.put_back(bens, adas)] == [
        "R1 P5 Y2: in front of Ada", "B9: face down", "Ada's turn"
    ]  # fmt: skip


def test_put_back_of_12s_names_as_many_as_move():
    before = after(begin(twelves=True), "flip 12>1")
    then = after(before, "flip 12>1", "flip 12>1")
    assert [english(message) for message in GAME.put_back(then, before)] == ["12 12: face down"]


def test_put_back_between_equal_tables_is_nothing_to_do():
    position = after(begin(), "flip R1", "flip P2")
    assert GAME.put_back(position, seated(position.table())) == ()


def test_put_back_to_the_end_of_a_game_is_nobodys_turn():
    before = cards("R5", pawns=[94, 3])
    won = after(before, "stop")
    assert [message.key for message in GAME.put_back(before, won)] == ["put.praetorians.pawn"]
    # Back again the winner is in turn once more.
    assert [message.key for message in GAME.put_back(won, before)] == ["put.praetorians.pawn", "put.turn"]


def test_put_back_in_scores_moves_pawns_and_the_turn():
    before = scores(twelves=True, pawns=[10, 40])
    then = after(before, "twelve 1", "match 3", "bank 7")
    said = [english(message) for message in GAME.put_back(then, before)]
    assert len(said) == 3
    assert "Ada" in said[0]
    assert "10" in said[0]
    assert "Ben" in said[1]
    assert "40" in said[1]
    assert "Ada" in said[2]


# A position never changes, and the view is plain JSON


def test_pra_2_what_lies_on_the_table_is_not_changed_by_playing_on():
    position = begin(3, twelves=True)
    before = json.dumps(position.table())
    for action in position.legal():
        after(position, action)
    assert json.dumps(position.table()) == before
    table = position.table()
    table["facedown"].clear()
    table["pawns"][0] = 50
    assert json.dumps(position.table()) == before


def test_pra_2_without_a_12_face_down_it_does_not_matter_who_would_get_it():
    gone = cards(players=3, twelves=True, discards="12 12 12 12 12")
    for seat in range(4):
        with pytest.raises(Illegal) as refused:
            play(gone, GAME.read(f"flip 12>{seat}"))
        assert refused.value.rule == "PRA-2"
