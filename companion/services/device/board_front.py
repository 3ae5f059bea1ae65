"""The device on a board, supervised by systemd or started by hand, until SIGTERM or Ctrl-C.

The simulated front runs it in the same way.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from companion.app.wait_for_record import wait_for_record
from companion.games.installed import INSTALLED
from companion.log import Log
from companion.ports import Clock, DeviceState, Event, Inbox, Light, Panel, PortError, Repeat, Reread, Stop
from companion.record.lookup import Progress
from companion.record.record import Record
from companion.services.device import PEOPLE, SidePanels
from companion.session.settings_file import SettingsFile
from companion.ui import shutdown
from companion.ui.page import Page
from companion.values import replace
from companion.whole_file import read_regular
from hardware import splash, systemd
from hardware.boards import Board
from hardware.buttons import Buttons, Keys
from hardware.clocks import SystemClock, synchronised
from hardware.debounce import Debounce
from hardware.key_inbox import KeyInbox
from hardware.oled import Oled, make_oled
from hardware.power import voltage_check

if TYPE_CHECKING:
    from companion.ui.painter import Painter
    from companion.words import Words

log = Log(__name__)
CRASHES = "crashes"
KEYBOARDS = "COMPANION_KEYBOARDS"
"""What the unit sets to `yes` where keyboards are keys."""
SOON_S = 60.0
"""After this time without a crash, the next crash counts as the first."""
MANY = 3
"""After this number of crashes in a row the device starts at home, where another game can be chosen."""


class Parts(NamedTuple):
    """What a board has besides its display: other panels, its keys, and whether it gets too little voltage."""

    panels: list[Panel]
    buttons: Callable[..., Buttons]
    weak: Callable[[], bool]


def run_device(
    folder: Path,
    side_panels: SidePanels,
    board: Board,
    oled: Oled,
    splash: Callable[[], None],
    open_parts: Callable[[], Parts],
    tour: bool = True,
) -> int:
    """Run the device until it is asked to stop; the exit status, 1 after a fault of ours. `tour` as in `Startup`.

    It notifies systemd (ready, watchdog, status), and its last page on the display says how it has ended.
    """
    clock = SystemClock()
    inbox = KeyInbox(clock, debounce=Debounce(board.debounce / 1000))
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: inbox.stop())
    signal.signal(signal.SIGHUP, lambda *_: inbox.put(Reread()))
    manager, crashes, keys, began = systemd.Manager(), CrashCount(), None, clock.monotonic()
    watched: Inbox = inbox
    crashes.start()
    if not manager.listens and "JOURNAL_STREAM" not in os.environ:
        # Started by hand: without a board nothing else would be seen for a long time.
        log.info("the device runs until Ctrl-C; a display or keys that do not answer are tried again and again")
    if manager.beat_s is not None:

        def beat() -> None:
            manager.beat()
            crashes.note_uptime(clock.monotonic() - began)

        watched = Watchdog(inbox, clock, beat, manager.beat_s, lambda: keys is None or not keys.deaf)
    early = partial(_painter_and_words, folder, board.legend)
    last_page = LastPage(oled, clock, early)
    with ExitStack() as stack:
        stack.enter_context(closing(manager))
        stack.enter_context(closing(oled))
        ready = stack.enter_context(closing(systemd.Ready(manager)))
        try:
            # The record first: the process that has locked it may write to the display, too.
            def open_record(progress: Progress) -> Record:
                return Record(folder, INSTALLED, PEOPLE, sure=synchronised, progress=progress)

            record = wait_for_record(open_record, watched, [oled, ready], clock, early)
            if record is None:
                return 0
            with record:
                splash()
                from companion.services.device.loop_setup import make_loop, make_worker

                def hand(left: bool) -> None:
                    inbox.swap(board.left_hand if left else {})

                parts = open_parts()
                panels: list[Panel] = [oled, *[stack.enter_context(closing(panel)) for panel in parts.panels]]
                heard = {"turn": inbox.turn, "held": inbox.start_down, "nudge": inbox.nudge}
                keys = stack.enter_context(closing(Keys(partial(parts.buttons, inbox.edge, clock, **heard), inbox)))
                if keyboards := wanted_keyboards(folder, board):
                    from hardware.keyboards.devices import Keyboards

                    stack.enter_context(closing(Keyboards(inbox, keyboards)))
                power_off = make_loop(
                    record, folder, board, watched, [*panels, ready], clock, keys.attend, parts.weak,
                    systemd.power_off, crashes.count if crashes.is_too_high else 0, side_panels, tour,
                    make_worker(inbox.put), oled if board.default else None, hand if board.left_hand else None,
                    put=inbox.put,
                ).run()  # fmt: skip
        except Exception as error:
            # A fault of ours: the trace is for developers, the last page for the players. The record has everything.
            log.critical("the device stopped: %s", error, exc_info=True)
            crashes.note_uptime(clock.monotonic() - began)
            last_page.show_stopped()
            return 1
        crashes.end()
        if power_off or (manager.listens and systemd.stopping()):
            last_page.show_safe()
            if power_off:
                last_page.wait(watched)
            last_page.dim()
    return 0


def wanted_keyboards(folder: Path, board: Board, environment: Mapping[str, str] = os.environ) -> str:
    """The layout of keyboards if they are keys here (KBD-2): by the settings, the board, or the unit; else empty."""
    settings = SettingsFile(folder).settings
    wanted = settings.keyboards or board.keyboards or environment.get(KEYBOARDS) == "yes"
    return settings.layout if wanted else ""


def _painter_and_words(folder: Path, legend: str) -> tuple[Painter, Words]:
    from companion.services.device.loop_setup import painter_and_words  # with Pillow

    return painter_and_words(folder, legend)


class LastPage:
    """The page that stays on the display when the device has ended."""

    WAIT_S = 90.0
    """If a machine that agreed to power off is still up after this, the device starts again."""
    DIM_S = 30.0
    DIMMED = 25
    """The contrast of the dimmed page: the least that people can choose, so that it is read in any light."""

    def __init__(self, oled: Oled, clock: Clock, painter_and_words: Callable[[], tuple[Painter, Words]]) -> None:
        self._oled = oled
        self._clock = clock
        self._painter_and_words = painter_and_words
        self._state: DeviceState | None = None

    def show_safe(self) -> None:
        """Show that it is safe to unplug."""
        painter, words = self._painter_and_words()
        self._show(shutdown.safe_page(words), painter)

    def show_stopped(self) -> None:
        """Show that a fault has ended the device; only the log names the fault."""
        painter, words = self._painter_and_words()
        self._show(shutdown.stopped_page(words, painter.reading, painter.wrap), painter)

    def _show(self, page: Page, painter: Painter) -> None:
        self._state = DeviceState(painter.page(page), page.read(None), (), None, turned=painter.turned)
        with suppress(PortError):
            self._oled.show(self._state)
            self._oled.keep_picture()

    def wait(self, inbox: Inbox) -> None:
        """Until the machine that powers off stops this process; after DIM_S the page is dimmed."""
        now = self._clock.monotonic()
        if not self._is_stopped(inbox, now + self.DIM_S):
            self.dim()
            self._is_stopped(inbox, now + self.WAIT_S)

    def dim(self) -> None:
        """Dim the page. Before the process ends, because nobody can do so later, and it may stand for days."""
        if self._state is not None and self._state.light is Light.FULL:
            self._state = replace(self._state, light=Light.DIM, contrast=self.DIMMED)
            with suppress(PortError):
                self._oled.show(self._state)

    def _is_stopped(self, inbox: Inbox, until: float) -> bool:
        """Wait; whether this process was asked to end in that time."""
        while self._clock.monotonic() < until:
            if isinstance(inbox.get(until), Stop):
                return True
        return False


class CrashCount:
    """How often in a row the device has crashed, by a fault or by the watchdog, kept until the machine restarts.

    The count is in the folder that systemd makes for the running service; without one there is none. It is raised at
    the start and cleared at a normal end, because a process that is killed cannot count itself.
    """

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        folder = environment.get("RUNTIME_DIRECTORY", "").split(":")[0]
        self._file = Path(folder) / CRASHES if folder else None
        self.count = self._read()
        self._settled = False

    @property
    def is_too_high(self) -> bool:
        """Whether the device should start at the home screen."""
        return self.count >= MANY

    def start(self) -> None:
        """The device starts; if it is killed, this start counts."""
        self._write(self.count + 1)

    def note_uptime(self, for_s: float) -> None:
        """The device has run for `for_s` seconds; after SOON_S the count starts again."""
        if for_s >= SOON_S and not self._settled:
            self._settled = True
            self._write(1)

    def end(self) -> None:
        """It was asked to stop."""
        self._write(0)

    def _read(self) -> int:
        if self._file is not None:
            with suppress(OSError, ValueError):
                return int(read_regular(self._file, 9))
        return 0

    def _write(self, count: int) -> None:
        if self._file is not None:
            with suppress(OSError):  # the device runs without a count, too
                self._file.write_text(f"{count}\n", "ascii")


def start(folder: Path, side_panels: SidePanels, board: Board) -> int:
    """Run the device; the exit status."""

    def open_parts() -> Parts:
        panels: list[Panel] = []
        if board.parts:
            from hardware.lamps import make_parts

            panels = make_parts(board)
        low_voltage = voltage_check()
        return Parts(panels, partial(Buttons, board), lambda: bool(low_voltage()))

    return run_device(folder, side_panels, board, make_oled(board), lambda: splash.show_on_board(board), open_parts)


class Watchdog:
    """An inbox that calls `ping` when the loop asks it for an event, at most once in `every_s` seconds.

    While `healthy` is false it does not ping: something is wrong that only a restart repairs.
    """

    def __init__(
        self, inbox: Inbox, clock: Clock, ping: Callable[[], None], every_s: float, healthy: Callable[[], bool]
    ) -> None:
        self._inbox = inbox
        self._clock = clock
        self._ping = ping
        self._every_s = every_s
        self._healthy = healthy
        self._due = clock.monotonic()

    def get(self, deadline: float | None) -> Event | None:
        now = self._clock.monotonic()
        if now >= self._due:
            self._due = now + self._every_s
            if self._healthy():
                self._ping()
        return self._inbox.get(self._due if deadline is None else min(deadline, self._due))

    def repeat(self, rate: Repeat | None) -> None:
        self._inbox.repeat(rate)
