"""Faults of a simulated board: transfers that fail, a chip that loses its power, keys that are lost or do not open."""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random
from typing import Any

from hardware.simulated.board import NO_ANSWER, SimulatedBoard, SimulatedBus
from hardware.simulated.chip import Ssd1306
from hardware.simulated.spi import SimulatedSpi


def fail_at(bus: SimulatedBus | SimulatedSpi, transfer: int, code: int = NO_ANSWER, after: int = 0) -> None:
    """Let a transfer fail with an errno, after this number of bytes reached the chip; 0 is the next transfer."""
    name = "write" if isinstance(bus, SimulatedBus) else "writebytes"
    send, at = getattr(bus, name), bus.transfers + transfer

    def write(*sent: Any) -> None:
        if bus.transfers != at:
            send(*sent)
            return
        if after:
            send(*sent[:-1], sent[-1][:after])
        else:
            bus.transfers += 1
        raise OSError(code, os.strerror(code))

    setattr(bus, name, write)


def unplug_at(bus: SimulatedBus, transfer: int, count: int, lost: Callable[[], None]) -> None:
    """Let `count` transfers in a row get no answer; 0 is the next transfer. `lost` is called at the first."""
    send, away = bus.write, range(bus.transfers + transfer, bus.transfers + transfer + count)

    def write(address: int, stream: bytes) -> None:
        if bus.transfers not in away:
            send(address, stream)
            return
        if bus.transfers == away.start:
            lost()
        bus.transfers += 1
        raise OSError(NO_ANSWER, os.strerror(NO_ANSWER))

    bus.write = write  # type: ignore[method-assign]


def power_on(chip: Ssd1306, chance: Random) -> None:
    """Let a chip act as after a loss of power: reset, with random bytes in the RAM."""
    chip.ram[:] = chance.randbytes(len(chip.ram))
    chip.reset()


def lose_keys(board: SimulatedBoard, why: str) -> None:
    """Let the pins report no edge any more, until they are opened again."""
    factory = board.factory
    factory.lost = why
    for pin in factory.pins.values():
        pin.when_changed = None

    def reserve_pins(requester: Any, *pins: Any) -> None:
        factory.lost = None
        type(factory).reserve_pins(factory, requester, *pins)

    factory.reserve_pins = reserve_pins


def refuse_keys(board: SimulatedBoard, error: Exception) -> None:
    """Let no pin open from now on, with this error, until `accept_keys`."""

    def reserve_pins(*_: Any) -> None:
        raise error

    board.factory.reserve_pins = reserve_pins


def accept_keys(board: SimulatedBoard) -> None:
    """Let pins open again."""
    del board.factory.reserve_pins
