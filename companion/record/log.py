"""The log as a file: reads its lines, also where it is damaged, appends lines durably, cuts off a torn tail.

Its lines with the act `log` say which record it is, and which version of the format it has.
"""

from __future__ import annotations

import fcntl
import io
import os
import re
import stat
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import count, groupby, islice
from pathlib import Path
from typing import BinaryIO
from zlib import crc32

from companion.play import act as acts
from companion.play.act import UNKNOWN, Act, Line, damage_owners, decode, is_torn
from companion.record import RecordTrouble, keep_group, keep_owner

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
        self.spoilt = () if self.cut_off else tuple(damaged)  # what cannot be read now is not lost

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


def scanned(file: BinaryIO) -> Scan:
    """A scan that has read a whole log."""
    scan = Scan(file)
    for _ in scan:
        pass
    return scan


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


LOG, LOCK, SETTINGS, TAGS = "record.log", "lock", "settings.toml", "tags.toml"
BACKUPS, ENDING = "backups", ".backup"
"""The folder of the numbered backups in the folder of the record, with files such as `4-before-root-0.2.0.backup`."""
_OWN = ("record", "index", "settings", "lock", "tags", "torn", "pads", "reviews", BACKUPS, "messages", "lit", "crashes")
"""What the names begin with that the record, and the device beside it, have in the folder."""
PLAIN = os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
"""Flags to open a plain file: they follow no link, and a pipe does not block for ever."""


class Disk:
    """The system calls of the log, as methods, so that a test can make each call fail."""

    def reader(self, descriptor: int) -> BinaryIO:
        """A file to read from."""
        return os.fdopen(descriptor, "rb")

    def write(self, descriptor: int, raw: bytes) -> int:
        """Write at the end; returns how many bytes were written."""
        return os.write(descriptor, raw)

    def flush(self, descriptor: int) -> None:
        """Everything written is on the disk when this returns."""
        os.fdatasync(descriptor)

    def cut(self, descriptor: int, length: int) -> None:
        os.ftruncate(descriptor, length)


@contextmanager
def open_folder(folder: Path | str, *, inside: int | None = None, how: int = 0) -> Iterator[int]:
    """A descriptor of a folder, or of one `inside` another, with more flags. Raises OSError."""
    directory = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC | how, dir_fd=inside)
    try:
        yield directory
    finally:
        os.close(directory)


def _open_own(folder: Path, directory: int, name: str, how: int) -> int:
    """A descriptor of a file of the record in its folder, to read and to write. Raises OSError, and RecordTrouble with
    the name of what is no file there.
    """
    with suppress(FileNotFoundError):
        if not stat.S_ISREG(os.stat(name, dir_fd=directory, follow_symlinks=False).st_mode):
            raise RecordTrouble("record.not-file", file=folder / name)
    return os.open(name, os.O_RDWR | PLAIN | how, 0o600, dir_fd=directory)


@contextmanager
def hold_lock(folder: Path) -> Iterator[tuple[int, int]]:
    """Descriptors of a folder and of its lock; while they are open nobody else can open its record.

    Raises RecordTrouble with the number of the other process, and OSError.
    """
    with ExitStack() as opened:
        directory = opened.enter_context(open_folder(folder))
        # For nobody else: who can open it can hold it.
        held = _open_own(folder, directory, LOCK, os.O_CREAT)
        opened.callback(os.close, held)
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = re.fullmatch(b"process ([0-9]+)", os.read(held, 80))
            if holder is None:
                raise RecordTrouble("record.locked-unnamed", folder=folder) from None
            raise RecordTrouble("record.locked", folder=folder, process=holder[1].decode()) from None
        keep_owner(held, directory)
        with suppress(OSError):  # the number of the holder is optional; a full disk has no room for it
            os.ftruncate(held, 0)
            os.write(held, f"process {os.getpid()}".encode())
        yield directory, held


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
        self._descriptor = -1
        self._held = ExitStack()
        self.directory, self._lock = self._held.enter_context(hold_lock(folder))
        try:
            self._open(os.O_CREAT)
        except BaseException:
            self.close()
            raise

    def _open(self, how: int = 0) -> None:
        """Open the log by its name, for appending and for reading, without any buffered bytes."""
        descriptor = _open_own(self._folder, self.directory, LOG, os.O_APPEND | how)
        keep_owner(descriptor, self.directory)
        keep_group(descriptor, self.directory)
        if self._descriptor >= 0:
            os.close(self._descriptor)
        self._descriptor = descriptor
        self.scan.file.close()
        self.scan.file = self._disk.reader(os.open(LOG, os.O_RDONLY | PLAIN, dir_fd=self.directory))

    def append(self, raw: bytes) -> None:
        """Add lines; they are on the disk when this returns (REC-3).

        Raises RecordTrouble and OSError, and then none of them is acknowledged.
        """
        if not all(map(self._is_in_place, (LOG, LOCK), (self._descriptor, self._lock))):
            self._put_back()
        try:
            self.settle()
            self._clean = False
            rest = memoryview(raw)
            while rest:
                rest = rest[self._disk.write(self._descriptor, bytes(rest)) :]
            self._disk.flush(self._descriptor)
        except OSError:
            with suppress(OSError, RecordTrouble):  # else a start could find whole lines that were not acknowledged
                self.settle()
            raise
        self._clean = True
        self.scan.end += len(raw)
        self.scan.raw = raw[raw.rfind(b"\n", 0, -1) + 1 :]

    def settle(self) -> None:
        """Open the file again and cut off what follows the last acknowledged line (REC-4, REC-5).

        Raises RecordTrouble, if that line is not there, and OSError.
        """
        if self._clean:
            return
        self._open()
        self._check_last_line()
        end, length = self.scan.end, os.fstat(self._descriptor).st_size
        if length > end:
            if not self._kept:
                put_file(self.directory, free_name(self._folder, "torn"), os.pread(self._descriptor, length - end, end))
            self._kept = True
            self._disk.cut(self._descriptor, end)
            self._disk.flush(self._descriptor)
        self._clean = self._kept = True

    def _check_last_line(self) -> None:
        last = self.scan.raw
        if os.pread(self._descriptor, len(last), self.scan.end - len(last)) != last:
            raise RecordTrouble("record.read", why=f"{LOG} is not what was written; restart")

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
        existing = next(place for place in (self._folder, *self._folder.parents) if place.is_dir())
        if existing.stat().st_dev != os.fstat(self._lock).st_dev:
            raise RecordTrouble("record.gone", folder=self._folder)
        self._check_last_line()
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not self._is_in_place(LOCK, self._lock):
            held = ExitStack()
            self.directory, self._lock = held.enter_context(hold_lock(self._folder))
            self._held.close()
            self._held = held
        keep_file(self._folder, self.directory, LOG)
        put_file(self.directory, LOG, os.pread(self._descriptor, self.scan.end, 0))
        self._open()
        self._clean, self.moved = False, True

    def close(self) -> None:
        """Close the files; a second call does nothing."""
        self.scan.file.close()
        if self._descriptor >= 0:
            os.close(self._descriptor)
        self._descriptor = -1
        self._held.close()


@contextmanager
def made_folder(directory: int, name: str) -> Iterator[int]:
    """A descriptor of a folder inside another, which is made if it is missing, for the other one's owner alone.

    Raises OSError.
    """
    try:
        os.mkdir(name, 0o700, dir_fd=directory)
        is_new = True
    except FileExistsError:
        is_new = False
    with open_folder(name, inside=directory, how=PLAIN) as inside:
        if is_new:
            keep_owner(inside, directory)
            sync_names(directory)
        yield inside


def put_file(directory: int, name: str, content: bytes, *, shared: bool = False, durable: bool = True) -> None:
    """Put a file into a folder, whole or not at all; it replaces a file of this name. Raises OSError.

    It belongs to the folder's owner, and no link is followed. The folder's group can read a `shared` file if it
    can read the folder. It is on the disk when this returns, if it shall be `durable`.
    """
    temporary = f".{name}.new"
    remove_file(directory, temporary)
    try:
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | PLAIN, 0o600, dir_fd=directory)
        with os.fdopen(descriptor, "wb") as file:
            keep_owner(descriptor, directory)
            if shared:
                keep_group(descriptor, directory)
            file.write(content)
            if durable:
                file.flush()
                os.fsync(descriptor)
        os.rename(temporary, name, src_dir_fd=directory, dst_dir_fd=directory)
        if durable:
            sync_names(directory)
    finally:
        with suppress(OSError):
            remove_file(directory, temporary)


def keep_file(folder: Path, directory: int, name: str) -> Path | None:
    """Keep a file of a folder under another name, if it is there. At every moment the file has a name."""
    if not os.path.lexists(folder / name):
        return None
    kept = free_name(folder, name)
    try:
        os.link(name, kept, src_dir_fd=directory, dst_dir_fd=directory, follow_symlinks=False)
    except OSError:
        os.rename(name, kept, src_dir_fd=directory, dst_dir_fd=directory)
    return folder / kept


def remove_file(directory: int, name: str) -> None:
    """Remove a name from a folder, if it is there."""
    with suppress(FileNotFoundError):
        os.unlink(name, dir_fd=directory)


def sync_names(directory: int) -> None:
    """Flush the names in a folder to the disk. Some file systems cannot do that, and do not need to."""
    with suppress(OSError):
        os.fsync(directory)


def is_own(file: Path, folder: Path) -> bool:
    """Whether a name for a new file is one of the record's own: to replace the lock would let two processes write."""
    place, home = Path(os.path.realpath(file)), Path(os.path.realpath(folder))
    return place.is_relative_to(home) and place != home and place.relative_to(home).parts[0].lower().startswith(_OWN)


def free_name(folder: Path, name: str) -> str:
    """A free name for a file that another one replaces: `record-1.log`; files kept earlier stay."""
    stem, dot, end = name.partition(".")
    names = (f"{stem}-{number}{dot}{end}" for number in count(1))
    return next(name for name in names if not os.path.lexists(folder / name))


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
    """Raise RecordTrouble if a line says that the log in `file` has a later version of the format."""
    if line.act.kind == acts.LOG:
        check_version(line.act.number, file)


def check_version(version: int, file: Path) -> None:
    """Raise RecordTrouble if the log in `file` has a later version of the format (REC-8)."""
    if version > NEWEST:
        raise RecordTrouble("record.newer", file=file, schema=version, known=NEWEST)
