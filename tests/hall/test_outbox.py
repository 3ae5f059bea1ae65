"""What a table has to send: each revision worked by hand, and random evenings against the record itself."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from installed import Record
from record.random_evening import Guests

from companion.games.installed import INSTALLED
from companion.games.pad.collection import AllGames
from companion.hall.canonical import person_id
from companion.hall.messages import as_json, read_result
from companion.hall.outbox import Outbox
from companion.hall.people import NamePolicy
from companion.kit.game import Game
from companion.play.act import Line, Result, parse
from companion.play.fold import GameState, State
from companion.reader import Reader
from companion.record.log import LOG, Scan, read_line
from companion.session.session import Session
from hardware.simulated import SimulatedClock

ID, NEXT_ID = "a" * 32, "b" * 32
WON = Result((0,), (12, 9))


def rules(game: GameState, state: State) -> Game | None:
    return INSTALLED.known(game.key)


class Table:
    """A log as one writes it down: `1 new` is of game 1, `record log …` of no game; a result ends the game."""

    def __init__(self, *people: str) -> None:
        self.lines: list[Line] = []
        self.outbox = Outbox(NamePolicy("full", "key"), rules, lambda offset: self.lines[offset])
        self.write(f"record log 1 {ID} -")
        for number, name in enumerate(people or ("Ada", "Ben"), 1):
            self.write(f"people name {number} {name}")

    def write(self, said: str, result: Result | None = None, *, sure: bool = True) -> int:
        """Write a line; returns its number."""
        about, _, act = said.partition(" ")
        game = int(about) if about.isdigit() else 0
        act = "new spartacus 1,2" if act == "new" else act
        seq = len(self.lines)
        line = Line(
            seq, 1795376890.0 + seq, parse(act), game, f"g{game}" if game else about, f"{seq:012x}", result, sure, seq
        )
        self.lines.append(line)
        self.outbox.fold_line(seq, line)
        return seq

    def result(self, game: int = 1) -> tuple[int, str]:
        """The revision and the state of a game."""
        message = self.outbox.results[game].message()
        return message["revision"], message["state"]  # type: ignore[return-value]


def test_a_game_that_runs_or_was_abandoned_is_not_told() -> None:
    table = Table()
    table.write("1 new")
    table.write("1 win 0")
    table.write("1 undo")
    table.write("1 abandon", Result((), (0, 0), "abandon"))
    assert table.outbox.results == {}


def test_the_revision_is_the_line_that_last_changed_the_end() -> None:
    table = Table()
    table.write("1 new")
    assert table.write("1 win 0", WON) == 4
    assert table.result() == (4, "final")
    table.write("people name 3 Cleo")
    table.write("1 resume")
    assert table.result() == (4, "final")
    assert table.write("1 undo") == 7
    assert table.result() == (7, "withdrawn")
    assert table.write("1 redo") == 8
    assert table.result() == (8, "final")
    assert table.write("1 change 1 win 1", Result((1,), (3, 9))) == 9
    assert table.result() == (9, "final")
    table.write("1 undo")
    assert table.result() == (10, "final")
    table.write("1 undo")
    table.write("1 win 1")
    table.write("1 abandon", Result((), (0, 0), "abandon"))
    assert table.result() == (11, "withdrawn")


def test_a_result_says_what_the_log_says() -> None:
    table = Table()
    table.write("1 new spartacus 2,1 entry=scores twelves=true")
    table.write("1 win 0", WON, sure=False)
    assert table.outbox.results[1].message() == {
        "v": 1, "record": ID, "game": 1, "revision": 4, "state": "final", "kind": "spartacus", "title": "Spartacus",
        "players": [
            {"person": person_id("key", "Ben"), "name": "Ben"}, {"person": person_id("key", "Ada"), "name": "Ada"},
        ],
        "teams": None, "places": [1, 2], "scores": [12, 9], "ended": "played",
        "options": {"entry": "scores", "twelves": True}, "series": 1, "begun": "2026-11-22T19:48:13Z",
        "finished": "2026-11-22T19:48:14Z", "clock": False, "seconds": 1, "entries": 1, "digest": "000000000004",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("act", "result", "ended", "places"),
    [
        ("concede 0", Result((1,), (0, 0), "concede 0"), "conceded", [2, 1]),
        ("agree draw", Result((), (0, 0), "agree draw"), "agreed", [1, 1]),
    ],
)
def test_a_game_that_people_end_has_no_scores(act: str, result: Result, ended: str, places: list[int]) -> None:
    table = Table()
    table.write("1 new")
    table.write(f"1 {act}", result)
    message = table.outbox.results[1].message()
    assert (message["ended"], message["places"], message["scores"]) == (ended, places, None)


def test_the_losers_of_a_pad_follow_in_the_direction_of_its_points(tmp_path: Path) -> None:
    people = ("Ada", "Ben", "Cleo", "Dora")
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(1795376890.0))
        for low in (False, True):
            session.start("points", people, {"low": low, "goal": "none"})
            for text in ("made 0 30", "made 1 -5", "made 2 12", "made 3 30", "finish"):
                session.enter(text)
    with (tmp_path / LOG).open("rb") as file:
        outbox = Outbox(NamePolicy("none", "key"), lambda game, state: AllGames().game("points"), lambda at: None)
        for offset, line in Scan(file):
            outbox.fold_line(offset, line)
    most, fewest = [result.message() for result in outbox.results.values()]
    assert (most["scores"], most["places"]) == ([30, -5, 12, 30], [1, 4, 3, 1])
    assert (fewest["scores"], fewest["places"]) == ([30, -5, 12, 30], [3, 1, 2, 3])


def test_what_was_taken_back_stays_as_it_was_taken_back() -> None:
    table = Table()
    table.write("1 new")
    table.write("1 win 0", WON)
    table.write("1 undo")
    before = table.outbox.results[1]
    table.write("1 win 1")
    table.write("1 win 1")
    assert table.outbox.results[1] == before
    message = before.message()
    assert (message["entries"], message["places"], message["ended"], message["finished"]) == (0, None, None, None)


def test_a_game_keeps_the_id_of_the_record_under_which_it_began() -> None:
    table = Table()
    table.write("1 new")
    table.write(f"record log 1 {NEXT_ID} -")
    table.write("1 win 0", WON)
    table.write("2 new")
    table.write("2 win 0", WON)
    assert [result.record for result in table.outbox.results.values()] == [ID, NEXT_ID]


def test_imported_games_games_of_one_person_and_games_with_a_device_are_not_told() -> None:
    table = Table()
    table.write("record import 2")
    table.write("1 new spartacus 1,2 import=1")
    table.write("1 win 0", WON)
    table.write("1 undo")
    table.write("1 win 1", WON)
    table.write("2 new spartacus 1")
    table.write("2 win 0", Result((0,), (12,)))
    table.write("3 new spartacus 1,2,d1 sit2=1")
    table.write("3 win 0", Result((0,), (12, 9, 9)))
    assert table.outbox.results == {}


def test_a_game_that_a_device_has_played_in_is_told_only_as_taken_back() -> None:
    table = Table()
    table.write("1 new")
    table.write("1 win 0", WON)
    table.write("1 undo")
    table.write("1 sit 1 3")
    table.write("1 win 0", WON)
    assert table.result() == (5, "withdrawn")
    table.write("1 undo")
    table.write("1 undo")
    assert table.result() == (5, "withdrawn")
    table.write("1 win 0", WON)
    assert table.result() == (10, "final")


def test_two_people_whose_names_differ_only_in_case_are_no_result() -> None:
    table = Table("Ada", "ADA")
    table.write("1 new")
    table.write("1 win 0", WON)
    assert table.outbox.results == {}
    assert table.outbox.unsendable == {1}


def test_a_lost_line_takes_no_result_back() -> None:
    table = Table()
    table.write("1 new")
    table.write("1 win 0", WON)
    table.write("1 lost")
    assert table.result() == (4, "final")


def evening(folder: Path, seed: int, acts: int) -> Path:
    """A log with a random evening; returns its file."""
    with Record(folder, ("Ada", "Ben", "Cleo", "Dora", "Emil")) as record:
        guests = Guests(record, random.Random(seed))
        for _ in range(acts):
            guests.act()
    return folder / LOG


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_after_a_random_evening_exactly_the_finished_games_are_told(tmp_path: Path, seed: int) -> None:
    log = evening(tmp_path, seed, 250)
    with log.open("rb") as file, Record(tmp_path) as record:
        outbox = Outbox(NamePolicy("none", "key"), rules, lambda offset: read_line(file, offset))
        for offset, line in Scan(file):
            outbox.fold_line(offset, line)
        finals = {}
        for number in record.numbers():
            game = record.game_state(number)
            assert game is not None
            if game.result is not None and game.result.ended != "abandon" and len(game.people) > 1:
                finals[number] = (game.key, game.path[-1].digest, len(game.path) - 1)
        messages = {number: result.message() for number, result in outbox.results.items()}
        said = {
            number: (message["kind"], message["digest"], message["entries"])
            for number, message in messages.items()
            if message["state"] == "final"
        }
        assert said == finals
        assert finals
        for number, result in outbox.results.items():
            read = read_result(Reader(messages[number]))
            assert (read.hash, json.dumps(as_json(read))) == (result.hash, json.dumps(read_back(result.text)))


def read_back(text: str) -> object:
    return as_json(read_result(Reader(json.loads(text))))
