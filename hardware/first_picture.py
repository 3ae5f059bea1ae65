"""The first picture: a laurel wreath on the glass, before anything is imported that takes its time.

A small Pi needs seconds for gpiozero, Pillow and luma. So this module needs none of them: it starts the chip with a few
bytes of its own, and luma's driver starts it anew later. The wreath looks the same upside down and in all languages, so
no settings are read for it. Whatever goes wrong here goes wrong again with the driver, and is told then.
"""

from __future__ import annotations

import os
from collections.abc import Callable

_I2C_SLAVE = 0x0703
"""What Linux calls choosing the address that a file of a bus writes to (linux/i2c-dev.h)."""
_NOTHING = (0xE3, 0xE3)
"""Twice the command that does nothing: for a chip that was cut off in the middle of a command and awaits the rest."""
_START = (
    # off, clock, 64 rows, no offset, first line, charge pump; pages (for the SH1106 the last two mean nothing)
    0xAE, 0xD5, 0x80, 0xA8, 0x3F, 0xD3, 0x00, 0x40, 0x8D, 0x14, 0x20, 0x02,
    # upright, wired as 128 × 64 are, contrast, pre-charge, level, from RAM, not inverted
    0xA1, 0xC8, 0xDA, 0x12, 0x81, 0x7F, 0xD9, 0xF1, 0xDB, 0x40, 0xA4, 0xA6,
)  # fmt: skip
_ON = 0xAF
_FIRST_COLUMN = {"ssd1306": 0, "ssd1309": 0, "sh1106": 2}
"""The column of the RAM that stands leftmost on the glass, for the chips that can be started like this."""

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
    """Start a chip and show the picture. `write` is one transfer to it. Raises OSError where nobody answers."""
    first = _FIRST_COLUMN[chip]
    write(bytes((0x00, *_NOTHING)))
    write(bytes((0x00, *_START)))
    for number, page in enumerate(pages()):
        write(bytes((0x00, 0xB0 | number, first & 0x0F, 0x10 | first >> 4)))
        write(b"\x40" + page)
    write(bytes((0x00, _ON)))


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
