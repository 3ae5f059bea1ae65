"""The window front: a simulated board to play on at a desk, with a mouse or a keyboard.

The window runs in the main thread, the device with its loop and record in another one.

It uses pygame-ce, which has wheels of 12 MB with SDL for every Python from 3.11 on, for x86_64 and aarch64, and whose
dummy driver lets the tests run without a screen. tkinter is often a separate package and needs an X server; pyglet
needs the system's OpenGL, or EGL without a screen; Qt is six times as large.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from companion.installation import install_command
from companion.ports import Clock, PortError
from hardware.boards import ALL_KEYS, Board
from hardware.clocks import SystemClock
from hardware.simulated import front
from hardware.simulated.front import Device, Words

if TYPE_CHECKING:
    from hardware.simulated.window.app import WindowApp
    from hardware.simulated.window.lettering import Letters

ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def run(device: Device, words: Words, letters: Letters, profile: Board = ALL_KEYS) -> None:
    """Play in a window until somebody closes it and the device has ended in good order.

    Raises PortError if there is no screen or pygame-ce is not installed, and the error of the device if one ended it;
    the window is closed then.
    """
    with _ending_signals() as on_signal, playing(device, words, letters, SystemClock(), profile) as app:
        on_signal(app.front.stop)
        app.run()


@contextmanager
def playing(
    device: Device, words: Words, letters: Letters, clock: Clock, profile: Board = ALL_KEYS
) -> Iterator[WindowApp]:
    """The window and a device that runs behind it; the caller runs the window.

    On exit it asks the device to end and waits for it. Raises what `run` raises.
    """
    try:
        from hardware.simulated.window.app import WindowApp
    except ImportError as error:
        if error.name != "pygame":
            raise
        raise PortError(words("window.missing", how=install_command("desktop"))) from error
    # The device starts first, so that a window does not flash up if it cannot start.
    with front.playing(device, clock, profile) as there:
        window = WindowApp(there, clock, words, letters)
        try:
            yield window
        finally:
            window.close()


@contextmanager
def _ending_signals() -> Iterator[Callable[[Callable[[], None]], None]]:
    """Handle the ENDING signals in a thread. Gives a function that sets what to do on a signal.

    While the main thread sleeps in SDL, Python runs no signal handler, but it writes a byte to the wakeup descriptor.
    A signal that comes before the function is called waits in the pipe.
    """
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    threads: list[threading.Thread] = []

    def on_signal(act: Callable[[], None]) -> None:
        def listen() -> None:
            while os.read(reading, 1):
                act()

        threads.append(threading.Thread(target=listen, name="signals"))
        threads[-1].start()

    # Before SDL starts, because it takes the signals that have no handler.
    handlers = {number: signal.signal(number, lambda *_: None) for number in ENDING}
    before = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    try:
        yield on_signal
    finally:
        signal.set_wakeup_fd(before)
        for number, handler in handlers.items():
            signal.signal(number, handler)
        os.close(writing)
        for thread in threads:
            thread.join()
        os.close(reading)
