"""Reading the record while the device may be writing it. Nothing is changed, and no file appears beside the record."""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.table.journal import APPLICATION, FILE, LOCK, RecordTrouble
from companion.table.schema import SCHEMA, prepare, settle, settled

LEADS_NOWHERE = (LookupError, TypeError, ValueError, AssertionError)
"""What leading rows of an older schema on comes to where they do not fit together."""


@contextmanager
def reading(folder: Path) -> Iterator[sqlite3.Connection]:
    """The record in a folder, at whatever schema it is; raises RecordTrouble.

    While the device has it open, it is read beside the device. Otherwise it is held against a device that starts in
    the middle: that one tries again.
    """
    file = folder / FILE
    with ExitStack() as stack:
        try:
            if not file.is_file():
                raise RecordTrouble("journal.none", folder=folder)
            where = stack.enter_context(address(folder))
            database = stack.enter_context(closing(sqlite3.connect(where, uri=True, isolation_level=None)))
            (application,) = database.execute("PRAGMA application_id").fetchone()
            (schema,) = database.execute("PRAGMA user_version").fetchone()
        except OSError as error:
            raise RecordTrouble("journal.open", file=file, why=why(error)) from error
        except sqlite3.Error as error:
            raise RecordTrouble("journal.open", file=file, why=error) from error
        if application != APPLICATION:
            raise RecordTrouble("journal.foreign", file=file)
        if schema > SCHEMA:
            raise RecordTrouble("journal.newer", file=file, schema=schema, known=SCHEMA)
        yield database


@contextmanager
def present(folder: Path) -> Iterator[sqlite3.Connection]:
    """The record in a folder at one moment, at the present schema; raises RecordTrouble."""
    with reading(folder) as database:
        (schema,) = database.execute("PRAGMA user_version").fetchone()
        if schema == SCHEMA:
            settled(database.execute)
            database.execute("BEGIN")
            yield database
            return
        try:
            copy = led_on(database)
        except (sqlite3.Error, *LEADS_NOWHERE) as error:
            raise RecordTrouble("journal.read", why=error) from error
        with closing(copy):
            yield copy


def led_on(database: sqlite3.Connection) -> sqlite3.Connection:
    """A copy in memory, led on to the present schema; raises one of LEADS_NOWHERE where the rows do not fit."""
    copy = sqlite3.connect(":memory:", isolation_level=None)
    database.backup(copy)
    (schema,) = copy.execute("PRAGMA user_version").fetchone()
    copy.execute("BEGIN")
    if schema < SCHEMA:
        prepare(copy.execute, schema, ())
    settle(copy.execute)
    copy.execute("COMMIT")
    return copy


@contextmanager
def address(folder: Path) -> Iterator[str]:
    """Where SQLite finds the record, and how it has to be opened so that it is left as it is."""
    file = (folder / FILE).absolute()
    with ExitStack() as stack:
        if not stack.enter_context(alone(folder / LOCK)):
            yield f"{file.as_uri()}?mode=ro"
            return
        log = file.with_name(f"{FILE}-wal")
        if log.exists():
            # Left by a plug that was pulled: to open it in its place would begin to repair it.
            place = Path(stack.enter_context(TemporaryDirectory()))
            for part in (file, log):
                shutil.copyfile(part, place / part.name)
            yield (place / FILE).as_uri()
        else:
            yield f"{file.as_uri()}?mode=ro&immutable=1"


@contextmanager
def alone(lock: Path) -> Iterator[bool]:
    """Whether no device has the record open, nor will while this lasts."""
    try:
        descriptor = os.open(lock, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        yield True
        return
    except PermissionError:
        yield False
        return
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
            nobody = True
        except BlockingIOError:
            nobody = False
        yield nobody
    finally:
        os.close(descriptor)


def why(error: OSError) -> str:
    """What the system says, as part of a sentence."""
    text = error.strerror or str(error)
    return text[:1].lower() + text[1:]
