"""`companion hall check`: look at the configuration, the brokers, and what a table or a board has; status 0, 1 or 2."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from companion.commands.doctor import print_report
from companion.commands.halls.configuration import add_config, load_config
from companion.commands.halls.opened_store import board_folder
from companion.commands.halls.publish import state_folder
from companion.console import CommandError, add_json, path, record_folder
from companion.console.record_access import words_of
from companion.hall.config import Config
from companion.hall.messages import BoardOnline
from companion.services.checks.findings import (
    FAULT,
    LEVELS,
    WARNING,
    Check,
    Finding,
    Machine,
    Seen,
    Subject,
    seen,
    this_machine,
)
from companion.services.checks.hall_board import DATABASE, PAGE, TABLES, Database, Window
from companion.services.checks.hall_broker import BOARDS, BrokerCheck
from companion.services.checks.hall_table import RESULTS
from companion.services.checks.health import CLOCK
from companion.services.hall.publisher import CURSOR
from companion.words import Words
from hardware.boards import PLAIN


def add(parser: ArgumentParser) -> None:
    """Arguments: which configuration, which record or database, and for whom the report is."""
    add_config(parser)
    about = "the folder of the table's record, or of the board's database"
    parser.add_argument("--data", metavar="DIR", type=path, help=about)
    parser.add_argument("--state", metavar="DIR", type=path, help="the folder of the publisher's own file")
    add_json(parser)


def run(arguments: Namespace, machine: Machine | None = None) -> int:
    """Print the report; 0 when all is well, 1 with a warning, 2 with a fault."""
    words = words_of(_record(arguments))
    findings = list(_all(arguments, words, machine or this_machine()))
    print_report(findings, (), words, as_json=arguments.json)
    return max([LEVELS.index(finding.level) for finding in findings])


def _record(arguments: Namespace) -> Path:
    return record_folder(arguments.data, managed=False)


def _all(arguments: Namespace, words: Words, machine: Machine) -> Iterator[Finding]:
    try:
        config = load_config(arguments, words)
    except CommandError as error:
        yield FILE.finding(seen("wrong", why=error))
        return
    yield from FILE.findings(config, arguments.config)
    yield from CLOCK.findings(Subject(machine, PLAIN, _record(arguments)))
    with ThreadPoolExecutor(len(config.brokers)) as pool:
        broker_checks = list(
            pool.map(lambda broker: BrokerCheck(config, broker, arguments.config.parent, machine.now), config.brokers)
        )  # fmt: skip
    boards: dict[str, BoardOnline] = {}
    connected = any(check.connected for check in broker_checks)
    for check in broker_checks:
        spare = connected and not check.connected  # of several brokers one is enough
        for finding in check.findings:
            yield finding._replace(level=WARNING) if spare and finding.level == FAULT else finding
        boards |= check.boards
    if connected:
        ages = {board: age for check in broker_checks for board, age in check.ages.items()}
        yield from BOARDS.findings(boards, ages, machine.now)
    if config.table is None:
        yield from _board(config, arguments, machine, broker_checks)
    elif config.people_key is not None:
        state = state_folder(arguments) / CURSOR
        yield from RESULTS.findings(config, _record(arguments), state, boards, machine.now)


def _configuration(config: Config, file: Path) -> Iterator[Seen]:
    side = "board" if config.table is None else "table"
    yield seen(side, file=file, club=config.club, table=config.table)
    if file.stat().st_mode & 0o007:
        yield seen("open", file=file)
    if config.table is not None and config.people_key is None:
        yield seen("people", file=file)
    if (config.key if config.table is not None else config.board.secret) is None:
        yield seen(f"unsigned-{side}")
    if config.names == "none":
        yield seen("nameless")


def _board(
    config: Config, arguments: Namespace, machine: Machine, broker_checks: list[BrokerCheck]
) -> Iterator[Finding]:
    database = Database(board_folder(arguments), machine)
    held = database.held
    yield from DATABASE.findings(database)
    window = Window(*config.board.web, held)
    yield from PAGE.findings(window)
    if not any(check.connected for check in broker_checks):
        return  # then tables can say nothing
    online = {table: is_online for check in broker_checks for table, is_online in check.online.items()}
    states = {table: state for check in broker_checks for table, state in check.states.items()}
    refused = {table: why for check in broker_checks for table, why in check.refused.items()}
    counted, owners = {}, {}
    if held is not None:
        owners = held.owners if config.board.secret is not None else {}
        for table in [name for name in held.removed if not online.get(name)]:  # a broker may still keep its state
            online.pop(table, None)
            states.pop(table, None)
        counted = {name: (state.games, held.games.get(state.record, 0)) for name, state in states.items()}
    yield from TABLES.findings(online, states, refused, window.counts() or counted, window.warnings(), owners)


FILE = Check("hall-file", _configuration, warnings="open unsigned-table unsigned-board", faults="wrong people")
