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
from pathlib import Path

from help_page import explain

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
ROUNDS, KEYS = 12, 25
WITHOUT = "down down down ok ok ok ok".split()
"""Seven Hills, whose first turn is thought about longest; the start and the pages of the set-up."""
WITH_DEVICE = "down down down ok up ok down down ok down down ok up up ok ok ok ok".split()
"""The same, with the best level at the second seat, which begins."""


def main() -> None:
    """Run the parts one after the other, each in a process of its own."""
    if sys.argv[1:] != ["keys"]:
        for name, *words in PARTS:
            print(f"== {name} {' '.join(words)}", flush=True)
            subprocess.run([sys.executable, str(HERE / name), *words], check=True)
    keys()


def keys() -> None:
    """The time from a key to its page, with a device that thinks and with one that does not, both on one core."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    # In turns, so that both meet the same load.
    rounds = [(pressed(thinks=False), pressed(thinks=True)) for _ in range(ROUNDS)]
    plain, thinking = [sorted([took for one in side for took in one]) for side in zip(*rounds, strict=True)]
    for part in (0.5, 0.9):  # rarer ones are waits of the text panel, which lets real time pass while the device thinks
        at = int(part * len(plain))
        print(
            f"a key while the device thinks, {part:.0%} of {len(plain)} are quicker: {thinking[at] * 1000:.2f} ms, "
            f"{thinking[at] / plain[at]:.2f} of {plain[at] * 1000:.2f} ms without"
        )


def pressed(*, thinks: bool) -> list[float]:
    """How long each of some keys took at the first turn of a game in which the device, or a person, is to act."""
    with tempfile.TemporaryDirectory() as folder:
        device = subprocess.Popen(
            [sys.executable, "-m", "companion", "run", "--panel", "text", "--data", folder],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert device.stdin is not None
        assert device.stdout is not None
        device.stdout.readline()

        def press(word: str) -> str:
            assert device.stdin is not None
            assert device.stdout is not None
            device.stdin.write(f"{word}\n")
            device.stdin.flush()
            return device.stdout.readline()

        for word in WITH_DEVICE if thinks else WITHOUT:
            shown = press(word)
        assert '"screen": "hills"' in shown, shown
        took = []
        for word in ("down", "up") * KEYS:
            began = time.perf_counter()
            press(word)
            took.append(time.perf_counter() - began)
        device.stdin.close()
        device.wait()
        return took


if __name__ == "__main__":
    explain(__doc__)
    main()
