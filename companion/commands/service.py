"""The device on a board, as a service or started by hand: whoever started it looks after it.

Everything is imported where it is used: what a small Pi imports before the first picture, people wait for.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from companion.commands.device import DEFAULT_PEOPLE, looped, speech

if TYPE_CHECKING:
    from companion.commands.beside import Beside
    from companion.ports import Clock, Inbox, Panel
    from companion.record.lookup import Progress
    from companion.ui.page import Page
    from companion.ui.painter import Painter
    from hardware.boards import Board
    from hardware.buttons import Buttons, Edge
    from hardware.oled import Oled
    from hardware.simulated.board import SimulatedBoard
    from hardware.wired import Turn


def board(folder: Path, beside: Beside, profile: Board) -> None:
    """The buttons and the glass of a board, until SIGTERM or Ctrl-C."""
    from hardware import first_picture
    from hardware.oled import oled_of

    def parts() -> Parts:
        # Only now, as everything that the first picture need not wait for.
        from hardware.power import watched
        from hardware.wired import buttons_of, parts_of

        return Parts(parts_of(profile), partial(buttons_of, profile), watched())

    served(folder, beside, profile, oled_of(profile), lambda: first_picture.on_board(profile), parts)


def simulated(folder: Path, beside: Beside, profile: Board, model: SimulatedBoard | None = None) -> None:
    """The same with a simulated board, whose keys are pressed by words from a pipe; for trying the service."""
    import os

    from hardware.simulated.board import SimulatedBoard
    from hardware.simulated.pipe import Pipe, Told, made

    told = Told(sys.stdout.buffer)
    with model or SimulatedBoard(profile) as pins, ExitStack() as stack:

        def parts() -> Parts:
            pipe = made(Path(os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0] or folder) / "keys")

            def buttons(edge: Edge, clock: Clock, turn: Turn | None = None, **_: object) -> Buttons:
                opened = pins.buttons(edge, clock, turn)
                stack.enter_context(closing(Pipe(pipe, pins.press, pins.release, profile.keys, told)))
                return opened

            return Parts([*pins.parts(), told], buttons, lambda: False)

        served(folder, beside, profile, pins.oled(), pins.first_picture, parts)


class Parts(NamedTuple):
    """What a board has besides its glass: other panels, its keys, and whether it gets too little voltage."""

    panels: list[Panel]
    buttons: Callable[..., Buttons]
    weak: Callable[[], bool]


def served(
    folder: Path,
    beside: Beside,
    profile: Board,
    oled: Oled,
    first_picture: Callable[[], None],
    parts: Callable[[], Parts],
) -> None:
    """The device as a service: whoever started it looks after it, and what it leaves on the glass is true."""
    import logging
    import os

    from companion.app.wait_for_record import opened
    from companion.app.watchdog import Watchdog
    from companion.commands.crashes import Crashes
    from companion.commands.logs import logging_to_stderr
    from companion.record.record import Record
    from hardware import systemd
    from hardware.clocks import SystemClock, synchronised
    from hardware.debounce import Debounce
    from hardware.inbox import KeyInbox

    logging_to_stderr()
    log = logging.getLogger(__name__)
    clock = SystemClock()
    fingers = KeyInbox(clock, debounce=Debounce(profile.debounce / 1000))
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: fingers.stop())
    signal.signal(signal.SIGHUP, lambda *_: fingers.reread())
    manager, crashes, keys, began = systemd.Manager(), Crashes(), None, clock.monotonic()
    inbox: Inbox = fingers
    crashes.begun()
    if not manager.listens and "JOURNAL_STREAM" not in os.environ:
        # Started by hand: without a board nothing else would be seen for a long time.
        log.info("the device runs until Ctrl-C; a display or keys that do not answer are tried again and again")
    if manager.beat_s is not None:
        def beat() -> None:
            manager.beat()
            crashes.lives(clock.monotonic() - began)

        inbox = Watchdog(inbox, clock, beat, manager.beat_s, lambda: keys is None or not keys.deaf)
    last = Last(oled, clock, folder)
    with ExitStack() as stack:
        stack.enter_context(closing(manager))
        stack.enter_context(closing(oled))
        ready = stack.enter_context(closing(systemd.Ready(manager)))
        try:
            # The record first: whoever has it alone has the glass alone, too.
            def record(progress: Progress) -> Record:
                return Record(folder, DEFAULT_PEOPLE, sure=synchronised, progress=progress)

            journal = opened(record, inbox, [oled, ready], clock, partial(speech, folder))
            if journal is None:
                return
            with journal:
                first_picture()
                # Only now, as everything that the first picture need not wait for.
                from hardware.buttons import Keys

                board = parts()
                panels: list[Panel] = [oled, *[stack.enter_context(closing(part)) for part in board.panels]]
                hearing = {"turn": fingers.turn, "held": fingers.held, "nudge": fingers.nudge}
                buttons = partial(board.buttons, fingers.edge, clock, **hearing)
                keys = stack.enter_context(closing(Keys(buttons, fingers)))
                shutdown = looped(
                    journal, folder, profile, inbox, [*panels, ready], clock, keys.attend, board.weak,
                    systemd.power_off, crashes.count if crashes.many else 0, beside,
                ).run()  # fmt: skip
        except Exception as error:
            # A fault of ours: the trace is for whoever mends it, the last line for whoever played. The record has all.
            log.critical("the device stopped: %s", error, exc_info=True)
            crashes.lives(clock.monotonic() - began)
            last.stopped(f"{type(error).__name__}: {error}")
            sys.exit(1)
        crashes.ended_well()
        if shutdown or (manager.listens and systemd.stopping()):
            last.safe()
        if shutdown:
            last.wait(inbox)


class Last:
    """The last words on the glass, which stay there when the device has gone."""

    WAIT_S = 90.0
    """If a machine that agreed to go down is still up after this, the device starts again."""

    def __init__(self, oled: Oled, clock: Clock, folder: Path) -> None:
        self._oled = oled
        self._clock = clock
        self._folder = folder

    def safe(self) -> None:
        """The plug may be pulled."""
        from companion.ui import shutdown

        painter, words = speech(self._folder)
        self._show(shutdown.safe(painter.wrap(words("off.unplug")), words), painter)

    def stopped(self, why: str) -> None:
        """A fault has ended the device."""
        from companion.ui import shutdown

        painter, words = speech(self._folder)
        self._show(shutdown.stopped(painter.wrap(words("off.crashed", why=why))[:7], words), painter)

    def _show(self, page: Page, painter: Painter) -> None:
        from companion.ports import PortLost, Shown

        with suppress(PortLost):
            self._oled.show(Shown(painter.page(page), page.read(None), (), None))
            self._oled.leave()

    def wait(self, inbox: Inbox) -> None:
        """Until the machine that goes down ends this."""
        from companion.ports import Stop

        until = self._clock.monotonic() + self.WAIT_S
        while self._clock.monotonic() < until:
            if isinstance(inbox.get(until), Stop):
                return
