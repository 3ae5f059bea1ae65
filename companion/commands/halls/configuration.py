"""What configures the parts of `companion hall`: `hall.toml`, whose faults are named with their lines, and names."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path
from shlex import quote

from companion.console import CommandError, path
from companion.hall.config import Config, parse_config
from companion.hall.fields import KEY
from companion.reader import Unparsed, Wrong
from companion.texts import reason_of
from companion.toml_places import line_of
from companion.toml_slips import first_slip, mend
from companion.whole_file import read_regular
from companion.words import Words

CONFIG = Path("/etc/companion/hall.toml")
"""Where the services have it."""
MOST = 64 * 1024
EXAMPLE = 'club = "arena"'
BLOCK = '"""'
"""What stands before and after a certificate."""
SHOWN = set(
    "names state state_every home_assistant web unsigned tables timezone day_begins title "
    "language hosts from to kinds win draw loss on".split()
)
"""The names whose values a message may show: in the line of another one people may write a password."""


def add_config(parser: ArgumentParser) -> None:
    """The option --config: the file as a path."""
    parser.add_argument("--config", metavar="FILE", type=path, default=CONFIG, help=f"the file in place of {CONFIG}")


def record(text: str) -> str:
    """The id of a record."""
    return _form(text, "[0-9a-f]{32}", "the id of a record: 32 digits and letters from a to f")


def person(text: str) -> str:
    """The id of a person."""
    return _form(text, "[0-9a-f]{16}", "the id of a person: 16 digits and letters from a to f")


def table(text: str) -> str:
    """The name of a table or a club."""
    return _form(text, KEY, "a name: at most 32 small letters, digits and -")


def _form(text: str, form: str, needed: str) -> str:
    if not re.fullmatch(form, text):
        raise ArgumentTypeError(f"{text!r} is not {needed}")
    return text


def named(arguments: Namespace) -> str:
    """What names the file in another command of the same person; nothing where the services have it."""
    return "" if arguments.config == CONFIG else f" --config {quote(str(arguments.config))}"


def load_config(arguments: Namespace, words: Words) -> Config:
    """The configuration in the file that --config names. Raises CommandError."""
    file: Path = arguments.config
    try:
        text = _read(file)
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(words("hall.unreadable", file=file, why=reason_of(error))) from error

    def read_secret(name: str) -> str:
        return _read(file.parent / name)  # a whole name stays as it is

    try:
        return parse_config(text, read_secret)
    except Unparsed as fault:
        line, why = _slip(text, fault, words)
        raise CommandError(words("hall.wrong", place=_place(file, line), why=why)) from fault
    except Wrong as wrong:
        why = words(wrong.key, field=wrong.field or file.name, **wrong.params)
        raise CommandError(words("hall.wrong", place=_place(file, line_of(text, wrong.path)), why=why)) from wrong


def _slip(text: str, fault: Unparsed, words: Words) -> tuple[int | None, str]:
    """The line of the first slip in a text that is not TOML, and what is wrong there."""
    lines = text.splitlines()
    if text.count(BLOCK) % 2:
        return next(number for number, line in enumerate(lines, 1) if BLOCK in line), words("hall.config.block")
    line, key, params = first_slip(mend(text, lambda name, _: name in SHOWN), text, fault, EXAMPLE)
    if key != "toml.again" and line is not None and (a_list := re.match(r"\s*(\w+)\s*=\s*[\[(]", lines[line - 1])):
        return line, words("hall.config.list", field=a_list[1])
    return line, words(key, **params)


def _read(file: Path) -> str:
    return read_regular(file, MOST).decode("utf-8-sig")


def _place(file: Path, line: int | None) -> str:
    return str(file) if line is None else f"{file}:{line}"
