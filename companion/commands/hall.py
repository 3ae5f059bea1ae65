"""`companion hall`: many tables, one board."""

from __future__ import annotations

from argparse import REMAINDER, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from companion.console import CommandError
from companion.installation import install_command

PARTS = {
    "adopt": "let another table send the results of a record",
    "board": "keep and show the results of all tables",
    "check": "look at the configuration, the brokers, and what is not confirmed",
    "export": "write standings or results as CSV, JSON or a page, without the board",
    "forget": "blank somebody's name and standing on the board",
    "init": "write the hall.toml of a new board",
    "publish": "send the results and the state of this table to the boards",
    "remove": "stop showing a table that does not come back",
    "renew": "change the certificate of the broker",
    "revoke": "make a new password and key for a table whose file is in wrong hands",
    "table": "print the hall.toml of a table",
}
"""What it does, each in a module of `halls`. Only the one that is called is imported: a publisher is small."""


LIBRARIES = ("paho-mqtt", "paho", ("board", "check", "publish")), ("uvicorn", "uvicorn", ("board",))
"""Each library with its module, and what needs it."""


def add(parser: ArgumentParser) -> None:
    """Argument: what to do; `companion hall WHAT --help` explains each."""
    parser.formatter_class = RawDescriptionHelpFormatter
    parser.epilog = "\n".join(["what:", *[f"  {name:9} {about}" for name, about in PARTS.items()]])
    parser.add_argument("what", metavar="WHAT", choices=PARTS, help="one of those below")
    parser.add_argument("rest", metavar="…", nargs=REMAINDER, help="its arguments")
    parser.set_defaults(parser=type(parser))


def run(arguments: Namespace) -> int:
    """Do it; the exit status."""
    for package, module, parts in LIBRARIES:
        if arguments.what in parts and find_spec(module) is None:
            extra = "hall" if arguments.what == "board" else "mqtt"
            raise CommandError(f"the hall needs {package}: {install_command(extra)}")
    part: Any = import_module(f"companion.commands.halls.{arguments.what}")
    parser = arguments.parser(prog=f"companion hall {arguments.what}", description=PARTS[arguments.what])
    part.add(parser)
    status: int = part.run(parser.parse_args(arguments.rest))
    return status
