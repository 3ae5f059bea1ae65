"""The display chips. The driver, the splash, the simulated chips and the board profiles all read this table.

To add a chip, add a row under the name that luma.oled gives its driver, and a model to `hardware.simulated`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.ports import HEIGHT, WIDTH
from companion.values import Frozen, replace
from hardware.dirty import Bus, Cost, Window


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
