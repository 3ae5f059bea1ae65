"""The log as a file: reads lines from any byte on, appends lines durably, cuts off a tail torn by a power cut."""

from __future__ import annotations

import fcntl
import io
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from companion.record import act as acts
from companion.record.line import UNKNOWN, Line, damage_owners, decode
from companion.record.trouble import RecordTrouble, keep_owner, system_trouble

LOG, LOCK = "record.log", "lock"
OLD = "journal.sqlite3"
"""The database that held the record before there was a log."""
PLAIN = os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
"""Flags to open a plain file: they follow no link, and a pipe does not block for ever."""

BLOCK = 4096
"""A disk can read so many bytes together, or none of them."""


class Scan:
    """Iterates over the lines of a log from byte `end` on, with the byte where each begins.

    Unreadable lines before readable ones become one line with the act `lost`. The last lines are left out if they are
    damaged or an incomplete import. Afterwards `end` is the byte behind the last line, `seq` its number, and `raw` its
    bytes; `lost` counts the lost lines. The scan stops at byte `most`. Raises OSError if the last lines cannot be read
    from the disk.
    """

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.restart()

    def restart(self, most: int = -1) -> None:
        """Begin at the first byte again."""
        self.most = most
        self.end, self.seq, self.raw = 0, -1, b""
        self.lost = 0

    def __iter__(self) -> Iterator[tuple[int, Line]]:
        offset, seq, until = self.end, self.seq, -1
        damaged: list[str] = []
        waiting: list[tuple[int, Line]] = []
        unread: OSError | None = None
        while offset != self.most:
            try:
                self.file.seek(offset)  # between two lines the caller may have read elsewhere
                raw = self.file.readline()
            except OSError as error:
                # A worn card cannot read some blocks. They count as damaged only if a whole line follows: unreadable
                # bytes at the end may be acknowledged lines, and must not be cut as a torn tail.
                unread, offset = error, (offset // BLOCK + 1) * BLOCK
                damaged.append(UNKNOWN)
                continue
            if not raw:
                if unread is not None:
                    raise unread
                return
            line, begins = decode(raw), offset
            offset += len(raw)
            if line is None or line.seq <= seq:
                damaged += damage_owners(raw)
                continue
            if line.seq > seq + 1 and line.seq > 1:
                for about in dict.fromkeys(damaged or (UNKNOWN,)):
                    game = int(about[1:]) if about[0] == "g" else 0
                    lost = Line(line.seq - 1, line.at, acts.Act(acts.LOST), game, about)
                    waiting.append((lost_offset(begins), lost))
                self.lost += line.seq - seq - 1
            seq, damaged, unread = line.seq, [], None
            waiting.append((begins, line))
            if line.imported is not None:
                until = max(until, seq + line.imported)
            if seq >= until:
                yield from waiting
                waiting.clear()
                self.end, self.seq, self.raw = offset, seq, raw


def lost_offset(offset: int) -> int:
    """The offset of a lost line: a negative number, for the place before the line that begins at this byte."""
    return -1 - offset


def read_line(file: BinaryIO, offset: int) -> Line | None:
    """The line that begins at a byte; None if it cannot be read any more."""
    file.seek(offset)
    return decode(file.readline())


class Disk:
    """The system calls of the log, as methods, so that a test can make each call fail."""

    def write(self, descriptor: int, raw: bytes) -> int:
        """Write at the end; returns how many bytes were written."""
        return os.write(descriptor, raw)

    def flush(self, descriptor: int) -> None:
        """Everything written is on the disk when this returns."""
        os.fdatasync(descriptor)

    def cut(self, descriptor: int, length: int) -> None:
        """Cut a file to a length."""
        os.ftruncate(descriptor, length)


def open_folder(folder: Path) -> int:
    """A descriptor of a folder. Raises OSError."""
    return os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)


def lock(folder: Path, directory: int) -> int:
    """A descriptor that holds the lock of a folder's record until it is closed or the process ends.

    Raises RecordTrouble with the name of the other holder, and OSError.
    """
    descriptor = os.open(LOCK, os.O_RDWR | os.O_CREAT | PLAIN, 0o600, dir_fd=directory)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        keep_owner(descriptor, directory)
    except BlockingIOError:
        content = os.read(descriptor, 80).decode("utf-8", "replace")
        os.close(descriptor)
        holder = "".join(filter(str.isprintable, content)) or "another process"
        raise RecordTrouble("record.locked", folder=folder, holder=holder) from None
    except OSError:
        os.close(descriptor)
        raise
    with suppress(OSError):  # the name of the holder is optional; a full disk has no room for it
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"process {os.getpid()}".encode())
    return descriptor


@contextmanager
def hold_lock(folder: Path) -> Iterator[int]:
    """A descriptor of a folder; while it is open nobody else can open its record. Raises RecordTrouble and OSError."""
    directory = open_folder(folder)
    try:
        held = lock(folder, directory)
        try:
            yield directory
        finally:
            os.close(held)
    finally:
        os.close(directory)


class Writer:
    """The log of a folder, opened for appending by the one process that holds its lock.

    Read `scan` to its end before anything else: the bytes behind it are a torn tail. `moved` is set when the log was
    written into its folder again.
    """

    def __init__(self, folder: Path, disk: Disk) -> None:
        """Raises RecordTrouble and OSError."""
        self._folder = folder
        self._disk = disk
        self.scan = Scan(io.BytesIO())
        self.moved = False
        self._clean = False
        """Whether the file certainly ends with the last acknowledged line."""
        self._kept = False
        """Whether a torn tail is kept in a file of its own (REC-4)."""
        self._lock = self._descriptor = -1
        self.directory = open_folder(folder)
        try:
            self._lock = lock(folder, self.directory)
            self._open(os.O_CREAT)
        except BaseException:
            self.close()
            raise

    def _open(self, how: int = 0) -> None:
        """Open the log by its name, for appending and for reading, without any buffered bytes."""
        descriptor = os.open(LOG, os.O_RDWR | os.O_APPEND | PLAIN | how, 0o600, dir_fd=self.directory)
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise RecordTrouble("record.open", file=self._folder / LOG, why="it is not a file")
        keep_owner(descriptor, self.directory)
        if self._descriptor >= 0:
            os.close(self._descriptor)
        self._descriptor = descriptor
        self.scan.file.close()
        self.scan.file = os.fdopen(os.open(LOG, os.O_RDONLY | PLAIN, dir_fd=self.directory), "rb")

    def append(self, raw: bytes) -> None:
        """Add lines; they are on the disk when this returns. Raises RecordTrouble, and then they are not acknowledged.

        `raw` counts whole or not at all (REC-3).
        """
        with self._translate_errors():
            if not all(map(self._is_in_place, (LOG, LOCK), (self._descriptor, self._lock))):
                self._put_back()
            try:
                self._settle()
                self._clean = False
                rest = memoryview(raw)
                while rest:
                    rest = rest[self._disk.write(self._descriptor, bytes(rest)) :]
                self._disk.flush(self._descriptor)
            except OSError:
                with suppress(OSError, RecordTrouble):  # else a start could find whole lines that were not acknowledged
                    self._settle()
                raise
        self._clean = True
        self.scan.end += len(raw)
        self.scan.raw = raw[raw.rfind(b"\n", 0, -1) + 1 :]

    def settle(self) -> None:
        """Cut a torn tail off. Raises RecordTrouble."""
        with self._translate_errors():
            self._settle()

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise system_trouble(error, self._folder, "record.write") from error

    def _settle(self) -> None:
        """REC-4, REC-5: open the file again, check that it has the last acknowledged line, cut the bytes behind it."""
        if self._clean:
            return
        self._open()
        end, last = self.scan.end, self.scan.raw
        length = os.fstat(self._descriptor).st_size
        if length < end or os.pread(self._descriptor, len(last), end - len(last)) != last:
            raise _changed_trouble()
        if length > end:
            if not self._kept:
                put_file(self.directory, free_name(self._folder, "torn"), os.pread(self._descriptor, length - end, end))
            self._kept = True
            self._disk.cut(self._descriptor, end)
            self._disk.flush(self._descriptor)
        self._clean = self._kept = True

    def _is_in_place(self, name: str, descriptor: int) -> bool:
        """Whether the open file is still in the folder: else lines written to it would be lost."""
        try:
            return os.path.samestat(os.stat(self._folder / name), os.fstat(descriptor))  # noqa: PTH116 - at each act
        except FileNotFoundError:
            return False

    def _put_back(self) -> None:
        """Write the log again after somebody removed it, from the file that is still open here.

        Raises RecordTrouble if the disk itself is gone: a file written then would be hidden under the disk as soon as
        the disk is back.
        """
        existing = self._folder
        while not existing.is_dir() and existing != existing.parent:
            existing = existing.parent
        if existing.stat().st_dev != os.fstat(self._lock).st_dev:
            raise RecordTrouble("record.gone", folder=self._folder)
        content = os.pread(self._descriptor, self.scan.end, 0)
        if not content.endswith(self.scan.raw):
            raise _changed_trouble()
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        directory = open_folder(self._folder)
        os.close(self.directory)
        self.directory = directory
        if not self._is_in_place(LOCK, self._lock):
            held = lock(self._folder, directory)
            os.close(self._lock)
            self._lock = held
        with suppress(FileNotFoundError):
            os.rename(LOG, free_name(self._folder, LOG), src_dir_fd=directory, dst_dir_fd=directory)
        put_file(directory, LOG, content)
        self._open()
        self._clean, self.moved = False, True

    def close(self) -> None:
        """Close the files; a second call does nothing."""
        self.scan.file.close()
        for descriptor in (self._descriptor, self._lock, self.directory):
            if descriptor >= 0:
                os.close(descriptor)
        self._descriptor = self._lock = self.directory = -1


def _changed_trouble() -> RecordTrouble:
    return RecordTrouble("record.read", why=f"{LOG} is not what was written; restart")


def put_file(directory: int, name: str, content: bytes) -> None:
    """Put a file into a folder, whole or not at all; it replaces a file of this name. Raises OSError.

    It belongs to the folder's owner, and no link is followed.
    """
    temporary = f".{name}.new"
    with suppress(FileNotFoundError):
        os.unlink(temporary, dir_fd=directory)
    new = os.O_WRONLY | os.O_CREAT | os.O_EXCL | PLAIN
    descriptor = os.open(temporary, new, 0o600, dir_fd=directory)
    try:
        keep_owner(descriptor, directory)
        rest = memoryview(content)
        while rest:
            rest = rest[os.write(descriptor, rest) :]
        os.fsync(descriptor)
        os.rename(temporary, name, src_dir_fd=directory, dst_dir_fd=directory)
        sync_names(directory)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary, dir_fd=directory)
        raise
    finally:
        os.close(descriptor)


def sync_names(directory: int) -> None:
    """Flush the names in a folder to the disk. Some file systems cannot do that, and do not need to."""
    with suppress(OSError):
        os.fsync(directory)


def free_name(folder: Path, name: str) -> str:
    """A free name for a file that another one replaces: `record-1.log`; files kept earlier stay."""
    stem, dot, end = name.partition(".")
    number = 1
    while os.path.lexists(folder / f"{stem}-{number}{dot}{end}"):
        number += 1
    return f"{stem}-{number}{dot}{end}"
