"""How long a key takes to change the display, without and with viewers: python tests/bench/viewers.py

A device with a simulated board and the web window plays a game, a key every twentieth of a second; the time counts from
the key to the frame on the chip. Once without a window, once with one through which nobody looks, with a hundred
viewers that read nothing, and with a hundred that read everything, in a process of their own.
"""

from __future__ import annotations

import multiprocessing
import selectors
import socket
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]


from bench.help_page import explain  # noqa: E402 - the paths to the tests were just set

from companion.app.active_settings import ActiveSettings  # noqa: E402
from companion.app.loop import Loop  # noqa: E402
from companion.app.machine import Machine  # noqa: E402
from companion.app.startup import Startup  # noqa: E402
from companion.games.installed import INSTALLED  # noqa: E402
from companion.ports import Event, Gesture, Key, KeyPress, Repeat, Stop  # noqa: E402
from companion.record.record import Record  # noqa: E402
from companion.session.session import Session  # noqa: E402
from companion.ui.painter import Painter  # noqa: E402
from companion.words import Words  # noqa: E402
from hardware.clocks import SystemClock  # noqa: E402
from hardware.simulated.board import SimulatedBoard  # noqa: E402
from hardware.typeface import lcd  # noqa: E402
from hardware.web import Window  # noqa: E402
from hardware.web.limits import LIMITS  # noqa: E402

PEOPLE = 100
EVERY_S = 0.05
KEYS = (Key.OK, Key.OK, *[Key.DOWN, Key.OK, Key.DOWN, Key.DOWN, Key.OK, Key.UP] * 50)


class PressedKeys:
    """An inbox from which a key comes every so often; `took` is how long the loop was busy with each.

    The loop asks first when it has shown its first picture; then `begin` is called.
    """

    def __init__(self) -> None:
        self.begin: Callable[[], None] = lambda: None
        self.keys = iter([KeyPress(key, how, 0.0) for key in KEYS for how in (Gesture.PRESS, Gesture.RELEASE)])
        self.took: list[float] = []
        self._came: float | None = None

    def repeat(self, rate: Repeat | None) -> None: ...

    def get(self, deadline: float | None) -> Event | None:
        if self._came is None:
            self.begin()
        else:
            self.took.append(time.perf_counter() - self._came)
        time.sleep(EVERY_S / 2)
        self._came = time.perf_counter()
        return next(self.keys, Stop())


def called(port: int) -> socket.socket:
    wire = socket.create_connection(("127.0.0.1", port))
    wire.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return wire


def take_all(port: int) -> None:
    """A hundred viewers that read at once."""
    with selectors.DefaultSelector() as ready:
        for _ in range(PEOPLE):
            ready.register(called(port), selectors.EVENT_READ)
        while True:
            for key, _ in ready.select():
                if not key.fileobj.recv(65536):  # type: ignore[union-attr]
                    return


def played(kind: str) -> list[float]:
    """How long each key took."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        journal = stack.enter_context(Record(Path(folder), INSTALLED, ("Ada", "Ben")))
        board = stack.enter_context(SimulatedBoard())
        panels = [stack.enter_context(closing(board.oled()))]
        if kind != "none":
            window = stack.enter_context(closing(Window("127.0.0.1", 0, LIMITS._replace(connections_each=PEOPLE))))
            panels.append(window)  # type: ignore[arg-type]
        clock, fingers = SystemClock(), PressedKeys()
        settings, machine = ActiveSettings(Painter(lcd()), Words("en")), Machine(fingers, clock, panels)
        loop = Loop(Session(journal, clock), settings, machine, Startup(tour=False))

        def look() -> None:
            """People open the page."""
            port = int(window.address.rstrip("/").rpartition(":")[2])
            if kind == "slow":
                for _ in range(PEOPLE):
                    stack.enter_context(closing(called(port)))
            else:
                others = multiprocessing.get_context("spawn").Process(target=take_all, args=(port,), daemon=True)
                others.start()
                stack.callback(others.join)
                stack.callback(window.close)
            while window.viewers < PEOPLE:
                time.sleep(0.01)

        if kind in ("slow", "quick"):
            fingers.begin = look
        loop.run()
        return fingers.took


def main() -> None:
    """Print the times, and what they are of those without a window."""
    plain = played("none")
    names = {"open": "a window, nobody looks", "slow": f"{PEOPLE} who take nothing", "quick": f"{PEOPLE} who take all"}
    base = statistics.median(plain)
    print(f"{'no window':24} median {base * 1e3:6.2f} ms  1 in 100 over {worst(plain) * 1e3:6.2f} ms")
    for kind, name in names.items():
        took = played(kind)
        median = statistics.median(took)
        print(
            f"{name:24} median {median * 1e3:6.2f} ms  1 in 100 over {worst(took) * 1e3:6.2f} ms"
            f"  ratio of medians {median / base:.2f}"
        )


def worst(took: list[float]) -> float:
    """What one in a hundred takes at least."""
    return statistics.quantiles(took, n=100)[-1]


if __name__ == "__main__":
    explain(__doc__)
    main()
