"""The minds of all games against their rivals and level against level, and how quickly keys answer while one thinks.

    python tests/bench/minds.py           every game, in few games: some ten minutes
    python tests/bench/minds.py keys      only the keys

The bench of each game, `minds_GAME.py`, plays more games and has more parts; its head says which.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from help_page import explain

sys.path[:0] = [str(Path(__file__).parents[2])]

from companion.app.active_settings import ActiveSettings  # noqa: E402 - the path to the product was just set
from companion.app.loop import Loop  # noqa: E402
from companion.app.machine import Machine  # noqa: E402
from companion.app.startup import Startup  # noqa: E402
from companion.app.thinking import Process, Request  # noqa: E402
from companion.games.installed import INSTALLED  # noqa: E402
from companion.kit.levels import DEEP  # noqa: E402
from companion.ports import Event, Gesture, Key, KeyPress, Repeat, Stop  # noqa: E402
from companion.record.record import Record  # noqa: E402
from companion.services.device.loop_setup import MIND_WORKER  # noqa: E402
from companion.session.device import Sitting  # noqa: E402
from companion.session.session import Session  # noqa: E402
from companion.ui.painter import Painter  # noqa: E402
from companion.words import Words  # noqa: E402
from hardware.clocks import SystemClock  # noqa: E402
from hardware.fonts import lcd  # noqa: E402
from hardware.simulated.board import SimulatedBoard  # noqa: E402

HERE = Path(__file__).parent
PARTS = (
    ("minds_praetorians.py", "400"),
    ("minds_spartacus.py", "match", "greedy", "30"),
    ("minds_spartacus.py", "match", "plain", "30"),
    ("minds_spartacus.py", "ladder", "4"),
    ("minds_hannibal.py", "rivals", "6"),
    ("minds_hannibal.py", "ladder", "20"),
    ("minds_seven_hills.py", "match", "greedy", "20"),
    ("minds_seven_hills.py", "ladder", "20"),
    ("minds_army_ants.py", "rivals", "levels", "--pairs", "2"),
)
ROUNDS, KEYS = 6, 250
EVERY_S, BEGIN_S = 0.02, 1.5
"""A key every so often, the first one when the worker thinks."""


def main() -> None:
    """Run the parts one after the other, each in a process of its own."""
    if sys.argv[1:] != ["keys"]:
        for name, *words in PARTS:
            print(f"== {name} {' '.join(words)}", flush=True)
            subprocess.run([sys.executable, str(HERE / name), *words], check=True)
    keys()


class Thumb:
    """An inbox that gives a key every EVERY_S.

    `took` are the seconds from a key until its picture is on the chip and the loop waits again.
    """

    def __init__(self) -> None:
        self.took: list[float] = []
        self._events: deque[Event] = deque()
        self.put = self._events.append
        self._began: float | None = None

    def repeat(self, rate: Repeat | None) -> None: ...

    def get(self, deadline: float | None) -> Event | None:
        now = time.perf_counter()
        if self._began is not None:
            self.took.append(now - self._began)
            self._began = None
        elif not self.took:
            time.sleep(BEGIN_S)
        if self._events:
            return self._events.popleft()
        if len(self.took) == KEYS:
            return Stop()
        time.sleep(EVERY_S)
        self._began = time.perf_counter()
        return KeyPress(Key.DOWN if len(self.took) % 2 else Key.UP, Gesture.PRESS, self._began)


def keys() -> None:
    """How long a key takes in the loop while a worker thinks and while none does, on the same screen, on one core."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    # In turns, so that both meet the same load.
    rounds = [(pressed(thinks=False), pressed(thinks=True)) for _ in range(ROUNDS)]
    plain, thinking = [sorted([took for one in side for took in one]) for side in zip(*rounds, strict=True)]
    for part in (0.5, 0.9, 0.99):
        at = int(part * len(plain))
        print(
            f"a key while the device thinks, {part:.0%} of {len(plain)} are quicker: {thinking[at] * 1000:.2f} ms, "
            f"{thinking[at] / plain[at]:.2f} of {plain[at] * 1000:.2f} ms without (bar at 99%: 1.25)"
        )


class Silent(Process):
    """A worker that is asked and never answers: no process thinks."""

    def ask(self, number: int, way: Sequence[Request], then: Sequence[Request]) -> None: ...


def pressed(*, thinks: bool) -> list[float]:
    """How long each of some keys took at the first turn of the device in Seven Hills."""
    clock, thumb = SystemClock(), Thumb()
    with tempfile.TemporaryDirectory() as name, Record(Path(name), INSTALLED, ("Ada", "Ben")) as journal:
        session = Session(journal, clock)
        session.start("seven-hills", ("Device", "Ada"), {}, sitting=Sitting({"Device": DEEP}))
        worker = (Process if thinks else Silent)(thumb.put, MIND_WORKER)
        with SimulatedBoard() as board, closing(board.oled()) as glass, closing(worker):
            machine = Machine(thumb, clock, [glass])
            settings = ActiveSettings(Painter(lcd()), Words("en"))
            Loop(session, settings, machine, Startup(tour=False), worker).run()
        assert not session.secrets.hidden.chosen, "it has not thought all the time"
    return thumb.took


if __name__ == "__main__":
    explain(__doc__)
    main()
