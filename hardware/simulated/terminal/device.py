"""The thread of the device, and what it leaves for the thread of the terminal.

The loop and its record live in a thread of their own; the terminal has the main thread. The one tells the other
what can be seen by leaving it here and giving a sign; keys go the other way through the pins.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.ports import Light, PageText, Shown
from hardware.simulated.board import SimulatedBoard

if TYPE_CHECKING:
    from PIL.Image import Image

DIM = 0x10
"""A display whose contrast is below this looks dim; the darkest that people can choose for a glass in use does not."""


@dataclass(frozen=True, slots=True)
class News:
    """What has come since somebody last looked: pictures and trouble as they are now, `told` everything, in order."""

    picture: Image | None = None
    dim: bool = False
    dark: bool = False
    page: PageText | None = None
    trouble: str | None = None
    told: tuple[str, ...] = ()
    ended: bool = False


class TerminalFront:
    """Implements `ports.Panel`; after the display among the panels, because it looks at its chip.

    `listen` names who is to be called, in the device's thread, when there is news. `begun` is set with the first
    picture or the end, `ended` with the end.
    """

    def __init__(self, board: SimulatedBoard) -> None:
        self._board = board
        self._lock = threading.Lock()
        self._news = News()
        self._sign: Callable[[], None] = lambda: None
        self.begun = threading.Event()
        self.ended = threading.Event()

    def listen(self, sign: Callable[[], None]) -> None:
        """From now on call this when there is news; and once now, for what is there already."""
        with self._lock:
            self._sign = sign
        sign()

    def take(self) -> News:
        """What is to be seen. Everything told is handed out once."""
        with self._lock:
            news, self._news = self._news, replace(self._news, told=())
        return news

    # -- in the device's thread

    def show(self, shown: Shown) -> None:
        self._leave(
            shown.journaled,
            picture=self._board.picture(),
            dim=self._board.chip.contrast < DIM,
            dark=shown.light is Light.DARK,
            page=shown.page,
            trouble=shown.trouble,
        )
        self.begun.set()

    def close(self) -> None:
        """Nothing to leave in order: the terminal belongs to another thread."""

    def tell(self, text: str) -> None:
        """A line for people that is not the record's: a warning from a wire."""
        self._leave((" ".join(text.split()),))

    def end(self) -> None:
        """The device has stopped."""
        self._leave((), ended=True)
        self.begun.set()
        self.ended.set()

    def _leave(self, told: tuple[str, ...], **changes: Any) -> None:
        with self._lock:
            self._news = replace(self._news, told=self._news.told + told, **changes)
            sign = self._sign
        sign()


class DeviceThread(threading.Thread):
    """Runs the device to its end, and keeps the error that ended it, if one did."""

    def __init__(self, device: Callable[[], None], front: TerminalFront) -> None:
        super().__init__(name="device")
        self._device = device
        self._front = front
        self.error: BaseException | None = None

    def run(self) -> None:
        try:
            self._device()
        except BaseException as error:
            self.error = error
        finally:
            self._front.end()


class Warnings(logging.Handler):
    """Hands log lines from warnings upwards to the front."""

    def __init__(self, front: TerminalFront) -> None:
        super().__init__(logging.WARNING)
        self._front = front

    def emit(self, record: logging.LogRecord) -> None:
        self._front.tell(record.getMessage())
