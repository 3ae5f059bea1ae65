"""What is looked at before a record is opened for writing: cheap, but enough that SQLite never writes on over damage.

The header and the schema are looked at always, a small record whole. A larger one is looked at whole only after the
plug was pulled, and a very large one not even then: what is wrong there is noticed when it is read (see `journal`).
"""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from companion.table.place import BESIDE, FILE, Damaged, RecordTrouble, trouble
from companion.table.schema import SCHEMA, prepare

APPLICATION = 0x7AB1EC0
SMALL, MIDDLING = 2**20, 2**23
"""Bytes of a record that is looked at whole at every start; of one that is after the plug was pulled."""
SUM = 0xD6BF0C127CD5800
"""Of what SQLite says of the tables of a record of the present version."""
_TABLES = frozenset(("people", "games", "entries"))


def look(folder: Path) -> None:
    """Raise Damaged if what lies in the folder as the record is none any more; say nothing where there is none yet."""
    file = folder / FILE
    size, wal, old = [_bytes(folder / f"{FILE}{end}") for end in ("", "-wal", "-journal")]
    _bytes(folder / f"{FILE}-shm")
    if not size:
        if wal or (folder / FILE).exists():
            raise Damaged(f"{FILE} is empty")
        return
    if old and size > 4096:
        raise Damaged(f"{FILE}-journal is not ours")
    _header(file, size, alone=not wal)
    try:
        if wal:
            _logged(file, whole=size + wal <= MIDDLING)
        elif size <= SMALL:
            with closing(reading(file, "immutable=1")) as database:
                ours(database, file)
                _whole(database)
    except sqlite3.Error as error:
        raise trouble(error, "journal.open", strange=True, file=file) from error
    except ValueError as error:  # a message of SQLite with what is no text in it
        raise Damaged(repr(error)) from error


def _bytes(path: Path) -> int:
    """The size of a file, 0 where there is none. Raises Damaged for anything that is no file, a link among it: what it
    leads to is not ours to write, and there the log would lie beside something else.
    """
    try:
        status = path.lstat()
    except FileNotFoundError:
        return 0
    except OSError as error:
        raise RecordTrouble("journal.open", file=path, why=error.strerror or str(error)) from error
    if not stat.S_ISREG(status.st_mode):
        raise Damaged(f"{path.name} is not a file")
    return status.st_size


def _header(file: Path, size: int, *, alone: bool) -> None:
    """The first hundred bytes, as far as they can only be so in a record of ours."""
    try:
        with file.open("rb", buffering=0) as opened:
            header = opened.read(100)
    except OSError as error:
        raise RecordTrouble("journal.open", file=file, why=error.strerror or str(error)) from error
    page = int.from_bytes(header[16:18], "big")
    page = 65536 if page == 1 else page
    if (
        len(header) < 100
        or not header.startswith(b"SQLite format 3\0")
        or page < 512
        or page & (page - 1)
        or header[21:24] != b"\x40\x20\x20"
        or max(header[18:20]) > 2  # what no SQLite would write to
    ):
        raise Damaged("file is not a database")
    if header[96:100] == b"\0\0\0\0" or header[92:96] != header[24:28]:
        return  # no count of pages that would be kept up
    pages = int.from_bytes(header[28:32], "big")
    if alone and pages * page != size:  # with a log beside it the database may have been cut off in the middle
        raise Damaged(f"{file.name} has {size} bytes, {pages * page} are expected")


def reading(file: Path, how: str) -> sqlite3.Connection:
    """A database, only to be looked at."""
    # As a URI, so that its name may hold anything.
    database = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&{how}", uri=True, isolation_level=None)
    guard(database)
    return database


def guard(database: sqlite3.Connection) -> None:
    """What is in the file is data and nothing that is run; and pages are not believed before they are looked at."""
    database.execute("PRAGMA trusted_schema = OFF")
    database.execute("PRAGMA cell_size_check = ON")
    database.execute("PRAGMA mmap_size = 0")


def _whole(database: sqlite3.Connection) -> None:
    (said,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if said != "ok":
        raise Damaged(" ".join(str(said).split()))


def _logged(file: Path, *, whole: bool) -> None:
    """A record with a write-ahead log: the plug was pulled.

    Nothing is written into the database yet: a log with damage in the middle would be cut off there for good, and the
    log of another record would be written over this one.
    """
    wal = file.with_name(f"{file.name}-wal")
    with closing(reading(file, "")) as database:
        ours(database, file)
        if whole:
            _whole(database)
        with file.with_name(f"{file.name}-shm").open("rb") as index:
            index.seek(16)  # mxFrame, in the order of this machine's bytes
            known = index.read(4)
        # Imported when needed: most starts find no log.
        from companion.table.pages import cut_short

        if cut_short(wal, memoryview(known).cast("I")[0]):
            raise Damaged("the write-ahead log is damaged in the middle")
        now = _ends(database)
    try:
        with closing(reading(file, "immutable=1")) as database:
            before = _ends(database)
    except sqlite3.Error:  # the plug was pulled while the log was being carried over
        return
    if before - now:
        raise Damaged("the write-ahead log is not that of this record")


def _ends(database: sqlite3.Connection) -> set[tuple[object, ...]]:
    """The first entries and those that stand at round places: entries never change."""
    if not database.execute("SELECT 1 FROM sqlite_schema WHERE name = 'entries'").fetchone():
        return set()
    places = [1, 2, 3, *[base * 10**zeros for zeros in range(1, 7) for base in (1, 2, 5)]]
    some = ", ".join(map(str, places))
    rows = database.execute(f"SELECT id, game, text, parent, digest, at FROM entries WHERE id IN ({some})")
    return set(rows.fetchall())


# -- the schema


def ours(database: sqlite3.Connection, file: Path) -> int:
    """The version of the record in a database, 0 for a new one.

    Raises Damaged, or RecordTrouble for what is to be left alone: the database of another program, which may need it
    just there, and a record of a later version of this one. Nobody would be thanked for putting that one aside: people
    went back a version, and want their games when they have gone forward again; until then an empty record in its
    place would make them believe that all is lost, and would be in the way afterwards.
    """
    run = database.execute
    (schema,) = run("PRAGMA user_version").fetchone()
    (application,) = run("PRAGMA application_id").fetchone()
    names = {name for (name,) in run("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()}
    if application != APPLICATION and (names or schema):
        if names >= _TABLES:
            raise Damaged("the header does not name this program, the tables are its own")
        raise RecordTrouble("journal.foreign", file=file)
    if schema > SCHEMA and _told(database) != known():
        raise RecordTrouble("journal.newer", file=file, schema=schema, known=SCHEMA)
    if not 0 <= schema <= SCHEMA or bool(schema) != bool(names):
        raise Damaged(f"schema {schema} does not fit the tables")
    _no_program(database)
    return int(schema)


def _no_program(database: sqlite3.Connection) -> None:
    """Neither triggers nor views nor tables that are programs."""
    kinds = "type NOT IN ('table', 'index') OR sql LIKE '%virtual%'"
    found = database.execute(f"SELECT type FROM sqlite_schema WHERE {kinds}").fetchone()
    if found:
        raise Damaged(f"there is a {found[0]} in the record, which has none")


def same(database: sqlite3.Connection) -> None:
    """Raise Damaged unless the tables are exactly those of the present version."""
    told = _told(database)
    # To make a record and look at it takes longer than everything else here, so a sum of it is known beforehand.
    if _sum(told) != SUM and told != known():
        raise Damaged("the tables are not those of the record")


def known() -> set[tuple[str, str]]:
    """What SQLite says of the tables of a new record."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        prepare(fresh.execute, 0, ())
        return _told(fresh)


def _sum(told: set[tuple[str, str]]) -> int:
    # Not one of the libraries' sums, which would have to be imported.
    return int.from_bytes(repr(sorted(told)).encode(), "big") % (2**61 - 1)


def _told(database: sqlite3.Connection) -> set[tuple[str, str]]:
    rows: Iterable[tuple[str, str | None]] = database.execute("SELECT name, sql FROM sqlite_schema")
    # Blanks aside: versions of SQLite add columns with other ones.
    return {(name, "".join((sql or "").split())) for name, sql in rows if not name.startswith("sqlite_stat")}


def lies(folder: Path) -> bool:
    """Whether anything lies in the folder as the record."""
    return any(os.path.lexists(folder / f"{FILE}{end}") for end in ("", *BESIDE))
