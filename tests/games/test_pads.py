"""The rules of every pad, PAD-1 to PAD-8, the table view, what may be set, and what is refused."""

from __future__ import annotations

import json

import pytest
from pads import Played, small, started

from companion.kit.rules import Inconsistent, Over, Unreadable, play
from companion.words import Words

SIDES = "[sides]\n4 = [[0, 2], [1, 3]]"
TURNS = "play = 'turns'"
YES = "name = 'up'\nkind = 'yesno'"


def asked(played):
    """What is asked now, and of whom."""
    return played.table["ask"], played.table["seat"]


# PAD-1


def test_pad_1_the_deal_goes_round():
    played = Played(small(), 3)
    assert [(played.table["dealer"], asked(played))] == [(2, ("made", 0))]
    played.round("made", 1, 1, 1)
    assert (played.table["dealer"], asked(played)) == (0, ("made", 1))
    played.round("made", 1, 1, 1)
    assert (played.table["dealer"], asked(played)) == (1, ("made", 2))


def test_pad_1_without_a_deal_seat_0_always_enters_first():
    played = Played(small(top="deal = 'none'", points="10 * dealer + starter"), 3)
    for scores in ([-10, -10, -10], [-20, -20, -20]):
        assert (played.table["dealer"], asked(played)) == (None, ("made", 0))
        assert played.round("made", 1, 1, 1).scores == scores


def test_pad_1_a_formula_reads_as_dealer_the_seat_before_the_starter_that_is_not_out():
    played = Played(small(top="out = 'score == 25'", points="made + 10 * dealer", format=2), 3)
    assert played.round("made", 1, 5, 1).scores == [21, 25, 21]  # seat 2 has dealt
    # Seat 1 is out: seat 2 begins, and not seat 1 has dealt but seat 0.
    assert (played.table["dealer"], asked(played)) == (0, ("made", 2))
    assert played.round("made", 3, 4).scores == [25, 25, 24]


def test_pad_1_in_turns_the_next_seat_that_is_not_out_has_a_turn_and_the_round_grows_on_the_way_down():
    played = Played(small(top=TURNS + "\nout = 'score == 5'", rounds='"4"'), 3)
    seen = []
    for made in (1, 5, 1, 1, 1, 5, 1):
        seen.append((played.table["round"], played.table["turn"], *played.now.to_act))
        played.round("made", made)
    assert seen == [(1, 0, 0), (1, 1, 1), (1, 2, 2), (2, 0, 0), (2, 2, 2), (3, 0, 0), (3, 2, 2)]
    assert (played.table["round"], played.table["turn"]) == (4, 0)


def test_pad_1_the_round_grows_too_when_the_turn_passes_on_to_the_same_seat():
    played = Played(small(top=TURNS + "\nout = 'score == 5'", rounds='"4"'), 2).round("made", 1, 5, 1)
    assert (played.table["round"], played.table["turn"]) == (3, 0)


# PAD-2


def test_a_round_shares_its_actions_with_the_round_before():
    played = Played(small(), 2)
    before = played.now.legal()
    again = played.round("made", 1, 1).round("made", 2, 2).now.legal()
    assert again == before
    assert all(one is other for one, other in zip(again, before, strict=True))


def test_pad_2_fields_come_in_order_and_joined_ones_seat_by_seat():
    joined = "name = 'bonus'\nkind = 'number'\nleast = 0\nmost = 5\njoin = true\nwhen = 'made > 1'"
    once = "name = 'all'\nkind = 'yesno'\neach = 'table'"
    played = Played(small(joined, YES, once), 2)
    seen = []
    for action in ("made 0 2", "bonus 0 1", "made 1 1", "up 0 yes", "up 1 no", "all yes"):
        seen.append(asked(played))
        played.enter(action)
    assert seen == [("made", 0), ("bonus", 0), ("made", 1), ("up", 0), ("up", 1), ("all", None)]
    assert asked(played) == ("made", 1)
    assert played.table["told"] == {"made": [None, None], "bonus": [None, None], "up": [None, None], "all": None}


def test_pad_2_sides_come_in_the_order_of_their_first_seat_from_the_starter():
    side = "name = 'bid'\nkind = 'number'\nleast = 0\nmost = 5\neach = 'side'"
    played = Played(small(side, top=SIDES, points="bid"), 4)
    seen = []
    for value in "1234 12 1234 34".replace(" ", ""):
        seen.append(asked(played))
        played.round(asked(played)[0], value)
    assert seen[4:6] == [("bid", 0), ("bid", 1)]
    assert seen[6:] == [("made", 1), ("made", 2), ("made", 3), ("made", 0), ("bid", 1), ("bid", 0)]
    assert played.scores == [1 + 4, 2 + 3]


def test_pad_2_with_fewer_people_than_the_sides_name_each_seat_is_a_side():
    assert Played(small(top=SIDES, points="team(made)"), 3).round("made", 1, 2, 3).scores == [1, 2, 3]


# PAD-3


def field(kind, *more):
    return "\n".join(["name = 'x'", f"kind = '{kind}'", *more])


@pytest.mark.parametrize(
    ("lines", "values"),
    [
        (field("number", "least = -4", "most = 9", "step = 5"), ["-4", "1", "6"]),
        (field("number", "least = 'made + 1'", "most = 'made + 3'"), ["5", "6", "7"]),
        (field("number", "least = 'made'", "most = 'made - 1'"), ["4"]),
        (field("number", "least = 3", "most = 'made'"), ["3", "4"]),
        (field("yesno"), ["no", "yes"]),
        (field("pick", "values = ['b', 'a', {key = '7', is = -1}]"), ["b", "a", "7"]),
        (field("seat"), ["0", "1", "2"]),
        (field("seat", "nobody = true"), ["0", "1", "2", "nobody"]),
    ],
)
def test_pad_3_the_values_of_a_kind_stand_in_this_order(lines, values):
    assert Played(small(lines), 3).round("made", 4, 0, 0).values == values


def test_pad_3_a_number_has_2001_values_at_most_and_stays_within_99999():
    far = Played(small(field("number", "least = '0 - 999999'", "most = '999999'", "step = 1000")), 2)
    assert far.round("made", 0, 0).values == [str(number) for number in range(-99_999, 100_000, 1000)]
    many = Played(small(field("number", "least = 'made'", "most = '99999'")), 2).round("made", 5, 0)
    assert (len(many.values), many.values[0], many.values[-1]) == (2001, "5", "2005")


# PAD-4


def total(words, *more):
    return field("number", "least = 0", "most = 10", f"total = {words}", *more)


def test_pad_4_a_value_must_leave_the_others_able_to_bring_the_sum_into_the_bounds():
    played = Played(small(total("{is = ['20', '25'], rule = 2}", "step = 5")), 3).round("made", 0, 0, 0)
    assert played.values == ["0", "5", "10"]
    assert played.round("x", 0).values == ["10"]
    assert played.round("x", 10).values == ["10"]
    assert played.refused("x 2 5") == ("SML-2", "5 for x: two")
    played = Played(small(total("{is = ['21', '24'], rule = 2}", "step = 5")), 3).round("made", 0, 0, 0)
    assert played.values == ["0", "5", "10"]  # no sum of fives is there: then all may be entered


def test_pad_4_the_others_have_at_least_their_least_value():
    least = field("number", "least = 2", "most = 9", "total = '10'")
    played = Played(small(least), 3).round("made", 0, 0, 0)
    assert played.values == ["2", "3", "4", "5", "6"]
    assert played.round("x", 5).values == ["2", "3"]


def test_pad_4_the_others_are_thought_to_have_the_values_of_the_present_one():
    own = "name = 'x'\nkind = 'number'\nleast = 0\nmost = 'made'\ntotal = '6'"
    played = Played(small(own), 2).round("made", 5, 1)
    # Ada may have 0 to 5 and takes Ben for one who may, too; then Ben cannot, and may enter everything.
    assert played.values == ["1", "2", "3", "4", "5"]
    assert played.round("x", 1).values == ["0", "1"]


def test_pad_4_every_condition_must_hold_and_the_first_false_one_is_named():
    allow = "allow = [{is = 'value > 2', rule = 2}, {is = 'value < made', rule = 3}, 'value != 4']"
    played = Played(small(field("number", "least = 0", "most = 9", allow)), 2).round("made", 6, 1)
    assert played.values == ["3", "5"]
    assert played.refused("x 0 0") == ("SML-2", "0 for x: two")
    assert played.refused("x 0 9") == ("SML-3", "9 for x: three")
    assert played.refused("x 0 4") == (None, "4 is not allowed for x now")
    assert played.round("x", 3).values == [str(number) for number in range(10)]  # nothing is allowed to Ben


def test_pad_4_the_rule_of_the_total_comes_before_that_of_a_condition():
    own = field("number", "least = 0", "most = 9", "total = {is = '3', rule = 3}",
                "allow = {is = 'value != 5', rule = 2}")  # fmt: skip
    assert Played(small(own), 2).round("made", 0, 0).refused("x 0 5")[0] == "SML-3"


def test_pad_4_value_last_and_those_entered_before():
    allow = "allow = 'not last or sum(made) + value == 10'"
    played = Played(small().rstrip() + f"\n{allow}\n", 3)
    assert len(played.values) == 10
    assert played.round("made", 4, 3).values == ["3"]
    assert played.round("made", 3).scores == [4, 3, 3]
    skipped = field("number", "least = 0", "most = 9", "when = 'made > 3'", "allow = 'not last or value == 7'")
    played = Played(small(skipped), 3).round("made", 5, 4, 0)
    assert len(played.values) == 10
    assert played.round("x", 0).values == ["7"]  # Cleo is not asked


def test_pad_4_nobody_is_the_last_of_a_joined_field_who_may_not_be():
    # Whether the others enter `x` is known when they have entered `own`, which they have not yet.
    fields = (
        "name = 'own'\nkind = 'number'\nleast = 0\nmost = 9",
        field("yesno", "when = 'own > 3'", "join = true", "allow = 'not last or value == 1'"),
    )
    played = Played(small(*fields), 3).round("made", 0, 0, 0)
    assert played.enter("own 0 5").values == ["no", "yes"]
    assert played.enter("x 0 no, own 1 9").values == ["no", "yes"]
    assert played.enter("x 1 no, own 2 4").values == ["yes"]
    of_name = (fields[0], fields[1].replace("own > 3", "high"))
    played = Played(small(*of_name, top="[names]\nhigh = 'own > 3'"), 2).round("made", 0, 0)
    assert played.enter("own 0 5").values == ["no", "yes"]


# PAD-5


def test_pad_5_scores_and_tallies_come_from_the_old_ones_at_once():
    top = "score = 'score + points + t'\n[tallies.t]\nnext = 'score + points'\nstart = 3"
    played = Played(small(top=top), 2).round("made", 1, 2)
    assert (played.scores, played.table["tallies"]) == ([4, 5], {"t": [1, 2]})
    assert (played.round("made", 1, 2).scores, played.table["tallies"]) == ([4 + 2 + 1, 5 + 1 + 2], {"t": [6, 6]})


def test_pad_5_points_scores_and_tallies_stay_within_99999():
    top = "[tallies.t]\nnext = '-999999'"
    played = Played(small(top=top, points="999999"), 2).round("made", 1, 1)
    assert (played.scores, played.table["tallies"]) == ([99_999, 99_999], {"t": [-99_999, -99_999]})
    assert played.round("made", 1, 1).scores == [99_999, 99_999]


def test_pad_5_in_turns_only_the_seat_in_turn_counts():
    top = TURNS + "\n[tallies.t]\nnext = 't + 1'"
    played = Played(small(top=top, points="made + 1"), 3).round("made", 4)
    assert (played.scores, played.table["tallies"]) == ([5, 0, 0], {"t": [1, 0, 0]})


# PAD-6


def test_pad_6_the_last_round_ends_the_game():
    played = Played(small(rounds='"2"'), 2).round("made", 1, 2).round("made", 3, 1)
    assert played.outcome == {"winners": [1], "scores": [2, 5]}
    assert played.now.legal() == played.now.to_act == ()
    with pytest.raises(Over):
        play(played.now, played.game.read("made 0 1"))


def test_pad_6_a_true_end_ends_the_game_after_a_round():
    played = Played(small(top="end = 'max(score) >= 9 and next == 0'", rounds=None), 2)
    assert played.round("made", 9, 0).outcome is None  # round 2 would begin with seat 1
    assert played.round("made", 0, 0).outcome is not None


def test_pad_6_in_turns_the_game_ends_when_the_turn_would_pass_into_a_further_round():
    played = Played(small(top=TURNS, rounds='"1"'), 3).round("made", 1, 2)
    assert played.outcome is None
    assert played.round("made", 3).outcome == {"winners": [2], "scores": [1, 2, 3]}
    played = Played(small(top=TURNS + "\nout = 'score > 0'", rounds='"1"'), 3).round("made", 0, 0)
    assert played.round("made", 1).outcome["winners"] == [0, 1]


def test_pad_6_everybody_out_ends_the_game_and_then_all_may_win():
    played = Played(small(top=TURNS + "\nout = 'score > 0'", rounds='"9"'), 2).round("made", 3, 5)
    assert played.outcome == {"winners": [1], "scores": [3, 5]}


def test_pad_6_an_open_game_has_999_rounds():
    played = Played(small(top="finish = true", rounds=None), 2).set(round=999)
    assert played.round("made", 1, 1).outcome == {"winners": [0, 1], "scores": [1, 1]}


# PAD-7


def test_pad_7_people_may_end_the_game_before_the_first_value_of_a_round_from_round_2_on():
    played = Played(small(top="finish = true", rounds=None), 2)
    assert "finish" not in played.values
    assert played.refused("finish") == (None, "Ada enters made now")
    played.round("made", 1, 2)
    assert played.values[-1] == "finish"
    assert "finish" not in played.round("made", 1).values
    played.round("made", 1).enter("finish")
    assert played.outcome == {"winners": [1], "scores": [2, 3]}
    assert played.table == {
        "round": 2, "cards": None, "dealer": None, "turn": None, "ask": None, "seat": None,
        "told": {"made": [None, None]}, "scores": [2, 3], "tallies": {},
    }  # fmt: skip


def test_pad_7_in_turns_before_any_turn_but_the_very_first():
    played = Played(small(YES, top=TURNS + "\nfinish = true", rounds=None), 2)
    assert "finish" not in played.values
    played.enter("made 0 1, up 0 yes")
    assert played.values[-1] == "finish"
    assert "finish" not in played.enter("made 1 1").values
    played.enter("up 1 no, finish")
    assert (played.table["round"], played.outcome["scores"]) == (2, [1, 1])


# PAD-8


def test_pad_8_best_is_compared_formula_by_formula_and_equal_in_all_share():
    top = "best = ['score // 10', '-score', 'seat']"
    played = Played(small(top=top, points="made + 10", rounds='"1"'), 4)
    assert played.round("made", 5, 2, 2, 3).outcome["winners"] == [2]
    played = Played(small(top="best = ['-score']", rounds='"1"'), 4).round("made", 5, 2, 2, 3)
    assert played.outcome == {"winners": [1, 2], "scores": [5, 2, 2, 3]}


def test_pad_8_partners_win_together_with_the_score_of_their_side():
    played = Played(small(top=SIDES, points="team(made)", rounds='"1"'), 4).round("made", 1, 2, 3, 1)
    assert played.outcome == {"winners": [0, 2], "scores": [4, 3, 4, 3]}


def test_pad_8_nobody_who_is_out_wins_unless_all_are():
    played = Played(small(top=TURNS + "\nout = 'score > 4'", rounds='"1"'), 3).round("made", 9, 1, 2)
    assert played.outcome == {"winners": [2], "scores": [9, 1, 2]}


# The table


WIZARD_AFTER_BID = {
    "round": 1, "cards": 1, "dealer": 2, "turn": None, "ask": "bid", "seat": 1,
    "told": {"bid": [1, None, None], "took": [None, None, None]}, "scores": [0, 0, 0], "tallies": {},
}  # fmt: skip


def test_the_table_of_wizard_after_the_first_bid():
    played = Played("wizard", 3).enter("bid 0 1")
    assert json.dumps(played.table) == json.dumps(WIZARD_AFTER_BID)
    assert played.now.to_act == (0, 1, 2)


def test_the_table_shows_every_kind_of_value():
    fields = (
        field("pick", "values = ['a', 'b']"), YES, "name = 's'\nkind = 'seat'\nnobody = true",
        "name = 't'\nkind = 'seat'\neach = 'table'", "name = 'u'\nkind = 'yesno'",
    )  # fmt: skip
    played = Played(small(*fields), 2).round("made", 1, 2).round("x", "a", "b").round("up", "yes", "no")
    played.round("s", 1, "nobody").round("t", 0)
    assert played.table["told"] == {
        "made": [1, 2], "x": ["a", "b"], "up": [True, False], "s": [1, "nobody"], "t": 0, "u": [None, None],
    }  # fmt: skip


def test_cards_are_those_of_the_round_within_0_and_999():
    assert Played(small(top="cards = 'round - 5'"), 2).table["cards"] == 0
    assert Played(small(top="cards = '5000'", points="cards"), 2).round("made", 0, 0).scores == [999, 999]


WRONG = [
    ("round", 0), ("round", 21), ("round", 2), ("round", True), ("round", 1.0), ("cards", 2), ("cards", None),
    ("dealer", 0), ("dealer", None), ("turn", 0), ("ask", "took"), ("ask", None), ("seat", 0), ("scores", [0, 0]),
    ("scores", [0, 0, 100_000]), ("scores", [0, 0, None]), ("tallies", {"bags": [0, 0, 0]}), ("tallies", []),
    ("told", {}), ("told", {"bid": [1, None, None]}), ("told", {"bid": [1, None], "took": [None, None, None]}),
    ("told", {"bid": [2, None, None], "took": [None, None, None]}),
    ("told", {"bid": [None, 1, None], "took": [None, None, None]}),
    ("told", {"bid": [1, None, None], "took": [1, None, None]}),
    ("told", {"bid": [True, None, None], "took": [None, None, None]}),
    ("told", {"bid": [1, 1, 1], "took": [1, 0, 0]}),
    ("told", {"bid": [1, 1, 1], "took": [1, 1, None]}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "value"), WRONG)
def test_a_table_that_play_cannot_show_is_inconsistent(name, value):
    played = Played("wizard", 3)
    with pytest.raises(Inconsistent) as refused:
        played.game.restore(3, played.options, {**WIZARD_AFTER_BID, name: value})
    assert Words("en").message(refused.value.message, ("Ada", "Ben", "Cleo"))
    assert Words("ja").message(refused.value.message, ("Ada", "Ben", "Cleo"))


def test_a_table_is_inconsistent_where_the_game_would_be_over_or_the_seat_in_turn_out():
    played = Played("molkky", 2)
    table = played.table
    for fields in ({"scores": [50, 0]}, {"tallies": {"misses": [3, 0]}}, {"tallies": {"misses": [0, 3]}}):
        with pytest.raises(Inconsistent):
            played.game.restore(2, {}, {**table, **fields})
    played = Played("molkky", 3)
    assert played.set(tallies={"misses": [0, 3, 0]}).table["turn"] == 0
    with pytest.raises(Inconsistent) as refused:
        played.game.restore(3, {}, {**played.table, "turn": 1, "seat": 1})
    assert Words("en").message(refused.value.message, ("Ada", "Ben", "Cleo")) == "Ben is in turn, but is out"


def test_a_corrected_table_keeps_what_was_entered_up_to_the_first_value_that_cannot_be():
    played = Played("wizard", 3).enter("bid 0 1, bid 1 0, bid 2 1, took 0 1")
    settled = played.game.settle(3, played.options, {**played.table, "round": 2})
    # In round 2 Ben begins; what Ada took is behind a gap.
    assert settled["told"] == {"bid": [1, 0, 1], "took": [None, None, None]}
    assert (settled["cards"], settled["dealer"], settled["ask"], settled["seat"]) == (2, 0, "took", 1)
    assert played.game.restore(3, played.options, settled).table() == settled


# Notation


@pytest.mark.parametrize(
    "text",
    ["", "made", "made 0", "made 0 1 2", "made 8 1", "made 0 01", "made 0 +1", "made 0 -0", "made 0 1000000",
     " made 0 1", "made 0 1 ", "made  0 1", "mode 0 1", "made 0 yes", "up 0 1", "up 0 Yes", "x 0 c", "s 9",
     "s nobody", "s 0 1", "t nobodies", "finish", "finish 1", "made 0 ١"],
)  # fmt: skip
def test_what_is_not_in_the_notation_is_unreadable(text):
    fields = (YES, field("pick", "values = ['a', 'b']"), "name = 's'\nkind = 'seat'\neach = 'table'",
              "name = 't'\nkind = 'seat'\neach = 'table'\nnobody = true")  # fmt: skip
    played = Played(small(*fields), 2)
    for good in ("made 7 -99999", "made 0 999999", "up 3 yes", "x 0 b", "s 7", "t nobody"):
        assert str(played.game.read(good)) == good
    with pytest.raises(Unreadable):
        played.game.read(text)


def test_a_refusal_says_who_enters_what_or_the_value_the_label_and_the_rule():
    labelled = small().replace("least = 0", "label = {en = 'Made', ja = '得点'}\nrule = 2\nleast = 0")
    played = Played(labelled, 2)
    assert played.refused("made 1 3") == (None, "Ada enters Made now")
    assert played.refused("made 0 10") == ("SML-2", "10: Made goes from 0 to 9. two")
    assert played.refused("made 0 -1") == ("SML-2", "-1: Made goes from 0 to 9. two")
    assert Played(small(), 2).refused("made 0 10") == (None, "10: made goes from 0 to 9")
    side = Played(small("name = 'bid'\nkind = 'yesno'\neach = 'side'", top=SIDES, points="bid"), 4)
    side.round("made", 1, 1, 1, 1)
    assert side.refused("bid 2 yes") == (None, "Ada+Cleo enters bid now")
    table = Played(small("name = 'who'\nkind = 'seat'\neach = 'table'\nrule = 3"), 2).round("made", 1, 1)
    assert table.refused("made 0 1") == (None, "who is entered now")
    assert table.refused("who 2") == ("SML-3", "2: who is one of 0, 1. three")
    nobody = Played(small("name = 'who'\nkind = 'seat'\neach = 'table'\nnobody = true"), 2).round("made", 1, 1)
    assert nobody.refused("who 2") == (None, "2: who is one of 0, 1, nobody")
    by_threes = Played(small().replace("least = 0", "step = 3\nleast = 0"), 2)
    assert by_threes.refused("made 0 4") == (None, "4: made goes from 0 to 9 by 3")
    field = 'name = "who"\nkind = "seat"\neach = "table"\nnobody = true\nallow = "value == 1"'
    named = Played(small(field), 2).round("made", 0, 0)
    assert named.refused("who 0") == (None, "Ada is not allowed for who now")
    assert named.refused("who nobody") == (None, "nobody is not allowed for who now")


# What follows


def said(played, action, language="en"):
    """What is said of an action."""
    action = played.game.read(action)
    messages = played.game.consequences(played.now, action, play(played.now, action))
    return [Words(language).with_rule(message, ("Ada", "Ben", "Cleo", "Dora")) for message in messages]


def test_the_consequences_of_a_value_that_ends_a_round():
    played = Played(small(top="best = [{is = '-score', rule = 3}]", rounds='"2"'), 2).round("made", 3)
    assert said(Played(small(), 2), "made 0 1") == []
    assert said(played, "made 1 4") == ["Ada: 3 points, now 3", "Ben: 4 points, now 4", "Ada deals next (PAD-1)"]
    played.round("made", 4).round("made", 1)
    assert said(played, "made 0 3") == [
        "Ada: 3 points, now 6", "Ben: 1 point, now 5", "Ben wins with 5! (SML-3)",
    ]  # fmt: skip
    assert said(played, "made 0 2")[2:] == [
        "Ada shares the win, with 5! (SML-3)", "Ben shares the win, with 5! (SML-3)",
    ]  # fmt: skip


def test_the_consequences_of_a_turn_and_of_going_out():
    played = Played(small(top=TURNS + "\nout = {is = 'score > 4', rule = 2}"), 3)
    assert said(played, "made 0 4") == ["Ada: 4 points, now 4", "Ben is in turn (PAD-1)"]
    assert said(played, "made 0 5") == ["Ada: 5 points, now 5", "Ada is out (SML-2)", "Ben is in turn (PAD-1)"]


def test_the_consequences_speak_of_sides_and_of_the_end_by_people():
    played = Played(small(top=SIDES + "\n", points="team(made)"), 4).round("made", 1, 2, 3)
    assert said(played, "made 3 4")[:2] == ["Ada+Cleo: 4 points, now 4", "Ben+Dora: 6 points, now 6"]
    played = Played(small(top="finish = true"), 2).round("made", 1, 2)
    assert said(played, "finish") == ["Ben wins with 2! (PAD-8)"]
    assert said(played, "finish", "ja") == ["Benが2で勝ち！ (PAD-8)"]


def test_the_chart_is_of_the_scores():
    position = started("wizard", 3)
    curve = Played("wizard", 3).game.curve
    assert curve.look(position).numbers == {"points": (0, 0, 0)}
    assert curve.look(Played("spades", 4).set(scores=[3, 4]).now).numbers == {"points": (3, 4, 3, 4)}
