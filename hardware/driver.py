"""A display as luma.core's device, which sends only the windows of a frame that changed (see `dirty`).

luma sets the contrast, switches the display on and off, and clears it when the process ends. The commands that
initialise a chip are in its row of CHIPS. luma.oled has a driver for each chip, too, but importing them all takes a
twentieth of a start, and leaves four threads. We pack a frame without a loop over its pixels and send it by the
device's own `command` and `data`.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from companion.ports import HEIGHT, WIDTH
from hardware.chips import Chip
from hardware.dirty import Bus, find_windows, window_bytes

if TYPE_CHECKING:
    from PIL.Image import Image

OFF = -1
"""In place of a contrast: the display is switched off."""


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
def display_class() -> Any:
    """The class of all displays. luma is imported by the first call."""
    from luma.core.device import device

    class Display(device):  # type: ignore[misc]  # luma publishes no types
        """A luma device that sends changed windows. Its first frame, and the next after `forget`, is sent whole.

        It is off at first, so that nobody sees what the RAM holds before the first frame.
        """

        def __init__(
            self, chip: Chip, serial: Any, bus: Bus, size: tuple[int, int] = (WIDTH, HEIGHT), rotation: int = 0
        ) -> None:
            self.connection = Connection(serial)
            self._chip = chip
            self._cost = chip.addressing.cost(bus)
            self._start = chip.start[size]
            self._ram: bytes | None = None
            """What the chip's RAM holds; None while that is unknown."""
            super().__init__(serial_interface=self.connection)
            self.capabilities(*size, rotation // 90)
            try:
                self.initialise()
            except BaseException:
                self.connection.cleanup()
                raise

        @property
        def connected(self) -> bool:
            """Whether it has a wire."""
            return self.connection.serial is not None

        def connect(self, serial: Any) -> None:
            """Take a new wire and initialise the chip at its end. The chip is off afterwards."""
            self.connection.serial = serial
            self.initialise()

        def initialise(self) -> None:
            """Initialise the chip, also again: it may have lost its settings. The chip is off afterwards."""
            self.command(*self._start)
            self.forget()

        def display(self, image: Image) -> None:
            assert image.mode == self.mode
            assert image.size in (self.size, (WIDTH, HEIGHT))
            frame = pack(self.preprocess(centre(image, self.size)))
            ram, self._ram = self._ram, None  # unknown until the whole frame is sent
            if ram is None:
                self._addressing = self._chip.addressing(self._chip.first_column)
                windows = self._addressing.full_windows(self.width, len(frame) // self.width)
            else:
                windows = find_windows(ram, frame, self.width, self._cost)
            for window in windows:
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
