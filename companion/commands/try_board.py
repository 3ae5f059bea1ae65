"""`companion board-test`: test the display and every key, step by step."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from companion.console import add_board, board_of, print_error, record_folder
from companion.console.record_access import words_of
from companion.services.boards import board_by_name, board_of_service
from companion.services.device import best_panel, with_chosen_chip
from companion.services.try_board import try_board
from companion.words import Words
from hardware.boards import ALL_KEYS, PLAIN, Board


def add(parser: ArgumentParser) -> None:
    """Arguments: which board, and where it is."""
    add_board(parser)
    # Not in a window, which has no keys but the mouse's.
    panels = ("auto", "board", "terminal", "text")
    parser.add_argument("--panel", choices=panels, default="auto", help="where the board is")


def chosen_board(arguments: Namespace, panel: str, words: Words, root: Path = Path("/")) -> Board:
    """The board that is named; else on a Pi the board of the service, and elsewhere one with all keys."""
    on_board = panel == "board"
    chosen = board_of(arguments) or (board_of_service(root) if on_board else None)
    return board_by_name(chosen, words) if chosen is not None else PLAIN if on_board else ALL_KEYS


def run(arguments: Namespace) -> int:
    """Test the board with the user; 0 if everything works, 1 if not."""
    panel = best_panel() if arguments.panel == "auto" else arguments.panel
    words = words_of(record_folder(None))
    board = chosen_board(arguments, panel, words)
    board = with_chosen_chip(board, record_folder(None))
    test, results = try_board(panel, board, words)
    if results is None:
        print_error(words("board.test.broken-off"))
        return 1
    for result in results:
        print_error(test.describe(result))
    return 1 if test.fault is not None or any(result.pressed is not result.key for result in results) else 0
