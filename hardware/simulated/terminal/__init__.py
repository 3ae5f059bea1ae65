"""The terminal front: a simulated board to play on in any terminal, also over SSH, with keys or a mouse.

The terminal runs in the main thread, the device with its loop and record in another one.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from companion.installation import install_command
from companion.ports import Clock, PortError
from hardware.boards import ALL_KEYS, Board
from hardware.clocks import SystemClock
from hardware.simulated import front
from hardware.simulated.front import Device, Front, Words

if TYPE_CHECKING:
    from hardware.simulated.terminal.app import TerminalApp

RECORD_S = 5.0
"""How long to wait for the record to close after the terminal has gone. All entries are on the disk already."""


def run(device: Device, words: Words, profile: Board = ALL_KEYS) -> int:
    """Play in this terminal until somebody quits and the device has ended in good order; the exit status.

    Raises PortError if there is no usable terminal or textual is not installed, and the error of the device if one
    ended it; the terminal is restored then.
    """
    if not is_usable():
        raise PortError(words("terminal.none"))
    for name in ("COLUMNS", "LINES"):
        # Textual and rich prefer these to the size of the terminal, and they do not follow its changes.
        os.environ.pop(name, None)
    with playing(device, words, SystemClock(), profile) as app:
        before = signal.signal(signal.SIGHUP, lambda *_: _hang_up(app))
        try:
            asyncio.run(_play(app))
        finally:
            signal.signal(signal.SIGHUP, before)
    return app.return_code or 0


@contextmanager
def playing(device: Device, words: Words, clock: Clock, profile: Board = ALL_KEYS) -> Iterator[TerminalApp]:
    """The app and a device that runs behind it; the caller runs the app.

    On exit it asks the device to end and waits for it. Raises what `run` raises.
    """
    try:
        from hardware.simulated.terminal.app import TerminalApp
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in ("textual", "rich"):
            raise
        raise PortError(words("terminal.missing", how=install_command("desktop"))) from error
    # The device starts first, so that the screen does not flash up if it cannot start.
    with front.playing(device, clock, profile, _show_warnings) as there:
        yield TerminalApp(there, clock, words)


def is_usable() -> bool:
    """Whether there is a terminal: keys come from standard input, pictures go to standard error."""
    streams = (sys.__stdin__, sys.__stderr__)
    return all(stream is not None and stream.isatty() for stream in streams) and os.environ.get("TERM") != "dumb"


async def _play(app: TerminalApp) -> None:
    """Run the app. SIGTERM and SIGINT do what `q` does."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, app.action_leave)
    await app.run_async()


def _hang_up(app: TerminalApp) -> None:
    """Close the record and exit, because the terminal has gone. Textual would block for ever on a dead line."""
    app.action_leave()
    app.front.ended.wait(RECORD_S)
    os._exit(128 + signal.SIGHUP)


class _Warnings(logging.Handler):
    """Passes warnings and errors of the log to the front."""

    def __init__(self, front: Front) -> None:
        super().__init__(logging.WARNING)
        self._front = front

    def emit(self, record: logging.LogRecord) -> None:
        self._front.add_line(record.getMessage())


@contextmanager
def _show_warnings(front: Front) -> Iterator[None]:
    """Show warnings and errors among the lines of the record; on standard error they would damage the picture."""
    warnings = _Warnings(front)
    logging.getLogger().addHandler(warnings)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(warnings)
