"""`companion export`: write a game, or all, as text, JSON or a table of results."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from companion.commands import CommandError
from companion.commands.console.arguments import add_data, path
from companion.commands.record_access.named import named_record
from companion.commands.record_access.output_file import write_file, write_stdout
from companion.record.exchange import export_text


def add(parser: ArgumentParser) -> None:
    """Which games, in which format, and where to."""
    parser.add_argument("game", metavar="GAME", nargs="?", help="its number in the record, or last")
    parser.add_argument("--all", action="store_true", help="all games")
    formats = "text in the action notation (the default), JSON, or results as CSV"
    parser.add_argument("--as", dest="format", choices=("text", "json", "csv"), default="text", help=formats)
    parser.add_argument("-o", dest="file", metavar="FILE", type=path, help="write there, not to standard output")
    add_data(parser)


def run(arguments: Namespace) -> int:
    """Write the games; the exit status."""
    with named_record(arguments) as (folder, words):
        if (arguments.game is None) != arguments.all:
            raise CommandError(words("export.which"))
        pieces = export_text(folder, arguments.game, arguments.format)
        if arguments.file is None:
            write_stdout(pieces)
        else:
            write_file(pieces, arguments.file, folder)
    return 0
