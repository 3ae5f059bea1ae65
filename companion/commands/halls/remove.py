"""`companion hall remove`: a table that does not come back is not shown any more."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from companion.commands.halls.configuration import table
from companion.commands.halls.opened_store import add_board_data, opened_store, tables_here
from companion.console import print_line


def add(parser: ArgumentParser) -> None:
    """Argument: which table."""
    parser.add_argument("table", metavar="TABLE", type=table, help="the table, as tables.json shows it")
    add_board_data(parser)


def run(arguments: Namespace) -> int:
    """Write it into the board's database; the board, if it runs, notices it within seconds. The exit status.

    Of a table that has only said its state the database does not know.
    """
    with opened_store(arguments) as store:
        store.remove(arguments.table)
        results = sum(row.table == arguments.table for row in store.rows())
        others = tables_here(store, arguments.table)
    print_line(f"{arguments.table} is not shown until it speaks again; its results count as before: {results}{others}")
    return 0
