"""The event devices of the kernel by `struct`, `ioctl` and inotify, in a thread that sleeps until one of them speaks.

Python's evdev has no wheels: it would cost a compiler on a Pi. This module has the little of it that is needed.
"""

from __future__ import annotations

import array
import errno
import fcntl
import os
import select
import struct
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from math import ceil
from pathlib import Path
from typing import NamedTuple

from companion.inotify import ATTRIB, CREATE, DELETE, MOVED, Inotify
from companion.log import Log
from hardware.debounce import Change
from hardware.key_inbox import KeyInbox
from hardware.keyboards.codes import (
    AXES,
    EV_ABS,
    EV_KEY,
    EV_LED,
    EV_MSC,
    EV_REL,
    HAT_X,
    HAT_Y,
    STICK_X,
    STICK_Y,
    is_of_use,
)
from hardware.keyboards.decode import EVENT, Decoder, Lost, Value

FOLDER = Path("/dev/input")
AT_ONCE = 64 * EVENT.size
"""How much is read at once: the buffer that the kernel has for a keyboard."""
JOIN_S = 2.0
"""How long `close` waits for the thread."""

log = Log(__name__)


class Opened(NamedTuple):
    """An event device that is in use: its descriptor, its name, and the lowest and highest value of each axis."""

    descriptor: int
    name: str = ""
    axes: Mapping[int, tuple[int, int]] = {}


class Keyboards:
    """Listens to all event devices that have a key for us, also to those that come later, until `close`.

    Each of them is grabbed, so nothing that is typed reaches a console or another program; the kernel releases it when
    the descriptor is closed, whatever ends this process. `open_device` opens a node; None where it has no key for us.
    It raises OSError where the node cannot be used now: it is tried again when its owner or its mode changes.
    """

    def __init__(
        self,
        listener: KeyInbox,
        layout: str = "qwerty",
        folder: Path = FOLDER,
        open_device: Callable[[Path], Opened | None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._listener = listener
        self._layout = layout
        self._folder = folder
        self._open_device = open_device or open_event_device
        self._clock = clock
        self._poll = select.poll()
        self._watch = Watch(folder)
        self._stop = os.eventfd(0, os.EFD_CLOEXEC)
        self._devices: dict[int, tuple[Path, Decoder]] = {}
        self._barred: set[Path] = set()
        self._thread = threading.Thread(target=self._run, name="keyboards", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Release all devices; may be called twice."""
        if self._thread.is_alive():
            os.eventfd_write(self._stop, 1)
            self._thread.join(JOIN_S)

    def _run(self) -> None:
        try:
            for descriptor in (self._stop, self._watch.descriptor):
                self._poll.register(descriptor, select.POLLIN)
            self._look()
            while self._listen():
                pass
        except Exception:  # whatever it was: the game goes on with the keys of the board
            log.exception("keyboards are not listened to any more")
        finally:
            for device in tuple(self._devices):
                self._drop(device)
            self._watch.close()
            os.close(self._stop)

    def _listen(self) -> bool:
        """Wait for one turn of the poll; False once this is closed."""
        # The clock first: what happened before it is there for the poll.
        now = self._clock()
        ready = self._poll.poll(self._wait_ms(now))
        for descriptor, _ in ready:
            if descriptor == self._stop:
                return False
            if descriptor == self._watch.descriptor:
                self._watch.clear()
                self._look()
            else:
                self._read(descriptor)
        if not ready:
            for descriptor, (_, decoder) in self._devices.items():
                self._tell(descriptor, decoder.due(now))
        return True

    def _wait_ms(self, now: float) -> int | None:
        """How long to sleep; None until something comes."""
        deadlines = [decoder.deadline for _, decoder in self._devices.values() if decoder.deadline is not None]
        return max(ceil(1000 * (min(deadlines) - now)), 0) if deadlines else None

    def _look(self) -> None:
        """Open the devices that have come, and those that were barred."""
        there = set(_nodes(self._folder))
        self._barred &= there
        opened = {path for path, _ in self._devices.values()}
        for path in sorted(there - opened):
            try:
                device = self._open_device(path)
            except OSError as error:
                # udev gives a new node to its group a moment after it appears; then we look again.
                if error.errno not in (errno.ENOENT, errno.ENODEV, errno.ENXIO) and path not in self._barred:
                    self._barred.add(path)
                    log.info("%s cannot be used yet: %s", path, error.strerror or error)
                continue
            self._barred.discard(path)
            if device is not None:
                log.info("keys of %s (%s)", path, device.name)
                self._devices[device.descriptor] = (path, Decoder(self._layout, device.axes))
                self._poll.register(device.descriptor, select.POLLIN)

    def _read(self, descriptor: int) -> None:
        try:
            data = os.read(descriptor, AT_ONCE)
        except BlockingIOError:
            return
        except OSError:  # unplugged
            data = b""
        self._decode(descriptor, data)

    def _decode(self, descriptor: int, data: bytes) -> None:
        """Pass on what some bytes of a device mean; none at its end."""
        path, decoder = self._devices[descriptor]
        if data:
            self._tell(descriptor, decoder.feed(data))
        else:
            log.info("%s is unplugged", path)
            self._poll.unregister(descriptor)
            self._drop(descriptor)

    def _drop(self, descriptor: int) -> None:
        """Close a device. What was typed on it and is not decided is dropped: it may be half of a reading."""
        del self._devices[descriptor]
        with suppress(OSError):
            os.close(descriptor)
        self._listener.keyboard_lost(descriptor)

    def _tell(self, descriptor: int, values: list[Value]) -> None:
        for value in values:
            if isinstance(value, Change):
                self._listener.keyboard_edge(descriptor, *value)
            elif isinstance(value, Lost):
                self._listener.keyboard_lost(descriptor)
            else:
                self._listener.put(value)


def _nodes(folder: Path) -> Iterator[Path]:
    """The nodes of event devices. Without any device there is no folder either."""
    with suppress(OSError):
        for name in os.listdir(folder):  # noqa: PTH208 - names are enough
            if name.startswith("event") and name[5:].isdecimal():
                yield folder / name


# -- ioctl

_TO, _FROM = 1, 2


def _request(direction: int, number: int, size: int) -> int:
    """The number of a request to an event device (`_IOC` of asm-generic/ioctl.h, which ARM and x86 share)."""
    return direction << 30 | size << 16 | ord("E") << 8 | number


GRAB = _request(_TO, 0x90, 4)
SET_CLOCK = _request(_TO, 0xA0, 4)
SET_MASK = _request(_TO, 0x93, 16)
KEY_BYTES = 0x300 // 8


def open_event_device(path: Path) -> Opened | None:
    """Open and grab a node; None, and nothing is open, where the device has no key for us. Raises OSError."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        keys = _bits(descriptor, EV_KEY, KEY_BYTES)
        if not is_of_use(keys):
            os.close(descriptor)
            return None
        # The clock before the grab: nothing of ours has another one's time.
        fcntl.ioctl(descriptor, SET_CLOCK, struct.pack("i", time.CLOCK_MONOTONIC))
        fcntl.ioctl(descriptor, GRAB, 1)
        axes = _axes(descriptor)
        _mask(descriptor, EV_ABS, axes)
        for kind in (EV_REL, EV_MSC, EV_LED):
            _mask(descriptor, kind, ())
        return Opened(descriptor, _name(descriptor), axes)
    except OSError:
        os.close(descriptor)
        raise


def _bits(descriptor: int, kind: int, size: int) -> frozenset[int]:
    """The codes of a kind of events that a device has (EVIOCGBIT)."""
    mask = array.array("B", bytes(size))
    fcntl.ioctl(descriptor, _request(_FROM, 0x20 + kind, size), mask)
    return frozenset(8 * place + bit for place, byte in enumerate(mask) for bit in range(8) if byte >> bit & 1)


def _mask(descriptor: int, kind: int, codes: Collection[int]) -> None:
    """Let a device report these codes of a kind only (EVIOCSMASK): the others would wake us and fill its buffer."""
    mask = array.array("B", sum(1 << code for code in codes).to_bytes(8, "little"))
    with suppress(OSError):  # kernels before 4.4 report all
        fcntl.ioctl(descriptor, SET_MASK, struct.pack("=IIQ", kind, len(mask), mask.buffer_info()[0]))


def _name(descriptor: int) -> str:
    """What a device calls itself (EVIOCGNAME)."""
    name = array.array("B", bytes(128))
    with suppress(OSError):
        fcntl.ioctl(descriptor, _request(_FROM, 0x06, 128), name)
    return "".join(filter(str.isprintable, name.tobytes().partition(b"\0")[0].decode("utf-8", "replace")))


def _axes(descriptor: int) -> Mapping[int, tuple[int, int]]:
    """The axes of the cross of a game pad with their lowest and highest values (EVIOCGABS).

    One that has no cross of its own reports it as its stick.
    """
    there = _bits(descriptor, EV_ABS, 8) & set(AXES)
    hats = there & {HAT_X, HAT_Y}
    axes = {}
    for axis in hats or there & {STICK_X, STICK_Y}:
        info = array.array("i", [0] * 6)  # value, minimum, maximum, fuzz, flat, resolution
        fcntl.ioctl(descriptor, _request(_FROM, 0x40 + axis, 24), info)
        axes[axis] = (info[1], info[2])
    return axes


# -- inotify


class Watch:
    """Becomes readable when a node in a folder comes, goes, or gets another owner or mode. Nothing wakes before that.

    A folder that is not there yet is waited for in the one above.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._inotify = Inotify()
        self.descriptor = self._inotify.descriptor
        self._add()

    def clear(self) -> None:
        """Take all that is readable, and watch a folder that has come meanwhile."""
        self._inotify.clear()
        self._add()

    def close(self) -> None:
        """Watch no more."""
        self._inotify.close()

    def _add(self) -> None:
        """Watch the folder, else its parent. To watch one twice changes nothing."""
        try:
            try:
                self._inotify.add(self._folder, CREATE | ATTRIB | DELETE | MOVED)
            except OSError:
                self._inotify.add(self._folder.parent, CREATE)
        except OSError as error:
            log.warning("%s cannot be watched: %s", self._folder, error.strerror)
