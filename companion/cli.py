"""The command line, and the only place where the companion meets hardware."""

from __future__ import annotations

import argparse
import sys


def main(arguments: list[str] | None = None) -> int:
    """Run one command; the exit status."""
    parser = argparse.ArgumentParser(prog="companion", description="Scorekeeper and referee for the table.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser("referee", help="answer requests, one JSON object a line")
    chosen = parser.parse_args(arguments)
    if chosen.command == "referee":
        return referee()
    return 2


def referee() -> int:
    """The line protocol on standard input and output, until `quit`, the end of input or a reader that goes away."""
    import os

    from companion.referee import LINE_MOST, answer

    session = None
    read, write = sys.stdin.buffer, sys.stdout.buffer
    try:
        while line := read.readline(LINE_MOST + 1):
            request: bytes | None = line.removesuffix(b"\n")
            if len(line) > LINE_MOST and not line.endswith(b"\n"):
                request = None
                while (line := read.readline(LINE_MOST)) and not line.endswith(b"\n"):
                    pass
            told = answer(session, request)
            session = told.session
            write.write(told.reply + b"\n")
            write.flush()
            if told.last:
                break
    except BrokenPipeError:
        # Nobody reads on. The interpreter would flush once more at exit and complain: give it a place to do so.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        pass
    return 0
