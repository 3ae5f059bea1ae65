"""The command line. Each file of `companion.commands` is a command; only the one that is called is imported."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from companion import __version__, commands
from companion.commands import CommandError
from companion.commands.console.standard_streams import OutputLost, complain, drop_output, guard_output, printable

_FIRST_LINE = re.compile(r'"""`companion ([a-z-]+)`: (.+?)\.?(?:""")?\n')
"""The first line of a command's file: its name, and what `companion --help` says of it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    # `companion` alone, or with nothing but options, is `companion run`.
    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help", "--version")):
        words.insert(0, "run")
    guard_output()
    status = 0
    try:
        try:
            status = _run(words)
        except CommandError as error:
            status = error.status
            for line in error.lines:
                complain(line)
        except KeyboardInterrupt:
            drop_output()  # what waits in the buffer may have been written already
            return 130
        finally:
            sys.stdout.flush()
    except OutputLost as lost:
        drop_output()
        if not lost.reader_gone:
            complain(str(lost))
            return 1
    return status


def _run(words: list[str]) -> int:
    """Call the command that the first word names; raises SystemExit for --help and for wrong arguments."""
    parser = Parser(prog="companion", description="Scorekeeper and referee for the table.")
    parser.add_argument(
        "--version", action="version", version=f"companion {__version__}", help="show the version and end"
    )
    found = find_commands()
    # The prog is given because argparse would format a help page to find it, and import what that needs.
    subparsers: Any = parser.add_subparsers(prog="companion", metavar="COMMAND", required=True)
    command: Any = None
    if words[0] in found:
        module, line = found[words[0]]
        command = import_module(module)
        # A command may have a --help of its own, in place of argparse's.
        command.add(subparsers.add_parser(words[0], help=line, conflict_handler="resolve"))
    else:
        for name, (_, line) in found.items():
            subparsers.add_parser(name, help=line)
    chosen = parser.parse_args(words)
    status: int = command.run(chosen)
    return status


@cache
def find_commands() -> dict[str, tuple[str, str]]:
    """Every command with its module and the line that `companion --help` shows.

    Both are read from the first line of the command's file, so that nothing which a command needs is imported.
    """
    found = {}
    for folder in commands.__path__:
        for file in Path(folder).glob("*.py"):
            with file.open(encoding="utf-8") as opened:
                line = _FIRST_LINE.fullmatch(opened.readline())
            if line is not None:
                found[line[1]] = f"{commands.__name__}.{file.stem}", line[2]
    return dict(sorted(found.items()))


class Parser(argparse.ArgumentParser):
    """Reports wrong arguments without the control characters that may stand in them."""

    def error(self, message: str) -> NoReturn:
        super().error(printable(message))
