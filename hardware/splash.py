"""The splash: a laurel wreath on the display, shown before anything slow is imported.

A small Pi needs seconds to import gpiozero, Pillow and luma. This module needs none of them: it initialises the chip
itself, and luma's driver does so again later. The wreath looks the same upside down and in every language, so no
settings are read. Errors are ignored here, because the driver will meet and report them.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from fcntl import ioctl

from companion.ports import HEIGHT, WIDTH
from hardware.boards import Board, I2c
from hardware.buses import find_bus
from hardware.chips import CHIPS, window_bytes

_I2C_SLAVE = 0x0703
"""The ioctl that selects the address for writes to an I²C device file (linux/i2c-dev.h)."""
_NOTHING = (0xE3, 0xE3)
"""A command that does nothing, twice: a chip that was cut off in a command takes these for its missing arguments."""
_ON = 0xAF

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
"""The upper left quarter of the wreath as display RAM: pages of eight rows, a byte for each column, the top row in bit
0. The other quarters are its mirror images."""


def pages() -> list[bytes]:
    """The eight pages of the picture."""
    left = [bytes.fromhex(page) for page in _QUARTER]
    upper = [page + page[::-1] for page in left]
    mirrored = [0]
    for bit in range(8):
        mirrored += [other | 0x80 >> bit for other in mirrored]
    return upper + [page.translate(bytes(mirrored)) for page in reversed(upper)]


def show(write: Callable[[bytes], object], chip: str) -> None:
    """Initialise one of the CHIPS and show the splash. `write` sends one I²C transfer. Raises OSError on no answer."""
    row = CHIPS[chip]
    picture = b"".join(pages())
    addressing = row.addressing(row.first_column)
    write(bytes((0x00, *_NOTHING)))
    write(b"\x00" + row.start)
    for window in row.addressing.full_windows(WIDTH, len(picture) // WIDTH):
        write(bytes((0x00, *addressing.commands(window))))
        write(b"\x40" + window_bytes(picture, window, WIDTH))
    write(bytes((0x00, _ON)))


def supports(board: Board) -> bool:
    """Whether a board's display can show the splash. A display on SPI cannot: its pins need a pin library."""
    return isinstance(board.wire, I2c) and board.size == (WIDTH, HEIGHT)


def show_on_board(board: Board) -> None:
    """Show the splash on a board's display, if it supports that and answers."""
    if isinstance(board.wire, I2c) and supports(board):
        show_on_bus(board.wire.bus, board.wire.address, board.chip)


def show_on_bus(bus: int, address: int, chip: str) -> None:
    """Show the splash on the display at an address of an I²C bus of this machine, if there is one."""
    try:
        # Without a bus this is the name of no file.
        wire = os.open(f"/dev/i2c-{find_bus(bus)}", os.O_RDWR | os.O_CLOEXEC)
    except OSError:
        return
    try:
        ioctl(wire, _I2C_SLAVE, address)
        show(lambda stream: os.write(wire, stream), chip)
    except OSError:  # the driver will report it
        pass
    finally:
        os.close(wire)
