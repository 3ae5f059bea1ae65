"""The first picture: a laurel wreath on the glass, before anything is imported that takes its time.

A small Pi needs seconds for gpiozero, Pillow and luma. So this module needs none of them: it starts the chip with a few
bytes of its own, and luma's driver starts it anew later. The wreath looks the same upside down and in all languages, so
no settings are read for it. Whatever goes wrong here goes wrong again with the driver, and is told then.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from companion.ports import HEIGHT, WIDTH
from hardware.boards import Board, I2c

_I2C_SLAVE = 0x0703
"""What Linux calls choosing the address that a file of a bus writes to (linux/i2c-dev.h)."""
_NOTHING = (0xE3, 0xE3)
"""Twice the command that does nothing: for a chip that was cut off in the middle of a command and awaits the rest."""
_START = (
    # off, clock, 64 rows, no offset, first line, charge pump (which means nothing to the SH1106)
    0xAE, 0xD5, 0x80, 0xA8, 0x3F, 0xD3, 0x00, 0x40, 0x8D, 0x14,
    # upright, wired as 128 × 64 are, contrast, pre-charge, level, from RAM, not inverted
    0xA1, 0xC8, 0xDA, 0x12, 0x81, 0x7F, 0xD9, 0xF1, 0xDB, 0x40, 0xA4, 0xA6,
)  # fmt: skip
_WHOLE = (0x20, 0x00, 0x21, 0x00, 0x7F, 0x22, 0x00, 0x07)
"""All data goes into one window over the whole glass: SSD1306, SSD1309."""
_PAGES = [(0xB0 | page, 0x02, 0x10) for page in range(8)]
"""Where the data of each page begins: SH1106, whose glass shows its RAM from column 2 on."""
_ON = 0xAF
CHIPS = ("ssd1306", "ssd1309", "sh1106")
"""The chips that can be started like this, on a glass of 128 × 64."""

_QUARTER = (
    "00000000000000000000000000000000000000000000000000000000000000000000000080c000000000c0e0e0f0000000"
    "80e0f0f8f87c000000c0f0f0f8fc7c",
    "00000000000000000000000000000000000000000000008000000080f0f8f8c00000fcffffbf8080801f7ffff7f3f0e0c0"
    "871f3f7f7d787060000f1f3f3f7c78",
    "000000000000000000000000000000000000c0c080801c7ffffcf8c1c7dffffffcfc7c3f3f1f0707070706000101010101"
    "010000000000000000000000000000",
    "000000000000000000000000000000000000010f1f1f3f3e303d3f3f3f1f07010100000000000000000000000000000000"
    "0000000000000000808080c0e0f0fe",
)
"""The upper left quarter of the wreath as a chip has it: pages of eight rows, a byte a column, the uppermost row in
bit 0. The other quarters are its mirror images."""

_MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def pages() -> list[bytes]:
    """The eight pages of the picture."""
    left = [bytes.fromhex(page) for page in _QUARTER]
    upper = [page + page[::-1] for page in left]
    return upper + [page.translate(_MIRRORED) for page in reversed(upper)]


def show(write: Callable[[bytes], object], chip: str) -> None:
    """Start one of the CHIPS and show the picture. `write` is a transfer to it. Raises OSError if nobody answers."""
    write(bytes((0x00, *_NOTHING)))
    write(bytes((0x00, *_START)))
    if chip == "sh1106":
        for begin, page in zip(_PAGES, pages(), strict=True):
            write(bytes((0x00, *begin)))
            write(b"\x40" + page)
    else:
        write(bytes((0x00, *_WHOLE)))
        write(b"\x40" + b"".join(pages()))
    write(bytes((0x00, _ON)))


def possible(board: Board) -> bool:
    """Whether a board's display can be started like this. On SPI a pin must be driven, which takes a pin library."""
    return isinstance(board.wire, I2c) and board.chip in CHIPS and board.size == (WIDTH, HEIGHT)


def on_board(board: Board) -> None:
    """Show it on the display of a board, if that is possible and it is there."""
    if isinstance(board.wire, I2c) and possible(board):
        on_bus(board.wire.bus, board.wire.address, board.chip)


def on_bus(bus: int, address: int, chip: str) -> None:
    """Show it on a display at an address of one of the machine's I²C buses, if there is one."""
    try:
        from fcntl import ioctl  # not everywhere, and then there is no such bus either

        wire = os.open(f"/dev/i2c-{bus}", os.O_RDWR | os.O_CLOEXEC)
    except (ImportError, OSError):
        return
    try:
        ioctl(wire, _I2C_SLAVE, address)
        show(lambda stream: os.write(wire, stream), chip)
    except OSError:  # the driver will meet the same trouble, and knows how to tell it
        pass
    finally:
        os.close(wire)
