"""`companion hall table`: the `hall.toml` of a table, from that of the board."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace

from companion.commands import CommandError
from companion.commands.console.standard_streams import print_line
from companion.commands.halls.adopt import table
from companion.commands.halls.configuration import add_config, load_config
from companion.hall.canonical import table_key
from companion.words import Words


def add(parser: ArgumentParser) -> None:
    """Which table."""
    parser.add_argument("table", metavar="TABLE", type=table, help="its name: small letters, digits and -")
    add_config(parser)


def run(arguments: Namespace) -> int:
    """Print the file; the exit status."""
    config = load_config(arguments, Words("en"))
    if arguments.table == "board":
        raise CommandError("no table may have the name of the boards")
    if config.people_key is None:
        raise CommandError(f"{arguments.config}: people.key is missing; every table needs the same")
    urls = [str(broker) for broker in config.brokers]
    lines = [
        f"club = {json.dumps(config.club)}",
        f"table = {json.dumps(arguments.table)}",
        f"broker = {json.dumps(urls[0] if len(urls) == 1 else urls)}",
    ]
    if config.login.user is not None:
        lines += [f"user = {json.dumps(arguments.table)}", 'password_file = "password"']
    if config.login.ca is not None:
        lines.append(f"ca = {json.dumps(config.login.ca)}")
    if config.board.secret is not None:
        lines.append(f"key = {json.dumps(table_key(config.board.secret, config.club, arguments.table))}")
    lines += ["", "[people]", f"names = {json.dumps(config.names)}", f"key = {json.dumps(config.people_key)}"]
    for line in lines:
        print_line(line)
    return 0
