"""`companion hall renew`: another certificate for the broker, without a table that is locked out in between."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from companion.commands.halls.configuration import add_config, load_config, named
from companion.commands.halls.mosquitto import new_certificate, next_certificate
from companion.console import CommandError, print_line
from companion.texts import reason_of
from companion.words import Words


def add(parser: ArgumentParser) -> None:
    """Argument: whether it is time to change."""
    parser.add_argument("--now", action="store_true", help="the tables have their new files: use the new certificate")
    add_config(parser)


def run(arguments: Namespace) -> int:
    """Say the next step, or take the last one; the exit status."""
    file: Path = arguments.config
    config = load_config(arguments, Words("en"))
    following = next_certificate(config, file)
    if following is None:
        raise CommandError(f"{file}: ca names no file; an authority has signed the certificate and renews it")
    here = file.absolute().parent / str(config.login.ca)
    if arguments.now:
        return _change(here, following)
    if not following.exists():
        print_line(f"1. make the new certificate: {new_certificate(config.brokers[0].host, following)}")
        print_line(f"2. companion hall renew{named(arguments)}")
        return 0
    print_line(f"{following} is there: companion hall table gives tables both certificates from now on")
    print_line(f"1. give every device its file again: companion hall table NAME{named(arguments)} > NAME.toml")
    print_line(f"2. companion hall renew --now{named(arguments)}, and start mosquitto and the board again")
    return 0


def _change(here: Path, following: Path) -> int:
    """The new certificate and its key take the places of the old ones."""
    pairs = [(following.with_suffix(".key"), here.with_suffix(".key")), (following, here)]
    for new, _ in pairs:
        if not new.exists():
            raise CommandError(f"{new} is not there; companion hall renew says how it is made", status=1)
    try:
        for new, old in pairs:
            new.replace(old)
    except OSError as error:
        raise CommandError(f"{error.filename}: {reason_of(error)}", status=1) from error
    print_line(f"{here} is the new certificate; start mosquitto and the board again")
    return 0
