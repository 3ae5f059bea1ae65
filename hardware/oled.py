"""The OLED display, driven by luma.oled, behind `ports.Panel`. Only the windows of a frame that changed are sent.

luma initialises the chip, sets its contrast and switches it on and off. We pack a frame without a loop over its pixels
and send it by the device's own `command` and `data`.

After a failure, and when somebody wakes the device, the next `show` initialises the display again and sends the whole
frame. So a display that lost its power for a moment, or a frame that a loose wire cut in half, is repaired by that.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from companion.ports import HEIGHT, WIDTH, DeviceState, Light, PortError
from companion.texts import reason_of
from companion.values import Protocol
from hardware.boards import Board, I2c
from hardware.buses import find_bus, why_barred
from hardware.chips import CHIPS, I2C, Bus, find_windows, kinds, window_bytes

if TYPE_CHECKING:
    from PIL.Image import Image

OFF = -1
"""In place of a contrast: the display is switched off."""

_INVERTED = bytes(range(255, -1, -1))


def pack(image: Image) -> bytes:
    """A picture of mode "1" as display RAM: pages of eight rows, a byte for each column, the top row in bit 0."""
    from PIL import Image as Images

    pages = image.height // 8
    # In the transposed picture each row of bytes is a column, and every `pages`-th byte belongs to the same page.
    columns = bits(image.transpose(Images.Transpose.TRANSPOSE), "1;R")
    return b"".join(columns[page::pages] for page in range(pages))


def bits(image: Image, order: str) -> bytes:
    """What `image.tobytes("raw", order)` gives for a picture of mode "1".

    That imports what reads files of pictures, for one number, and `logging` with it: a tenth of the time that a start
    takes beside the libraries.
    """
    from PIL import Image as Images

    encoder = Images._getencoder(image.mode, "raw", order)  # noqa: SLF001 - all others go through `tobytes`
    encoder.setimage(image.im, (0, 0, *image.size))
    packed: bytes = encoder.encode((image.width + 7) // 8 * image.height)[2]
    return packed


def centre(image: Image, size: tuple[int, int]) -> Image:
    """The picture in the middle of a display of at least its size."""
    if image.size == size:
        return image
    from PIL import Image as Images

    larger = Images.new(image.mode, size)
    larger.paste(image, ((size[0] - image.width) // 2, (size[1] - image.height) // 2))
    return larger


class Connection:
    """A serial interface for a luma device whose wire can be replaced. Without a `serial` it sends nothing.

    luma keeps each device until the process ends and then switches its display off. So an `Oled` makes one device only,
    and takes its wire away when it fails: the display at the other end may belong to another device by then.
    """

    def __init__(self, serial: Any) -> None:
        self.serial = serial

    def command(self, *commands: int) -> None:
        if self.serial is not None:
            self.serial.command(*commands)

    def data(self, data: bytes) -> None:
        if self.serial is not None:
            self.serial.data(data)

    def cleanup(self) -> None:
        """Close the wire; may be called twice."""
        serial, self.serial = self.serial, None
        if serial is not None:
            close_serial(serial)


class _Length(int):
    """A side of the display that gives 0 when it is multiplied.

    luma fills two lists with an entry for each pixel, which only its own way to draw needs: a tenth of the time that a
    start takes beside the libraries. For sides like these the lists stay empty.
    """

    def __mul__(self, other: int) -> int:
        return 0


@cache
def driver(chip: str) -> Any:
    """The display class of one of the CHIPS. luma is imported by the first call."""
    from luma.oled import device

    row = CHIPS[chip]
    luma_driver: Any = getattr(device, chip)

    class Display(luma_driver):  # type: ignore[misc]  # luma publishes no types
        """A luma device that sends changed windows. Its first frame, and the next after `forget`, is sent whole.

        It is off at first, so that nobody sees what the RAM holds before the first frame.
        """

        def __init__(self, serial: Any, bus: Bus, size: tuple[int, int] = (WIDTH, HEIGHT), rotation: int = 0) -> None:
            self.connection = Connection(serial)
            self._cost = row.addressing.cost(bus)
            self._settings: list[tuple[int, ...]] = []
            """The commands by which luma initialised the chip."""
            self._initialised = False
            self._ram: bytes | None = None
            """What the chip's RAM holds; None while that is unknown."""
            try:
                super().__init__(self.connection, *map(_Length, size), rotate=rotation // 90)
            except BaseException:
                self.connection.cleanup()
                raise
            self._initialised = True

        def capabilities(self, width: int, height: int, *rest: Any, **named: Any) -> None:
            super().capabilities(int(width), int(height), *rest, **named)

        @property
        def connected(self) -> bool:
            return self.connection.serial is not None

        def connect(self, serial: Any) -> None:
            """Take a new wire and initialise the chip at its end. The chip is off afterwards."""
            self.connection.serial = serial
            self.initialise()

        def command(self, *commands: int) -> None:
            super().command(*commands)
            if not self._initialised:
                self._settings.append(commands)

        def initialise(self) -> None:
            """Initialise the chip again: it may have lost its settings. The chip is off afterwards."""
            for commands in self._settings:
                self.command(*commands)
            self.forget()

        def show(self) -> None:
            if self._initialised:  # luma's constructor switches the display on
                super().show()

        def display(self, image: Image) -> None:
            if not self._initialised:  # luma's constructor shows a blank picture
                return
            assert image.mode == self.mode
            assert image.size in (self.size, (WIDTH, HEIGHT))
            frame = pack(self.preprocess(centre(image, self.size)))
            ram, self._ram = self._ram, None  # unknown until the whole frame is sent
            if ram is None:
                self._addressing = row.addressing(row.first_column)
                ram = frame.translate(_INVERTED)  # every byte differs
            for window in find_windows(ram, frame, self.width, self._cost):
                self.command(*self._addressing.commands(window))
                self.data(window_bytes(frame, window, self.width))
            self._ram = frame

        def forget(self) -> None:
            """Send the next frame whole."""
            self._ram = None

        def set_light(self, contrast: int, before: int | None) -> None:
            """Set the contrast, or switch the display OFF; `before` is the last setting. The RAM keeps its picture."""
            if contrast == OFF:
                self.hide()
                return
            self.contrast(contrast)
            if before == OFF:
                self.show()

    return Display


def close_serial(serial: Any) -> None:
    """Close a serial interface; a dead wire counts as closed."""
    with suppress(OSError):
        serial.cleanup()


class Wire(Protocol):
    """The way to the display. A call opens a serial interface of luma."""

    where: str
    """The place of the display, for messages."""
    bus: Bus
    """What a transfer costs."""

    def __call__(self) -> Any:
        """An open serial interface; raises PortError, or what luma raises."""


class Oled:
    """Implements `ports.Panel`. Sends nothing before the first `show`, and never the same frame twice."""

    def __init__(
        self, wire: Wire, chip: str = "ssd1306", size: tuple[int, int] = (WIDTH, HEIGHT), rotation: int = 0
    ) -> None:
        self._wire = wire
        self.chip = chip
        self._size = size
        self._rotation = rotation
        self._device: Any = None
        self._sent: bytes | None = None
        self._contrast: int | None = None
        self._light = Light.FULL
        self._keeps_picture = False
        self._as_changes = False

    @property
    def kinds(self) -> tuple[tuple[str, ...], ...]:
        """The chips that the display may have by its size, as in `chips.kinds`."""
        return kinds(self._size)

    def use(self, chip: str) -> None:
        """Drive another of the CHIPS from the next frame on.

        That one goes out as the changes of a dark one: some chips take a whole frame of another chip's driver like one
        of their own, and show the first change in a wrong place.
        """
        self._disconnect()
        self.chip, self._device, self._as_changes = chip, None, True

    def show(self, state: DeviceState) -> None:
        frame = bits(state.frame, state.frame.mode)
        contrast = OFF if state.light is Light.DARK else state.contrast
        wakes, self._light = self._light is not Light.FULL and state.light is Light.FULL, state.light
        if wakes:
            # A display that lost its power while nothing was sent has lost its settings, and nobody noticed.
            self._sent, self._contrast = None, OFF
        if frame == self._sent and contrast == self._contrast:
            return
        try:
            if not self._connected:
                self._connect()
            elif wakes:
                self._device.initialise()
            if frame != self._sent:
                self._sent = None  # unknown until the whole frame is sent
                if self._contrast == OFF:
                    self._device.forget()  # the display may have lost its RAM while it was off
                    if self._as_changes:
                        dark = state.frame.copy()
                        dark.paste(0, (0, 0, *dark.size))
                        self._device.display(dark)
                        self._as_changes = False
                self._device.display(state.frame)
                self._sent = frame
            if contrast != self._contrast:
                self._device.set_light(contrast, self._contrast)
                self._contrast = contrast
        except BaseException as error:
            self._disconnect()
            if _is_wire_error(error):
                raise PortError(f"{self._wire.where} does not answer: {_reason(error)}") from error
            raise

    def keep_picture(self) -> None:
        """Let `close` leave the picture on the display."""
        self._keeps_picture = True

    def close(self) -> None:
        """Blank the display, unless it keeps its picture, and close the wire; may be called again."""
        if not self._connected:
            return
        try:
            if not self._keeps_picture:
                self._device.cleanup()
        except Exception as error:
            if not _is_wire_error(error):
                raise
        finally:
            self._disconnect()

    @property
    def _connected(self) -> bool:
        return self._device is not None and self._device.connected

    def _connect(self) -> None:
        try:
            display = driver(self.chip)
        except ImportError as error:
            raise PortError(f"{error.name or 'luma.oled'} is not installed, the display needs it") from error
        serial = self._wire()
        try:
            # First a command that does nothing (E3), to see whether anything answers. Twice, because a chip that was
            # cut off in the middle of a command still waits for up to two arguments, and takes these for them.
            serial.command(0xE3, 0xE3)
            if self._device is None:
                self._device = display(serial, self._wire.bus, self._size, self._rotation)
            else:
                self._device.connect(serial)
            self._contrast = OFF
        except BaseException:
            close_serial(serial)
            raise

    def _disconnect(self) -> None:
        self._sent = self._contrast = None
        if self._device is not None:
            self._device.connection.cleanup()


class I2cWire:
    """Opens luma's I²C interface on a bus of this machine; `bus` is its number on a Pi, as in a board's profile."""

    bus = I2C

    def __init__(self, bus: int, address: int, find: Callable[[int], int | None] = find_bus) -> None:
        self._bus = bus
        self._address = address
        self._find = find
        self.where = describe_place(bus, address)

    def __call__(self) -> Any:
        try:
            from luma.core.error import DeviceNotFoundError, DevicePermissionError
            from luma.core.interface.serial import i2c
        except ImportError as error:
            raise PortError(f"{error.name or 'luma.oled'} is not installed, the display needs it") from error
        missing = f"bus {self._bus} for the display is missing: it must be switched on, companion doctor says how"
        # At each call: after a fault, the drivers may have come in another order.
        number = self._find(self._bus)
        if number is None:
            raise PortError(missing)
        try:
            return i2c(port=number, address=self._address)
        except DeviceNotFoundError as error:
            raise PortError(missing) from error
        except DevicePermissionError as error:
            raise PortError(
                f"bus {self._bus} for the display is barred: {why_barred(error.__context__, 'i2c')}"
            ) from error
        except ImportError as error:
            raise PortError(f"{error.name or 'smbus2'} is not installed, the display needs it") from error
        except OSError as error:
            raise PortError(f"bus {self._bus} for the display cannot be opened: {_reason(error)}") from error


def make_oled(board: Board) -> Oled:
    """The display of a board, on the buses and pins of this machine."""
    wire: Wire
    if isinstance(board.wire, I2c):
        wire = I2cWire(board.wire.bus, board.wire.address)
    else:
        from hardware.spi import SpiWire

        wire = SpiWire(board.wire)
    return Oled(wire, board.chip, board.size, board.rotation)


def describe_place(bus: int, address: int) -> str:
    """The place of a display on I²C, for messages."""
    return f"display at 0x{address:02X} on bus {bus}"


def _is_wire_error(error: BaseException) -> bool:
    """Whether the wire failed, and not a driver, a chip model or our own code."""
    if isinstance(error, OSError):
        return True
    try:
        from luma.core.error import DeviceNotFoundError, DevicePermissionError
    except ImportError:
        return False
    return isinstance(error, DeviceNotFoundError | DevicePermissionError)


def _reason(error: BaseException) -> str:
    """The system's message as part of a sentence. luma keeps the OSError as the context of its own errors."""
    return reason_of(error.__context__ if isinstance(error.__context__, OSError) else error)
