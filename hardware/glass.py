"""luma's display drivers, sending only what changed.

Init, bus, contrast, on and off stay luma's. What is ours is how a frame goes out: packed without a walk over pixels,
and only the windows that changed (see `cover`). A frame after construction or after `forget` goes out whole.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

from companion.ports import HEIGHT, WIDTH
from hardware import cover

if TYPE_CHECKING:
    from PIL.Image import Image

OFF = -1
"""In place of a contrast: the glass is switched off."""

_INVERTED = bytes(range(255, -1, -1))

CHIPS = ("ssd1306", "ssd1309", "sh1106")
"""The chips that can be driven."""


def packed(image: Image) -> bytes:
    """A picture of mode "1" as the RAM has it: pages of eight rows from above, column by column, top in bit 0."""
    from PIL.Image import Transpose

    pages = image.height // 8
    # Turned on its side each row of bytes is a column of the picture, and every `pages`-th byte belongs to a page.
    columns = image.transpose(Transpose.TRANSPOSE).tobytes("raw", "1;R")
    return b"".join(columns[page::pages] for page in range(pages))


def centred(image: Image, size: tuple[int, int]) -> Image:
    """A picture in the middle of a glass that is as large or larger."""
    if image.size == size:
        return image
    from PIL import Image as Images

    glass = Images.new(image.mode, size)
    glass.paste(image, ((size[0] - image.width) // 2, (size[1] - image.height) // 2))
    return glass


@cache
def driver(chip: str) -> Any:
    """Our way of being luma's driver for a chip; a function, so that luma is imported when there is a display."""
    from luma.core.interface.serial import noop
    from luma.oled import device

    luma_driver: Any = getattr(device, chip)

    class Glass(luma_driver):  # type: ignore[misc]  # luma publishes no types
        """Sends frames as windows, and is able to die."""

        _serial_interface: Any
        _held: bytes | None = None
        """What the RAM holds; None while nobody knows."""
        _settings: tuple[tuple[int, ...], ...] = ()
        """luma's commands that set the chip up, each as it was sent."""
        _constructed = False

        def __init__(
            self, serial: Any, bus: cover.Bus, size: tuple[int, int] = (WIDTH, HEIGHT), rotation: int = 0
        ) -> None:
            self._cost = _cost(chip, bus)
            try:
                super().__init__(serial, *size, rotate=rotation // 90)
            except BaseException:
                self.retire()
                raise
            self._constructed = True
            self._forget_tables()
            self.forget()

        def command(self, *told: int) -> None:
            super().command(*told)
            if not self._constructed:
                self._settings += (told,)

        def settle(self) -> None:
            """Set the chip up as at the start, in case it has forgotten: it is off afterwards, the next frame whole."""
            for told in self._settings:
                self.command(*told)
            self.forget()

        def display(self, image: Image) -> None:
            self._constructed = True  # with a blank picture luma has done with the settings
            assert image.mode == self.mode
            assert image.size in (self.size, (WIDTH, HEIGHT))
            frame = packed(self.preprocess(centred(image, self.size)))
            held, self._held = self._held, None  # until it is through, who knows
            if held is None:
                self.start_over()
                held = frame.translate(_INVERTED)  # every byte differs
            for window in self.windows(held, frame):
                self.send(window, cover.inside(frame, window, self._w))
            self._held = frame

        def forget(self) -> None:
            """The next frame goes out whole."""
            self._held = None

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
            shut(serial)

        def _forget_tables(self) -> None:
            """Free what luma's own packing needs: a third of a megabyte, which that hook would keep for ever."""
            self._mask = self._offsets = ()

    class Windowed(Glass):
        """A chip that takes windows of columns and pages: SSD1306, SSD1309."""

        _top_bottom = (-1, -1)
        """The window of pages that the chip has now."""

        def windows(self, old: bytes, new: bytes) -> list[cover.Window]:
            return cover.windows(old, new, self._w, self._cost)

        def start_over(self) -> None:
            self._top_bottom = (-1, -1)

        def send(self, window: cover.Window, data: bytes) -> None:
            left, right, top, bottom = window
            command = [0x21, self._colstart + left, self._colstart + right]
            # In a window of one page the pointer to it is where it was.
            if (top, bottom) != self._top_bottom or top != bottom:
                command += [0x22, top, bottom]
            self._top_bottom = (-1, -1)
            self.command(*command)
            self.data(data)
            self._top_bottom = (top, bottom)

    class Paged(Glass):
        """A chip that takes a page and a column to begin with: SH1106."""

        _page, _column = -1, -1
        """Where the chip's pointers are."""

        def windows(self, old: bytes, new: bytes) -> list[cover.Window]:
            return list(cover.runs(old, new, self._w, self._cost))

        def start_over(self) -> None:
            self._page = self._column = -1

        def send(self, window: cover.Window, data: bytes) -> None:
            column = window.left + self._page_address_offset
            command = [column & 0x0F]
            if self._column < 0 or column >> 4 != self._column >> 4:
                command.append(0x10 | column >> 4)
            if window.top != self._page:
                command.append(0xB0 | window.top)
            self._page = self._column = -1
            self.command(*command)
            self.data(data)
            self._page, self._column = window.top, column + len(data)

    return Paged if chip == "sh1106" else Windowed


def _cost(chip: str, bus: cover.Bus) -> cover.Cost:
    return cover.paged(bus) if chip == "sh1106" else cover.windowed(bus)


def shut(serial: Any) -> None:
    """Close a serial interface; a dead wire counts as closed."""
    with suppress(OSError):
        serial.cleanup()
