"""The whole program in a terminal of its own, as a shell would start it."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from installed import Record
from patience import PATIENCE_S

from companion.console.record_access import words_of
from companion.ui.tour import TOUR

LEAVES_THE_SCREEN = b"\x1b[?1049l"
# The terminal becomes that of the program's session, so that the program gets a signal when it hangs up.
START = """
import fcntl, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from companion.cli import main
sys.exit(main())
"""


class Terminal:
    """One end of a terminal of 80 × 24; the program is at the other. `seen` is all that it has written."""

    def __init__(self, master: int, program: subprocess.Popen[bytes]) -> None:
        self.master = master
        self.program = program
        self.seen = b""

    def until(self, text: bytes, after: int = 0) -> int:
        """Read until the program has written it; how much it had written then."""
        deadline = time.monotonic() + PATIENCE_S
        while text not in self.seen[after:]:
            assert time.monotonic() < deadline, self.seen
            if select.select([self.master], [], [], 0.1)[0]:
                try:
                    self.seen += os.read(self.master, 65536)
                except OSError:  # the program has ended
                    assert text in self.seen[after:], self.seen
        return len(self.seen)

    def type(self, text: bytes) -> None:
        os.write(self.master, text)

    def hang_up(self) -> None:
        """Close this end, once: its number may belong to another file then."""
        if self.master >= 0:
            os.close(self.master)
            self.master = -1

    def status(self) -> int:
        return self.program.wait(PATIENCE_S)


@contextmanager
def terminal(folder: Path, **environment: str) -> Iterator[Terminal]:
    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (24, 80))
    program = subprocess.Popen(
        [sys.executable, "-W", "error", "-c", START, "run", "--panel", "terminal", "--data", str(folder)],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**os.environ, "TERM": "xterm-256color", **environment},
        start_new_session=True,
    )
    os.close(slave)
    talk = Terminal(master, program)
    try:
        yield talk
    finally:
        talk.hang_up()
        program.kill()
        program.wait()


def test_a_game_in_a_terminal(tmp_path: Path) -> None:
    with terminal(tmp_path) as talk:
        talk.until(b"Your entries are listed")
        talk.type(b"\x7f" * len(TOUR))  # the first start explains the keys
        talk.type(b"\r\r")
        talk.until(b"new praetorians")
        talk.type(b"q")
        talk.until(LEAVES_THE_SCREEN)
        assert talk.status() == 0
    assert "⠒".encode() in talk.seen
    Record(tmp_path).close()


def test_a_language_that_is_chosen_is_that_of_the_terminal_at_once(tmp_path: Path) -> None:
    with terminal(tmp_path) as talk:
        talk.until(b"Your entries are listed")
        talk.type(b"\x7f" * len(TOUR) + b"set\rlan\r")
        talk.until("入力したことが".encode())
        talk.type(b"q")
        talk.until(LEAVES_THE_SCREEN)
        assert talk.status() == 0
    assert words_of(tmp_path).language == "ja"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_program_that_is_asked_to_end_leaves_the_terminal_in_good_order(tmp_path: Path, number: int) -> None:
    with terminal(tmp_path) as talk:
        talk.until(b"Record")
        talk.program.send_signal(number)
        talk.until(LEAVES_THE_SCREEN)
        assert talk.status() == 0
    Record(tmp_path).close()


def test_the_size_is_that_of_the_terminal_whatever_the_environment_says(tmp_path: Path) -> None:
    with terminal(tmp_path, COLUMNS="40", LINES="12") as talk:
        talk.until(b"Your entries are listed")  # 40 × 12 has no room for the glass
        talk.type(b"q")
        talk.until(LEAVES_THE_SCREEN)
        assert talk.status() == 0


def test_a_terminal_that_hangs_up_ends_the_program_with_the_record_closed(tmp_path: Path) -> None:
    with terminal(tmp_path) as talk:
        talk.until(b"Record")
        talk.hang_up()
        assert talk.status() == 128 + signal.SIGHUP
    Record(tmp_path).close()


def test_a_terminal_without_colour_gets_none(tmp_path: Path) -> None:
    with terminal(tmp_path, NO_COLOR="1") as talk:
        talk.until(b"Record")
        talk.type(b"q")
        talk.until(LEAVES_THE_SCREEN)
    assert b"[38;" not in talk.seen
    assert b"[48;" not in talk.seen


def test_a_record_in_use_is_reported_in_words_and_the_terminal_is_not_touched(tmp_path: Path) -> None:
    with Record(tmp_path), terminal(tmp_path) as talk:
        talk.until(b"is in use by")
        assert talk.status() == 1
    assert b"\x1b" not in talk.seen


def test_a_terminal_that_cannot_place_text_is_reported_in_words(tmp_path: Path) -> None:
    with terminal(tmp_path, TERM="dumb") as talk:
        talk.until(b"no terminal to play in here")
        assert talk.status() == 2
    assert b"\x1b" not in talk.seen
