"""The glass: an SSD1306 on I²C, driven by luma.oled.

The display is (re)initialised by the next `show` after a failure, and then gets the whole frame, so a picture that was
torn by a loose wire heals.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from companion.ports import Light, PortLost, Shown

if TYPE_CHECKING:
    from PIL.Image import Image


OFF = -1
"""In place of a contrast: the glass is switched off."""


class Serial(Protocol):
    """How the bytes get to the display: knows where it is, and opens a serial interface of luma when called."""

    where: str

    def __call__(self) -> Any:
        """An open interface; raises PortLost, or what luma raises."""


class Oled:
    """Implements `ports.Panel`. Nothing goes over the wire before the first `show`, nor for a frame that is there."""

    def __init__(self, open_serial: Serial) -> None:
        self._open_serial = open_serial
        self._device: Any = None
        self._sent: bytes | None = None
        self._lit: int | None = None

    def show(self, shown: Shown) -> None:
        bits = shown.frame.tobytes()
        lit = OFF if shown.light is Light.DARK else shown.contrast
        if bits == self._sent and lit == self._lit:
            return
        try:
            if self._device is None:
                self._device = self._opened()
            if bits != self._sent:
                # Until the frame is through, who knows what is on the glass.
                self._sent = None
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

    def close(self) -> None:
        """Blank the glass and let go of the wire; may be called twice, and does not mind a dead wire."""
        if self._device is None:
            return
        try:
            self._device.cleanup()
        except Exception as error:
            if not _of_the_wire(error):
                raise
        finally:
            self._drop()

    def _opened(self) -> Any:
        try:
            glass = _glass()
        except ImportError as error:
            raise PortLost(f"{error.name or 'luma.oled'} is not installed, the display needs it") from error
        serial = self._open_serial()
        try:
            # A knock (the command that does nothing): where nobody answers no device is made, because luma's
            # devices, once made, stay in memory until the end. Twice, so that a chip which was cut off in the middle
            # of a command of luma's gets the two arguments it may be waiting for, and hears the next one as such.
            serial.command(0xE3, 0xE3)
            return glass(serial)
        except BaseException:
            _shut(serial)
            raise

    def _drop(self) -> None:
        """Forget the device, and let it never write again."""
        self._sent = self._lit = None
        if self._device is not None:
            device, self._device = self._device, None
            device.retire()


class _Wire:
    """Opens luma's I²C interface on a bus of the machine."""

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


def place(bus: int, address: int) -> str:
    """Where a display is, in words."""
    return f"display at 0x{address:02X} on bus {bus}"


def packed(image: Image) -> bytes:
    """A picture of mode "1" as the RAM has it: pages of eight rows from above, column by column, top in bit 0."""
    from PIL.Image import Transpose

    pages = image.height // 8
    # Turned on its side each row of bytes is a column of the picture, and every `pages`-th byte belongs to a page.
    columns = image.transpose(Transpose.TRANSPOSE).tobytes("raw", "1;R")
    return b"".join(columns[page::pages] for page in range(pages))


@cache
def _glass() -> Any:
    """Our way of being luma's ssd1306; a function, so that luma is imported when there is a display to drive."""
    from luma.core.interface.serial import noop
    from luma.oled.device import ssd1306

    class Glass(ssd1306):  # type: ignore[misc]  # luma publishes no types
        """luma's driver, sending frames its way but packing them faster, and able to die."""

        _serial_interface: Any

        def __init__(self, serial: Any) -> None:
            try:
                super().__init__(serial)
            except BaseException:
                self.retire()
                raise
            self._forget_tables()

        def display(self, image: Image) -> None:
            # luma walks the pixels one by one, with a Pillow function that is about to go.
            assert image.mode == self.mode
            assert image.size == self.size
            self.command(0x21, self._colstart, self._colend - 1, 0x22, 0, self._pages - 1)
            self.data(packed(self.preprocess(image)))

        def shine(self, lit: int, before: int | None) -> None:
            """With this contrast, or OFF; a glass that is off keeps what it was sent."""
            if lit == OFF:
                self.hide()
                return
            self.contrast(lit)
            if before == OFF:
                self.show()

        def retire(self) -> None:
            """Close the wire and never write again.

            luma's constructor has left a hook with `atexit` that nobody can take back, and that would blank the
            glass over a wire which then is another device's. So the hook must find nothing to do: a device that
            persists is only asked to close, and its interface is one that goes nowhere.
            """
            serial, self._serial_interface = self._serial_interface, noop()
            self.persist = True
            self._forget_tables()
            _shut(serial)

        def _forget_tables(self) -> None:
            """Free what luma's own packing needs: a third of a megabyte, which that hook would keep for ever."""
            self._mask = self._offsets = ()

    return Glass


def _shut(serial: Any) -> None:
    """Close a serial interface; a dead wire counts as closed."""
    with suppress(OSError):
        serial.cleanup()


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
