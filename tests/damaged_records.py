"""A small record as an evening leaves it, and what may happen to its files."""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, cast

from installed import Record

from companion.play.act import Line, decode
from companion.play.fold import GameState, State, fold
from companion.record.log import BLOCK, LOG, Disk, Scan
from companion.session.session import Session
from hardware.simulated import SimulatedClock

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


def games_of(log: bytes) -> dict[int, GameState]:
    """The games that follow from the bytes of a log."""
    state, games = State(), dict[int, GameState]()
    for offset, line in Scan(io.BytesIO(log)):
        state, changed = fold(state, line, offset, games.get)
        games.update((game.id, game) for game in changed)
    return games


def outcome(game: GameState) -> tuple[object, ...]:
    """What no damage of another game's lines may change."""
    return (game.key, game.people, game.options, game.series, [entry.seq for entry in game.path], game.result)


class WornFile(io.FileIO):
    """A file on a card that cannot give one block of 4,096 bytes any more."""

    def __init__(self, descriptor: int, block: int) -> None:
        super().__init__(descriptor, "rb")
        self._bad = range(block * BLOCK, (block + 1) * BLOCK)

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        at, view = self.tell(), memoryview(buffer)
        if at in self._bad and at < os.fstat(self.fileno()).st_size:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        if at < self._bad.start:
            view = view[: self._bad.start - at]
        return super().readinto(view) or 0


def worn_file(descriptor: int, block: int) -> BinaryIO:
    """A file to read from, on such a card."""
    return cast(BinaryIO, io.BufferedReader(cast(io.RawIOBase, WornFile(descriptor, block))))


class WornDisk(Disk):
    """A disk that cannot give one block of the log any more; with None it gives all."""

    def __init__(self, block: int | None) -> None:
        self.block = block

    def reader(self, descriptor: int) -> BinaryIO:
        if self.block is None:
            return super().reader(descriptor)
        return worn_file(descriptor, self.block)


class Balking(Disk):
    """A disk that takes nothing while `error` is the number of one."""

    error = 0

    def write(self, descriptor: int, raw: bytes) -> int:
        if self.error:
            raise OSError(self.error, os.strerror(self.error))
        return super().write(descriptor, raw)
