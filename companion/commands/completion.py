"""`companion completion`: print the completion of a shell: bash, zsh or fish."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from importlib.resources import files


def add(parser: ArgumentParser) -> None:
    """Argument: which shell."""
    about = "the shell; the first lines of what is printed say how to set it up there"
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), help=about)


def run(arguments: Namespace) -> int:
    """Print the file; the exit status."""
    print(files("companion.commands").joinpath(f"shell/companion.{arguments.shell}").read_text("utf-8"), end="")
    return 0
