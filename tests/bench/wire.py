"""What goes over the wire: bits on the bus for each key press, against luma's full frame and the cheapest dirty.

    python tests/bench/wire.py [ACTIONS]

Whole random games are pressed key by key (`tests/hardware/test_frames_on_the_wire.py` sends the same frames through
the real drivers to the chip models). `cheapest` is the least that any set of windows would cost,
found by joining runs of changed bytes in many ways. `cpu` is our share of the CPU of luma's own display: packing and
finding the windows.
"""

from __future__ import annotations

import random
import sys
import time
import warnings
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from figures import note
from help_page import explain

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "hardware")]

from luma.core.interface.serial import noop  # noqa: E402 - the paths to the tests were just set
from luma.oled.device import ssd1306  # noqa: E402
from PIL.Image import Image  # noqa: E402
from test_frames_on_the_wire import FULL_BITS, frames  # noqa: E402
from variants import ENTRIES  # noqa: E402
from wire_bits import bits_of  # noqa: E402

from hardware import chips  # noqa: E402
from hardware.chips import Paged, Windowed  # noqa: E402
from hardware.oled import pack  # noqa: E402

TRIES = 10
"""So many random ways of joining are tried where there are few runs; where there are many, only the greediest."""


def cheapest(old: bytes, new: bytes, cost: chips.Cost) -> int:
    """The least bits for a change, as far as trying finds out."""
    runs = list(chips.find_runs(old, new, 128, cost))
    best = bits_of(chips.join_runs(runs, cost) if cost.tall else runs, cost)
    if not cost.tall:
        return best
    # Also runs that were joined along the page for the price of another window in the same page.
    fine = list(chips.find_runs(old, new, 128, cost._replace(again=0)))
    chance = random.Random(1)
    for start in (runs, fine):
        best = min(best, bits_of(closest(start, cost), cost))
        for _ in range(TRIES if len(start) < 10 else 0):
            best = min(best, bits_of(closest(start, cost, chance), cost))
    return best


def closest(runs: list[chips.Window], cost: chips.Cost, chance: random.Random | None = None) -> list[chips.Window]:
    """Join pairs as long as that gains: always the best pair, or any that gains."""
    windows = list(runs)
    while True:
        gains = []
        for first, one in enumerate(windows):
            for second in range(first + 1, len(windows)):
                both = chips.bounding_window(one, windows[second])
                rest = [window for window in windows if chips.bounding_window(window, both) != both]
                gain = bits_of(sorted(windows, key=_order), cost) - bits_of(sorted([*rest, both], key=_order), cost)
                if gain > 0:
                    gains.append((gain, rest, both))
        if not gains:
            return sorted(windows, key=_order)
        gain, rest, both = chance.choice(gains) if chance else max(gains, key=lambda found: found[0])
        windows = [*rest, both]


def _order(window: chips.Window) -> tuple[int, int, int]:
    return window.top, window.bottom, window.left


def luma_cpu(some: list[Image]) -> float:
    """Seconds of CPU that luma's own display takes for a frame."""
    device = ssd1306(noop())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it uses a function that Pillow is about to drop
        return least(lambda: [device.display(frame) for frame in some]) / len(some)


def our_cpu(shown: list[Image]) -> float:
    """Seconds of CPU for packing a frame and finding what changed."""
    cost, held = Windowed.cost(chips.I2C), [pack(frame) for frame in shown]

    def all_of_them() -> None:
        for old, frame in zip(held, shown[1:], strict=False):
            chips.find_windows(old, pack(frame), 128, cost)

    return least(all_of_them) / (len(shown) - 1)


def least(work: Callable[[], object]) -> float:
    """Seconds of CPU in the quickest of five times: what else the machine does only ever adds."""

    def once() -> float:
        start = time.process_time()
        work()
        return time.process_time() - start

    return min(once() for _ in range(5))


def main(actions: int) -> None:
    """Print the table."""
    print(f"{'bits a key':24}{'keys':>6}{'ssd1306':>9}{'of luma':>9}{'cheapest':>10}{'ratio':>7}{'sh1106':>9} cpu")
    one, two = Windowed.cost(chips.I2C), Paged.cost(chips.I2C)
    all_keys = all_bits = all_best = 0
    for game, entry in ENTRIES:
        shown = list(frames(game, entry, actions))
        ours = best = pages = 0
        for before, frame in pairwise(shown):
            old = pack(before)
            new = pack(frame)
            ours += bits_of(chips.find_windows(old, new, 128, one), one)
            best += cheapest(old, new, one) if new != old else 0
            pages += bits_of(chips.find_runs(old, new, 128, two), two)
        keys = len(shown) - 1
        if keys < 1:
            continue
        cpu = our_cpu(shown) / luma_cpu(shown[:50])
        share = f"{ours / keys:9.0f}{ours / keys / FULL_BITS:9.1%}{best / keys:10.0f}{ours / best:7.3f}"
        name = ", ".join(filter(None, (game, entry)))
        print(f"{name:24}{keys:6}{share}{pages / keys:9.0f}{cpu:5.2f}", flush=True)
        all_keys, all_bits, all_best = all_keys + keys, all_bits + ours, all_best + best
    print(f"{'all':24}{all_keys:6}{all_bits / all_keys:9.0f}{all_bits / all_keys / FULL_BITS:9.1%}", end="")
    print(f"{all_best / all_keys:10.0f}{all_bits / all_best:7.3f}")
    share = f"{100 * all_bits / all_keys / FULL_BITS:.0f} %"
    note(Path(__file__).name, {"wire-share": share})


if __name__ == "__main__":
    explain(__doc__)
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
