"""Which record a log is, and which version of the format it has: what its lines with the act `log` say."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from zlib import crc32

from companion.play import act as acts
from companion.play.act import Act
from companion.play.line import Line
from companion.record.trouble import RecordTrouble

MACHINE = Path("/proc/device-tree/serial-number"), Path("/etc/machine-id")
"""Where a machine says which one it is: the serial number of a Pi, which no copy of its card takes along; else the
number of the system on it."""
NO_ID = "0" * 32
"""The id of a record that has lost its own."""
NEWEST = 1
"""The latest version of the format that this program knows."""


def machine_hash(files: Sequence[Path] = MACHINE) -> str:
    """A hash of what the first of the files says that says anything; `-` if none does."""
    for file in files:
        with suppress(OSError):
            machine_id = file.read_bytes().strip(b"\0 \n")
            if machine_id:
                return f"{crc32(b'companion ' + machine_id):08x}"
    return "-"


def new_id(seq: int, at: float, machine: Sequence[Path] = MACHINE) -> Line:
    """A line that gives a record a new id, on this machine (REC-2)."""
    return Line(seq, at, Act(acts.LOG, NEWEST, f"{os.urandom(16).hex()} {machine_hash(machine)}"))


def id_of(path: Sequence[Line], ids: Mapping[str, int]) -> str:
    """The id of the record under which a game began, of those that it had, each with the number of its line.

    Where that line is lost it is the first id that is known.
    """
    before = [record for record, seq in ids.items() if path and seq < path[0].seq]
    return (before or [*ids][:1] or [NO_ID])[-1]


def known(line: Line, file: Path) -> None:
    """Raise RecordTrouble if a line says that the log in `file` has a later version (REC-8)."""
    if line.act.kind == acts.LOG and line.act.number > NEWEST:
        raise RecordTrouble("record.newer", file=file, schema=line.act.number, known=NEWEST)
