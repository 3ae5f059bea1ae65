"""The cost of clients that connect again and again, or that read nothing: python tests/bench/flood.py [SECONDS]

A device with a simulated board, the web window, a watchdog and a limit of 256 file descriptors plays a game, a key
every fortieth of a second. In the same run: at peace, while four processes connect as fast as they can without a
request, at peace again, and while 290 readers from ten addresses take nothing: half of them have asked for the stream,
half send nothing, and a client that is cut off connects again. All traffic stays on the loopback; they are nice to the
processor, for in truth they have one of their own.

A key's time counts from when it was due to when its frame is on the chip and the loop waits again. Every second
somebody at another address asks for the page.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import resource
import socket
import statistics
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, closing, suppress
from itertools import cycle, pairwise
from pathlib import Path
from typing import Any

from help_page import explain

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

from logs import texts  # noqa: E402
from viewers import Caller, read  # noqa: E402

from companion.app.active_settings import ActiveSettings  # noqa: E402
from companion.app.loop import Loop  # noqa: E402
from companion.app.machine import Machine  # noqa: E402
from companion.app.startup import Startup  # noqa: E402
from companion.games.installed import INSTALLED  # noqa: E402
from companion.ports import Event, Gesture, Key, KeyPress, Repeat, Stop  # noqa: E402
from companion.record.record import Record  # noqa: E402
from companion.services.device.board_front import Watchdog  # noqa: E402
from companion.services.device.loop_setup import import_in_background  # noqa: E402
from companion.session.session import Session  # noqa: E402
from companion.ui.painter import Painter  # noqa: E402
from companion.words import Words  # noqa: E402
from hardware.clocks import SystemClock  # noqa: E402
from hardware.fonts import lcd  # noqa: E402
from hardware.simulated.board import SimulatedBoard  # noqa: E402
from hardware.systemd import Manager  # noqa: E402
from hardware.web import Window  # noqa: E402

SECONDS = 30.0
DESCRIPTORS = 256
WATCHDOG_S = 3.0
EVERY_S = 0.025
PROCESSES, READERS, ADDRESSES = 4, 290, 10
STREAM = b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n"
HONEST = "127.0.0.99"
KEYS = (Key.OK, Key.OK, Key.OK, *[Key.OK, Key.OK, Key.DOWN, Key.OK, Key.OK, Key.UP] * 3)


def flood(port: int, count: Any) -> None:
    """Connect without a request, as fast as it goes; the last two hundred stay open."""
    os.nice(19)
    wires: list[socket.socket] = []
    while True:
        wire = socket.socket()
        wire.settimeout(0.2)
        with suppress(OSError):
            wire.connect(("127.0.0.1", port))
            count.value += 1
        wires.append(wire)
        if len(wires) > 200:
            wires.pop(0).close()


def read_nothing(port: int, count: Any) -> None:
    """Be 290 readers who take nothing; who is cut off comes again."""
    os.nice(19)
    resource.setrlimit(resource.RLIMIT_NOFILE, (READERS + 64, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    wires: list[socket.socket | None] = [None] * READERS
    while True:
        for number, wire in enumerate(wires):
            if wire is None:
                wire = wires[number] = socket.socket()
                wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                wire.bind((f"127.0.0.{2 + number % ADDRESSES}", 0))
                wire.settimeout(0.2)
                with suppress(OSError):
                    wire.connect(("127.0.0.1", port))
                    count.value += 1
                    wire.sendall(STREAM if number % 2 else b"")
                wire.setblocking(False)
            try:
                gone = wire.recv(1, socket.MSG_PEEK) == b""
            except BlockingIOError:
                gone = False
            except OSError:
                gone = True
            if gone:
                wire.close()
                wires[number] = None
        time.sleep(0.01)


class Thumb:
    """An inbox from which a key comes every so often: a few games, each until some cards lie there, and undo."""

    def __init__(self) -> None:
        self.ended = False
        self.took: list[float] = []
        self._keys = cycle([KeyPress(key, how, 0.0) for key in KEYS for how in (Gesture.PRESS, Gesture.RELEASE)])
        self._due: float | None = None

    def repeat(self, rate: Repeat | None) -> None: ...

    def get(self, deadline: float | None) -> Event | None:
        now = time.perf_counter()
        if self._due is not None:
            self.took.append(now - self._due)
        if self.ended:
            return Stop()
        self._due = now + EVERY_S / 2
        time.sleep(EVERY_S / 2)
        return next(self._keys)


class Watch:
    """What is seen of the device from outside while it plays: descriptors, pings, whether the page is served."""

    def __init__(self, folder: Path) -> None:
        self.wire = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.wire.bind(str(folder / "notify"))
        self.pings: list[float] = []
        threading.Thread(target=self._hear, daemon=True).start()

    def _hear(self) -> None:
        while self.wire.recv(4096):
            self.pings.append(time.monotonic())

    def phase(self, name: str, thumb: Thumb, port: int, seconds: float, clients: list[Any], count: Any) -> float:
        """Watch for so long; the 95th percentile of the keys' times."""
        for client in clients:
            client.start()
        while clients and count.value == 0:
            time.sleep(0.1)
        first, since, asked, served, most = len(self.pings), len(thumb.took), 0, 0, 0
        until = time.time() + seconds
        while time.time() < until:
            most = max(most, len(os.listdir("/proc/self/fd")))  # noqa: PTH208 - a number is enough
            if time.time() > until - seconds + asked + 1:
                asked += 1
                with suppress(OSError, IndexError), Caller(port, address=HONEST) as honest:
                    honest.wire.settimeout(5.0)
                    honest.say("GET / HTTP/1.1\nHost: localhost\n\n")
                    served += read(honest.hear())[0] == 200  # an IndexError where nothing was answered
            time.sleep(0.02)
        for client in clients:
            client.terminate()
            client.join()
        pings = self.pings[first:]
        pause = max((after - before for before, after in pairwise(pings)), default=seconds)
        worst = statistics.quantiles(thumb.took[since:], n=20)[-1]
        print(
            f"{name:32} {len(thumb.took) - since:5} keys, p95 {worst * 1e3:6.2f} ms   {most:3} descriptors"
            f"   {count.value:6} connections   longest pause of the watchdog {pause:.2f} of {WATCHDOG_S:.0f} s"
            f"   page served {served} of {asked}",
            flush=True,
        )
        return worst


def main() -> None:
    """Print a line a phase, the ratios, the lines of the log and what was lost."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (DESCRIPTORS, hard))
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        logging.basicConfig(filename=folder / "log", format="%(message)s", level=logging.WARNING)
        watch, spawn = Watch(folder), multiprocessing.get_context("spawn")
        manager = stack.enter_context(closing(Manager({"NOTIFY_SOCKET": str(folder / "notify")})))
        journal = stack.enter_context(Record(folder, INSTALLED, ("Ada", "Ben")))
        board = stack.enter_context(SimulatedBoard())
        window = stack.enter_context(closing(Window("127.0.0.1", 0)))
        panels = [stack.enter_context(closing(board.oled())), window]
        clock, thumb, ratios = SystemClock(), Thumb(), []
        session = Session(journal, clock)
        entered: list[str] = []

        class Report:
            def show(self, shown: Any) -> None:
                entered.extend(shown.recorded)

            def close(self) -> None: ...

        inbox = Watchdog(thumb, clock, manager.beat, WATCHDOG_S / 3, lambda: True)
        everything = [*panels, Report()]
        for _ in import_in_background():
            pass

        def watched() -> None:
            while not thumb.took:
                time.sleep(0.01)
            port = int(window.address.rstrip("/").rpartition(":")[2])
            try:
                for title, target, processes in (
                    (f"{PROCESSES} processes that connect", flood, PROCESSES),
                    (f"{READERS} readers who take nothing", read_nothing, 1),
                ):
                    count = spawn.Value("i", 0)
                    base = watch.phase("at peace", thumb, port, seconds, [], count)
                    clients = [spawn.Process(target=target, args=(port, count)) for _ in range(processes)]
                    ratios.append((title, watch.phase(title, thumb, port, seconds, clients, count) / base))
            finally:
                thumb.ended = True

        watching = threading.Thread(target=watched)
        watching.start()
        settings, machine = ActiveSettings(Painter(lcd()), Words("en")), Machine(inbox, clock, everything)  # type: ignore[arg-type]
        Loop(session, settings, machine, Startup(tour=False)).run()
        watching.join()
        kept = texts(folder)
        for title, ratio in ratios:
            print(f"{title}: keys take {ratio:.2f} times as long (p95; bar 2)")
        print(f"log: {len((folder / 'log').read_text().splitlines())} lines (bar 20)")
        print(f"entries entered: {len(entered)}, in the record: {len(kept)}, lost: {len(entered) - len(kept)}")


if __name__ == "__main__":
    explain(__doc__)
    main()
