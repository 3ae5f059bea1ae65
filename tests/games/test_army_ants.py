"""Army Ants, rule by rule."""

import pytest
from army_ants_tables import (
    ARRANGED,
    BLACK_SQUARES,
    DEAL,
    FAVORED,
    GAME,
    RED_SQUARES,
    after,
    battle,
    board,
    given,
    of,
    rally,
    squares,
    start,
)


def cards_of(position, squares):
    lying = position.table()["board"]
    return [lying[square] for square in squares]


def test_the_game_is_for_two():
    assert (GAME.key, GAME.name, GAME.players) == ("army-ants", "Army Ants", (2, 2))
    assert GAME.options == {"deployment": ("dealt", "rows", "free"), "entry": ("cards", "scores")}


def test_at_first_there_are_no_entries():
    position = start()
    assert position.table() == {"phase": "deploy", "turn": 0, "board": {}, "rally": [5, 5]}
    assert position.legal() == tuple(f"deploy {card}" for card in "123456789Q")
    assert (position.to_act, position.outcome) == ((0,), None)


# ANT-1


def test_ant_1_cards_lie_front_rank_first_from_file_a_for_both():
    position = rally(DEAL, FAVORED)
    assert cards_of(position, RED_SQUARES) == [f"R{card}" for card in DEAL]
    assert cards_of(position, BLACK_SQUARES) == [f"B{card}" for card in FAVORED]


def test_ant_1_the_middle_of_each_back_rank_stays_empty():
    assert {"c1", "c8"}.isdisjoint(rally().table()["board"])


def test_ant_1_red_is_entered_first_and_black_when_red_is_complete():
    assert given(DEAL[:18]).table()["turn"] == 0
    assert given(DEAL).table()["turn"] == 1
    assert given(DEAL, DEAL[:18]).to_act == (1,)


def test_ant_1_an_army_has_two_of_each_and_one_queen():
    position = given("7Q7")
    assert of(position, "deploy") == list("12345689")
    assert of(given(DEAL[:18]), "deploy") == ["9"]


def test_ant_1_each_army_has_its_own_cards():
    assert of(given(DEAL), "deploy") == list("123456789Q")


# ANT-2


def test_ant_2_red_begins_the_rally_with_five_turns_each():
    table = rally().table()
    assert (table["phase"], table["turn"], table["rally"]) == ("rally", 0, [5, 5])


def test_ant_2_rally_turns_alternate_and_are_used_up():
    position = after(rally(), "swap a1 a2")
    assert (position.turn, position.rally) == (1, (4, 5))
    position = after(position, "swap a7 a8")
    assert (position.turn, position.rally) == (0, (4, 4))


def test_ant_2_a_rally_turn_is_a_march_a_swap_or_the_favor():
    assert {action.split()[0] for action in rally(FAVORED).legal()} == {"march", "swap", "favor"}


def test_ant_2_a_rally_stays_inside_the_own_ranks():
    position = after(rally(), "march c2-c4 d1", "march c5-c7 u1")  # c4 and c5 are empty now
    assert set(of(position, "march")) == {"c1-c3 u1", "c2-c3 u1", "c3 u1", "d4-e4 l1", "d4 l1", "a4-b4 r1", "b4 r1"}
    position = after(position, "swap a1 a2")
    assert set(of(position, "march")) == {"c6 d1", "c6-c7 d1", "c6-c8 d1", "d5 l1", "d5-e5 l1", "a5-b5 r1", "b5 r1"}
    assert {square[1] for swap in of(position, "swap") for square in swap.split()} == set("5678")


# ANT-3


def test_ant_3_every_line_that_ends_next_to_the_empty_square_can_march():
    assert set(of(rally(), "march")) == {
        "c2 d1", "c2-c3 d1", "c2-c4 d1", "b1 r1", "a1-b1 r1", "d1 l1", "d1-e1 l1",
    }  # fmt: skip


def test_ant_3_the_whole_line_moves_one_square_into_the_empty_square():
    position = after(rally(), "march c2-c4 d1")
    assert cards_of(position, ["c1", "c2", "c3"]) == ["R3", "R8", "R3"]  # they stood on c2, c3 and c4
    assert "c4" not in position.table()["board"]


def test_ant_3_a_line_can_march_across():
    position = after(rally(), "march a1-b1 r1")
    assert cards_of(position, ["b1", "c1"]) == ["R6", "R7"]
    assert "a1" not in position.table()["board"]


# ANT-4


def test_ant_4_neighbours_change_places():
    position = after(rally(), "swap a1 a2", "swap d6 e6")
    assert cards_of(position, ["a1", "a2", "d6", "e6"]) == ["R1", "R6", "BQ", "B9"]


def test_ant_4_all_neighbours_of_the_own_army_can_swap():
    swaps = of(rally(), "swap")
    assert len(swaps) == 28  # 31 pairs in five files of four, three of them with c1
    assert swaps[:6] == ["a1 a2", "a1 b1", "a2 a3", "a2 b2", "a3 a4", "a3 b3"]
    assert not {"b1 c1", "c1 c2", "c1 d1", "a4 a5"} & set(swaps)


def test_ant_4_two_of_the_same_value_can_swap():
    position = battle("R5a1 R5a2 RQe1 BQe8")
    assert board(after(position, "swap a1 a2")) == board(position)
    assert after(position, "swap a1 a2").turn == 1


def test_ant_4_own_neighbours_swap_in_the_battle_too():
    position = battle("R5a1 R6b1 B6b2 RQc1 BQe8")
    assert of(position, "swap") == ["a1 b1", "b1 c1"]
    assert board(after(position, "swap b1 c1")) == "R5a1 RQb1 B6b2 R6c1 BQe8"


# ANT-5


def test_ant_5_the_queen_goes_to_the_empty_square_and_the_turns_are_used_up():
    position = after(rally(FAVORED), "favor")
    assert cards_of(position, ["c1"]) == ["RQ"]
    assert "c4" not in position.table()["board"]
    assert (position.turn, position.rally) == (1, (0, 5))


def test_ant_5_the_opponent_plays_the_remaining_turns_one_after_another():
    position = after(rally(FAVORED), "favor", *["swap a7 a8"] * 4)
    assert (position.turn, position.rally, position.phase) == (1, (0, 1), "rally")
    assert after(position, "swap a7 a8").phase == "battle"


def test_ant_5_black_uses_the_favor_and_red_plays_on():
    position = after(rally(DEAL, FAVORED), "swap a1 a2", "favor")
    assert cards_of(position, ["c8"]) == ["BQ"]
    assert (position.turn, position.rally) == (0, (4, 0))


def test_ant_5_both_can_use_the_favor():
    position = after(rally(FAVORED, FAVORED), "favor", "swap a7 a8", "favor")
    assert (position.turn, position.rally, position.phase) == (0, (0, 0), "battle")


def test_ant_5_the_last_rally_turn_can_be_the_favor():
    position = after(rally(FAVORED), *["swap a1 a2", "swap a7 a8"] * 4, "favor")
    assert (position.turn, position.rally) == (1, (0, 1))


def test_ant_5_the_queen_may_have_been_brought_to_the_front_rank():
    position = rally()  # she is on e3
    assert "favor" not in position.legal()
    assert "favor" in after(position, "swap e3 e4", "swap a7 a8").legal()


def test_ant_5_each_seat_has_its_own_front_rank():
    position = rally(DEAL, FAVORED)
    assert "favor" not in position.legal()
    assert "favor" in after(position, "swap a1 a2").legal()


def test_ant_5_the_empty_square_counts_wherever_it_is():
    position = after(rally(FAVORED), "march a1-b1 r1", "swap a7 a8", "favor")
    assert cards_of(position, ["a1"]) == ["RQ"]


# ANT-6


def test_ant_6_the_battle_begins_with_red_when_no_rally_turns_are_left():
    position = after(rally(), *["swap a1 a2", "swap a7 a8"] * 5)
    assert (position.phase, position.turn, position.rally) == ("battle", 0, (0, 0))


def test_ant_6_red_begins_the_battle_also_after_the_last_rally_turn():
    position = after(rally(DEAL, FAVORED), "swap a1 a2", "favor", *["swap a1 a2"] * 4)
    assert (position.phase, position.turn) == ("battle", 0)


def test_ant_6_battle_turns_alternate():
    position = battle("R5c4 RQa1 BQe8 B5c8 B1a8")
    assert after(position, "moveout c4>c5").turn == 1
    assert after(position, "moveout c4>c5", "attack c8>c5").turn == 0


def test_ant_6_the_turns_are_marches_moves_out_swaps_and_attacks_in_this_order():
    kinds = [action.split()[0] for action in battle("R5c4 R6d4 RQa1 BQe8 B5c8").legal()]
    assert list(dict.fromkeys(kinds)) == ["march", "moveout", "swap", "attack"]
    assert kinds == sorted(kinds, key=["march", "moveout", "swap", "attack"].index)


def test_ant_6_turns_of_a_kind_are_listed_square_by_square():
    position = battle("R5c4 R6b2 B1c5 B2a4 B3b6 B4a2 RQa1 BQe8")
    assert of(position, "attack") == ["b2>b6", "b2>a2", "c4>c5", "c4>a4"]
    assert [to[:2] for to in of(position, "moveout")] == sorted(to[:2] for to in of(position, "moveout"))


def test_ant_6_the_whole_field_is_open_to_both():
    position = battle("R5a4 RQa1 BQe8 B5e5")
    assert "moveout a4>e7" in position.legal()
    assert "moveout e5>b1" in after(position, "moveout a4>a5").legal()


# ANT-7


def test_ant_7_a_line_marches_lengthwise_and_sideways_any_distance():
    position = battle("R5b2 R6c2 RQa8 BQe8")
    assert set(of(position, "march")) == {
        "b2-c2 u1", "b2-c2 u2", "b2-c2 u3", "b2-c2 u4", "b2-c2 u5", "b2-c2 u6", "b2-c2 d1",
        "b2-c2 l1", "b2-c2 r1", "b2-c2 r2",
    }  # fmt: skip
    assert board(after(position, "march b2-c2 r2")) == "RQa8 R5d2 R6e2 BQe8"
    assert board(after(position, "march b2-c2 u6")) == "RQa8 R5b8 R6c8 BQe8"


def test_ant_7_the_same_in_a_file():
    position = battle("R5b6 R6b7 RQa1 BQe8")
    assert set(of(position, "march")) == {
        "b6-b7 u1", "b6-b7 d1", "b6-b7 d2", "b6-b7 d3", "b6-b7 d4", "b6-b7 d5",
        "b6-b7 l1", "b6-b7 r1", "b6-b7 r2", "b6-b7 r3",
    }  # fmt: skip


def test_ant_7_squares_that_the_line_itself_leaves_count_as_empty():
    assert board(after(battle("R5b2 R6c2 R7d2 RQa8 BQe8"), "march b2-d2 r1")) == "RQa8 R5c2 R6d2 R7e2 BQe8"


def test_ant_7_only_over_empty_squares_for_every_card_of_the_line():
    position = battle("R5b2 R6c2 B7c5 RQa8 BQe2")
    assert set(of(position, "march")) == {"b2-c2 u1", "b2-c2 u2", "b2-c2 d1", "b2-c2 l1", "b2-c2 r1"}


def test_ant_7_part_of_a_longer_line_is_a_line():
    position = battle("R5a1 R6b1 R7c1 RQe8 BQa8")
    assert [march for march in of(position, "march") if march.endswith("u7")] == ["b1-c1 u7"]
    assert "b1-c1 r2" in of(position, "march")
    assert "a1-b1 u6" in of(position, "march")
    assert "a1-b1 r1" not in of(position, "march")


def test_ant_7_the_end_of_a_file_is_not_next_to_the_beginning_of_another():
    assert of(battle("R5a8 R6b1 RQe5 BQe8"), "march") == []


def test_ant_7_an_enemy_card_or_a_gap_is_no_part_of_a_line():
    assert of(battle("R5a1 B6b1 R7c1 R8e1 RQe8 BQa8"), "march") == []


# ANT-8


def test_ant_8_a_card_moves_out_over_empty_squares_turning_as_often_as_it_likes():
    position = battle("R5a1 B8b1 B8b2 B7b3 B7a4 RQe1 BQe8")
    assert [to for to in of(position, "moveout") if to.startswith("a1")] == ["a1>a2", "a1>a3"]
    position = battle("R5a1 B8b1 B8b2 B7b3 RQe1 BQe8")
    assert len([to for to in of(position, "moveout") if to.startswith("a1")]) == 40 - 6
    assert board(after(position, "moveout a1>c1")) == "B8b1 B8b2 B7b3 R5c1 RQe1 BQe8"


def test_ant_8_a_card_between_two_regions_reaches_both():
    walls = "B1a2 R5b1 B2b2 B3c2 B4d1"  # a1 and c1 are shut in, with the 5 between them
    assert [to for to in of(battle(f"{walls} RQe1 BQe8"), "moveout") if to.startswith("b1")] == ["b1>a1", "b1>c1"]


def test_ant_8_no_card_moves_out_where_it_stands():
    assert "c4>c4" not in of(battle("R5c4 RQa1 BQe8"), "moveout")


def test_ant_8_a_march_of_a_single_card_is_announced_as_a_move_out():
    position = battle("R5c4 RQa1 BQe8")
    assert of(position, "march") == []
    assert "c4>c8" in of(position, "moveout")


# ANT-9


def test_ant_9_higher_beats_lower_and_stands_on_its_square():
    assert board(after(battle("R5c4 B4c7 RQa1 BQe8"), "attack c4>c7")) == "RQa1 R5c7 BQe8"


def test_ant_9_equals_are_both_removed():
    assert board(after(battle("R5c4 R1a3 B5c7 RQa1 BQe8"), "attack c4>c7")) == "RQa1 R1a3 BQe8"


def test_ant_9_a_higher_card_cannot_be_attacked():
    assert of(battle("R5c4 B6c7 RQa1 BQe8"), "attack") == []
    assert of(battle("R1c4 B9c7 R9a2 RQa1 BQe8"), "attack") == []


def test_ant_9_attacks_go_straight_over_empty_squares_in_all_directions():
    position = battle("R5c4 B1c5 B2c1 B3a4 B4e4 B5d5 RQa1 BQe8")
    assert set(of(position, "attack")) == {"c4>c5", "c4>c1", "c4>a4", "c4>e4"}


def test_ant_9_nothing_is_jumped():
    assert of(battle("R5c4 R6c6 B4c7 RQa1 BQe8"), "attack") == ["c6>c7"]


def test_ant_9_an_ace_beats_the_queen_only():
    assert of(battle("R1c4 B2c7 BQe4 RQa1"), "attack") == ["c4>e4"]


def test_ant_9_black_attacks_red():
    assert of(battle("R5c4 B6c7 RQa1 BQe8", turn=1), "attack") == ["c7>c4"]


# ANT-10


def test_ant_10_the_queen_never_attacks():
    assert of(battle("RQc4 R5a1 BQc5 B1c3"), "attack") == []


def test_ant_10_the_queen_marches_moves_out_and_is_swapped():
    position = battle("RQc4 R5c5 BQe8")
    assert {"march c4-c5 u3", "moveout c4>a1", "swap c4 c5"} <= set(position.legal())


@pytest.mark.parametrize(("turn", "attack", "scores"), [(0, "attack a1>e1", [1, 0]), (1, "attack e5>a5", [0, 1])])
def test_ant_10_who_captures_the_queen_wins_at_once(turn, attack, scores):
    position = after(battle("R2a1 RQa5 BQe1 B2e5", turn=turn), attack)
    assert position.outcome.as_json() == {"winners": [turn], "scores": scores}
    assert (position.legal(), position.to_act) == ((), ())


def test_ant_10_the_capturing_card_stands_on_the_queens_square():
    position = after(battle("R2a1 RQa5 BQe1 B2e5"), "attack a1>e1")
    assert position.table() == {
        "phase": "battle", "turn": None, "board": squares("RQa5 R2e1 B2e5"), "rally": [0, 0],
    }  # fmt: skip


def test_ant_10_an_ace_is_no_queen():
    assert after(battle("R2a1 RQa5 BQe1 B1a4"), "attack a1>a4").outcome is None


# ANT-11


def test_ant_11_only_the_queens_left_is_a_draw():
    position = after(battle("R2a1 RQa5 BQe3 B2e1"), "attack a1>e1")
    assert position.outcome.as_json() == {"winners": [], "scores": [0, 0]}
    assert (position.table()["turn"], position.table()["phase"], position.legal()) == (None, "battle", ())


def test_ant_11_one_lonely_queen_fights_on():
    position = after(battle("R2a1 RQa5 BQe3 B2e1 B1e8"), "attack a1>e1")
    assert (position.outcome, position.turn) == (None, 1)
    position = after(battle("R2a1 R3b3 RQa5 BQe3 B2e1"), "attack a1>e1")
    assert (position.outcome, position.turn) == (None, 1)


# ANT-12


def test_ant_12_a_player_with_no_legal_turn_passes():
    position = battle("RQa1 B5a2 B6b1 BQe8")
    assert position.legal() == ("pass",)
    passed = after(position, "pass")
    assert (passed.turn, board(passed)) == (1, board(position))


def test_ant_12_a_card_that_can_only_attack_does_not_pass():
    assert battle("R5a1 B5a2 B6b1 RQe8 B1d8 B1e7 BQc1").legal() == ("attack a1>a2",)


def test_ant_12_black_passes_too():
    assert battle("BQe8 R5e7 R6d8 RQa1", turn=1).legal() == ("pass",)


# ANT-13


def test_ant_13_the_referee_sees_no_difference():
    position, usual = rally(FAVORED, deployment="rows"), rally(FAVORED)
    assert position.table() == usual.table()
    assert position.legal() == usual.legal()


# ANT-14


def free(*cards):
    return given(cards, deployment="free")


def test_ant_14_no_nine_beside_the_queen():
    assert of(free("Q"), "deploy") == list("12345678")
    assert of(free("9"), "deploy") == list("123456789")
    assert of(free("1", "Q", "2", "3", "4", "5"), "deploy") == list("12345678")  # b3 is behind b4
    assert "9" in of(free("1", "Q", "2", "3", "4"), "deploy")  # a3 is not beside b4


def test_ant_14_only_rank_and_file_make_neighbours():
    below_a_nine = free(*"12345", "9", *"1234")  # a2, the 9 is on a3
    assert "Q" not in of(below_a_nine, "deploy")
    assert "Q" in of(after(below_a_nine, "deploy 5"), "deploy")  # b2


def test_ant_14_a_card_is_refused_when_the_rest_could_not_be_laid():
    position = free(*"91234", *"56781", *"23456", "7")
    # b1, d1 and e1 are left for 8, 9 and Q, and d1 is beside e1: an 8 on b1 would bring the 9 and the queen together.
    assert of(position, "deploy") == ["9", "Q"]
    assert of(after(position, "deploy 9"), "deploy") == ["8", "Q"]
    assert of(after(position, "deploy Q"), "deploy") == ["8", "9"]


def test_ant_14_there_must_be_room_for_both_nines():
    position = free(*"12345", *"67812", *"3456Q", "7")
    # b1, d1 and e1 are left for 8 and both nines, and e1 is beside the queen on e2.
    assert of(position, "deploy") == ["9"]
    assert of(after(position, "deploy 9"), "deploy") == ["9"]


def test_ant_14_enemy_nines_do_not_matter():
    position = given(ARRANGED, deployment="free")  # the red queen is on a4, and a5 is entered next
    assert "9" in of(position, "deploy")
    position = given("9123456781234567Q89", deployment="free")  # now a red 9 is there
    assert "Q" in of(position, "deploy")


def test_ant_14_black_has_to_keep_to_it_as_well():
    assert of(given(ARRANGED, ["Q"], deployment="free"), "deploy") == list("12345678")


def test_ant_14_a_nine_may_come_beside_the_queen_in_the_rally():
    position = rally(ARRANGED, ARRANGED, deployment="free")
    for swap in ("swap a4 b4", "swap b4 c4", "swap c4 d4"):
        position = after(position, swap, "swap a7 a8")
    assert "swap d4 e4" in position.legal()  # a 9 is on e3


def test_ant_14_there_is_no_favor():
    position = rally(ARRANGED, ARRANGED, deployment="free")
    assert "favor" not in position.legal()
    assert len(position.legal()) == 35


def test_ant_14_only_this_deployment_minds_where_the_nines_lie():
    for deployment in ("dealt", "rows"):
        assert "9" in of(given(["Q"], deployment=deployment), "deploy")
