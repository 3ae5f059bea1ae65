"""The display on SPI: luma's SPI interface on the kernel's spidev, with gpiozero for the DC and reset pins.

By default luma uses RPi.GPIO for these pins, which does not support a Pi 5, and the package spidev for the bus, which
has to be compiled. It accepts replacements for both, and needs few of their functions.
"""

from __future__ import annotations

import fcntl
import os
import struct
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from companion.ports import PortError
from companion.values import Protocol
from hardware.boards import Spi
from hardware.buses import why_barred
from hardware.chips import SPI
from hardware.pins import describe_error, output_factory

_WRITE_MODE, _WRITE_SPEED = 0x40016B01, 0x40046B04
"""The ioctls SPI_IOC_WR_MODE and SPI_IOC_WR_MAX_SPEED_HZ."""
RESET_S = 0.001
"""How long to hold the reset line, and to wait afterwards. The chips need microseconds, slow wires a little more."""


class OutputPins:
    """The DC and reset pins by BCM number, with the functions that luma calls. `factory` as for `Buttons`."""

    LOW, HIGH, OUT = 0, 1, 0

    def __init__(self, factory: Any = None) -> None:
        self._factory = factory
        self._devices: dict[int, Any] = {}

    def setup(self, pin: int, _direction: int) -> None:
        """Make a pin an output. Raises PortError."""
        try:
            # gpiozero warns about choices that do not matter here.
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                from gpiozero import OutputDevice

                factory = output_factory() if self._factory is None else self._factory
                self._devices[pin] = OutputDevice(pin, pin_factory=factory)
        except PortError:
            raise
        except Exception as error:  # a pin library fails in its own ways
            raise PortError(f"pin {pin} for the display cannot be used: {describe_error(error)}") from error

    def output(self, pin: int, level: int) -> None:
        """Set a pin. Raises OSError for every error of the pin library, so that it counts as a wire error."""
        try:
            self._devices[pin].value = level
        except Exception as error:
            raise OSError(f"pin {pin} for the display: {error}") from error

    def close(self) -> None:
        """Release the pins; may be called twice."""
        while self._devices:
            # Nothing can be done about a pin library that fails to release a pin.
            with suppress(Exception):
                self._devices.popitem()[1].close()


class Port(Protocol):
    """The functions of the package spidev that luma calls."""

    max_speed_hz: int

    def open(self, port: int, device: int) -> None:
        """Open a port at one of its select lines."""

    def writebytes(self, data: Sequence[int]) -> None:
        """Send bytes while the chip is selected."""

    def close(self) -> None:
        """Close the port."""


class KernelSpi:
    """A port of the kernel, such as `/dev/spidev0.0`, in `folder`."""

    def __init__(self, folder: str = "/dev", control: Callable[[int, int, bytes], object] = fcntl.ioctl) -> None:
        self._folder = folder
        self._control = control
        self._file = -1

    def open(self, port: int, device: int) -> None:
        """Open it in mode 0."""
        self._file = os.open(f"{self._folder}/spidev{port}.{device}", os.O_RDWR | os.O_CLOEXEC)
        try:
            self._control(self._file, _WRITE_MODE, bytes([0]))
        except OSError:
            self.close()
            raise

    @property
    def max_speed_hz(self) -> int:
        """Can only be set."""
        raise AttributeError

    @max_speed_hz.setter
    def max_speed_hz(self, speed: int) -> None:
        self._control(self._file, _WRITE_SPEED, struct.pack("=I", speed))

    def writebytes(self, data: Sequence[int]) -> None:
        """Send up to 4096 bytes."""
        os.write(self._file, bytes(data))

    def close(self) -> None:
        """May be called twice."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


class SpiWire:
    """Opens luma's SPI interface, by default on the port and pins of this machine."""

    bus = SPI

    def __init__(
        self, spi: Spi, port: Callable[[], Port] = KernelSpi, factory: Any = None, reset_s: float = RESET_S
    ) -> None:
        self._spi = spi
        self._port = port
        self._factory = factory
        self._reset_s = reset_s
        self.where = f"display at SPI {spi.port}.{spi.device}"

    def __call__(self) -> Any:
        try:
            from luma.core.interface.serial import spi
        except ImportError as error:
            raise PortError(f"{error.name or 'luma.core'} is not installed, the display needs it") from error
        pins, port, wanted = OutputPins(self._factory), self._port(), self._spi
        name = f"SPI port {wanted.port}.{wanted.device} for the display"

        class Wire(spi):  # type: ignore[misc]  # luma publishes no types
            """Closes the pins too; luma's own cleanup closes only the port."""

            def cleanup(self) -> None:
                try:
                    port.close()
                finally:
                    pins.close()

        try:
            return Wire(
                port, pins, wanted.port, wanted.device, wanted.speed, gpio_DC=wanted.dc, gpio_RST=wanted.reset,
                reset_hold_time=self._reset_s, reset_release_time=self._reset_s,
            )  # fmt: skip
        except BaseException as error:
            with suppress(OSError):
                port.close()
            pins.close()
            explained = _explain(error, name)
            if explained is error:
                raise
            raise explained from error


def _explain(error: BaseException, name: str) -> BaseException:
    """The PortError for a system error of the port; any other error unchanged."""
    cause = error if isinstance(error, OSError) else error.__context__
    if isinstance(cause, FileNotFoundError):
        return PortError(f"{name} is missing: it must be switched on, companion doctor says how")
    if isinstance(cause, PermissionError):
        return PortError(f"{name} is barred: {why_barred(cause, 'spi')}")
    if isinstance(cause, OSError):
        return PortError(f"{name} cannot be opened: {cause.strerror or cause}")
    return error
