"""A whole board without a wire: pins that are pressed, and a display chip that understands what it is sent.

The buttons are the real ones on gpiozero's mock pins; the display is the real one, through luma's driver, on a
simulated bus. So whoever plays on this board goes through everything that a real board goes through.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from companion.ports import HEIGHT, Clock, Key, Panel
from hardware import first_picture
from hardware.boards import ALL_KEYS, Board, I2c
from hardware.buttons import Buttons, Edge
from hardware.cover import I2C
from hardware.oled import Oled, Serial, place
from hardware.simulated.bus import SimulatedBus, serial_on
from hardware.simulated.chip import Ssd1306
from hardware.wired import Turn, buttons_of, parts_of

if TYPE_CHECKING:
    from PIL.Image import Image

    from hardware.simulated.spi import SimulatedSpi


class SimulatedBoard:
    """A board as its profile says. `chip` and `bus` are there to be looked at and to be unplugged.

    Pins and bus are its own: several boards do not know of each other. Keys act in the thread that presses them.
    """

    def __init__(self, profile: Board = ALL_KEYS) -> None:
        self.profile = profile
        self.chip = _chip(profile)
        self.bus: SimulatedBus | SimulatedSpi
        self._serial: Serial
        if isinstance(profile.wire, I2c):
            self.bus = SimulatedBus({profile.wire.address: self.chip})
            self._serial = _Wire(self.bus, profile.wire)
        else:
            from hardware.simulated.spi import SimulatedSpi  # imported by the boards that need it
            from hardware.spi import SpiWire

            dc = self._factory.pin(profile.wire.dc)
            reset = None if profile.wire.reset is None else self._factory.pin(profile.wire.reset)
            self.bus = port = SimulatedSpi(
                self.chip, lambda: bool(dc.state), lambda: reset is not None and not reset.state
            )
            if reset is not None:
                reset.fallen = self.chip.reset
            self._serial = SpiWire(profile.wire, lambda: port, self._factory, reset_s=0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of pins and bus; may be called twice."""
        if "_factory" in vars(self):
            self._factory.close()
        self.bus.close()

    @cached_property
    def _factory(self) -> Any:
        # Made when the first pin is wanted, as on a real board: the first picture does not wait for gpiozero.
        return _mock_pins()

    @cached_property
    def _pins(self) -> Mapping[Key, Any]:
        pins = {key: self._factory.pin(pin) for key, pin in self.profile.buttons.items()}
        for pin in pins.values():
            pin.wire(down_is_low=self.profile.active == "low")
        return pins

    @cached_property
    def _turning(self) -> tuple[Any, ...]:
        encoder = self.profile.encoder
        pins = () if encoder is None else tuple(self._factory.pin(pin) for pin in (encoder.a, encoder.b))
        for pin in pins:
            pin.wire(down_is_low=True)
        return pins

    def buttons(self, edge: Edge, clock: Clock, turn: Turn | None = None) -> Buttons:
        """The board's buttons, listening; as of `wired.buttons_of`."""
        assert len(self._pins) + len(self._turning)  # wired before somebody listens
        self._factory.lost = None
        return buttons_of(self.profile, edge, clock, self._factory, turn=turn)

    def first_picture(self) -> None:
        """Show the first picture, over the same I²C bus and without the driver; on another bus there is none."""
        wire = self.profile.wire
        if first_picture.possible(self.profile) and isinstance(wire, I2c) and isinstance(self.bus, SimulatedBus):
            bus, address = self.bus.opened(), wire.address
            first_picture.show(lambda stream: bus.write(address, stream), self.profile.chip)

    def lose_keys(self, why: str) -> None:
        """Whatever told the edges has died: no key is heard any more, until the buttons are opened again."""
        self._factory.lost = why
        for pin in (*self._pins.values(), *self._turning):
            pin.when_changed = None

    def refuse_keys(self, error: Exception | None) -> None:
        """From now on no pin can be opened, for this reason; with None they can again."""
        self._factory.refusal = error

    def oled(self) -> Oled:
        """The board's display."""
        return Oled(self._serial, self.profile.chip, self.profile.size, self.profile.rotation)

    def parts(self) -> list[Panel]:
        """Its lamps and its buzzer, on its own pins."""
        return parts_of(self.profile, self._factory)

    def press(self, key: Key) -> None:
        """Push a key down; it stays down. An encoder turns by a detent. Raises KeyError for a key the board has not."""
        if key in self._pins or key not in self.profile.keys:
            self._pins[key].close_contact(True)
        else:
            self._turn(key)

    def release(self, key: Key) -> None:
        """Let a key up."""
        if key in self._pins or key not in self.profile.keys:
            self._pins[key].close_contact(False)

    def _turn(self, key: Key) -> None:
        """One detent: to the right is DOWN, and there the first contact leads."""
        assert self.profile.encoder is not None
        first, second = self._turning if key is Key.DOWN else self._turning[::-1]
        for pin in (first, second, first, second)[: 4 if self.profile.encoder.kind == "full" else 2]:
            pin.close_contact(not pin.closed)

    def picture(self) -> Image:
        """The middle of the glass, where the device's picture is, as people see it."""
        from PIL.Image import Transpose

        shown = self.chip.picture()
        if self.profile.rotation:
            shown = shown.transpose(Transpose.ROTATE_180)
        above = (shown.height - HEIGHT) // 2
        return shown.crop((0, above, shown.width, above + HEIGHT)) if above else shown


class _Wire:
    """Opens luma's I²C interface on the simulated bus."""

    bus = I2C

    def __init__(self, bus: SimulatedBus, wire: I2c) -> None:
        self._bus = bus
        self._address = wire.address
        self.where = place(wire.bus, wire.address)

    def __call__(self) -> Any:
        return serial_on(self._bus, self._address)


def _chip(profile: Board) -> Ssd1306:
    """The model of its chip. The SSD1309 takes what the SSD1306 takes."""
    if profile.chip == "sh1106":
        from hardware.simulated.sh1106 import Sh1106, Sh1106Tall

        return Sh1106() if profile.size[1] == HEIGHT else Sh1106Tall()
    return Ssd1306()


def _mock_pins() -> Any:
    """gpiozero's mock pins, on which a key that is down stays down."""
    from gpiozero.pins.mock import MockFactory, MockPin

    class KeyPin(MockPin):  # type: ignore[misc]  # gpiozero publishes no types
        """A pin with a key to ground or 3V3. On the mock a pull would win over the key when somebody opens the pin."""

        closed = False
        level_down = False
        fallen: Callable[[], None] | None = None

        def wire(self, *, down_is_low: bool) -> None:
            self.level_down = not down_is_low
            # Without a resistor of the Pi's the board has one of its own.
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
        """Pins that can be lost and refused."""

        lost: str | None = None
        refusal: Exception | None = None

        def reserve_pins(self, requester: Any, *pins: Any) -> None:
            if self.refusal is not None:
                raise self.refusal
            super().reserve_pins(requester, *pins)

    # A Pi 3B; said here so that no environment variable says otherwise.
    return KeyPins(revision="a02082", pin_class=KeyPin)
