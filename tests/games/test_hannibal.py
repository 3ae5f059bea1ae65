"""Hannibal vs Rome, rules HAN-1 to HAN-10: moving and fighting. Expectations are worked out by hand from the rules."""

from __future__ import annotations

from itertools import product

import pytest
from hannibal_board import FULL, ROUTES, after, begin, board, lay, seated

# HAN-1


@pytest.mark.parametrize("core", [False, True])
@pytest.mark.parametrize("west", ["printed", "symmetric"])
def test_han_1_everybody_is_at_home_and_rome_begins(core, west):
    position = begin(core=core, west=west)
    assert position.table() == {
        "turn": 0, "legions": [{"ROM": 7}, {"CAR": 5}], "hannibal": "CAR",
        "fleets": [{"ROM-COR": 3}, {"SAR-CAR": 3}], "hands": [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]],
        "battle": None, "chips": [0, 0],
    }  # fmt: skip
    assert list(position.table()) == ["turn", "legions", "hannibal", "fleets", "hands", "battle", "chips"]
    assert position.to_act == (0,)
    assert position.outcome is None


def test_han_1_turns_alternate():
    position = begin()
    for seat, action in enumerate(["legion ROM>GAL", "hannibal CAR>MAU", "fleet ROM-COR>SIC-ZAM", "legion CAR>ZAM"]):
        assert position.to_act == (seat % 2,)
        assert position.table()["turn"] == seat % 2
        position = after(position, action)
    assert position.to_act == (0,)


@pytest.mark.parametrize("core", [False, True])
def test_han_1_scores_rome_begins_and_turns_alternate(core):
    position = begin(entry="scores", core=core)
    assert position.table() == {"turn": 0, "chips": [0, 0]}
    assert after(position, "turn").table() == {"turn": 1, "chips": [0, 0]}
    assert after(position, "turn", "turn").table() == {"turn": 0, "chips": [0, 0]}


# HAN-2


def test_han_2_a_move_takes_one_piece_from_one_place_to_another():
    table = after(begin(), "legion ROM>GAL", "legion CAR>ZAM", "fleet ROM-COR>SIC-ZAM", "hannibal CAR>MAU").table()
    assert table["legions"] == [{"ROM": 6, "GAL": 1}, {"CAR": 4, "ZAM": 1}]
    assert table["fleets"] == [{"ROM-COR": 2, "SIC-ZAM": 1}, {"SAR-CAR": 3}]
    assert table["hannibal"] == "MAU"
    assert table["hands"] == [FULL, FULL]
    assert table["battle"] is None


def test_han_2_legal_lists_legions_by_region_then_hannibal_then_fleets_and_only_the_own_ones():
    assert begin().legal() == (
        "legion ROM>GAL", "legion ROM>COR", "legion ROM>CAN",
        "fleet ROM-COR>COR-SAR", "fleet ROM-COR>SAR-CAR", "fleet ROM-COR>CAN-SIC", "fleet ROM-COR>SIC-ZAM",
    )  # fmt: skip
    assert after(begin(), "legion ROM>GAL").legal() == (
        "legion CAR>MAU", "legion CAR>SAR", "legion CAR>ZAM", "hannibal CAR>MAU", "hannibal CAR>ZAM",
        "fleet SAR-CAR>ROM-COR", "fleet SAR-CAR>COR-SAR", "fleet SAR-CAR>CAN-SIC", "fleet SAR-CAR>SIC-ZAM",
    )  # fmt: skip


def test_han_2_pieces_that_stand_together_are_listed_once():
    position = board("GAL*3 COR ROM-COR", "ZAM*2 MAU SIC-ZAM CAN-SIC*2", "MAU", turn=1)
    assert position.legal() == (
        "legion MAU>SHI", "legion MAU>CAR", "legion ZAM>CAR", "legion ZAM>SIC",
        "hannibal MAU>SHI", "hannibal MAU>CAR",
        "fleet CAN-SIC>ROM-COR", "fleet CAN-SIC>COR-SAR", "fleet CAN-SIC>SAR-CAR", "fleet CAN-SIC>SIC-ZAM",
        "fleet SIC-ZAM>ROM-COR", "fleet SIC-ZAM>COR-SAR", "fleet SIC-ZAM>SAR-CAR", "fleet SIC-ZAM>CAN-SIC",
    )  # fmt: skip


def test_han_2_where_hannibal_stands_alone_no_other_legion_moves():
    listed = board("GAL", "ZAM", "MAU", turn=1).legal()
    assert listed == ("legion ZAM>CAR", "hannibal MAU>SHI", "hannibal MAU>CAR")


def test_han_2_without_hannibal_his_moves_are_gone():
    assert board("GAL", "MAU", turn=1).legal() == ("legion MAU>SHI", "legion MAU>CAR")


# HAN-3


@pytest.mark.parametrize(
    ("region", "to"),
    [
        ("ROM", "GAL CAN"), ("GAL", "ROM NHI"), ("NHI", "GAL SHI"), ("SHI", "NHI MAU"), ("MAU", "SHI CAR"),
        ("CAN", "ROM"), ("ZAM", "CAR"), ("COR", ""), ("SAR", ""), ("SIC", ""),
    ],
)  # fmt: skip
def test_han_3_by_land_a_legion_goes_to_the_next_region_of_its_lane(region, to):
    position = board(f"{region} GAL", "CAR")
    listed = [action for action in position.legal() if action.startswith(f"legion {region}>")]
    assert sorted(listed) == sorted(f"legion {region}>{other}" for other in to.split())


def test_han_3_by_land_from_carthage():
    assert board("GAL", "CAR", turn=1).legal() == ("legion CAR>MAU", "legion CAR>ZAM")


@pytest.mark.parametrize("route", ROUTES)
def test_han_3_a_sea_route_with_an_own_fleet_joins_its_regions_both_ways(route):
    one, other = route.split("-")
    if route == "SAR-CAR":
        position = board("GAL", f"{one} {other} {route}", turn=1)
    else:
        position = board(f"{one} {other} {route}", "CAR")
    assert f"legion {one}>{other}" in position.legal()
    assert f"legion {other}>{one}" in position.legal()


@pytest.mark.parametrize("route", ROUTES)
def test_han_3_an_enemy_fleet_or_a_fleet_elsewhere_carries_nobody(route):
    one, other = route.split("-")
    elsewhere = "CAN-SIC" if route != "CAN-SIC" else "ROM-COR"
    position = board(f"GAL {one} {other} {elsewhere}".replace(" CAR", ""), f"CAR {route}")
    assert f"legion {one}>{other}" not in position.legal()
    assert f"legion {other}>{one}" not in position.legal()


def test_han_3_the_crossing_leaves_the_fleet_where_it_is():
    table = after(board("ROM ROM-COR", "CAR"), "legion ROM>COR").table()
    assert table["legions"] == [{"COR": 1}, {"CAR": 1}]
    assert table["fleets"] == [{"ROM-COR": 1}, {}]


# HAN-4


def test_han_4_hannibal_crosses_no_sea_though_a_legion_could():
    listed = board("GAL", "CAR ZAM SAR-CAR SIC-ZAM", "ZAM", turn=1).legal()
    assert "legion ZAM>SIC" in listed
    assert "legion CAR>SAR" in listed
    assert [action for action in listed if action.startswith("hannibal")] == ["hannibal ZAM>CAR"]


@pytest.mark.parametrize(
    ("region", "to"),
    [("CAR", "MAU ZAM"), ("MAU", "SHI CAR"), ("SHI", "NHI MAU"), ("NHI", "GAL SHI"), ("GAL", "ROM NHI"),
     ("CAN", "ROM"), ("ZAM", "CAR")],
)  # fmt: skip
def test_han_4_hannibal_goes_over_land_borders(region, to):
    fleets = "ROM-COR COR-SAR SAR-CAR"
    listed = board("COR", f"SAR {fleets}", region, turn=1).legal()
    assert [a for a in listed if a.startswith("hannibal")] == [f"hannibal {region}>{other}" for other in to.split()]


# HAN-5


@pytest.mark.parametrize("route", ROUTES)
def test_han_5_a_fleet_goes_to_any_other_route(route):
    listed = board(f"COR {route}", "CAR").legal()
    fleets = [action for action in listed if action.startswith("fleet")]
    assert fleets == [f"fleet {route}>{other}" for other in ROUTES if other != route]


def test_han_5_fleets_may_lie_together():
    assert after(board("ROM ROM-COR SIC-ZAM", "CAR"), "fleet ROM-COR>SIC-ZAM").table()["fleets"] == [{"SIC-ZAM": 2}, {}]


# HAN-6


def test_han_6_a_legion_that_enters_a_region_with_enemies_fights_there():
    position = after(board("GAL*2 ROM", "NHI*2 CAR"), "legion GAL>NHI")
    assert position.table()["battle"] == {"at": "NHI", "attacker": 0, "fielded": "legion"}
    assert position.table()["turn"] == 0
    assert position.to_act == (0, 1)
    assert position.table()["legions"] == [{"ROM": 1, "GAL": 1, "NHI": 1}, {"NHI": 2, "CAR": 1}]
    assert len(position.legal()) == 25
    assert all(action.startswith("clash") for action in position.legal())


def test_han_6_a_fleet_that_enters_a_route_with_enemies_fights_there():
    position = after(board("ROM ROM-COR*2", "CAR SAR-CAR"), "fleet ROM-COR>SAR-CAR")
    assert position.table()["battle"] == {"at": "SAR-CAR", "attacker": 0, "fielded": None}
    assert position.to_act == (0, 1)


def test_han_6_hannibal_attacks_and_is_attacked_like_a_legion():
    attacking = after(board("GAL ROM", "CAR", "NHI", turn=1), "hannibal NHI>GAL")
    assert attacking.table()["battle"] == {"at": "GAL", "attacker": 1, "fielded": "hannibal"}
    attacked = after(board("GAL ROM", "CAR", "NHI"), "legion GAL>NHI")
    assert attacked.table()["battle"] == {"at": "NHI", "attacker": 0, "fielded": "hannibal"}


def test_han_6_no_battle_without_enemies_of_the_same_kind():
    # Carthage's fleet beside the region fights no legion; the Roman one stays in peace on another route.
    position = after(board("ROM ROM-COR", "CAR COR-SAR"), "legion ROM>COR")
    assert position.table()["battle"] is None
    assert position.to_act == (1,)


def test_han_6_the_battle_goes_on_until_one_side_is_left():
    position = after(board("GAL ROM", "NHI*3 CAR"), "legion GAL>NHI", "clash 5 1")
    assert position.table()["battle"] == {"at": "NHI", "attacker": 0, "fielded": "legion"}
    assert (position.table()["turn"], position.to_act) == (0, (0, 1))
    position = after(position, "clash 4 2")
    assert position.table()["legions"] == [{"ROM": 1, "NHI": 1}, {"NHI": 1, "CAR": 1}]
    position = after(position, "clash 3 5")
    assert position.table()["battle"] is None
    assert position.table()["legions"] == [{"ROM": 1}, {"NHI": 1, "CAR": 1}]
    assert position.to_act == (1,)


def test_han_6_a_battle_may_leave_nobody():
    position = after(board("GAL ROM", "NHI CAR"), "legion GAL>NHI", "clash 3 3")
    assert position.table()["legions"] == [{"ROM": 1}, {"CAR": 1}]
    assert (position.table()["battle"], position.to_act) == (None, (1,))


def test_han_6_no_piece_moves_during_a_battle():
    position = after(board("GAL ROM ROM-COR", "NHI CAR"), "legion GAL>NHI")
    assert not [action for action in position.legal() if not action.startswith("clash")]


# HAN-7


@pytest.mark.parametrize("at", ["NHI", "COR-SAR"])
def test_han_7_the_lower_card_loses_a_piece_and_equal_cards_one_each(at):
    if at == "NHI":
        position = after(board("GAL*2 ROM", "NHI*3 CAR"), "legion GAL>NHI")
    else:
        position = after(board("ROM ROM-COR", "CAR COR-SAR*3"), "fleet ROM-COR>COR-SAR")
    field = "legions" if at == "NHI" else "fleets"
    for rome, carthage in product(FULL, FULL):
        sides = after(position, f"clash {rome} {carthage}").table()[field]
        left = [1 if rome > carthage else 0, 3 if rome < carthage else 2]
        assert [side.get(at, 0) for side in sides] == left, f"clash {rome} {carthage}"


def test_han_7_every_pair_of_cards_in_hand_can_be_shown():
    position = board("NHI ROM", "NHI*2 CAR", battle="NHI", fielded="legion", hands=([2, 5], [1, 3]))
    assert position.legal() == ("clash 2 1", "clash 2 3", "clash 5 1", "clash 5 3")


def test_han_7_the_cards_shown_are_laid_aside():
    position = after(board("GAL ROM", "NHI*3 CAR"), "legion GAL>NHI", "clash 5 2")
    assert position.table()["hands"] == [[1, 2, 3, 4], [1, 3, 4, 5]]
    assert "clash 5 1" not in position.legal()
    assert "clash 1 2" not in position.legal()
    assert len(position.legal()) == 16


# HAN-8


def test_han_8_hands_carry_over_from_battle_to_battle():
    position = after(board("GAL*2 ROM", "NHI*2 CAR"), "legion GAL>NHI", "clash 1 2")
    assert position.table()["battle"] is None
    assert position.table()["hands"] == [[2, 3, 4, 5], [1, 3, 4, 5]]
    position = after(position, "legion CAR>MAU", "legion GAL>NHI")
    assert len(position.legal()) == 16


def test_han_8_after_the_fifth_card_both_take_all_back_in_the_same_step():
    position = board("NHI ROM", "NHI*2 CAR", battle="NHI", fielded="legion", hands=([4], [2]))
    table = after(position, "clash 4 2").table()
    assert table["hands"] == [FULL, FULL]
    assert table["battle"] == {"at": "NHI", "attacker": 0, "fielded": "legion"}
    ended_battle = board("NHI ROM", "NHI*2 CAR", battle="NHI", fielded="legion", hands=([2], [4]))
    assert after(ended_battle, "clash 2 4").table()["hands"] == [FULL, FULL]


def test_han_8_nothing_is_taken_back_before():
    position = board("NHI ROM", "NHI*2 CAR", battle="NHI", fielded="legion", hands=([1, 4], [2, 5]))
    assert after(position, "clash 1 5").table()["hands"] == [[4], [2]]


# HAN-9


def test_han_9_carthage_says_who_fights_where_hannibal_and_legions_stand():
    position = after(board("GAL ROM", "NHI CAR", "NHI"), "legion GAL>NHI")
    assert position.table()["battle"] == {"at": "NHI", "attacker": 0, "fielded": None}
    assert position.to_act == (1,)
    assert position.legal() == ("field hannibal", "field legion")
    for fighter in ("hannibal", "legion"):
        fielded = after(position, f"field {fighter}")
        assert fielded.table() == {
            **position.table(), "battle": {"at": "NHI", "attacker": 0, "fielded": fighter}
        }  # fmt: skip
        assert fielded.to_act == (0, 1)
        assert len(fielded.legal()) == 25


def test_han_9_the_piece_that_fights_is_the_one_that_is_lost():
    position = after(board("GAL ROM", "NHI CAR", "NHI"), "legion GAL>NHI")
    table = after(position, "field legion", "clash 5 1").table()
    assert (table["legions"][1], table["hannibal"]) == ({"CAR": 1}, "NHI")
    table = after(position, "field hannibal", "clash 5 1").table()
    assert (table["legions"][1], table["hannibal"]) == ({"NHI": 1, "CAR": 1}, None)


def test_han_9_the_choice_is_repeated_before_every_round():
    position = after(board("GAL ROM", "NHI*2 CAR", "NHI"), "legion GAL>NHI", "field legion", "clash 5 1")
    assert position.table()["battle"] == {"at": "NHI", "attacker": 0, "fielded": None}
    assert position.to_act == (1,)
    assert position.legal() == ("field hannibal", "field legion")


@pytest.mark.parametrize(
    ("table", "action", "fielded"),
    [
        (lay("GAL ROM", "NHI CAR"), "legion GAL>NHI", "legion"),
        (lay("GAL ROM", "NHI CAR", "CAR"), "legion GAL>NHI", "legion"),
        (lay("GAL ROM", "CAR", "NHI"), "legion GAL>NHI", "hannibal"),
        (lay("GAL ROM", "NHI CAR", "NHI", turn=1), "legion NHI>GAL", "legion"),
        (lay("GAL ROM", "NHI CAR", "NHI", turn=1), "hannibal NHI>GAL", "hannibal"),
    ],
)
def test_han_9_with_one_kind_there_it_is_automatic(table, action, fielded):
    position = after(seated(table), action)
    assert position.table()["battle"]["fielded"] == fielded
    assert position.to_act == (0, 1)


def test_han_9_it_becomes_automatic_when_one_kind_is_lost():
    position = after(board("GAL ROM", "NHI CAR", "NHI"), "legion GAL>NHI")
    assert after(position, "field legion", "clash 5 1").table()["battle"]["fielded"] == "hannibal"
    assert after(position, "field hannibal", "clash 5 1").table()["battle"]["fielded"] == "legion"


def test_han_9_nothing_is_said_at_sea():
    position = after(board("ROM ROM-COR", "CAR SAR-CAR*2", "CAR"), "fleet ROM-COR>SAR-CAR")
    assert position.table()["battle"]["fielded"] is None
    assert position.to_act == (0, 1)
    assert after(position, "clash 5 1").table()["battle"]["fielded"] is None


# HAN-10


@pytest.mark.parametrize(
    ("clash", "romans", "hannibal"),
    [
        ("clash 3 3", 0, "NHI"),  # 3 against 4
        ("clash 3 2", 0, None),  # 3 against 3
        ("clash 3 1", 1, None),  # 3 against 2
        ("clash 5 5", 0, "NHI"),  # 5 against 6
        ("clash 1 1", 0, "NHI"),  # 1 against 2
        ("clash 2 1", 0, None),  # 2 against 2
    ],
)
def test_han_10_hannibal_adds_one_and_is_removed_by_a_loss_or_a_tie(clash, romans, hannibal):
    position = after(board("GAL ROM", "NHI*2 CAR", "NHI"), "legion GAL>NHI", "field hannibal", clash)
    table = position.table()
    assert table["legions"][0].get("NHI", 0) == romans
    assert table["hannibal"] == hannibal
    assert table["legions"][1] == {"NHI": 2, "CAR": 1}


def test_han_10_a_legion_fielded_beside_hannibal_adds_nothing():
    position = after(board("GAL ROM", "NHI*2 CAR", "NHI"), "legion GAL>NHI", "field legion", "clash 3 3")
    assert position.table()["legions"] == [{"ROM": 1}, {"NHI": 1, "CAR": 1}]
    assert position.table()["hannibal"] == "NHI"


def test_han_10_holds_for_hannibal_as_attacker_too():
    position = after(board("GAL*2 ROM", "CAR", "NHI", turn=1), "hannibal NHI>GAL")
    table = after(position, "clash 3 3").table()
    assert (table["legions"][0], table["hannibal"]) == ({"ROM": 1, "GAL": 1}, "GAL")
    table = after(position, "clash 4 3").table()
    assert (table["legions"][0], table["hannibal"]) == ({"ROM": 1, "GAL": 1}, None)


def test_han_10_the_printed_card_is_laid_aside():
    position = after(board("GAL ROM", "NHI CAR", "NHI"), "legion GAL>NHI", "field hannibal", "clash 3 3")
    assert position.table()["hands"] == [[1, 2, 4, 5], [1, 2, 4, 5]]
