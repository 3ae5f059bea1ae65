"""The loop of the device over a record, with the settings of its folder. Imported after the first picture."""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from companion import __version__
from companion.app.active_settings import ActiveSettings
from companion.app.loop import Loop
from companion.app.machine import Display, Machine
from companion.app.root_question import FailedRoot
from companion.app.startup import Startup
from companion.app.worker import Process, Worker
from companion.commands.device.background_imports import import_in_background
from companion.commands.device.card_services import CardServices
from companion.commands.device.side_panels import SidePanels
from companion.commands.image.messages import read_messages
from companion.commands.image.start_file import FILE as START
from companion.commands.image.start_file import parse_start, read_text
from companion.kit.refusals import Message
from companion.ports import Clock, Event, Inbox, Panel
from companion.record.record import Record
from companion.session.session import Session
from companion.session.settings import parse_address
from companion.session.settings_file import SettingsFile
from companion.ui.painter import Painter
from companion.words import Words
from hardware.boards import Board
from hardware.fonts import letters
from hardware.requests import Requests

MIND_WORKER = "companion.commands.device.mind_worker"
"""The module that the process runs in which the device thinks."""

log = logging.getLogger(__name__)


def make_loop(
    record: Record,
    folder: Path,
    board: Board,
    inbox: Inbox,
    panels: Sequence[Panel],
    clock: Clock,
    keys: Callable[[], None] | None = None,
    weak: Callable[[], bool] = lambda: False,
    off: Callable[[], None] | None = None,
    crashes: int = 0,
    side_panels: SidePanels | None = None,
    tour: bool = True,
    worker: Worker | None = None,
    display: Display | None = None,
) -> Loop:
    """The loop over a record. After some `crashes` in a row it starts at home; `tour` as in `Startup`.

    `worker` thinks for the device; without one it plays by the quick rules. `keys` opens the keys; the log says what
    has started as soon as that has been tried for the first time. `display` as in `Machine`.
    """
    side_panels = side_panels or SidePanels()
    settings = ActiveSettings(
        Painter(letters(), legend=board.legend), Words("en"), SettingsFile(folder), letters,
        parts=board.parts, web=side_panels.address,
    )  # fmt: skip
    web = settings.now.web
    panels = [*panels, *side_panels.open(parse_address(web) if web else None)]
    session = Session(record, clock)
    notices = [Message("off.again", count=crashes)] if crashes else []
    failed = services = None
    if card := os.environ.get("COMPANION_CARD"):
        notices += [Message("image.notice", text=text) for text in read_messages(Path(card))]
        services = _services(Path(card))
        failed = _failed_root(Path(card), services) if not crashes and services is not None else None

    def after_start() -> Iterator[object]:
        """Logs the start, then imports what keys need, a module with each step, and what the settings screen shows."""
        _log_start(session, folder, board)
        yield "started"
        yield from import_in_background(settings.capabilities)

    machine = Machine(inbox, clock, panels, keys, board.keys, weak, off, services, display)
    startup = Startup(tour=tour, home=bool(crashes), notices=notices, preload=after_start(), failed=failed)
    loop = Loop(session, settings, machine, startup, worker)
    gc.freeze()
    gc.enable()
    return loop


def _services(card: Path) -> CardServices | None:
    """The services of the card; None where systemd has made no folder for requests."""
    folder = os.environ.get("RUNTIME_DIRECTORY")
    return CardServices(Requests(Path(folder)).leave, card) if folder else None


def _failed_root(card: Path, services: CardServices) -> FailedRoot | None:
    """The root file that people may go on with, if the card has just started another one."""
    start = parse_start(read_text(card / START))
    return FailedRoot(start.wanted, start.root, partial(services.ask, "again")) if start.ask else None


def make_worker(put: Callable[[Event], None]) -> Process:
    """What thinks for the device; `put` takes its answers."""
    return Process(put, MIND_WORKER)


def _log_start(session: Session, folder: Path, board: Board) -> None:
    """One line that says what runs, on which record, and which game goes on."""
    now = session.now
    game = "no game is on the table"
    if now is not None:
        setup = now.setup
        stands = "goes on" if now.outcome is None else "is over"
        game = f"game {setup.id} ({setup.key}: {', '.join(setup.names)}) {stands}"
    log.info("Table Companion %s; the record %s; the board %s; %s", __version__, folder, board.name, game)
