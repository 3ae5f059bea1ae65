"""The pads that ship, rule by rule; every expectation is worked out by hand from the rules."""

from __future__ import annotations

import pytest
from pads import Played

from companion.games.pad.collection import SHIPPED, shipped
from companion.words import LANGUAGES, Words


def rounds_of(key, players, **options):
    """The cards of each round of a game, as many as there are."""
    played = Played(key, players, **options)
    found = []
    while played.outcome is None:
        found.append(played.table["cards"])
        while played.outcome is None and played.table["round"] == len(found):
            played.now = played.now.after(played.now.legal()[0])
    return found


# Wizard


@pytest.mark.parametrize(("players", "rounds"), [(3, 20), (4, 15), (5, 12), (6, 10)])
def test_wiz_1_there_are_60_cards_in_all_rounds_and_one_more_each(players, rounds):
    assert rounds_of("wizard", players) == list(range(1, rounds + 1))


def test_wiz_2_everybody_bids_none_to_all():
    played = Played("wizard", 3).set(round=2)
    assert (played.table["seat"], played.values) == (1, ["0", "1", "2"])
    assert played.refused("bid 1 3")[0] == "WIZ-2"


def test_wiz_3_with_the_hook_the_last_bid_may_not_make_the_bids_add_up():
    hook = Played("wizard", 3, hook=True).set(round=3).round("bid", 1, 1)
    assert hook.values == ["0", "2", "3"]
    assert hook.refused("bid 1 1")[0] == "WIZ-3"
    assert Played("wizard", 3).set(round=3).round("bid", 1, 1).values == ["0", "1", "2", "3"]
    assert len(Played("wizard", 3, hook=True).set(round=3).round("bid", 3, 1).values) == 4


def test_wiz_4_the_tricks_taken_add_up_to_the_cards():
    played = Played("wizard", 3).set(round=3).round("bid", 1, 1, 1).round("took", 2)
    assert played.values == ["0", "1"]
    assert played.refused("took 0 2")[0] == "WIZ-4"  # Cleo begins round 3
    assert played.round("took", 0).values == ["1"]


def test_wiz_5_right_is_20_and_10_a_trick_and_wrong_10_off_a_trick_of_difference():
    # Round 3 begins with Cleo: she bids 2 and takes none, Ada bids and takes none, Ben bids 1 and takes all.
    played = Played("wizard", 3).set(round=3, scores=[100, 100, 100]).round("bid", 2, 0, 1)
    assert played.round("took", 0, 0, 3).scores == [120, 80, 80]
    assert Played("wizard", 3).round("bid", 1, 0, 0).round("took", 1, 0, 0).scores == [30, 20, 20]


def test_wiz_6_most_points_win_and_equal_points_share_the_win():
    # Ben begins round 20.
    played = Played("wizard", 3).set(round=20, scores=[150, 0, 50]).round("bid", 10, 10, 0).round("took", 10, 10, 0)
    assert played.outcome == {"winners": [0, 2], "scores": [170, 120, 170]}


# Skull King


def test_sku_1_ten_rounds_and_at_most_70_cards():
    assert rounds_of("skull-king", 7) == list(range(1, 11))
    assert rounds_of("skull-king", 8) == [1, 2, 3, 4, 5, 6, 7, 8, 8, 8]


def test_sku_2_everybody_bids_none_to_all():
    played = Played("skull-king", 2).set(round=5)
    assert played.values == ["0", "1", "2", "3", "4", "5"]
    assert played.refused("bid 0 6")[0] == "SKU-2"


def taken(players, cards, *took, **options):
    """A round in which all bid 0, after these have entered what they took and the bonus 0 where it is asked."""
    played = Played("skull-king", players, **options).set(round=cards).round("bid", *(0,) * players)
    for tricks in took:
        played.round("took", tricks)
        if played.table["ask"] == "bonus":
            played.round("bonus", 0)
    return played


def test_sku_3_the_tricks_add_up_to_the_cards_with_the_kraken_to_two_fewer_and_for_two_people_to_any_number():
    assert taken(3, 4, 1, 1).values == ["2"]
    assert taken(3, 4, 1, 1).refused("took 2 1")[0] == "SKU-3"
    assert taken(3, 4, 1, 1, kraken=True).values == ["0", "1", "2"]
    assert taken(3, 4, 0, 1, kraken=True).values == ["1", "2", "3"]
    assert taken(2, 4, 1).values == ["0", "1", "2", "3"]


def test_sku_4_bids_above_0_count_by_tricks_and_bids_of_0_by_cards():
    played = Played("skull-king", 4).set(round=5).round("bid", 3, 2, 0, 0)  # seat 0 begins
    played.round("took", 3).round("bonus", 0).round("took", 0).round("took", 0).round("bonus", 0).round("took", 2)
    assert played.scores == [60, -20, 50, -50]


def test_sku_5_a_right_bid_gets_its_bonus_from_0_to_400_by_tens():
    played = Played("skull-king", 3).set(round=1).round("bid", 1, 0, 1).round("took", 1)
    assert (played.values[:3], played.values[-1], len(played.values)) == (["0", "10", "20"], "400", 41)
    assert played.refused("bonus 0 5")[0] == "SKU-5"
    played.round("bonus", 30).round("took", 0).round("bonus", 20)
    assert played.round("took", 0).scores == [50, 30, -10]  # Cleo's bid was wrong: no bonus is asked


def test_sku_6_most_points_win_and_equal_points_share_the_win():
    played = Played("skull-king", 2).set(round=10, scores=[40, 200]).round("bid", 0, 0)
    assert played.round("took", 1).round("took", 0).round("bonus", 0).outcome == {
        "winners": [0], "scores": [140, 100],
    }  # fmt: skip


# Oh Hell


def test_ohh_1_the_hands_by_people_and_by_the_way_they_change():
    down = list(range(10, 0, -1))
    assert rounds_of("oh-hell", 3) == [*down, *range(2, 11)]
    assert rounds_of("oh-hell", 5, way="up-down") == [*range(1, 11), *range(9, 0, -1)]
    assert rounds_of("oh-hell", 6, way="down") == list(range(8, 0, -1))
    assert rounds_of("oh-hell", 7, way="up") == list(range(1, 8))


def test_ohh_2_everybody_bids_none_to_all():
    played = Played("oh-hell", 3)
    assert played.values == [str(number) for number in range(11)]
    assert played.refused("bid 0 11")[0] == "OHH-2"


def test_ohh_3_with_the_hook_the_last_bid_may_not_make_the_bids_add_up():
    played = Played("oh-hell", 3, way="up").round("bid", 0, 1)
    assert played.values == ["1"]
    assert played.refused("bid 2 0")[0] == "OHH-3"
    assert Played("oh-hell", 3, way="up", hook=False).round("bid", 0, 1).values == ["0", "1"]


def test_ohh_4_the_tricks_taken_add_up_to_the_cards():
    played = Played("oh-hell", 3, way="up").round("bid", 0, 0, 0).round("took", 1)
    assert played.values == ["0"]
    assert played.refused("took 1 1")[0] == "OHH-4"


def test_ohh_5_exactly_the_bid_is_10_and_the_tricks_and_else_nothing_or_one_a_trick():
    played = Played("oh-hell", 3, hook=False).round("bid", 4, 3, 3)
    assert played.round("took", 4, 2, 4).scores == [14, 0, 0]
    played = Played("oh-hell", 3, hook=False, tricks=True).round("bid", 4, 3, 3)
    assert played.round("took", 4, 2, 4).scores == [14, 2, 4]


def test_ohh_6_most_points_win():
    played = Played("oh-hell", 3, way="down").set(round=10, scores=[1, 5, 11]).round("bid", 0, 0, 0)
    assert played.round("took", 0, 0, 1).outcome == {"winners": [1], "scores": [11, 15, 11]}


# Hearts


def test_hea_1_and_hea_2_the_points_of_a_deal_add_up_to_26():
    played = Played("hearts", 4)
    assert len(played.values) == 27
    assert played.refused("taken 0 27")[0] == "HEA-2"
    assert played.round("taken", 13, 6).values == [str(number) for number in range(8)]
    assert played.round("taken", 0).values == ["7"]


def test_hea_1_points_count_as_they_are_written():
    assert Played("hearts", 4).round("taken", 13, 6, 0, 7).scores == [13, 6, 0, 7]


def test_hea_2_the_sum_is_26():
    assert Played("hearts", 3).round("taken", 26).values == ["0"]


def test_hea_3_all_26_go_to_the_others_or_off_the_shooter():
    assert Played("hearts", 4).round("taken", 0, 26, 0, 0).scores == [26, 0, 26, 26]
    assert Played("hearts", 4, moon_way="self").round("taken", 0, 26, 0, 0).scores == [0, -26, 0, 0]


def test_hea_4_the_jack_of_diamonds_takes_10_off_and_exactly_one_has_it():
    played = Played("hearts", 3, jack_rule=True).round("taken", 13, 6, 7)
    assert played.round("jack", "no", "no").values == ["yes"]
    assert played.refused("jack 2 no")[0] == "HEA-4"
    assert played.round("jack", "yes").scores == [13, 6, -3]
    played = Played("hearts", 3, jack_rule=True).round("taken", 26, 0, 0).round("jack", "yes")
    assert played.values == ["no"]
    assert played.round("jack", "no", "no").scores == [-10, 26, 26]


def test_hea_5_the_game_is_over_when_somebody_has_the_goal():
    assert Played("hearts", 3).set(scores=[98, 0, 0]).round("taken", 1, 25, 0).outcome is None
    assert Played("hearts", 3).set(scores=[99, 0, 0]).round("taken", 1, 25, 0).outcome is not None
    assert Played("hearts", 3, goal="50").set(scores=[49, 0, 0]).round("taken", 1, 25, 0).outcome is not None


def test_hea_6_fewest_points_win():
    played = Played("hearts", 3).set(scores=[99, 0, 20]).round("taken", 1, 22, 3)
    assert played.outcome == {"winners": [1], "scores": [100, 22, 23]}


# Spades: Ada and Cleo against Ben and Dora


def spades(bids, took, scores=(0, 0), bags=(0, 0), **options):
    """A round as seat 0 begins it, and its bids and tricks by seat."""
    played = Played("spades", 4, **options).set(scores=list(scores), tallies={"bags": list(bags)})
    return played.round("bid", *bids).round("took", *took)


def test_spd_1_a_bid_is_0_to_13_and_0_is_nil():
    played = Played("spades", 4)
    assert len(played.values) == 14
    assert played.refused("bid 0 14")[0] == "SPD-1"


def test_spd_2_the_tricks_add_up_to_13():
    played = Played("spades", 4).round("bid", 1, 1, 1, 1).round("took", 5, 5, 2)
    assert played.values == ["1"]
    assert played.refused("took 3 2")[0] == "SPD-2"


def test_spd_3_the_contract_is_of_the_side_and_tricks_of_nil_are_no_help():
    # Ada bid nil and took 2; Cleo bid 5 and took 4: 4 help for 5, or with help 6.
    assert spades((0, 3, 5, 2), (2, 4, 4, 3)).scores[0] == -50 + 2 - 100
    assert spades((0, 3, 5, 2), (2, 4, 4, 3), nil_tricks="help").scores[0] == 50 + 1 - 100


def test_spd_4_a_contract_made_is_10_a_trick_and_one_failed_10_off():
    assert spades((3, 3, 4, 3), (3, 4, 4, 2)).scores == [70, 60]
    assert spades((3, 3, 5, 3), (3, 3, 4, 3)).scores == [-80, 60]


def test_spd_5_bags_are_1_point_each():
    played = spades((2, 3, 3, 3), (4, 3, 3, 3))
    assert (played.scores, played.table["tallies"]) == ([50 + 2, 60], {"bags": [2, 0]})
    # A failed contract, and a trick of a failed nil, which is a bag all the same.
    played = spades((0, 3, 6, 3), (1, 3, 5, 4))
    assert (played.scores, played.table["tallies"]) == ([-60 + 1 - 100, 61], {"bags": [1, 1]})


def test_spd_6_nil_is_100_without_a_trick_and_else_100_off():
    assert spades((0, 3, 6, 4), (0, 3, 6, 4)).scores == [160, 70]
    assert spades((0, 0, 6, 4), (0, 2, 7, 4)).scores == [161, 40 + 2 - 100]


def test_spd_7_every_ten_bags_take_100_off_and_the_rest_is_kept():
    played = spades((2, 3, 2, 3), (4, 3, 3, 3), bags=(8, 0))
    assert (played.scores, played.table["tallies"]) == ([40 + 3 - 100, 60], {"bags": [1, 0]})
    played = spades((2, 3, 2, 3), (4, 3, 3, 3), bags=(8, 0), bag_rule=False)
    assert (played.scores, played.table["tallies"]) == ([43, 60], {"bags": [11, 0]})


def test_spd_8_the_game_is_over_at_the_goal_or_the_floor_where_the_two_differ():
    deal = ((3, 3, 4, 3), (3, 3, 4, 3))
    assert spades(*deal, scores=(429, 0)).outcome is None
    assert spades(*deal, scores=(430, 0)).outcome is not None
    assert spades(*deal, scores=(430, 440)).outcome is None  # both have 500
    assert spades(*deal, scores=(180, 0), goal="250").outcome is not None
    failed = ((3, 3, 4, 3), (3, 4, 3, 3))  # 70 off for Ada and Cleo
    assert spades(*failed, scores=(-130, 0)).outcome is None
    assert spades(*failed, scores=(-130, 0), floor=True).outcome is not None
    assert spades(*failed, scores=(-129, 0), floor=True).outcome is None


def test_spd_9_most_points_win_for_both_of_a_side():
    played = spades((3, 3, 4, 3), (3, 3, 4, 3), scores=(430, 450))
    assert played.outcome == {"winners": [1, 3], "scores": [500, 510, 500, 510]}


# 500 Rum


def test_rum_1_two_packs_from_five_people_on():
    assert [len(Played("rummy", players).values) for players in (2, 4, 5, 8)] == [801, 801, 1601, 1601]


def test_rum_2_a_deal_brings_400_off_to_400_and_with_two_packs_twice_that():
    played = Played("rummy", 2)
    assert played.refused("net 0 401")[0] == "RUM-2"
    assert played.round("net", -400, 400).scores == [-400, 400]
    assert Played("rummy", 5).values[-1] == "800"


@pytest.mark.parametrize("goal", ["300", "500", "1000"])
def test_rum_3_the_game_is_over_at_the_goal(goal):
    most = int(goal)
    assert Played("rummy", 2, goal=goal).set(scores=[most - 2, 0]).round("net", 1, 0).outcome is None
    assert Played("rummy", 2, goal=goal).set(scores=[most - 2, 0]).round("net", 2, 0).outcome is not None


def test_rum_4_most_points_win():
    played = Played("rummy", 3).set(scores=[499, 480, 0]).round("net", 1, 30, 5)
    assert played.outcome == {"winners": [1], "scores": [500, 510, 5]}


# Canasta


def test_can_1_four_are_two_sides_and_two_or_three_play_alone():
    assert [len(Played("canasta", players).scores) for players in (2, 3, 4)] == [2, 3, 2]
    played = Played("canasta", 4).enter("hand 0 100, hand 1 50")  # Ada and Cleo, then Ben and Dora
    assert played.scores == [100, 50]


def test_can_2_a_deal_brings_4000_off_to_6000_by_fives():
    played = Played("canasta", 2)
    assert (played.values[0], played.values[1], played.values[-1]) == ("-4000", "-3995", "6000")
    assert played.refused("hand 0 3")[0] == "CAN-2"


def test_can_3_the_game_is_over_at_5000():
    assert Played("canasta", 2).set(scores=[4990, 0]).round("hand", 5, 0).outcome is None
    assert Played("canasta", 2).set(scores=[4990, 0]).round("hand", 10, 0).outcome is not None


def test_can_4_most_points_win():
    played = Played("canasta", 4).set(scores=[4990, 4990]).round("hand", 10, 15)
    assert played.outcome == {"winners": [1, 3], "scores": [5000, 5005, 5000, 5005]}


# Doppelkopf


def test_dok_1_one_to_three_people_win():
    played = Played("doppelkopf", 4).round("won", "no", "no", "no")
    assert played.values == ["yes"]
    assert played.refused("won 3 no")[0] == "DOK-1"
    assert Played("doppelkopf", 4).round("won", "yes", "yes", "yes").values == ["no"]


def test_dok_2_winners_get_the_worth_and_a_seat_alone_three_times():
    played = Played("doppelkopf", 4).round("won", "yes", "no", "yes", "no")
    assert played.values == [str(number) for number in range(61)]
    assert played.refused("worth 61")[0] == "DOK-2"
    assert played.round("worth", 4).scores == [4, -4, 4, -4]
    assert Played("doppelkopf", 4).round("won", "no", "yes", "no", "no").round("worth", 2).scores == [-2, 6, -2, -2]
    assert Played("doppelkopf", 4).round("won", "yes", "no", "yes", "yes").round("worth", 5).scores == [5, -15, 5, 5]


def test_dok_3_a_list_has_24_rounds_and_an_open_game_goes_on():
    assert rounds_of("doppelkopf", 4, length="list") == [None] * 24
    played = Played("doppelkopf", 4).set(round=24).round("won", "yes", "no", "no", "yes").round("worth", 0)
    assert played.table["round"] == 25


def test_dok_4_most_points_win():
    played = Played("doppelkopf", 4).round("won", "yes", "no", "yes", "no").round("worth", 4).enter("finish")
    assert played.outcome == {"winners": [0, 2], "scores": [4, -4, 4, -4]}


# Skat


def skat(*entered, players=3, number=1, **options):
    """A round in which this is entered."""
    played = Played("skat", players, **options).set(round=number)
    return played.enter(*entered)


def test_skt_1_of_four_people_the_dealer_cannot_be_the_soloist():
    played = Played("skat", 4)
    assert (played.table["dealer"], played.values) == (3, ["0", "1", "2", "nobody"])
    assert played.refused("soloist 3")[0] == "SKT-1"
    assert Played("skat", 3).values == ["0", "1", "2", "nobody"]


@pytest.mark.parametrize(
    ("game", "tops", "steps", "value"),
    [("diamonds", 1, 0, 18), ("hearts", 2, 1, 40), ("spades", 11, 6, 198), ("clubs", 1, 0, 24), ("grand", 4, 2, 168)],
)
def test_skt_2_a_game_is_its_base_times_1_and_tops_and_steps(game, tops, steps, value):
    entered = f"soloist 1, game {game}, result won, tops {tops}, steps {steps}"
    assert skat(entered).scores == [0, value, 0]


def test_skt_2_tops_go_to_11_and_in_a_grand_to_4_and_steps_to_6():
    assert skat("soloist 1, game grand, result won").values == ["1", "2", "3", "4"]
    assert skat("soloist 1, game clubs, result won").values[-1] == "11"
    assert skat("soloist 1, game clubs, result won").refused("tops 0")[0] == "SKT-2"
    assert skat("soloist 1, game clubs, result won, tops 1").values == ["0", "1", "2", "3", "4", "5", "6"]


@pytest.mark.parametrize(
    ("game", "value"), [("null", 23), ("null-hand", 35), ("null-open", 46), ("null-open-hand", 59)]
)
def test_skt_3_nulls_are_fixed(game, value):
    assert skat(f"soloist 2, game {game}, result won").scores == [0, 0, value]
    assert skat(f"soloist 2, game {game}, result lost").scores == [0, 0, -2 * value]


def test_skt_4_overbid_loses_the_least_multiple_of_the_base_that_reaches_the_bid():
    played = skat("soloist 0, game hearts, result overbid")
    assert (played.values[0], played.values[-1]) == ("18", "264")
    assert played.refused("bid 17")[0] == "SKT-4"
    assert played.enter("bid 33").scores == [-80, 0, 0]  # 4 times 10
    assert skat("soloist 0, game clubs, result overbid, bid 24").scores == [-48, 0, 0]
    assert skat("soloist 0, game grand, result overbid, bid 50").scores == [-144, 0, 0]
    null = skat("soloist 0, game null")
    assert null.values == ["won", "lost"]
    assert null.refused("result overbid")[0] == "SKT-4"


def test_skt_5_won_counts_once_lost_off_twice_and_nobody_nothing():
    assert skat("soloist 0, game spades, result won, tops 1, steps 1").scores == [33, 0, 0]
    assert skat("soloist 0, game spades, result lost, tops 1, steps 1").scores == [-66, 0, 0]
    assert skat("soloist nobody").scores == [0, 0, 0]


def test_skt_6_in_a_tournament_50_besides_and_for_a_game_lost_the_others_get_40_or_30():
    cup = {"scoring": "tournament"}
    assert skat("soloist 0, game spades, result won, tops 1, steps 1", **cup).scores == [83, 0, 0]
    assert skat("soloist 0, game spades, result lost, tops 1, steps 1", **cup).scores == [-116, 40, 40]
    assert skat("soloist 0, game null, result lost", players=4, **cup).scores == [-96, 30, 30, 30]
    assert skat("soloist 0, game hearts, result overbid, bid 18", **cup).scores == [-90, 40, 40]
    assert skat("soloist nobody", **cup).scores == [0, 0, 0]


def test_skt_7_a_list_has_36_rounds_of_three_and_48_of_four():
    assert len(rounds_of("skat", 3, length="list")) == 36
    assert len(rounds_of("skat", 4, length="list")) == 48
    assert skat("soloist nobody", number=36).outcome is None


def test_skt_8_most_points_win():
    played = skat("soloist 1, game null, result won", "finish")
    assert played.outcome == {"winners": [1], "scores": [0, 23, 0]}


# Farkle


def test_far_1_everybody_has_a_turn():
    played = Played("farkle", 2)
    assert (played.table["turn"], played.now.to_act) == (0, (0,))
    assert played.enter("kept 0 500").table["turn"] == 1
    assert played.refused("kept 0 500") == (None, "Ben enters Kept now")


def test_far_2_a_turn_keeps_0_to_10000_by_fifties():
    played = Played("farkle", 2, entry="0")
    assert (played.values[:2], played.values[-1]) == (["0", "50"], "10000")
    assert played.refused("kept 0 25")[0] == "FAR-2"


def test_far_3_the_first_points_need_the_entry():
    played = Played("farkle", 2)
    assert played.values[:3] == ["0", "500", "550"]
    assert played.refused("kept 0 450")[0] == "FAR-3"
    played.enter("kept 0 500, kept 1 0")
    assert (played.values[:2], played.table["tallies"]["in_game"]) == (["0", "50"], [1, 0])
    assert played.enter("kept 0 50").values[:2] == ["0", "500"]
    assert Played("farkle", 2, entry="1000").values[1] == "1000"


def test_far_4_what_is_kept_counts_and_with_triple_the_third_miss_takes_1000_off():
    misses = ("kept 0 0, kept 1 500",) * 3
    played = Played("farkle", 2).enter(*misses)
    assert (played.scores, played.table["tallies"]["misses"]) == ([0, 1500], [0, 0])
    played = Played("farkle", 2, triple=True).enter(*misses[:2])
    assert (played.scores, played.table["tallies"]["misses"]) == ([0, 1000], [2, 0])
    played.enter(misses[0])
    assert (played.scores, played.table["tallies"]["misses"]) == ([-1000, 1500], [0, 0])


def test_far_5_when_somebody_has_the_goal_the_others_have_one_more_turn():
    played = Played("farkle", 3).enter("kept 0 500, kept 1 10000, kept 2 9000")
    assert played.outcome is None
    assert played.enter("kept 0 9000").outcome == {"winners": [1], "scores": [9500, 10000, 9000]}
    assert Played("farkle", 2, goal="5000").enter("kept 0 5000, kept 1 0").outcome is not None


def test_far_6_most_points_win():
    played = Played("farkle", 2).enter("kept 0 10000, kept 1 10000")
    assert played.outcome == {"winners": [0, 1], "scores": [10000, 10000]}


# Mölkky


def test_mol_1_a_throw_brings_0_to_12():
    played = Played("molkky", 2)
    assert played.values == [str(number) for number in range(13)]
    assert played.refused("pins 0 13")[0] == "MOL-1"
    assert played.enter("pins 0 12").scores == [12, 0]


def test_mol_2_everybody_throws_in_turn():
    played = Played("molkky", 3)
    turns = []
    for pins in range(4):
        turns.append(played.table["turn"])
        played.round("pins", pins)
    assert turns == [0, 1, 2, 0]


def test_mol_3_beyond_50_the_score_is_25():
    assert Played("molkky", 2).set(scores=[49, 3]).enter("pins 0 2").scores == [25, 3]
    assert Played("molkky", 2).set(scores=[49, 3]).enter("pins 0 1").scores == [50, 3]


def test_mol_4_the_third_throw_without_a_pin_in_a_row_is_0_points_and_out():
    played = Played("molkky", 3).set(scores=[30, 3, 3], tallies={"misses": [2, 0, 0]}).enter("pins 0 0")
    assert (played.scores, played.table["tallies"]["misses"], played.outcome) == ([0, 3, 3], [3, 0, 0], None)
    assert played.enter("pins 1 1, pins 2 1").table["turn"] == 1
    played = Played("molkky", 3).set(tallies={"misses": [2, 0, 0]}).enter("pins 0 1")
    assert played.table["tallies"]["misses"] == [0, 0, 0]


def test_mol_5_exactly_50_ends_the_game_or_one_alone_that_is_not_out():
    played = Played("molkky", 2).set(scores=[44, 49]).enter("pins 0 6")
    assert played.outcome == {"winners": [0], "scores": [50, 49]}
    played = Played("molkky", 2).set(scores=[44, 1], tallies={"misses": [2, 0]}).enter("pins 0 0")
    assert played.outcome == {"winners": [1], "scores": [0, 1]}


# Points by round


def test_pts_1_a_round_brings_300_off_to_1000():
    played = Played("points", 2)
    assert (played.values[0], played.values[-1]) == ("-300", "1000")
    assert played.refused("made 0 1001")[0] == "PTS-1"
    assert played.round("made", -300, 1000).scores == [-300, 1000]


def test_pts_2_the_game_is_over_when_somebody_has_the_goal():
    assert Played("points", 2).round("made", 1000, 1000).outcome is None
    assert Played("points", 2, goal="50").round("made", 49, 0).outcome is None
    assert Played("points", 2, goal="50").round("made", 50, 0).outcome is not None


def test_pts_3_most_points_win_and_with_low_fewest():
    assert Played("points", 2, goal="50").round("made", 50, 60).outcome["winners"] == [1]
    assert Played("points", 2, goal="50", low=True).round("made", 50, 60).outcome["winners"] == [0]
    assert Played("points", 2).round("made", 5, 5).enter("finish").outcome["winners"] == [0, 1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_field_is_called_like_the_points_or_the_scores_of_a_round(language):
    words = Words(language)
    of_a_sheet = {words("pad.points"), words("pad.score")}
    labels = {field.label.of(language) for key in SHIPPED for field in shipped(key).pad.fields}
    assert not labels & of_a_sheet
