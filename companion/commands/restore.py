"""`companion restore`: restore the record and the settings from a backup."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from companion.console import add_data, path, print_line
from companion.console.record_access import named_record
from companion.games.installed import INSTALLED
from companion.record.backup import restore


def add(parser: ArgumentParser) -> None:
    """Argument: the file to read."""
    parser.add_argument("file", metavar="FILE", type=path, help="the backup")
    add_data(parser)


def run(arguments: Namespace) -> int:
    """Restore the backup and say where the former files are; the exit status."""
    with named_record(arguments) as (folder, words):
        restored = restore(folder, INSTALLED, arguments.file)
    counted = restored.counted
    print_line(words("restore.done", file=arguments.file, games=counted.games, entries=counted.entries))
    if counted.stuck:
        print_line(words("restore.stuck", stuck=counted.stuck))
    for former in (restored.record, restored.settings, restored.pads, restored.tags):
        if former is not None:
            print_line(words("restore.kept", file=former))
    return 0
