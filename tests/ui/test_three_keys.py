"""Boards with three keys, UP, DOWN and OK: holding OK opens a menu with what BACK and HELP do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from device import Answer, Player, begin, chosen, look, pick, played, says

from companion.ports import DeviceState, Key
from companion.words import Words
from hardware.boards.profile import load
from hardware.simulated.board import SimulatedBoard

BOARDS = ("ssd1306-3", "ssd1306-3-encoder")
three = pytest.mark.parametrize("board", BOARDS)


def after(folder: Path, board: str, player: Player) -> Answer:
    return played(folder, player, board=SimulatedBoard(load(board)))[-1]


def on_the_table() -> Player:
    yield from says("ok")
    yield from begin()


@three
def test_holding_ok_on_the_table_opens_its_menu_with_back_undo_and_help(tmp_path: Path, board: str) -> None:
    def player() -> Player:
        yield from on_the_table()
        yield "hold ok"

    answer = after(tmp_path, board, player())
    assert answer["screen"] == "menu"
    assert answer["lines"] == [
        "Game",
        "Back to the table",
        "Undo",
        "Help",
        "Log",
        "Audit",
        "Device",
        "End the game",
        "Home",
    ]


def test_a_board_with_back_has_help_on_a_key_and_not_in_the_menu(tmp_path: Path) -> None:
    def player() -> Player:
        yield from on_the_table()
        yield "back"

    answer = after(tmp_path, "ssd1306-4", player())
    assert answer["lines"] == ["Game", "Back to the table", "Undo", "Log", "Audit", "Device", "End the game", "Home"]


@three
def test_a_slip_is_taken_back_by_the_menu(tmp_path: Path, board: str) -> None:
    def player() -> Player:
        yield from on_the_table()
        yield from pick("Red")
        yield "ok"
        answer = yield "hold ok"
        assert answer["screen"] == "menu"
        yield from pick("Undo")

    answers = played(tmp_path, player(), board=SimulatedBoard(load(board)))
    assert [action for answer in answers for action in answer["actions"]][-1] == "undo"


@three
def test_in_the_middle_of_an_entry_back_goes_one_step_back(tmp_path: Path, board: str) -> None:
    def player() -> Player:
        yield from on_the_table()
        yield from pick("Red")
        answer = yield "hold ok"
        assert (answer["screen"], answer["lines"]) == ("hold-menu", ["Menu", "Back", "Undo", "Help"])
        yield "ok"

    answer = after(tmp_path, board, player())
    assert (answer["screen"], chosen(answer).split(":")[0]) == ("table", "Red")


def test_off_the_table_there_is_back_and_help(tmp_path: Path) -> None:
    answer = after(tmp_path, "ssd1306-3", says("up up ok", "hold ok"))
    assert answer["lines"] == ["Menu", "Back", "Help"]
    answer = after(tmp_path, "ssd1306-3", says("up up ok", "hold ok", "ok"))
    assert answer["screen"] == "home"


def test_help_from_the_menu_is_about_the_screen_below_it(tmp_path: Path) -> None:
    answer = after(tmp_path, "ssd1306-3", says("up up ok", "hold ok", "down ok"))
    assert answer["screen"] == "help"
    assert " ".join(answer["lines"][2:]).startswith(Words("en")("screen.people.help")[:40])


@three
def test_help_from_the_table_is_about_the_table(tmp_path: Path, board: str) -> None:
    def player() -> Player:
        yield from on_the_table()
        yield "hold ok"
        yield from pick("Help")

    answer = after(tmp_path, board, player())
    assert "You may choose" in " ".join(answer["lines"])


def test_help_tells_of_the_keys_that_there_are(tmp_path: Path) -> None:
    answer = after(tmp_path, "ssd1306-3", says("up up ok", "hold ok", "down ok", "up up"))
    assert "a menu with Back, Undo and Help" in " ".join(answer["lines"])
    answer = after(tmp_path, "ssd1306-4", says("up up ok", "hold ok", "up up"))
    assert "Hold Back to undo" in " ".join(answer["lines"])


@pytest.mark.parametrize("way", ["down ok", "ok", "up ok"])
def test_held_again_the_menu_closes(tmp_path: Path, way: str) -> None:
    before = after(tmp_path, "ssd1306-3", says(way))
    assert after(tmp_path, "ssd1306-3", says(way, "hold ok", "hold ok")) == before


def test_held_on_help_it_closes_help(tmp_path: Path) -> None:
    answer = after(tmp_path, "ssd1306-3", says("up up ok", "hold ok", "down ok", "hold ok"))
    assert answer["screen"] == "people"


def test_held_on_the_menu_of_the_table_it_closes_that(tmp_path: Path) -> None:
    def player() -> Player:
        yield from on_the_table()
        yield "hold ok"
        yield "hold ok"

    assert after(tmp_path, "ssd1306-3", player())["screen"] == "table"


def test_letters_of_a_name_are_taken_back_one_by_one_or_all(tmp_path: Path) -> None:
    def name(*more: str) -> list[str]:
        lines: list[str] = after(tmp_path, "ssd1306-3", says("up up ok", "up ok", "ok ok", *more))["lines"]
        return lines

    two = name()
    assert name("hold ok", "ok") != two
    assert name("hold ok", "down ok") == name("hold ok", "ok", "hold ok", "ok")


@three
def test_a_whole_game_is_played_and_left_with_three_keys(tmp_path: Path, board: str) -> None:
    def player() -> Player:
        yield from on_the_table()
        yield "hold ok"
        yield from pick("End the game")
        yield "ok"
        yield from pick("End it")
        answer = yield from look()
        assert answer["screen"] == "results"
        yield "ok"
        yield "hold ok"
        yield from pick("Home")

    assert after(tmp_path, board, player())["screen"] == "home"


def test_a_key_that_the_board_lacks_is_reported_and_does_nothing(tmp_path: Path) -> None:
    answers = played(tmp_path, says("left", "hold back"), board=SimulatedBoard(load("ssd1306-3")))
    assert [answer["error"].split("; ")[0] for answer in answers[1:]] == [
        "left: not a word known here", "hold back: not a word known here",
    ]  # fmt: skip
    assert answers[1]["error"].endswith(
        "known are up, down, ok, hold ok, type TEXT, read TEXT, touch ID, targets, ask TEXT, wait SECONDS, quit"
    )


def test_the_gutter_has_no_back_where_there_is_no_such_key(tmp_path: Path) -> None:
    four, three = SimulatedBoard(load("ssd1306-4")), SimulatedBoard(load("ssd1306-3"))
    frames = []
    for number, board in enumerate((four, three)):
        seen: list[Any] = []

        class Eye:
            def show(self, shown: DeviceState, seen: list[Any] = seen) -> None:
                seen.append(shown.frame)

            def close(self) -> None:
                pass

        played(tmp_path / str(number), says("up up ok"), board=board, panels=[Eye()])
        frames.append(seen[-1])
    below = (121, 48, 128, 64)
    assert frames[0].crop(below).getbbox() is not None
    assert frames[1].crop(below).getbbox() is None
    above = (0, 0, 128, 48)
    assert frames[0].crop(above).tobytes() == frames[1].crop(above).tobytes()


def test_keys_are_those_of_the_profile() -> None:
    assert load("ssd1306-3-encoder").keys == {Key.UP, Key.DOWN, Key.OK}
