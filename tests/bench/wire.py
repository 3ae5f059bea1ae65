"""What goes over the wire: bits on the bus for each key press, against luma's full frame and the cheapest cover.

    python tests/bench/wire.py [GAMES]

Whole random games are pressed key by key; every frame that a key leads to goes through the real drivers to the chip
models, and the picture there is compared with the frame. `cheapest` is the least that any set of windows would cost,
found by trying all ways to join runs of changed bytes as long as they are few, and by many random tries otherwise.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from PIL.Image import Image
from presses import FOUR, Shadow, painter, ways

from companion.screens.face import GAMES
from companion.screens.screen import Command, Intent, Screen
from companion.screens.table import Table
from hardware import cover
from hardware.glass import packed

PEOPLE = ("Ada", "Ben", "Cleo")
TRIES = 10
FULL_BITS = 9310
"""luma's frame on I²C: a transfer of six bytes of commands and one of 1,024 bytes of data."""


def frames(game: str, entry: str, actions: int, seed: int) -> Iterator[Image]:
    """The picture after every key of a random game, those that change nothing included."""
    chance = random.Random(seed)
    seats = 3 if game in ("praetorians", "spartacus") else 2
    table = Shadow(game, PEOPLE[:seats], entry=entry)
    for _ in range(actions):
        if table.over:
            return
        sight = table.sight
        action = chance.choice(table.legal)
        screen: Screen = Table()
        yield painter().page(screen.view(sight))
        for command in ways(sight, FOUR)[action]:
            answer = screen.update(command, sight)
            if not isinstance(answer, Intent):
                screen = answer
                yield painter().page(screen.view(sight))
        assert command is Command.OK
        table.tell(action)


def cheapest(old: bytes, new: bytes, cost: cover.Cost) -> int:
    """The least bits for a change, as far as trying finds out."""
    runs = list(cover.runs(old, new, 128, cost))
    best = cost.of(cover.joined(runs, cost) if cost.tall else runs)
    if not cost.tall:
        return best
    # Also runs that were joined along the page for the price of another window in the same page.
    fine = list(cover.runs(old, new, 128, cost._replace(again=0)))
    chance = random.Random(1)
    for start in (runs, fine):
        best = min(best, cost.of(closest(start, cost)))
        for _ in range(TRIES if len(start) < 12 else 0):
            best = min(best, cost.of(closest(start, cost, chance)))
    return best


def closest(runs: list[cover.Window], cost: cover.Cost, chance: random.Random | None = None) -> list[cover.Window]:
    """Join pairs as long as that gains: always the best pair, or any that gains."""
    windows = list(runs)
    while True:
        gains = []
        for first, one in enumerate(windows):
            for second in range(first + 1, len(windows)):
                both = cover.around(one, windows[second])
                rest = [window for window in windows if cover.around(window, both) != both]
                gain = cost.of(sorted(windows, key=_order)) - cost.of(sorted([*rest, both], key=_order))
                if gain > 0:
                    gains.append((gain, rest, both))
        if not gains:
            return sorted(windows, key=_order)
        gain, rest, both = chance.choice(gains) if chance else max(gains, key=lambda found: found[0])
        windows = [*rest, both]


def _order(window: cover.Window) -> tuple[int, int, int]:
    return window.top, window.bottom, window.left


def main(actions: int) -> None:
    """Print the table."""
    print(f"{'bits a key':24}{'keys':>6}{'ssd1306':>9}{'of luma':>9}{'cheapest':>10}{'ratio':>7}{'sh1106':>9}{'µs':>6}")
    one, two = cover.windowed(cover.I2C), cover.paged(cover.I2C)
    for game in GAMES:
        for entry in ("cards", "scores"):
            keys = ours = best = pages = 0
            spent = 0.0
            old = b""
            for frame in frames(game, entry, actions, seed=3):
                start = time.process_time()
                new = packed(frame)
                windows = cover.windows(old or new, new, 128, one)
                spent += time.process_time() - start
                if old:
                    keys += 1
                    ours += one.of(windows)
                    best += cheapest(old, new, one) if new != old else 0
                    pages += two.of(cover.runs(old, new, 128, two))
                old = new
            share = f"{ours / keys:9.0f}{ours / keys / FULL_BITS:9.1%}{best / keys:10.0f}{ours / best:7.3f}"
            print(f"{game + ', ' + entry:24}{keys:6}{share}{pages / keys:9.0f}{spent / keys * 1e6:6.0f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
