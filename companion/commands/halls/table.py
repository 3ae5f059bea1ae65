"""`companion hall table`: the `hall.toml` of a table, made from the board's."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path
from re import findall

from companion.commands.halls.configuration import add_config, load_config, table
from companion.commands.halls.mosquitto import PASSWORDS, let_in, next_certificate
from companion.console import CommandError
from companion.hall.canonical import table_key, table_password
from companion.hall.config import PEM
from companion.texts import reason_of
from companion.words import Words


def add(parser: ArgumentParser) -> None:
    """Argument: which table."""
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
    if config.login.ca is not None:
        certificates = _certificates(config.login.ca, arguments.config)
        if (following := next_certificate(config, arguments.config)) is not None and following.exists():
            certificates += _certificates(following.name, arguments.config)
        lines.append(f'ca = """\n{certificates}"""')
    secret, whose = config.board.secret, (config.club, arguments.table, config.revoked.get(arguments.table, 0))
    if config.login.user is not None:
        if secret is None:
            raise CommandError(f"{arguments.config}: board.secret is missing; passwords of tables are made from it")
        password = table_password(secret, *whose)
        lines += [f"user = {json.dumps(arguments.table)}", f"password = {json.dumps(password)}"]
        let_in(arguments.config.absolute().parent / PASSWORDS, arguments.table, password)
    if secret is not None:
        lines.append(f"key = {json.dumps(table_key(secret, *whose))}")
    lines += ["", "[people]", f"names = {json.dumps(config.names)}", f"key = {json.dumps(config.people_key)}"]
    for line in lines:
        print(line)
    return 0


def _certificates(ca: str, config: Path) -> str:
    """The certificates of a file, or in a text, and nothing else of it: no key leaves the board."""
    text = ca
    if not ca.startswith(PEM):
        try:
            text = (config.parent / ca).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(
                f"{config.parent / ca}: {reason_of(error)}; it must be the certificate that ca names"
            ) from error
    certificates = findall(f"{PEM}[^-]+-----END CERTIFICATE-----\n?", text)
    if not certificates:
        raise CommandError(f"{config.parent / ca} holds no certificate; it must be the one that ca names")
    return "".join([f"{one.strip()}\n" for one in certificates])
