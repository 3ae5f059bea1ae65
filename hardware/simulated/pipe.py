"""A simulated board without a front: words from a pipe press its keys in real time, lines of JSON say what is shown.

For trying the service where there is no board. The words are those of the text panel, but for `wait` and `quit`; what
is no word known here is answered with an error.
"""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from companion.ports import Key, PortLost, Shown
from hardware.gestures import HOLD_S
from hardware.simulated.text import HOLDS, line_of, state

TAP_S = 0.05
"""So long a finger stays on a key, and so long it rests before the next."""
LINE_MOST = 100


class Told:
    """Implements `ports.Panel`: each state as a line of JSON, as the text panel has it."""

    def __init__(self, replies: BinaryIO) -> None:
        self._replies = replies

    def show(self, shown: Shown) -> None:
        self.say({**state(shown, shown.journaled), "light": shown.light.value})

    def say(self, reply: dict[str, object]) -> None:
        """One line."""
        with suppress(OSError):  # a reader that went away is no reason to stop a game
            self._replies.write(line_of(reply))
            self._replies.flush()

    def close(self) -> None:
        """Nothing to leave in order."""


def made(path: Path) -> Path:
    """Make the pipe. What is written to it waits until somebody reads. Raises PortLost."""
    try:
        if not (path.exists() and stat.S_ISFIFO(path.stat().st_mode)):
            os.mkfifo(path, 0o600)
    except OSError as error:
        raise PortLost(f"the pipe {path} cannot be made: {error.strerror or error}") from error
    return path


class Pipe:
    """Reads words from a pipe in the file system, in a thread of its own, until it is closed."""

    def __init__(
        self,
        path: Path,
        press: Callable[[Key], None],
        release: Callable[[Key], None],
        keys: Collection[Key],
        told: Told,
    ) -> None:
        """Raises PortLost if the pipe cannot be opened."""
        self._press, self._release, self._keys, self._told = press, release, keys, told
        try:
            # For writing too: else it ends with everybody who wrote a word.
            self._pipe = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        except OSError as error:
            raise PortLost(f"the pipe {path} cannot be opened: {error.strerror or error}") from error
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
                    self._told.say({"error": f"the line is longer than {LINE_MOST} bytes"})
                    rest = b""

    def _do(self, word: str) -> None:
        key = HOLDS.get(word) or next((key for key in Key if key.value == word), None)
        if key not in self._keys or key is None:
            if not self._closing.is_set():
                self._told.say({"error": f"{word}: not a word known here"})
            return
        self._press(key)
        self._closing.wait(HOLD_S + TAP_S if word in HOLDS else TAP_S)
        self._release(key)
        self._closing.wait(TAP_S)

    def close(self) -> None:
        """Stop listening; may be called twice."""
        if not self._closing.is_set():
            self._closing.set()
            # Wakes whoever waits for a word.
            with suppress(OSError):
                os.write(self._pipe, b"\n")
            self._thread.join(2)
