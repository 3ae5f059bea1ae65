"""The folder of the record: what the files in it are called, who holds it, and whether it is still the same one."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from companion.engines.refusals import Message

FILE = "journal.sqlite3"
LOCK = "journal.lock"
NEW = "journal.new"
"""A record that is being made; until it is whole it is none."""
BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite may lay beside a database, by the ends of the names."""


class Known(NamedTuple):
    """What somebody who has the record open knows of it for certain, in rows as `pages.Found` has them.

    `stands` is the moment at which the table stands, `redo` the one that redo would bring back; 0 for none.
    """

    people: tuple[str, ...]
    games: Mapping[int, tuple[Any, ...]]
    entries: Mapping[int, tuple[Any, ...]]
    stands: int
    redo: int


NOTHING = Known((), {}, {}, 0, 0)

_UNWRITTEN = {sqlite3.SQLITE_FULL: "journal.full", sqlite3.SQLITE_READONLY: "journal.barred"}
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT)
_STRANGE = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CONSTRAINT, sqlite3.SQLITE_MISMATCH)
"""Tables that are not as they should be: before anything has been told that is damage, too."""
_UNREADABLE = (sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ, sqlite3.SQLITE_IOERR_CORRUPTFS)


class RecordTrouble(Exception):
    """The record cannot be opened, read or written; `message` says which and why. Nothing was half-written."""

    def __init__(self, key: str, /, **params: object) -> None:
        super().__init__(key, params)
        self.message = Message(key, **params)


class Damaged(RecordTrouble):
    """The record is there, but some of it is not what was written; `why` is for whoever reads the log."""

    def __init__(self, why: object) -> None:
        super().__init__("journal.read", why=why)
        self.why = str(why)


class Vanished(RecordTrouble):
    """The files that are open here are no longer those in the folder: what is written would be lost with them."""

    def __init__(self, folder: Path) -> None:
        super().__init__("journal.gone", folder=folder)


def trouble(error: sqlite3.Error, key: str, *, strange: bool = False, **params: object) -> RecordTrouble:
    """What an error of SQLite means for the record: damage, a disk that is full or barred, or else what `key` says.

    `strange` tables are damage as well.
    """
    code = getattr(error, "sqlite_errorcode", 0)
    if not code and isinstance(error, sqlite3.OperationalError):  # what is no text cannot be fetched as one
        return Damaged(error)
    # The lower byte; the upper ones say where in SQLite it was.
    if code & 0xFF in _DAMAGED or code in _UNREADABLE or (strange and code & 0xFF in _STRANGE):
        return Damaged(error)
    return RecordTrouble(_UNWRITTEN.get(code & 0xFF, key), why=error, **params)


def unusable(folder: Path, error: OSError) -> RecordTrouble:
    """What an error of the system means for the folder."""
    return RecordTrouble("journal.folder", folder=folder, why=error.strerror or str(error))


def settled(folder: Path) -> None:
    """The names in a folder are on the disk as well."""
    directory = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # some file systems cannot, and do not need to
            os.fsync(directory)
    finally:
        os.close(directory)


def locked(path: Path) -> TextIO:
    """The lock file, held until it is closed or this process ends in whatever way; it says who holds it."""
    # Not a pipe that somebody has put there, on which one would wait for ever; nor what a link leads to.
    how = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOFOLLOW
    file = os.fdopen(os.open(path, how, 0o600), "r+", encoding="utf-8", errors="replace")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = "".join(filter(str.isprintable, file.read(80))) or "another process"
        file.close()
        raise RecordTrouble("journal.locked", folder=path.parent, holder=holder) from None
    except OSError:
        file.close()
        raise
    # Who holds it is a courtesy, which a full disk may refuse.
    with suppress(OSError):
        os.ftruncate(file.fileno(), 0)
        os.write(file.fileno(), f"process {os.getpid()}".encode())
    return file


Marks = tuple[tuple[int, int], ...]


def marks(folder: Path) -> Marks:
    """Which files lie in the folder as the record: device and number of each. Raises OSError where one is missing."""
    found = []
    for name in (FILE, f"{FILE}-wal", LOCK):
        status = os.stat(folder / name)  # noqa: PTH116 - at every write: a path of its own takes longer than the asking
        found.append((status.st_dev, status.st_ino))
    return tuple(found)
