"""A game recorded under other rules: its log, its last table that fits the rules, and going on from there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from device import Player, look, pick, played, says
from installed import Record
from logs import changed, texts

from companion.play.act import Line, parse
from companion.session.session import Session
from hardware.boards.profile import load
from hardware.simulated import SimulatedClock
from hardware.simulated.board import SimulatedBoard

CLOCK = SimulatedClock(1_770_000_000.0)


def recorded(folder: Path, change: Callable[[Line], Line]) -> None:
    """Four cards of Praetorians; then the log is changed by hand."""
    with Record(folder, ("Ada", "Ben")) as record:
        table = Session(record, CLOCK)
        table.start("praetorians", ("Ada", "Ben"), {"twelves": True})
        for text in ("flip R7", "flip R9", "stop", "flip B4"):
            table.enter(text)
    changed(folder, change)


def other_rules(line: Line) -> Line:
    """From the stop on the table was another one."""
    return line._replace(digest="ffffffffffff") if str(line.act) in ("stop", "flip B4") else line


def no_such_game(line: Line) -> Line:
    """The game has another name, and two of its entries say other things."""
    text = str(line.act)
    if text.startswith("new "):
        return line._replace(act=parse(text.replace("praetorians", "senet")))
    return line._replace(act=parse({"flip R9": "concede 7", "stop": "concede 1"}.get(text, text)))


def test_it_says_how_far_the_rules_agree_and_goes_on_from_there_with_one_key(tmp_path: Path) -> None:
    recorded(tmp_path, other_rules)

    def player() -> Player:
        answer = yield from look()
        assert answer["screen"] == "read-only"
        assert "after 2" in " ".join(answer["lines"])
        assert answer["lines"][answer["cursor"]] == "Go on from 2"
        answer = yield "ok"
        assert answer["screen"] == "table"
        assert answer["actions"] == ["back 2"]
        yield from pick("Stop")

    answers = played(tmp_path, player())
    assert answers[-1]["actions"] == ["stop"]
    assert texts(tmp_path)[-2:] == ["back 2", "stop"]
    with Record(tmp_path) as journal:
        now = Session(journal, CLOCK).now
        assert now is not None
        assert [moment.text for moment in now.timeline or ()] == ["", "flip R7", "flip R9", "stop"]


def test_going_on_is_taken_back_and_comes_again_like_anything_else(tmp_path: Path) -> None:
    recorded(tmp_path, other_rules)

    def player() -> Player:
        yield "ok"
        answer = yield "hold back"
        assert answer["screen"] == "read-only"
        assert answer["actions"] == ["undo"]
        answer = yield "ok"
        assert answer["screen"] == "table"

    played(tmp_path, player())
    with Record(tmp_path) as journal:
        table = Session(journal, CLOCK)
        table.undo()
        assert table.now is not None
        assert table.now.timeline is None
        assert table.redo().position is not None


def test_the_log_has_everything_in_words_or_in_those_of_the_record(tmp_path: Path) -> None:
    recorded(tmp_path, other_rules)

    def player() -> Player:
        yield from pick("Log")
        answer = yield from look()
        assert answer["screen"] == "log"
        assert answer["lines"][2:] == ["flip B4: ?", "stop: ?", "Ada: ▲R9: sum 16", "Ada: ▲R7: sum 7", "Start"]
        answer = yield "ok"  # nobody knows what the table was like then
        assert answer["screen"] == "log"
        yield from says("down down")
        answer = yield "ok"
        assert answer["screen"] == "then"
        assert answer["lines"][-3:] == ["Why?", "Go on", "Back"]
        yield from says("back back")
        answer = yield from look()
        assert answer["screen"] == "read-only"

    played(tmp_path, player())


def test_from_the_log_it_goes_on_further_back(tmp_path: Path) -> None:
    recorded(tmp_path, other_rules)

    def player() -> Player:
        yield from pick("Log")
        yield from says("up up")  # round to the first card
        yield "ok"
        yield from pick("Go on")

    answers = played(tmp_path, player())
    assert answers[-1]["actions"] == ["back 1"]
    assert answers[-1]["screen"] == "table"


def test_the_audit_shows_the_table_as_it_was_and_corrects_nothing(tmp_path: Path) -> None:
    recorded(tmp_path, other_rules)
    before = texts(tmp_path)

    def player() -> Player:
        yield from pick("Audit")
        answer = yield from look()
        assert answer["screen"] == "audit"
        assert answer["lines"][:2] == ["As it was", "2"]
        answer = yield "ok"
        assert answer["screen"] == "audit"
        assert answer["banner"] == "This is how it was. Go on from there first."
        yield from says("ok back")
        answer = yield from look()
        assert answer["screen"] == "read-only"

    played(tmp_path, player())
    assert texts(tmp_path) == before


def test_a_game_that_nobody_knows_any_more_has_its_log_in_the_words_of_the_record(tmp_path: Path) -> None:
    recorded(tmp_path, no_such_game)

    def player() -> Player:
        answer = yield from look()
        assert (answer["screen"], answer["lines"][0]) == ("read-only", "senet")
        yield from pick("Log")
        answer = yield from look()
        assert answer["lines"][2:] == ["flip B4", "Ben concedes", "concede 7", "flip R7", "the start of the game"]
        yield from says("down down up")
        yield "ok"
        yield from pick("Home")
        answer = yield from look()
        assert answer["screen"] == "home"

    played(tmp_path, player())


def test_with_three_keys_everything_of_it_is_within_reach(tmp_path: Path) -> None:
    recorded(tmp_path, other_rules)

    def player() -> Player:
        for label in ("Log", "Audit"):
            yield from pick(label)
            yield "hold ok"
            yield from pick("Back")
            answer = yield from look()
            assert answer["screen"] == "read-only"
        yield "hold ok"
        yield from pick("Help")
        answer = yield from look()
        assert answer["screen"] == "help"

    played(tmp_path, player(), board=SimulatedBoard(load("ssd1306-3")))
