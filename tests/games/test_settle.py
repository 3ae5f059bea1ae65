"""What follows from a corrected table: people change one thing, and the engine computes the rest."""

from __future__ import annotations

import copy

from companion.games import registry
from companion.kit.rules import play


def game_after(key, players, *texts, **chosen):
    """The game, its options and the table after these actions."""
    game = registry.game(key)
    options = game.complete(chosen)
    position = game.start(players, options)
    for text in texts:
        position = play(position, game.read(text))
    return game, options, position.table()


def settled(key, players, *texts, change, **chosen):
    """The settled table after a game went on like this and `change` has changed its table."""
    game, options, table = game_after(key, players, *texts, **chosen)
    table = copy.deepcopy(table)
    change(table)
    after = game.settle(players, options, table)
    assert game.settle(players, options, after) == after
    return after


def test_spa_3_without_a_number_in_the_trick_nobody_has_passed():
    def take_back(table):
        table["trick"].remove([0, 8])
        table["hands"][0].insert(7, 8)

    table = settled("spartacus", 3, "play 8", "pass", change=take_back)
    assert (table["passed"], table["best"], table["turn"]) == ([], None, 0)


def test_spa_5_and_spa_14_the_strongest_card_is_the_last_number_or_with_jokers_the_last_card():
    def joker(table):
        table["trick"].append([1, "banner"])
        table["hands"][1].remove("banner")

    table = settled("spartacus", 3, "play 8", change=joker)
    assert (table["best"], table["turn"]) == (0, 2)
    table = settled("spartacus", 3, "play 8", change=joker, banners="joker")
    assert (table["best"], table["turn"]) == (1, 2)


def test_spa_7_after_a_trick_has_changed_hands_the_next_seat_leads():
    def give_to_cleo(table):
        table["tricks"] = [[], [], table["tricks"][0]]

    table = settled("spartacus", 3, "play 8", "pass", "pass", change=give_to_cleo)
    assert (table["turn"], table["points"]) == (0, [0, 0, 8])


def test_spa_17_points_and_missing_cards_follow_from_the_entries():
    table = settled("spartacus", 3, "trick 0 20 1", change=lambda table: table["piles"][0][0].__setitem__(0, 30),
                    entry="scores")  # fmt: skip
    assert table["points"] == [60, 0, 0]
    assert table["missing"] == {"numbers": 135, "banners": 2}


def test_han_6_a_battle_is_where_both_sides_are_and_the_seat_in_turn_attacks():
    def meet(table):
        table["legions"] = [{"ROM": 6, "GAL": 1}, {"CAR": 4, "GAL": 1}]

    assert settled("hannibal", 2, change=meet)["battle"] == {"at": "GAL", "attacker": 0, "fielded": "legion"}


def test_han_9_the_only_kind_of_piece_fights_and_nobody_is_fielded_at_sea():
    def hannibal_alone(table):
        table["legions"][0] = {"ROM": 6, "MAU": 1}
        table["hannibal"] = "MAU"

    def both_kinds(table):
        hannibal_alone(table)
        table["legions"][1] = {"CAR": 4, "MAU": 1}

    def at_sea(table):
        table["fleets"] = [{"CAN-SIC": 1}, {"CAN-SIC": 1}]

    def both_kinds_elsewhere(table):
        both_kinds(table)
        table["battle"] = {"at": "GAL", "attacker": 0, "fielded": "legion"}

    assert settled("hannibal", 2, change=hannibal_alone)["battle"]["fielded"] == "hannibal"
    assert settled("hannibal", 2, change=both_kinds)["battle"]["fielded"] is None
    assert settled("hannibal", 2, change=both_kinds_elsewhere)["battle"]["fielded"] is None
    assert settled("hannibal", 2, change=at_sea)["battle"] == {"at": "CAN-SIC", "attacker": 0, "fielded": None}


def test_hil_4_a_card_of_the_second_tribe_starts_the_turning_up():
    def come(table):
        table["hills"][1]["cards"][1].append("?")

    table = settled("seven-hills", 2, "place 2", change=come)
    assert (table["turn"], table["left"]) == (1, [8, 8])
    assert table["reveal"] == {"hill": 2, "seat": 0, "index": 0}


def test_hil_2_the_barred_hill_is_the_next_one_that_can_be_barred():
    def bar_the_first(table):
        table["barred"] = 1

    table = settled("seven-hills", 2, "place 2", "place 3", "place 5", "place 6", change=bar_the_first)
    assert table["barred"] == 3


def test_hil_8_the_points_follow_from_the_owners():
    def named(table):
        table["hills"][4] = 1

    assert settled("seven-hills", 2, "hill 7 0", change=named, entry="scores")["points"] == [7, 5]


def test_hil_13_a_number_at_an_open_hill_lies_before_the_banner():
    def lay(table):
        table["hills"][0]["cards"][0].append(7)

    table = settled("seven-hills", 2, "place 1 banner", change=lay, barricades=True, open=True)
    assert table["hills"][0]["cards"][0] == [7, "banner"]
    assert table["seen"][0] == [7, "banner"]


def test_ant_1_while_cards_are_entered_the_turn_follows_from_the_next_square():
    table = settled("army-ants", 2, "deploy 7", change=lambda table: table.update(turn=1, rally=[0, 3]))
    assert (table["turn"], table["rally"]) == (0, [5, 5])


def test_ant_2_the_rally_turns_left_say_whose_turn_it_is_and_ant_6_none_are_left_in_the_battle():
    game, options, table = game_after("army-ants", 2, "deploy 7")
    for rally, turn in (([4, 4], 0), ([3, 4], 1), ([0, 3], 1), ([3, 0], 0)):
        changed = {**table, "phase": "rally", "rally": rally, "turn": 1 - turn}
        assert game.settle(2, options, changed)["turn"] == turn
    changed = {**table, "phase": "battle", "rally": [4, 3], "turn": 1}
    assert game.settle(2, options, changed) == {**changed, "rally": [0, 0]}


def test_pra_9_cards_lie_in_their_order():
    def turn_round(table):
        table["facedown"].reverse()

    table = settled("praetorians", 2, "flip R1", change=turn_round)
    assert table["facedown"][:2] == ["R2", "R3"]
