"""A simulated board with a device that runs in a thread of its own, for fronts that have the main thread.

The device tells the front what can be seen by leaving it here and giving a sign; keys go the other way through the
pins. The terminal is such a front, and the window.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.ports import Clock, Inbox, Light, PageText, Panel, Shown
from hardware.boards import ALL_KEYS, Board
from hardware.debounce import Debounce
from hardware.inbox import KeyInbox
from hardware.simulated.board import SimulatedBoard

if TYPE_CHECKING:
    from PIL.Image import Image

Device = Callable[[Inbox, Sequence[Panel], Clock], None]
"""Opens the record and runs the device with these keys and panels until it is told to stop."""
Words = Callable[..., str]
"""Texts by key, with parameters filled in."""

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


class Front:
    """Implements `ports.Panel`; after the display among the panels, because it looks at its chip.

    `board` is the one that is played on; `stop` asks the device to end in good order. `listen` names who is to be
    called, in the device's thread, when there is news. `begun` is set with the first picture or the end, `ended` with
    the end.
    """

    def __init__(self, board: SimulatedBoard, stop: Callable[[], None]) -> None:
        self.board = board
        self.stop = stop
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
            picture=self.board.picture(),
            dim=self.board.chip.contrast < DIM,
            dark=shown.light is Light.DARK,
            page=shown.page,
            trouble=shown.trouble,
        )
        self.begun.set()

    def close(self) -> None:
        """Nothing to leave in order: what is seen belongs to another thread."""

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


class _DeviceThread(threading.Thread):
    """Runs the device to its end, and keeps the error that ended it, if one did."""

    def __init__(self, device: Callable[[], None], front: Front) -> None:
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


@contextmanager
def playing(
    device: Device,
    clock: Clock,
    profile: Board = ALL_KEYS,
    watched: Callable[[Front], AbstractContextManager[object]] = nullcontext,
) -> Iterator[Front]:
    """A front, and behind it a device that has shown its first picture.

    Ends when the device has ended, which it is asked to. Raises whatever ended the device if that was an error; one
    that cannot even begin raises that at once. `watched` is around the whole life of the device.
    """
    # Strokes of a keyboard are as short as the program makes them, and do not chatter.
    inbox = KeyInbox(clock, debounce=Debounce(settle_s=0.0, noise_s=0.0))
    with SimulatedBoard(profile) as board, board.buttons(inbox.edge, clock, inbox.turn), closing(board.oled()) as glass:
        front = Front(board, inbox.stop)
        thread = _DeviceThread(lambda: device(inbox, (glass, front), clock), front)
        with watched(front):
            thread.start()
            try:
                front.begun.wait()
                if thread.error is None:
                    yield front
            finally:
                inbox.stop()
                thread.join()
        if thread.error is not None:
            raise thread.error
