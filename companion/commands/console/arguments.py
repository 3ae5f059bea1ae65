"""Arguments that several commands take."""

from __future__ import annotations

import os
import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from errno import ENAMETOOLONG
from pathlib import Path

MOST = 10**9
"""The largest number of things that may be asked for."""


def add_data(parser: ArgumentParser) -> None:
    """The option --data: the folder of the record as a path, or None."""
    parser.add_argument("--data", metavar="DIR", type=path, help="the folder of the record")


def add_json(parser: ArgumentParser) -> None:
    """The option --json: whether what is printed is for programs."""
    parser.add_argument("--json", action="store_true", help="for programs")


def add_board(parser: ArgumentParser, *, default: str | None = None, option: bool = True) -> None:
    """The board as a text, or the default: as the option --board, or as an argument that may be left out."""
    about = "a board by its name (see: companion boards) or the file of one"
    if option:
        parser.add_argument("--board", metavar="BOARD", type=name, default=default, help=about)
    else:
        parser.add_argument("board", metavar="BOARD", type=name, nargs="?", default=default, help=about)
    parser.add_argument("--keys", metavar="N", type=count, help="how many keys a board that is a chip has: 3, 4, 5, 7")
    parser.add_argument("--encoder", action="store_true", help="a rotary encoder for UP, DOWN and OK of such a board")


def board_of(arguments: Namespace) -> str | None:
    """The name or file of the board, or None: BOARD, with --keys and --encoder as parts of the name."""
    board: str | None = arguments.board
    if arguments.keys is None and not arguments.encoder:
        return board
    keys = "" if arguments.keys is None else f"-{arguments.keys}"
    chip = "ssd1306" if board in (None, "plain") else board
    return f"{chip}{keys}{'-encoder' if arguments.encoder else ''}"


def name(text: str) -> str:
    """The name of a file or a folder, of a length that this system can have. An empty one would mean the current
    folder.
    """
    if not text:
        raise ArgumentTypeError("the name is empty; the name of a file or a folder is needed")
    try:
        os.lstat(text)
    except OSError as error:
        if error.errno == ENAMETOOLONG:
            raise ArgumentTypeError("the name is longer than this system allows") from error
    return text


def path(text: str) -> Path:
    """The same as a path."""
    return Path(name(text))


def count(text: str) -> int:
    """A number of things from 1 on."""
    number = int(text) if re.fullmatch("[0-9]{1,10}", text) else 0
    if not 1 <= number <= MOST:
        raise ArgumentTypeError(f"{text[:40]!r} is not a number from 1 to {MOST}")
    return number
