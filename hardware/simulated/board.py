"""A simulated board: pins that can be pressed, and a display chip that interprets the bytes it gets.

`Buttons` runs on gpiozero's mock pins, and `Oled` drives the chip through luma on a simulated bus. So a game on this
board uses the same code as a game on a real one.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, Self

from companion.ports import HEIGHT, Clock, Key, Panel
from hardware import splash
from hardware.boards import ALL_KEYS, Board, I2c
from hardware.buttons import Buttons, Edge, Turn
from hardware.chips import CHIPS, I2C
from hardware.oled import Oled, Wire, describe_place
from hardware.simulated.chip import Ssd1306

if TYPE_CHECKING:
    from PIL.Image import Image

    from hardware.simulated.spi import SimulatedSpi

# What Linux reports when no chip acknowledges; other systems lack the name.
NO_ANSWER = getattr(errno, "EREMOTEIO", 121)
BLOCK_MOST = 32
"""The longest block of `write_i2c_block_data` in smbus2."""


class SimulatedBus:
    """Chips by their addresses. A transfer to an address without a chip raises OSError, as the kernel does.

    With `unplugged` no chip answers. `transfers` counts all transfers, failed ones included. A closed bus must be
    opened again before the next transfer.
    """

    def __init__(self, chips: Mapping[int, Ssd1306]) -> None:
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


class SimulatedBoard:
    """A board as in its profile. Tests and fronts read `chip`, and unplug `bus`.

    Each board has pins and a bus of its own. A key acts in the thread that presses it.
    """

    def __init__(self, profile: Board = ALL_KEYS) -> None:
        self.profile = profile
        module, _, model = CHIPS[profile.chip].model.partition(":")
        self.chip: Ssd1306 = getattr(import_module(module), model)(profile.size[1])
        self.bus: SimulatedBus | SimulatedSpi
        self._wire: Wire
        if isinstance(profile.wire, I2c):
            self.bus = SimulatedBus({profile.wire.address: self.chip})
            self._wire = _SimulatedWire(self.bus, profile.wire)
        else:
            from hardware.simulated.spi import SimulatedSpi
            from hardware.spi import SpiWire

            dc = self.factory.pin(profile.wire.dc)
            reset = None if profile.wire.reset is None else self.factory.pin(profile.wire.reset)
            self.bus = port = SimulatedSpi(
                self.chip, lambda: bool(dc.state), lambda: reset is not None and not reset.state
            )
            if reset is not None:
                reset.fallen = self.chip.reset
            self._wire = SpiWire(profile.wire, lambda: port, self.factory, reset_s=0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release pins and bus; may be called twice."""
        if "_factory" in vars(self):
            self.factory.close()
        self.bus.close()

    @cached_property
    def factory(self) -> Any:
        """Its pin factory: gpiozero's mock pins."""
        # Made for the first pin, as on a real board: the splash does not wait for gpiozero.
        return _mock_pins()

    @cached_property
    def _pins(self) -> Mapping[Key, Any]:
        pins = {key: self.factory.pin(pin) for key, pin in self.profile.buttons.items()}
        for key, pin in pins.items():
            pin.wire(down_is_low=self.profile.contact(key)[0] == "low")
        return pins

    @cached_property
    def _encoder_pins(self) -> tuple[Any, ...]:
        encoder = self.profile.encoder
        pins = () if encoder is None else tuple(self.factory.pin(pin) for pin in (encoder.a, encoder.b))
        for pin in pins:
            pin.wire(down_is_low=True)
        return pins

    def buttons(self, edge: Edge, clock: Clock, turn: Turn | None = None) -> Buttons:
        """The board's buttons, listening; without `turn` a step of its encoder is two edges."""
        assert len(self._pins) + len(self._encoder_pins)  # wire the pins before anything listens
        self.factory.lost = None
        return Buttons(self.profile, edge, clock, self.factory, turn=turn)

    def splash(self) -> None:
        """Show the splash over the I²C bus, without the driver; a display on SPI shows none."""
        wire = self.profile.wire
        if splash.supports(self.profile) and isinstance(wire, I2c) and isinstance(self.bus, SimulatedBus):
            bus, address = self.bus.opened(), wire.address
            splash.show(lambda stream: bus.write(address, stream), self.profile.chip)

    def lose_keys(self, why: str) -> None:
        """Let the pins report no edge any more, until the buttons are opened again."""
        self.factory.lost = why
        for pin in (*self._pins.values(), *self._encoder_pins):
            pin.when_changed = None

    def refuse_keys(self, error: Exception | None) -> None:
        """Let no pin open from now on, with this error; None lets them open again."""
        self.factory.refusal = error

    def oled(self) -> Oled:
        """The board's display."""
        return Oled(self._wire, self.profile.chip, self.profile.size, self.profile.rotation)

    def parts(self) -> list[Panel]:
        """Its lamps and its buzzer, on its own pins."""
        if not self.profile.parts:
            return []
        from hardware.lamps import make_parts

        return make_parts(self.profile, self.factory)

    def press(self, key: Key) -> None:
        """Push a key and keep it down; turn an encoder by one detent. Raises KeyError for a key it lacks."""
        if key in self._pins or key not in self.profile.keys:
            self._pins[key].close_contact(True)
        else:
            self._turn(key)

    def release(self, key: Key) -> None:
        """Release a key."""
        if key in self._pins or key not in self.profile.keys:
            self._pins[key].close_contact(False)

    def _turn(self, key: Key) -> None:
        """Turn by one detent. Turning right is DOWN; then contact a moves first."""
        assert self.profile.encoder is not None
        first, second = self._encoder_pins if key is Key.DOWN else self._encoder_pins[::-1]
        for pin in (first, second, first, second)[: 4 if self.profile.encoder.kind == "full" else 2]:
            pin.close_contact(not pin.closed)

    def picture(self) -> Image:
        """The device's picture in the middle of the display, as people see it."""
        shown = self.chip.picture()
        if self.profile.rotation:
            shown = shown.rotate(180)
        above = (shown.height - HEIGHT) // 2
        return shown.crop((0, above, shown.width, above + HEIGHT)) if above else shown


class _SimulatedWire:
    """Opens luma's I²C interface on the simulated bus."""

    bus = I2C

    def __init__(self, bus: SimulatedBus, wire: I2c) -> None:
        self._bus = bus
        self._address = wire.address
        self.where = describe_place(wire.bus, wire.address)

    def __call__(self) -> Any:
        return serial_on(self._bus, self._address)


def _mock_pins() -> Any:
    """gpiozero's mock pins, on which a pressed key stays pressed."""
    from gpiozero.pins.mock import MockFactory, MockPin

    class KeyPin(MockPin):  # type: ignore[misc]  # gpiozero publishes no types
        """A pin with a key to ground or 3V3. On a plain MockPin the pull overrides the key when the pin is opened."""

        closed = False
        level_down = False
        fallen: Callable[[], None] | None = None

        def wire(self, *, down_is_low: bool) -> None:
            self.level_down = not down_is_low
            # If the Pi's resistor is off, the board has its own.
            self.close_contact(False)

        def close_contact(self, closed: bool) -> None:
            self.closed = closed
            if closed == self.level_down:
                self.drive_high()
            else:
                self.drive_low()

        def _change_state(self, value: bool) -> bool:
            changed = bool(super()._change_state(value))
            if changed and not value and self.fallen is not None:
                self.fallen()
            return changed

        def drive_high(self) -> None:
            if not self.closed or self.level_down:
                super().drive_high()

        def drive_low(self) -> None:
            if not self.closed or not self.level_down:
                super().drive_low()

    class KeyPins(MockFactory):  # type: ignore[misc]
        """Pins that can be lost, or fail to open."""

        lost: str | None = None
        refusal: Exception | None = None

        def reserve_pins(self, requester: Any, *pins: Any) -> None:
            if self.refusal is not None:
                raise self.refusal
            super().reserve_pins(requester, *pins)

    # A Pi 3B, whatever an environment variable says.
    return KeyPins(revision="a02082", pin_class=KeyPin)
