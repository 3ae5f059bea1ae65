"""`companion manual`: print the manual page of all commands, for `man -l -`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from importlib.resources import files


def add(parser: ArgumentParser) -> None:
    """The command has no arguments."""


def run(_: Namespace) -> int:
    """Print the file; the exit status."""
    print(files("companion.commands").joinpath("shell/companion.1").read_text("utf-8"), end="")
    return 0
