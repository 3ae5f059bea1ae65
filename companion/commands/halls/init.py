"""`companion hall init`: the `hall.toml` of a new board, with fresh secrets, and what mosquitto needs."""

from __future__ import annotations

import ipaddress
import json
import os
import secrets
from argparse import ArgumentParser, Namespace
from pathlib import Path
from zoneinfo import ZoneInfo

from companion.commands.halls import mosquitto
from companion.commands.halls.configuration import add_config, named, table
from companion.console import CommandError, print_line
from companion.console import name as file_name
from companion.hall.config import Broker, parse_config
from companion.reader import Wrong
from companion.texts import reason_of

USER = "board"
LOCALTIME = Path("/etc/localtime")


def add(parser: ArgumentParser) -> None:
    """Arguments: the club and its broker."""
    parser.add_argument("club", metavar="CLUB", type=table, help="its name: small letters, digits and -")
    parser.add_argument(
        "--broker", metavar="URL", required=True, help="like mqtts://host:8883, or mqtt:// in this house"
    )
    about = (
        "the certificate by which tables and boards know the broker, a file beside hall.toml; without it, the "
        "authorities that this system knows"
    )
    parser.add_argument("--ca", metavar="FILE", type=file_name, help=about)
    add_config(parser)


def run(arguments: Namespace) -> int:
    """Write the files, none of which may be there yet; the exit status."""
    file: Path = arguments.config
    folder, password = file.absolute().parent, secrets.token_hex(16)
    login = {"user": USER, "password": password} | ({"ca": arguments.ca} if arguments.ca is not None else {})
    text = (
        f"club = {json.dumps(arguments.club)}\nbroker = {json.dumps(arguments.broker)}\n"
        + "".join([f"{key} = {json.dumps(value)}\n" for key, value in login.items()])
        + f'\n[people]\nnames = "none"\nkey = "{secrets.token_hex(32)}"\n'
        + f'\n[board]\nsecret = "{secrets.token_hex(32)}"\n'
        + "".join([f'timezone = "{zone}"\n' for zone in own_zone()])
    )
    try:
        broker = parse_config(text, lambda _: "").brokers[0]
    except Wrong:  # the broker is not named: people write its password into its address
        raise CommandError("--broker is not the address of a broker; it must be like mqtts://host:8883") from None
    cert = folder / (arguments.ca or mosquitto.CERT)
    for_broker = {
        mosquitto.CONF: mosquitto.conf(broker, folder, cert),
        mosquitto.ACL: mosquitto.acl(arguments.club),
        mosquitto.PASSWORDS: f"{mosquitto.password_line(USER, password)}\n",
    }
    write_new({file: text, **{folder / name: lines for name, lines in for_broker.items()}})
    print_line(f"{file} is written. Keep it secret: who has it can speak for every table")
    if not broker.tls:
        print_line(_without_tls(broker))
    for name, lines in for_broker.items():
        for line in ("", f"{folder / name}, for mosquitto:", *lines.splitlines()):
            print_line(line)
    print_line("")
    if broker.tls and arguments.ca is not None and not cert.exists():
        print_line(f"{cert} is not there yet. To make it: {mosquitto.new_certificate(broker.host, cert)}")
    print_line(
        f"next: companion hall table NAME{named(arguments)} > NAME.toml for each table, start mosquitto with "
        f"{mosquitto.CONF}, and companion hall board{named(arguments)}"
    )
    return 0


def own_zone(localtime: Path = LOCALTIME) -> list[str]:
    """The name of the time zone in which this machine is, as Europe/Berlin; none where the link does not tell it."""
    try:
        name = str(localtime.readlink()).partition("/zoneinfo/")[2]
        return [ZoneInfo(name).key]
    except (OSError, ValueError, LookupError):
        return []


def write_new(texts: dict[Path, str]) -> None:
    """Write files that are not there yet, for their owner and group only. Raises CommandError; then none is there."""
    new_files: list[Path] = []
    for file, text in texts.items():
        try:
            opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o640)
            new_files.append(file)
            with os.fdopen(opened, "w", encoding="utf-8") as written:
                written.write(text)
        except OSError as error:
            for name in new_files:
                name.unlink()
            why = f"{file} cannot be written: {reason_of(error)}; --config names another file"
            raise CommandError(why) from error


def _without_tls(broker: Broker) -> str:
    try:
        if not ipaddress.ip_address(broker.host).is_private:
            return f"{broker} is not in this house: tables connect only with mqtts:// there"
    except ValueError:
        pass  # a name; the check looks it up
    return (
        f"{broker} is without TLS: who is in this network can read what the tables say, and their passwords, "
        "but cannot forge a result: each is signed"
    )
