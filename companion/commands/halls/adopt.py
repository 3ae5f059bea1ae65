"""`companion hall adopt`: a record belongs to another table from now on."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from companion.commands.halls.configuration import record, table
from companion.commands.halls.opened_store import add_board_data, opened_store, tables_here
from companion.console import CommandError, print_line


def add(parser: ArgumentParser) -> None:
    """Arguments: which record, and which table."""
    parser.add_argument("record", metavar="RECORD", type=record, help="the id of the record, as tables.json shows it")
    parser.add_argument("table", metavar="TABLE", type=table, help="the table that may send its results from now on")
    add_board_data(parser)


def run(arguments: Namespace) -> int:
    """Write it into the board's database; the board, if it runs, notices it within seconds. The exit status.

    The table may be one that the board does not know: it refuses the results of a table that has an old record.
    """
    record, table = arguments.record, arguments.table
    with opened_store(arguments) as store:
        owners, rows = store.owners(), store.rows()
        senders = {row.record: row.table for row in rows} | owners
        if record not in senders:
            known = ", ".join([f"{one} of {sender}" for one, sender in sorted(senders.items())]) or "none"
            raise CommandError(f"{record}: no table has sent results of this record; records here: {known}", status=1)
        others = tables_here(store, table)
        store.adopt(record, table)
    print_line(f"{record} belongs to {table} now, before to {senders[record]}{others}")
    return 0
