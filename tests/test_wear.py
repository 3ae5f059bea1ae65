"""What is written to the card: a line for an act, and nothing for any other key. Cards wear out."""

from __future__ import annotations

import random
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from device import Answer, Player, begin, look, pick, played, says
from kills import Device, people
from presses import FOUR, Shadow, seated, way_to
from variants import first, up_to_three

from companion.games.registry import GAMES
from companion.record.index import INDEX
from companion.record.log import LOG

PEOPLE = ("Ada", "Ben", "Cleo")


def log(folder: Path) -> int:
    """The size of the log."""
    return (folder / LOG).stat().st_size


def state(folder: Path) -> dict[str, tuple[int, int]]:
    """Every file of the record."""
    return {file.name: (file.stat().st_size, file.stat().st_mtime_ns) for file in folder.iterdir()}


@pytest.mark.parametrize("most", first([20, 60], 1))
@pytest.mark.parametrize("game", GAMES)
def test_an_action_is_a_short_line_of_the_log_and_nothing_else(tmp_path: Path, game: str, most: int) -> None:
    table = Shadow(game, up_to_three(game, PEOPLE))
    chance = random.Random(5)
    grown: list[int] = []

    def player() -> Player:
        yield from seated(table)
        before = state(tmp_path)
        while not table.over and len(grown) < most:
            action, size = chance.choice(table.legal), log(tmp_path)
            for command in way_to(action, table.context, FOUR):
                answer = yield command.value
            table.enter(action)
            assert answer["actions"] == [str(action)]
            if not table.over:
                grown.append(log(tmp_path) - size)
                after = state(tmp_path)
                assert {name for name in after if after[name] != before[name]} == {LOG}

    played(tmp_path, player(), people=PEOPLE)
    assert grown
    assert sum(grown) <= 100 * len(grown)


def test_an_undo_is_a_line_and_what_follows_it_another(tmp_path: Path) -> None:
    sizes: list[int] = []

    def player() -> Player:
        yield from pick("Praetorians")
        yield from begin()
        for word in ("ok", "ok", "hold back", "ok", "ok"):
            yield word
            sizes.append((tmp_path / LOG).read_bytes().count(b"\n"))

    answers = played(tmp_path, player(), people=PEOPLE)
    assert [answer["actions"] for answer in answers[-4:]] == [["flip B5"], ["undo"], [], ["flip B5"]]
    assert [after - before for before, after in pairwise(sizes)] == [1, 1, 0, 1]


def test_looking_around_and_being_left_alone_write_nothing(tmp_path: Path) -> None:
    states: list[dict[str, tuple[int, int]]] = []

    def looking() -> Player:
        yield from pick("Praetorians")
        yield from begin()
        yield from pick("Red")
        states.append(state(tmp_path))
        for line in ("Log", "Audit", "Home"):
            answer = yield from look()
            while answer["screen"] != "menu":
                answer = yield "back"
            yield from pick(line)
            yield "down"
        states.append(state(tmp_path))
        for line in ("People", "History", "Settings"):
            answer = yield from look()
            if line in answer["lines"]:
                yield from pick(line)
                yield "down"
                yield "back"
        yield from says("hold ok", "down", "wait 40", "wait 200", "wait 3000", "ok", "up", "help")
        states.append(state(tmp_path))
        yield "quit"

    answers: list[Answer] = played(tmp_path, looking(), people=PEOPLE)
    assert {"log", "audit", "home", "people", "settings", "help", "dark"} <= {answer["screen"] for answer in answers}
    entered = [text for answer in answers for text in answer["actions"]]
    assert entered == ["new praetorians"]
    playing, home, after = states
    # The game leaves the table for home, and the index has it; from then on nothing is written.
    assert {name for name in home if home[name] != playing[name]} <= {INDEX}
    assert after == home


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts what a process writes")
def test_the_process_writes_its_answers_and_the_record_and_not_a_byte_more(tmp_path: Path) -> None:
    def written() -> int:
        lines = Path(f"/proc/{device.process.pid}/io").read_text("ascii").splitlines()
        return int(next(line for line in lines if line.startswith("wchar")).split()[1])

    people(tmp_path)
    # A game begins, and what keys may need is imported: that may write bytecode.
    start = ["ok", "ok", "ok", "wait 10"]
    # Forty cards are turned up and undone, the menu is opened and closed, and the score board comes.
    rest = [*["ok", "ok", "wait 2", "hold back", "back", "back"] * 40, "wait 60", "wait 900"]
    device = Device(tmp_path, start)
    device.read(len(start) + 1)
    before, record, said = written(), log(tmp_path), len(device.answers)
    device.say(rest)
    device.read(said + len(rest))
    answers = device.answers[said:]
    grown, wrote = log(tmp_path) - record, written() - before
    size = sum(device.sizes[said:])
    device.kill()
    assert len(answers) == len(rest)
    assert device.entered[-80:] == ["flip B5", "undo"] * 40
    assert grown > 40 * 80
    assert wrote == size + grown
