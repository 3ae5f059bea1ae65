"""`companion referee`: answer requests, one JSON object a line."""

from __future__ import annotations

import argparse
import sys
from importlib.resources import files

from companion.commands.console.standard_streams import standard_input
from companion.referee import LINE_MOST, answer


def add(parser: argparse.ArgumentParser) -> None:
    """Only --help, which explains the protocol."""
    parser.add_argument("-h", "--help", action=ProtocolHelp, nargs=0)


class ProtocolHelp(argparse.Action):
    """Explains the protocol, with an example."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(files("companion.words").joinpath("referee.txt").read_text("utf-8"), end="")
        parser.exit()


def run(_: argparse.Namespace) -> int:
    """Answer requests from standard input until `quit` or the end of input; the exit status."""
    referee = None
    read, write = standard_input(), sys.stdout.buffer
    while line := read.readline(LINE_MOST + 1):
        request: bytes | None = line.removesuffix(b"\n")
        if len(line) > LINE_MOST and not line.endswith(b"\n"):
            request = None  # too long: the rest of the line is skipped
            while (line := read.readline(LINE_MOST)) and not line.endswith(b"\n"):
                pass
        answered = answer(referee, request)
        referee = answered.referee
        write.write(answered.reply + b"\n")
        write.flush()
        if answered.last:
            break
    return 0
