"""How long a key takes to change the display, without and with viewers: python tests/bench/viewers.py [--phones]

A device with a simulated board and the web window plays a game, a key every twentieth of a second; the time counts from
the key to the frame on the chip. Once without a window, once with one through which nobody looks, with a hundred
viewers that read nothing, and with a hundred that read everything, in a process of their own.

`--phones`: a key at the tables of the five games with no phone and with eight paired ones that read everything, in
turns. From the key to the last byte on the glass, in processor time of the device's thread and by the clock; then what
the page for phones costs after that, for each key. Of each key the least of all runs counts.
"""

from __future__ import annotations

import multiprocessing
import random
import selectors
import socket
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, closing
from multiprocessing.synchronize import Event as Signal
from pathlib import Path
from queue import SimpleQueue
from typing import NamedTuple

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]


from bench.figures import note  # noqa: E402 - the paths to the tests were just set
from bench.help_page import explain  # noqa: E402

from companion.app.active_settings import ActiveSettings  # noqa: E402
from companion.app.loop import Loop  # noqa: E402
from companion.app.machine import Machine  # noqa: E402
from companion.app.startup import Startup  # noqa: E402
from companion.games import registry  # noqa: E402
from companion.games.installed import INSTALLED  # noqa: E402
from companion.ports import DeviceState, Event, Gesture, Key, KeyPress, Panel, Repeat, Stop  # noqa: E402
from companion.record.record import Record  # noqa: E402
from companion.session.session import Session  # noqa: E402
from companion.ui.painter import Painter  # noqa: E402
from companion.words import Words  # noqa: E402
from hardware.clocks import SystemClock  # noqa: E402
from hardware.fonts import lcd  # noqa: E402
from hardware.simulated.board import SimulatedBoard  # noqa: E402
from hardware.web import Window  # noqa: E402
from hardware.web.limits import LIMITS  # noqa: E402
from hardware.web.pairing import PHONES_MOST, Phones  # noqa: E402

PEOPLE = 100
EVERY_S = 0.05
PEOPLE_AT_TABLE = ("Ada", "Ben", "Cleo")
RUNS = 3
KEYS = (Key.OK, Key.OK, *[Key.DOWN, Key.OK, Key.DOWN, Key.DOWN, Key.OK, Key.UP] * 50)
AT_TABLE = (Key.DOWN, Key.UP, Key.DOWN, Key.OK, Key.DOWN, Key.OK, Key.DOWN, Key.BACK, Key.UP, Key.OK) * 8


class Moment(NamedTuple):
    """A time by the clock, and the processor time of this thread."""

    wall: float
    cpu: float

    @classmethod
    def now(cls) -> Moment:
        return cls(time.perf_counter(), time.thread_time())

    def since(self, before: Moment) -> Moment:
        return Moment(self.wall - before.wall, self.cpu - before.cpu)


class PressedKeys:
    """An inbox from which a key comes every so often; `took` is how long the loop was busy with each.

    The loop asks first when it has shown its first picture; then `begin` is called. No key comes while they `wait`.
    """

    def __init__(self, keys: Iterable[Key] = KEYS) -> None:
        self.begin: Callable[[], None] = lambda: None
        self.wait: Callable[[], bool] = lambda: False
        self.keys = iter([KeyPress(key, how, 0.0) for key in keys for how in (Gesture.PRESS, Gesture.RELEASE)])
        self.took: list[Moment] = []
        self.came: Moment | None = None
        self._others = SimpleQueue[Event]()
        self._begun = False

    def put(self, event: Event) -> None:
        self._others.put(event)

    def repeat(self, rate: Repeat | None) -> None: ...

    def get(self, deadline: float | None) -> Event | None:
        if not self._begun:
            self._begun = True
            self.begin()
        elif self.came is not None:
            self.took.append(Moment.now().since(self.came))
            self.came = None
        time.sleep(EVERY_S / 2)
        while self.wait() or not self._others.empty():
            if not self._others.empty():  # a phone looks
                return self._others.get()
            time.sleep(0.001)
        self.came = Moment.now()
        return next(self.keys, Stop())


class TimedGlass:
    """The display; `took` is how long each key that changed it took until its last byte, by the place of the key."""

    def __init__(self, oled: Panel, keys: PressedKeys) -> None:
        self._oled, self._keys = oled, keys
        self.took: dict[int, Moment] = {}

    def show(self, state: DeviceState) -> None:
        self._oled.show(state)
        if self._keys.came is not None:
            self.took[len(self._keys.took)] = Moment.now().since(self._keys.came)

    def close(self) -> None:
        self._oled.close()


def called(port: int, path: str = "/events") -> socket.socket:
    wire = socket.create_connection(("127.0.0.1", port))
    wire.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return wire


def take_all(port: int, count: int, path: str, all_have: Signal) -> None:
    """So many viewers that read at once; `all_have` is set when each has got something."""
    with selectors.DefaultSelector() as ready:
        waiting = {ready.register(called(port, path), selectors.EVENT_READ).fd for _ in range(count)}
        while True:
            for key, _ in ready.select():
                if not key.fileobj.recv(65536):  # type: ignore[union-attr]
                    return
                waiting.discard(key.fd)
            if not waiting:
                all_have.set()


def look_from_elsewhere(stack: ExitStack, window: Window, count: int, path: str) -> Signal:
    """Let so many viewers look, in a process of their own, until the stack ends; set when each has got something."""
    spawn, port = multiprocessing.get_context("spawn"), int(window.address.rstrip("/").rpartition(":")[2])
    all_have = spawn.Event()
    others = spawn.Process(target=take_all, args=(port, count, path, all_have), daemon=True)
    others.start()
    stack.callback(others.join)
    stack.callback(window.close)
    return all_have


def played(kind: str) -> list[Moment]:
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
            if kind == "quick":
                look_from_elsewhere(stack, window, PEOPLE, "/events").wait()
                return
            port = int(window.address.rstrip("/").rpartition(":")[2])
            for _ in range(PEOPLE):
                stack.enter_context(closing(called(port)))
            while window.viewers < PEOPLE:
                time.sleep(0.01)

        if kind in ("slow", "quick"):
            fingers.begin = look
        loop.run()
        return fingers.took


class Cost(NamedTuple):
    """What keys cost, by their place: until the last byte on the glass, and until the loop waits again."""

    glass: dict[int, Moment]
    all: dict[int, Moment]


def pressed(game: str, phones: int) -> Cost:
    """Keys at the table of a game, while so many phones look."""
    people = PEOPLE_AT_TABLE[: registry.game(game).players[0]]
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        journal, clock = stack.enter_context(Record(Path(folder), INSTALLED, people)), SystemClock()
        session = Session(journal, clock, random.Random(1))
        session.start(game, people, {}, 0)
        board, fingers = stack.enter_context(SimulatedBoard()), PressedKeys(AT_TABLE)
        glass = TimedGlass(stack.enter_context(closing(board.oled())), fingers)
        book = Phones()
        window = stack.enter_context(closing(Window("127.0.0.1", 0, LIMITS, book, fingers.put)))
        settings = ActiveSettings(Painter(lcd()), Words("en"))
        machine = Machine(fingers, clock, (glass, window), phones=book)
        loop = Loop(session, settings, machine, Startup(tour=False))

        def look() -> None:
            """Phones open the page; keys wait until each has it."""
            all_have = look_from_elsewhere(stack, window, phones, "/p/events")
            fingers.wait = lambda: not all_have.is_set()  # the loop makes the page first

        if phones:
            fingers.begin = look
        loop.run()
        return Cost(glass.took, dict(enumerate(fingers.took)))


def least(runs: Sequence[Mapping[int, Moment]]) -> dict[int, Moment]:
    """Of each key the least of all runs, by its place: what else the machine does only adds."""
    places = sorted(set.intersection(*[set(run) for run in runs]))
    return {at: Moment(min(run[at].wall for run in runs), min(run[at].cpu for run in runs)) for at in places}


def compare_phones(runs: int) -> None:
    """Print what a key costs with eight phones, against none: means, and the median of the ratios of all keys."""
    heads = [("glass, CPU: 0", "8", "ratio"), ("by clock: 0", "8", "ratio"), ("then CPU: 0", "8")]
    print(f"{'ms a key':14}" + "".join(f"{head:>{13 if ':' in head else 7}}" for part in heads for head in part))
    ratios = []
    for game in registry.GAMES:
        costs: dict[int, list[Cost]] = {0: [], PHONES_MOST: []}
        for _ in range(runs):
            for phones, found in costs.items():
                found.append(pressed(game, phones))
        none, many = [least([one.glass for one in found]) for found in costs.values()]
        after = [least([one.all for one in found]) for found in costs.values()]
        keys = none.keys() & many.keys()
        cells = ""
        for field in Moment._fields[::-1]:
            pairs = [(getattr(none[key], field), getattr(many[key], field)) for key in keys]
            ratio = statistics.median([there / here for here, there in pairs])
            means = [1e3 * statistics.fmean(column) for column in zip(*pairs, strict=True)]
            cells += f"{means[0]:13.2f}{means[1]:7.2f}{ratio:7.2f}"
            ratios += [ratio] if field == "cpu" else []
        for whole, glass in zip(after, (none, many), strict=True):
            rest = statistics.fmean([whole[key].cpu - glass[key].cpu for key in keys])
            cells += f"{1e3 * rest:{13 if glass is none else 7}.2f}"
        print(f"{game:14}{cells}", flush=True)
    note("viewers.py", {"phone-key": f"{max(ratios):.2f}"})


def main() -> None:
    """Print the times, and what they are of those without a window."""
    plain = [one.wall for one in played("none")]
    names = {"open": "a window, nobody looks", "slow": f"{PEOPLE} who take nothing", "quick": f"{PEOPLE} who take all"}
    base = statistics.median(plain)
    print(f"{'no window':24} median {base * 1e3:6.2f} ms  1 in 100 over {worst(plain) * 1e3:6.2f} ms")
    for kind, name in names.items():
        took = [one.wall for one in played(kind)]
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
    if "--phones" in sys.argv[1:]:
        compare_phones(RUNS)
    else:
        main()
