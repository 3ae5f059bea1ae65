"""`companion hall`: many tables, one board."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from importlib import import_module
from importlib.util import find_spec

from companion.commands import CommandError

PARTS = {
    "adopt": "let another table tell the results of a record",
    "board": "keep and show the results of all tables",
    "forget": "blank somebody's name and standing on the board",
    "init": "write the hall.toml of a new board",
    "publish": "send the results and the state of this table to the boards",
    "table": "print the hall.toml of a table",
}
"""What it does, each in a module of `halls`."""


def add(parser: ArgumentParser) -> None:
    """What to do."""
    if find_spec("paho") is None:
        raise CommandError("the hall needs paho-mqtt: pip install 'table-companion[hall]'")
    parts = parser.add_subparsers(metavar="WHAT", required=True)
    for name, about in PARTS.items():
        if name == "board" and find_spec("uvicorn") is None:
            continue  # a table does without
        part = parts.add_parser(name, help=about, description=about)
        module = import_module(f"companion.commands.halls.{name}")
        module.add(part)
        part.set_defaults(part=module)


def run(arguments: Namespace) -> int:
    """Do it; the exit status."""
    status: int = arguments.part.run(arguments)
    return status
