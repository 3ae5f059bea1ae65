"""A simulated SPI port in place of spidev, with a chip model at the other end and faults on request.

The DC line says whether bytes are commands or data. A chip on SPI does not acknowledge, so its loss goes unnoticed.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Sequence

from hardware.simulated.chip import Ssd1306

MOST = 4096
"""The longest transfer of the kernel's spidev."""


class SimulatedSpi:
    """A port with a chip. `data` says whether the DC line is high, `held` whether the reset line is low.

    With `unplugged` no byte reaches the chip. `transfers` counts all transfers, failed ones included. A closed port
    must be opened before the next transfer.
    """

    def __init__(self, chip: Ssd1306, data: Callable[[], bool], held: Callable[[], bool] = lambda: False) -> None:
        self.chip = chip
        self.unplugged = False
        self.transfers = 0
        self.max_speed_hz = 0
        self._data = data
        self._held = held
        self._open = False
        self._faults: dict[int, tuple[int, int]] = {}

    def fail_at(self, transfer: int, code: int = errno.EIO, after: int = 0) -> None:
        """Let a transfer fail with an errno, after this number of bytes reached the chip; 0 is the next transfer."""
        self._faults[self.transfers + transfer] = (code, after)

    def open(self, _port: int, _device: int) -> None:
        self._open = True

    def close(self) -> None:
        """Close the port, as in spidev; may be called twice."""
        self._open = False

    def writebytes(self, data: Sequence[int]) -> None:
        """Make one transfer."""
        if not self._open:
            raise ValueError("the port is closed, a transfer needs an open one")
        if len(data) > MOST:
            raise OSError(errno.EMSGSIZE, os.strerror(errno.EMSGSIZE))
        code, after = self._faults.pop(self.transfers, (0, len(data)))
        self.transfers += 1
        stream = bytes(data[:after])
        if stream and not self.unplugged and not self._held():
            if self._data():
                self.chip.data(stream)
            else:
                self.chip.command(*stream)
        if code:
            raise OSError(code, os.strerror(code))
