"""Bytes that reach the disk for every act, against a plain append. Run by hand, on Linux, on a real file system:

    python tests/bench/wear.py [GAMES]

Cards wear out by being written. Here whole random games and their rematches are entered, with one slip in thirty (a
wrong action, undone), and what this process lets the system write is counted in whole blocks, as /proc/self/io has it
(`write_bytes`). The plain append is what no record can do without: the same lines, each appended to a file and flushed
with fdatasync. What the file system writes for itself is in neither.

The bars: 1.1 for the actions of a game that goes on, 1.2 for an evening of all games by cards with every start, end,
slip and rematch, from the opening of the record to its closing. Where a game is two or three entries long, as by
scores, the index weighs more; the lines `with starts, ends, slips` say how much.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from help_page import explain

from companion.games.registry import GAMES, game
from companion.record.log import LOG
from companion.session.session import Session
from hardware.simulated import SimulatedClock

sys.path.insert(0, str(Path(__file__).parents[1]))
from installed import Record
from variants import ENTRIES, entries, options_of, up_to_three

COUNT = 8
BARS = {"actions": 1.1, "evening": 1.2}
SLIPS = 30
MOST = 300
"""A random game of some kinds may go on for ever."""
PEOPLE = ("Ada", "Ben", "Cleo", "Dora")


def written() -> int:
    """Bytes that this process has let the system write to disks so far, in whole blocks."""
    lines = Path("/proc/self/io").read_text("ascii").splitlines()
    return int(next(line.split(": ")[1] for line in lines if line.startswith("write_bytes")))


class Player:
    """Somebody who enters games at random; `done` has kind and cost of every act, in order."""

    def __init__(self, session: Session, seed: int) -> None:
        self._evening = session
        self._chance = random.Random(seed)
        self.done: list[tuple[str, int]] = []

    def play(self, key: str, entry: str | None, count: int) -> None:
        """A whole game and its rematches."""
        self._do("new", lambda: self._evening.start(key, up_to_three(key, PEOPLE), options_of(entry)))
        self._to_the_end()
        for _ in range(count - 1):
            self._do("rematch", self._evening.rematch)
            self._to_the_end()

    def _to_the_end(self) -> None:
        for _ in range(MOST):
            if self._chance.randrange(SLIPS) == 0:
                self._enter("slip")
                self._do("undo", self._evening.undo)
            self._enter("action")
            if self._now().outcome is not None:
                return

    def _enter(self, kind: str) -> None:
        position = self._now().position
        assert position is not None
        action = self._chance.choice(position.legal())
        self._do(kind, lambda: self._evening.enter(str(action)))
        if self._now().outcome is not None:
            self.done[-1] = ("end", self.done[-1][1])

    def _now(self):
        assert self._evening.now is not None
        return self._evening.now

    def _do(self, kind: str, act: Callable[[], object]) -> None:
        before = written()
        act()
        self.done.append((kind, written() - before))


@contextmanager
def playing(folder: Path, seed: int) -> Iterator[Player]:
    with Record(folder, PEOPLE) as record:
        yield Player(Session(record, SimulatedClock(1.79e9), random.Random(seed)), seed)


def plain(folder: Path, acts: int) -> list[int]:
    """What each of the last lines of a log costs when it is appended to a file and flushed."""
    costs = []
    descriptor = os.open(folder / "plain", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    for raw in (folder / LOG).read_bytes().splitlines(keepends=True):
        before = written()
        os.write(descriptor, raw)
        os.fdatasync(descriptor)
        costs.append(written() - before)
    os.close(descriptor)
    return costs[-acts:]


def line(name: str, mine: Iterable[int], base: Iterable[int], bar: float | None = None) -> bool:
    """One line of the table; whether it is above the bar."""
    mine, base = list(mine), list(base)
    ratio = sum(mine) / sum(base)
    missed = bar is not None and ratio > bar
    print(f"{name:50}{len(base):8}{sum(mine) / len(base):9.0f}{sum(base) / len(base):9.0f}{ratio:8.2f}"
          + "   ABOVE THE BAR" * missed)  # fmt: skip
    return missed


def main(count: int) -> bool:
    """Print the table; whether a bar was missed."""
    missed = False
    print(f"{'':50}{'acts':>8}{'bytes':>9}{'plain':>9}{'ratio':>8}")
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as place:
        for key, entry in ENTRIES:
            name = ", ".join(filter(None, (key, entry)))
            folder = Path(place) / name
            before = written()
            with playing(folder, 5) as player:
                player.play(key, entry, count)
            whole = written() - before
            base = plain(folder, len(player.done))
            both = zip(player.done, base, strict=True)
            pairs = [(mine, other) for (kind, mine), other in both if kind == "action"]
            if pairs:
                missed |= line(f"{name}: actions", [a for a, _ in pairs], [b for _, b in pairs], bar=BARS["actions"])
            line(f"{name}: with starts, ends, slips", [whole], base)
        before = written()
        with playing(Path(place) / "evening", 6) as player:
            for key in GAMES:
                player.play(key, entries(game(key))[0], count)
        whole = written() - before
        base = plain(Path(place) / "evening", len(player.done))
        missed |= line("an evening of all, by cards", [whole], base, BARS["evening"])
    return missed


if __name__ == "__main__":
    explain(__doc__)
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else COUNT))
