"""What the pads of the second format refuse by their rules; what they count is in the examples of their files."""

from __future__ import annotations

from naive_pads import THREE_DARTS
from pads import Played


def test_dom_1_a_blocked_game_is_won_with_the_fewest_pips():
    dominoes = Played("dominoes", 3).enter("winner 2, blocked yes, left 0 10")
    assert dominoes.values[0] == "0"  # of Cleo, who wins, nothing is entered yet
    dominoes.enter("left 1 4")
    assert dominoes.refused("left 2 5")[0] == "DOM-1"
    assert dominoes.values == ["0", "1", "2", "3", "4"]
    after_the_winner = Played("dominoes", 2).enter("winner 0, blocked yes, left 0 7")
    assert after_the_winner.refused("left 1 6")[0] == "DOM-1"
    assert after_the_winner.enter("left 1 7").scores == [0, 0]
    assert "168" in Played("dominoes", 2).enter("winner 0, blocked no").values


def test_ruk_3_where_nobody_can_go_on_the_winner_has_the_least_left():
    rummikub = Played("rummikub", 3).enter("winner 1, blocked yes, left 0 15, left 1 8")
    assert rummikub.refused("left 2 7")[0] == "RUK-3"
    assert rummikub.enter("left 2 8").scores == [-7, 7, 0]
    assert Played("rummikub", 2).enter("winner 1, blocked yes, left 0 15").refused("left 1 16")[0] == "RUK-3"


def test_shk_3_a_wenz_has_two_to_four_runners():
    lost = "won 0 yes, won 1 no, won 2 no, won 3 no, lost_by plain"
    assert Played("schafkopf", 4).enter("game wenz", lost).values == ["0", "2", "3", "4"]
    assert Played("schafkopf", 4).enter("game solo", lost).values == ["0", *map(str, range(3, 15))]


def test_gin_3_an_undercut_brings_10_at_most():
    undercut = Played("gin", 2).enter("winner 0, how undercut")
    assert undercut.values == [str(number) for number in range(11)]
    assert undercut.refused("difference 11")[0] == "GIN-3"
    assert Played("gin", 2).enter("winner 0, how knock").values[0] == "1"
    assert len(Played("gin", 2).enter("winner 0, how gin").values) == 101


def test_yah_2_five_dice_of_chance_bring_5_at_least():
    yahtzee = Played("yahtzee", 1).enter("box 0 chance")
    assert yahtzee.refused("made 0 0")[0] == "YAH-2"
    assert yahtzee.values == [str(number) for number in range(5, 31)]
    assert "0" in Played("yahtzee", 1).enter("box 0 three").values


def test_dar_1_a_turn_brings_what_three_darts_can():
    assert set(map(int, Played("darts", 1).values)) == THREE_DARTS
    assert Played("darts", 1).refused("made 0 179")[0] == "DAR-1"


def test_dar_3_ok_behind_a_score_of_exactly_0_means_by_a_double():
    assert Played("darts", 1, goal="101").enter("made 0 101").now.choice.guess is True
