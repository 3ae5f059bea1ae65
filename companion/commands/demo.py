"""`companion demo`: an evening that plays itself in the terminal, until a key is pressed; nothing of it is kept."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.commands import report
from companion.console import CommandError, name
from companion.console.record_access import STDOUT
from companion.services.demo import run_demo
from companion.words import LANGUAGES
from hardware.boards import ALL_KEYS

MEMORY = Path("/dev/shm")
"""Where Linux keeps files in memory."""


def add(parser: ArgumentParser) -> None:
    """Argument: where the page of the game goes."""
    about = "afterwards, write the page that companion report makes of the game of Hearts"
    parser.add_argument("-o", dest="file", metavar="FILE.html", type=name, help=about)
    parser.add_argument("--language", choices=LANGUAGES, default="en", help="its language (en)")


def run(arguments: Namespace) -> int:
    """Play until somebody ends it; the exit status. Raises CommandError if the page could not be written later."""
    if arguments.file not in (None, str(STDOUT)):
        # Said now, and not after the evening.
        into = Path(arguments.file).absolute().parent
        if os.path.isdir(arguments.file):  # noqa: PTH112 - Path.is_dir raises in a barred folder
            raise CommandError(f"{arguments.file} cannot be written: it is a directory")
        if not os.access(into, os.W_OK | os.X_OK):
            raise CommandError(f"{arguments.file} cannot be written: {into} is missing, or you may not write there")
    with TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        status = run_demo(Path(folder), ALL_KEYS, arguments.language)
        if status == 0 and arguments.file is not None:
            asked = Namespace(game="2", file=arguments.file, review=False, language=None, data=Path(folder))
            return report.run(asked)
    return status
