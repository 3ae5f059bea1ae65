"""The processes of the hall: the publisher of a table, and the board."""

from __future__ import annotations

import signal
from queue import SimpleQueue
from typing import Any


class Stop:
    """Publisher or board should end."""


def stoppable_queue() -> SimpleQueue[Any]:
    """The queue of a process, which gets a Stop from SIGTERM and Ctrl-C."""
    queue: SimpleQueue[Any] = SimpleQueue()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: queue.put(Stop()))
    return queue
