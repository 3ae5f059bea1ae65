"""A log cut off at every byte, and with every bit of it flipped. Run by hand, takes some minutes:

    python tests/bench/wrecks.py [--every N]

The log is that of a small evening: two games, slips, a third game that waits. Each wreck is opened as at a start, without
an index. It must open; every whole line but the one that was hit must be there with what follows from it, and the table
must be able to go on: an entry, an undo, or *Go on* in a game that can only be read. With `--every 7` only every
seventh wreck is made.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from companion.engines.refusals import Refusal
from companion.record.index import INDEX
from companion.record.log import LOG, Scan
from companion.record.record import Record
from companion.table.evening import Evening
from hardware.simulated.clock import SimulatedClock

WALL = 1_790_000_000.0


def evening(folder: Path) -> bytes:
    """The log of a small evening."""
    with Record(folder, ("Ada", "Ben")) as record:
        table = Evening(record, SimulatedClock(WALL))
        table.start("praetorians", ("Ada", "Ben"), {"twelves": True})
        for text in ("flip R7", "flip R9", "stop", "flip B4", "flip B5"):
            table.tell(text)
        table.undo()
        table.redo()
        table.start("praetorians", ("Ben", "Ada"), {"entry": "scores"})
        for text in ("bank 20", "bust", "back 1", "concede 1"):
            table.tell(text)
        table.rematch()
        table.tell("bank 5")
        table.resume(1)
        table.tell("stop")
    return (folder / LOG).read_bytes()


def opened(folder: Path, raw: bytes) -> int:
    """Open a record with this log and go on in it; how many of its lines there are. Raises whatever is wrong."""
    (folder / LOG).write_bytes(raw)
    (folder / INDEX).unlink(missing_ok=True)
    for torn in folder.glob("torn-*"):
        torn.unlink()
    with Record(folder, ("Ada", "Ben")) as record:
        with (folder / LOG).open("rb") as file:
            lines = [line for _, line in Scan(file) if str(line.act) != "lost"]
        there = sum([line.encode() in raw for line in lines])
        table = Evening(record, SimulatedClock(WALL))
        now = table.now
        if now is None:
            table.start("praetorians", ("Ada", "Ben"), {})
        elif now.course is not None and now.outcome is None and now.position is not None:
            table.tell(str(now.position.legal()[0]))
        elif now.course is None and now.agreed is not None:
            table.tell(f"back {len(now.agreed) - 1}")
        else:
            try:
                table.undo()
            except Refusal:
                table.start("praetorians", ("Ada", "Ben"), {})
    Record(folder).close()
    return there


def main() -> int:
    """Print what was found; 0 if nothing was lost."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=1)
    every = parser.parse_args().every
    began, wrong = time.monotonic(), 0
    with tempfile.TemporaryDirectory() as place:
        raw = evening(Path(place) / "peace")
        folder = Path(place) / "wreck"
        folder.mkdir()
        ends = [at + 1 for at, byte in enumerate(raw) if byte == ord("\n")]
        lines = len(ends)
        starts = 0
        for cut in range(0, len(raw) + 1, every):
            starts += 1
            try:
                there, whole = opened(folder, raw[:cut]), sum([end <= cut for end in ends])
                bad = "" if there == whole else f"{there} of {whole} lines are there"
            except Exception as error:
                bad = f"{type(error).__name__}: {error}"
            if bad:
                wrong += 1
                print(f"cut at {cut}: {bad}")
        print(f"{starts} cuts of a log of {len(raw)} bytes and {lines} lines")
        flips = 0
        for bit in range(0, 8 * len(raw), every):
            flips += 1
            wreck = bytearray(raw)
            wreck[bit // 8] ^= 1 << bit % 8
            least = lines - (2 if raw[bit // 8] == ord("\n") else 1)
            try:
                there = opened(folder, bytes(wreck))
                bad = "" if there >= least else f"{there} of {lines} lines are there"
            except Exception as error:
                bad = f"{type(error).__name__}: {error}"
            if bad:
                wrong += 1
                print(f"bit {bit}: {bad}")
        print(f"{flips} flipped bits; {time.monotonic() - began:.0f} s; {wrong} wrong")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
