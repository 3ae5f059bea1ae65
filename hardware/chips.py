"""The display chips, and which windows of their RAM are sent when a picture changed.

The driver, the splash, the simulated chips and the board profiles all read the table. To add a chip, add a row under
the name that luma.oled gives its driver, and a model to `hardware.simulated`.

A chip takes bytes of eight pixels each, column by column along a page (a strip of eight rows). Commands before the data
say where it goes, and they cost bytes too. So two changes that are close together are cheaper as one window, with the
unchanged bytes between them. All costs are in bits on the bus, overhead included.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import MappingProxyType

from companion.ports import HEIGHT, WIDTH
from companion.values import Frozen, NamedTuple, replace


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


class Windowed:
    """Addressing by a window of columns (command 21) and pages (22). One instance follows one chip."""

    def __init__(self, first_column: int) -> None:
        self._first_column = first_column
        self._pages = (-1, -1)

    @staticmethod
    def cost(bus: Bus) -> Cost:
        """A new window takes six bytes of commands; three if the page stays the same."""
        return Cost(2 * bus.transfer + 6 * bus.byte, 2 * bus.transfer + 3 * bus.byte, bus.byte, tall=True)

    @staticmethod
    def full_windows(width: int, pages: int) -> list[Window]:
        """The windows that make up a whole display."""
        return [Window(0, width - 1, 0, pages - 1)]

    def commands(self, window: Window) -> list[int]:
        """The commands to send before the data of a window."""
        pages = (window.top, window.bottom)
        commands = [0x21, self._first_column + window.left, self._first_column + window.right]
        # After a window of one page the page pointer is still on that page.
        if pages != self._pages or window.top != window.bottom:
            commands += [0x22, *pages]
        self._pages = pages
        return commands


class Paged:
    """Addressing by a page (command B0) and a first column (00 and 10). One instance follows one chip."""

    def __init__(self, first_column: int) -> None:
        self._first_column = first_column
        self._page = self._column = -1

    @staticmethod
    def cost(bus: Bus) -> Cost:
        """A new run takes three bytes of commands; two if the page stays the same."""
        return Cost(2 * bus.transfer + 3 * bus.byte, 2 * bus.transfer + 2 * bus.byte, bus.byte, tall=False)

    @staticmethod
    def full_windows(width: int, pages: int) -> list[Window]:
        """The windows that make up a whole display."""
        return [Window(0, width - 1, page, page) for page in range(pages)]

    def commands(self, window: Window) -> list[int]:
        """The commands to send before the data of a window of one page."""
        column = self._first_column + window.left
        commands = [column & 0x0F]
        if self._column < 0 or column >> 4 != self._column >> 4:
            commands.append(0x10 | column >> 4)
        if window.top != self._page:
            commands.append(0xB0 | window.top)
        self._page, self._column = window.top, column + window.size
        return commands


class Chip(Frozen):
    """What differs between chips.

    `sizes` are the displays in pixels that our pictures fit on. `first_column` is the RAM column that the display shows
    at its left edge. `start` are the commands that initialise a display of 128 × 64 and leave it off, for the splash;
    luma.oled has its own. `model` names the class that simulates the chip. `inches` are the diagonals of its usual
    displays; `note` says how to recognise them.
    """

    sizes: tuple[tuple[int, int], ...]
    first_column: int
    addressing: type[Windowed] | type[Paged]
    start: bytes
    model: str
    inches: str
    note: str = ""


_START = bytes((
    # off, clock, 64 rows, no offset, first line, charge pump (no command of the SH1106, which ignores it)
    0xAE, 0xD5, 0x80, 0xA8, 0x3F, 0xD3, 0x00, 0x40, 0x8D, 0x14,
    # upright, wired as 128 × 64 displays are, contrast, pre-charge, level, show the RAM, not inverted
    0xA1, 0xC8, 0xDA, 0x12, 0x81, 0x7F, 0xD9, 0xF1, 0xDB, 0x40, 0xA4, 0xA6,
))  # fmt: skip
_HORIZONTAL = bytes((0x20, 0x00))
"""Data fills a window row by row of pages; the SH1106 has no such mode."""

_SSD1306 = Chip(
    ((WIDTH, HEIGHT),), 0, Windowed, _START + _HORIZONTAL, "hardware.simulated.chip:Ssd1306", "0.96",
    "The usual display of 0.96 inches. One of 1.3 inches that looks the same is mostly an SH1106.",
)  # fmt: skip

CHIPS: Mapping[str, Chip] = MappingProxyType(
    {
        "ssd1306": _SSD1306,
        "ssd1309": replace(_SSD1306, inches="1.54, 2.42", note="The usual display of 1.54 and 2.42 inches."),
        "sh1106": Chip(
            ((WIDTH, HEIGHT), (128, 128)),
            2,
            Paged,
            _START,
            "hardware.simulated.sh1106:Sh1106",
            "1.3",
            "The usual display of 1.3 inches.",
        ),
    }
)
"""The chips that can be driven, by the names of luma.oled's drivers."""


def kinds(size: tuple[int, int]) -> tuple[tuple[str, ...], ...]:
    """The chips for displays of a size. Those that are driven alike are together: no picture tells them apart."""
    found: dict[object, list[str]] = {}
    for name, chip in CHIPS.items():
        if size in chip.sizes:
            found.setdefault((chip.addressing, chip.first_column, chip.start), []).append(name)
    return tuple(map(tuple, found.values()))


def names() -> str:
    """The chips with the diagonals of their displays, as advice names them: `ssd1306 (0.96″), …`."""
    return ", ".join([f"{name} ({chip.inches}″)" for name, chip in CHIPS.items()])
