"""The command line. Each file of `companion.commands` is a command; only the one that is called is imported."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from os.path import isfile
from pathlib import Path
from typing import Any

from companion import __version__, commands
from companion.console import CommandError, OutputLost, Parser, complain, drop_output, guard_output

_FIRST_LINE = '"""`companion '
"""How a command's file begins. The line goes on with its name, a backquote and what `companion --help` says of it; a
command of which it says nothing is not for people, and is not in that list.
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
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
    first = words[0] if words else ""
    # `companion` alone, or with nothing but options, is `companion run`.
    unnamed = not words or (first.startswith("-") and first not in ("-h", "--help", "--version"))
    name = "run" if unnamed else first
    command_file = _find_command(name)
    if command_file is not None:
        module, line = command_file
        gc.disable()  # imports make no garbage, and looking for it takes a tenth of their time
        command: Any = import_module(module)
        gc.freeze()
        gc.enable()
        # A command may have a --help of its own, in place of argparse's.
        parser = Parser(
            prog="companion" if unnamed else f"companion {name}", description=line, conflict_handler="resolve"
        )
        if unnamed:
            _add_version(parser)
        command.add(parser)
        status: int = command.run(parser.parse_args(words if unnamed else words[1:]))
        return status
    listed = {name: line for name, (_, line) in find_commands().items() if line}
    about = "Scorekeeper and referee for the table."
    parser = Parser(prog="companion", usage="%(prog)s [-h] [--version] COMMAND ...", description=about)
    _add_version(parser)
    if not first.startswith("-"):
        parser.refuse_word(first, "a command", listed, "companion --help lists them")
    subparsers = parser.add_subparsers(metavar="COMMAND")
    for name, line in listed.items():
        subparsers.add_parser(name, help=line)
    parser.parse_args(words)  # prints and ends
    return 0


def _add_version(parser: Parser) -> None:
    version = f"companion {__version__}"
    parser.add_argument("--version", action="version", version=version, help="show the version and end")


@cache
def find_commands() -> dict[str, tuple[str, str]]:
    """Every command with its module and the line that `companion --help` shows, empty for a command it does not list.

    Both are read from the first line of the command's file, so that nothing which a command needs is imported.
    """
    files = [file for folder in commands.__path__ for file in Path(folder).glob("*.py")]
    return dict(sorted([command for command in map(_read_command, files) if command is not None]))


@cache
def _find_command(name: str) -> tuple[str, str] | None:
    """The module and the line of a command, as in `find_commands`; None if there is none of this name."""
    # Most lie in a file of their name; to read all others takes a fiftieth of a start.
    file = Path(commands.__path__[0], f"{name}.py")
    there = name.isidentifier() and isfile(file)  # noqa: PTH113 - Path.is_file raises for a name that is too long
    command = _read_command(file) if there else None
    return command[1] if command is not None and command[0] == name else find_commands().get(name)


def _read_command(file: Path) -> tuple[str, tuple[str, str]] | None:
    """The name of the command in a file, its module and its line; None if the file has no command."""
    with file.open(encoding="utf-8") as opened:
        first = opened.readline().rstrip()
    if not first.startswith(_FIRST_LINE):
        return None
    name, _, line = first.removeprefix(_FIRST_LINE).removesuffix('"""').partition("`")
    return name, (f"{commands.__name__}.{file.stem}", line.removeprefix(": ").removesuffix("."))
