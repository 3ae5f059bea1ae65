"""What a command writes goes to standard output or into a file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

from companion.record.trouble import RecordTrouble, reason_of


def write_stdout(pieces: Iterable[str]) -> None:
    """Write to standard output as UTF-8, with the line ends as they are: not by print, which follows the terminal."""
    for piece in pieces:
        sys.stdout.buffer.write(piece.encode())
    sys.stdout.buffer.flush()


def write_file(pieces: Iterable[str], file: Path, folder: Path) -> None:
    """Write a whole file or none. What is not a regular file (a pipe, a terminal) is written to directly.

    Raises RecordTrouble if it cannot be written, or if it would replace a file of the record in `folder`.
    """
    place = file.resolve()
    if place.parent == folder.resolve() and place.name.startswith(("record", "settings", "index")):
        raise RecordTrouble("export.over-record", file=file)
    try:
        direct = place.exists() and not place.is_file()
        temporary = place if direct else place.with_name(f".{place.name[:100]}.new")
        try:
            with temporary.open("wb") as opened:
                for piece in pieces:
                    opened.write(piece.encode())
                if not direct:
                    opened.flush()
                    os.fsync(opened.fileno())
            if not direct:
                temporary.replace(place)
        except BaseException:
            if not direct:
                temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise RecordTrouble("export.unwritable", file=file, why=reason_of(error)) from error
