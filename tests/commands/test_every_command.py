"""Every command with arguments made from its parser: whatever it is given, it answers, and in words."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from signal import SIGALRM

import pytest
from every_command import WORDS, command_lines, lay_out, parsers
from installed import Record

from companion.cli import main
from companion.record.log import LOG
from companion.session.session import Session
from hardware.simulated import SimulatedClock

ROOT = Path(__file__).parents[2]
RECORDS = ("no-record", "played", "text", "begun", "broken", "folder-log", "empty-record")
"""The folders that --data names; `text` is a file."""
PARTS = ((0,), (10, 24, 34))
"""Of 48 command lines those of the quick run, and of the gate."""
CODE = "import sys; sys.path[:0] = sys.argv[1:]; from every_command import main; main()"
ORDERS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""What must not reach a terminal."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("commands")
    lay_out(folder)
    for name in ("played", "begun"):
        with Record(folder / name) as record:
            session = Session(record, SimulatedClock(1_780_000_000))
            session.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
            for bank in ("bank 55", "bank 9", "bank 44")[: 3 if name == "played" else 1]:
                session.enter(bank)
    for name in ("broken", "folder-log/record.log"):
        (folder / name).mkdir(parents=True)
    (folder / "broken" / LOG).write_bytes(bytes(range(256)) * 64)
    return folder


@pytest.fixture(scope="module")
def commands(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """The process that runs command lines. Nothing of this machine's records or settings is its own."""
    environment = {
        **os.environ, "HOME": str(folder), "STATE_DIRECTORY": str(folder / "state"), "SDL_VIDEODRIVER": "dummy",
    }  # fmt: skip
    with subprocess.Popen(
        [sys.executable, "-c", CODE, str(ROOT), str(ROOT / "tests")],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", env=environment,
    ) as process:  # fmt: skip
        yield process
        assert process.stdin is not None
        process.stdin.close()


def complaint(commands: subprocess.Popen[str], folder: Path, words: tuple[str, ...]) -> str:
    """What is wrong with how a command line ended; empty if nothing is."""
    assert commands.stdin is not None
    assert commands.stdout is not None
    commands.stdin.write(f"{json.dumps([str(folder), words])}\n")
    commands.stdin.flush()
    status, out, err = json.loads(commands.stdout.readline())
    written = out + err
    if "Traceback" in written or status not in (0, 1, 2, -SIGALRM):
        return f"status {status}: {written[-600:]}"
    if ORDERS.search(written):
        return f"control characters: {written[-600:]!a}"
    if status > 0 and not written:
        return f"status {status} without a word"
    return ""


def test_every_command_is_tried() -> None:
    tried = {words for words, _ in parsers()}
    assert {("log",), ("run",), ("pad", "check"), ("hall", "publish"), ("card",)} < tried
    lines = list(command_lines(("x",), ("no-record",)))
    assert ("log", "--data=no-record", "x") in lines
    assert ("log", "-f", "--data=no-record") in lines
    # What would otherwise be the machine's own is always given.
    given = {"--fat", "--data", "--run", "--etc"}
    assert [
        line for line in lines if line[0] == "card" and not given <= {word.partition("=")[0] for word in line}
    ] == []


@pytest.mark.parametrize("part", [0, pytest.param(1, marks=pytest.mark.gate)])
def test_every_command_answers_in_words_whatever_it_is_given(
    commands: subprocess.Popen[str], folder: Path, part: int
) -> None:
    # The number of words has no factor with 48, so that each argument meets other words.
    lines = [line for place, line in enumerate(command_lines(WORDS, RECORDS)) if place % 48 in PARTS[part]]
    assert {line: why for line in lines if (why := complaint(commands, folder, line))} == {}


@pytest.mark.thorough
def test_every_command_answers_in_words_whatever_it_is_given_thoroughly(
    commands: subprocess.Popen[str], folder: Path
) -> None:
    lines = command_lines(WORDS, RECORDS)
    assert {line: why for line in lines if (why := complaint(commands, folder, line))} == {}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_folder_that_may_not_be_entered_is_said_in_words(commands: subprocess.Popen[str], folder: Path) -> None:
    barred = folder / "barred"
    (barred / "inner").mkdir(parents=True)
    barred.chmod(0)
    try:
        lines = command_lines(("barred", "barred/inner", "barred/x.toml"), ("barred/inner", "played"))
        assert {line: why for line in lines if (why := complaint(commands, folder, line))} == {}
    finally:
        barred.chmod(0o700)


@pytest.mark.parametrize(
    ("words", "first"),
    [
        (("games",), {"game": "praetorians", "name": "Praetorians", "players": [2, 4],
                      "options": {"twelves": [False, True], "entry": ["cards", "scores"]}}),
        (("boards", "plain"), {"board": "plain", "also": [], "name": "SSD1306 OLED on I2C, four buttons",
                               "display": "SSD1306 at 0x3C on I2C bus 1", "keys": ["UP", "DOWN", "OK", "BACK"],
                               "encoder": False}),
        (("pad", "list"), {"game": "wizard", "name": "Wizard", "players": [3, 6], "from": "ships with the program"}),
    ],
)  # fmt: skip
def test_what_is_listed_is_listed_for_programs_too(
    words: tuple[str, ...], first: object, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    assert main([*words, "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    found = listed["pads"] if words[0] == "pad" else listed
    assert (found[0] if isinstance(found, list) else found) == first
