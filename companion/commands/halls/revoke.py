"""`companion hall revoke`: the password and the key of one table hold no more, as when its device was lost."""

from __future__ import annotations

import re
from argparse import ArgumentParser, Namespace
from pathlib import Path

from companion.commands.halls.configuration import add_config, load_config, named, table
from companion.commands.halls.mosquitto import PASSWORDS, let_in, write_in_place
from companion.console import CommandError, print_line
from companion.hall.canonical import table_password
from companion.hall.config import Config
from companion.texts import reason_of
from companion.words import Words


def add(parser: ArgumentParser) -> None:
    """Argument: which table."""
    parser.add_argument("table", metavar="TABLE", type=table, help="the table whose file is in wrong hands")
    add_config(parser)


def run(arguments: Namespace) -> int:
    """Count it in the board's hall.toml, from which the new secrets follow; the exit status."""
    file: Path = arguments.config
    config, name = load_config(arguments, Words("en")), arguments.table
    secret = config.board.secret
    if secret is None:
        raise CommandError(f"{file}: board.secret is missing; the secrets of tables are made from it")
    _check_known(name, config, file.absolute().parent / PASSWORDS)
    count = config.revoked.get(name, 0) + 1
    try:
        write_in_place(file, revoked(file.read_text("utf-8-sig"), name, count))
    except OSError as error:
        raise CommandError(f"{file}: {reason_of(error)}", status=1) from error
    if config.login.user is not None:
        password = table_password(secret, config.club, name, count)
        let_in(file.absolute().parent / PASSWORDS, name, password, again=True)
    print_line(f"{file}: the secrets of {name} were revoked; its results count as before")
    print_line(
        "next: start the board again, let mosquitto read its passwords (pkill -HUP -x mosquitto), and give the device "
        f"its new file: companion hall table {name}{named(arguments)} > {name}.toml"
    )
    return 0


def _check_known(name: str, config: Config, passwords: Path) -> None:
    """Raise CommandError for a table that has no password in the file of mosquitto, where that can be read."""
    if config.login.user is None:
        return
    try:
        users = {line.partition(":")[0] for line in passwords.read_text("utf-8").splitlines()}
    except (OSError, UnicodeDecodeError):
        return
    tables = (users | config.revoked.keys()) - {config.login.user, ""}
    if name not in tables:
        known = ", ".join(sorted(tables)) or "none"
        raise CommandError(f"{name} has no password in {passwords}; tables there: {known}", status=1)


def revoked(text: str, name: str, count: int) -> str:
    """The text of a hall.toml with this count of a table in `[revoked]`; the rest stays as it is."""
    line = f"{name} = {count}\n"
    head = re.search(r"^\s*\[\s*revoked\s*\][^\n]*(?:\n|\Z)", text, re.MULTILINE)
    if head is None:
        return f"{text.rstrip()}\n\n[revoked]\n{line}"
    begin = head.end()
    following = re.compile(r"^\s*\[", re.MULTILINE).search(text, begin)
    end = following.start() if following is not None else len(text)
    part = re.sub(rf"^\s*[\"']?{re.escape(name)}[\"']?\s*=[^\n]*\n?", "", text[begin:end], flags=re.MULTILINE)
    before = text[:begin] if text[:begin].endswith("\n") else f"{text[:begin]}\n"
    return f"{before}{line}{part}{text[end:]}"
