"""What a process of the hall sleeps for: events from any thread, signals, and changes of files."""

from __future__ import annotations

import select
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from companion.inotify import Inotify

T = TypeVar("T")
LOOK_S = 0.5
"""How often files are looked at where the kernel does not say that they have changed."""


class Stop:
    """Publisher or board should end."""


class Events(Generic[T]):
    """A queue that also ends its wait when a file changes that is watched."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[T] = SimpleQueue()
        self._woken, self._waking = socket.socketpair()
        self._woken.setblocking(False)
        self._waking.setblocking(False)
        self._is_blind = False
        self._inotify: Inotify | None = None
        with suppress(OSError):
            self._inotify = Inotify()

    def put(self, event: T) -> None:
        """Add an event, in any thread or in the handler of a signal."""
        self._queue.put(event)
        with suppress(OSError):  # it is awake already
            self._waking.send(b".")

    def watch(self, path: Path, changes: int) -> None:
        """Wake also when a file changes, or a folder; see Inotify. What is not there cannot be watched."""
        try:
            if self._inotify is None:
                raise OSError
            self._inotify.add(path, changes)
        except (FileNotFoundError, NotADirectoryError):
            pass
        except OSError:
            self._is_blind = True

    def take(self, wait: float) -> list[T]:
        """All events, as soon as there is one, something that is watched has changed, or `wait` seconds are over."""
        watched: list[Any] = [self._woken, *([self._inotify.descriptor] if self._inotify is not None else [])]
        if self._queue.empty():
            select.select(watched, [], [], max(0.0, min(wait, LOOK_S) if self._is_blind else wait))
        if self._inotify is not None:
            self._inotify.clear()
        with suppress(BlockingIOError):
            while self._woken.recv(4096):
                pass
        events: list[T] = []
        with suppress(Empty):
            while True:
                events.append(self._queue.get_nowait())
        return events

    def close(self) -> None:
        """Watch no more, and wake nobody; may be called twice."""
        self._woken.close()
        self._waking.close()
        if self._inotify is not None:
            self._inotify.close()
            self._inotify = None


@contextmanager
def stoppable() -> Iterator[Events[Any]]:
    """Events that get a Stop from SIGTERM and Ctrl-C."""
    events: Events[Any] = Events()
    numbers = (signal.SIGTERM, signal.SIGINT)
    before = [signal.signal(number, lambda *_: events.put(Stop())) for number in numbers]
    try:
        yield events
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
        events.close()
