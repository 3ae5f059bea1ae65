"""A model of the SSD1306: takes the bytes that the real chip gets over I²C, and gives the picture that a person sees.

Bytes that the chip does not understand raise ChipError. That is not an OSError, so code that retries a lost wire does
not hide it. The model follows the data sheet (Solomon Systech, SSD1306, revision 1.1). The command table there marks
some bits as don't-care and some as fixed. The model treats them like this:

- don't-care bits are masked: A8 and D3 take six bits of their argument, 20 takes two, 8D ignores the upper two;
- fixed bits must be as in the table: 8D, DA and DB. DB allows any level, although the table names three: drivers send
  40, and the chip takes it;
- the windows of 21 and 22 must lie within column 127 and page 7. The table does not care about higher bits, but gives
  these as the range, and a driver that writes past it is wrong;
- a command that was cut off at the end of its transaction takes its arguments from the next one. They are accidental,
  so arguments out of range are ignored there;
- the commands for scrolling (26 to 2F, A3) and those of later revisions (23 fade, D6 zoom) are unknown here: no driver
  of ours sends them.

The picture ignores contrast (a picture is black and white), the charge pump (the display may have another supply),
clocks and voltages, and DA: the display counts as wired for DA 12, as displays of 128 × 64 are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

from companion.ports import HEIGHT, WIDTH
from hardware.chips import CHIPS

if TYPE_CHECKING:
    from random import Random

    from PIL.Image import Image

T = TypeVar("T")

PAGES = HEIGHT // 8
HORIZONTAL, VERTICAL, PAGEWISE = 0, 1, 2
"""The memory addressing modes, as command 20 numbers them."""

ARGUMENTS = {
    **dict.fromkeys((0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1),
    **dict.fromkeys((0x21, 0x22), 2),
}
"""The number of argument bytes of a command; all others have none."""


class ChipError(Exception):
    """The chip got a byte that it does not understand. Not an OSError: the driver is wrong, not the wire."""


class Writes:
    """Counts of the command bytes, data bytes and transactions that the chip got."""

    __slots__ = ("commands", "data", "transactions")

    def __init__(self) -> None:
        self.commands = self.data = self.transactions = 0


class Ssd1306:
    """The chip after power-on with its display of 128 × 64; its RAM is all zeros, a real chip's is random.

    `writes` counts the bytes that arrived. `revision` grows with each change that a person could see on a display that
    is on. Upright means, as for luma: segments remapped (A1) and COMs scanned downwards (C8).
    """

    name = "SSD1306"
    columns = WIDTH
    """The columns of its RAM."""
    first_column = CHIPS["ssd1306"].first_column
    arguments: Mapping[int, int] = ARGUMENTS

    def __init__(self, height: int = HEIGHT) -> None:
        self.height = height
        self.writes = Writes()
        self.revision = -1
        # By display column from the left, whichever column address it was written to; eight rows in a byte.
        self.ram = bytearray(self.columns * self.height // 8)
        self._picture: Image | None = None
        self.reset()
        self._with_arguments: dict[int, Callable[[bytes], None]] = {
            0x20: self._set_mode,
            0x21: self._set_columns,
            0x22: self._set_pages,
            0x81: self._set_contrast,
            0x8D: self._set_charge_pump,
            0xA8: self._set_multiplex,
            0xD3: self._set_offset,
            0xD5: lambda _: None,  # clock: all 256 values are settings
            0xD9: self._set_precharge,
            0xDA: self._set_com_pins,
            0xDB: self._set_vcomh,
        }

    def reset(self) -> None:
        """Act on the reset line: everything as after power-on, except for the RAM."""
        self.on = False
        self.all_on = False
        self.inverted = False
        self.contrast = 0x7F
        self._mode = PAGEWISE
        self._columns = (0, self.columns - 1)
        self._pages = (0, PAGES - 1)
        self._column = 0
        self._page = 0
        self.start_line = 0
        self.offset = 0
        self.rows = self.height
        self._segments_remapped = False
        self.coms_remapped = False
        self._waiting = bytearray()
        self._cut = False
        self._changed()

    def power_on(self, chance: Random) -> None:
        """Act as after a loss of power: reset, with random bytes in the RAM."""
        self.ram[:] = chance.randbytes(len(self.ram))
        self.reset()

    # -- the wire

    def write(self, stream: bytes) -> None:
        """Take one transaction, without the address byte: control bytes, commands, data.

        After the control byte 00 all bytes are commands, after 40 all are data. After 80 and C0 only one byte is, and
        another control byte follows. Raises ChipError; the bytes before the wrong one have taken effect.
        """
        self.writes.transactions += 1
        self._cut = bool(self._waiting)
        at = 0
        while at < len(stream):
            control = stream[at]
            if control & 0x3F:
                raise ChipError(f"{control:02X} is not a control byte: 00, 40, 80 or C0 was expected")
            more = control & 0x80
            if more and at + 1 == len(stream):
                raise ChipError(f"control byte {control:02X} promises one byte, and the transaction ends")
            end = at + 2 if more else len(stream)
            if control & 0x40:
                self._take_data(stream[at + 1 : end])
            else:
                for byte in stream[at + 1 : end]:
                    self._take_command(byte)
            at = end

    def command(self, *stream: int) -> None:
        self.write(bytes([0x00, *stream]))

    def data(self, stream: bytes) -> None:
        self.write(b"\x40" + stream)

    def _take_command(self, byte: int) -> None:
        # A command waits for its arguments over any number of transactions.
        self.writes.commands += 1
        self._waiting.append(byte)
        if len(self._waiting) > self.arguments.get(self._waiting[0], 0):
            command, arguments = self._waiting[0], bytes(self._waiting[1:])
            self._waiting.clear()
            if arguments:
                cut, self._cut = self._cut, False
                try:
                    self._with_arguments[command](arguments)
                except ChipError:
                    if not cut:
                        raise
            else:
                self._run(command)

    def _take_data(self, stream: bytes) -> None:
        if stream and self._waiting:
            command, count = self._waiting.hex(" ").upper(), self.arguments[self._waiting[0]]
            raise ChipError(f"data {stream[0]:02X} while command {command} waits for {count} bytes of argument")
        while stream:
            room = self._room
            run, stream = stream[:room], stream[room:]
            self.writes.data += len(run)
            across = self._column
            if not self._segments_remapped:
                across, run = self.columns - across - len(run), run[::-1]
            at = self._page * self.columns + across
            if self.ram[at : at + len(run)] != run:
                self.ram[at : at + len(run)] = run
                self._changed()
            self._column += len(run) - 1
            self._advance()

    @property
    def _room(self) -> int:
        """How many bytes of data come side by side until the pointers jump."""
        end = self._columns[1] if self._column <= self._columns[1] else self.columns - 1
        return 1 if self._mode == VERTICAL else end - self._column + 1

    def _advance(self) -> None:
        """Move the pointers on to the next byte of data."""
        if self._mode == VERTICAL:
            if self._page != self._pages[1]:
                self._page = (self._page + 1) % PAGES
                return
            self._page = self._pages[0]
        if self._column != self._columns[1]:
            self._column = (self._column + 1) % self.columns
            return
        self._column = self._columns[0]
        if self._mode == HORIZONTAL:
            self._page = self._pages[0] if self._page == self._pages[1] else (self._page + 1) % PAGES

    # -- commands of one byte

    def _run(self, command: int) -> None:
        if command < 0x20:
            self._set_start_column(command)
        elif 0x40 <= command < 0x80:
            self.start_line = self._change(self.start_line, command & 0x3F)
        elif command in (0xA0, 0xA1):
            # Acts on later data only: the RAM keeps its content, so the picture does not turn.
            self._segments_remapped = command == 0xA1
        elif command in (0xA4, 0xA5):
            self.all_on = self._change(self.all_on, command == 0xA5)
        elif command in (0xA6, 0xA7):
            self.inverted = self._change(self.inverted, command == 0xA7)
        elif command in (0xAE, 0xAF):
            self.on = self._change(self.on, command == 0xAF)
        elif 0xB0 <= command < 0xB0 + self.height // 8:
            # In page mode only, as 00-1F; in the other modes the windows set the pointers.
            if self._mode == PAGEWISE:
                self._page = command & 0x0F
        elif 0xC0 <= command < 0xD0:
            # The lower three bits are don't-care.
            self.coms_remapped = self._change(self.coms_remapped, bool(command & 0x08))
        elif command != 0xE3:
            raise ChipError(f"{command:02X} is not a command of the {self.name}")

    def _set_start_column(self, command: int) -> None:
        """00–0F the lower, 10–1F the higher half of the column, in page mode."""
        most = 0x10 | self.columns - 1 >> 4
        if command > most:
            raise ChipError(f"{command:02X} begins behind column {self.columns - 1}: 10 to {most:02X} was expected")
        if self._mode == PAGEWISE:
            half = command & 0x0F
            self._column = half << 4 | self._column & 0x0F if command & 0x10 else self._column & 0xF0 | half

    # -- commands with arguments

    def _set_mode(self, arguments: bytes) -> None:
        mode = arguments[0] & 0x03
        if mode == 3:
            raise ChipError(f"20 {arguments[0]:02X} is no addressing mode: the last two bits must be 0, 1 or 2")
        self._mode = mode

    def _set_columns(self, arguments: bytes) -> None:
        self._columns = _window("21", arguments, self.columns - 1)
        self._column = arguments[0]

    def _set_pages(self, arguments: bytes) -> None:
        self._pages = _window("22", arguments, PAGES - 1)
        self._page = arguments[0]

    def _set_contrast(self, arguments: bytes) -> None:
        if self.contrast != arguments[0]:
            self.contrast = arguments[0]
            self.revision += 1  # a person sees it, but the picture does not show it

    def _set_charge_pump(self, arguments: bytes) -> None:
        if arguments[0] & 0x3F not in (0x10, 0x14):
            raise ChipError(f"8D {arguments[0]:02X} is no charge pump setting: 10 or 14 was expected")

    def _set_multiplex(self, arguments: bytes) -> None:
        rows = (arguments[0] & 0x3F) + 1
        if rows < 16:
            raise ChipError(f"A8 {arguments[0]:02X} is no multiplex ratio: 0F to 3F was expected")
        self.rows = self._change(self.rows, rows)

    def _set_offset(self, arguments: bytes) -> None:
        self.offset = self._change(self.offset, arguments[0] & 0x3F)

    def _set_precharge(self, arguments: bytes) -> None:
        if not arguments[0] & 0x0F or not arguments[0] & 0xF0:
            raise ChipError(f"D9 {arguments[0]:02X} is no pre-charge period: neither half may be 0")

    def _set_com_pins(self, arguments: bytes) -> None:
        if arguments[0] not in (0x02, 0x12, 0x22, 0x32):
            raise ChipError(f"DA {arguments[0]:02X} is no COM pins setting: 02, 12, 22 or 32 was expected")

    def _set_vcomh(self, arguments: bytes) -> None:
        if arguments[0] & 0x8F:
            raise ChipError(f"DB {arguments[0]:02X} is no deselect level: 00, 10, … 70 was expected")

    # -- the display

    def picture(self) -> Image:
        """What a person sees now: mode "1", upright. Do not change it: it is cached."""
        if self._picture is None:
            self._picture = picture_of(self)
        return self._picture

    def _change(self, before: T, after: T) -> T:
        """The new value of something that a person can see."""
        if before != after:
            self._changed()
        return after

    def _changed(self) -> None:
        self.revision += 1
        self._picture = None


def _window(command: str, arguments: bytes, most: int) -> tuple[int, int]:
    start, end = arguments
    if not start <= end <= most:
        got = arguments.hex(" ").upper()
        raise ChipError(f"{command} {got} is no window: a start and an end from it to {most:02X} was expected")
    return start, end


def picture_of(chip: Ssd1306) -> Image:
    """What a person sees on the display of a chip now: mode "1", upright."""
    from PIL import Image, ImageChops

    height, pages = chip.height, chip.height // 8
    display = Image.new("1", (WIDTH, height))
    if not chip.on:
        return display
    if chip.all_on:
        shown = Image.new("1", (WIDTH, height), 1)
    else:
        columns = bytearray(WIDTH * pages)
        for page in range(pages):
            begin = page * chip.columns + chip.first_column
            columns[page::pages] = chip.ram[begin : begin + WIDTH]
        # Each row of this image is a column of the RAM, its top pixel in the lowest bit.
        transposed = Image.frombytes("1", (height, WIDTH), bytes(columns), "raw", "1;R")
        shown = transposed.transpose(Image.Transpose.TRANSPOSE)
        if chip.inverted:
            shown = ImageChops.invert(shown)
    if chip.rows == height and chip.coms_remapped and not chip.start_line and not chip.offset:
        return shown
    for com in range(height):
        row = (com + chip.offset) % height
        if chip.coms_remapped:
            row = (chip.rows - 1 + chip.offset - com) % HEIGHT
        if row < chip.rows:
            line = (row + chip.start_line) % height
            # Upright, the last COM is at the top.
            display.paste(shown.crop((0, line, WIDTH, line + 1)), (0, height - 1 - com))
    return display
