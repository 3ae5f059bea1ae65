"""luma.oled's display drivers, changed to send only the windows of a frame that changed (see `dirty`).

luma initialises the chip, sets its contrast and switches it on and off. We pack a frame without a loop over its pixels
and send it by the device's own `command` and `data`.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from companion.ports import HEIGHT, WIDTH
from hardware.chips import CHIPS
from hardware.dirty import Bus, find_windows, window_bytes

if TYPE_CHECKING:
    from PIL.Image import Image

OFF = -1
"""In place of a contrast: the display is switched off."""

_INVERTED = bytes(range(255, -1, -1))


def pack(image: Image) -> bytes:
    """A picture of mode "1" as display RAM: pages of eight rows, a byte for each column, the top row in bit 0."""
    from PIL.Image import Transpose

    pages = image.height // 8
    # In the transposed picture each row of bytes is a column, and every `pages`-th byte belongs to the same page.
    columns = image.transpose(Transpose.TRANSPOSE).tobytes("raw", "1;R")
    return b"".join(columns[page::pages] for page in range(pages))


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
        """Send commands, as luma's serial interfaces do."""
        if self.serial is not None:
            self.serial.command(*commands)

    def data(self, data: bytes) -> None:
        """Send data, as luma's serial interfaces do."""
        if self.serial is not None:
            self.serial.data(data)

    def cleanup(self) -> None:
        """Close the wire; may be called twice."""
        serial, self.serial = self.serial, None
        if serial is not None:
            close_serial(serial)


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
                super().__init__(self.connection, *size, rotate=rotation // 90)
            except BaseException:
                self.connection.cleanup()
                raise
            self._initialised = True

        @property
        def connected(self) -> bool:
            """Whether it has a wire."""
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
