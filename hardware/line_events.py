"""A pin factory for gpiozero on the kernel's line events, through libgpiod 2's Python package `gpiod`.

The kernel takes the time of every edge and keeps it until it is fetched. One thread sleeps in the kernel until there is
one, hands it to its pin and sleeps again; while nobody touches a key nothing wakes.
"""

from __future__ import annotations

import logging
import os
import select
import threading
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

from hardware.lines import CONSUMER, LineFactory, LinePin

ROUNDS_MOST = 16
"""How often all lines are read before what was read is told."""

log = logging.getLogger(__name__)


class EventPin(LinePin):
    """A pin whose line is requested from the chip as a whole, with the edges that are wanted."""

    _request: Any = None
    factory: LineEventFactory

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

    def tell(self, at: float, high: bool) -> None:
        """An edge of the line, to whoever listens."""
        if self._when_changed is not None:
            self._call_when_changed(at, high)


class LineEventFactory(LineFactory):
    """The pins of one chip. `gpiod` is the package; `nudge` is called in a foreign thread when `lost` begins to hold.

    Raises what the package raises if the chip cannot be opened.
    """

    def __init__(
        self, gpiod: Any, path: str, revision: int | None = None, nudge: Callable[[], None] | None = None
    ) -> None:
        super().__init__(EventPin, revision)
        self.gpiod = gpiod
        self.chip = gpiod.Chip(path)
        self._path = path
        self._nudge = nudge
        self._lost: str | None = None
        # Whoever has it reads requests and tells their edges: one that is being read must not be released meanwhile,
        # and edges must be told in the order in which they were read.
        self._lock = threading.RLock()
        self._listening: dict[int, tuple[EventPin, Any]] = {}
        self._ear, self._mouth = os.pipe()
        os.set_blocking(self._ear, False)
        os.set_blocking(self._mouth, False)
        self._closed = False
        self._reader: threading.Thread | None = None

    def close(self) -> None:
        """Give everything back; may be called twice."""
        super().close()
        with self._lock:
            if self._closed:
                return
            self._closed = True
        self._wake()
        if self._reader is not None and self._reader is not threading.current_thread():
            self._reader.join()
        os.close(self._ear)
        os.close(self._mouth)
        self.chip.close()

    @property
    def lost(self) -> str | None:
        return self._lost

    def user(self, number: int) -> str | None:
        with suppress(Exception):
            return str(self.chip.get_line_info(number).consumer) or None
        return None

    def fetch(self) -> None:
        """Tell now, in this thread, every edge that the kernel has and the reader has not told yet."""
        self._tell()

    # -- for the pins

    def listen(self, pin: EventPin, request: Any) -> None:
        """From now on the reader tells the edges of this request."""
        with self._lock:
            self._listening[request.fd] = pin, request
        if self._reader is None:
            self._reader = threading.Thread(target=self._read, name="line events", daemon=True)
            self._reader.start()
        self._wake()

    def release(self, request: Any) -> None:
        """End a request; the reader knows it no more."""
        with self._lock:
            self._listening.pop(request.fd, None)
            request.release()
        self._wake()

    # -- the reader

    def _wake(self) -> None:
        # A full pipe is a reader that is going to wake anyway.
        with suppress(BlockingIOError):
            os.write(self._mouth, b"!")

    def _read(self) -> None:
        """Sleep in the kernel until a line has something to tell, for as long as the factory is open."""
        try:
            while not self._closed:
                with self._lock:
                    asleep = self._poll()
                asleep.register(self._ear, select.POLLIN)
                asleep.poll()
                with suppress(BlockingIOError):
                    os.read(self._ear, 4096)
                self._tell()
        except Exception as error:
            log.exception("the thread that reads the pins ends")
            self._lose(f"the thread that reads the pins has ended: {error}")

    def _poll(self) -> select.poll:
        """Something to sleep on for every line that is listened to."""
        poll = select.poll()
        for number in self._listening:
            poll.register(number, select.POLLIN)
        return poll

    def _tell(self) -> None:
        """Tell everything that the kernel has, in the order in which it happened."""
        edges: list[tuple[int, EventPin, bool]] = []
        with self._lock:
            poll = self._poll()
            # Each line has a queue of its own. What is read last may be older than what was read first, but nothing
            # older can be left once all of them are empty. A line that never falls silent must not keep the others.
            for _ in range(ROUNDS_MOST):
                ready = poll.poll(0)
                if not ready:
                    break
                for number, flags in ready:
                    try:
                        edges += self._fetched(number, gone=not flags & select.POLLIN)
                    except OSError as error:
                        # Asked again it would answer the same at once, for ever.
                        poll.unregister(number)
                        del self._listening[number]
                        self._lose(f"{self._path} does not answer any more: {error.strerror or error}")
            edges.sort(key=lambda edge: edge[0])
            for at_ns, pin, high in edges:
                try:
                    pin.tell(at_ns / 1e9, high)
                except Exception:  # whoever is told may fail; the other keys are to be heard all the same
                    log.exception("%r: an edge is lost", pin)

    def _fetched(self, number: int, gone: bool) -> list[tuple[int, EventPin, bool]]:
        """What the request with this file number has to tell, and it has something."""
        pin, request = self._listening[number]
        if gone:
            raise OSError("it has gone")
        rising = self.gpiod.EdgeEvent.Type.RISING_EDGE
        return [(event.timestamp_ns, pin, event.event_type == rising) for event in request.read_edge_events()]

    def _lose(self, why: str) -> None:
        self._lost = self._lost or why
        if self._nudge is not None:
            self._nudge()
