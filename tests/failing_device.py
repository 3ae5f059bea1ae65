"""A device on a board that fails, for tests of trouble: real keys on simulated pins, the real display driver.

Whenever the device falls asleep with a display that answers, the decoded glass is compared with the frame.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Collection, Iterable
from contextlib import closing
from pathlib import Path

from installed import Record
from PIL.Image import Image
from record.random_evening import texts

from companion.app.active_settings import ActiveSettings, IdleTimes
from companion.app.loop import Loop
from companion.app.machine import Machine
from companion.app.startup import Startup
from companion.ports import HOLD_S, DeviceState, Event, Key, KeyPress, Light, Repeat, Stop
from companion.record.log import Disk
from companion.session.session import Session
from companion.ui.page import Page
from companion.ui.painter import Painter
from companion.words import Words
from hardware.buttons import Keys
from hardware.fonts import lcd
from hardware.gestures import Gestures
from hardware.oled import Oled
from hardware.simulated import SimulatedClock
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.text import KeyClock

Act = Key | float | Callable[[], None]
"""A key to tap, seconds to wait, or a fault of the device."""
AWAKE = IdleTimes(1e9, 1e9, 1e9, 1e9)
WORDS = Words("en")


class Sketcher(Painter):
    """Paints every page once for all evenings: they are much alike."""

    def __init__(self) -> None:
        super().__init__(lcd())
        self._painted: dict[object, Image] = {}

    def page(
        self,
        page: Page,
        banner: str | None = None,
        shift: tuple[int, int] = (0, 0),
        held: tuple[str, int] | None = None,
    ) -> Image:
        about = (page, banner, shift, held)
        if about not in self._painted:
            self._painted[about] = super().page(page, banner, shift, held)
        return self._painted[about]


PAINTER = Sketcher()


def hold_back(board: SimulatedBoard, fingers: PressedKeys) -> None:
    """Undo."""
    board.press(Key.BACK)
    fingers.clock.ahead += HOLD_S + 0.1
    board.release(Key.BACK)


class Glass:
    """The display of a board, watched."""

    def __init__(self, board: SimulatedBoard, oled: Oled) -> None:
        self._board, self._oled = board, oled
        self.shown: DeviceState | None = None
        self.lost = False
        self.banners: list[str] = []
        """What could be read on the glass, one after the other."""

    def show(self, shown: DeviceState) -> None:
        self.shown, self.lost = shown, True
        self._oled.show(shown)
        self.lost = False
        if shown.page.banner is not None and self.banners[-1:] != [shown.page.banner]:
            self.banners.append(shown.page.banner)

    def close(self) -> None:
        self._oled.close()

    def check(self) -> None:
        """A display that answers shows the frame, all of it."""
        assert self.shown is not None
        if not self.lost and self.shown.light is not Light.DARK:
            assert self._board.chip.on
            assert self._board.chip.contrast == self.shown.contrast
            assert self._board.picture().tobytes() == self.shown.frame.tobytes()


class PressedKeys:
    """The inbox: taps keys as a script says. Implements what `Keys` tell, too."""

    def __init__(self, board: SimulatedBoard, clock: SimulatedClock, script: Iterable[Act]) -> None:
        self._board, self._table = board, clock
        self.clock = KeyClock(clock)
        self.script = iter(script)
        self._gestures = Gestures()
        self._pending: deque[KeyPress] = deque()
        self._until: float | None = None
        self._nudged = False
        self.log = Log()
        self.asleep: Callable[[], None] = lambda: None

    def edge(self, key: Key, down: bool, at: float) -> None:
        self._pending.extend(self._gestures.edge(key, down, at))

    def turn(self, key: Key, at: float) -> None:
        self.edge(key, True, at)
        self.edge(key, False, at)

    def start_down(self, key: Key) -> None: ...

    def forget(self) -> None:
        self._gestures.forget()

    def nudge(self) -> None:
        self._nudged = True

    def set_fetch(self, fetch: Callable[[Collection[Key]], Collection[Key]]) -> None: ...

    def repeat(self, rate: Repeat | None) -> None: ...

    def get(self, deadline: float | None) -> Event | None:
        while True:
            if self._nudged:
                self._nudged = False
                return None
            if self._pending:
                return self._pending.popleft()
            self.asleep()
            if self._until is not None:
                if deadline is not None and deadline <= self._until:
                    self._table.advance(max(deadline - self._table.monotonic(), 0.0))
                    return None
                self._table.advance(max(self._until - self._table.monotonic(), 0.0))
                self._until = None
            act = next(self.script, None)
            if act is None:
                return Stop()
            if isinstance(act, Key):
                self._board.press(act)
                self.clock.ahead += 0.05
                self._board.release(act)
                self.clock.ahead += 0.05
            elif callable(act):
                act()
            else:
                self._until = self._table.monotonic() + act


class Report:
    """What an evening left behind."""

    def __init__(self, folder: Path, session: Session, glass: Glass, log: list[str], transfers: int) -> None:
        self.texts = tuple(texts(folder))
        self.now = session.now
        self.glass = glass
        self.log = log
        self.transfers = transfers
        """Over the bus until the evening ended; what blanks the glass afterwards is not counted."""


class Log(logging.Handler):
    """What the device writes down of its troubles."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def session(
    folder: Path,
    board: SimulatedBoard,
    script: Callable[[PressedKeys, Record, SimulatedClock], Iterable[Act]],
    *,
    idling: IdleTimes = AWAKE,
    checked: Callable[[], bool] = lambda: True,
    wall: float = 1_790_000_000.0,
    disk: Disk | None = None,
) -> Report:
    """One evening on a board. While `checked` says so, glass and frame must be the same whenever nothing happens."""
    clock, log = SimulatedClock(wall), Log()
    root = logging.getLogger("companion")
    root.addHandler(log)
    try:
        record = Record(folder, ("Player 1", "Player 2"), disk=disk)
        with record as journal, board, closing(Glass(board, board.oled())) as glass:
            fingers = PressedKeys(board, clock, ())
            fingers.log = log
            fingers.script = iter(script(fingers, journal, clock))
            fingers.asleep = lambda: glass.check() if checked() else None
            keys = Keys(lambda: board.buttons(fingers.edge, fingers.clock), fingers)  # type: ignore[arg-type]
            with closing(keys):
                table = Session(journal, clock)
                settings = ActiveSettings(PAINTER, WORDS, idling=idling)
                machine = Machine(fingers, clock, (glass,), keys.attend)
                Loop(table, settings, machine, Startup(tour=False)).run()
                return Report(folder, table, glass, log.lines, board.bus.transfers)
    finally:
        root.removeHandler(log)
