"""The terminal front: a simulated board to play on in any terminal, at the desk or over SSH, with keys or a mouse.

The terminal has the main thread; the device, its loop and its record, has a thread of its own.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from companion.ports import Clock, Inbox, Panel, PortLost
from hardware.boards import ALL_KEYS, Board
from hardware.clocks import SystemClock
from hardware.debounce import Debounce
from hardware.inbox import KeyInbox
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.terminal.device import DeviceThread, TerminalFront, Warnings

if TYPE_CHECKING:
    from hardware.simulated.terminal.app import TerminalApp

Device = Callable[[Inbox, Sequence[Panel], Clock], None]
"""Opens the record and runs the device with these keys and panels until it is told to stop."""
Words = Callable[..., str]
"""Texts by key, here all of `terminal.…`, with parameters filled in."""
RECORD_S = 5.0
"""How long a record may take to be closed when nobody is there any more. What is told is on the disk anyway."""


def run(device: Device, words: Words, profile: Board = ALL_KEYS) -> int:
    """Play in this terminal until somebody quits and the device has ended in good order; the exit status.

    Raises PortLost where there is no terminal that will do or textual is not installed, and whatever ended the device
    if that was an error; then the terminal is as it was before.
    """
    if not usable():
        raise PortLost(words("terminal.none"))
    with playing(device, words, SystemClock(), profile) as app:
        before = signal.signal(signal.SIGHUP, lambda *_: _hung_up(app))
        try:
            asyncio.run(_played(app))
        finally:
            signal.signal(signal.SIGHUP, before)
    return app.return_code or 0


@contextmanager
def playing(device: Device, words: Words, clock: Clock, profile: Board = ALL_KEYS) -> Iterator[TerminalApp]:
    """The app, to be run, and behind it a simulated board with a device that runs in a thread of its own.

    Ends when the device has ended, which it is asked to. Raises what `run` raises.
    """
    try:
        from hardware.simulated.terminal.app import TerminalApp
    except ModuleNotFoundError as error:
        if (error.name or "").split(".")[0] not in ("textual", "rich"):
            raise
        raise PortLost(words("terminal.missing")) from error
    # Strokes of a keyboard are as short as the program makes them, and do not chatter.
    inbox = KeyInbox(clock, debounce=Debounce(settle_s=0.0, noise_s=0.0))
    with SimulatedBoard(profile) as board, board.buttons(inbox.edge, clock, inbox.turn), closing(board.oled()) as glass:
        front = TerminalFront(board)
        thread = DeviceThread(lambda: device(inbox, (glass, front), clock), front)
        with _warnings_shown(front):
            thread.start()
            try:
                # A device that cannot even begin says so without the terminal flickering.
                front.begun.wait()
                if thread.error is None:
                    yield TerminalApp(board, front, clock, inbox.stop, words)
            finally:
                inbox.stop()
                thread.join()
        if thread.error is not None:
            raise thread.error


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


@contextmanager
def _warnings_shown(front: TerminalFront) -> Iterator[None]:
    """Log lines from warnings upwards appear among the record's; on standard error they would tear the picture."""
    warnings = Warnings(front)
    logging.getLogger().addHandler(warnings)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(warnings)
