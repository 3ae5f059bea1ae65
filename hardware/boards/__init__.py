"""Boards: the pins of the keys, the display and its wires.

A profile in TOML describes a board. Each product has a file in this folder. `compose` writes the profile of a board
that people wire themselves, and they may write their own. `profile` reads all of them. Nothing here opens a pin.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from companion.ports import HEIGHT, WIDTH, Key
from companion.values import Frozen

Level = Literal["low", "high"]
Pull = Literal["up", "down", "none"]
HEADER: tuple[int | str, ...] = (
    "3V3", "5V", 2, "5V", 3, "GND", 4, 14, "GND", 15, 17, 18, 27, "GND", 22, 23, "3V3", 24, 10, "GND", 9, 25, 11, 8,
    "GND", 7, 0, 1, 5, "GND", 6, 12, 13, "GND", 19, 16, 26, 20, "GND", 21,
)  # fmt: skip
"""What the 40 pins of the header are, from pin 1 on: BCM numbers, or supply and ground."""
I2C_PINS = {0: (0, 1), 1: (2, 3)}
"""SDA and SCL of the buses with the same pins on every Pi."""
SPI_PINS = {0: (10, 11, 9, 8, 7), 1: (20, 21, 19, 18, 17, 16)}
"""The pins that an SPI port uses: MOSI, the clock, MISO and its selects."""
SPI_SELECTS = {1: 3, 2: 3}
"""How many selects an SPI port of a Pi has, where it has not SELECTS."""
SELECTS = 2


class I2c(Frozen):
    """A display at an address of an I²C bus."""

    bus: int = 1
    address: int = 0x3C

    @property
    def pins(self) -> tuple[int, ...]:
        """The pins of the bus; empty if they are unknown."""
        return I2C_PINS.get(self.bus, ())


class Spi(Frozen):
    """A display at a select line of an SPI port. `dc` and `reset` are BCM numbers, `speed` is in Hz."""

    port: int = 0
    device: int = 0
    dc: int = 24
    reset: int | None = 25
    speed: int = 8_000_000

    @property
    def pins(self) -> tuple[int, ...]:
        """The pins of the port; empty if they are unknown."""
        return SPI_PINS.get(self.port, ())


class Encoder(Frozen):
    """A rotary encoder whose contacts close to ground: turning is UP and DOWN; pushing is OK if `push` is a pin.

    `kind` is `full` if a detent is a whole cycle of the two contacts, `half` if it is half a cycle. To reverse the
    direction, swap the pins `a` and `b`.
    """

    a: int
    b: int
    push: int | None = None
    kind: Literal["full", "half"] = "full"


class Board(Frozen):
    """A board. `pins` are the BCM numbers of the keys that have a button.

    A pressed button pulls its pin to the `active` level, `low` or `high`; `pull` is the Pi's own resistor, which pulls
    it the other way: `up`, `down` or `none`. `debounce` is in milliseconds. `size` is the display's in pixels; the
    picture is in its middle, rotated by `rotation` degrees. `lights` are the pins of the seats' lamps in the order of
    the table. A `hat` is plugged onto the header, so there is nothing to wire. `legend` is where on the display the
    pictures of the keys are. `keyboards` that are plugged into the Pi are keys, too. The `default` board is in use
    where nobody has named one: its display may have another chip.
    """

    pins: Mapping[Key, int]
    wire: I2c | Spi = I2c()
    chip: str = "ssd1306"
    size: tuple[int, int] = (WIDTH, HEIGHT)
    rotation: int = 0
    active: Level = "low"
    pull: Pull = "up"
    debounce: int = 5
    encoder: Encoder | None = None
    lights: tuple[int, ...] = ()
    buzzer: int | None = None
    name: str = ""
    hat: bool = False
    legend: Literal["right", "left", "none"] = "right"
    keyboards: bool = False
    default: bool = False

    @property
    def buttons(self) -> Mapping[Key, int]:
        """The pins of all keys with a contact, the push of an encoder included."""
        if self.encoder is None or self.encoder.push is None:
            return self.pins
        return MappingProxyType({**self.pins, Key.OK: self.encoder.push})

    @property
    def claimed(self) -> tuple[int, ...]:
        """The pins that the device opens: of keys, encoder, lamps and buzzer, and of a display beside its bus."""
        turned = () if self.encoder is None else (self.encoder.a, self.encoder.b)
        beside = (self.wire.dc, self.wire.reset) if isinstance(self.wire, Spi) else ()
        pins = (*self.buttons.values(), *turned, *self.lights, self.buzzer, *beside)
        return tuple([pin for pin in pins if pin is not None])

    def contact(self, key: Key) -> tuple[Level, Pull]:
        """The level of a key's pin while it is down, and the Pi's own resistor there.

        An encoder closes its contacts to ground, the push too, whatever the buttons do.
        """
        pushed = key is Key.OK and self.encoder is not None and self.encoder.push is not None
        return ("low", "up") if pushed else (self.active, self.pull)

    @property
    def keys(self) -> frozenset[Key]:
        turned = () if self.encoder is None else (Key.UP, Key.DOWN)
        return frozenset((*self.buttons, *turned))

    @property
    def left_hand(self) -> Mapping[Key, Key]:
        """What each button of a row of UP, DOWN, OK and BACK is for the left hand; empty where there is no such row.

        The row is turned round, but UP stays above DOWN.
        """
        row = [key for key in (Key.UP, Key.DOWN, Key.OK, Key.BACK) if key in self.pins]
        if self.encoder is not None or self.keys - {*row, Key.HELP} or not {Key.UP, Key.DOWN, Key.OK} <= self.keys:
            return {}
        other = {Key.UP: Key.DOWN, Key.DOWN: Key.UP}
        return {key: other.get(there, there) for key, there in zip(row, reversed(row), strict=True)}

    @property
    def parts(self) -> frozenset[str]:
        """The optional parts that it has, which people can switch off: `sounds`, `lights`."""
        return frozenset(
            name for name, fitted in (("lights", bool(self.lights)), ("sounds", self.buzzer is not None)) if fitted
        )


PLAIN = Board(
    MappingProxyType({Key.UP: 5, Key.DOWN: 6, Key.OK: 13, Key.BACK: 19}),
    name="SSD1306 OLED on I2C, four buttons",
    default=True,
)
"""The default board: a display and four push buttons. As `ssd1306-4`, but no profile has to be read."""

ALL_KEYS = Board(
    MappingProxyType({**PLAIN.pins, Key.LEFT: 16, Key.RIGHT: 20, Key.HELP: 21}),
    name="SSD1306 OLED on I2C, seven buttons",
)
"""The default board with a button for every key. The same as `ssd1306-7`."""
