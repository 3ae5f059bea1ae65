"""Bytes written for every action, against raw SQLite. Run by hand, on Linux:

    python tests/bench/wear.py [GAMES]

Cards wear out by being written. Here whole random games and their rematches are told to the table, with one slip in
thirty (a wrong action, undone), and what this process hands to the kernel is counted: all its writes, whatever they are
for, as /proc/self/io has them. Raw SQLite is what no record can do without: two tables without any index, and for each
entry the same values put into them, one durable transaction each (write-ahead log, synchronous FULL, in both pages of
4096 bytes); a new game is a row with its people and options besides.

The bar of 1.2 holds for the actions in a game that goes on, and for an evening of all games with every start, end, slip
and rematch, from the opening of the record to its closing. Where a game is two or three entries long, as by scores, its
start and its end weigh more than that; the lines `with starts, ends, slips` say how much. `disk` is the same as it
arrives at the disk: whole blocks of 4096 bytes. What the file system writes for itself is in neither. The second table
has the kinds of entries.
"""

from __future__ import annotations

import random
import sqlite3
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.engines import game
from companion.record.record import Record
from companion.screens.face import GAMES
from companion.table.evening import Evening
from hardware.simulated.clock import SimulatedClock

COUNT = 8
BAR = 1.2
SLIPS = 30
MOST = 300
"""A random game of some kinds may go on for ever."""
PEOPLE = ("Ada", "Ben", "Cleo", "Dora")
RAW = """
CREATE TABLE games (id INTEGER PRIMARY KEY, game, players, options, series, begun);
CREATE TABLE entries (id INTEGER PRIMARY KEY, game, text, parent, head, digest, at);
"""
PAGE = 4096


class Written:
    """What this process has written meanwhile: bytes handed to the kernel, and bytes for the disk."""

    def __init__(self) -> None:
        self.bytes = self.disk = 0

    @contextmanager
    def counted(self) -> Iterator[None]:
        before = _io()
        yield
        after = _io()
        self.bytes += after["wchar"] - before["wchar"]
        self.disk += after["write_bytes"] - before["write_bytes"]


def _io() -> dict[str, int]:
    lines = Path("/proc/self/io").read_text("ascii").splitlines()
    return {name: int(count) for name, count in (line.split(": ") for line in lines)}


def total(all_of_them: Iterable[Written]) -> Written:
    summed = Written()
    for one in all_of_them:
        summed.bytes, summed.disk = summed.bytes + one.bytes, summed.disk + one.disk
    return summed


class Teller:
    """Somebody who tells games at random, and what each kind of entry has cost."""

    def __init__(self, evening: Evening, seed: int) -> None:
        self._evening = evening
        self._chance = random.Random(seed)
        self.done: list[tuple[str, Written]] = []
        """Kind and cost of every entry, in order."""

    def play(self, key: str, entry: str, count: int) -> None:
        """A whole game and its rematches."""
        seats = 3 if key in ("praetorians", "spartacus") else 2
        self._did("new", lambda: self._evening.start(key, PEOPLE[:seats], {"entry": entry}))
        self._to_the_end()
        for _ in range(count - 1):
            self._did("rematch", self._evening.rematch)
            self._to_the_end()

    def _to_the_end(self) -> None:
        for _ in range(MOST):
            if self._chance.randrange(SLIPS) == 0:
                self._tell("action")
                self._did("undo", self._evening.undo)
                self._tell("action after undo")
            else:
                self._tell("action")
            if self._evening.now.outcome is not None:
                return

    def _tell(self, kind: str) -> None:
        action = self._chance.choice(self._evening.now.position.legal())
        written = self._did(kind, lambda: self._evening.tell(str(action)))
        if self._evening.now.outcome is not None:
            self.done[-1] = ("end", written)

    def walk(self, count: int) -> None:
        """Undo and redo over ends, and other games to the table."""
        for number in range(1, count + 1):
            self._did("undo the end", self._evening.undo)
            self._did("redo the end", self._evening.redo)
            self._did("undo the end", self._evening.undo)
            self._did("resume", lambda number=number: self._evening.resume(number))

    def _did(self, kind: str, act: Callable[[], object]) -> Written:
        written = Written()
        with written.counted():
            act()
        self.done.append((kind, written))
        return written


@contextmanager
def telling(folder: Path, seed: int) -> Iterator[Teller]:
    with Record(folder) as journal:
        yield Teller(Evening(journal, SimulatedClock(1.79e9), random.Random(seed)), seed)


def raw(folder: Path) -> tuple[list[Written], Written]:
    """What each entry of a record costs in tables without more, and what closing them does."""
    with sqlite3.connect(folder / FILE) as kept:
        rows = kept.execute("SELECT id, game, text, parent, head, digest, at FROM entries ORDER BY id").fetchall()
        games = kept.execute("SELECT id, game, players, options, series, begun FROM games ORDER BY id").fetchall()
    kept.close()
    database = sqlite3.connect(folder / "raw.sqlite3", isolation_level=None)
    database.execute(f"PRAGMA page_size = {PAGE}")
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = FULL")
    database.executescript(RAW)
    done = []
    for row in rows:
        written = Written()
        with written.counted():
            database.execute("BEGIN IMMEDIATE")
            if row[2].startswith("new "):
                database.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)", games[row[1] - 1])
            database.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            database.execute("COMMIT")
        done.append(written)
    closing = Written()
    with closing.counted():
        database.close()
    return done, closing


def line(name: str, mine: Written, base: Written, times: int, *, bar: bool = False) -> bool:
    """One line of a table; whether it is above the bar."""
    missed = bar and mine.bytes / base.bytes > BAR
    print(
        f"{name:50}{times:8}{mine.bytes / times:9.0f}{base.bytes / times:9.0f}{mine.bytes / base.bytes:8.2f}"
        f"{mine.disk / times:9.0f}{base.disk / times:9.0f}" + "   ABOVE THE BAR" * missed
    )
    return missed


def main(count: int) -> bool:
    """Print the tables; whether a bar was missed."""
    kinds: defaultdict[str, list[tuple[Written, Written]]] = defaultdict(list)
    missed = False

    def head(what: str) -> None:
        print(f"{what:50}{'entries':>8}{'bytes':>9}{'raw':>9}{'ratio':>8}{'disk':>9}{'raw':>9}")

    def paired(teller: Teller, base: list[Written]) -> None:
        for (kind, mine), other in zip(teller.done, base, strict=True):
            kinds[kind].append((mine, other))

    head("")
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as place:
        for key in GAMES:
            for entry in map(str, game(key).options["entry"]):
                folder = Path(place) / f"{key}-{entry}"
                with telling(folder, 5) as teller:
                    teller.play(key, entry, count)
                base, _ = raw(folder)
                paired(teller, base)
                told = [pair for pair in zip(teller.done, base, strict=True) if pair[0][0] == "action"]
                if told:
                    mine, other = total(mine for (_, mine), _ in told), total(other for _, other in told)
                    missed |= line(f"{key}, {entry}: actions", mine, other, len(told), bar=True)
                mine = total(mine for _, mine in teller.done)
                line(f"{key}, {entry}: with starts, ends, slips", mine, total(base), len(base))
        folder = Path(place) / "evening"
        mine = Written()
        with mine.counted(), telling(folder, 6) as teller:
            for key in GAMES:
                teller.play(key, "cards", count)
            teller.walk(count)
        base, closing = raw(folder)
        paired(teller, base)
        missed |= line("an evening of all, by cards", mine, total([*base, closing]), len(base), bar=True)
    print()
    head("kinds of entries")
    for kind, pairs in kinds.items():
        line(kind, total(mine for mine, _ in pairs), total(other for _, other in pairs), len(pairs))
    return missed


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else COUNT))
