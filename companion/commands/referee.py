"""`companion referee`: answer requests, one JSON object a line."""

from __future__ import annotations

import argparse
import sys
from importlib.resources import files
from pathlib import Path

from companion.commands import CommandError
from companion.commands.console.arguments import path
from companion.commands.console.standard_streams import print_fault, standard_input
from companion.games.pad.collection import Games, WrongFile
from companion.games.pad.fault_line import fault_line
from companion.referee import LINE_MOST, answer
from companion.words import Words


def add(parser: argparse.ArgumentParser) -> None:
    """A folder of score pads; and --help, which explains the protocol."""
    parser.add_argument("-h", "--help", action=ProtocolHelp, nargs=0)
    parser.add_argument("--pads", metavar="DIR", type=path, help="also the score pads of this folder")


class ProtocolHelp(argparse.Action):
    """Explains the protocol, with an example."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(files("companion.words").joinpath("referee.txt").read_text("utf-8"), end="")
        parser.exit()


def run(arguments: argparse.Namespace) -> int:
    """Answer requests from standard input until `quit` or the end of input; the exit status."""
    referee = None
    games = _games(arguments.pads)
    read, write = standard_input(), sys.stdout.buffer
    while line := read.readline(LINE_MOST + 1):
        request: bytes | None = line.removesuffix(b"\n")
        if len(line) > LINE_MOST and not line.endswith(b"\n"):
            request = None  # too long: the rest of the line is skipped
            while (line := read.readline(LINE_MOST)) and not line.endswith(b"\n"):
                pass
        answered = answer(referee, request, games)
        referee = answered.referee
        write.write(answered.reply + b"\n")
        write.flush()
        if answered.last:
            break
    return 0


def _games(folder: Path | None) -> Games:
    """The games, with the pads of a folder. Each wrong file is named once, on standard error."""
    if folder is None:
        return Games()
    words = Words("en")
    if not folder.is_dir():
        raise CommandError(words("pad.no-folder", folder=folder))
    said = set()

    def name(wrong: WrongFile) -> None:
        line = fault_line(str(folder / wrong.file), wrong.fault, words)
        if line not in said:
            said.add(line)
            print_fault(line)

    return Games(folder, name)
