"""A backup: one file with the whole record and the settings, and the way back.

The file is a SQLite database with the tables of the record, as they were at one moment, and one more, `backup`: when
it was made, the settings, and a checksum over everything. Its head says that it is a backup, so that neither is taken
for the other. It is written whole or not at all.

Coming back, nothing of the file is trusted. It is copied, looked through, and its rows are put into tables of our own
making; only then the present record makes room, under a new name.
"""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, mkstemp
from typing import BinaryIO, NamedTuple

from companion.table.journal import APPLICATION, FILE, LOCK, RecordTrouble, locked
from companion.table.reading import LEADS_NOWHERE, led_on, reading, why
from companion.table.schema import SCHEMA, counted_anew, prepare
from companion.table.settings_file import FILE as SETTINGS
from companion.table.vetting import Counted, Unsound, checksum, entered, examined, shaped, tables, wary

BACKUP = 0x7AB1EC1
"""What the head of a backup says; a record has another number there."""
_MAGIC = b"SQLite format 3\0"
_APPLICATION_AT = slice(68, 72)
_SETTINGS_MOST = 64 * 1024
_TABLE = """
CREATE TABLE backup (at REAL NOT NULL, settings TEXT, checksum TEXT NOT NULL) STRICT
"""
_UNREAD = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CONSTRAINT)
"""What SQLite says when the fault is in the file it reads from."""

class Restored(NamedTuple):
    """What came back, and where what was there before is now; None where there was nothing."""

    counted: Counted
    record: Path | None
    settings: Path | None


# -- there


def backup(folder: Path, target: Path, at: float) -> Counted:
    """Write a backup of the record and the settings in a folder; how much it holds.

    The device may go on meanwhile. Raises RecordTrouble, and then `target` is as it was.
    """
    try:
        if os.path.lexists(target) and not _ours(target):
            raise RecordTrouble("backup.there", file=target)
        with reading(folder) as record:
            settings = _settings(folder)
            descriptor, name = mkstemp(prefix=".backup-", dir=target.parent)
            temporary = Path(name)
            try:
                os.close(descriptor)
                counted = _written(record, folder / FILE, temporary, settings, at)
                _synced(temporary)
                temporary.replace(target)
            except BaseException:
                temporary.unlink(missing_ok=True)
                raise
            _synced(target.parent)
    except OSError as error:
        raise RecordTrouble("backup.unwritable", file=target, why=why(error)) from error
    return counted


def _written(record: sqlite3.Connection, file: Path, temporary: Path, settings: str | None, at: float) -> Counted:
    try:
        # It reads the record as it is at one moment, whatever is told meanwhile.
        record.execute("VACUUM INTO ?", (temporary.absolute().as_uri(),))
        with closing(sqlite3.connect(temporary, isolation_level=None)) as copy:
            # What could not be restored is no backup; so the record is looked through here as well.
            (schema,) = copy.execute("PRAGMA user_version").fetchone()
            if schema == SCHEMA:
                counted = examined(copy, replay=False)
            else:
                with closing(led_on(copy)) as present:
                    counted = examined(present, replay=False)
            copy.execute("PRAGMA journal_mode = MEMORY")
            copy.execute("BEGIN")
            found = checksum(copy, tables(copy))
            copy.execute(_TABLE)
            copy.execute("INSERT INTO backup VALUES (?, ?, ?)", (at, settings, found))
            copy.execute(f"PRAGMA application_id = {BACKUP}")
            copy.execute("COMMIT")
    except LEADS_NOWHERE as error:
        raise RecordTrouble("backup.record-damaged", file=file, what=Unsound("shape").message) from error
    except Unsound as unsound:
        raise RecordTrouble("backup.record-damaged", file=file, what=unsound.message) from unsound
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _UNREAD:
            raise RecordTrouble("journal.read", why=error) from error
        raise RecordTrouble("backup.unwritable", file=temporary.parent, why=error) from error
    return counted


def _settings(folder: Path) -> str | None:
    """The text of the settings; None where there are none that could be read again."""
    file = folder / SETTINGS
    with suppress(OSError, UnicodeDecodeError):
        if file.is_file() and file.stat().st_size <= _SETTINGS_MOST:
            return file.read_text("utf-8")
    return None


def _ours(file: Path) -> bool:
    """Whether a name is that of a backup that another may take the place of."""
    if not stat.S_ISREG(file.lstat().st_mode):
        return False
    with file.open("rb") as opened:
        return _kind(opened) == BACKUP


def _kind(file: BinaryIO) -> int | None:
    """What the head of a database says that it is; None for what is no database."""
    head = file.read(100)
    return int.from_bytes(head[_APPLICATION_AT], "big") if head.startswith(_MAGIC) and len(head) == 100 else None


# -- and back


def restore(folder: Path, source: Path) -> Restored:
    """Put the record and the settings of a backup into a folder. The device must not have it open.

    What is there is kept under a new name. Raises RecordTrouble, and then everything is as it was.
    """
    try:
        with ExitStack() as stack:
            given = stack.enter_context(_given(source))
            stack.enter_context(_held(folder))
            place = Path(stack.enter_context(TemporaryDirectory(prefix=".restore-", dir=folder)))
            with (place / "backup").open("wb") as copy:
                shutil.copyfileobj(given, copy)
            settings, counted = _rebuilt(source, place)
            _owned(place, folder)
            for part in place.iterdir():
                _synced(part)
            record = _change_places(place / FILE, folder / FILE)
            before = _change_places(place / SETTINGS, folder / SETTINGS) if settings else None
            _synced(folder)
    except OSError as error:
        raise RecordTrouble("restore.unwritable", folder=folder, why=why(error)) from error
    return Restored(counted, record, before)


@contextmanager
def _given(source: Path) -> Iterator[BinaryIO]:
    """The file of a backup. Neither a pipe, on which one would wait for ever, nor a device."""
    try:
        file = os.fdopen(os.open(source, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb")
    except OSError as error:
        raise RecordTrouble("restore.unreadable", file=source, why=why(error)) from error
    with file:
        try:
            kind = _kind(file) if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else None
            if kind is not None:
                file.seek(0)
        except OSError as error:
            raise RecordTrouble("restore.unreadable", file=source, why=why(error)) from error
        if kind == APPLICATION:
            raise RecordTrouble("restore.record", file=source)
        if kind != BACKUP:
            raise RecordTrouble("restore.foreign", file=source)
        yield file


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """No device opens the record meanwhile. A folder that is made for this goes away again if nothing comes into it."""
    made = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    lock = locked(folder / LOCK)
    try:
        yield
    except BaseException:
        if made:
            (folder / LOCK).unlink()
            with suppress(OSError):
                folder.rmdir()
        raise
    finally:
        lock.close()


def _rebuilt(source: Path, place: Path) -> tuple[bool, Counted]:
    """Make the record and the settings out of the copy in `place`; whether there are settings, and how much it is."""
    try:
        with ExitStack() as stack:
            copy = stack.enter_context(closing(sqlite3.connect(place / "backup", isolation_level=None)))
            wary(copy)
            (schema,) = copy.execute("PRAGMA user_version").fetchone()
            if schema > SCHEMA:
                raise RecordTrouble("journal.newer", file=source, schema=schema, known=SCHEMA)
            new = stack.enter_context(closing(sqlite3.connect(place / FILE, isolation_level=None)))
            new.execute("PRAGMA journal_mode = MEMORY")
            new.execute("BEGIN")
            prepare(new.execute, 0, ())
            wanted = tables(new)
            shaped(copy, {*wanted, "backup"})
            (settings, known) = copy.execute("SELECT settings, checksum FROM backup").fetchone()
            if checksum(copy, [name for name in tables(copy) if name != "backup"]) != known:
                raise Unsound("checksum")
            entered(copy)
            if schema < SCHEMA:
                copy.execute("BEGIN")
                prepare(copy.execute, schema, ())
                copy.execute("COMMIT")
            for name, columns in wanted.items():
                listed, gaps = ", ".join(columns), ", ".join("?" * len(columns))
                rows = copy.execute(f"SELECT {listed} FROM {name}")
                new.executemany(f"INSERT INTO {name} ({listed}) VALUES ({gaps})", rows)
            counted = examined(new, replay=True)
            # What has been counted follows from the games; what a file says of it need not.
            counted_anew(new.execute)
            new.execute(f"PRAGMA application_id = {APPLICATION}")
            new.execute("COMMIT")
    except Unsound as unsound:
        raise RecordTrouble("restore.damaged", file=source, what=unsound.message) from unsound
    except LEADS_NOWHERE as error:
        what = Unsound("shape").message
        raise RecordTrouble("restore.damaged", file=source, what=what) from error
    except sqlite3.Error as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL:
            raise RecordTrouble("journal.full") from error
        what = Unsound("database", why=error).message
        raise RecordTrouble("restore.damaged", file=source, what=what) from error
    (place / "backup").unlink()
    if settings is not None:
        (place / SETTINGS).write_bytes(settings.encode("utf-8", "replace"))
    return settings is not None, counted


def _owned(place: Path, folder: Path) -> None:
    """Files that root puts there must be the device's, or it could not open them."""
    owner = folder.stat()
    for part in (*place.iterdir(), folder / LOCK):
        part.chmod(0o600)
        if os.geteuid() == 0:
            os.chown(part, owner.st_uid, owner.st_gid)


def _change_places(new: Path, there: Path) -> Path | None:
    """A file takes a name; what had it is kept under another, whatever it is, and at no moment nobody has it."""
    aside: Path | None = None
    log = there.with_name(f"{there.name}-wal")
    if os.path.lexists(there):
        aside = _free(there)
        # With what a plug that was pulled has left in the log; SQLite finds it again by its name.
        if log.exists():
            _double(log, aside.with_name(f"{aside.name}-wal"))
        _double(there, aside)
        _synced(there.parent)
    # Before the new file is there: SQLite would take the log for one of that file.
    log.unlink(missing_ok=True)
    there.with_name(f"{there.name}-shm").unlink(missing_ok=True)
    new.replace(there)
    return aside


def _free(there: Path) -> Path:
    """The name under which a file is kept; what was kept before stays."""
    number = 1
    while any(there.parent.glob(f"{there.stem}-{number}.*")):
        number += 1
    return there.with_stem(f"{there.stem}-{number}")


def _double(file: Path, name: Path) -> None:
    """A second name for a file; where a disk knows no such thing, a copy."""
    try:
        os.link(file, name)
    except OSError:
        shutil.copyfile(file, name)
        _synced(name)


def _synced(path: Path) -> None:
    """A file, or the names in a folder, are on the disk when this returns."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        # Some disks of a network cannot do that with a folder.
        if error.errno != errno.EINVAL:
            raise
    finally:
        os.close(descriptor)
