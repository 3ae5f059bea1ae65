"""`companion hall publish`: the results and the state of this table for the boards of a hall."""

from __future__ import annotations

import logging
import os
import signal
from argparse import ArgumentParser, Namespace
from pathlib import Path
from queue import SimpleQueue

from platformdirs import user_data_path

from companion.commands import CommandError
from companion.commands.console.arguments import add_data, path
from companion.commands.console.logging_setup import log_to_stderr
from companion.commands.halls.configuration import add_config, load_config
from companion.commands.halls.publisher import Publisher, Stop
from companion.commands.record_access.language import words_of
from companion.commands.record_access.location import SERVICE, record_folder
from companion.session.settings_file import SettingsFile
from hardware.mqtt import Event

STATE = Path("/var/lib/companion-hall")
"""Where the service keeps its own file."""


def add(parser: ArgumentParser) -> None:
    """Which record, as which table, and where the publisher keeps what it has sent."""
    add_config(parser)
    add_data(parser)
    parser.add_argument("--state", metavar="DIR", type=path, help="the folder of the publisher's own file")


def run(arguments: Namespace) -> int:
    """Publish until SIGTERM or Ctrl-C; the exit status."""
    # The unit's own folder is not the folder of the record.
    data = arguments.data or (SERVICE if SERVICE.is_dir() else user_data_path("table-companion"))
    folder = record_folder(data)
    words = words_of(folder)
    config = load_config(arguments, words)
    for name, value in (("table", config.table), ("people.key", config.people_key)):
        if value is None:
            raise CommandError(words("hall.needed", file=arguments.config, name=name))
    log_to_stderr(logging.INFO)
    queue: SimpleQueue[Event | Stop] = SimpleQueue()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: queue.put(Stop()))
    memory = SettingsFile(folder).settings.risk
    return Publisher(
        config, folder, state_folder(arguments), arguments.config.parent, words, queue, memory=memory
    ).run()


def state_folder(arguments: Namespace) -> Path:
    """The folder of the publisher's own file: --state, the service's, or the user's own."""
    own = os.environ.get("STATE_DIRECTORY", "").split(":")[0] or (str(STATE) if STATE.is_dir() else "")
    return arguments.state or (Path(own) if own else user_data_path("table-companion-hall"))
