"""`companion hall table`: the `hall.toml` of a table, made from the board's."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path
from re import findall

from companion.commands.halls.adopt import table
from companion.commands.halls.configuration import add_config, load_config
from companion.commands.halls.mosquitto import PASSWORDS, password_line
from companion.console import CommandError, print_error
from companion.hall.canonical import table_key, table_password
from companion.hall.config import PEM, Config
from companion.texts import reason_of
from companion.whole_file import write_whole
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


def next_certificate(config: Config, file: Path) -> Path | None:
    """The file of the certificate that is to follow the certificate of `ca`; None where `ca` names no file."""
    ca = config.login.ca
    return None if ca is None or ca.startswith(PEM) else (file.absolute().parent / ca).with_suffix(".next.crt")


def let_in(file: Path, table: str, password: str, *, again: bool = False) -> None:
    """Say the line with which mosquitto lets the table in. It is added to the file that `companion hall init` wrote;
    `again`: in place of the one that is there.
    """
    line = password_line(table, password)
    note = ""
    try:
        lines = file.read_text("utf-8").splitlines()
        note = f"{file} has it already"
        if again:
            kept = [one for one in lines if not one.startswith(f"{table}:")]
            write_in_place(file, "".join([f"{one}\n" for one in [*kept, line]]))
            note = f"it is in {file} now; a mosquitto that runs reads it again after pkill -HUP -x mosquitto"
        elif not any(one.startswith(f"{table}:") for one in lines):
            with file.open("a", encoding="utf-8") as opened:
                opened.write(f"{line}\n")
            note = f"it is in {file} now; a mosquitto that runs reads it again after pkill -HUP -x mosquitto"
    except FileNotFoundError:
        note = "add it to the password file of the broker"
    except (OSError, UnicodeDecodeError) as error:
        note = f"add it to the password file of the broker; {file}: {reason_of(error)}"
    print_error(f"for mosquitto: {line}")
    print_error(note)


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


def write_in_place(file: Path, text: str) -> None:
    """Write a file whole or not at all, for those who could read it before. Raises OSError."""
    write_whole(file, [text.encode()], file.stat().st_mode & 0o777)
