"""A simulated I²C bus in place of smbus2, with chip models at its addresses and faults on request."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.values import Protocol

# What Linux reports when no chip acknowledges; other systems lack the name.
NO_ANSWER = getattr(errno, "EREMOTEIO", 121)
BLOCK_MOST = 32
"""The longest block of `write_i2c_block_data` in smbus2."""


class Chip(Protocol):
    """A chip at an address."""

    def write(self, stream: bytes) -> None:
        """Take one transaction, without the address byte."""


class SimulatedBus:
    """Chips by their addresses. A transfer to an address without a chip raises OSError, as the kernel does.

    With `unplugged` no chip answers. `transfers` counts all transfers, failed ones included. A closed bus must be
    opened again before the next transfer.
    """

    def __init__(self, chips: Mapping[int, Chip]) -> None:
        self.chips = dict(chips)
        self.unplugged = False
        self.transfers = 0
        self._closed = False
        self._faults: dict[int, tuple[int, int]] = {}
        self._away = range(0)
        self._lost: Callable[[], None] = lambda: None

    def fail_at(self, transfer: int, code: int = NO_ANSWER, after: int = 0) -> None:
        """Let a transfer fail with an errno, after this number of bytes reached the chip; 0 is the next transfer."""
        self._faults[self.transfers + transfer] = (code, after)

    def unplug_at(self, transfer: int, count: int, lost: Callable[[], None] = lambda: None) -> None:
        """Let `count` transfers in a row get no answer; 0 is the next transfer. `lost` is called at the first."""
        self._away = range(self.transfers + transfer, self.transfers + transfer + count)
        self._lost = lost

    def opened(self) -> SimulatedBus:
        """The bus, open."""
        self._closed = False
        return self

    def close(self) -> None:
        """Close the bus, as in smbus2; may be called twice."""
        self._closed = True

    def write_i2c_block_data(self, address: int, register: int, data: Iterable[int]) -> None:
        """Make one transfer of up to 32 bytes after the register, as in smbus2."""
        block = bytes(data)
        if len(block) > BLOCK_MOST:
            raise ValueError(f"{len(block)} bytes are too many for a block, it takes {BLOCK_MOST}")
        self.write(address, bytes([register]) + block)

    def write(self, address: int, stream: bytes) -> None:
        """Make one transfer, as a write to the device file does."""
        if self._closed:
            raise ValueError("the bus is closed, a transfer needs an open one")
        code, after = self._faults.pop(self.transfers, (0, 0))
        away = self.transfers in self._away
        if away and self.transfers == self._away.start:
            self._lost()
        self.transfers += 1
        if self.unplugged or away or address not in self.chips:
            raise OSError(NO_ANSWER, os.strerror(NO_ANSWER))
        if code:
            if after:
                self.chips[address].write(stream[:after])
            raise OSError(code, os.strerror(code))
        self.chips[address].write(stream)


def serial_on(bus: SimulatedBus, address: int) -> Any:
    """luma's I²C interface on a simulated bus."""
    from luma.core.interface.serial import i2c

    class WholeMessages(i2c):  # type: ignore[misc]  # luma publishes no types
        """Sends data in one message, as luma does on a bus that it opens itself; else it sends blocks of 32 bytes."""

        def data(self, data: Iterable[int]) -> None:
            bus.write(address, bytes((0x40, *data)))

        def cleanup(self) -> None:
            bus.close()

    return WholeMessages(bus=bus.opened(), address=address)
