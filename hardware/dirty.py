"""Finds the windows of display RAM that changed, and joins them where that is cheaper to send.

A display chip takes bytes of eight pixels each, column by column along a page (a strip of eight rows). Commands before
the data say where it goes, and they cost bytes too. So two changes that are close together are cheaper as one window,
with the unchanged bytes between them. All costs are in bits on the bus, overhead included.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from companion.values import NamedTuple


class Window(NamedTuple):
    """The columns `left` to `right` of the pages `top` to `bottom`, ends included."""

    left: int
    right: int
    top: int
    bottom: int

    @property
    def size(self) -> int:
        """The number of its bytes."""
        return (self.right - self.left + 1) * (self.bottom - self.top + 1)


class Bus(NamedTuple):
    """Costs in bits: `transfer` to begin and end a transfer, address included; `byte` for each byte in it."""

    transfer: int
    byte: int


I2C = Bus(transfer=20, byte=9)
"""Start and stop, the address and the control byte; nine bits a byte with its acknowledgement."""
SPI = Bus(transfer=0, byte=8)
"""The select and data/command lines are wires of their own."""


class Cost(NamedTuple):
    """Costs in bits: `window` to address a window, `again` to address the next one in the same page, `byte` for a byte.

    `tall`: a window may span several pages.
    """

    window: int
    again: int
    byte: int
    tall: bool

    def bits_of(self, windows: Iterable[Window]) -> int:
        """The bits of these windows, sent in this order."""
        bits, before = 0, (-1, -1)
        for window in windows:
            pages = (window.top, window.bottom)
            same = pages == before and window.top == window.bottom
            bits += (self.again if same else self.window) + self.byte * window.size
            before = pages
        return bits


def find_windows(old: bytes, new: bytes, width: int, cost: Cost) -> list[Window]:
    """The windows to send to change a RAM from `old` to `new`; both have pages of `width` columns and the same size."""
    runs = find_runs(old, new, width, cost)
    return join_runs(runs, cost) if cost.tall else list(runs)


def find_runs(old: bytes, new: bytes, width: int, cost: Cost) -> Iterator[Window]:
    """The changed bytes as windows of one page each: page by page, the cheapest way to send them.

    Unchanged bytes between two changes are part of a run if they cost no more than another window.
    """
    if old == new:
        return
    find = _changes(cost.again // cost.byte).finditer
    changed = (int.from_bytes(old, "big") ^ int.from_bytes(new, "big")).to_bytes(len(new), "big")
    for page in range(len(new) // width):
        begin = page * width
        for run in find(changed, begin, begin + width):
            yield Window(run.start() - begin, run.end() - begin - 1, page, page)


@cache
def _changes(gap: int) -> re.Pattern[bytes]:
    """Bytes that are not zero, with at most `gap` zeros between two of them."""
    return re.compile(rb"[^\0](?:\0{0,%d}[^\0])*" % gap)


def join_runs(runs: Iterable[Window], cost: Cost) -> list[Window]:
    """Joins runs, given page by page, to windows over several pages where that is cheaper.

    One pass down the pages: each run joins the window above it that saves most. The result is not always the cheapest;
    tests/bench/wire.py measures how near it comes.
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
            saved = (cost.again if top == bottom == page else cost.window) - cost.byte * more
            if saved > gain:
                best, gain = place, saved
        if best < 0:
            windows.append(run)
        else:
            windows[best] = bounding_window(windows[best], run)
    return windows


def bounding_window(one: Window, other: Window) -> Window:
    """The smallest window that holds both."""
    return Window(
        min(one.left, other.left),
        max(one.right, other.right),
        min(one.top, other.top),
        max(one.bottom, other.bottom),
    )


def window_bytes(data: bytes, window: Window, width: int) -> bytes:
    """The bytes of a window, page by page."""
    if window.right - window.left + 1 == width:
        return data[window.top * width : (window.bottom + 1) * width]
    return b"".join(
        data[page * width + window.left : page * width + window.right + 1]
        for page in range(window.top, window.bottom + 1)
    )
