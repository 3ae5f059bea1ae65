"""The device as a service manager sees it: the real process on a simulated board, with a manager of our own.

`--panel simulated` goes the way of a real board: the same inbox, the clock of the machine, the same end.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib.metadata import version
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from threading import Semaphore, Thread
from typing import Any

import pytest
from installed import Record
from letters import installed_font
from logs import texts
from patience import PATIENCE_S

from companion.record.index import INDEX
from companion.session.session import Session
from hardware.boards import ALL_KEYS
from hardware.simulated import SimulatedClock

PTRACE_ATTACH, PTRACE_DETACH = 16, 17
SILENT_S = 1.5
"""Ten times as long as from one ping to the next."""


class Device:
    """A running device: its manager's socket, its pipe of keys, the lines it says."""

    def __init__(
        self, folder: Path, watchdog: str = "", command: Sequence[str] = (), more: Mapping[str, str] | None = None
    ) -> None:
        self.run = folder / "run"
        self.run.mkdir(exist_ok=True)
        self.data = folder / "data"
        # The path of a socket has a hundred bytes at most, and the folder of a test may lie deep.
        self.shallow = TemporaryDirectory(dir="/tmp")
        notify = f"{self.shallow.name}/notify"
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.settimeout(PATIENCE_S)
        self.socket.bind(notify)
        environment = {
            **os.environ, "NOTIFY_SOCKET": notify, "RUNTIME_DIRECTORY": str(self.run),
            "JOURNAL_STREAM": "1:2", **({"WATCHDOG_USEC": watchdog} if watchdog else {}), **(more or {}),
        }  # fmt: skip
        plain = [sys.executable, "-m", "companion", "run", "--panel", "simulated", "--data", str(self.data)]
        self.process = subprocess.Popen(
            command or plain,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        self.lines: SimpleQueue[str] = SimpleQueue()
        self.shows = Semaphore(0)
        """Counts the lines."""
        self.log: list[str] = []
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self.readers = [
            Thread(target=lambda stream=stream, keep=keep: [keep(line) for line in stream], daemon=True)
            for stream, keep in ((self.process.stdout, self._keep), (self.process.stderr, self.log.append))
        ]
        for reader in self.readers:
            reader.start()

    def _keep(self, line: str) -> None:
        self.lines.put(line)
        self.shows.release()

    def heard(self, word: str) -> list[str]:
        """The messages to the manager, up to this word."""
        messages: list[str] = []
        while word not in messages:
            messages += self.socket.recv(4096).decode().splitlines()
        return messages

    def said(self) -> dict[str, Any]:
        """The next state that is shown."""
        found = json.loads(self.lines.get(timeout=PATIENCE_S))
        assert isinstance(found, dict)
        return found

    def until(self, screen: str) -> dict[str, Any]:
        while (found := self.said()).get("screen") != screen:
            pass
        return found

    def press(self, *words: str) -> None:
        """Press the next key once something is shown for the one before: after an entry OK is deaf for a while."""
        for word in words:
            while self.shows.acquire(blocking=False):  # what was shown before
                pass
            with (self.run / "keys").open("w") as pipe:
                pipe.write(f"{word}\n")
            assert self.shows.acquire(timeout=PATIENCE_S), word

    def ended(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """Its status after a signal, and what it has written to its log."""
        self.process.send_signal(number)
        status = self.process.wait(PATIENCE_S)
        for reader in self.readers:
            reader.join(PATIENCE_S)
        return status, "".join(self.log)


@contextmanager
def device(folder: Path, watchdog: str = "") -> Iterator[Device]:
    with used(Device(folder, watchdog)) as made:
        yield made


@contextmanager
def used(made: Device) -> Iterator[Device]:
    """A device that is gone afterwards, whatever happens."""
    try:
        yield made
    finally:
        made.process.kill()
        made.process.wait(PATIENCE_S)
        for reader in made.readers:
            reader.join(PATIENCE_S)
        for stream in (made.process.stdout, made.process.stderr):
            assert stream is not None
            stream.close()
        made.socket.close()
        made.shallow.cleanup()


def test_it_is_ready_once_something_is_shown_and_ends_in_good_order(tmp_path: Path) -> None:
    with device(tmp_path) as running:
        assert running.heard("READY=1")[0] == "READY=1"
        assert running.said()["screen"] == "home"
        running.press("ok", "ok", "ok")
        running.until("table")
        status, log = running.ended()
        assert running.heard("STOPPING=1")[-1] == "STOPPING=1"
    assert status == 0
    assert log.splitlines() == [
        f"<6>Table Companion {version('table-companion')}; the record {tmp_path / 'data'};"
        f" the board {ALL_KEYS.name}; no game is on the table",
        "<6>game 1: new praetorians; A, B; twelves=False entry=cards",
    ]
    assert sorted(path.name for path in (tmp_path / "data").iterdir()) == [INDEX, "lock", "record.log"]
    assert texts(tmp_path / "data") == ["new praetorians"]


def test_a_start_that_goes_on_with_a_game_says_with_which(tmp_path: Path) -> None:
    with Record(tmp_path / "data") as journal:
        session = Session(journal, SimulatedClock(0.0))
        session.start("praetorians", ("Ada", "Ben"), {})
    with device(tmp_path) as running:
        running.until("table")
        assert "; game 1 (praetorians: Ada, Ben) goes on\n" in running.ended()[1]
    with Record(tmp_path / "data") as journal:
        Session(journal, SimulatedClock(0.0)).enter("concede 0")
    with device(tmp_path) as running:
        running.until("results")
        assert "; game 1 (praetorians: Ada, Ben) is over\n" in running.ended()[1]


def test_started_by_hand_without_a_board_it_says_that_it_tries_again_and_how_it_ends(tmp_path: Path) -> None:
    plain = {name: text for name, text in os.environ.items() if name not in ("NOTIFY_SOCKET", "JOURNAL_STREAM")}
    command = [sys.executable, "-m", "companion", "run", "--panel", "board", "--data", str(tmp_path)]
    with subprocess.Popen(command, env=plain, stderr=subprocess.PIPE, text=True) as running:
        assert running.stderr is not None
        said = running.stderr.readline()
        running.send_signal(signal.SIGINT)
        running.stderr.read()
    assert said == "the device runs until Ctrl-C; a display or keys that do not answer are tried again and again\n"
    assert running.returncode == 0


def test_the_watchdog_hears_it_while_nobody_does_anything(tmp_path: Path) -> None:
    with device(tmp_path, "300000") as running:
        running.heard("READY=1")
        for _ in range(3):
            running.heard("WATCHDOG=1")


@contextmanager
def hanging(number: int) -> Iterator[None]:
    """The main thread of a process stands still, and its other threads go on."""
    trace = ctypes.CDLL(None, use_errno=True).ptrace
    trace.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p)
    if trace(PTRACE_ATTACH, number, None, None):
        pytest.skip(f"a process may not stop a thread of another: {os.strerror(ctypes.get_errno())}")
    os.waitpid(number, 0)
    try:
        yield
    finally:
        trace(PTRACE_DETACH, number, None, None)


@pytest.mark.skipif(sys.platform != "linux", reason="needs the ptrace of Linux")
def test_a_device_whose_loop_hangs_sends_no_pings_whatever_its_other_threads_do(tmp_path: Path) -> None:
    with device(tmp_path, "300000") as running:
        running.heard("WATCHDOG=1")
        with hanging(running.process.pid):
            running.socket.settimeout(0)
            with suppress(BlockingIOError):
                while running.socket.recv(4096):  # what was sent before
                    pass
            running.socket.settimeout(SILENT_S)
            with pytest.raises(TimeoutError):
                running.socket.recv(4096)
        running.socket.settimeout(PATIENCE_S)
        running.heard("WATCHDOG=1")


def test_settings_are_read_again_on_sighup(tmp_path: Path) -> None:
    installed_font()
    with device(tmp_path) as running:
        running.until("home")
        (tmp_path / "data" / "settings.toml").write_text('language = "ja"\n', "utf-8")
        running.process.send_signal(signal.SIGHUP)
        assert "設定" in str(running.said()["lines"])
        assert running.ended()[0] == 0


def test_killed_in_the_middle_it_is_back_at_the_table_with_no_press(tmp_path: Path) -> None:
    with device(tmp_path) as running:
        running.until("home")
        running.press("ok", "ok", "ok", "ok", "ok")
        while not running.until("table")["actions"]:
            pass
        assert running.ended(signal.SIGKILL)[0] == -signal.SIGKILL
    with device(tmp_path) as running:
        assert running.said()["screen"] == "table"
        assert running.ended()[0] == 0
    assert texts(tmp_path / "data") == ["new praetorians", "flip B5"]


def test_an_unknown_word_in_the_pipe_is_an_error_and_nothing_else(tmp_path: Path) -> None:
    with device(tmp_path) as running:
        running.until("home")
        running.press("jump", "x" * 300, "down")
        assert running.said() == {"error": "jump: not a word known here"}
        while "error" in (found := running.said()):
            pass
        assert found["cursor"] == 2  # the title is line 0
        assert running.ended()[0] == 0


SEEN = """
import sys
from pathlib import Path
from companion.services.device import simulated_front
from companion.services.device import SidePanels
from hardware.boards import ALL_KEYS
from hardware.simulated.board import SimulatedBoard

board = SimulatedBoard()
status = simulated_front.start(Path(sys.argv[1]), SidePanels(), ALL_KEYS, board)
board.chip.picture().save(sys.argv[2])
sys.exit(status)
"""
"""A device whose glass can be looked at when it has ended."""


def systemctl(folder: Path, script: str) -> dict[str, str]:
    """An environment in which systemctl does this, and writes down what it was asked."""
    (folder / "bin").mkdir(exist_ok=True)
    program = folder / "bin" / "systemctl"
    program.write_text(f'#!/bin/sh\necho "$@" >>{folder}/asked\n{script}\n')
    program.chmod(0o755)
    return {"PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}


def seen(folder: Path, script: str) -> Device:
    command = [sys.executable, "-c", SEEN, str(folder / "data"), str(folder / "glass.png")]
    return Device(folder, command=command, more=systemctl(folder, script))


def glass(folder: Path) -> bytes:
    from PIL import Image

    return Image.open(folder / "glass.png").tobytes()


def safe() -> bytes:
    """The page that says that the plug may be pulled."""
    from companion.ui import shutdown
    from companion.ui.painter import Painter
    from companion.words import Words
    from hardware.fonts import letters

    painter, words = Painter(letters()), Words("en")
    return painter.page(shutdown.safe_page(words)).tobytes()


def test_stopped_alone_it_leaves_a_dark_glass(tmp_path: Path) -> None:
    with used(seen(tmp_path, "echo running")) as running:
        running.heard("READY=1")
        assert running.ended()[0] == 0
    assert not any(glass(tmp_path))


def test_stopped_with_the_machine_it_says_that_the_plug_may_be_pulled(tmp_path: Path) -> None:
    with used(seen(tmp_path, "echo stopping; exit 1")) as running:
        running.heard("READY=1")
        assert running.ended()[0] == 0
    assert glass(tmp_path) == safe()


def test_switched_off_by_its_keys_it_asks_the_machine_and_says_that_the_plug_may_be_pulled(tmp_path: Path) -> None:
    with used(seen(tmp_path, "exit 0")) as running:
        running.until("home")
        running.press("up", "ok")
        running.until("saving")
        while "poweroff" not in ((tmp_path / "asked").read_text() if (tmp_path / "asked").exists() else ""):
            assert running.process.poll() is None
        assert running.ended()[0] == 0
    assert glass(tmp_path) == safe()
    assert (tmp_path / "asked").read_text().splitlines()[0] == "--no-ask-password poweroff"


FAULTY = """
import sys
from companion.values import replace
from pathlib import Path
from companion.console.log_lines import log_to_stderr
from companion.services.device.board_front import run_device
from hardware.boards import ALL_KEYS
from hardware.simulated.board import SimulatedBoard

board = SimulatedBoard()
profile = replace(ALL_KEYS, legend="left")

def parts():
    raise RuntimeError("the sky fell")

log_to_stderr("INFO")
status = run_device(Path(sys.argv[1]), None, profile, board.oled(), board.splash, parts)
board.chip.picture().save(sys.argv[2])
sys.exit(status)
"""


def faulty(folder: Path) -> subprocess.CompletedProcess[str]:
    """A device with a fault that ends it."""
    (folder / "run").mkdir(exist_ok=True)
    environment = {**os.environ, "RUNTIME_DIRECTORY": str(folder / "run"), "JOURNAL_STREAM": "1:2"}
    command = [sys.executable, "-c", FAULTY, str(folder / "data"), str(folder / "glass.png")]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_a_fault_of_the_device_is_reported_on_the_glass_and_in_the_log_and_nothing_is_lost(tmp_path: Path) -> None:
    from PIL import Image

    from companion.ui import shutdown
    from companion.ui.painter import Painter
    from companion.words import Words
    from hardware.fonts import letters

    with device(tmp_path) as running:
        running.until("home")
        running.press("ok", "ok", "ok")
        running.until("table")
        running.ended()
    (tmp_path / "data" / "settings.toml").write_text('small = true\nrotation = "180"\n')
    ended = faulty(tmp_path)
    assert ended.returncode == 1
    lines = ended.stderr.splitlines()
    assert lines[0] == "<2>the device stopped: the sky fell"
    assert lines[-1] == "<2>RuntimeError: the sky fell"
    assert all(line.startswith("<2>") for line in lines)
    painter, words = Painter(letters(), legend="left", small=True, turned=True), Words("en")
    glass = Image.open(tmp_path / "glass.png")
    assert glass.tobytes() == painter.page(shutdown.stopped_page(words, painter.reading, painter.wrap)).tobytes()
    assert texts(tmp_path / "data") == ["new praetorians"]


def test_after_three_crashes_in_a_row_it_starts_at_home_and_after_a_normal_end_at_the_table(tmp_path: Path) -> None:
    with device(tmp_path) as running:
        running.until("home")
        running.press("ok", "ok", "ok")
        running.until("table")
        running.ended()
    faulty(tmp_path)
    faulty(tmp_path)
    with device(tmp_path) as running:
        assert running.said()["screen"] == "table"
        running.ended(signal.SIGKILL)  # as the watchdog does it: this death counts as well
    with device(tmp_path) as running:
        found = running.said()
        assert found["screen"] == "home"
        assert found["banner"].startswith("The device stopped 3 times")
        running.ended()
    with device(tmp_path) as running:
        assert running.said()["screen"] == "table"
        running.ended()
