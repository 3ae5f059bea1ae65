"""`companion hall board`: the results of all tables of a hall, kept and shown."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace

from companion.commands.halls.configuration import add_config, load_config
from companion.commands.halls.opened_store import add_board_data, board_folder
from companion.console import CommandError
from companion.console.log_lines import log_to_stderr
from companion.hall.config import parse_web
from companion.installation import install_command
from companion.services.hall.board import serve_board
from companion.session.ratings import is_available
from companion.words import Words


def add(parser: ArgumentParser) -> None:
    """Arguments: where the board keeps its results, and where it shows them."""
    add_config(parser)
    add_board_data(parser)
    parser.add_argument("--web", metavar="HOST:PORT", type=address, help="where its pages are")
    parser.add_argument("--ask-again", action="store_true", help="ask every table for everything once more")


def address(text: str) -> tuple[str, int]:
    """Where the pages are."""
    try:
        return parse_web(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no place for pages; it takes HOST:PORT") from None


def run(arguments: Namespace) -> int:
    """Hear and show until SIGTERM or Ctrl-C; the exit status."""
    words = Words("en")
    config, folder = load_config(arguments, words), board_folder(arguments)
    if config.key is not None and config.board.secret is None:
        raise CommandError(f"{arguments.config} is the file of a table; a board needs its own, with board.secret")
    if config.ratings and not is_available():
        raise CommandError(words("ratings.missing", how=install_command("hall")))
    log_to_stderr("INFO")
    return serve_board(
        config, folder, arguments.config.parent, arguments.web or config.board.web, ask_again=arguments.ask_again
    )
