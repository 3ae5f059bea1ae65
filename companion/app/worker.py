"""The process in which the device thinks. It speaks the referee's protocol over two pipes.

One thread of this process reads the answers and only enqueues them, another one sends the questions, of any length; so
nothing ever waits for the worker. While a question is open, nothing is sent to it but `stop`.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Thread

from companion.ports import Answered, Event
from companion.values import Protocol

Request = Mapping[str, object]

log = logging.getLogger(__name__)


class Worker(Protocol):
    """What answers questions about games, one at a time. Each answer comes into the inbox as `Answered`."""

    @property
    def busy(self) -> bool:
        """Whether a question is open: its answer was not taken yet."""

    def take(self, answer: Answered) -> None:
        """The inbox has given this answer."""

    def ask(self, number: int, way: Sequence[Request], then: Sequence[Request]) -> None:
        """Ask the last one of `then`, at the table to which `way` leads from its beginning. Only while not busy.

        Where nothing can be asked, the answer is `Answered` without a reply.
        """

    def stop(self) -> None:
        """Ask for the best answer that there is by now."""

    def close(self) -> None:
        """End the worker, also while a question is open; that one is not answered any more."""


class Process:
    """A `Worker` in a process of its own, started with the first question. `module` is what it runs.

    `put` takes the answers, in any thread.
    """

    def __init__(self, put: Callable[[Event], None], module: str) -> None:
        self._put = put
        self._module = module
        self._running: _Running | None = None
        self._open: int | None = None

    @property
    def busy(self) -> bool:
        return self._open is not None

    def take(self, answer: Answered) -> None:
        if answer.number == self._open:
            self._open = None

    def ask(self, number: int, way: Sequence[Request], then: Sequence[Request]) -> None:
        self._open = number
        try:
            if self._running is None or self._running.ended:
                self._end()
                self._running = _Running(self._module, self._put)
            self._running.ask(number, [_line(request) for request in way], [_line(request) for request in then])
        except OSError as error:
            log.error("the device cannot think: %s", error)
            self._end()
            self._put(Answered(number, None))

    def stop(self) -> None:
        if self._running is not None and self._open is not None:
            self._running.stop()

    def close(self) -> None:
        self._open = None
        self._end()

    def _end(self) -> None:
        running, self._running = self._running, None
        if running is not None:
            running.close()


def start_module(module: str, *words: str, stderr: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
    """Start a module of this project as a process of its own, with pipes for input and output. It is given the number
    of this process, then `words`. Raises OSError.
    """
    source = str(Path(__file__).resolve().parents[2])
    paths = [source, *filter(None, [os.environ.get("PYTHONPATH")])]
    return subprocess.Popen(
        [sys.executable, "-m", module, str(os.getpid()), *words],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)}, start_new_session=True,
    )  # fmt: skip


class _Running:
    """One process of the worker, until it ends."""

    def __init__(self, module: str, put: Callable[[Event], None]) -> None:
        self._put = put
        self._known: list[bytes] = []
        self._expected: deque[int | None] = deque()  # for each answer to come, the question, if somebody waits for it
        self.ended = self._closed = False
        self._process = start_module(module)
        assert self._process.stdin is not None
        self._descriptor = self._process.stdin.fileno()
        self._unsent: SimpleQueue[bytes] = SimpleQueue()
        self._threads = [Thread(target=work, name="worker", daemon=True) for work in (self._read, self._write)]
        for thread in self._threads:
            thread.start()

    def ask(self, number: int, way: list[bytes], then: list[bytes]) -> None:
        """Send what the worker does not know yet of the way, then the rest."""
        known = len(self._known)
        lines = [*(way[known:] if known and way[:known] == self._known else way), *then]
        self._known = way
        self._expected.extend([*[None] * (len(lines) - 1), number])
        self._unsent.put(b"".join(lines))

    def stop(self) -> None:
        """Ask for the best answer by now."""
        self._expected.append(None)
        self._unsent.put(_line({"do": "stop"}))

    def _write(self) -> None:
        """In a thread of its own, since a pipe takes only a part at once: send what is asked."""
        with suppress(OSError):  # it has ended, which `_read` says
            while content := self._unsent.get():
                while content:
                    content = content[os.write(self._descriptor, content) :]

    def _read(self) -> None:
        """In a thread of its own: hand on the answers that are waited for; the end of the process is one, too."""
        assert self._process.stdout is not None
        with self._process.stdout as answers:
            for line in answers:
                number = self._expected.popleft()
                if number is not None:
                    self._put(Answered(number, json.loads(line)))
        self.ended = True
        if not self._closed:
            self._put(Answered(next(filter(None, self._expected), 0), None))

    def close(self) -> None:
        """End the process."""
        self._closed = True
        self._process.kill()
        self._unsent.put(b"")
        self._process.wait()
        for thread in self._threads:
            thread.join()
        with suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()


def _line(request: Request) -> bytes:
    return json.dumps(request, separators=(",", ":")).encode() + b"\n"
