"""A model of the SH1106, the chip of most 1.3″ displays: like the SSD1306, but 132 columns wide and without windows.

The law is its data sheet (Sino Wealth, SH1106, version 2.3). The glass of 128 columns stands in the middle of the RAM:
its leftmost column is column 2. Data runs along one page; behind column 131 the pointer stays where it is. What this
model is stricter about than the chip:

- 20 and 8D are commands of the SSD1306 that drivers send to this one out of habit. They have no argument here, so that
  what follows them counts as a command of its own; any other command outside the table raises ChipError;
- read-modify-write (E0, EE) and scrolling (which the chip does not have) are unknown here.
"""

from __future__ import annotations

from hardware.simulated.chip import ChipError, Ssd1306

ARGUMENTS = dict.fromkeys((0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1)
"""How many bytes belong to a command after the first; for all others none."""

_HABITS = (0x20, 0x8D)
"""What drivers send although it means nothing here."""


class Sh1106(Ssd1306):
    """The chip from power-on, its RAM all zeros, and the glass of 128 × 64 in front of it."""

    name = "SH1106"
    columns = 132
    first = 2
    arguments = ARGUMENTS

    def __init__(self) -> None:
        super().__init__()
        self._with_arguments[0xAD] = self._set_pump

    def _advance(self) -> None:
        self._column = min(self._column + 1, self.columns - 1)

    def _obey(self, command: int) -> None:
        if command in _HABITS or 0x30 <= command < 0x34:  # 30-33: the voltage of the pump, nothing to see
            return
        if command in (0x2E, 0x2F):
            raise ChipError(f"{command:02X} is not a command of the {self.name}")
        super()._obey(command)

    def _set_start_column(self, command: int) -> None:
        half = command & 0x0F
        column = half << 4 | self._column & 0x0F if command & 0x10 else self._column & 0xF0 | half
        # Written in two halves: only when data comes does it matter whether the column is there.
        self._column = column

    def _take_data(self, byte: int) -> None:
        if self._column >= self.columns:
            raise ChipError(f"data for column {self._column} of a chip that has {self.columns}")
        super()._take_data(byte)

    def _set_pump(self, arguments: bytes) -> None:
        if arguments[0] not in (0x8A, 0x8B):
            raise ChipError(f"AD {arguments[0]:02X} is no setting of the pump: 8A or 8B was expected")


class Sh1106Tall(Sh1106):
    """What luma drives as an SH1106 with a glass of 128 × 128: sixteen pages. Its offset is that of the glass, unseen.

    No data sheet says so: this is what the driver takes for granted.
    """

    height = 128

    def _set_multiplex(self, arguments: bytes) -> None:
        if arguments[0] < 0x7F:
            raise ChipError(f"A8 {arguments[0]:02X} is no multiplex ratio for 128 rows: 7F to FF was expected")

    def _set_offset(self, arguments: bytes) -> None:
        pass
