"""`companion hall forget`: somebody has neither a name nor a standing on the board any more."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from companion.commands.halls.configuration import person
from companion.commands.halls.opened_store import add_board_data, opened_store
from companion.console import print_line


def add(parser: ArgumentParser) -> None:
    """Argument: the person."""
    parser.add_argument("person", metavar="PERSON", type=person, help="the id, as standings.json shows it")
    add_board_data(parser)


def run(arguments: Namespace) -> int:
    """Write it into the board's database; the board, if it runs, notices it within seconds. The exit status."""
    with opened_store(arguments) as store:
        games = store.forget(arguments.person)
    print_line(f"{arguments.person} is no longer in the standings; games that no longer show the name: {games}")
    return 0
