"""The database of a board for the commands that change something in it."""

from __future__ import annotations

import errno
import sqlite3
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from companion.console import CommandError, own_folder, path
from companion.services.hall.store import FILE, Store, cause
from companion.texts import reason_of

SERVICE = Path("/var/lib/companion-board")
"""Where the service keeps it."""


def add_board_data(parser: ArgumentParser) -> None:
    """The option --data: the folder of the database as a path, or None."""
    parser.add_argument("--data", metavar="DIR", type=path, help="the folder of the board's database")


def board_folder(arguments: Namespace) -> Path:
    """The folder of the board's database: --data, the service's, or the user's own."""
    return own_folder(arguments.data, SERVICE, "table-companion-board")


@contextmanager
def opened_store(arguments: Namespace) -> Iterator[Store]:
    """The database that --data names, which must be there already. Raises CommandError."""
    folder = board_folder(arguments)
    try:
        if not (folder / FILE).is_file():
            raise CommandError(f"{folder / FILE} is not there; name the folder of the board with --data", status=1)
        with closing(Store(folder)) as store:
            yield store
    except (sqlite3.Error, OSError) as error:
        raise CommandError(f"{folder / FILE}: {_why(folder, cause(folder, error))}", status=1) from error


def tables_here(store: Store, table: str) -> str:
    """What to say behind the name of a table of which the database has nothing: it may be mistyped."""
    tables = {row.table for row in store.rows()} | set(store.owners().values())
    if table in tables:
        return ""
    return f"; {table} has sent no results to this board; tables that have: {', '.join(sorted(tables)) or 'none'}"


def _why(folder: Path, error: sqlite3.Error | OSError) -> str:
    if getattr(error, "errno", None) == errno.EROFS:
        return f"its disk is read-only; copy {folder} to another disk, and name the copy with --data"
    return reason_of(error)
