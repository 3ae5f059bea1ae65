"""`companion hall init`: the `hall.toml` of a new board, with fresh secrets."""

from __future__ import annotations

import json
import os
import secrets
from argparse import ArgumentParser, Namespace
from pathlib import Path

from companion.commands import CommandError
from companion.commands.console.standard_streams import print_line
from companion.commands.halls.adopt import table
from companion.commands.halls.configuration import add_config
from companion.hall.config import parse_config
from companion.reader import Wrong


def add(parser: ArgumentParser) -> None:
    """The club and its broker."""
    parser.add_argument("club", metavar="CLUB", type=table, help="its name: small letters, digits and -")
    parser.add_argument(
        "--broker", metavar="URL", required=True, help="like mqtts://host:8883, or mqtt:// in this house"
    )
    add_config(parser)


def run(arguments: Namespace) -> int:
    """Write the file, which must not be there yet; the exit status."""
    file: Path = arguments.config
    text = (
        f"club = {json.dumps(arguments.club)}\nbroker = {json.dumps(arguments.broker)}\n\n"
        f'[people]\nnames = "none"\nkey = "{secrets.token_hex(32)}"\n\n[board]\nsecret = "{secrets.token_hex(32)}"\n'
    )
    try:
        parse_config(text, lambda name: "")
    except Wrong as wrong:
        raise CommandError(f"{arguments.broker!r} is not a broker; it must be like mqtts://host:8883") from wrong
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o640), "w", encoding="utf-8") as opened:
            opened.write(text)
    except OSError as error:
        raise CommandError(f"{file}: {(error.strerror or str(error)).lower()}") from error
    print_line(f"{file} is written. Keep it secret: who has it can speak for every table")
    print_line("next: companion hall table NAME > hall.toml for each table, and companion hall board here")
    return 0
