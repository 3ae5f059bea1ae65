"""What people do with four keys, and what the glass says to it: every screen through pins, driver and chip."""

from __future__ import annotations

from pathlib import Path

import pytest
from device import Player, actions, begin, chosen, look, pick, played, says, tell
from logs import changed

NAMES = ("Player 1", "Player 2")


def start(*options: str) -> Player:
    """From home into Praetorians with the two people of a first start; `options` are switched once each."""
    yield "ok"
    for option in options:
        yield from pick(option)
    yield from begin()


def enter_actions(*texts: str) -> Player:
    for text in texts:
        yield from tell(text, NAMES)


def test_a_first_start_has_two_people_and_the_cursor_on_the_first_game(tmp_path: Path) -> None:
    answers = played(tmp_path, says("ok ok"))
    assert answers[0]["screen"] == "home"
    assert chosen(answers[0]) == "Praetorians"
    assert "Players: Player 1, Player 2" in answers[1]["lines"]
    assert actions(answers) == ["new praetorians"]


def test_the_table_says_whose_turn_it_is_and_where_the_pawns_stand(tmp_path: Path) -> None:
    answers = played(tmp_path, start())
    assert answers[-1]["lines"] == [
        "Player 1", "Player 1 0", "Player 2 3", "Red: 10", "Purple: 10", "Blue: 10", "Green: 10", "Yellow: 10",
    ]  # fmt: skip
    assert chosen(answers[-1]) == "Blue: 10"  # the middle of the list: nobody has more to press than two keys


def test_what_a_card_would_do_is_said_before_it_counts(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start()
        yield from enter_actions("flip R7")
        yield from pick("Blue")

    grid = played(tmp_path, player())[-1]
    assert grid["lines"][:2] == ["Blue 5", "caught!"]
    # The cards are in the place of the line of their colour; the cursor is on the 5, in the middle of the ten.
    assert grid["lines"][2:] == [
        "Player 1 0", "Player 2 3", "Red: 9", "Purple: 10", "×Green: 10", "Yellow: 10", "Stop: →7",
        "1 2 3 4 5", "6 7 8 9 10",
    ]  # fmt: skip
    assert grid["cursor"] == [9, 4]

    def go_on() -> Player:
        answer = yield from look()
        while chosen(answer) != "×Blue: 10":
            answer = yield "up"
        answer = yield "ok"
        while answer["lines"][0] != "Blue 7":
            answer = yield "down"
        assert answer["lines"][:2] == ["Blue 7", "match 0→7"]
        yield "back"
        answer = yield from look()
        assert chosen(answer) == "×Blue: 10"
        yield from pick("Stop")

    answers = played(tmp_path, go_on())
    assert answers[-1]["lines"][0] == "Player 2"
    assert actions(answers) == ["stop"]


def test_stop_says_where_the_pawn_would_stand(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start()
        yield from enter_actions("flip R7", "flip Y2")
        yield "up"
        answer = yield from look()
        while not chosen(answer).startswith("Stop"):
            answer = yield "down"

    answer = played(tmp_path, player())[-1]
    assert chosen(answer) == "Stop: →9"
    assert answer["lines"][1].startswith("R7 Y2 = 9 ")


@pytest.mark.parametrize(
    ("texts", "banner"),
    [
        (("flip R7", "flip B3"), "●B3: Player 1 is caught between the camps!\nPlayer 2's turn"),
        (("flip R7", "flip B7"), "Match! Player 1: 0 → 7"),
        (("flip 12>1",), "12 for Player 2: 3 → 0"),
    ],
)
def test_what_people_must_notice_is_a_banner(tmp_path: Path, texts: tuple[str, ...], banner: str) -> None:
    def player() -> Player:
        yield from start("12s")
        yield from enter_actions(*texts)

    answers = played(tmp_path, player())
    assert answers[-1]["banner"] == banner
    assert actions(answers)[1:] == list(texts)


def test_nothing_is_said_about_what_goes_without_saying(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start()
        yield from enter_actions("flip R7", "stop")

    assert {answer["banner"] for answer in played(tmp_path, player())} == {None, "Player 2's turn"}


def test_undo_tells_the_hands_what_to_put_back_and_whose_turn_it_is(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start()
        yield from enter_actions("flip R7", "flip Y2", "stop")
        yield "hold back"
        yield "hold back"

    stop, flip = played(tmp_path, player())[-2:]
    assert stop["banner"] == "\n".join(
        ["Taken back: Stop", "R7 Y2: in front of Player 1", "Player 1's pawn: 9 → 0", "Player 1's turn"]
    )
    assert flip["banner"] == "Taken back: ◆Y2\nY2: face down"


def test_undo_works_on_every_screen_of_a_game(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start()
        yield from enter_actions("flip R7", "flip R8", "flip R9")
        yield from pick("Blue")
        answer = yield "hold back"
        assert answer["actions"] == ["undo"]
        yield "back"
        answer = yield "hold back"
        assert answer["actions"] == ["undo"]
        yield "help"
        answer = yield "hold back"
        assert answer["actions"] == ["undo"]
        assert answer["screen"] == "table"

    assert actions(played(tmp_path, player()))[-3:] == ["undo"] * 3


def test_redo_is_in_the_menu_until_a_new_entry(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start()
        yield from enter_actions("flip R7")
        yield "hold back"
        yield "back"
        yield from pick("Redo")
        answer = yield from look()
        assert answer["screen"] == "table"
        yield "hold back"
        yield from enter_actions("flip R8")
        answer = yield "back"
        assert "Redo" not in answer["lines"]

    assert actions(played(tmp_path, player()))[1:] == ["flip R7", "undo", "redo", "undo", "flip R8"]


def scores_to_the_end() -> Player:
    yield from start("Entry")
    yield from enter_actions(*["match 10"] * 9, "bank 9")


def test_the_end_of_a_game_says_who_has_won_and_why(tmp_path: Path) -> None:
    def player() -> Player:
        yield from scores_to_the_end()
        results = yield from look()
        assert results["screen"] == "results"
        assert results["lines"] == ["Player 1 wins", "pawn on 99", "Player 1 99", "Player 2 3"]
        assert results["banner"] == "Player 1 reaches 99 and wins!"
        over = yield "down"
        assert over["screen"] == "over"
        assert over["lines"][:2] == ["Player 1 wins", "pawn on 99"]
        assert chosen(over) == "Rematch"

    played(tmp_path, player())


@pytest.mark.parametrize("key", ["ok", "up", "left", "back"])
def test_any_key_opens_the_menu_of_a_game_that_is_over_and_ends_nothing(tmp_path: Path, key: str) -> None:
    def player() -> Player:
        yield from scores_to_the_end()
        yield "wait 3"
        over = yield key
        assert (over["screen"], chosen(over), over["banner"]) == ("over", "Rematch", None)
        yield from pick("Results")
        results = yield from look()
        assert results["screen"] == "results"

    played(tmp_path, player())


def test_a_rematch_takes_two_presses_and_the_next_seat_begins(tmp_path: Path) -> None:
    def player() -> Player:
        yield from scores_to_the_end()
        yield "ok"
        yield "ok"

    again = played(tmp_path, player())[-1]
    assert again["actions"] == ["new praetorians"]
    assert again["lines"][:3] == ["Player 2", "Player 2 0", "Player 1 3"]


def test_not_over_after_all_is_an_undo_also_over_the_start_of_the_rematch(tmp_path: Path) -> None:
    def player() -> Player:
        yield from scores_to_the_end()
        yield "ok"
        yield "ok"
        answer = yield "hold back"
        assert answer["screen"] == "results"
        assert answer["banner"] == (
            "Taken back: the start of the game\nLay out Praetorians as at its start for Player 1, Player 2\n"
            "Player 1's pawn: 0 → 99"
        )
        answer = yield "hold back"
        assert answer["screen"] == "table"

    played(tmp_path, player())


def test_sums_are_entered_by_tens_and_units_with_the_effect_in_sight(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start("Entry")
        yield from pick("Stop 20–29")
        answer = yield from look()
        while answer["lines"][2] != "27":
            answer = yield "down"
        assert answer["lines"][:5] == ["Stop with sum", "0→27", "27", "Player 1 0", "Player 2 3"]
        # The number is in the place of the line with the tens.
        assert answer["lines"][8:] == ["Stop 10–19", "Stop 30–39", "Stop 40–49", "Stop 50–55", "Caught"]
        answer = yield "back"
        assert chosen(answer) == "Stop 20–29"
        yield "ok"
        answer = yield from look()
        while answer["lines"][2] != "29":
            answer = yield "up"
        yield "ok"

    answers = played(tmp_path, player())
    assert actions(answers)[-1] == "bank 29"


def test_a_twelve_asks_who_gets_it_only_when_there_is_a_choice(tmp_path: Path) -> None:
    def player() -> Player:
        yield "ok"
        yield from pick("Players")
        yield from pick("New name")
        for _ in range(2):
            yield "down"
        yield "ok"  # C
        yield "up"
        yield "ok"  # the mark that ends the name
        yield "back"
        yield from pick("12s")
        yield from begin()
        yield from pick("12")
        answer = yield from look()
        assert answer["screen"] == "give"
        assert answer["lines"] == ["The 12 goes to", "Player 2: 3→0", "C: 6→0"]
        yield from pick("C")

    answers = played(tmp_path, player())
    assert actions(answers) == ["name C", "new praetorians", "flip 12>2"]


def test_the_same_name_twice_and_no_name_at_all_are_refused_in_words(tmp_path: Path) -> None:
    def player() -> Player:
        yield "ok"
        yield from pick("Players")
        yield from pick("New name")
        yield "up"
        answer = yield "ok"
        assert answer["banner"] == "a name needs at least one visible character"
        for word in ("down", "down", "ok", "up", "ok"):
            yield word
        yield from pick("New name")
        for word in ("down", "ok", "up"):
            yield word
        answer = yield "ok"
        assert answer["banner"] == "B is somebody's name already"
        assert answer["screen"] == "name"

    assert actions(played(tmp_path, player())) == ["name B"]


def test_too_few_and_too_many_people_are_refused_in_words(tmp_path: Path) -> None:
    def player() -> Player:
        yield "ok"
        yield from pick("Players")
        yield from pick("Player 1")
        yield "back"
        yield from pick("Start")
        answer = yield from look()
        assert answer["banner"] == "Praetorians is for 2 to 4 players, not 1"
        # Where it can be corrected.
        assert answer["screen"] == "players"
        yield "ok"
        answer = yield "back"
        assert answer["lines"][2] == "Players: Player 2, Player 1"

    assert actions(played(tmp_path, player())) == []


def test_people_sit_in_the_order_in_which_they_were_chosen(tmp_path: Path) -> None:
    def player() -> Player:
        yield "ok"
        yield from pick("Players")
        yield from pick("Player 1")
        yield from pick("Player 1")
        yield "back"
        yield from begin()

    assert played(tmp_path, player())[-1]["lines"][:3] == ["Player 2", "Player 2 0", "Player 1 3"]


def test_the_grid_is_walked_in_both_directions_with_left_and_right(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start()
        answer = yield "right"
        assert (answer["screen"], answer["cursor"]) == ("cards", [4, 6])
        answer = yield "right"
        assert answer["cursor"] == [4, 7]
        answer = yield "down"
        assert answer["cursor"] == [5, 7]
        answer = yield "left"
        assert answer["cursor"] == [5, 6]
        yield "ok"

    assert actions(played(tmp_path, player()))[-1] == "flip G6"


def test_a_game_waits_at_home_and_another_one_can_be_looked_for(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start()
        yield from enter_actions("flip R7")
        yield "back"
        yield from pick("Home")
        answer = yield from look()
        assert answer["lines"][1] == "Continue: Praetorians, Player 1, Player 2"
        assert chosen(answer) == "Continue: Praetorians, Player 1, Player 2"
        yield "ok"
        answer = yield from look()
        assert answer["screen"] == "table"

    played(tmp_path, player())


def test_help_says_what_may_be_done_and_the_rules_that_matter(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start()
        answer = yield "hold ok"
        assert (answer["screen"], answer["lines"][0]) == ("help", "Now")
        assert "Red, Purple, Blue, Green, Yellow" in " ".join(answer["lines"])
        answer = yield "down"
        assert answer["lines"][0] == "Why not?"
        assert "Stop: Player 1 has turned up no card; a turn has at least one (PRA-3)." in " ".join(answer["lines"])
        answer = yield "down"
        assert answer["lines"][0] == "PRA-3"
        answer = yield "ok"
        assert answer["screen"] == "table"

    played(tmp_path, player())


def test_a_game_of_other_rules_is_reported_and_left_alone(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start()
        yield from enter_actions("flip R7")

    played(tmp_path, player())
    changed(tmp_path, lambda line: line._replace(digest="0" * 12) if str(line.act) == "flip R7" else line)

    def again() -> Player:
        answer = yield from look()
        assert answer["screen"] == "read-only"
        assert "Recorded under other" in " ".join(answer["lines"])
        answer = yield "hold back"
        assert answer["banner"] == "this game was recorded under other rules; it can be read, not continued"
        yield from pick("Home")
        yield from pick("Praetorians")
        yield from begin()

    assert actions(played(tmp_path, again())) == ["new praetorians"]
