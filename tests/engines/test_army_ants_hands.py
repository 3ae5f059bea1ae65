"""Army Ants: what people are told after an action, and how they put a table back."""

import random

import pytest
from army_ants_tables import DEAL, FAVORED, GAME, after, battle, board, options, rally, said, start, told

from companion.engines.position import play


def noticed(before, text):
    """What people are told: rule and words."""
    action = GAME.read(text)
    messages = GAME.consequences(before, action, play(before, action))
    return [(message.rule, said(message)) for message in messages]


def back(now, then):
    return [said(message) for message in GAME.put_back(now, then)]


# consequences


def test_ant_1_the_next_square_is_asked_for():
    assert noticed(start(), "deploy 7") == [("ANT-1", "R7 is on a4"), ("ANT-1", "Ada: which card is on b4?")]
    assert noticed(told(DEAL[:18]), "deploy 9") == [("ANT-1", "R9 is on e1"), ("ANT-1", "Ben: which card is on a5?")]


def test_ant_2_the_rally_begins_when_all_is_told():
    assert noticed(told(DEAL, DEAL[:18]), "deploy 9") == [
        ("ANT-1", "B9 is on e8"),
        ("ANT-2", "All cards are told: Ada begins the rally, 5 turns each"),
    ]


def test_ant_3_a_rally_march_is_told_with_the_turns_left():
    assert noticed(rally(), "march c2-c4 d1") == [
        ("ANT-3", "R3 R8 R3 now on c1 c2 c3"),
        ("ANT-2", "Ben is next; rally turns left: 5"),
    ]


def test_ant_4_a_swap_is_told():
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


def test_ant_7_a_march_is_told():
    assert noticed(battle("R5b2 R6c2 RQa8 BQe8"), "march b2-c2 u6") == [("ANT-7", "R5 R6 now on b8 c8")]


def test_ant_8_a_move_out_is_told():
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


def test_ant_11_a_draw_is_told():
    assert noticed(battle("R2a1 RQa5 BQe3 B2e1"), "attack a1>e1") == [
        ("ANT-9", "R2 and B2 fall: take both off a1 and e1"),
        ("ANT-11", "Only the queens are left: a draw"),
    ]


def test_ant_12_who_cannot_move_is_told_to_pass():
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


def test_telling_moves_no_card():
    one, two = told(["7"]), told(["7", "Q"])
    assert back(two, one) == back(one, two) == []
    last, complete = told(DEAL[:18]), told(DEAL)
    assert back(complete, last) == ["Ada's turn"]
    assert back(last, complete) == ["Ben's turn"]
    assert back(rally(), told(DEAL, DEAL[:18])) == ["Ben's turn"]
    assert back(told(DEAL, DEAL[:18]), rally()) == ["Ada's turn"]


def test_another_deployment_is_laid_out():
    assert back(told(["7", "Q"]), told(["Q", "7"])) == ["RQ on b4 and R7 on a4 change places"]
    assert back(told(["7"]), told(["Q"])) == ["Take R7 off a4", "Put RQ on a4"]


def test_a_battle_is_cleared_for_a_deployment():
    now, then = battle("R5b2 RQa8 BQe8"), told(["5"])
    assert back(now, then) == ["Take RQ off a8", "Take BQ off e8", "Move R5 from b2 to a4"]
    assert back(then, now) == ["Move R5 from a4 to b2", "Put RQ on a8", "Put BQ on e8"]


def test_in_scores_entry_no_card_is_known():
    position = start(entry="scores")
    assert GAME.put_back(after(position, "win 0"), position) == ()


def carried_out(position, messages):
    """The board after the hands have done as they were told, each card picked up where it was said to be."""
    lying = {square: str(card) for square, card in position.table()["board"].items()}
    for message in messages:
        said_card, square, to = message.params.get("card"), message.params.get("square"), message.params.get("to")
        if message.key == "put.army_ants.off":
            assert lying.pop(square) == said_card
        elif message.key == "put.army_ants.on":
            assert square not in lying
            lying[square] = said_card
        elif message.key == "put.army_ants.move":
            assert to not in lying
            lying[to] = lying.pop(square)
            assert lying[to] == said_card
        elif message.key == "put.army_ants.swap":
            assert (lying[square], lying[to]) == (said_card, message.params["other"])
            lying[square], lying[to] = lying[to], lying[square]
    return lying


def test_any_table_is_put_into_any_other_by_the_book():
    rng = random.Random("hands")
    cards = ["RQ", "BQ", "R1", "R1", "R2", "R2", "R3", "B1", "B1", "B2", "B3"]
    places = [f"{file}{rank}" for file in "abc" for rank in "1234"]

    def any_battle():
        some = ["RQ", "BQ", *rng.sample(cards[2:], rng.randint(1, 9))]
        table = dict(zip(rng.sample(places, len(some)), some, strict=True))
        return GAME.restore(2, options(), {"phase": "battle", "turn": 0, "board": table, "rally": [0, 0]})

    for _ in range(400):
        now, then = any_battle(), any_battle()
        assert carried_out(now, GAME.put_back(now, then)) == then.table()["board"]
    assert board(now)
