"""What must go over the wire when a picture changes: the windows of display RAM that cost least to send.

A display chip takes bytes of eight pixels each, column by column along a page (a strip of eight rows). Before data the
driver says where they go, which costs bytes as well; so two changes with little between them are cheaper sent as one,
the bytes between them included. Everything here is counted in bits on the bus, overhead included.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple


class Window(NamedTuple):
    """Columns `left` to `right` of the pages `top` to `bottom`, ends included: bytes of display RAM."""

    left: int
    right: int
    top: int
    bottom: int

    @property
    def size(self) -> int:
        """How many bytes it holds."""
        return (self.right - self.left + 1) * (self.bottom - self.top + 1)


class Bus(NamedTuple):
    """What sending costs in bits: `transfer` for beginning and ending one, with the address; `byte` for each byte."""

    transfer: int
    byte: int


I2C = Bus(transfer=20, byte=9)
"""Start and stop, the address and the control byte; nine bits a byte with its acknowledgement."""
SPI = Bus(transfer=0, byte=8)
"""The select and data/command lines are wires of their own."""


class Cost(NamedTuple):
    """What a window costs on a bus in bits: to say where it is, the same for another one in the same page, a byte.

    `tall` says whether a window may reach over several pages.
    """

    window: int
    again: int
    byte: int
    tall: bool

    def of(self, windows: Iterable[Window]) -> int:
        """Bits for windows, sent in this order."""
        bits, before = 0, (-1, -1)
        for window in windows:
            pages = (window.top, window.bottom)
            same = pages == before and window.top == window.bottom
            bits += (self.again if same else self.window) + self.byte * window.size
            before = pages
        return bits


def windowed(bus: Bus) -> Cost:
    """A chip that takes a window of columns and pages: six bytes of commands, three where the page stays."""
    return Cost(2 * bus.transfer + 6 * bus.byte, 2 * bus.transfer + 3 * bus.byte, bus.byte, tall=True)


def paged(bus: Bus) -> Cost:
    """A chip that takes a page and a first column: three bytes of commands, two where the page stays."""
    return Cost(2 * bus.transfer + 3 * bus.byte, 2 * bus.transfer + 2 * bus.byte, bus.byte, tall=False)


def windows(old: bytes, new: bytes, width: int, cost: Cost) -> list[Window]:
    """What to send so that a RAM of `width` columns a page that holds `old` holds `new`; both are of the same size."""
    found = runs(old, new, width, cost)
    return joined(found, cost) if cost.tall else list(found)


def runs(old: bytes, new: bytes, width: int, cost: Cost) -> Iterator[Window]:
    """The changed bytes as windows of one page each.

    No cover page by page is cheaper: a gap is sent along exactly if that costs no more than another window.
    """
    if old == new:
        return
    find = _changes(cost.again // cost.byte).finditer
    changed = (int.from_bytes(old, "big") ^ int.from_bytes(new, "big")).to_bytes(len(new), "big")
    for page in range(len(new) // width):
        begin = page * width
        for found in find(changed, begin, begin + width):
            yield Window(found.start() - begin, found.end() - begin - 1, page, page)


@cache
def _changes(gap: int) -> re.Pattern[bytes]:
    """Bytes that are not zero, with at most `gap` zeros between two of them."""
    return re.compile(rb"[^\0](?:\0{0,%d}[^\0])*" % gap)


def joined(runs: Iterable[Window], cost: Cost) -> list[Window]:
    """Runs, page by page, joined to windows over several pages where that is cheaper.

    One way down the pages: each run joins the window above it that gains most. Not always the cheapest of all covers,
    but found in no time; how near it comes is measured in the bench of the wire.
    """
    windows: list[Window] = []
    for run in runs:
        left, right, page, _ = run
        best, gain = -1, 0
        for place in range(len(windows) - 1, -1, -1):
            near, far, top, bottom = windows[place]
            if bottom < page - 1:
                continue  # too far above
            wide = max(far, right) - min(near, left) + 1
            more = wide * (page - top + 1) - (far - near + 1) * (bottom - top + 1) - (right - left + 1)
            spared = (cost.again if top == bottom == page else cost.window) - cost.byte * more
            if spared > gain:
                best, gain = place, spared
        if best < 0:
            windows.append(run)
        else:
            windows[best] = around(windows[best], run)
    return windows


def around(one: Window, other: Window) -> Window:
    """The smallest window that holds both."""
    return Window(
        min(one.left, other.left),
        max(one.right, other.right),
        min(one.top, other.top),
        max(one.bottom, other.bottom),
    )


def inside(data: bytes, window: Window, width: int) -> bytes:
    """The bytes of a window, page by page."""
    if window.right - window.left + 1 == width:
        return data[window.top * width : (window.bottom + 1) * width]
    return b"".join(
        data[page * width + window.left : page * width + window.right + 1]
        for page in range(window.top, window.bottom + 1)
    )
