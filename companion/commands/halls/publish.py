"""`companion hall publish`: the results and the state of this table for the boards of a hall."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from companion.commands.halls.configuration import add_config, load_config
from companion.console import CommandError, add_data, own_folder, path, record_folder
from companion.console.log_lines import log_to_stderr
from companion.console.record_access import words_of
from companion.services.hall.events import stoppable
from companion.services.hall.publisher import Publisher
from companion.session.settings_file import SettingsFile

STATE = Path("/var/lib/companion-hall")
"""Where the service keeps its own file."""


def add(parser: ArgumentParser) -> None:
    """Arguments: which record, as which table, and where the publisher keeps what it has sent."""
    add_config(parser)
    add_data(parser)
    parser.add_argument("--state", metavar="DIR", type=path, help="the folder of the publisher's own file")


def run(arguments: Namespace) -> int:
    """Publish until SIGTERM or Ctrl-C; the exit status."""
    folder = record_folder(arguments.data, managed=False)  # the unit's own folder is not the record's
    words = words_of(folder)
    config = load_config(arguments, words)
    if config.table is None and config.board.secret is not None:
        raise CommandError(words("hall.of-board", file=arguments.config))
    for name, value in (("table", config.table), ("people.key", config.people_key)):
        if value is None:
            raise CommandError(words("hall.needed", file=arguments.config, name=name))
    log_to_stderr("INFO")
    memory = SettingsFile(folder).settings.risk
    files = arguments.config.parent
    with stoppable() as events:
        return Publisher(config, folder, state_folder(arguments), files, words, events, memory=memory).run()


def state_folder(arguments: Namespace) -> Path:
    """The folder of the publisher's own file: --state, the service's, or the user's own."""
    return own_folder(arguments.state, STATE, "table-companion-hall")
