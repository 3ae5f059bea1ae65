"""`companion run`: the device on a panel.

Everything is imported where it is used: what a small Pi imports before the first picture, people wait for.
"""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands import Unusable

if TYPE_CHECKING:
    from companion.app.active_settings import ActiveSettings, Letters
    from companion.app.loop import Loop
    from companion.commands.beside import Beside
    from companion.ports import Clock, Inbox, Panel
    from companion.record.record import Record
    from companion.session.session import Session
    from companion.ui.painter import Painter
    from companion.words import Words
    from hardware.boards import Board

    Front = Callable[[Path, Beside, Board], None]

DEFAULT_PEOPLE = ("Player 1", "Player 2")


def run(
    panel: str, data: Path | None, frames: Path | None, board: str | None = None, web: tuple[str, int] | None = None
) -> int:
    """The device on a panel, until it is told to stop; the exit status.

    Without a name of a board it is the plain one, and where it is simulated one with all keys. `web` is where the web
    window is to be, whatever the settings say.
    """
    from companion.commands import named
    from companion.commands.beside import Beside
    from hardware.boards import ALL_KEYS, PLAIN

    folder = named.folder(data, service=None)  # two devices cannot share one record
    default = PLAIN if panel == "board" else ALL_KEYS
    profile = default if board is None else named.board(board, named.words_of(folder))
    front: Front
    if panel in ("board", "simulated"):
        from companion.commands import service

        front = service.board if panel == "board" else service.simulated
    else:
        front = {"terminal": _terminal, "window": _window, "text": _text}[panel]
    with closing(Beside(frames.absolute() if frames is not None else None, web)) as beside:
        front(folder, beside, profile)
    return 0


def fitting() -> str:
    """The panel that fits here: the board on a Pi, else a terminal, in which plain text goes where Textual does not."""
    try:
        model = Path("/proc/device-tree/model").read_text("utf-8")
    except OSError:
        model = ""
    if model.startswith("Raspberry Pi"):
        return "board"
    # A stream that was closed before the start is None.
    if sys.stdin is not None and sys.stdin.isatty() and sys.stdout is not None and sys.stdout.isatty():
        why = _no_pictures()
        if not why:
            return "terminal"
        from companion.commands.streams import complain

        complain(f"{why}, so there are no pictures here: type a word a line, such as ok, down or back; quit ends it")
        return "text"
    raise Unusable(
        "no board and no terminal here; start it at a terminal, or with --panel text and words on standard input"
    )


def _no_pictures() -> str:
    """Why the panel of the terminal cannot be used where keys and text can; empty where it can."""
    from importlib.util import find_spec

    from hardware.simulated import terminal

    if not find_spec("textual"):
        return "textual is not installed (pip install 'table-companion[desktop]')"
    if terminal.usable():
        return ""
    dumb = sys.__stderr__ is not None and sys.__stderr__.isatty()
    return "TERM is dumb" if dumb else "standard error is not the terminal"


def looped(
    journal: Record,
    folder: Path,
    board: Board,
    inbox: Inbox,
    panels: Sequence[Panel],
    clock: Clock,
    keys: Callable[[], None] | None = None,
    weak: Callable[[], bool] = lambda: False,
    off: Callable[[], None] | None = None,
    crashes: int = 0,
    beside: Beside | None = None,
) -> Loop:
    """The loop over a record, with the settings of its folder. After some `crashes` in a row it starts at home.

    Where there are `keys` to open, the log says what has started as soon as they have been tried for the first time.
    """
    from companion.app.active_settings import ActiveSettings
    from companion.app.loop import Loop
    from companion.commands.beside import Beside
    from companion.games.refusals import Message
    from companion.session.session import Session
    from companion.session.settings_file import SettingsFile
    from companion.ui.painter import Painter
    from companion.words import Words
    from hardware.fonts import letters

    words = Words("en")
    beside = beside or Beside()
    settings = ActiveSettings(
        Painter(letters()), words, SettingsFile(folder), letters, parts=board.parts, web=beside.address
    )  # fmt: skip
    panels = [*panels, *beside.panels(settings.now.web)]
    session, painter = Session(journal, clock), settings.painter
    notices = [Message("off.again", count=crashes)] if crashes else []
    loop = Loop(
        session, inbox, panels, clock, painter, words, keys, settings=settings, board=board.keys, weak=weak, off=off,
        notices=notices, home=bool(crashes), later=_later(settings, lambda: _log_start(session, folder, board)),
    )  # fmt: skip
    gc.freeze()
    gc.enable()
    return loop


def _later(settings: ActiveSettings, started: Callable[[], None]) -> Iterator[object]:
    """Logs the start, then loads what keys need, a part with each step; what the settings screen shows as well."""
    from companion.commands.preload import loading

    started()
    yield "started"
    yield from loading(settings.capabilities)


def _log_start(session: Session, folder: Path, board: Board) -> None:
    """One line that says what runs, on which record, and which game goes on."""
    import logging
    from importlib.metadata import version  # takes longer than a picture

    now = session.now
    game = "no game is on the table"
    if now is not None:
        played = now.played
        stands = "goes on" if now.outcome is None else "is over"
        game = f"game {played.id} ({played.key}: {', '.join(played.names)}) {stands}"
    logging.getLogger(__name__).info(
        "Table Companion %s; the record %s; the board %s; %s", version("table-companion"), folder, board.name, game
    )


def _text(folder: Path, beside: Beside, profile: Board) -> None:
    """Words on standard input, pages on standard output, a simulated board in between."""
    import logging
    import time

    from companion.commands.logs import logging_to_stderr
    from companion.commands.streams import both_for_text
    from companion.record.record import Record
    from hardware.simulated.board import SimulatedBoard
    from hardware.simulated.clock import SimulatedClock

    logging_to_stderr(logging.WARNING)
    read, write = both_for_text()
    clock = SimulatedClock(time.time())
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with ExitStack() as stack:
        journal = stack.enter_context(Record(folder, DEFAULT_PEOPLE))
        board = stack.enter_context(SimulatedBoard(profile))
        board.first_picture()
        # Only now, as everything that the first picture need not wait for.
        from hardware.simulated.text import TextFront

        front = TextFront(read, write, clock)
        stack.enter_context(board.buttons(front.edge, front.fingers))
        front.connect(board.press, board.release, profile.keys)
        panels: list[Panel] = [stack.enter_context(closing(part)) for part in (board.oled(), *board.parts())]
        panels.append(front)
        looped(journal, folder, board.profile, front, panels, clock, beside=beside).run()


def _terminal(folder: Path, beside: Beside, profile: Board) -> None:
    """A simulated board in the terminal, until somebody quits."""
    from hardware.simulated import terminal

    # The terminal has letters of its own, so it can always speak the language that is set.
    words = _start_words(folder)
    status = _fronted(lambda: terminal.run(_apart(folder, beside, profile), words, profile), words)
    if status:
        sys.exit(status)


def _window(folder: Path, beside: Beside, profile: Board) -> None:
    """A simulated board in a window, until somebody closes it."""
    from companion.session.settings_file import SettingsFile
    from hardware.fonts import letters
    from hardware.simulated import window

    cut = letters(SettingsFile(folder).settings.font)
    words = _written(_start_words(folder), cut)
    status = _fronted(lambda: window.run(_apart(folder, beside, profile), words, cut, profile), words)
    if status:
        sys.exit(status)


def _start_words(folder: Path) -> Words:
    """The words of a front in the language that is set. They stay those of the start."""
    from companion.session.settings_file import SettingsFile
    from companion.words import LANGUAGES, Words

    language = SettingsFile(folder).settings.language
    return Words(language if language in LANGUAGES else "en")


def speech(folder: Path) -> tuple[Painter, Words]:
    """What it takes to say something on the glass before there is a table."""
    from companion.session.settings_file import SettingsFile
    from companion.ui.painter import Painter
    from hardware.fonts import letters

    cut = letters(SettingsFile(folder).settings.font)
    return Painter(cut), _written(_start_words(folder), cut)


def _written(words: Words, cut: Letters) -> Words:
    """The words if there are letters for them, else English ones."""
    from companion.words import Words

    return Words("en") if None in map(cut.columns, words("language.name")) else words


def _apart(folder: Path, beside: Beside, profile: Board) -> Callable[[Inbox, Sequence[Panel], Clock], None]:
    """The device for a front with a thread of its own. The record lives in the device's."""
    from companion.record.record import Record

    def device(inbox: Inbox, panels: Sequence[Panel], clock: Clock) -> None:
        with Record(folder, DEFAULT_PEOPLE) as journal:
            looped(journal, folder, profile, inbox, panels, clock, beside=beside).run()

    return device


def _fronted(front: Callable[[], int | None], words: Words) -> int:
    """Run a front; the exit status."""
    import traceback

    from companion.commands.streams import complain
    from companion.ports import PortLost
    from companion.record.trouble import RecordTrouble

    try:
        return front() or 0
    except PortLost as lost:
        raise Unusable(str(lost)) from lost
    except RecordTrouble:
        raise
    except Exception as error:
        # A fault of ours: the trace is for whoever mends it, the last line for whoever played.
        traceback.print_exc()
        complain(words("terminal.stopped", why=error))
        return 1
