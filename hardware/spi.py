"""The display on SPI: luma's interface, with the kernel's spidev under it and gpiozero for the two lines beside it.

luma would have RPi.GPIO for these lines, which does not know a Pi 5, and the package spidev for the bus, which has to
be compiled. What luma asks of the two is little.
"""

from __future__ import annotations

import fcntl
import os
import struct
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Protocol

from companion.ports import PortLost
from hardware.boards import Spi
from hardware.cover import SPI
from hardware.pins import shared, why

_WRITE_MODE, _WRITE_SPEED = 0x40016B01, 0x40046B04
"""The numbers of SPI_IOC_WR_MODE and SPI_IOC_WR_MAX_SPEED_HZ."""
RESET_S = 0.001
"""How long the reset line is held, and waited for afterwards; the chips need microseconds, cheap lines some more."""


class Lines:
    """The outputs beside the bus, as luma wants to have them: by BCM numbers. `factory` as of `Buttons`."""

    LOW, HIGH, OUT = 0, 1, 0

    def __init__(self, factory: Any = None) -> None:
        self._factory = factory
        self._devices: dict[int, Any] = {}

    def setup(self, pin: int, _direction: int) -> None:
        """Make a pin an output. Raises PortLost."""
        try:
            # gpiozero warns of much that is of no interest at a table.
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                from gpiozero import OutputDevice

                given = shared() if self._factory is None else self._factory
                self._devices[pin] = OutputDevice(pin, pin_factory=given)
        except PortLost:
            raise
        except Exception as error:  # a pin library fails in its own ways
            raise PortLost(f"pin {pin} for the display cannot be used: {why(error)}") from error

    def output(self, pin: int, level: int) -> None:
        """Set a pin. Raises OSError, whatever the pin library raises, so that it counts as the wire's."""
        try:
            self._devices[pin].value = level
        except Exception as error:
            raise OSError(f"pin {pin} for the display: {error}") from error

    def close(self) -> None:
        """Let go of the pins; may be called twice."""
        while self._devices:
            # A pin library that fails while letting go leaves nothing to be done.
            with suppress(Exception):
                self._devices.popitem()[1].close()


class Port(Protocol):
    """What luma wants of a bus: as the package spidev has it."""

    max_speed_hz: int

    def open(self, port: int, device: int) -> None:
        """Open the bus at a select."""

    def writebytes(self, data: Sequence[int]) -> None:
        """Send bytes while the chip is selected."""

    def close(self) -> None:
        """Let go of it."""


class KernelSpi:
    """A port of the kernel's, `/dev/spidev0.0`; `folder` is where it is looked for."""

    def __init__(self, folder: str = "/dev", control: Callable[[int, int, bytes], object] = fcntl.ioctl) -> None:
        self._folder = folder
        self._control = control
        self._file = -1

    def open(self, port: int, device: int) -> None:
        """Open it, in mode 0."""
        self._file = os.open(f"{self._folder}/spidev{port}.{device}", os.O_RDWR | os.O_CLOEXEC)
        try:
            self._control(self._file, _WRITE_MODE, bytes([0]))
        except OSError:
            self.close()
            raise

    @property
    def max_speed_hz(self) -> int:
        """Write only: nobody asks."""
        raise AttributeError

    @max_speed_hz.setter
    def max_speed_hz(self, speed: int) -> None:
        self._control(self._file, _WRITE_SPEED, struct.pack("=I", speed))

    def writebytes(self, data: Sequence[int]) -> None:
        """Send bytes; the kernel takes up to 4096 of them at once."""
        os.write(self._file, bytes(data))

    def close(self) -> None:
        """May be called twice."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


class SpiWire:
    """Opens luma's SPI interface. By default on the machine's own port and pins."""

    bus = SPI

    def __init__(
        self, spi: Spi, port: Callable[[], Port] = KernelSpi, factory: Any = None, reset_s: float = RESET_S
    ) -> None:
        self._spi = spi
        self._port = port
        self._factory = factory
        self._reset_s = reset_s
        self.where = place(spi)

    def __call__(self) -> Any:
        try:
            from luma.core.interface.serial import spi
        except ImportError as error:
            raise PortLost(f"{error.name or 'luma.core'} is not installed, the display needs it") from error
        lines, port, wanted = Lines(self._factory), self._port(), self._spi
        name = f"SPI port {wanted.port}.{wanted.device} for the display"

        class RetryingPort(spi):  # type: ignore[misc]  # luma publishes no types
            """luma lets go of the bus; the lines are ours."""

            def cleanup(self) -> None:
                try:
                    port.close()
                finally:
                    lines.close()

        try:
            return RetryingPort(
                port, lines, wanted.port, wanted.device, wanted.speed, gpio_DC=wanted.dc, gpio_RST=wanted.reset,
                reset_hold_time=self._reset_s, reset_release_time=self._reset_s,
            )  # fmt: skip
        except BaseException as error:
            with suppress(OSError):
                port.close()
            lines.close()
            told = _told(error, name)
            if told is error:
                raise
            raise told from error


def _told(error: BaseException, name: str) -> BaseException:
    cause = error if isinstance(error, OSError) else error.__context__
    if isinstance(cause, FileNotFoundError):
        return PortLost(f"{name} is missing: enable SPI with raspi-config, or dtparam=spi=on in config.txt")
    if isinstance(cause, PermissionError):
        return PortLost(f"{name} is barred: the user must be in the group spi")
    if isinstance(cause, OSError):
        return PortLost(f"{name} cannot be opened: {cause.strerror or cause}")
    return error


def place(spi: Spi) -> str:
    """Where a display is, in words."""
    return f"display at SPI {spi.port}.{spi.device}"
