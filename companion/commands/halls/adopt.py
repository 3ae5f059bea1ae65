"""`companion hall adopt`: a record belongs to another table from now on."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from companion.commands.halls.configuration import record, table
from companion.commands.halls.opened_store import add_board_data, opened_store


def add(parser: ArgumentParser) -> None:
    """Arguments: which record, and which table."""
    parser.add_argument("record", metavar="RECORD", type=record, help="the id of the record, as tables.json shows it")
    parser.add_argument("table", metavar="TABLE", type=table, help="the table that may send its results from now on")
    add_board_data(parser)


def run(arguments: Namespace) -> int:
    """Write it into the board's database; the board, if it runs, notices it within seconds. The exit status."""
    with opened_store(arguments) as store:
        store.adopt(arguments.record, arguments.table)
    return 0
