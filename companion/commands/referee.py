"""`companion referee`: answer requests, one JSON object a line."""

from __future__ import annotations

import argparse
import os
from importlib.resources import files
from pathlib import Path

from companion.console import CommandError, path, print_fault
from companion.games.pad.collection import AllGames
from companion.kit.faults import WrongFile, fault_line
from companion.services.referee import serve
from companion.words import Words


def add(parser: argparse.ArgumentParser) -> None:
    """A folder of score pads; --help, which explains the protocol, and --schema, for programs."""
    parser.add_argument("-h", "--help", action=Printed, const="referee.txt", nargs=0)
    about = "print the JSON Schema of requests, replies and tables, and end"
    parser.add_argument("--schema", action=Printed, const="referee.schema.json", nargs=0, help=about)
    parser.add_argument("--pads", metavar="DIR", type=path, help="also the score pads of this folder")


class Printed(argparse.Action):
    """Prints a file of the package and ends: the protocol with an example, or its schema."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(files("companion.words").joinpath(self.const).read_text("utf-8"), end="")
        parser.exit()


def run(arguments: argparse.Namespace) -> int:
    """Answer requests from standard input until `quit` or the end of input; the exit status."""
    return serve(_games(arguments.pads))


def _games(folder: Path | None) -> AllGames:
    """The games, with the pads of a folder. Each wrong file is named once, on standard error."""
    if folder is None:
        return AllGames()
    words = Words("en")
    if not os.path.isdir(folder):  # noqa: PTH112 - Path.is_dir raises where a folder above it is barred
        raise CommandError(words("pad.no-folder", folder=folder))
    said = set()

    def name(wrong: WrongFile) -> None:
        line = fault_line(str(folder / wrong.file), wrong.fault, words)
        if line not in said:
            said.add(line)
            print_fault(line)

    return AllGames(folder, name)
