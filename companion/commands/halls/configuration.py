"""`hall.toml` from its file. A fault is named with its line, and nothing starts."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from shlex import quote

from companion.console import CommandError, path
from companion.hall.config import Config, parse_config
from companion.reader import Unparsed, Wrong
from companion.texts import reason_of
from companion.toml_places import line_of
from companion.whole_file import read_regular
from companion.words import Words

CONFIG = Path("/etc/companion/hall.toml")
"""Where the services have it."""
MOST = 64 * 1024


def add_config(parser: ArgumentParser) -> None:
    """The option --config: the file as a path."""
    parser.add_argument("--config", metavar="FILE", type=path, default=CONFIG, help=f"the file in place of {CONFIG}")


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
        raise CommandError(words("hall.wrong", place=_place(file, fault.line), why=fault.why)) from fault
    except Wrong as wrong:
        why = words(wrong.key, field=wrong.field or file.name, **wrong.params)
        raise CommandError(words("hall.wrong", place=_place(file, line_of(text, wrong.path)), why=why)) from wrong


def _read(file: Path) -> str:
    return read_regular(file, MOST).decode("utf-8-sig")


def _place(file: Path, line: int | None) -> str:
    return str(file) if line is None else f"{file}:{line}"
