"""Army Ants: the messages after an action, and how people put a table back."""

import pytest
from army_ants_tables import ARRANGED, DEAL, FAVORED, GAME, after, battle, given, options, rally, said, start

from companion.kit.rules import play


def noticed(before, text):
    """The messages: rule and words."""
    action = GAME.read(text)
    messages = GAME.consequences(before, action, play(before, action))
    return [(message.rule, said(message)) for message in messages]


def back(now, then):
    return [said(message) for message in GAME.put_back(now, then)]


# consequences


def test_ant_1_the_next_square_is_asked_for():
    assert noticed(start(), "deploy 7") == [("ANT-1", "R7 is on a4"), ("ANT-1", "Ada: which card is on b4?")]
    assert noticed(given(DEAL[:18]), "deploy 9") == [("ANT-1", "R9 is on e1"), ("ANT-1", "Ben: which card is on a5?")]


def test_ant_2_the_rally_begins_when_all_cards_are_entered():
    assert noticed(given(DEAL, DEAL[:18]), "deploy 9") == [
        ("ANT-1", "B9 is on e8"),
        ("ANT-2", "All cards entered: Ada begins the rally, 5 turns each"),
    ]


def test_ant_3_a_rally_march_is_announced_with_the_turns_left():
    assert noticed(rally(), "march c2-c4 d1") == [
        ("ANT-3", "R3 R8 R3 now on c1 c2 c3"),
        ("ANT-2", "Ben is next; rally turns left: 5"),
    ]


def test_ant_4_a_swap_is_announced():
    position = after(rally(), "swap a1 a2")
    assert noticed(position, "swap d6 e6") == [
        ("ANT-4", "B9 on d6 and BQ on e6 change places"),
        ("ANT-2", "Ada is next; rally turns left: 4"),
    ]


def test_ant_5_the_favor_leaves_the_other_to_play_on():
    assert noticed(rally(FAVORED), "favor") == [
        ("ANT-5", "Favor: RQ goes to c1; Ada has no rally turns left"),
        ("ANT-5", "Ben plays on alone; rally turns left: 5"),
    ]
    assert noticed(after(rally(FAVORED), "favor"), "swap a7 a8")[1:] == [
        ("ANT-5", "Ben plays on alone; rally turns left: 4"),
    ]


def test_ant_5_red_plays_on_alone():
    position = after(rally(DEAL, FAVORED), "swap a1 a2", "favor", "swap a1 a2", "swap a1 a2")
    assert noticed(position, "swap a1 a2")[1:] == [("ANT-5", "Ada plays on alone; rally turns left: 1")]


def test_ant_6_the_battle_begins():
    position = after(rally(), *["swap a1 a2", "swap a7 a8"] * 4, "swap a1 a2")
    assert noticed(position, "swap a7 a8")[1:] == [("ANT-6", "The battle begins: Ada is first")]


def test_ant_2_the_last_rally_turn_of_black_is_not_alone():
    position = after(rally(), *["swap a1 a2", "swap a7 a8"] * 4)
    assert noticed(position, "swap a1 a2")[1:] == [("ANT-2", "Ben is next; rally turns left: 1")]


def test_ant_7_a_march_is_announced():
    assert noticed(battle("R5b2 R6c2 RQa8 BQe8"), "march b2-c2 u6") == [("ANT-7", "R5 R6 now on b8 c8")]


def test_ant_8_a_move_out_is_announced():
    assert noticed(battle("R5b2 RQa8 BQe8"), "moveout b2>e7") == [("ANT-8", "R5 goes from b2 to e7")]


def test_ant_9_a_capture_says_what_to_remove():
    assert noticed(battle("R5c4 B4c7 RQa1 BQe8"), "attack c4>c7") == [
        ("ANT-9", "R5 beats B4: take B4 off c7; R5 stands there now"),
    ]
    assert noticed(battle("R5c4 R1a3 B5c7 RQa1 BQe8"), "attack c4>c7") == [
        ("ANT-9", "R5 and B5 fall: take both off c4 and c7"),
    ]


def test_ant_10_the_captured_queen_ends_the_game():
    assert noticed(battle("R2a1 RQa5 BQe1 B2e5", turn=1), "attack e5>a5") == [
        ("ANT-9", "B2 beats RQ: take RQ off a5; B2 stands there now"),
        ("ANT-10", "The enemy queen is taken: Ben wins"),
    ]


def test_ant_11_a_draw_is_announced():
    assert noticed(battle("R2a1 RQa5 BQe3 B2e1"), "attack a1>e1") == [
        ("ANT-9", "R2 and B2 fall: take both off a1 and e1"),
        ("ANT-11", "Only the queens are left: a draw"),
    ]


def test_ant_12_a_player_who_cannot_move_is_asked_to_pass():
    position = battle("RQa1 B5a2 B6b2 BQe8", turn=1)
    assert noticed(position, "moveout b2>b1") == [
        ("ANT-8", "B6 goes from b2 to b1"),
        ("ANT-12", "Ada cannot move and must pass"),
    ]
    assert noticed(after(position, "moveout b2>b1"), "pass") == [("ANT-12", "Ada cannot move and passes")]


def test_scores_entry_tells_the_result():
    assert noticed(start(entry="scores"), "win 1") == [("ANT-10", "The enemy queen is taken: Ben wins")]
    assert noticed(start(entry="scores"), "draw") == [("ANT-11", "Only the queens are left: a draw")]


# putting back

FIELD = battle("R5b2 R6c2 R6d2 RQa8 BQe8 B4e2 B6c7")


@pytest.mark.parametrize(
    ("text", "undo"),
    [
        ("moveout b2>e7", ["Move R5 from e7 to b2"]),
        ("swap b2 c2", ["R5 on c2 and R6 on b2 change places"]),
        ("swap c2 d2", []),
        ("march b2-c2 u3", ["Move R5 from b5 to b2", "Move R6 from c5 to c2"]),
        ("march b2-d2 l1", ["Move R6 from b2 to d2", "Move R5 from a2 to b2"]),
        ("attack d2>e2", ["Move R6 from e2 to d2", "Put B4 on e2"]),
        ("attack c2>c7", ["Put R6 on c2", "Put B6 on c7"]),
    ],
)
def test_an_undone_turn_is_put_back(text, undo):
    assert back(after(FIELD, text), FIELD) == [*undo, "Ada's turn"]


@pytest.mark.parametrize(
    ("text", "redo"),
    [
        ("attack d2>e2", ["Take B4 off e2", "Move R6 from d2 to e2"]),
        ("attack c2>c7", ["Take R6 off c2", "Take B6 off c7"]),
        ("march b2-d2 l1", ["Move R5 from b2 to a2", "Move R6 from d2 to b2"]),
    ],
)
def test_a_turn_played_again_is_put_forward(text, redo):
    assert back(FIELD, after(FIELD, text)) == [*redo, "Ben's turn"]


def test_nothing_to_put_back_between_equal_tables():
    assert GAME.put_back(FIELD, FIELD) == ()


def test_the_favor_is_put_back():
    position = rally(FAVORED)
    assert back(after(position, "favor"), position) == ["Move RQ from c1 to c4", "Ada's turn"]


def test_a_captured_queen_is_put_back():
    position = battle("R2a1 RQa5 BQe1 B2e5")
    won = after(position, "attack a1>e1")
    assert back(won, position) == ["Move R2 from e1 to a1", "Put BQ on e1", "Ada's turn"]
    assert back(position, won) == ["Take BQ off e1", "Move R2 from a1 to e1"]


def test_cards_in_a_ring_are_put_back_by_exchanges():
    now, then = battle("R1a1 R2b1 R3c1 RQa8 BQe8"), battle("R2a1 R3b1 R1c1 RQa8 BQe8")
    assert back(now, then) == ["R2 on b1 and R1 on a1 change places", "R3 on c1 and R1 on b1 change places"]


EXCHANGE = "If a check fails, exchange cards"
RED = "a4-e4 a3-e3 a2-e2 a1-b1 d1"
BLACK = "a5-e5 a6-e6 a7-e7 a8-b8 d8"
NO_NINE = "Check: no 9 beside its queen"


def test_an_entry_of_the_deployment_that_is_taken_back_moves_no_card():
    assert back(given(["7", "Q"]), given(["7"])) == []
    assert back(given(DEAL), given(DEAL[:18])) == ["Ada's turn"]
    assert back(rally(), given(DEAL, DEAL[:18])) == ["Ben's turn"]
    assert back(given(["7", "Q"], deployment="free"), given(["7"], deployment="free")) == []


def test_a_card_that_is_entered_again_is_checked():
    assert back(given(["7"]), given(["7", "Q"])) == ["Check: RQ on b4", f"{EXCHANGE}, but none on a4"]
    assert back(given(DEAL[:18]), given(DEAL)) == ["Check: R9 on e1", f"{EXCHANGE}, but none on {RED}", "Ben's turn"]
    assert back(given(DEAL, DEAL[:18]), rally()) == [
        "Check: B9 on e8",
        f"{EXCHANGE}, but none on {RED}-e1 {BLACK}",
        "Ada's turn",
    ]


def test_ant_14_an_exchange_leaves_no_nine_beside_its_queen():
    now, then = given(["7"], deployment="free"), given(["7", "Q"], deployment="free")
    assert back(now, then) == ["Check: RQ on b4", NO_NINE, f"{EXCHANGE}, but none on a4"]


def test_ant_14_holds_no_more_when_the_rally_has_begun():
    now, then = given(ARRANGED, ARRANGED[:18], deployment="free"), rally(ARRANGED, ARRANGED, deployment="free")
    assert back(now, then) == ["Check: B9 on e8", f"{EXCHANGE}, but none on {RED}-e1 {BLACK}", "Ada's turn"]


def test_changed_entries_of_a_deployment_are_checked():
    assert back(given(["7", "Q"]), given(["Q", "7"])) == ["Check: RQ R7 on a4 b4", EXCHANGE]
    assert back(given(["7", "3", "5"]), given(["Q", "3"])) == ["Check: RQ on a4", f"{EXCHANGE}, but none on b4"]


def test_all_the_cards_that_were_not_entered_are_checked_before_the_rally_is_played_again():
    """By rank, as they were deployed: from e1 on nothing was entered."""
    now, then = given(DEAL[:18]), after(rally(), "march c2-c4 d1", "swap d8 e8")
    assert back(now, then) == [
        "Check: R9 on e1",
        "Check: B1 B2 B3 B4 B5 on a5 b5 c5 d5 e5",
        "Check: B6 B7 B8 B9 BQ on a6 b6 c6 d6 e6",
        "Check: B1 B2 B3 B4 B5 on a7 b7 c7 d7 e7",
        "Check: B6 B7 B8 B9 on a8 b8 d8 e8",
        f"{EXCHANGE}, but none on {RED}",
        "Move R3 from c2 to c1",
        "Move R8 from c3 to c2",
        "Move R3 from c4 to c3",
        "B9 on e8 and B8 on d8 change places",
    ]


MARCHED_BACK = ["Move R3 from c3 to c4", "Move R8 from c2 to c3", "Move R3 from c1 to c2"]


def test_marched_cards_go_back_to_where_they_were_deployed():
    position = after(rally(), "march c2-c4 d1")
    assert back(position, given(DEAL[:10])) == [*MARCHED_BACK, "Ada's turn"]
    assert back(position, given(DEAL, DEAL[:3])) == MARCHED_BACK


def test_marched_cards_go_back_also_from_the_battle():
    turns = ["march c2-c4 d1", "swap a7 a8", *["swap a1 a2", "swap a7 a8"] * 4, "attack d4>d5"]  # R4 and B4 fall
    position = after(rally(), *turns)
    assert back(position, given(DEAL[:10])) == [
        *MARCHED_BACK,
        "B1 on a8 and B6 on a7 change places",
        "Put R4 on d4",
        "Put B4 on d5",
        "Ada's turn",
    ]


def test_a_deployment_with_a_changed_entry_is_laid_as_it_was_but_for_that_entry():
    """c4 is a 9 now, and with the one on d3 that is both. So the 3 goes to e1, which is not entered any more."""
    position = after(rally(), "march c2-c4 d1")
    changed = given([*DEAL[:2], "9", *DEAL[3:18]])
    assert back(position, changed) == [
        "Move R9 from e1 to c4",
        "Move R3 from c3 to e1",
        "Move R8 from c2 to c3",
        "Move R3 from c1 to c2",
        "Ada's turn",
    ]


def test_ant_14_a_deployment_that_is_gone_back_to_can_be_entered():
    """The queen is now on b4, and in the deployment as it was a 9 lies on the next square, c4."""
    army = list("Q19") + list("1223344556677889")
    position = after(rally(army, army, deployment="free"), "march d1 l1")
    assert back(position, given(["1", "Q"], deployment="free")) == [
        "Move R8 from c1 to d1",
        "R1 on b4 and RQ on a4 change places",
        "R1 on d4 and R9 on c4 change places",
        "Ada's turn",
    ]


def test_after_a_correction_as_few_cards_move_as_a_deployment_needs():
    """How they were deployed is not known; only the middle of the back rank must be free."""
    table = after(rally(), "march c2-c4 d1").table()
    position = GAME.restore(2, options(), table)
    assert back(position, given(["1", "2"])) == ["Move R3 from c1 to c4", "Ada's turn"]


def test_a_field_is_cleared_where_laying_it_out_is_less_work():
    now, then = battle("R5b2 RQa8 BQe8"), given(DEAL, DEAL[:18])
    assert back(now, then) == [
        "Take all cards off the field",
        "Put R1 R2 R3 R4 R5 on a4 b4 c4 d4 e4",
        "Put R6 R7 R8 R9 RQ on a3 b3 c3 d3 e3",
        "Put R1 R2 R3 R4 R5 on a2 b2 c2 d2 e2",
        "Put R6 R7 R8 R9 on a1 b1 d1 e1",
        "Put B1 B2 B3 B4 B5 on a5 b5 c5 d5 e5",
        "Put B6 B7 B8 B9 BQ on a6 b6 c6 d6 e6",
        "Put B1 B2 B3 B4 B5 on a7 b7 c7 d7 e7",
        "Put B6 B7 B8 B9 on a8 b8 d8 e8",
        "Ben's turn",
    ]
    assert back(then, now) == [
        "Take all cards off the field",
        "Put R5 on b2",
        "Put RQ BQ on a8 e8",
        "Ada's turn",
    ]


def test_in_scores_entry_no_card_is_known():
    position = start(entry="scores")
    assert GAME.put_back(after(position, "win 0"), position) == ()
