"""A model of the SSD1306: takes what the real chip gets over I²C, byte by byte, and gives the picture a person sees.

What the chip would not understand raises ChipError, which is no OSError, so that nothing that tries a lost wire
again can hide it. The law is the data sheet (Solomon Systech, SSD1306, revision 1.1). Its command table marks bits
as don't-care and bits as fixed, and this is what the model makes of them:

- don't-care bits are masked: A8 and D3 take six bits of their argument, 20 takes two, 8D ignores the upper two, the
  page numbers and intervals of the scrolls take three, the offset of 29 and 2A and the first number of A3 six, the
  second number of A3 seven;
- fixed bits must be as in the table: 8D, DA, DB and the dummy bytes of the scrolls. DB allows any level, although
  the table names three: drivers send 40, and the chip takes it;
- the windows of 21 and 22 are one of the places where the model is stricter: the table does not care for the bits above
  column 127 and page 7, but gives these as the range, and nobody writes past it on purpose;
- a command that was cut off with its transaction takes its arguments from the next one. What they are is nobody's
  purpose, so those out of range change nothing here;
- the commands of later revisions (23 fade, D6 zoom) are unknown here.

Left out of the picture: scrolling (the RAM is shown where it was written), contrast (a picture is black and white),
the charge pump (the glass may have another supply), clocks and voltages, and DA: the glass is taken to be
wired as that of 128 × 64 panels is, for DA 12.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

from companion.ports import HEIGHT, WIDTH

if TYPE_CHECKING:
    from random import Random

    from PIL.Image import Image

T = TypeVar("T")

PAGES = HEIGHT // 8
HORIZONTAL, VERTICAL, PAGEWISE = 0, 1, 2
"""The memory addressing modes, as command 20 numbers them."""

ARGUMENTS = {
    **dict.fromkeys((0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1),
    **dict.fromkeys((0x21, 0x22, 0xA3), 2),
    **dict.fromkeys((0x29, 0x2A), 5),
    **dict.fromkeys((0x26, 0x27), 6),
}
"""How many bytes belong to a command after the first; for all others none."""


class ChipError(Exception):
    """The chip got a byte that it does not understand. Never an OSError: the wire is fine, the driver is not."""


class Writes:
    """What the chip has been sent so far: bytes of commands, bytes of data, and transactions."""

    __slots__ = ("commands", "data", "transactions")

    def __init__(self) -> None:
        self.commands = self.data = self.transactions = 0


class Ssd1306:
    """The chip from power-on, its RAM all zeros (a real one's is anything), and the glass of 128 × 64 in front of it.

    `writes` counts what arrived; `revision` grows whenever something has changed that a person could see if the
    display is on. Upright is the way luma has it: segments remapped (A1) and COMs scanned downwards (C8).
    """

    name = "SSD1306"
    height = HEIGHT
    """The rows of the glass."""
    columns = WIDTH
    """The columns of its RAM."""
    first = 0
    """The column that stands leftmost on the glass."""
    arguments: Mapping[int, int] = ARGUMENTS

    def __init__(self) -> None:
        self.writes = Writes()
        self.revision = -1
        # The column of the glass, from the left, whatever column address it was written to; eight rows to the byte.
        self._ram = bytearray(self.columns * self.height // 8)
        self._picture: Image | None = None
        self.reset()
        self._with_arguments: dict[int, Callable[[bytes], None]] = {
            0x20: self._set_mode,
            0x21: self._set_columns,
            0x22: self._set_pages,
            0x26: self._set_scroll,
            0x27: self._set_scroll,
            0x29: self._set_diagonal_scroll,
            0x2A: self._set_diagonal_scroll,
            0x81: self._set_contrast,
            0x8D: self._set_charge_pump,
            0xA3: self._set_scroll_area,
            0xA8: self._set_multiplex,
            0xD3: self._set_offset,
            0xD5: lambda _: None,  # clock: all 256 values are settings
            0xD9: self._set_precharge,
            0xDA: self._set_com_pins,
            0xDB: self._set_vcomh,
        }

    def reset(self) -> None:
        """What the reset line does: everything as from power-on, but for the RAM."""
        self.on = False
        self.all_on = False
        self.inverted = False
        self.contrast = 0x7F
        self.scrolling = False
        self._mode = PAGEWISE
        self._columns = (0, WIDTH - 1)
        self._pages = (0, PAGES - 1)
        self._column = 0
        self._page = 0
        self._start_line = 0
        self._offset = 0
        self._rows = self.height
        self._segments_remapped = False
        self._coms_remapped = False
        self._waiting = bytearray()
        self._cut = False
        self._changed()

    def power_on(self, chance: Random) -> None:
        """Power was away and is back: everything as the reset line leaves it, and anything at all in the RAM."""
        self._ram[:] = chance.randbytes(len(self._ram))
        self.reset()

    # -- the wire

    def write(self, stream: bytes) -> None:
        """One transaction after the chip's address: control bytes, commands, data.

        The control bytes 00 and 40 make commands or data of all that follows; 80 and C0 of one byte, after which
        comes another control byte. Raises ChipError; what came before the byte at fault has had its effect.
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
            take = self._take_data if control & 0x40 else self._take_command
            for byte in stream[at + 1 : end]:
                take(byte)
            at = end

    def command(self, *stream: int) -> None:
        """A transaction of commands."""
        self.write(bytes([0x00, *stream]))

    def data(self, stream: bytes) -> None:
        """A transaction of data."""
        self.write(b"\x40" + stream)

    def _take_command(self, byte: int) -> None:
        # The chip does not know transactions: a command waits for its arguments over as many as it takes.
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
                self._obey(command)

    def _take_data(self, byte: int) -> None:
        if self._waiting:
            told, count = self._waiting.hex(" ").upper(), self.arguments[self._waiting[0]]
            raise ChipError(f"data {byte:02X} while command {told} waits for {count} bytes of argument")
        self.writes.data += 1
        across = self._column if self._segments_remapped else self.columns - 1 - self._column
        at = self._page * self.columns + across
        if self._ram[at] != byte:
            self._ram[at] = byte
            self._changed()
        self._advance()

    def _advance(self) -> None:
        """Move on to where the next byte of data belongs."""
        if self._mode == VERTICAL:
            if self._page != self._pages[1]:
                self._page = (self._page + 1) % PAGES
                return
            self._page = self._pages[0]
        if self._column != self._columns[1]:
            self._column = (self._column + 1) % WIDTH
            return
        self._column = self._columns[0]
        if self._mode == HORIZONTAL:
            self._page = self._pages[0] if self._page == self._pages[1] else (self._page + 1) % PAGES

    # -- commands of one byte

    def _obey(self, command: int) -> None:
        if command < 0x20:
            self._set_start_column(command)
        elif command in (0x2E, 0x2F):
            self.scrolling = command == 0x2F
        elif 0x40 <= command < 0x80:
            self._start_line = self._seen(self._start_line, command & 0x3F)
        elif command in (0xA0, 0xA1):
            # Only for data to come: what is in the RAM stays where it is, so the picture does not turn.
            self._segments_remapped = command == 0xA1
        elif command in (0xA4, 0xA5):
            self.all_on = self._seen(self.all_on, command == 0xA5)
        elif command in (0xA6, 0xA7):
            self.inverted = self._seen(self.inverted, command == 0xA7)
        elif command in (0xAE, 0xAF):
            self.on = self._seen(self.on, command == 0xAF)
        elif 0xB0 <= command < 0xB0 + self.height // 8:
            # For page mode only, like 00-1F; in the others the pointers belong to the windows.
            if self._mode == PAGEWISE:
                self._page = command & 0x0F
        elif 0xC0 <= command < 0xD0:
            # The lower three bits are don't-care.
            self._coms_remapped = self._seen(self._coms_remapped, bool(command & 0x08))
        elif command != 0xE3:
            raise ChipError(f"{command:02X} is not a command of the {self.name}")

    def _set_start_column(self, command: int) -> None:
        """00–0F the lower, 10–1F the higher half of the column, in page mode."""
        if command > 0x17:
            raise ChipError(f"{command:02X} begins behind column 127: 10 to 17 was expected")
        if self._mode == PAGEWISE:
            half = command & 0x0F
            self._column = half << 4 | self._column & 0x0F if command & 0x10 else self._column & 0x70 | half

    # -- commands with arguments

    def _set_mode(self, arguments: bytes) -> None:
        mode = arguments[0] & 0x03
        if mode == 3:
            raise ChipError(f"20 {arguments[0]:02X} is no addressing mode: the last two bits must be 0, 1 or 2")
        self._mode = mode

    def _set_columns(self, arguments: bytes) -> None:
        self._columns = _window("21", arguments, WIDTH - 1)
        self._column = arguments[0]

    def _set_pages(self, arguments: bytes) -> None:
        self._pages = _window("22", arguments, PAGES - 1)
        self._page = arguments[0]

    def _set_contrast(self, arguments: bytes) -> None:
        if self.contrast != arguments[0]:
            self.contrast = arguments[0]
            self.revision += 1  # a person sees it, the picture does not have it

    def _set_charge_pump(self, arguments: bytes) -> None:
        if arguments[0] & 0x3F not in (0x10, 0x14):
            raise ChipError(f"8D {arguments[0]:02X} is no charge pump setting: 10 or 14 was expected")

    def _set_multiplex(self, arguments: bytes) -> None:
        rows = (arguments[0] & 0x3F) + 1
        if rows < 16:
            raise ChipError(f"A8 {arguments[0]:02X} is no multiplex ratio: 0F to 3F was expected")
        self._rows = self._seen(self._rows, rows)

    def _set_offset(self, arguments: bytes) -> None:
        self._offset = self._seen(self._offset, arguments[0] & 0x3F)

    def _set_precharge(self, arguments: bytes) -> None:
        if not arguments[0] & 0x0F or not arguments[0] & 0xF0:
            raise ChipError(f"D9 {arguments[0]:02X} is no pre-charge period: neither half may be 0")

    def _set_com_pins(self, arguments: bytes) -> None:
        if arguments[0] not in (0x02, 0x12, 0x22, 0x32):
            raise ChipError(f"DA {arguments[0]:02X} is no COM pins setting: 02, 12, 22 or 32 was expected")

    def _set_vcomh(self, arguments: bytes) -> None:
        if arguments[0] & 0x8F:
            raise ChipError(f"DB {arguments[0]:02X} is no deselect level: 00, 10, … 70 was expected")

    def _set_scroll(self, arguments: bytes) -> None:
        dummy, first, _, last, zero, full = arguments
        if (dummy, zero, full) != (0x00, 0x00, 0xFF):
            told = arguments.hex(" ").upper()
            raise ChipError(f"scroll with {told}: the first byte and the last two must be 00, 00 and FF")
        _check_scrolled(first, last)

    def _set_diagonal_scroll(self, arguments: bytes) -> None:
        dummy, first, _, last, _ = arguments
        if dummy:
            raise ChipError(f"scroll with {arguments.hex(' ').upper()}: the first byte must be 00")
        _check_scrolled(first, last)

    def _set_scroll_area(self, arguments: bytes) -> None:
        fixed, moving = arguments[0] & 0x3F, arguments[1] & 0x7F
        if fixed + moving > self._rows:
            raise ChipError(f"A3 {arguments.hex(' ').upper()} scrolls {fixed} + {moving} of {self._rows} rows")

    # -- the glass

    def picture(self) -> Image:
        """What a person sees now, of mode "1", upright. Nobody may change it; the chip never does."""
        if self._picture is None:
            self._picture = self._developed()
        return self._picture

    def _developed(self) -> Image:
        from PIL import Image, ImageChops

        height, pages = self.height, self.height // 8
        glass = Image.new("1", (WIDTH, height))
        if not self.on:
            return glass
        if self.all_on:
            shown = Image.new("1", (WIDTH, height), 1)
        else:
            turned = bytearray(WIDTH * pages)
            for page in range(pages):
                begin = page * self.columns + self.first
                turned[page::pages] = self._ram[begin : begin + WIDTH]
            # 64 wide and 128 high: each row of it is a column of the RAM, its uppermost pixel in the lowest bit.
            standing = Image.frombytes("1", (height, WIDTH), bytes(turned), "raw", "1;R")
            shown = standing.transpose(Image.Transpose.TRANSPOSE)
            if self.inverted:
                shown = ImageChops.invert(shown)
        if self._rows == height and self._coms_remapped and not self._start_line and not self._offset:
            return shown
        for com in range(height):
            row = (com + self._offset) % height
            if self._coms_remapped:
                row = (self._rows - 1 + self._offset - com) % HEIGHT
            if row < self._rows:
                line = (row + self._start_line) % height
                # Upright, the last COM is on top.
                glass.paste(shown.crop((0, line, WIDTH, line + 1)), (0, height - 1 - com))
        return glass

    def _seen(self, before: T, after: T) -> T:
        """The new value of something that is seen."""
        if before != after:
            self._changed()
        return after

    def _changed(self) -> None:
        self.revision += 1
        self._picture = None


def _window(command: str, arguments: bytes, most: int) -> tuple[int, int]:
    start, end = arguments
    if not start <= end <= most:
        told = arguments.hex(" ").upper()
        raise ChipError(f"{command} {told} is no window: a start and an end from it to {most:02X} was expected")
    return start, end


def _check_scrolled(first: int, last: int) -> None:
    if first & 0x07 > last & 0x07:
        raise ChipError(f"scroll from page {first & 0x07} to page {last & 0x07}: the end must not be above the start")
