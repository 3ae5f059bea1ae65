"""Boards: which key is wired to which pin, and where the display answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.ports import Key


@dataclass(frozen=True, slots=True)
class Board:
    """A board with an SSD1306 of 128 × 64 on I²C. `pins` are BCM numbers; each key closes its pin to ground.

    `parts` are the parts it has besides that people can switch off: `sounds`, `lights`.
    """

    pins: Mapping[Key, int]
    bus: int
    address: int
    parts: frozenset[str] = frozenset()


PLAIN = Board(MappingProxyType({Key.UP: 5, Key.DOWN: 6, Key.OK: 13, Key.BACK: 19}), bus=1, address=0x3C)
"""A display, four push buttons and eight wires."""

ALL_KEYS = Board(
    MappingProxyType({**PLAIN.pins, Key.LEFT: 16, Key.RIGHT: 20, Key.HELP: 21}), bus=PLAIN.bus, address=PLAIN.address
)
"""The plain board with a button for every key there is."""
