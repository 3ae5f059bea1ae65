"""A small record as an evening leaves it, and what may happen to its files."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from companion.play.line import Line, decode
from companion.record.log import LOG, Disk
from companion.record.record import Record
from companion.session.session import Session
from hardware.simulated.clock import SimulatedClock

CLOCK = SimulatedClock(1_780_000_000.0)


def session(record: Record) -> Session:
    """Four games: one that is over, one with branches that waits, one by other rules, one on the table with a redo."""
    clock = SimulatedClock(1_770_000_000.0)
    table = Session(record, clock)
    table.add_person("Cleo")
    table.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
    for text in (*["match 10"] * 9, "bank 9"):
        clock.advance(60.0)
        table.enter(text)
    table.rematch()
    for text in ("match 4", "bust", "match 9"):
        table.enter(text)
    table.undo()
    table.undo()
    table.enter("match 6")
    table.undo()
    table.redo()
    table.rename_person("Cleo", "Cléo")
    table.start("hannibal", ("Cléo", "Ada"), {"entry": "cards"})
    table.enter("legion ROM>GAL")
    table.start("seven-hills", ("Ben", "Ada"), {})
    table.start("praetorians", ("Ben", "Ada"), {"twelves": True})
    for text in ("flip R7", "flip 12>1", "stop", "flip B4"):
        table.enter(text)
    table.resume(3)
    table.resume(5)
    table.undo()
    return table


def flipped(file: Path, at: int, mask: int = 0x01) -> None:
    """Some bits of a byte turned over."""
    data = bytearray(file.read_bytes())
    data[at] ^= mask
    file.write_bytes(data)


def damaged(file: Path, text: bytes) -> None:
    """A bit is turned over in the first line that has this text."""
    flipped(file, file.read_bytes().index(text))


def rewritten(folder: Path, change: Callable[[Line], Line]) -> None:
    """Every line of a log as if something else had been written, with sums that fit."""
    found = [decode(raw) for raw in (folder / LOG).read_bytes().splitlines(keepends=True)]
    (folder / LOG).write_bytes(b"".join([change(line).encode() for line in found if line is not None]))


class Balking(Disk):
    """A disk that takes nothing while `error` is the number of one."""

    error = 0

    def write(self, descriptor: int, raw: bytes) -> int:
        if self.error:
            raise OSError(self.error, os.strerror(self.error))
        return super().write(descriptor, raw)
