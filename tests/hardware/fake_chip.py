"""A chip of lines as the kernel keeps it, and the two libraries that reach it, each as its package looks from Python.

What the tests hand in at the border: everything of ours above it is real. The fakes are as touchy as the real ones:
a line can be taken once, a read without an event blocks, a callback's exception ends lgpio's thread.
"""

from __future__ import annotations

import contextlib
import enum
import os
import select
import struct
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from types import SimpleNamespace


@dataclass
class Line:
    user: str = ""
    level: bool = True
    pull: str = "floating"
    edges: str = "none"
    debounce_s: float = 0.0
    output: bool = False
    tell: Callable[[bool, int], None] | None = None


@dataclass
class Chip:
    """`refuses` is raised when the chip is opened; `meanwhile` is called once, just after a line has been read."""

    label: str = "pinctrl-bcm2711"
    refuses: Exception | None = None
    lines: list[Line] = field(default_factory=lambda: [Line() for _ in range(58)])
    opened: int = 0
    meanwhile: Callable[[], object] | None = None
    requests: dict[int, Request] = field(default_factory=dict)

    def drive(self, number: int, high: bool, at_s: float | None = None) -> float:
        """Change a level from outside; when the kernel says it was."""
        line = self.lines[number]
        ns = time.monotonic_ns() if at_s is None else round(at_s * 1e9)
        line.level = high
        if line.tell is not None and line.edges in ("both", "rising" if high else "falling"):
            line.tell(high, ns)
        return ns / 1e9

    def take(self, number: int, user: str) -> Line:
        line = self.lines[number]
        if line.user:
            raise OSError(16, "Device or resource busy")
        line.user = user
        return line

    def release(self, number: int) -> None:
        line = self.lines[number]
        line.user, line.edges, line.tell, line.output, line.pull = "", "none", None, False, "floating"

    @property
    def taken(self) -> set[int]:
        return {number for number, line in enumerate(self.lines) if line.user}


# -- libgpiod 2


class Direction(enum.Enum):
    AS_IS, INPUT, OUTPUT = range(3)


class Bias(enum.Enum):
    AS_IS, DISABLED, PULL_UP, PULL_DOWN = range(4)


class Edge(enum.Enum):
    NONE, RISING, FALLING, BOTH = range(4)


class Value(enum.Enum):
    INACTIVE, ACTIVE = range(2)


class Clock(enum.Enum):
    MONOTONIC, REALTIME = range(2)


class Type(enum.Enum):
    RISING_EDGE, FALLING_EDGE = range(2)


@dataclass
class LineSettings:
    direction: Direction = Direction.AS_IS
    edge_detection: Edge = Edge.NONE
    bias: Bias = Bias.AS_IS
    debounce_period: timedelta = timedelta()
    event_clock: Clock = Clock.REALTIME
    output_value: Value = Value.INACTIVE


@dataclass
class Event:
    event_type: Type
    timestamp_ns: int
    line_offset: int


class Request:
    def __init__(self, chip: Chip, number: int, settings: LineSettings, consumer: str) -> None:
        self._chip, self._number = chip, number
        self._events: deque[Event] = deque()
        self._fails: OSError | None = None
        line = chip.take(number, consumer)
        line.output = settings.direction is Direction.OUTPUT
        if line.output:
            line.level = settings.output_value is Value.ACTIVE
        line.pull = {Bias.PULL_UP: "up", Bias.PULL_DOWN: "down"}.get(settings.bias, "floating")
        line.edges = settings.edge_detection.name.lower()
        line.debounce_s = settings.debounce_period.total_seconds()
        assert settings.event_clock is Clock.MONOTONIC or line.edges == "none"
        line.tell = self._queue
        self.fd, self._in = os.pipe()
        chip.requests[number] = self

    def _queue(self, high: bool, ns: int) -> None:
        self._events.append(Event(Type.RISING_EDGE if high else Type.FALLING_EDGE, ns, self._number))
        os.write(self._in, b"!")

    def vanish(self) -> None:
        """The kernel has no such chip any more."""
        self._fails = OSError(19, "No such device")
        os.write(self._in, b"!")

    def wait_edge_events(self, timeout: float) -> bool:
        return bool(select.select([self.fd], [], [], timeout)[0])

    def read_edge_events(self) -> list[Event]:
        if self._fails is not None:
            raise self._fails
        os.read(self.fd, 4096)
        read = [self._events.popleft() for _ in range(len(self._events))]
        meanwhile, self._chip.meanwhile = self._chip.meanwhile, None
        if meanwhile is not None:
            meanwhile()
        return read

    def get_value(self, number: int) -> Value:
        return Value.ACTIVE if self._chip.lines[number].level else Value.INACTIVE

    def set_value(self, number: int, value: Value) -> None:
        assert self._chip.lines[number].output
        self._chip.lines[number].level = value is Value.ACTIVE

    def release(self) -> None:
        self._chip.release(self._number)
        os.close(self.fd)
        os.close(self._in)


def gpiod(chips: dict[str, Chip]) -> SimpleNamespace:
    """The package `gpiod` on a machine with these chips, by the names of their device files."""

    class OpenedChip:
        def __init__(self, path: str) -> None:
            self._chip = chips[path.rpartition("/")[2]]
            if self._chip.refuses is not None:
                raise self._chip.refuses
            self._chip.opened += 1

        def __enter__(self) -> OpenedChip:
            return self

        def __exit__(self, *_: object) -> None:
            self.close()

        def close(self) -> None:
            self._chip.opened -= 1

        def get_info(self) -> SimpleNamespace:
            return SimpleNamespace(label=self._chip.label)

        def get_line_info(self, number: int) -> SimpleNamespace:
            return SimpleNamespace(consumer=self._chip.lines[number].user)

        def request_lines(self, config: dict[int, LineSettings], consumer: str) -> Request:
            ((number, settings),) = config.items()
            return Request(self._chip, number, settings, consumer)

    return SimpleNamespace(
        Chip=OpenedChip,
        LineSettings=LineSettings,
        EdgeEvent=SimpleNamespace(Type=Type),
        line=SimpleNamespace(Direction=Direction, Bias=Bias, Edge=Edge, Value=Value, Clock=Clock),
    )


# -- lgpio


class error(Exception):  # noqa: N801  # its name there
    def __init__(self, value: str) -> None:
        self.value = value

    def __str__(self) -> str:
        return repr(self.value)


class Lgpio:
    """The module `lgpio`: one thread reads alerts from a pipe and calls back; an exception ends it for ever."""

    BOTH_EDGES, RISING_EDGE, FALLING_EDGE = 3, 1, 2
    SET_PULL_UP, SET_PULL_DOWN, SET_PULL_NONE = 32, 64, 128
    error = error

    def __init__(self, chips: dict[str, Chip]) -> None:
        self._chips = chips
        self._notify_thread = self._callback_thread()

    def _callback_thread(self) -> NotifyThread:
        return NotifyThread()

    @property
    def notify_thread(self) -> NotifyThread:
        """The thread, for the tests."""
        return self._notify_thread

    def shut(self) -> None:
        """For the end of a test."""
        self._notify_thread.stop()

    def _chip(self, handle: int) -> Chip:
        return self._chips[f"gpiochip{handle >> 16}"]

    def gpiochip_open(self, number: int) -> int:
        chip = self._chips[f"gpiochip{number}"]
        if chip.refuses is not None:
            raise error("can not open gpiochip")
        chip.opened += 1
        return number << 16

    def gpiochip_close(self, handle: int) -> None:
        chip = self._chip(handle)
        chip.opened -= 1

    def gpio_get_chip_info(self, handle: int) -> list[object]:
        return [0, 58, f"gpiochip{handle >> 16}", self._chip(handle).label]

    def gpio_get_line_info(self, handle: int, number: int) -> list[object]:
        return [0, number, 0, f"GPIO{number}", self._chip(handle).lines[number].user]

    def _claim(self, handle: int, number: int, flags: int) -> Line:
        try:
            line = self._chip(handle).take(number, "lg")
        except OSError:
            raise error("GPIO busy") from None
        line.pull = {32: "up", 64: "down"}.get(flags, "floating")
        return line

    def gpio_claim_input(self, handle: int, number: int, flags: int) -> None:
        self._claim(handle, number, flags)

    def gpio_claim_output(self, handle: int, number: int, level: int, flags: int) -> None:
        line = self._claim(handle, number, flags)
        line.output, line.level = True, bool(level)

    def gpio_claim_alert(self, handle: int, number: int, edges: int, flags: int) -> None:
        line = self._claim(handle, number, flags)
        line.edges = {3: "both", 1: "rising", 2: "falling"}[edges]
        line.tell = lambda high, ns: self._notify_thread.put(ns, handle >> 16, number, high)

    def gpio_set_debounce_micros(self, handle: int, number: int, micros: int) -> None:
        self._chip(handle).lines[number].debounce_s = micros / 1e6

    def gpio_free(self, handle: int, number: int) -> None:
        self._chip(handle).release(number)

    def gpio_read(self, handle: int, number: int) -> int:
        return int(self._chip(handle).lines[number].level)

    def gpio_write(self, handle: int, number: int, level: int) -> None:
        assert self._chip(handle).lines[number].output
        self._chip(handle).lines[number].level = bool(level)

    def callback(self, handle: int, number: int, edges: int, call: Callable[..., None]) -> SimpleNamespace:
        entry = (handle >> 16, number, call)
        thread = self._notify_thread
        thread.callbacks.append(entry)
        return SimpleNamespace(cancel=lambda: thread.callbacks.remove(entry) if entry in thread.callbacks else None)


class NotifyThread(threading.Thread):
    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.callbacks: list[tuple[int, int, Callable[..., None]]] = []
        self._out, self._in = os.pipe()
        self.start()

    def put(self, ns: int, chip: int, number: int, high: bool) -> None:
        if self.is_alive():
            os.write(self._in, struct.pack("QBBBBI", ns, chip, number, high, 0, 0))

    def stop(self) -> None:
        if self.is_alive():
            os.write(self._in, struct.pack("QBBBBI", 0, 0, 0, 0, 0, 1))
            self.join()
        os.close(self._in)
        os.close(self._out)

    def die(self) -> None:
        """What an exception in somebody's callback does."""
        os.write(self._in, struct.pack("QBBBBI", 0, 0, 0, 0, 1, 0))
        self.join()

    def run(self) -> None:
        # The real one prints a trace and is gone.
        with contextlib.suppress(Exception):
            while True:
                ns, chip, number, level, killed, ended = struct.unpack("QBBBBI", os.read(self._out, 16))
                if killed:
                    raise RuntimeError
                if ended:
                    return
                for to_chip, to_number, call in list(self.callbacks):
                    if (to_chip, to_number) == (chip, number):
                        call(chip, number, level, ns)
