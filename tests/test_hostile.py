"""Hostile input: any content of a file that somebody else may have written gives a clear error, in one line,
at once, and cannot steer a terminal. Game files, backups and databases have tests of their own (tests/record)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from patience import PATIENCE_S

from companion.console import printable

ESCAPE = "\x1b"


def companion(*arguments: str, words: str = "quit\n") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "companion", *arguments]
    return subprocess.run(command, input=words, capture_output=True, text=True, check=False, timeout=PATIENCE_S)


def clean(ended: subprocess.CompletedProcess[str]) -> str:
    """What it wrote; nothing of it steers a terminal or is a trace."""
    output = ended.stdout + ended.stderr
    assert ESCAPE not in output
    assert "Traceback" not in output
    return output


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    os.mkfifo(tmp_path / "pipe")
    return tmp_path / "pipe"


# -- settings

SETTINGS = {
    "a text that steers": ('language = "\\u001b[2J"', 'language is "\ufffd[2J"'),
    "a font that is no file": ('font = "/dev/zero"', "/dev/zero cannot be read as a font"),
    "a font whose name steers": ('font = "/no\\u001b[31m.ttf"', "/no\ufffd[31m.ttf cannot be read as a font"),
    "brackets without end": ("a = " + "[" * 30_000, "settings.toml cannot be read; the defaults hold"),
    "a number without end": ("brightness = 1" + "0" * 5_000, "settings.toml"),
    "a control character": ('font = "\x07"', "settings.toml"),
    "too much": ("#" * 100_000, "longer than 65536 bytes"),
    "a key that steers": ('"\\u001b[31m" = 1', "\ufffd[31m is not a setting"),
    "the other direction": ('language = "\\u202enj"', "language is"),
}


@pytest.mark.parametrize("kind", SETTINGS)
def test_hostile_settings_are_reported_and_the_device_runs(tmp_path: Path, kind: str) -> None:
    text, said = SETTINGS[kind]
    (tmp_path / "settings.toml").write_text(text, "utf-8")
    ended = companion("run", "--panel", "text", "--data", str(tmp_path))
    assert ended.returncode == 0
    assert said in clean(ended)
    assert '"screen": "home"' in ended.stdout
    assert (tmp_path / "settings.toml").read_text("utf-8") == text


def test_a_font_that_is_a_pipe_is_not_waited_for(tmp_path: Path, pipe: Path) -> None:
    (tmp_path / "settings.toml").write_text(f'font = "{pipe}"\n')
    ended = companion("run", "--panel", "text", "--data", str(tmp_path))
    assert f"{pipe} cannot be read as a font" in clean(ended)


@pytest.mark.parametrize("made", [os.mkfifo, os.mkdir], ids=["a pipe", "a folder"])
def test_settings_that_are_no_file_are_not_waited_for(tmp_path: Path, made: object) -> None:
    assert callable(made)
    made(tmp_path / "settings.toml")
    ended = companion("run", "--panel", "text", "--data", str(tmp_path))
    assert clean(ended).count("settings.toml cannot be read: not a file") == 1


def test_what_the_device_keeps_beside_its_record_is_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "reviews").mkdir()
    for name in ("index.sqlite3-journal", "lit.txt", "messages.json", "tags.toml", "reviews/puzzles.json"):
        os.mkfifo(tmp_path / name)
    ended = companion("run", "--panel", "text", "--data", str(tmp_path))
    assert '"screen": "home"' in clean(ended)
    assert "lit.txt" not in clean(companion("doctor", "--data", str(tmp_path)))


# -- the board of a hall


@pytest.mark.parametrize("file", ["/dev/zero", "pipe", "."])
def test_a_hall_that_is_no_file_is_not_waited_for(tmp_path: Path, pipe: Path, file: str) -> None:
    ended = companion("hall", "check", "--config", str(tmp_path / file))
    assert "cannot be read: " in clean(ended)


@pytest.mark.parametrize(
    ("secret", "why"), [("/dev/zero", "not a file"), ("pipe", "not a file"), ("latin", "it is not UTF-8")]
)
def test_a_password_that_is_no_text_is_a_fault_in_words(tmp_path: Path, pipe: Path, secret: str, why: str) -> None:
    (tmp_path / "latin").write_bytes("ä".encode("latin-1"))
    table = f'club = "arena"\nbroker = "mqtt://localhost"\nuser = "me"\npassword_file = "{secret}"\n'
    (tmp_path / "hall.toml").write_text(table)
    ended = companion("hall", "check", "--config", str(tmp_path / "hall.toml"))
    assert f'password_file is "{secret}"; the file cannot be read: {why}' in clean(ended)


# -- boards

BOARDS = {
    "a control character": 'name = "x\x1b[31m"',
    "a name that steers": 'name = "x\\u001b[31m"\nchip = "\\u001b[2J"\nbus = "i2c"\n',
    "a part that steers": '"\\u001b[2J" = 1\n',
    "a key that steers": '[keys]\n"\\u001b[2J" = 5\n',
    "brackets without end": "a = " + "[" * 8_000,
    "too much": "#" * 100_000,
    "bytes": "\ufffe\x00\x00",
}


@pytest.mark.parametrize("kind", BOARDS)
@pytest.mark.parametrize("command", [("wiring",), ("boards",), ("run", "--panel", "text", "--board")])
def test_hostile_boards_are_refused(tmp_path: Path, kind: str, command: tuple[str, ...]) -> None:
    (tmp_path / "board.toml").write_text(BOARDS[kind], "utf-8")
    data = ("--data", str(tmp_path / "data")) if command[0] == "run" else ()
    ended = companion(*command, str(tmp_path / "board.toml"), *data)
    assert clean(ended).startswith(f"companion: {tmp_path / 'board.toml'}")
    assert ended.returncode == 2
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("file", ["/dev/zero", "/proc/self/mem", "pipe", "."])
def test_a_board_that_is_no_file_is_not_waited_for(tmp_path: Path, pipe: Path, file: str) -> None:
    ended = companion("wiring", str(tmp_path / file))
    said = clean(ended)
    assert any(text in said for text in ("there is no such file", "cannot be read", "it is a folder")), said
    assert ended.returncode == 2


# -- what is said


def test_what_is_said_at_a_terminal_cannot_steer_it() -> None:
    output = printable("/\x1b]0;boo\x07/\u202ex \x9b2J \ud800\n")
    assert output == "/\\x1b]0;boo\\x07/\\u202ex \\x9b2J \\ud800\\n"


# -- where it keeps things


def test_the_folder_of_the_record_is_its_owners_alone(tmp_path: Path) -> None:
    companion("run", "--panel", "text", "--data", str(tmp_path / "data"))
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700
