"""A simulated board without a front: words from a pipe press its keys in real time; lines of JSON show its state.

It is for trying the service without a board. The words are the text panel's, without `wait` and `quit`. Other
words get an error as the answer.
"""

from __future__ import annotations

import os
import stat
import threading
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from companion.ports import HOLD_S, DeviceState, Key, PortError
from hardware.simulated.text import HOLDS, describe, json_line

TAP_S = 0.05
"""How long a key is down."""
PAUSE_S = 0.45
"""How long nothing has been shown before the next key. After an entry has been shown OK is deaf for almost as long."""
LINE_MOST = 100


class JsonPanel:
    """Implements `ports.Panel`: writes each state as a line of JSON, in the form of the text panel."""

    def __init__(self, replies: BinaryIO) -> None:
        self._replies = replies
        self.shown_at = time.monotonic()

    def show(self, state: DeviceState) -> None:
        self.shown_at = time.monotonic()
        self.write({**describe(state, state.recorded), "light": state.light.value})

    def write(self, reply: dict[str, object]) -> None:
        with suppress(OSError):  # the game goes on without a reader
            self._replies.write(json_line(reply))
            self._replies.flush()

    def close(self) -> None:
        """Nothing to close."""


def make_pipe(path: Path) -> Path:
    """Make a named pipe. Words that are written to it wait until they are read. Raises PortError."""
    try:
        if not (path.exists() and stat.S_ISFIFO(path.stat().st_mode)):
            os.mkfifo(path, 0o600)
    except OSError as error:
        raise PortError(f"the pipe {path} cannot be made: {error.strerror or error}") from error
    return path


class Pipe:
    """Reads words from a named pipe in a thread until it is closed."""

    def __init__(
        self,
        path: Path,
        press: Callable[[Key], None],
        release: Callable[[Key], None],
        keys: Collection[Key],
        panel: JsonPanel,
    ) -> None:
        """Raises PortError if the pipe cannot be opened."""
        self._press, self._release, self._keys, self._panel = press, release, keys, panel
        try:
            # For writing too: otherwise it ends when a writer closes it.
            self._pipe = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        except OSError as error:
            raise PortError(f"the pipe {path} cannot be opened: {error.strerror or error}") from error
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._read, name="pipe", daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with open(self._pipe, "rb", buffering=0, closefd=True) as pipe:  # noqa: PTH123 - a number, not a path
            rest = b""
            while not self._closing.is_set():
                rest += pipe.read(LINE_MOST)
                *lines, rest = rest.split(b"\n")
                for line in lines:
                    self._do(line.decode("utf-8", "replace"))
                if len(rest) > LINE_MOST:
                    self._panel.write({"error": f"the line is longer than {LINE_MOST} bytes"})
                    rest = b""

    def _do(self, word: str) -> None:
        key = HOLDS.get(word) or next((key for key in Key if key.value == word), None)
        if key not in self._keys or key is None:
            if not self._closing.is_set():
                self._panel.write({"error": f"{word}: not a word known here"})
            return
        self._wait(self._panel.shown_at)
        self._press(key)
        self._closing.wait(HOLD_S + TAP_S if word in HOLDS else TAP_S)
        self._release(key)
        self._wait(time.monotonic())

    def _wait(self, since: float) -> None:
        """Wait until the pause since then, and since the device has shown something, is over."""
        while (left := max(since, self._panel.shown_at) + PAUSE_S - time.monotonic()) > 0 and not self._closing.wait(
            left
        ):
            pass

    def close(self) -> None:
        """Stop reading; may be called twice."""
        if not self._closing.is_set():
            self._closing.set()
            # Wakes the thread.
            with suppress(OSError):
                os.write(self._pipe, b"\n")
            self._thread.join(2)
