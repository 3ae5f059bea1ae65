"""A simulated SPI port: what luma writes to instead of spidev, with a chip model at the other end and faults on call.

A second line says what the bytes are, and there is no acknowledgement: nobody notices that the chip has gone.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Sequence
from typing import Protocol

MOST = 4096
"""The longest transfer that the kernel's spidev takes."""


class Chip(Protocol):
    """Whatever is selected."""

    def command(self, *stream: int) -> None:
        """Commands."""

    def data(self, stream: bytes) -> None:
        """Data."""


class SimulatedSpi:
    """A port with a chip. `data` says whether its data/command line is high, `held` whether its reset line is low.

    `unplugged` lets bytes vanish; `fail_at` lets one transfer fail; `transfers` counts them all, those that failed
    included. A port that is closed must be opened before somebody writes.
    """

    def __init__(self, chip: Chip, data: Callable[[], bool], held: Callable[[], bool] = lambda: False) -> None:
        self.chip = chip
        self.unplugged = False
        self.transfers = 0
        self.max_speed_hz = 0
        self._data = data
        self._held = held
        self._open = False
        self._faults: dict[int, tuple[int, int]] = {}

    def fail_at(self, transfer: int, code: int = errno.EIO, after: int = 0) -> None:
        """Let a transfer fail with an errno, the next one being 0, after so many bytes have reached the chip."""
        self._faults[self.transfers + transfer] = (code, after)

    def open(self, _port: int, _device: int) -> None:
        """As spidev has it."""
        self._open = True

    def close(self) -> None:
        """As spidev has it; may be called twice."""
        self._open = False

    def writebytes(self, data: Sequence[int]) -> None:
        """One transfer."""
        if not self._open:
            raise ValueError("the port is closed, nobody may write to it now")
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
