"""Army Ants: possible tables, and impossible ones."""

import random

import pytest
from army_ants_tables import (
    ARRANGED,
    DEAL,
    FAVORED,
    GAME,
    after,
    battle,
    given,
    laid,
    options,
    rally,
    said,
    squares,
    start,
)

from companion.kit.rules import Inconsistent


def view(phase, board, rally=(5, 5), turn=0):
    return {"phase": phase, "turn": turn, "board": board, "rally": list(rally)}


ARMIES = laid(FAVORED, FAVORED)
FIGHT = squares("R5c4 RQa1 BQe8 B4e1")


def refusal(table, **chosen):
    with pytest.raises(Inconsistent) as refused:
        GAME.restore(2, options(**chosen), table)
    return refused.value.rule, said(refused.value.message)


def accepted(table, **chosen):
    position = GAME.restore(2, options(**chosen), table)
    assert position.table() == table
    assert position.outcome is None
    return position


# fields and their types


def without(table, field):
    return {name: value for name, value in table.items() if name != field}


@pytest.mark.parametrize("field", ["phase", "turn", "board", "rally"])
def test_every_field_is_needed(field):
    assert refusal(without(view("battle", FIGHT, (0, 0)), field)) == (None, f"{field} is missing")


TYPES = [
    ({"winner": None}, "winner is not known here; known are phase, turn, board, rally"),
    ({"phase": "over"}, 'phase is "over"; it must be one of deploy, rally, battle'),
    ({"phase": None}, "phase is null; it must be one of deploy, rally, battle"),
    ({"phase": ["battle"]}, 'phase is ["battle"]; it must be one of deploy, rally, battle'),
    ({"turn": None}, "turn is null, not a whole number"),
    ({"turn": True}, "turn is true, not a whole number"),
    ({"turn": 1.0}, "turn is 1.0, not a whole number"),
    ({"turn": "0"}, 'turn is "0", not a whole number'),
    ({"turn": 2}, "turn is 2; seats go from 0 to 1"),
    ({"turn": -1}, "turn is -1; seats go from 0 to 1"),
    ({"board": None}, "board is not an object"),
    ({"board": ["R5"]}, "board is not an object"),
    ({"board": {**FIGHT, "f1": "R1"}}, "f1 on the board is not a square; they go from a1 to e8"),
    ({"board": {**FIGHT, "A2": "R1"}}, "A2 on the board is not a square; they go from a1 to e8"),
    ({"board": {**FIGHT, "a2": None}}, "board.a2 is null, not a text"),
    ({"board": {**FIGHT, "a2": 5}}, "board.a2 is 5, not a text"),
    ({"board": {**FIGHT, "a2": "R0"}}, "R0 on a2 is not a card"),
    ({"board": {**FIGHT, "a2": "R10"}}, "R10 on a2 is not a card"),
    ({"board": {**FIGHT, "a2": "r5"}}, "r5 on a2 is not a card"),
    ({"board": {**FIGHT, "a2": ""}}, " on a2 is not a card"),
    ({"rally": None}, "rally is not a list"),
    ({"rally": {}}, "rally is not a list"),
    ({"rally": [0]}, "rally has 1 entry; 2 are needed"),
    ({"rally": [0, 0, 0]}, "rally has 3 entries; 2 are needed"),
    ({"rally": [0, 6]}, "rally[1] is 6; it goes from 0 to 5"),
    ({"rally": [-1, 0]}, "rally[0] is -1; it goes from 0 to 5"),
    ({"rally": [False, 0]}, "rally[0] is false, not a whole number"),
    ({"rally": [0, 0.0]}, "rally[1] is 0.0, not a whole number"),
]


@pytest.mark.parametrize(("wrong", "words"), TYPES)
def test_every_field_is_of_its_type(wrong, words):
    assert refusal(view("battle", FIGHT, (0, 0)) | wrong) == (None, words)


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ({"a2": "R5", "a3": "R5"}, "R5 lies on the field 3 times; 2 exist"),
        ({"a2": "RQ"}, "RQ lies on the field 2 times; 1 exists"),
        ({"a2": "BQ"}, "BQ lies on the field 2 times; 1 exists"),
        ({"a2": "B4", "a3": "B4"}, "B4 lies on the field 3 times; 2 exist"),
    ],
)
def test_ant_1_no_card_lies_there_more_often_than_an_army_has_it(extra, words):
    assert refusal(view("battle", FIGHT | extra, (0, 0))) == (None, words)


# the deployment


@pytest.mark.parametrize("left", [(5, 4), (4, 5), (0, 0)])
def test_ant_2_no_rally_turn_is_used_before_the_rally(left):
    side = 0 if left[0] < 5 else 1
    words = f"rally[{side}] is {left[side]}; 5 would fit the rest of the table"
    assert refusal(view("deploy", laid("1"), left)) == (None, words)


def test_ant_2_when_all_cards_are_entered_the_rally_has_begun():
    for turn in (0, 1):
        words = "all cards are entered; the rally would have begun"
        assert refusal(view("deploy", ARMIES, turn=turn)) == ("ANT-2", words)


@pytest.mark.parametrize(
    ("board", "empty"),
    [
        ({"b4": "R1"}, "a4"),
        (laid("1") | {"c4": "R2"}, "b4"),
        (laid("1") | {"a5": "B2"}, "b4"),
        (laid(DEAL[:18]) | {"a5": "B1"}, "e1"),
        (laid(DEAL) | {"b5": "B1"}, "a5"),
    ],
)
def test_ant_1_cards_are_entered_in_order(board, empty):
    words = f"{empty} is empty, but a later square is filled; they are filled in order"
    assert refusal(view("deploy", board)) == ("ANT-1", words)


def test_ant_1_the_middle_of_a_back_rank_holds_no_card():
    words = "c1 holds a card; no card is dealt there"
    assert refusal(view("deploy", laid("1") | {"c1": "R2"})) == ("ANT-1", words)
    words = "c8 holds a card; no card is dealt there"
    assert refusal(view("deploy", laid(DEAL) | {"c8": "B2"}, turn=1)) == ("ANT-1", words)


def test_ant_1_each_army_lies_on_its_own_squares():
    words = "B1 lies on a4, where a card of Ada is dealt"
    assert refusal(view("deploy", {"a4": "B1"})) == ("ANT-1", words)
    swapped = laid(DEAL, "6") | {"e1": "B6", "a5": "R9"}
    words = "B6 lies on e1, where a card of Ada is dealt"
    assert refusal(view("deploy", swapped, turn=1)) == ("ANT-1", words)


def test_ant_1_the_player_whose_card_is_entered_next_is_in_turn():
    red = (None, "turn is 1; 0 would fit the rest of the table")
    black = (None, "turn is 0; 1 would fit the rest of the table")
    assert refusal(view("deploy", {}, turn=1)) == refusal(view("deploy", laid("1"), turn=1)) == red
    assert refusal(view("deploy", laid(DEAL))) == refusal(view("deploy", laid(DEAL, "12345"))) == black


def test_ant_14_a_deployment_that_cannot_end_well():
    for board in ({"a4": "R9", "b4": "RQ"}, {"a4": "RQ", "b4": "R9"}):
        accepted(view("deploy", board))
        assert refusal(view("deploy", board), deployment="free") == (
            "ANT-14", "a 9 of Ada must end up beside the queen",
        )  # fmt: skip
    doomed = laid([*"91234", *"56781", *"23456", "7", "8"])
    assert refusal(view("deploy", doomed), deployment="free")[0] == "ANT-14"
    black = laid(ARRANGED) | {"a5": "BQ", "b5": "B9"}
    assert refusal(view("deploy", black, turn=1), deployment="free") == (
        "ANT-14", "a 9 of Ben must end up beside the queen",
    )  # fmt: skip


@pytest.mark.parametrize("count", [0, 1, 18, 19, 20, 37])
def test_ant_1_deployments_go_on(count):
    cards = (ARRANGED + ARRANGED)[:count]
    for deployment in ("dealt", "rows", "free"):
        table = given(cards[:19], cards[19:], deployment=deployment).table()
        position = accepted(table, deployment=deployment)
        assert after(position, f"deploy {(ARRANGED + ARRANGED)[count]}").table()["phase"] == (
            "rally" if count == 37 else "deploy"
        )


# the rally


def test_ant_2_a_table_in_the_middle_of_the_rally():
    position = rally("123Q456789123465789", "12345678Q1239456789")
    shown = after(position, "march b1 r1", "march c7 u1").table()
    shortened = {"phase": "rally", "turn": 0, "board": {"a1": "R5", "c8": "B9", "d4": "RQ"}, "rally": [4, 4]}
    assert shown == shortened | {"board": shown["board"] | shortened["board"]}
    assert "favor" in accepted(shown).legal()
    assert refusal(shortened) == ("ANT-2", "Ada lacks R1; nothing is beaten before the battle")


def swapped(one, other):
    board = dict(ARMIES)
    board[one], board[other] = board[other], board[one]
    return board


RALLY_FAULTS = [
    (view("rally", without(ARMIES, "e3")), "ANT-2", "Ada lacks R3; nothing is beaten before the battle"),
    (view("rally", without(ARMIES, "c5")), "ANT-2", "Ben lacks BQ; nothing is beaten before the battle"),
    (view("rally", without(ARMIES, "a4") | {"c8": "R1"}), "ANT-2",
     "R1 is on c8; in the rally it cannot have left its own ranks"),
    (view("rally", swapped("a4", "a5")), "ANT-2", "B1 is on a4; in the rally it cannot have left its own ranks"),
    (view("rally", ARMIES, (0, 5)), None, "turn is 0; 1 would fit the rest of the table"),
    (view("rally", ARMIES, (0, 0)), "ANT-2", "0 0 rally turns cannot be left with Ada in turn"),
    (view("rally", ARMIES, (4, 0), turn=1), None, "turn is 1; 0 would fit the rest of the table"),
    (view("rally", ARMIES, (5, 0)), "ANT-2", "5 0 rally turns cannot be left with Ada in turn"),
    (view("rally", ARMIES, (5, 5), turn=1), None, "turn is 1; 0 would fit the rest of the table"),
    (view("rally", ARMIES, (4, 5)), None, "turn is 0; 1 would fit the rest of the table"),
    (view("rally", ARMIES, (3, 5), turn=1), "ANT-2", "3 5 rally turns cannot be left with Ben in turn"),
    (view("rally", ARMIES, (5, 4)), "ANT-2", "5 4 rally turns cannot be left with Ada in turn"),
]  # fmt: skip


@pytest.mark.parametrize(("table", "rule", "words"), RALLY_FAULTS)
def test_ant_2_rallies_that_cannot_be(table, rule, words):
    assert refusal(table) == (rule, words)


def test_ant_5_all_rally_turns_that_can_be_left():
    def possible(deployment):
        found = set()
        for turn in (0, 1):
            for red in range(6):
                for black in range(6):
                    try:
                        accepted(view("rally", ARMIES, (red, black), turn), deployment=deployment)
                    except Inconsistent:
                        continue
                    found.add((turn, red, black))
        return found

    in_turn = {(0, 5, 5), (0, 4, 4), (0, 3, 3), (0, 2, 2), (0, 1, 1)}
    in_turn |= {(1, 4, 5), (1, 3, 4), (1, 2, 3), (1, 1, 2), (1, 0, 1)}
    after_favor = {(0, 4, 0), (0, 3, 0), (0, 2, 0), (0, 1, 0), (1, 0, 5), (1, 0, 4), (1, 0, 3), (1, 0, 2)}
    assert possible("dealt") == possible("rows") == in_turn | after_favor
    assert possible("free") == in_turn


def test_ant_14_without_a_favor_nobody_plays_alone():
    assert refusal(view("rally", ARMIES, (4, 0)), deployment="free") == (
        "ANT-2", "4 0 rally turns cannot be left with Ada in turn",
    )  # fmt: skip


def test_ant_14_is_not_asked_once_the_rally_has_begun():
    board = swapped("c4", "c3")  # the queen on c3, a 9 on d3
    assert (board["c3"], board["d3"]) == ("RQ", "R9")
    accepted(view("rally", board), deployment="free")


# the battle


@pytest.mark.parametrize("left", [(5, 5), (0, 1), (1, 0)])
def test_ant_6_no_rally_turn_is_left_in_the_battle(left):
    side = 0 if left[0] else 1
    words = f"rally[{side}] is {left[side]}; 0 would fit the rest of the table"
    assert refusal(view("battle", FIGHT, left)) == (None, words)


def test_ant_10_both_queens_are_there():
    words = "the queen of Ada is missing; the game would be over"
    assert refusal(view("battle", without(FIGHT, "a1"), (0, 0))) == ("ANT-10", words)
    assert refusal(view("battle", {}, (0, 0))) == ("ANT-10", words)
    words = "the queen of Ben is missing; the game would be over"
    assert refusal(view("battle", without(FIGHT, "e8"), (0, 0))) == ("ANT-10", words)


def test_ant_11_not_only_the_queens_are_there():
    words = "only queens are left; the game would be a draw"
    assert refusal(view("battle", squares("RQa1 BQe8"), (0, 0))) == ("ANT-11", words)


@pytest.mark.parametrize(
    ("nines", "red", "black"), [("R9a2", 1, 0), ("B9a2", 0, 1), ("R9a2 B9a3 B9a4", 1, 2), ("R9a2 R9a3", 2, 0)]
)
def test_ant_9_both_have_equally_many_nines(nines, red, black):
    words = f"red has {red} {'nine' if red == 1 else 'nines'}, black {black}; a 9 falls only with a 9"
    assert refusal(view("battle", FIGHT | squares(nines), (0, 0))) == ("ANT-9", words)


@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize(
    "board",
    [
        ARMIES,
        FIGHT,
        squares("RQa1 BQe8 B1c4"),
        squares("RQe8 BQa1 R1c4"),
        squares("RQa1 BQe8 R9a2 B9b1"),
        squares("RQa1 BQe8 R9a2 R9b1 B9d1 B9e1"),
        squares("RQa1 B5a2 B6b1 BQe8"),
    ],
)
def test_ant_12_battles_go_on(board, turn):
    assert accepted(view("battle", board, (0, 0), turn)).legal()


# scores entry, and games at random


def test_scores_entry_has_an_empty_table():
    position = accepted({}, entry="scores")
    assert position.legal() == ("win 0", "win 1", "draw")
    assert refusal(view("deploy", {}), entry="scores") == (None, "phase is not known here; known are –")
    assert refusal({}) == (None, "phase is missing")


def test_the_order_of_squares_and_fields_does_not_matter():
    table = view("battle", FIGHT, (0, 0))
    turned = {name: table[name] for name in reversed(table)} | {"board": dict(reversed(FIGHT.items()))}
    assert GAME.restore(2, options(), turned).legal() == battle("R5c4 RQa1 BQe8 B4e1").legal()


@pytest.mark.parametrize("deployment", ["dealt", "rows", "free"])
def test_every_table_that_play_reaches_is_accepted(deployment):
    rng = random.Random(f"set {deployment}")
    for _ in range(25):
        position = start(deployment=deployment)
        for _ in range(250):
            if position.outcome is not None:
                break
            restored = accepted(position.table(), deployment=deployment)
            assert restored.legal() == position.legal()
            keen = [action for action in position.legal() if action.startswith(("attack", "favor"))]
            action = rng.choice(keen if keen and rng.random() < 0.4 else position.legal())
            assert restored.after(action).table() == position.after(action).table()
            position = position.after(action)
