"""The log as a file: lines read from any byte on, appended durably, the tail that a power cut tore off cut away."""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from companion.record import act as acts
from companion.record.line import RECORD, UNKNOWN, Line, decode, hints
from companion.record.trouble import RecordTrouble, keep_owner, of_system

LOG, LOCK = "record.log", "lock"
OLD = "journal.sqlite3"
"""The database that held the record before there was a log."""
PLAIN = os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
"""Neither what a link leads to, nor a pipe, on which one would wait for ever."""


class Scan:
    """The lines of a log from a byte on, with the byte where each begins.

    Lines that cannot be read any more, with readable ones behind them, come as one line with the act `lost`. The last
    lines do not come if they cannot be read, or are an import that is not all there. Afterwards `end` is the byte
    behind the last line that came, `seq` its number, and `raw` its bytes; `lost` counts the lines that were lost.
    What begins at byte `most` is not read any more.
    """

    def __init__(self, file: BinaryIO, start: int = 0, seq: int = -1, raw: bytes = b"", *, most: int = -1) -> None:
        self._file = file
        self._most = most
        self.end, self.seq, self.raw = start, seq, raw
        self.lost = 0

    def __iter__(self) -> Iterator[tuple[int, Line]]:
        offset, seq, until = self.end, self.seq, -1
        damaged: list[str] = []
        waiting: list[tuple[int, Line]] = []
        while offset != self._most:
            self._file.seek(offset)  # between two lines somebody may have read elsewhere
            raw = self._file.readline()
            if not raw:
                return
            line, begins = decode(raw), offset
            offset += len(raw)
            if line is None or line.seq <= seq:
                damaged += hints(raw)
                continue
            if line.seq > seq + 1 and line.seq > 1:
                for about in dict.fromkeys(damaged or (UNKNOWN,)):
                    game = int(about[1:]) if about[0] == "g" else 0
                    lost = Line(line.seq - 1, line.at, acts.Act(acts.LOST), game, about)
                    waiting.append((lost_at(begins), lost))
                self.lost += line.seq - seq - 1
            seq, damaged = line.seq, []
            waiting.append((begins, line))
            if line.act.kind == acts.IMPORT and line.about == RECORD:
                until = seq + line.act.number
            if seq >= until:
                yield from waiting
                waiting.clear()
                self.end, self.seq, self.raw = offset, seq, raw


def lost_at(offset: int) -> int:
    """Where a lost line stands: as a negative number, in front of the line that begins at this byte."""
    return -1 - offset


def read_line(file: BinaryIO, offset: int) -> Line | None:
    """The line that begins at a byte; None if it cannot be read any more."""
    file.seek(offset)
    return decode(file.readline())


class Disk:
    """What the log asks of the system, so that a test can let each call fail."""

    def write(self, descriptor: int, raw: bytes) -> int:
        """Write at the end; how many bytes went."""
        return os.write(descriptor, raw)

    def flush(self, descriptor: int) -> None:
        """Everything written is on the disk when this returns."""
        os.fdatasync(descriptor)

    def cut(self, descriptor: int, length: int) -> None:
        """Cut a file to a length."""
        os.ftruncate(descriptor, length)


class Lock:
    """The lock of a folder's record, held until it is closed or the process ends in whatever way.

    Raises RecordTrouble with the name of who holds it, and OSError.
    """

    def __init__(self, folder: Path, directory: int) -> None:
        self._descriptor = os.open(LOCK, os.O_RDWR | os.O_CREAT | PLAIN, 0o600, dir_fd=directory)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            told = os.read(self._descriptor, 80).decode("utf-8", "replace")
            os.close(self._descriptor)
            holder = "".join(filter(str.isprintable, told)) or "another process"
            raise RecordTrouble("journal.locked", folder=folder, holder=holder) from None
        except OSError:
            os.close(self._descriptor)
            raise
        keep_owner(self._descriptor, directory)
        with suppress(OSError):  # the name of the holder is a courtesy, for which a full disk may have no room
            os.ftruncate(self._descriptor, 0)
            os.write(self._descriptor, f"process {os.getpid()}".encode())

    @property
    def mark(self) -> tuple[int, int]:
        """Which file it is: device and number."""
        return _mark(os.fstat(self._descriptor))

    def close(self) -> None:
        """Let go of it."""
        os.close(self._descriptor)


class Writer:
    """The log of a folder, opened for appending by the one process that holds its lock.

    Read `scan` to its end before anything else: what stands behind it is a torn tail.
    """

    def __init__(self, folder: Path, disk: Disk, start: int = 0, seq: int = -1) -> None:
        """Raises RecordTrouble and OSError."""
        self._folder = folder
        self._disk = disk
        self.directory = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        self._descriptor = -1
        self._lock: Lock | None = None
        try:
            self._lock = Lock(folder, self.directory)
            self._open(os.O_CREAT)
        except BaseException:
            self.close()
            raise
        self.file = os.fdopen(os.dup(self._descriptor), "rb")
        self.scan = Scan(self.file, start, seq)
        self._clean = False
        """Whether the file is known to end behind the last line that was acknowledged."""
        self._kept = False
        """Whether the tail that a power cut tore off is kept in a file of its own (REC-4)."""

    def _open(self, how: int = 0) -> None:
        descriptor = os.open(LOG, os.O_RDWR | os.O_APPEND | PLAIN | how, 0o600, dir_fd=self.directory)
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise RecordTrouble("journal.open", file=self._folder / LOG, why="it is not a file")
        keep_owner(descriptor, self.directory)
        if self._descriptor >= 0:
            os.close(self._descriptor)
        self._descriptor = descriptor

    @property
    def end(self) -> int:
        """How many bytes the acknowledged lines take."""
        return self.scan.end

    def append(self, raw: bytes) -> None:
        """Add lines; they are on the disk when this returns. Raises RecordTrouble, and then they are not acknowledged.

        `raw` counts whole or not at all (REC-3).
        """
        try:
            self._in_place()
            self._settle()
            self._clean = False
            rest = memoryview(raw)
            while rest:
                rest = rest[self._disk.write(self._descriptor, bytes(rest)) :]
            self._disk.flush(self._descriptor)
        except OSError as error:
            with suppress(OSError, RecordTrouble):  # a start would find whole lines that nobody was promised
                self._settle()
            raise of_system(error, self._folder, "journal.write") from error
        self._clean = True
        scan = self.scan
        scan.end += len(raw)
        scan.raw = raw[raw.rfind(b"\n", 0, -1) + 1 :]

    def settle(self) -> None:
        """Cut a torn tail off. Raises RecordTrouble."""
        try:
            self._settle()
        except OSError as error:
            raise of_system(error, self._folder, "journal.write") from error

    def _settle(self) -> None:
        """REC-4, REC-5: open the file again, see that it has the last acknowledged line, cut what stands behind it."""
        if self._clean:
            return
        self._open()
        end, last = self.scan.end, self.scan.raw
        length = os.fstat(self._descriptor).st_size
        if length < end or os.pread(self._descriptor, len(last), end - len(last)) != last:
            raise RecordTrouble("journal.read", why=f"{LOG} is not what was written; restart")
        if length > end:
            if not self._kept:
                put_file(self.directory, free_name(self._folder, "torn"), os.pread(self._descriptor, length - end, end))
            self._kept = True
            self._disk.cut(self._descriptor, end)
            self._disk.flush(self._descriptor)
        self._clean = self._kept = True

    def _in_place(self) -> None:
        """Raise Vanished unless what is open here still lies in the folder: what is written would be lost with it."""
        assert self._lock is not None
        there = _mark_of(self._folder / LOG), _mark_of(self._folder / LOCK)
        if there != (_mark(os.fstat(self._descriptor)), self._lock.mark):
            raise Vanished(self._folder)

    def again(self) -> None:
        """Write the log again where somebody has taken it away, from the file that is still open here.

        Raises Vanished where the disk itself is gone: what would be written then lies under it as soon as it is back.
        """
        assert self._lock is not None
        there = self._folder
        while not there.is_dir() and there != there.parent:
            there = there.parent
        if there.stat().st_dev != self._lock.mark[0]:
            raise Vanished(self._folder)
        content = os.pread(self._descriptor, self.end, 0)
        if not content.endswith(self.scan.raw):
            raise RecordTrouble("journal.read", why=f"{LOG} is not what was written; restart")
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            directory = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            os.close(self.directory)
            self.directory = directory
            if _mark_of(self._folder / LOCK) != self._lock.mark:
                lock = Lock(self._folder, self.directory)
                self._lock.close()
                self._lock = lock
            with suppress(FileNotFoundError):
                aside = free_name(self._folder, LOG)
                os.rename(LOG, aside, src_dir_fd=self.directory, dst_dir_fd=self.directory)
            put_file(self.directory, LOG, content)
            self._open()
        except OSError as error:
            raise of_system(error, self._folder, "journal.write") from error
        self._clean = False
        self.file.close()
        self.file = os.fdopen(os.dup(self._descriptor), "rb")

    def close(self) -> None:
        """Let go of the files; may come twice."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
        if self._lock is not None:
            self._lock.close()
            self._lock = None
        if self.directory >= 0:
            os.close(self.directory)
            self.directory = -1


class Vanished(RecordTrouble):
    """The files that are open here are no longer those in the folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__("journal.gone", folder=folder)


def put_file(directory: int, name: str, content: bytes) -> None:
    """Put a file into a folder, whole or not at all, in the place of one that has this name. Raises OSError.

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
    """The names in a folder are on the disk as well. Some file systems cannot do that, and do not need to."""
    with suppress(OSError):
        os.fsync(directory)


def free_name(folder: Path, name: str) -> str:
    """A name for a file that is kept beside one that takes its place: `record-1.log`; what was kept before stays."""
    stem, dot, end = name.partition(".")
    number = 1
    while os.path.lexists(folder / f"{stem}-{number}{dot}{end}"):
        number += 1
    return f"{stem}-{number}{dot}{end}"


def _mark(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def _mark_of(file: Path) -> tuple[int, int] | None:
    try:
        return _mark(os.stat(file))  # noqa: PTH116 - at each act
    except FileNotFoundError:
        return None
