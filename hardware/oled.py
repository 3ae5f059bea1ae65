"""The glass: an OLED driven by luma.oled, behind `ports.Panel`.

The display is (re)initialised by the next `show` after a failure, and then gets the whole frame, so a picture that was
torn by a loose wire heals. So is one that somebody touches after a rest: who lost its power unnoticed comes back then.
"""

from __future__ import annotations

from typing import Any, Protocol

from companion.ports import HEIGHT, WIDTH, Light, PortLost, Shown
from hardware.boards import Board, I2c
from hardware.cover import I2C, Bus
from hardware.glass import OFF, driver, shut


class Serial(Protocol):
    """How the bytes get to the display: knows where it is, and opens a serial interface of luma when called."""

    where: str
    bus: Bus
    """What sending costs there."""

    def __call__(self) -> Any:
        """An open interface; raises PortLost, or what luma raises."""


class Oled:
    """Implements `ports.Panel`. Nothing goes over the wire before the first `show`, nor for a frame that is there."""

    def __init__(
        self, open_serial: Serial, chip: str = "ssd1306", size: tuple[int, int] = (WIDTH, HEIGHT), rotation: int = 0
    ) -> None:
        self._open_serial = open_serial
        self._chip = chip
        self._size = size
        self._rotation = rotation
        self._device: Any = None
        self._sent: bytes | None = None
        self._lit: int | None = None
        self._light = Light.FULL
        self._stays = False

    def show(self, shown: Shown) -> None:
        bits = shown.frame.tobytes()
        lit = OFF if shown.light is Light.DARK else shown.contrast
        woken, self._light = self._light is not Light.FULL and shown.light is Light.FULL, shown.light
        if woken:
            # A display that lost its power for a moment while nothing was sent has forgotten everything, and nobody
            # noticed. So somebody who touches it gets it set up anew.
            self._sent, self._lit = None, OFF
        if bits == self._sent and lit == self._lit:
            return
        try:
            if self._device is None:
                self._device = self._opened()
            elif woken:
                self._device.settle()
            if bits != self._sent:
                # Until the frame is through, who knows what is on the glass.
                self._sent = None
                if self._lit == OFF:
                    self._device.forget()  # what slept for hours gets a whole frame
                self._device.display(shown.frame)
                self._sent = bits
            if lit != self._lit:
                self._device.shine(lit, self._lit)
                self._lit = lit
        except BaseException as error:
            self._drop()
            if _of_the_wire(error):
                raise PortLost(f"{self._open_serial.where} does not answer: {_why(error)}") from error
            raise

    def leave(self) -> None:
        """Let what is on the glass stay there when it is closed."""
        self._stays = True

    def close(self) -> None:
        """Blank the glass, unless it is to stay, and let go of the wire; may be called twice, and on a dead wire."""
        if self._device is None:
            return
        try:
            if not self._stays:
                self._device.cleanup()
        except Exception as error:
            if not _of_the_wire(error):
                raise
        finally:
            self._drop()

    def _opened(self) -> Any:
        try:
            glass = driver(self._chip)
        except ImportError as error:
            raise PortLost(f"{error.name or 'luma.oled'} is not installed, the display needs it") from error
        serial = self._open_serial()
        try:
            # A knock (the command that does nothing): where nobody answers no device is made, because luma's
            # devices, once made, stay in memory until the end. Twice, so that a chip which was cut off in the middle
            # of a command of luma's gets the two arguments it may be waiting for, and hears the next one as such.
            serial.command(0xE3, 0xE3)
            return glass(serial, self._open_serial.bus, self._size, self._rotation)
        except BaseException:
            shut(serial)
            raise

    def _drop(self) -> None:
        """Forget the device, and let it never write again."""
        self._sent = self._lit = None
        if self._device is not None:
            device, self._device = self._device, None
            device.retire()


class _Wire:
    """Opens luma's I²C interface on a bus of the machine."""

    bus = I2C

    def __init__(self, bus: int, address: int) -> None:
        self._bus = bus
        self._address = address
        self.where = place(bus, address)

    def __call__(self) -> Any:
        try:
            from luma.core.error import DeviceNotFoundError, DevicePermissionError
            from luma.core.interface.serial import i2c
        except ImportError as error:
            raise PortLost(f"{error.name or 'luma.core'} is not installed, the display needs it") from error
        try:
            return i2c(port=self._bus, address=self._address)
        except DeviceNotFoundError as error:
            enable = "enable I²C with raspi-config, or dtparam=i2c_arm=on in config.txt"
            raise PortLost(f"bus {self._bus} for the display is missing: {enable}") from error
        except DevicePermissionError as error:
            raise PortLost(f"bus {self._bus} for the display is barred: the user must be in the group i2c") from error
        except ImportError as error:
            raise PortLost(f"{error.name or 'smbus2'} is not installed, the display needs it") from error
        except OSError as error:
            raise PortLost(f"bus {self._bus} for the display cannot be opened: {_why(error)}") from error


def i2c_serial(bus: int, address: int) -> Serial:
    """What opens the serial interface to the display at an address of one of the machine's buses."""
    return _Wire(bus, address)


def oled_of(board: Board) -> Oled:
    """The display of a board, on the machine's own buses and pins."""
    if isinstance(board.wire, I2c):
        wire: Serial = _Wire(board.wire.bus, board.wire.address)
    else:
        from hardware.spi import SpiWire

        wire = SpiWire(board.wire)
    return Oled(wire, board.chip, board.size, board.rotation)


def place(bus: int, address: int) -> str:
    """Where a display is, in words."""
    return f"display at 0x{address:02X} on bus {bus}"


def _of_the_wire(error: BaseException) -> bool:
    """Whether it is the wire that failed, and not a driver, a chip model or one of us."""
    if isinstance(error, OSError):
        return True
    try:
        from luma.core.error import DeviceNotFoundError, DevicePermissionError
    except ImportError:
        return False
    return isinstance(error, DeviceNotFoundError | DevicePermissionError)


def _why(error: BaseException) -> str:
    """What the system says, as part of a sentence of ours; luma keeps it as the context of its own errors."""
    cause = error.__context__ if isinstance(error.__context__, OSError) else error
    text = (cause.strerror if isinstance(cause, OSError) else None) or str(cause) or type(cause).__name__
    return text[:1].lower() + text[1:] if text[1:2].islower() else text
