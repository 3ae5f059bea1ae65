"""Runs the device on a simulated board in a thread, for fronts that need the main thread: the terminal and the window.

The device stores its state here and calls the front back. Keys go the other way, through the pins.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from companion.ports import Clock, DeviceState, Key, Light, OpenInbox, PageText, Panel, Typed
from hardware.boards import ALL_KEYS, Board
from hardware.debounce import Debounce
from hardware.key_inbox import KeyInbox
from hardware.simulated.board import SimulatedBoard

if TYPE_CHECKING:
    from PIL.Image import Image

Device = Callable[[OpenInbox, Sequence[Panel], Clock], None]
"""Opens the record and runs the device with these keys and panels until it is asked to stop."""
Words = Callable[..., str]
"""Texts by key, with parameters filled in, in the language of now."""

NAME = "name"
"""The screen on which people write a name."""
DIM = 0x10
"""A display with less contrast than this is shown dim. The lowest brightness in the settings is above it."""


KEY_LETTERS = frozenset("?uUqQ")
"""Letters that stand for help, undo and the end of the front where nobody writes."""
UNDO = ("u", "U")
"""Those for undo."""


@dataclass(frozen=True, slots=True)
class FrontState:
    """What the front shows now. `lines` are the new lines for its record since the last `take`, in order."""

    picture: Image | None = None
    dim: bool = False
    dark: bool = False
    page: PageText | None = None
    trouble: str | None = None
    caption: str | None = None
    lines: tuple[str, ...] = ()
    ended: bool = False

    @property
    def takes_text(self) -> bool:
        """Whether letters of a keyboard are letters here and not keys."""
        return self.page is not None and self.page.screen == NAME

    def legend(self, keys: Collection[Key]) -> str:
        """The key of the text that says what the keyboard does now, where the board has these keys."""
        if self.takes_text:
            return "terminal.legend-name"
        return "terminal.legend" if Key.BACK in keys else "terminal.legend-three"

    def types(self, text: str) -> bool:
        """Whether this text of a keyboard goes to the device: letters that are keys only while people write, and the
        letter of undo also behind what is typed, which may go on with it.
        """
        typed = self.page is not None and self.page.typed
        return self.takes_text or text not in KEY_LETTERS or (typed and text in UNDO)


class Front:
    """Implements `ports.Panel`. It comes after the display among the panels, because it reads the picture of its chip.

    `board` is the simulated board; `stop` asks the device to end in good order. `begun` is set with the first picture
    or the end, `ended` with the end.
    """

    def __init__(self, board: SimulatedBoard, inbox: KeyInbox) -> None:
        self.board = board
        self.stop = inbox.stop
        self._inbox = inbox
        self._lock = threading.Lock()
        self._state = FrontState()
        self._callback: Callable[[], None] = lambda: None
        self.begun = threading.Event()
        self.ended = threading.Event()

    def set_callback(self, callback: Callable[[], None]) -> None:
        """Call this, in the device's thread, whenever the state changes; and once now."""
        with self._lock:
            self._callback = callback
        callback()

    def take(self) -> FrontState:
        """The state. Each line is returned once."""
        with self._lock:
            state, self._state = self._state, replace(self._state, lines=())
        return state

    def type(self, text: str) -> None:
        """Hand the device text as from a keyboard."""
        self._inbox.put(Typed(text))

    def take_back(self, at: float) -> None:
        """Tap BACK as a key of a keyboard: where people write, it takes a letter back on a board without that key."""
        for down in (True, False):
            self._inbox.keyboard_edge(self, Key.BACK, down, at)

    # -- in the device's thread

    def show(self, state: DeviceState) -> None:
        self._update(
            state.recorded,
            picture=self.board.picture(),
            dim=self.board.chip.contrast < DIM,
            dark=state.light is Light.DARK,
            page=state.page,
            trouble=state.trouble,
        )
        self.begun.set()

    def close(self) -> None:
        """Nothing to close."""

    def add_line(self, text: str) -> None:
        """Add a line that is not from the record, such as a warning."""
        self._update((" ".join(text.split()),))

    def caption(self, text: str | None) -> None:
        """Say this below the picture until the next caption."""
        self._update((), caption=text)

    def end(self) -> None:
        """The device has stopped."""
        self._update((), ended=True)
        self.begun.set()
        self.ended.set()

    def _update(self, lines: tuple[str, ...], **changes: Any) -> None:
        with self._lock:
            self._state = replace(self._state, lines=self._state.lines + lines, **changes)
            callback = self._callback
        callback()


class _DeviceThread(threading.Thread):
    """Runs the device, and keeps the error that ended it."""

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
    around: Callable[[Front], AbstractContextManager[object]] = nullcontext,
) -> Iterator[Front]:
    """A front, with a device behind it that has shown its first picture.

    On exit it asks the device to end and waits for it. Raises the error of the device if one ended it, also before the
    first picture. `around` is a context manager for the whole life of the device.
    """
    # Simulated keys do not bounce, and may be shorter than real ones.
    inbox = KeyInbox(clock, debounce=Debounce(settle_s=0.0, noise_s=0.0))
    with SimulatedBoard(profile) as board, board.buttons(inbox.edge, clock, inbox.turn), closing(board.oled()) as oled:
        front = Front(board, inbox)
        thread = _DeviceThread(lambda: device(inbox, (oled, front), clock), front)
        with around(front):
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
