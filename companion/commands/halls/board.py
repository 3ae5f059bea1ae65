"""`companion hall board`: the results of all tables of a hall, kept and shown."""

from __future__ import annotations

import logging
import signal
import sqlite3
import sys
from argparse import ArgumentParser, Namespace
from contextlib import closing
from queue import SimpleQueue

from companion.commands import CommandError
from companion.commands.console.logging_setup import log_to_stderr
from companion.commands.halls.configuration import add_config, load_config
from companion.commands.halls.hall_board import HallBoard, Heard
from companion.commands.halls.opened_store import add_board_data, board_folder
from companion.commands.halls.publisher import Stop
from companion.commands.halls.store import Store
from companion.hall.config import parse_web
from companion.installation import install_command
from companion.ports import AuxPortError
from companion.session.ratings import is_available
from companion.words import Words
from hardware.systemd import Manager
from hardware.web import listen
from hardware.web.answers import Source
from hardware.web.latest import LatestState
from hardware.web.limits import LIMITS
from hardware.web.server import ServerThread

SWITCH_S = 0.0001
"""The thread of a connection reads messages in many small steps, and must not wait for Python's usual 5 ms at each."""


def add(parser: ArgumentParser) -> None:
    """Where the board keeps its results, and where it shows them."""
    add_config(parser)
    add_board_data(parser)
    parser.add_argument("--web", metavar="HOST:PORT", type=parse_web, help="where its pages are")
    parser.add_argument("--ask-again", action="store_true", help="ask every table for everything once more")


def run(arguments: Namespace) -> int:
    """Hear and show until SIGTERM or Ctrl-C; the exit status."""
    words = Words("en")
    config, folder = load_config(arguments, words), board_folder(arguments)
    if config.ratings and not is_available():
        raise CommandError(words("ratings.missing", how=install_command("hall")))
    host, port = arguments.web or config.board.web
    log_to_stderr(logging.INFO)
    sys.setswitchinterval(SWITCH_S)
    queue: SimpleQueue[Heard | Stop] = SimpleQueue()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: queue.put(Stop()))
    try:
        if arguments.ask_again:
            with closing(Store(folder)) as store:
                store.renew()
        board = HallBoard(config, folder, arguments.config.parent, queue)
        listening = listen(host, port, LIMITS.unsent_bytes)
    except (sqlite3.Error, OSError) as error:
        raise CommandError(words("hall.unreadable", file=folder, why=error), status=1) from error
    except AuxPortError as error:
        raise CommandError(str(error), status=1) from error
    source = Source(board.reply, lambda: board.version, board.look)
    with closing(ServerThread(listening, LatestState(), LIMITS, source)), closing(Manager()) as manager:
        return board.run(manager)
