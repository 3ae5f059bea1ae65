"""`companion backup`: write the record and the settings into one file."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace

from companion.console import add_data, complain, path, print_line
from companion.console.record_access import named_record
from companion.games.installed import INSTALLED
from companion.record.backup import back_up, backup


def add(parser: ArgumentParser) -> None:
    """Argument: the file to write."""
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("file", metavar="FILE", nargs="?", type=path, help="a new file, or a backup to be replaced")
    which.add_argument(
        "--numbered", metavar="NAME", type=_name, help="in the record's folder, under the next number; three are kept"
    )
    add_data(parser)


def run(arguments: Namespace) -> int:
    """Write the backup; the exit status."""
    with named_record(arguments) as (folder, words):
        if arguments.numbered is not None:
            file, counted = back_up(folder, INSTALLED, arguments.numbered)
        else:
            file, counted = arguments.file, backup(folder, INSTALLED, arguments.file)
        print_line(words("backup.done", file=file, games=counted.games, entries=counted.entries))
        if counted.damaged:
            complain(words("backup.damaged"))
    return 0


def _name(text: str) -> str:
    if not re.fullmatch("[A-Za-z0-9][A-Za-z0-9._+~-]*", text):
        raise ArgumentTypeError(f"{text!r} is not a name of letters, digits, dots and dashes")
    return text
