"""`companion hall adopt`: a record belongs to another table from now on."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from re import fullmatch

from companion.commands.halls.opened_store import add_board_data, opened_store
from companion.hall.fields import KEY


def record(text: str) -> str:
    """The id of a record."""
    return _form(text, "[0-9a-f]{32}", "the id of a record: 32 digits and letters from a to f")


def table(text: str) -> str:
    """The name of a table or a club."""
    return _form(text, KEY, "a name: small letters, digits and -")


def _form(text: str, form: str, needed: str) -> str:
    if not fullmatch(form, text):
        raise ArgumentTypeError(f"{text!r} is not {needed}")
    return text


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
