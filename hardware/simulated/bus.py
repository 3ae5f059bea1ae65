"""A simulated I²C bus: what luma writes to instead of smbus2, with chip models at its addresses and faults on call."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

# Linux has a word for "nobody acknowledged"; elsewhere its number will do.
NO_ANSWER = getattr(errno, "EREMOTEIO", 121)
BLOCK_MOST = 32
"""The longest block of `write_i2c_block_data`, as of smbus2."""


class Chip(Protocol):
    """Whatever is at an address."""

    def write(self, stream: bytes) -> None:
        """One transaction after the address byte."""


class Message(Protocol):
    """What smbus2 calls an i2c_msg."""

    addr: int
    flags: int

    def __bytes__(self) -> bytes: ...


class SimulatedBus:
    """Chips by their addresses. An address where nobody is answers with OSError, as the kernel does.

    `unplugged` makes everybody silent; `fail_at` lets one transfer fail; `transfers` counts them all, those that
    failed included. Once closed the bus must be opened again before somebody writes.
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
        """Let a transfer fail with an errno, the next one being 0, after so many bytes have reached the chip."""
        self._faults[self.transfers + transfer] = (code, after)

    def unplug_at(self, transfer: int, count: int, lost: Callable[[], None] = lambda: None) -> None:
        """Let so many transfers in a row find nobody, the next one being 0; `lost` is called with the first."""
        self._away = range(self.transfers + transfer, self.transfers + transfer + count)
        self._lost = lost

    def opened(self) -> SimulatedBus:
        """The bus, open."""
        self._closed = False
        return self

    def close(self) -> None:
        """As smbus2 has it; may be called twice."""
        self._closed = True

    def write(self, address: int, stream: bytes) -> None:
        """One transfer, as a file of the bus has it."""
        self._transfer(address, stream)

    def write_i2c_block_data(self, address: int, register: int, data: Iterable[int]) -> None:
        """One transfer of up to 32 bytes after the register."""
        block = bytes(data)
        if len(block) > BLOCK_MOST:
            raise ValueError(f"{len(block)} bytes are too many for a block, it takes {BLOCK_MOST}")
        self._transfer(address, bytes([register]) + block)

    def i2c_rdwr(self, *messages: Message) -> None:
        """One transfer for each message. Only writing is simulated: these chips have nothing to say."""
        for message in messages:
            if message.flags & 1:
                raise ValueError(f"reading from 0x{message.addr:02X} is not simulated")
            self._transfer(message.addr, bytes(message))

    def _transfer(self, address: int, stream: bytes) -> None:
        if self._closed:
            raise ValueError("the bus is closed, nobody may write to it now")
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
    """luma's real I²C interface, writing to a simulated bus in messages of the size it uses on a Pi."""
    import smbus2
    from luma.core.interface.serial import i2c

    serial = i2c(bus=bus.opened(), address=address)
    # A bus that is handed in luma writes to in blocks of 32 bytes; one that it opened itself, as on a Pi, in one
    # message for the whole picture. It does not ask which it should be, so we tell it after the fact.
    serial._managed = True
    serial._i2c_msg_write = smbus2.i2c_msg.write
    return serial
