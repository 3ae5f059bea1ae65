"""A pin factory for gpiozero on the kernel's line events, through `gpiod`, the Python package of libgpiod 2.

The kernel stores each edge with its time until it is read. One thread sleeps in the kernel until there is an edge, and
passes it to its pin. While nobody touches a key, nothing wakes.
"""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

from companion.log import Log
from hardware.pin_base import CONSUMER, BasePin, BasePinFactory

ROUNDS_MOST = 16
"""How often all lines are read before the edges are reported."""

log = Log(__name__)


class GpiodPin(BasePin):
    """A pin whose line is requested from the chip with all its settings at once."""

    _request: Any = None
    factory: GpiodFactory

    def claim(self) -> None:
        gpiod = self.factory.gpiod
        line = gpiod.line
        if self.function_ == "output":
            settings = gpiod.LineSettings(
                direction=line.Direction.OUTPUT, output_value=line.Value.ACTIVE if self.high else line.Value.INACTIVE
            )
        else:
            biases = {"up": line.Bias.PULL_UP, "down": line.Bias.PULL_DOWN, "floating": line.Bias.DISABLED}
            edges = {"both": line.Edge.BOTH, "rising": line.Edge.RISING, "falling": line.Edge.FALLING}
            settings = gpiod.LineSettings(
                direction=line.Direction.INPUT,
                edge_detection=edges[self.edges_] if self.listening else line.Edge.NONE,
                bias=biases[self.pull_],
                debounce_period=timedelta(seconds=self.bounce_ or 0),
                event_clock=line.Clock.MONOTONIC,
            )
        self._request = self.factory.chip.request_lines({self.offset: settings}, consumer=CONSUMER)
        if self.listening:
            self.factory.listen(self, self._request)

    def free(self) -> None:
        request, self._request = self._request, None
        self.factory.release(request)

    def read(self) -> bool:
        active = self.factory.gpiod.line.Value.ACTIVE
        return bool(self._request.get_value(self.offset) == active)

    def write(self, high: bool) -> None:
        value = self.factory.gpiod.line.Value
        self._request.set_value(self.offset, value.ACTIVE if high else value.INACTIVE)

    def report(self, at: float, high: bool) -> None:
        """Pass an edge of the line to the callback, if there is one."""
        if self._when_changed is not None:
            self._call_when_changed(at, high)


class GpiodFactory(BasePinFactory):
    """The pins of one chip. `gpiod` is the package. A foreign thread calls `nudge` when `lost` is set.

    Raises what the package raises if the chip cannot be opened.
    """

    def __init__(
        self, gpiod: Any, path: str, revision: int | None = None, nudge: Callable[[], None] | None = None
    ) -> None:
        super().__init__(GpiodPin, revision)
        self.gpiod = gpiod
        self.chip = gpiod.Chip(path)
        self._path = path
        self._nudge = nudge
        self._lost: str | None = None
        # Held to read requests and to report their edges: a request must not be released while it is read, and edges
        # must be reported in the order in which they were read.
        self._lock = threading.RLock()
        self._listening: dict[int, tuple[GpiodPin, Any]] = {}
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_read, False)
        os.set_blocking(self._wake_write, False)
        self._closed = False
        self._reader: threading.Thread | None = None

    def close(self) -> None:
        """Release everything; may be called twice."""
        super().close()
        with self._lock:
            if self._closed:
                return
            self._closed = True
        self._wake()
        if self._reader is not None and self._reader is not threading.current_thread():
            self._reader.join()
        os.close(self._wake_read)
        os.close(self._wake_write)
        self.chip.close()

    @property
    def lost(self) -> str | None:
        return self._lost

    def user(self, number: int) -> str | None:
        with suppress(Exception):
            return str(self.chip.get_line_info(number).consumer) or None
        return None

    # -- for the pins

    def listen(self, pin: GpiodPin, request: Any) -> None:
        """Let the reader report the edges of this request from now on."""
        with self._lock:
            self._listening[request.fd] = pin, request
        if self._reader is None:
            self._reader = threading.Thread(target=self._read, name="line events", daemon=True)
            self._reader.start()
        self._wake()

    def release(self, request: Any) -> None:
        """End a request; the reader ignores it from now on."""
        with self._lock:
            self._listening.pop(request.fd, None)
            request.release()
        self._wake()

    # -- the reader

    def _wake(self) -> None:
        # If the pipe is full, the reader is about to wake anyway.
        with suppress(BlockingIOError):
            os.write(self._wake_write, b"!")

    def _read(self) -> None:
        """Sleep in the kernel until a line has an edge, as long as the factory is open."""
        try:
            while not self._closed:
                with self._lock:
                    poll = self._poll()
                poll.register(self._wake_read, select.POLLIN)
                poll.poll()
                with suppress(BlockingIOError):
                    os.read(self._wake_read, 4096)
                self.fetch()
        except Exception as error:
            log.exception("the thread that reads the pins ends")
            self._set_lost(f"the thread that reads the pins has ended: {error}")

    def _poll(self) -> select.poll:
        """A poll object for all lines that are listened to."""
        poll = select.poll()
        for number in self._listening:
            poll.register(number, select.POLLIN)
        return poll

    def fetch(self) -> None:
        """Report all edges that the kernel holds, in the order in which they happened."""
        edges: list[tuple[int, GpiodPin, bool]] = []
        with self._lock:
            poll = self._poll()
            # Each line has its own queue, so an edge that is read later may be older. Once all queues are empty, no
            # older edge can be left. A line that never stops must not keep the others waiting.
            for _ in range(ROUNDS_MOST):
                ready = poll.poll(0)
                if not ready:
                    break
                for number, flags in ready:
                    try:
                        edges += self._read_edges(number, gone=not flags & select.POLLIN)
                    except OSError as error:
                        # Another poll would return the same error at once, for ever.
                        poll.unregister(number)
                        del self._listening[number]
                        self._set_lost(f"{self._path} does not answer any more: {error.strerror or error}")
            edges.sort(key=lambda edge: edge[0])
            for at_ns, pin, high in edges:
                try:
                    pin.report(at_ns / 1e9, high)
                except Exception:  # one callback may fail; the other keys must work all the same
                    log.exception("%r: an edge is lost", pin)

    def _read_edges(self, number: int, gone: bool) -> list[tuple[int, GpiodPin, bool]]:
        """The edges of the request with this file number, which has some."""
        pin, request = self._listening[number]
        if gone:
            raise OSError("the line has gone")
        rising = self.gpiod.EdgeEvent.Type.RISING_EDGE
        return [(event.timestamp_ns, pin, event.event_type == rising) for event in request.read_edge_events()]

    def _set_lost(self, why: str) -> None:
        self._lost = self._lost or why
        if self._nudge is not None:
            self._nudge()
