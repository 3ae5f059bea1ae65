"""Hannibal vs Rome, rules HAN-11 to HAN-18: the ends of a game and the chips. Expectations are worked out by hand."""

from __future__ import annotations

from itertools import product

import pytest
from hannibal_board import GAME, after, begin, board, ended, english, lay, scores, seated, won

from companion.games.hannibal.text import TEXT
from companion.kit.rules import Over, play
from companion.kit.text import Situation
from companion.words import Words

# HAN-11


@pytest.mark.parametrize(
    ("table", "action", "seat", "legions", "hannibal"),
    [
        (lay("MAU ROM", "CAR*3", "CAR"), "legion MAU>CAR", 0, [{"ROM": 1, "CAR": 1}, {"CAR": 3}], "CAR"),
        (lay("ZAM", "MAU"), "legion ZAM>CAR", 0, [{"CAR": 1}, {"MAU": 1}], None),
        (lay("SAR SAR-CAR", "CAR"), "legion SAR>CAR", 0, [{"CAR": 1}, {"CAR": 1}], None),
        (lay("ROM*2", "GAL", turn=1), "legion GAL>ROM", 1, [{"ROM": 2}, {"ROM": 1}], None),
        (lay("ROM*2", "CAR", "CAN", turn=1), "hannibal CAN>ROM", 1, [{"ROM": 2}, {"CAR": 1}], "ROM"),
    ],
)
def test_han_11_who_enters_the_enemy_capital_wins_without_a_battle(table, action, seat, legions, hannibal):
    position = after(seated(table), action)
    assert ended(position) == won(seat, "HAN-11")
    shown = position.table()
    assert (shown["turn"], shown["battle"]) == (None, None)
    assert (shown["legions"], shown["hannibal"]) == (legions, hannibal)
    assert position.legal() == ()
    assert position.to_act == ()


def test_han_11_the_own_capital_is_a_region_like_others():
    position = after(board("GAL", "ZAM"), "legion GAL>ROM", "legion ZAM>CAR")
    assert position.outcome is None
    assert position.to_act == (0,)


def test_han_11_comes_at_once_before_any_chip():
    position = after(board("MAU*2 SIC COR", "CAR", core=True, chips=(7, 0)), "legion MAU>CAR")
    assert ended(position) == won(0, "HAN-11")
    assert position.table()["chips"] == [7, 0]


@pytest.mark.parametrize("action", ["legion ROM>GAL", "field legion", "clash 1 1", "turn", "win 0"])
def test_han_11_nothing_is_played_after_the_end(action):
    for position in (after(board("MAU", "CAR"), "legion MAU>CAR"), after(scores(), "win 1")):
        before = position.table()
        with pytest.raises(Over) as refused:
            play(position, GAME.read(action))
        assert english(refused.value.message) == "the game is over"
        assert position.table() == before


# HAN-12


@pytest.mark.parametrize("west", ["printed", "symmetric"])
@pytest.mark.parametrize("arrives", [False, True])
def test_han_12_rome_needs_sar_and_the_west_and_zam_or_sic(arrives, west):
    for lane, east in product(["GAL", "NHI", "SHI", "MAU"], ["ROM", "CAN", "SIC", "ZAM"]):
        position = board(f"COR {lane} {east} COR-SAR", "CAR", west=west)
        position = after(position, "legion COR>SAR" if arrives else "fleet COR-SAR>SIC-ZAM")
        in_west = lane in (("NHI", "MAU") if west == "printed" else ("SHI", "MAU"))
        wins = arrives and in_west and east in ("SIC", "ZAM")
        assert ended(position) == (won(0, "HAN-12") if wins else None), f"{lane} {east}"


@pytest.mark.parametrize("west", ["printed", "symmetric"])
@pytest.mark.parametrize("arrives", [False, True])
def test_han_12_carthage_needs_cor_and_nhi_or_gal_and_sic_or_can(arrives, west):
    for lane, east in product(["GAL", "NHI", "SHI", "MAU"], ["CAN", "SIC", "ZAM", "CAR"]):
        position = board("ROM", f"SAR {lane} {east} COR-SAR", turn=1, west=west)
        position = after(position, "legion SAR>COR" if arrives else "fleet COR-SAR>SIC-ZAM")
        wins = arrives and lane in ("NHI", "GAL") and east in ("SIC", "CAN")
        assert ended(position) == (won(1, "HAN-12") if wins else None), f"{lane} {east}"


@pytest.mark.parametrize(("hannibal", "others"), [("NHI", "SIC"), ("GAL", "CAN"), ("CAN", "GAL")])
def test_han_12_hannibal_counts_as_a_legion(hannibal, others):
    position = after(board("ROM", f"SAR {others} COR-SAR", hannibal, turn=1), "legion SAR>COR")
    assert ended(position) == won(1, "HAN-12")


def test_han_12_is_looked_at_when_the_battle_is_over():
    position = after(board("SHI SAR SIC", "NHI*2 CAR"), "legion SHI>NHI")
    assert position.outcome is None
    assert ended(after(position, "clash 5 1")) is None
    assert ended(after(position, "clash 5 1", "clash 4 2")) == won(0, "HAN-12")
    assert ended(after(position, "clash 1 2")) is None


def test_han_12_two_regions_of_one_lane_make_no_second_lane():
    assert ended(after(board("COR SHI NHI MAU COR-SAR", "CAR"), "legion COR>SAR")) is None
    assert ended(after(board("COR SIC ZAM COR-SAR", "CAR"), "legion COR>SAR")) is None


# HAN-13


def test_han_13_who_has_lost_all_legions_loses_though_fleets_are_left():
    position = after(board("GAL", "NHI SAR-CAR*3"), "legion GAL>NHI", "clash 5 1")
    assert ended(position) == won(0, "HAN-13")
    assert position.table()["legions"] == [{"NHI": 1}, {}]
    assert (position.table()["battle"], position.table()["turn"]) == (None, None)


def test_han_13_the_attacker_may_be_the_one_who_loses():
    assert ended(after(board("GAL", "NHI"), "legion GAL>NHI", "clash 1 5")) == won(1, "HAN-13")


def test_han_13_hannibal_is_a_legion_that_can_be_the_last():
    position = after(board("GAL", "", "NHI"), "legion GAL>NHI", "clash 5 1")
    assert ended(position) == won(0, "HAN-13")
    assert position.table()["hannibal"] is None
    assert ended(after(board("GAL ROM", "NHI", "CAR"), "legion GAL>NHI", "clash 5 1")) is None


def test_han_13_if_both_have_lost_all_nobody_wins():
    position = after(board("GAL", "", "NHI"), "legion GAL>NHI", "clash 4 3")
    assert ended(position) == {"winners": [], "scores": [0, 0], "by": "HAN-13"}
    assert position.table()["legions"] == [{}, {}]
    assert position.legal() == ()


def test_han_13_comes_before_han_12():
    position = after(board("SHI SAR SIC", "NHI"), "legion SHI>NHI", "clash 5 1")
    assert ended(position) == won(0, "HAN-13")


# HAN-14


def test_han_14_who_cannot_move_at_the_beginning_of_the_turn_loses():
    position = after(board("GAL", "SAR SIC"), "legion GAL>NHI")
    assert ended(position) == won(0, "HAN-14")
    assert position.table()["turn"] is None


def test_han_14_holds_for_rome_too():
    assert ended(after(board("COR SIC", "CAR", turn=1), "legion CAR>MAU")) == won(1, "HAN-14")


def test_han_14_even_if_the_other_could_not_move_either():
    position = after(board("SIC ROM-COR", "SAR SAR-CAR"), "fleet ROM-COR>SAR-CAR", "clash 3 3")
    assert position.table()["fleets"] == [{}, {}]
    assert ended(position) == won(0, "HAN-14")


@pytest.mark.parametrize("free", ["SAR ROM-COR", "SAR SIC MAU"])
def test_han_14_one_piece_that_can_move_is_enough(free):
    assert ended(after(board("GAL", free), "legion GAL>NHI")) is None
    assert ended(after(board("GAL", "SAR", "CAR"), "legion GAL>NHI")) is None


def test_han_14_a_battle_can_take_the_last_piece_that_moves():
    position = after(board("GAL", "NHI SAR"), "legion GAL>NHI", "clash 5 1")
    assert ended(position) == won(0, "HAN-14")


# HAN-16


@pytest.mark.parametrize(
    ("legions", "chip"),
    [
        ("SAR NHI", True),  # COR SAR + NHI
        ("SAR SHI", True),
        ("SAR MAU", True),
        ("SAR SIC", True),
        ("SAR ZAM", True),
        ("SAR GAL", False),
        ("SAR CAN", False),
        ("SAR ROM", False),
        ("COR NHI", False),  # COR + NHI: from the north the south is not controlled
        ("COR SHI", True),  # COR + NHI SHI
        ("COR MAU", True),
        ("COR SIC", False),
        ("COR SIC NHI", True),
        ("COR ZAM NHI", True),
        ("COR CAN NHI", False),
        ("COR GAL ZAM", False),
        ("SHI", False),
        ("MAU SIC", True),
        ("MAU ROM", False),
        ("COR*3 SIC*2", False),
    ],
)
def test_han_16_rome_controls_a_core_region_from_there_and_from_further_on(legions, chip):
    position = board(f"{legions} ROM-COR", "CAR", core=True)
    assert after(position, "fleet ROM-COR>COR-SAR").table()["chips"] == [int(chip), 0]


@pytest.mark.parametrize(
    ("legions", "hannibal", "chip"),
    [
        ("COR SHI", None, True),  # SAR COR + SHI
        ("COR NHI", None, True),
        ("COR GAL", None, True),
        ("COR SIC", None, True),
        ("COR CAN", None, True),
        ("COR MAU", None, False),
        ("COR ZAM", None, False),
        ("COR CAR", None, False),
        ("SAR SHI", None, False),  # SAR + SHI: from the south the north is not controlled
        ("SAR NHI", None, True),
        ("SAR GAL", None, True),
        ("SAR SIC", None, False),
        ("SAR SIC SHI", None, True),
        ("SAR CAN SHI", None, True),
        ("SAR ZAM SHI", None, False),
        ("SAR MAU CAN", None, False),
        ("NHI", None, False),
        ("GAL SIC", None, True),
        ("GAL CAR", None, False),
        ("SAR", "GAL", True),
        ("COR", "CAN", True),
        ("COR", "ZAM", False),
    ],
)
def test_han_16_carthage_controls_a_core_region_from_there_and_from_further_on(legions, hannibal, chip):
    position = board("ROM", f"{legions} SAR-CAR", hannibal, turn=1, core=True)
    assert after(position, "fleet SAR-CAR>CAN-SIC").table()["chips"] == [0, int(chip)]


def test_han_16_both_may_control_the_same_region():
    # Rome in MAU and Carthage in GAL have passed each other: both control NHI and SHI.
    position = board("MAU SIC ROM-COR", "GAL CAR SAR SAR-CAR", core=True)
    position = after(position, "fleet ROM-COR>COR-SAR")
    assert position.table()["chips"] == [1, 0]
    assert after(position, "fleet SAR-CAR>CAN-SIC").table()["chips"] == [0, 1]


@pytest.mark.parametrize("west", ["printed", "symmetric"])
def test_han_16_does_not_depend_on_the_option_west(west):
    position = board("COR SIC NHI ROM-COR", "CAR", core=True, west=west)
    assert after(position, "fleet ROM-COR>COR-SAR").table()["chips"] == [1, 0]


# HAN-17


def test_han_17_the_mover_takes_one_chip_and_the_opponent_gives_all_back():
    position = board("MAU SIC ROM-COR", "CAR", core=True, chips=(0, 5))
    assert after(position, "fleet ROM-COR>COR-SAR").table()["chips"] == [1, 0]
    position = board("MAU SIC ROM-COR", "CAR", core=True, chips=(3, 0))
    assert after(position, "fleet ROM-COR>COR-SAR").table()["chips"] == [4, 0]


def test_han_17_two_core_regions_are_not_enough():
    position = board("SHI ROM-COR", "CAR", core=True, chips=(0, 5))
    assert after(position, "fleet ROM-COR>COR-SAR").table()["chips"] == [0, 5]


def test_han_17_more_than_three_are_still_one_chip():
    position = board("MAU SAR ROM-COR", "CAR", core=True)
    assert after(position, "fleet ROM-COR>COR-SAR").table()["chips"] == [1, 0]
    assert after(board("NHI COR SHI ZAM ROM-COR", "CAR", core=True), "fleet ROM-COR>SIC-ZAM").table()["chips"] == [1, 0]


def test_han_17_only_the_mover_is_looked_at():
    position = board("MAU SIC ROM-COR", "CAR*2", turn=1, core=True, chips=(2, 0))
    assert after(position, "legion CAR>ZAM").table()["chips"] == [2, 0]


def test_han_17_chips_stay_while_nobody_controls_three():
    position = board("ROM", "CAR", core=True, chips=(2, 0))
    assert after(position, "legion ROM>GAL", "legion CAR>ZAM").table()["chips"] == [2, 0]


def test_han_17_a_turn_that_is_not_over_brings_nothing():
    position = after(board("MAU*2 SIC*2 COR", "CAR SHI*2", core=True), "legion MAU>SHI")
    assert position.table()["chips"] == [0, 0]
    assert after(position, "clash 1 5").table()["chips"] == [1, 0]


def test_han_17_without_the_option_there_are_no_chips():
    assert after(board("MAU SIC ROM-COR", "CAR"), "fleet ROM-COR>COR-SAR").table()["chips"] == [0, 0]


def test_han_17_scores_turn_core_takes_a_chip_and_turn_none():
    position = begin(entry="scores", core=True)
    assert after(position, "turn core").table() == {"turn": 1, "chips": [1, 0]}
    assert after(position, "turn core", "turn", "turn core").table() == {"turn": 1, "chips": [2, 0]}
    assert after(position, "turn core", "turn", "turn core", "turn core").table() == {"turn": 0, "chips": [0, 1]}


def test_han_17_scores_turn_core_is_listed_with_the_option_alone():
    assert begin(entry="scores", core=True).legal() == ("turn core", "turn", "win 0", "win 1", "draw")
    assert begin(entry="scores").legal() == ("turn", "win 0", "win 1", "draw")
    assert begin(entry="scores", core=True).to_act == (0, 1)


# HAN-18


def test_han_18_eight_chips_win():
    position = after(board("MAU SIC ROM-COR", "CAR", core=True, chips=(7, 0)), "fleet ROM-COR>COR-SAR")
    assert ended(position) == won(0, "HAN-18")
    assert position.table()["chips"] == [8, 0]
    position = after(board("ROM", "GAL SIC SAR-CAR", turn=1, core=True, chips=(0, 7)), "fleet SAR-CAR>CAN-SIC")
    assert ended(position) == won(1, "HAN-18")
    assert position.table()["chips"] == [0, 8]


def test_han_18_seven_do_not():
    position = after(board("MAU SIC ROM-COR", "CAR", core=True, chips=(6, 0)), "fleet ROM-COR>COR-SAR")
    assert (ended(position), position.table()["chips"]) == (None, [7, 0])


def test_han_18_comes_after_han_12():
    position = after(board("COR MAU SIC COR-SAR", "CAR", core=True, chips=(7, 0)), "legion COR>SAR")
    assert ended(position) == won(0, "HAN-12")
    assert position.table()["chips"] == [7, 0]


def test_han_18_comes_before_han_14():
    position = after(board("MAU ZAM ROM-COR", "SIC", core=True, chips=(7, 0)), "fleet ROM-COR>COR-SAR")
    assert ended(position) == won(0, "HAN-18")


def test_han_14_comes_after_the_chip_of_han_17():
    position = after(board("MAU ZAM ROM-COR", "SIC", core=True, chips=(3, 0)), "fleet ROM-COR>COR-SAR")
    assert ended(position) == won(0, "HAN-14")
    assert position.table()["chips"] == [4, 0]


def test_han_13_comes_before_the_chip_of_han_17():
    position = after(board("MAU SIC", "SHI", core=True, chips=(7, 0)), "legion MAU>SHI", "clash 5 1")
    assert ended(position) == won(0, "HAN-13")
    assert position.table()["chips"] == [7, 0]


def test_han_18_scores_the_eighth_turn_core_wins():
    position = after(scores(turn=1, chips=[0, 7]), "turn core")
    assert ended(position) == won(1, "HAN-18")
    assert position.table() == {"turn": None, "chips": [0, 8]}
    assert (position.legal(), position.to_act) == ((), ())
    assert ended(after(scores(turn=1, chips=[0, 6]), "turn core")) is None


# Scores entry: results that people enter


@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize(
    ("action", "outcome"),
    [("win 0", won(0, None)), ("win 1", won(1, None)), ("draw", {"winners": [], "scores": [0, 0], "by": None})],
)
def test_scores_an_entered_end_names_no_rule(turn, action, outcome):
    position = after(scores(turn=turn, chips=[3, 0]), action)
    assert ended(position) == outcome
    assert position.table() == {"turn": None, "chips": [3, 0]}
    assert (position.legal(), position.to_act) == ((), ())


def test_the_score_board_says_one_piece_and_one_chip():
    position = board("ROM", "CAR*2", core=True, chips=(1, 0))
    at = Situation(GAME, position, ("Ada", "Ben"), {}, Words("en"))
    assert list(map(str, TEXT.score_board(at))) == ["Ada 1 piece 1 chip", "Ben 2 pieces 0 chips"]
