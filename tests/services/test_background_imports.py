"""Soon after the start no key imports a module or opens a file of the program any more: where no file descriptor is
free, that would end the device in the middle of a game.

The device is a process of its own; its keys come from players who read what it answers.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from device import WALL, Answer, Player, homeward, look, pick
from installed import Record
from logs import texts

from companion.games.registry import GAMES, game
from companion.services.device.loop_setup import import_in_background
from companion.session.session import Session
from companion.words import LANGUAGES, Words
from hardware.simulated import SimulatedClock

PEOPLE = ("Ada", "Ben", "Cleo")
WORDS = (
    *("ok",) * 30, *("down",) * 16, *("up",) * 10, *("right",) * 6, *("left",) * 4, *("back",) * 9,
    "help", "help", "hold ok", "hold back", "hold back", "wait 40", "wait 3", "wait 700",
)  # fmt: skip
"""What is pressed, as often as it stands here."""

CURVES = """
import json, resource, sys

class Words:
    # Standard input. At the word `settled` it is noted what has been imported; from then on, which files are opened.
    # At the word `barred` it is made impossible to open any.

    def __init__(self):
        self.buffer = self

    def readline(self, size):
        line = sys.__stdin__.buffer.readline(size)
        if line == b"settled\\n":
            known.update(sys.modules)
            line = sys.__stdin__.buffer.readline(size)
        if line == b"barred\\n":
            resource.setrlimit(resource.RLIMIT_NOFILE, (0, hard))
            line = sys.__stdin__.buffer.readline(size)
            assert not can_open()
        return line

def can_open():
    try:
        open(__import__("os").devnull).close()
    except OSError:
        return False
    return True

_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
known, opened = set(), set()

def watch(event, arguments):
    # The pipes of the worker, and what its errors go to, are no files; without a descriptor for them a turn of the
    # device is chosen by a simple rule.
    if known and event == "open" and not isinstance(arguments[0], int) and arguments[0] != "/dev/null":
        opened.add(str(arguments[0]))

from companion.cli import main
sys.stdin = Words()
sys.addaudithook(watch)
main(["run", "--panel", "text", "--data", sys.argv[1]])
resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
print(json.dumps({"imported": sorted(set(sys.modules) - known), "opened": sorted(opened)}))
"""
"""A device on the text panel that says at its end what has been imported and opened since it had settled."""


def watched(folder: Path, player: Player, after: str = "settled") -> tuple[dict[str, list[str]], set[str]]:
    """What a device imports and opens once a minute has passed at home, and the screens that the player has seen."""
    command = [sys.executable, "-c", CURVES, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        stdin, stdout = process.stdin, process.stdout
        assert stdin is not None
        assert stdout is not None

        def said(word: str) -> dict[str, Any]:
            stdin.write(f"{word}\n")
            stdin.flush()
            return dict(json.loads(stdout.readline()))

        try:
            seen = {str(json.loads(stdout.readline())["screen"])}
            said("wait 60")
            stdin.write(f"{after}\n")
            word = next(player)
            while True:
                answer = said(word)
                seen.add(str(answer["screen"]))
                try:
                    word = player.send(answer)
                except StopIteration:
                    break
            stdin.close()
            return dict(json.loads(stdout.read())), seen
        finally:
            process.kill()


def evenings(folder: Path, chance: random.Random) -> None:
    """A record in which every game has been played to its end, and Praetorians twice."""
    with Record(folder, PEOPLE) as journal:
        session = Session(journal, SimulatedClock(WALL), chance)
        for key in (*GAMES, "praetorians"):
            step = session.start(key, PEOPLE[: game(key).players[0]], {})
            while step.outcome is None:
                assert step.position is not None
                step = session.enter(str(chance.choice(step.position.legal())))


def entries(folder: Path) -> list[str]:
    Record(folder, PEOPLE).close()
    return texts(folder)


def anything(chance: random.Random, presses: int) -> Player:
    for _ in range(presses):
        yield chance.choice(WORDS)


def labelled(answer: Answer, key: str) -> str:
    """The line with this text. Whoever plays may have pressed their way to Japanese."""
    return next(label for label in [words(key) for words in map(Words, LANGUAGES)] if label in answer["lines"])


def visits(chance: random.Random) -> Player:
    """Look into everything that home offers, begin every game and open its log."""
    others = ("history", "people", "settings")
    for key in (*[f"game.{name}" for name in GAMES], *[f"screen.home.{name}" for name in others]):
        while (answer := (yield from homeward()))["screen"] != "home":
            yield from anything(chance, 5)
        yield from pick(labelled(answer, key))
        answer = yield from look()
        if answer["screen"] == "new":
            yield from pick(str(answer["lines"][1]))
            for _ in range(9):
                if (answer := (yield "back"))["screen"] == "menu":
                    break
            yield from pick(labelled(answer, "screen.menu.log"))
        yield from anything(chance, 70)


@pytest.mark.parametrize("seed", [pytest.param(0, marks=pytest.mark.gate), pytest.param(1, marks=pytest.mark.thorough)])
def test_no_key_imports_a_module_or_opens_a_file_outside_the_record(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    evenings(tmp_path, chance)
    found, seen = watched(tmp_path, visits(chance))
    assert found["imported"] == []
    # A name alone is opened in a folder that is open already: that of the record.
    assert [path for path in found["opened"] if "/" in path and not path.startswith(str(tmp_path))] == []
    assert {"home", "table", "log", "help", "history", "settings"} <= seen


def test_a_device_that_can_open_nothing_any_more_plays_on(tmp_path: Path) -> None:
    chance = random.Random(2)
    evenings(tmp_path, chance)
    before = entries(tmp_path)
    _, seen = watched(tmp_path, visits(chance), "barred")
    assert {"home", "table", "log", "help", "history", "settings"} <= seen
    assert entries(tmp_path)[: len(before)] == before
    assert len(entries(tmp_path)) > len(before) + len(GAMES)


HASHES = """
import sys
from importlib import import_module
from companion.services.device.loop_setup import OPTIONAL, modules
from companion.texts import sha256

for name in modules():
    if name not in OPTIONAL:
        import_module(name)
known = set(sys.modules)
sha256(b"")
print(*sorted(set(sys.modules) - known))
"""


@pytest.mark.gate
def test_a_hash_needs_no_import_any_more_also_where_no_optional_library_is() -> None:
    process = subprocess.run([sys.executable, "-c", HASHES], capture_output=True, text=True, check=True)
    assert process.stdout.split() == []


def test_what_cannot_be_loaded_is_logged_and_the_rest_is_loaded(caplog: pytest.LogCaptureFixture) -> None:
    called = []

    def broken() -> None:
        raise OSError("the card is dying")

    def sound() -> None:
        called.append("sound")

    names = list(import_in_background(broken, sound))
    assert called == ["sound"]
    assert caplog.messages == ["broken cannot be loaded"]
    assert names[-2:] == ["broken", "sound"]
