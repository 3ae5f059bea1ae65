"""A game that waits is ended from home by holding OK on its line, also one that cannot be shown any more."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from device import Player, chosen, look, pick, played, says
from installed import Record, RecordView
from logs import changed

from companion.play.act import Line, parse
from companion.record.log import LOG
from companion.session.session import Session
from hardware.boards.profile import load
from hardware.simulated import SimulatedClock
from hardware.simulated.board import SimulatedBoard

CLOCK = SimulatedClock(1_770_000_000.0)
WAITS = "» Praetorians: Ada, Ben"


def recorded(folder: Path, games: int = 2) -> None:
    """Game 1 of Ada and Ben waits with two cards; the last game is on the table, of Cleo and Dora."""
    with Record(folder, ("Ada", "Ben", "Cleo", "Dora")) as record:
        session = Session(record, CLOCK)
        session.start("praetorians", ("Ada", "Ben"), {})
        for text in ("flip R7", "flip R9"):
            session.enter(text)
        for _ in range(games - 1):
            session.start("praetorians", ("Cleo", "Dora"), {})


def other_rules(line: Line) -> Line:
    """From the first card on the table was another one."""
    return line._replace(digest="ffffffffffff") if line.game == 1 and line.text.startswith("flip") else line


def no_such_game(line: Line) -> Line:
    text = line.text
    return (
        line._replace(act=parse(text.replace("praetorians", "senet")))
        if line.game == 1 and text[:4] == "new "
        else line
    )


def damage(folder: Path) -> None:
    """The first card cannot be read any more."""
    log = folder / LOG
    log.write_bytes(log.read_bytes().replace(b"flip R7", b"fl?p R\xff"))
    for index in folder.glob("index*"):
        index.unlink()


CHANGES: dict[str, Callable[[Path], None]] = {
    "whole": lambda folder: None,
    "other rules": lambda folder: changed(folder, other_rules),
    "unknown game": lambda folder: changed(folder, no_such_game),
    "damaged": damage,
}


def home() -> Player:
    """From the table home, and away from what is said at the start."""
    yield "down"
    yield "back"
    answer = yield from look()
    if answer["screen"] == "menu":
        yield from pick("Home")


def to_line(label: str) -> Player:
    """The cursor goes to the line that begins with `label`."""
    answer = yield from look()
    for _ in range(30):
        if chosen(answer).startswith(label):
            return
        answer = yield "down"
    raise AssertionError(answer["lines"])


@pytest.mark.parametrize("change", CHANGES)
def test_hold_ok_on_its_line_ends_a_game_without_bringing_it_to_the_table(tmp_path: Path, change: str) -> None:
    recorded(tmp_path)
    CHANGES[change](tmp_path)

    def player() -> Player:
        yield from home()
        yield from to_line("»")
        before = yield from look()
        answer = yield "hold ok"
        assert (answer["screen"], chosen(answer)) == ("abandon", "Keep it")
        assert "Ada, Ben" in " ".join(answer["lines"])
        answer = yield "ok"
        assert answer == before
        yield "hold ok"
        yield "up"
        answer = yield "ok"
        assert (answer["screen"], answer["actions"]) == ("home", ["abandon 1"])
        assert "History" in answer["banner"]
        answer = yield "up"
        assert not [line for line in answer["lines"] if line.startswith("»")]
        assert "Continue: Praetorians, Cleo, Dora" in answer["lines"]

    played(tmp_path, player())
    with RecordView(tmp_path) as record:
        assert (record.state.table, record.waiting_games(0, 9).total) == (2, 0)
        (game,) = record.finished_games(0, 9).games
        assert (game.id, game.result and game.result[0], game.result and game.result.ended) == (1, (), "abandon")
    last = played(tmp_path, says("down", "back"))[-1]  # the table after a restart
    assert last["screen"] == "menu"


@pytest.mark.parametrize("change", CHANGES)
def test_opened_from_history_undo_brings_it_back_as_it_was(tmp_path: Path, change: str) -> None:
    recorded(tmp_path)
    CHANGES[change](tmp_path)

    def player() -> Player:
        yield from home()
        yield from to_line("»")
        yield from says("hold ok", "up", "ok", "down")
        yield from pick("History")
        answer = yield "ok"
        assert answer["screen"] == "ended"
        yield from pick("Open")
        answer = yield "hold back"
        assert answer["actions"] == ["undo"]
        answer = yield "down"
        assert answer["screen"] == ("table" if change == "whole" else "read-only")

    played(tmp_path, player())
    with RecordView(tmp_path) as record:
        assert (record.state.table, record.finished_games(0, 9).total, record.waiting_games(0, 9).total) == (1, 0, 1)


@pytest.mark.parametrize("change", CHANGES)
def test_the_game_on_the_table_is_ended_from_home_too(tmp_path: Path, change: str) -> None:
    recorded(tmp_path, games=1)
    CHANGES[change](tmp_path)

    def player() -> Player:
        yield from home()
        yield from to_line("Continue" if change == "whole" else "Last game")
        answer = yield "hold ok"
        assert (answer["screen"], chosen(answer)) == ("abandon", "Keep it")
        yield "up"
        answer = yield "ok"
        assert (answer["screen"], answer["actions"]) == ("home", ["abandon" if change == "whole" else "abandon 1"])
        yield "down"
        yield from to_line("Last game")
        answer = yield "hold ok"
        if change != "whole":  # a deed that ends a game is done once
            yield "up"
            answer = yield "ok"
            assert (answer["banner"], answer["actions"]) == ("the game is over", [])

    played(tmp_path, player())
    with RecordView(tmp_path) as record:
        assert (record.waiting_games(0, 9).total, record.finished_games(0, 9).total) == (0, 1)


def test_a_game_of_the_long_list_is_ended_there(tmp_path: Path) -> None:
    recorded(tmp_path, games=6)

    def player() -> Player:
        yield from home()
        yield from pick("More that wait")
        yield from to_line(WAITS)
        yield from says("hold ok", "up")
        answer = yield "ok"
        assert (answer["screen"], answer["actions"]) == ("waiting", ["abandon 1"])
        answer = yield "down"
        assert WAITS not in answer["lines"]

    played(tmp_path, player())


def test_on_three_keys_the_menu_of_holding_ok_ends_it(tmp_path: Path) -> None:
    recorded(tmp_path)

    def player() -> Player:
        yield from says("down", "hold ok")
        yield from pick("Home")
        yield from to_line("People")
        answer = yield "hold ok"
        assert "End this game" not in answer["lines"]
        yield "hold ok"
        yield from to_line(WAITS)
        yield "hold ok"
        yield from pick("End this game")
        yield "up"
        answer = yield "ok"
        assert answer["actions"] == ["abandon 1"]

    played(tmp_path, player(), board=SimulatedBoard(load("ssd1306-3")))


def test_the_help_key_is_help_also_there_and_holding_ok_is_help_on_every_other_line(tmp_path: Path) -> None:
    recorded(tmp_path)

    def player() -> Player:
        yield from home()
        yield from to_line(WAITS)
        answer = yield "help"
        assert answer["screen"] == "help"
        assert "Hold OK" in " ".join(answer["lines"])
        yield "back"
        yield from to_line("People")
        answer = yield "hold ok"
        assert answer["screen"] == "help"

    played(tmp_path, player(), board=SimulatedBoard(load("ssd1306-7")))
