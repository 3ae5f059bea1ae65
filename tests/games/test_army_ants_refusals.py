"""Army Ants: what is refused, by which rule, in which words."""

import pytest
from army_ants_tables import ARRANGED, DEAL, FAVORED, GAME, after, battle, given, options, rally, said, start

from companion.kit.rules import Illegal, Over, play

FIELD = "R5c2 R6d2 R2a4 R8a5 RQa1 B6c7 B5d5 B3e2 BQe8 B1e7"
"""
8 .   .   .   .   BQ
7 .   .   B6  .   B1
6 .   .   .   .   .
5 R8  .   .   B5  .
4 R2  .   .   .   .
3 .   .   .   .   .
2 .   .   R5  R6  B3
1 RQ  .   .   .   .
"""

DEPLOYING = [
    ("deploy 7", "ANT-1", "both R7 of Ada have been entered already"),
    ("deploy Q", "ANT-1", "RQ, the only queen of Ada, has been entered already"),
    ("march a4 d1", None, "march a4 d1 must wait: the card on d4 is entered first"),
    ("swap a4 b4", None, "swap a4 b4 must wait: the card on d4 is entered first"),
    ("favor", None, "favor must wait: the card on d4 is entered first"),
    ("attack a4>a5", None, "attack a4>a5 must wait: the card on d4 is entered first"),
    ("moveout a4>a5", None, "moveout a4>a5 must wait: the card on d4 is entered first"),
    ("pass", None, "pass must wait: the card on d4 is entered first"),
    ("win 0", None, "win 0 belongs to scores entry; this game has cards entry"),
]

RALLYING = [
    ("deploy 7", None, "deploy 7 comes too late: every card has been entered"),
    ("attack a4>a5", None, "attack a4>a5 belongs to the battle; a rally turn moves one step or swaps"),
    ("moveout b1>c1", None, "moveout b1>c1 belongs to the battle; a rally turn moves one step or swaps"),
    ("pass", "ANT-12", "a pass needs a player who cannot move; Ada can"),
    ("draw", None, "draw belongs to scores entry; this game has cards entry"),
    ("favor", "ANT-5", "the queen of Ada is on e3; the favor needs her on rank 4"),
    ("march b1 r2", "ANT-3", "2 squares are too far; a rally march goes one square"),
    ("march b2 d1", "ANT-3", "b1 is not the empty square; a rally march goes into c1"),
    ("march a2-b2 r1", "ANT-3", "c2 is not the empty square; a rally march goes into c1"),
    ("march b2-b3 d1", "ANT-3", "b1 is not the empty square; a rally march goes into c1"),
    ("march b2-c2 d1", "ANT-3", "the line moves sideways; in the rally it moves lengthwise into c1"),
    ("march b1-b2 r1", "ANT-3", "the line moves sideways; in the rally it moves lengthwise into c1"),
    ("march c3-c2 d1", "ANT-3", "c3 is named before c2; the lower file or rank comes first"),
    ("march b1-a1 r1", "ANT-3", "b1 is named before a1; the lower file or rank comes first"),
    ("march c2-c2 d1", "ANT-3", "c2 is named twice; a single card is named once"),
    ("march b2-c3 d1", "ANT-3", "b2 and c3 are not in one rank or file; a line is straight"),
    ("march c1-c2 d1", "ANT-3", "c1 is empty; one of your own cards is needed there"),
    ("march c4-c5 d1", "ANT-3", "B3 on c5 is not a card of Ada"),
    ("march c7 u1", "ANT-3", "B3 on c7 is not a card of Ada"),
    ("march a4 u1", "ANT-2", "the march leaves Ada's own four ranks; a rally stays inside"),
    ("march a1 l1", "ANT-2", "the march leaves Ada's own four ranks; a rally stays inside"),
    ("march e1 d1", "ANT-2", "the march leaves Ada's own four ranks; a rally stays inside"),
    ("swap a1 a1", "ANT-4", "a1 is named twice; a swap takes two cards"),
    ("swap a2 a1", "ANT-4", "a2 is named before a1; the lower file or rank comes first"),
    ("swap b1 a1", "ANT-4", "b1 is named before a1; the lower file or rank comes first"),
    ("swap a1 a3", "ANT-4", "a1 and a3 are not side by side; only neighbors swap"),
    ("swap a1 b2", "ANT-4", "a1 and b2 are not side by side; only neighbors swap"),
    ("swap b1 c1", "ANT-4", "c1 is empty; one of your own cards is needed there"),
    ("swap a4 a5", "ANT-4", "B1 on a5 is not a card of Ada"),
]

FIGHTING = [
    ("deploy 7", None, "deploy 7 comes too late: every card has been entered"),
    ("favor", None, "the queen's favor belongs to the rally; the battle is on"),
    ("pass", "ANT-12", "a pass needs a player who cannot move; Ada can"),
    ("win 1", None, "win 1 belongs to scores entry; this game has cards entry"),
    ("march c2 u1", None, "march c2 u1: in the battle a single card is entered as a moveout"),
    ("march c2-c2 u1", "ANT-7", "c2 is named twice; a single card is named once"),
    ("march d2-c2 u1", "ANT-7", "d2 is named before c2; the lower file or rank comes first"),
    ("march a1-b2 u1", "ANT-7", "a1 and b2 are not in one rank or file; a line is straight"),
    ("march a1-a2 r1", "ANT-7", "a2 is empty; one of your own cards is needed there"),
    ("march c2-e2 u1", "ANT-7", "B3 on e2 is not a card of Ada"),
    ("march c2-d2 r1", "ANT-7", "B3 on e2 is in the way; a march needs empty squares"),
    ("march c2-d2 u3", "ANT-7", "B5 on d5 is in the way; a march needs empty squares"),
    ("march c2-d2 u4", "ANT-7", "B5 on d5 is in the way; a march needs empty squares"),
    ("march a4-a5 d3", "ANT-7", "RQ on a1 is in the way; a march needs empty squares"),
    ("march c2-d2 d2", "ANT-7", "2 squares are too far; the line would leave the field"),
    ("march a4-a5 u4", "ANT-7", "4 squares are too far; the line would leave the field"),
    ("swap a4 c2", "ANT-4", "a4 and c2 are not side by side; only neighbors swap"),
    ("swap d2 e2", "ANT-4", "B3 on e2 is not a card of Ada"),
    ("moveout a2>a3", "ANT-8", "a2 is empty; one of your own cards is needed there"),
    ("moveout c7>c6", "ANT-8", "B6 on c7 is not a card of Ada"),
    ("moveout c2>c2", "ANT-8", "c2 is named twice; a move out ends on another square"),
    ("moveout c2>d2", "ANT-8", "R6 stands on d2; a move out ends on an empty square"),
    ("moveout c2>c7", "ANT-8", "B6 stands on c7; a move out ends on an empty square"),
    ("attack b1>b2", "ANT-9", "b1 is empty; one of your own cards is needed there"),
    ("attack e2>d2", "ANT-9", "B3 on e2 is not a card of Ada"),
    ("attack a1>e8", "ANT-10", "the queen of Ada never attacks; send another card"),
    ("attack c2>c6", "ANT-9", "c6 is empty; an attack needs an enemy card there"),
    ("attack c2>d2", "ANT-9", "R6 on d2 is your own card; an attack needs an enemy"),
    ("attack d2>d2", "ANT-9", "R6 on d2 is your own card; an attack needs an enemy"),
    ("attack c2>d5", "ANT-9", "d5 is not straight ahead of c2; attacks go straight"),
    ("attack c2>e2", "ANT-9", "R6 on d2 is in the way of the attack"),
    ("attack c2>c7", "ANT-9", "R5 is lower than B6; it beats only equal or lower cards"),
]


def refusal(position, text):
    with pytest.raises(Illegal) as refused:
        play(position, GAME.read(text))
    return refused.value.rule, said(refused.value.message)


@pytest.mark.parametrize(("text", "rule", "words"), DEPLOYING)
def test_refused_in_the_deployment(text, rule, words):
    assert refusal(given("7Q7"), text) == (rule, words)


@pytest.mark.parametrize(("text", "rule", "words"), RALLYING)
def test_refused_in_the_rally(text, rule, words):
    assert refusal(rally(), text) == (rule, words)


@pytest.mark.parametrize(("text", "rule", "words"), FIGHTING)
def test_refused_in_the_battle(text, rule, words):
    assert refusal(battle(FIELD), text) == (rule, words)


def test_ant_2_the_enemys_empty_square_is_out_of_reach():
    position = after(rally(), "march c2 d1", "march c5-c7 u1")
    assert "c5" not in position.table()["board"]
    assert refusal(position, "march c4 u1") == (
        "ANT-2", "the march leaves Ada's own four ranks; a rally stays inside",
    )  # fmt: skip


def test_ant_5_black_needs_the_queen_on_rank_5():
    position = after(rally(FAVORED), "favor")
    assert refusal(position, "favor") == ("ANT-5", "the queen of Ben is on e6; the favor needs her on rank 5")


def test_ant_8_walls_keep_a_card_in():
    position = battle("R5a1 B6a2 B6b1 BQe8 RQe1")
    assert refusal(position, "moveout a1>c3") == ("ANT-8", "no way over empty squares leads from a1 to c3")


def test_ant_12_a_player_who_must_pass_sees_why_no_other_action_is_legal():
    position = battle("RQa1 B5a2 B6b1 BQe8")
    assert refusal(position, "attack a1>a2") == ("ANT-10", "the queen of Ada never attacks; send another card")
    assert refusal(position, "moveout a1>a3") == ("ANT-8", "no way over empty squares leads from a1 to a3")


def test_ant_14_a_nine_beside_the_queen_is_refused():
    given_so_far = given(["Q"], deployment="free")
    words = "with R9 on b4 a 9 ends up beside the queen; lay them differently"
    assert refusal(given_so_far, "deploy 9") == ("ANT-14", words)
    given_so_far = given([*"91234", *"56781", *"23456", "7"], deployment="free")
    words = "with R8 on b1 a 9 ends up beside the queen; lay them differently"
    assert refusal(given_so_far, "deploy 8") == ("ANT-14", words)


def test_ant_14_a_card_that_is_not_there_is_refused_first():
    assert refusal(given(["9", "9"], deployment="free"), "deploy 9")[0] == "ANT-1"
    assert refusal(given(["Q"], deployment="free"), "deploy Q")[0] == "ANT-1"


def test_ant_14_there_is_never_a_favor():
    no_favor = ("ANT-14", "there is no queen's favor when armies are arranged freely")
    assert refusal(start(deployment="free"), "favor") == no_favor
    assert refusal(rally(ARRANGED, ARRANGED, deployment="free"), "favor") == no_favor
    assert refusal(battle("R5c4 RQa4 BQe8", deployment="free"), "favor") == no_favor


@pytest.mark.parametrize("text", ["deploy 7", "march a2-c2 u1", "swap a1 a2", "favor", "attack a1>a2", "pass"])
def test_scores_entry_refuses_moves(text):
    words = f"{text} belongs to cards entry; this game has scores entry"
    assert refusal(start(entry="scores"), text) == (None, words)


@pytest.mark.parametrize("text", ["pass", "draw", "moveout a5>a6"])
def test_ant_10_nothing_is_played_after_the_end(text):
    won = after(battle("R2a1 RQa5 BQe1 B2e5"), "attack a1>e1")
    for position in (won, after(start(entry="scores"), "draw")):
        with pytest.raises(Over):
            play(position, GAME.read(text))


def test_nothing_has_happened_after_a_refusal():
    position = battle(FIELD)
    before = position.table()
    refusal(position, "attack c2>c7")
    assert position.table() == before
    assert GAME.restore(2, options(), before).legal() == position.legal()


def test_red_is_named_with_the_same_words_as_black():
    position = given(DEAL, "7Q7")
    assert refusal(position, "deploy 7") == ("ANT-1", "both B7 of Ben have been entered already")
