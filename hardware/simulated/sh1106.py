"""A model of the SH1106, the chip of most 1.3″ displays: like the SSD1306, but 132 columns wide and without windows.

The model follows the data sheet (Sino Wealth, SH1106, version 2.3). The display of 128 columns shows the middle of the
RAM: its left column is column 2. Data fills one page; after column 131 the pointer does not move. The model differs
from the chip in this:

- 20 and 8D are commands of the SSD1306 that drivers send to this chip too. They have no argument here, so the byte
  after them counts as a command; any other command outside the table raises ChipError;
- read-modify-write (E0, EE) is unknown.
"""

from __future__ import annotations

from companion.ports import HEIGHT
from hardware.chips import CHIPS
from hardware.simulated.chip import ChipError, Ssd1306

ARGUMENTS = dict.fromkeys((0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1)
"""The number of argument bytes of a command; all others have none."""

_IGNORED = (0x20, 0x8D)
"""Commands of the SSD1306 that drivers send to this chip."""


class Sh1106(Ssd1306):
    """The chip after power-on with its display of 128 × 64, or of 128 × 128 as luma drives it: sixteen pages.

    The data sheet does not describe the tall display. The model accepts what the driver sends, and ignores the offset.
    """

    name = "SH1106"
    columns = 132
    first_column = CHIPS["sh1106"].first_column
    arguments = ARGUMENTS

    def __init__(self, height: int = HEIGHT) -> None:
        super().__init__(height)
        self._with_arguments[0xAD] = self._set_pump

    def _advance(self) -> None:
        self._column = min(self._column + 1, self.columns - 1)

    def _run(self, command: int) -> None:
        if command in _IGNORED or 0x30 <= command < 0x34:  # 30-33: the voltage of the pump, nothing to see
            return
        super()._run(command)

    def _set_start_column(self, command: int) -> None:
        half = command & 0x0F
        column = half << 4 | self._column & 0x0F if command & 0x10 else self._column & 0xF0 | half
        # It is set in two halves, so the column is checked when data comes.
        self._column = column

    @property
    def _room(self) -> int:
        if self._column >= self.columns:
            raise ChipError(f"data for column {self._column} of a chip that has {self.columns}")
        return self.columns - self._column

    def _set_pump(self, arguments: bytes) -> None:
        if arguments[0] not in (0x8A, 0x8B):
            raise ChipError(f"AD {arguments[0]:02X} is no setting of the pump: 8A or 8B was expected")

    def _set_multiplex(self, arguments: bytes) -> None:
        if self.height == HEIGHT:
            super()._set_multiplex(arguments)
        elif arguments[0] < 0x7F:
            raise ChipError(f"A8 {arguments[0]:02X} is no multiplex ratio for 128 rows: 7F to FF was expected")

    def _set_offset(self, arguments: bytes) -> None:
        if self.height == HEIGHT:
            super()._set_offset(arguments)
