"""`companion backup`: write the record and the settings into one file."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from companion.commands.console.arguments import add_data, path
from companion.commands.console.standard_streams import print_line
from companion.commands.record_access.named import named_record
from companion.record.backup import backup


def add(parser: ArgumentParser) -> None:
    """The file to write."""
    parser.add_argument("file", metavar="FILE", type=path, help="a new file, or a backup that this one replaces")
    add_data(parser)


def run(arguments: Namespace) -> int:
    """Write the backup; the exit status."""
    with named_record(arguments) as (folder, words):
        counted = backup(folder, arguments.file)
        print_line(words("backup.done", file=arguments.file, games=counted.games, entries=counted.entries))
    return 0
