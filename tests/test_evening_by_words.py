"""A whole evening as words into the plain-text panel: real process, pins, driver and chip, and the record on disk.

`games/evening.txt` is what a thumb did: three people entered with the letter wheel, two games with 12s, matches, a
reshuffle and a last card, a slip taken back, undo over the end of the first game and over the start of the rematch.
`games/evening-record.txt` is what must be in the record afterwards.
"""

from __future__ import annotations

import json
import os
import pty
import random
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from installed import Record
from logs import texts
from patience import PATIENCE_S

GAMES = Path(__file__).parent / "games"
WORDS = (GAMES / "evening.txt").read_text("utf-8").splitlines()
RECORD = (GAMES / "evening-record.txt").read_text("utf-8").splitlines()


def companion(folder: Path, *more: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-W", "error", "-m", "companion", "run", "--panel", "text", "--data", str(folder), *more]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def said(folder: Path, words: list[str], *more: str) -> list[dict[str, Any]]:
    """The answers to words piped in all at once."""
    process = companion(folder, *more)
    out, err = process.communicate("".join(f"{word}\n" for word in words).encode(), timeout=PATIENCE_S)
    assert (process.returncode, err) == (0, b"")
    return [json.loads(line) for line in out.splitlines()]


def recorded(folder: Path) -> list[str]:
    """Names and entries of the record. Names come first: that is how the evening was written down."""
    with Record(folder) as record:
        names = [f"name {name}" for name in ("Ada", "Ben", "Cleo") if name in record.roster]
    return names + texts(folder)


def test_the_whole_evening_gives_the_expected_record_and_the_next_process_goes_on_there(tmp_path: Path) -> None:
    answers = said(tmp_path, WORDS)
    assert len(answers) == len(WORDS) + 1
    assert [text for answer in answers for text in answer["actions"]] == RECORD
    assert recorded(tmp_path) == RECORD
    assert [answer["screen"] for answer in answers if answer["screen"] == "results"]
    # The next process begins where this one ended.
    last, again = answers[-1], said(tmp_path, ["quit"])
    assert [(answer["screen"], answer["lines"]) for answer in again] == [(last["screen"], last["lines"])] * 2


def test_the_evening_holds_what_it_is_meant_to_hold() -> None:
    text = "\n".join(RECORD)
    assert RECORD.count("new praetorians") >= 3
    assert "undo" in text
    assert "redo" in text
    assert [entry for entry in RECORD if entry.startswith("resume")] == ["resume 3", "resume 4"]
    assert "flip 12>" in text
    assert WORDS.count("hold back") >= 4


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(8))
def test_killed_at_any_moment_what_was_answered_is_there(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    process = companion(tmp_path)
    assert process.stdin is not None
    assert process.stdout is not None
    # The first words make the people and take some 250; die among or after them, with words still in the pipe.
    until = chance.randrange(100, len(WORDS) - 5)
    process.stdin.write("".join(f"{word}\n" for word in WORDS).encode())
    process.stdin.flush()
    answers = [json.loads(process.stdout.readline()) for _ in range(until)]
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdin.close()
    unread = process.stdout.read()
    process.stdout.close()
    assert process.stderr is not None
    process.stderr.close()
    answers += [json.loads(line) for line in unread.splitlines(keepends=True) if line.endswith(b"\n")]
    given = [text for answer in answers for text in answer["actions"]]
    kept = recorded(tmp_path)
    # Everything that was answered, and at most the one word that was being carried out.
    assert kept[: len(given)] == given
    assert len(kept) <= len(given) + 1
    assert kept == RECORD[: len(kept)]
    resumed = said(tmp_path, ["hold back", "quit"])
    begun = "new praetorians" in kept
    assert (resumed[0]["screen"] in ("table", "results")) == begun
    assert resumed[1]["actions"] == (["undo"] if begun else [])


def test_frames_are_kept_each_once_and_four_times_enlarged(tmp_path: Path) -> None:
    from PIL import Image

    said(tmp_path / "data", ["ok", "back", "ok", "ok", "ok", "quit"], "--frames", str(tmp_path / "frames"))
    files = sorted((tmp_path / "frames").iterdir())
    assert [file.name for file in files] == ["0001.png", "0002.png", "0003.png", "0004.png"]
    pictures = [Image.open(file) for file in files]
    assert [picture.size for picture in pictures] == [(512, 256)] * 4
    assert len({picture.tobytes() for picture in pictures}) == 4
    said(tmp_path / "data", ["quit"], "--frames", str(tmp_path / "frames"))
    assert (tmp_path / "frames" / "0005.png").exists()


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_a_closed_stream_is_reported_in_words(tmp_path: Path, closed: str) -> None:
    shell = f'exec "$0" -m companion run --panel text --data "$1" {closed}'
    command = ["sh", "-c", shell, sys.executable, str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == "companion: the text panel needs standard input and output, and one of them is closed\n"


def test_every_wrong_setting_is_reported_once_on_standard_error_and_on_the_glass_also_when_a_key_is_pressed(
    tmp_path: Path,
) -> None:
    (tmp_path / "settings.toml").write_text('language = "xx"\nscore = 1\nfoo = 1\n', "ascii")
    process = companion(tmp_path)
    out, given = process.communicate(b"down\nup\ndown\nquit\n", timeout=PATIENCE_S)
    lines = given.decode().splitlines()
    assert [line.split()[1] for line in lines] == ["language", "score", "foo"]
    banners = [json.loads(line)["banner"] or "" for line in out.splitlines()]
    assert [banner.split()[1:2] for banner in banners[:4]] == [["language"], ["score"], ["foo"], []]


@pytest.mark.parametrize(
    ("term", "stderr", "why"),
    [("dumb", "terminal", "TERM is dumb"), ("xterm", "elsewhere", "standard error is not the terminal")],
)
def test_where_there_can_be_no_pictures_it_says_why_it_takes_words(
    tmp_path: Path, term: str, stderr: str, why: str
) -> None:
    master, slave = pty.openpty()
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-m", "companion", "run", "--data", str(tmp_path)],
        stdin=slave,
        stdout=slave,
        stderr=slave if stderr == "terminal" else writing,
        env={**os.environ, "TERM": term},
    )
    os.close(slave)
    os.close(writing)
    given = b""
    while b"ends it" not in given:
        given += os.read(master if stderr == "terminal" else reading, 4096)
    os.write(master, b"quit\n")
    with suppress(OSError):  # the other end is closed
        while os.read(master, 4096):
            pass
    assert process.wait(PATIENCE_S) == 0
    os.close(master)
    os.close(reading)
    assert f"companion: {why}, so there are no pictures here: type a word a line" in given.decode()
