"""What the card's start does for the display of its board: the driver of SPI, and the splash of the next start.

The glass would be dark until Python has come up, which takes a Pi seconds. So the initrd of the next start shows the
splash on the display of this one, before anything else.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from companion.record.log import open_folder, put_file, read_file, remove_file
from hardware import splash
from hardware.boards import Board, I2c, Spi

SPLASH = "splash"
"""The file on the data partition: a line for each transfer, with the bus, the address and the bytes, which `splash` of
systemd/image/card.sh reads."""
SPI = "spi"
"""The empty file for companion-spi.service, in the folder of this start."""


def prepare_display(board: Board, data: Path, run: Path) -> None:
    """Leave both for a board. Raises OSError."""
    (run / SPI).unlink(missing_ok=True)
    if isinstance(board.wire, Spi):
        (run / SPI).touch()
    lines = "".join([f"{line}\n" for line in splash_lines(board)]).encode("ascii")
    with suppress(FileNotFoundError):
        # The same board at each start: nothing is written.
        if read_file(data / SPLASH, most=len(lines) + 1) == lines:
            return
    directory = open_folder(data)
    try:
        if lines:
            put_file(directory, SPLASH, lines)
        else:
            remove_file(directory, SPLASH)
    finally:
        os.close(directory)


def splash_lines(board: Board) -> list[str]:
    """The transfers of the splash as lines; none if the display cannot show it."""
    wire = board.wire
    if not isinstance(wire, I2c) or not splash.supports(board):
        return []
    transfers: list[bytes] = []
    splash.show(transfers.append, board.chip)
    return [f"{wire.bus} {' '.join([f'0x{byte:02x}' for byte in (wire.address, *sent)])}" for sent in transfers]
