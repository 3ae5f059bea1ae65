"""A whole board without a wire: pins that are pressed, and a display chip that understands what it is sent.

The buttons are the real ones on gpiozero's mock pins; the display is the real one, through luma's driver, on a
simulated bus. So whoever plays on this board goes through everything that a real board goes through.
"""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from companion.ports import Clock, Key
from hardware.boards import ALL_KEYS, Board
from hardware.buttons import Buttons, Edge
from hardware.cover import I2C
from hardware.oled import Oled, place
from hardware.simulated.bus import SimulatedBus, serial_on
from hardware.simulated.chip import Ssd1306

if TYPE_CHECKING:
    from PIL.Image import Image


class SimulatedBoard:
    """A board as its profile says. `chip` and `bus` are there to be looked at and to be unplugged.

    Pins and bus are its own: several boards do not know of each other. Keys act in the thread that presses them.
    """

    def __init__(self, profile: Board = ALL_KEYS) -> None:
        self.profile = profile
        self.chip = Ssd1306()
        self.bus = SimulatedBus({profile.address: self.chip})
        self._factory = _mock_pins()
        self._pins = {key: self._factory.pin(pin) for key, pin in profile.pins.items()}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of pins and bus; may be called twice."""
        self._factory.close()
        self.bus.close()

    def buttons(self, edge: Edge, clock: Clock) -> Buttons:
        """The board's buttons, listening."""
        return Buttons(self.profile.pins, edge, clock, self._factory)

    def oled(self) -> Oled:
        """The board's display."""
        return Oled(_Wire(self.bus, self.profile))

    def press(self, key: Key) -> None:
        """Push a key down; it stays down. Raises KeyError for a key the board has not."""
        self._pins[key].ground(True)

    def release(self, key: Key) -> None:
        """Let a key up."""
        self._pins[key].ground(False)

    def picture(self) -> Image:
        """What is on the glass."""
        return self.chip.picture()


class _Wire:
    """Opens luma's I²C interface on the simulated bus."""

    def __init__(self, bus: SimulatedBus, profile: Board) -> None:
        self._bus = bus
        self._address = profile.address
        self.where = place(profile.bus, profile.address)
        self.bus = I2C

    def __call__(self) -> Any:
        return serial_on(self._bus, self._address)


def _mock_pins() -> Any:
    """gpiozero's mock pins, on which a key that is down stays down."""
    from gpiozero.pins.mock import MockFactory, MockPin

    class KeyPin(MockPin):  # type: ignore[misc]  # gpiozero publishes no types
        """A pin with a key to ground. On the mock a pull-up would win over the key when somebody opens the pin."""

        grounded = False

        def ground(self, down: bool) -> None:
            self.grounded = down
            if down:
                self.drive_low()
            else:
                self.drive_high()

        def drive_high(self) -> None:
            if not self.grounded:
                super().drive_high()

    # A Pi 3B; said here so that no environment variable says otherwise.
    return MockFactory(revision="a02082", pin_class=KeyPin)
