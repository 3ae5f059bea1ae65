"""The window front: a simulated board to play on at a desk, with a mouse or with keys that can really be held.

The window has the main thread; the device, its loop and its record, has a thread of its own.

On pygame-ce, because it comes whole: a wheel of 12 MB for every Python from 3.11 on and for x86_64 and aarch64, with
SDL in it and no package of the system needed; well kept, with releases all year round; and its dummy driver lets the
tests run without a screen. tkinter is often a package of its own and cannot be run without an X server; pyglet needs
the system's OpenGL, and EGL without a screen; Qt is six times as large.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from companion.ports import Clock, PortLost
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

    Raises PortLost where there is no screen or pygame-ce is not installed, and whatever ended the device if that was
    an error; then the window is gone.
    """
    with _asked_to_end() as then, playing(device, words, letters, SystemClock(), profile) as app:
        then(app.front.stop)
        app.run()


@contextmanager
def playing(
    device: Device, words: Words, letters: Letters, clock: Clock, profile: Board = ALL_KEYS
) -> Iterator[WindowApp]:
    """The window, to be run, and behind it a device.

    Ends when the device has ended, which it is asked to. Raises what `run` raises.
    """
    try:
        from hardware.simulated.window.app import WindowApp
    except ModuleNotFoundError as error:
        if error.name != "pygame":
            raise
        raise PortLost(words("window.missing")) from error
    # A device that cannot even begin says so without a window flickering.
    with front.playing(device, clock, profile) as there:
        window = WindowApp(there, clock, words, letters)
        try:
            yield window
        finally:
            window.close()


@contextmanager
def _asked_to_end() -> Iterator[Callable[[Callable[[], None]], None]]:
    """Who asks the process to end is heard by a thread of its own; gives what to tell it to do then.

    While the main thread sleeps in SDL no signal handler of Python's runs there, but a byte is written to the wakeup
    descriptor all the same. A signal that comes before it is known what to do waits in the pipe.
    """
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    threads: list[threading.Thread] = []

    def then(act: Callable[[], None]) -> None:
        def listen() -> None:
            while os.read(reading, 1):
                act()

        threads.append(threading.Thread(target=listen, name="signals"))
        threads[-1].start()

    # Before SDL looks: it takes the signals that nobody has taken.
    handlers = {number: signal.signal(number, lambda *_: None) for number in ENDING}
    before = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    try:
        yield then
    finally:
        signal.set_wakeup_fd(before)
        for number, handler in handlers.items():
            signal.signal(number, handler)
        os.close(writing)
        for thread in threads:
            thread.join()
        os.close(reading)
