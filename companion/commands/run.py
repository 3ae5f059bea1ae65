"""`companion run`: start the device (the default)."""

from __future__ import annotations

import gc
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from contextlib import closing

from companion.console import CommandError, add_board, add_data, board_of, path, record_folder
from companion.log import set_up_later
from companion.record import RecordTrouble
from companion.services.device import SidePanels, best_panel, start, with_chosen_chip
from companion.session.settings import parse_address
from hardware.boards import ALL_KEYS, PLAIN

LOG_LEVELS = {"board": "INFO", "simulated": "INFO", "text": "WARNING"}
"""The panels that log to standard error. The terminal has a log of its own, and a window logs as Python does."""


def add(parser: ArgumentParser) -> None:
    """Arguments: where to play, on which board, and what else shows the table."""
    panels = ("auto", "board", "terminal", "window", "text", "simulated")
    about = "where to play: a board on a Pi, a terminal, a window, or lines of text"
    parser.add_argument("--panel", choices=panels, default="auto", help=about)
    add_data(parser)
    add_board(parser)
    parser.add_argument("--frames", metavar="DIR", type=path, help="write every distinct picture there as a PNG")
    about = (
        "pages to watch, for phones, streams (/overlay) and televisions (/big); a PORT alone is for this machine only, "
        "0.0.0.0:PORT for the whole network"
    )
    parser.add_argument("--web", metavar="[HOST:]PORT", type=address, help=about)


def address(text: str) -> tuple[str, int]:
    """Where the web window is opened."""
    place = parse_address(text)
    if place is None:
        raise ArgumentTypeError(f"{text!r} is no place for a window; it takes PORT or ADDRESS:PORT")
    return place


def run(arguments: Namespace) -> int:
    """Run the device until it is asked to stop; the exit status."""
    # A start makes no garbage, and looking for it takes a tenth of the time. It goes on after the first page.
    gc.disable()
    try:
        return _start(arguments)
    except RecordTrouble as trouble:
        # Only here: the first picture would wait for it.
        from companion.console.record_access import explain_trouble, words_of

        words = words_of(record_folder(arguments.data, service=None))
        raise CommandError(*explain_trouble(trouble, words), status=1) from trouble
    finally:
        gc.enable()


def _start(arguments: Namespace) -> int:
    panel = best_panel() if arguments.panel == "auto" else arguments.panel
    folder = record_folder(arguments.data, service=None)  # two devices cannot share one record
    chosen = board_of(arguments)
    board = PLAIN if panel == "board" or chosen == "plain" else ALL_KEYS
    if chosen not in (None, "plain"):
        # The files of boards are read only where one is named; the first picture would wait for their reader.
        from companion.console.record_access import words_of
        from companion.services.boards import board_by_name

        board = board_by_name(chosen, words_of(folder))
    board = with_chosen_chip(board, folder)
    if panel in LOG_LEVELS:
        set_up_later(LOG_LEVELS[panel], _log_to_stderr)
    frames = arguments.frames.absolute() if arguments.frames is not None else None
    with closing(SidePanels(frames, arguments.web)) as side_panels:
        return start(panel, folder, side_panels, board)


def _log_to_stderr(level: str) -> None:
    from companion.console.log_lines import log_to_stderr

    log_to_stderr(level)
