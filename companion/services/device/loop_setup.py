"""The loop of the device over a record, with the settings of its folder. Imported after the first picture."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from companion import __version__
from companion.app.active_settings import ActiveSettings, Letters
from companion.app.composer import upside_down
from companion.app.loop import Loop
from companion.app.machine import Display, Machine
from companion.app.startup import Startup
from companion.app.thinking import Process, Worker
from companion.log import Log, begin
from companion.messages import Message
from companion.ports import Clock, Event, Inbox, Panel
from companion.record.record import Record
from companion.services.device import SidePanels
from companion.session.session import Session
from companion.session.settings import parse_address
from companion.session.settings_file import SettingsFile
from companion.ui.painter import Painter
from companion.words import Words
from hardware.boards import Board
from hardware.fonts import lcd, letters

MIND_WORKER = "companion.services.mind_worker"
"""The module that the process runs in which the device thinks."""

log = Log(__name__)
PACKAGES = ("companion.games", "companion.session", "companion.ui")
"""All modules in these …"""
LEFT_OUT = {"report"}
"""… except those that only `companion report` needs …"""
OTHERS = (
    "companion.app.reviewing", "companion.kit.labels", "companion.record.rated",
    "encodings.ascii", "encodings.utf_8_sig", "hashlib", "subprocess", "tomllib",
)  # fmt: skip
"""… and these, for reviews, score pads, tags, ratings, seals, the record (also when it turns out to be damaged), the
settings and switching off."""
OPTIONAL = ("segno",)


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
    left_hand: Callable[[bool], None] | None = None,
    keyboard: bool = False,
    put: Callable[[Event], None] | None = None,
) -> Loop:
    """The loop over a record. After some `crashes` in a row it starts at home; `tour` as in `Startup`.

    `worker` thinks for the device; without one it plays by the quick rules. `keys` opens the keys; the log says what
    has started as soon as that has been tried for the first time. `display` and `left_hand` as in `Machine`,
    `keyboard` as in `ActiveSettings`. `put` takes what phones press, where the settings want that.
    """
    side_panels = side_panels or SidePanels()
    settings = ActiveSettings(
        Painter(letters(), legend=board.legend), Words("en"), SettingsFile(folder), letters,
        parts=board.parts | {"hand"} if left_hand else board.parts, web=side_panels.address, keyboard=keyboard,
    )  # fmt: skip
    web = settings.now.web
    panels = [*panels, *side_panels.open(parse_address(web) if web else None, put if settings.now.phones else None)]
    session = Session(record, clock)
    notices = [Message("off.again", count=crashes)] if crashes else []
    failed = services = None
    if card := os.environ.get("COMPANION_CARD"):
        from companion.services.device import on_card

        notices += on_card.notices(Path(card))
        services = on_card.services(Path(card))
        failed = on_card.failed_root(Path(card), services) if not crashes and services is not None else None

    def after_start() -> Iterator[object]:
        """Logs the start, then imports what keys need, a module with each step, and what the settings screen shows."""
        gc.freeze()
        gc.enable()
        _log_start(session, folder, board)
        yield "started"
        yield from import_in_background(begin, read_letters, settings.capabilities)

    swap = left_hand or (lambda _: None)
    pads = None
    if put is not None and side_panels.phones is not None:
        from companion.services.pad_process import PadProcess  # with the rules of score pads

        pads = PadProcess(put, folder)
    machine = Machine(
        inbox, clock, panels, keys, board.keys, weak, off, services, display, swap, side_panels.phones, pads
    )  # fmt: skip
    startup = Startup(tour=tour, home=bool(crashes), notices=notices, preload=after_start(), failed=failed)
    return Loop(session, settings, machine, startup, worker)


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


def modules() -> Iterator[str]:
    """The names of all modules that a key may need."""
    for package in PACKAGES:
        yield from _in_package(package)
    yield from OTHERS
    yield from (name for name in OPTIONAL if find_spec(name) is not None)


def read_letters() -> None:
    """Read the drawings of all sizes: a banner, a list and a table each have their own."""
    built_in = lcd()
    for size in (built_in.small, built_in.text, built_in.large):
        size.columns("A")


def import_in_background(*more: Callable[[], object]) -> Iterator[str]:
    """Import one module with each step, then read the name of one pad that ships, then call one of `more`.

    A fault is logged.

    At the start people wait for the picture, so little is imported before it. But an import at a key opens files: if no
    file descriptor is free, or the card has died, it would end the device in the middle of a game.
    """
    for name in modules():
        _attempt(partial(import_module, name), name)
        yield name
    pads = import_module("companion.games.pad.collection")
    for key in pads.SHIPPED:  # the list of games shows them; the file that a game begins with is in memory then
        _attempt(partial(pads.offered_shipped, key), key)
        yield key
    for call in more:
        _attempt(call, call.__name__)
        yield call.__name__


def _attempt(call: Callable[[], object], name: str) -> None:
    try:
        call()
    except Exception:  # the game goes on; the key that needs it will report it
        log.exception("%s cannot be loaded", name)


def _in_package(package: str) -> Iterator[str]:
    """A package and all modules in it and in the packages in it."""
    folder = Path(import_module(package).__path__[0])
    for file in sorted(folder.rglob("*.py")):
        parts = [package, *file.relative_to(folder).with_suffix("").parts]
        if not set(parts) & LEFT_OUT:
            yield ".".join(parts).removesuffix(".__init__")


def painter_and_words(folder: Path, legend: str) -> tuple[Painter, Words]:
    """A painter as the settings say, on a board with the legend there, and words that it has letters for."""
    from companion.console.record_access import words_of

    settings = SettingsFile(folder).settings
    font = letters(settings.font)
    legend, turned = settings.legend or legend, upside_down(settings.rotation, None)
    painter = Painter(font, small=settings.small, legend=legend, inverted=settings.invert, turned=turned)
    return painter, Words(displayable_words(words_of(folder), font).language, breaks=True)


def displayable_words(words: Words, font: Letters) -> Words:
    """The words if the font has letters for them, else English ones."""
    return Words("en") if None in map(font.columns, words("language.name")) else words
