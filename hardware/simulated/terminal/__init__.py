"""The terminal front: a simulated board to play on in any terminal, at the desk or over SSH, with keys or a mouse.

The terminal has the main thread; the device, its loop and its record, has a thread of its own.
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

from companion.ports import Clock, PortLost
from hardware.boards import ALL_KEYS, Board
from hardware.clocks import SystemClock
from hardware.simulated import front
from hardware.simulated.front import Device, Front, Words

if TYPE_CHECKING:
    from hardware.simulated.terminal.app import TerminalApp

RECORD_S = 5.0
"""How long a record may take to be closed when nobody is there any more. What is told is on the disk anyway."""


def run(device: Device, words: Words, profile: Board = ALL_KEYS) -> int:
    """Play in this terminal until somebody quits and the device has ended in good order; the exit status.

    Raises PortLost where there is no terminal that will do or textual is not installed, and whatever ended the device
    if that was an error; then the terminal is as it was before.
    """
    if not usable():
        raise PortLost(words("terminal.none"))
    for name in ("COLUMNS", "LINES"):
        # Textual and rich believe these before the terminal, and they stay as they are when its size changes.
        os.environ.pop(name, None)
    with playing(device, words, SystemClock(), profile) as app:
        before = signal.signal(signal.SIGHUP, lambda *_: _hung_up(app))
        try:
            asyncio.run(_played(app))
        finally:
            signal.signal(signal.SIGHUP, before)
    return app.return_code or 0


@contextmanager
def playing(device: Device, words: Words, clock: Clock, profile: Board = ALL_KEYS) -> Iterator[TerminalApp]:
    """The app, to be run, and behind it a device.

    Ends when the device has ended, which it is asked to. Raises what `run` raises.
    """
    try:
        from hardware.simulated.terminal.app import TerminalApp
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in ("textual", "rich"):
            raise
        raise PortLost(words("terminal.missing")) from error
    # A device that cannot even begin says so without the terminal flickering.
    with front.playing(device, clock, profile, _warnings_shown) as there:
        yield TerminalApp(there, clock, words)


def usable() -> bool:
    """Whether there is a terminal to draw on. Keys come from standard input, pictures go to standard error."""
    streams = (sys.__stdin__, sys.__stderr__)
    return all(stream is not None and stream.isatty() for stream in streams) and os.environ.get("TERM") != "dumb"


async def _played(app: TerminalApp) -> None:
    """The app from its first picture to its last. Who asks the process to end does what `q` does."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, app.action_leave)
    await app.run_async()


def _hung_up(app: TerminalApp) -> None:
    """The terminal has gone: close the record and leave. Textual would wait for ever to tell a dead line good-bye."""
    app.action_leave()
    app.front.ended.wait(RECORD_S)
    os._exit(128 + signal.SIGHUP)


class _Warnings(logging.Handler):
    """Hands log lines from warnings upwards to the front."""

    def __init__(self, there: Front) -> None:
        super().__init__(logging.WARNING)
        self._there = there

    def emit(self, record: logging.LogRecord) -> None:
        self._there.tell(record.getMessage())


@contextmanager
def _warnings_shown(there: Front) -> Iterator[None]:
    """Log lines from warnings upwards appear among the record's; on standard error they would tear the picture."""
    warnings = _Warnings(there)
    logging.getLogger().addHandler(warnings)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(warnings)
