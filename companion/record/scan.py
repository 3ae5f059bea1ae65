"""Reads the lines of a log from any byte on, also where it is damaged, or where the disk cannot read it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, islice
from typing import BinaryIO

from companion.play import act as acts
from companion.play.line import UNKNOWN, Line, damage_owners, decode, is_torn

ReadLine = Callable[[int], Line | None]
"""Gives the line that begins at a byte of the log; None if it is damaged or cannot be read any more."""

BLOCK = 4096
"""The bytes that a disk can read together, or not at all."""
LEAST = 44
"""The fewest bytes of a line."""
_UNREAD = b"\n"
"""In place of bytes that cannot be read."""
_COMES_TO_TABLE = (acts.NEW, acts.SEED, acts.RESUME, acts.REDO)
"""The kinds of acts whose game may not have been on the table before."""
DOUBT = 1 << 20
"""After this number of bytes, lines whose numbers are too high for their place count."""


class Scan:
    """Iterates over the lines of a log from byte `end` on, with the byte where each begins.

    Unreadable lines before readable ones become lines with the act `lost`, one for each owner. The last lines are left
    out if they are damaged or an incomplete import. Afterwards `end` is the byte behind the last whole line, `seq` the
    highest number that counts, and `raw` the bytes of that last line; `lost` counts the lost lines, `spoilt` are the
    owners of the damaged lines at the end that were whole once. `unread` is the error of the disk where it could not be
    read, and `cut_off` whether the end could not. The scan stops at byte `most`. It raises no OSError.

    A whole line whose number does not rise is a copy of another one, or of another log, that a worn card has written
    to a wrong place: it changes nothing.
    """

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.restart()

    def restart(self, most: int = -1) -> None:
        """Begin at the first byte again."""
        self.most = most
        self.end, self.seq, self.raw = 0, -1, b""
        self.lost = 0
        self.spoilt: tuple[str, ...] = ()
        self.unread: OSError | None = None
        self.cut_off = False

    def __iter__(self) -> Iterator[tuple[int, Line]]:
        seq, until = self.seq, -1
        waiting: list[tuple[int, Line]] = []
        last = self.end, seq, self.raw
        for begins, raw, line, damaged in self._counted():
            if line.seq > seq + 1 and (seq >= 0 or begins):
                waiting += _lost_lines(begins, line, line.seq - seq - 1, damaged)
                self.lost += line.seq - seq - 1
            seq = line.seq
            waiting.append((begins, line))
            last = begins + len(raw), seq, raw
            if line.imported is not None:
                until = max(until, seq + line.imported)
            if seq >= until:
                yield from waiting
                waiting.clear()
                self.end, self.seq, self.raw = last
        if waiting and until - seq <= len(self.spoilt):  # an import whose last lines were whole once
            yield from waiting
            waiting.clear()
            self.end, self.seq, self.raw = last
        if not waiting and self._last_whole[0] > self.end:
            self.end, self.raw = self._last_whole

    def _counted(self) -> Iterator[tuple[int, bytes, Line, list[str]]]:
        """The lines whose numbers rise, each with the owners of the damaged lines before it.

        A number that is too high for the bytes before it is doubtful: such a line counts unless a line follows that
        fits before it.
        """
        seq, end = self.seq, self.end
        damaged: list[str] = []
        held: list[tuple[int, bytes, Line, list[str]]] = []
        for begins, raw, line in self.pieces():
            if line is None:
                damaged += damage_owners(raw) if not is_torn(raw) else []
                continue
            top = held[-1][2].seq if held else seq
            if held and line.seq > top:
                fits = False
            else:
                fits = line.seq == seq + 1 or seq < line.seq <= seq + 1 + (begins - end) // LEAST
            if fits:
                owners = [owner for *_, before in held for owner in before] + damaged
                held.clear()
                yield begins, raw, line, owners
                seq, end, damaged = line.seq, begins + len(raw), []
            elif line.seq > top:
                held.append((begins, raw, line, damaged))
                damaged = []
                if begins - end > DOUBT:
                    yield from held
                    seq, end = line.seq, begins + len(raw)
                    held.clear()
        yield from held
        self.spoilt = tuple(damaged)

    def pieces(self) -> Iterator[tuple[int, bytes, Line | None]]:
        """What stands between two LF, or a block that cannot be read, as no bytes; with the line, if it is whole."""
        offset = self.end
        self._last_whole = self.end, self.raw
        self.cut_off = False
        while offset < self.most or self.most < 0:
            try:
                self.file.seek(offset)  # between two lines the caller may have read elsewhere
                raw = self.file.readline()
            except OSError as error:
                # Unreadable bytes at the end may be acknowledged lines, and must not be cut as a torn tail.
                self.unread, self.cut_off = error, True
                yield offset, _UNREAD, None
                offset = (offset // BLOCK + 1) * BLOCK
                continue
            if not raw:
                return
            line = decode(raw)
            if line is not None:
                self.cut_off, self._last_whole = False, (offset + len(raw), raw)
            yield offset, raw, line
            offset += len(raw)


def _lost_lines(begins: int, line: Line, count: int, damaged: Sequence[str]) -> list[tuple[int, Line]]:
    """The lines that were lost before a whole one, one for each owner that the damaged bytes name."""
    owners = [owner for owner in damaged if owner != UNKNOWN]
    if not owners and count == 1 and line.game and line.act.kind not in _COMES_TO_TABLE:
        owners = [line.about]  # its game was on the table, or the lost line brought it there
    owners += [UNKNOWN] * (len(owners) < count)
    return [
        (lost_offset(begins), Line(line.seq - 1, line.at, acts.Act(acts.LOST), game_of(owner), owner))
        for owner, same in groupby(owners)
        for _ in islice(same, 2)  # of two lines of a game the first one may have brought it to the table
    ]


def game_of(owner: str) -> int:
    """The number of the game that an owner names; 0 for another one."""
    return int(owner[1:]) if owner[0] == "g" else 0


def lost_offset(offset: int) -> int:
    """The offset of a lost line: a negative number, for the place before the line that begins at this byte."""
    return -1 - offset


def entry_at(offset: int, read: ReadLine) -> Line:
    """The entry with this offset, which is of a lost line if it is negative, or if the line cannot be read any more."""
    line = read(max(offset, lost_offset(offset)))
    if line is None or offset < 0:
        seq, at = (line.seq - 1, line.at) if line is not None else (0, 0.0)
        line = Line(seq, at, acts.Act(acts.LOST))
    return line._replace(offset=offset)


def read_line(file: BinaryIO, offset: int) -> Line | None:
    """The line that begins at a byte; None if it is damaged. Raises OSError."""
    file.seek(offset)
    return decode(file.readline())


def read_all(file: BinaryIO) -> tuple[bytes, OSError | None]:
    """The bytes of a file, with zeros in place of the blocks that cannot be read, and why these cannot."""
    parts, trouble, size = list[bytes](), None, file.seek(0, os.SEEK_END)
    for offset in range(0, size, BLOCK):
        length = min(BLOCK, size - offset)
        try:
            file.seek(offset)
            parts.append(file.read(length))
        except OSError as error:
            trouble = error
            parts.append(bytes(length))
    return b"".join(parts), trouble
