"""`companion run`: the device on a panel.

Everything is imported where it is used: what a small Pi imports before the first picture, people wait for.
"""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands import Unusable
from companion.commands.streams import reader_may_leave

if TYPE_CHECKING:
    from companion.loop import Loop
    from companion.ports import Clock, Inbox, Panel
    from companion.screens.paint import Painter
    from companion.settings import Letters
    from companion.table.journal import Journal
    from companion.words import Words
    from hardware.boards import Board

    Front = Callable[[Path, Path | None, Board], None]

DEFAULT_PEOPLE = ("Player 1", "Player 2")


def run(panel: str, data: Path | None, frames: Path | None, board: str | None = None) -> int:
    """The device on a panel, until it is told to stop; the exit status.

    Without a name of a board it is the plain one, and where it is simulated one with all keys.
    """
    from companion.commands import named
    from hardware.boards import ALL_KEYS, PLAIN

    folder = named.folder(data)
    default = PLAIN if panel == "board" else ALL_KEYS
    profile = default if board is None else named.board(board, named.words_of(folder))
    pictures = frames.absolute() if frames is not None else None
    fronts: dict[str, Front] = {"board": _board, "terminal": _terminal, "window": _window, "text": _text}
    # Nothing that is made while starting is garbage, and looking for some takes a twentieth of the time.
    gc.disable()
    try:
        fronts[panel](folder, pictures, profile)
    finally:
        gc.enable()
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
        from importlib.util import find_spec

        from hardware.simulated import terminal

        return "terminal" if find_spec("textual") and terminal.usable() else "text"
    raise Unusable(
        "no board and no terminal here; start it at a terminal, or with --panel text and words on standard input"
    )


def looped(
    journal: Journal,
    folder: Path,
    board: Board,
    inbox: Inbox,
    panels: Sequence[Panel],
    clock: Clock,
    keys: Callable[[], None] | None = None,
    weak: Callable[[], bool] = lambda: False,
) -> Loop:
    """The loop over a record, with the settings of its folder."""
    from companion.loop import Loop
    from companion.screens.paint import Painter
    from companion.settings import InForce
    from companion.table.evening import Evening
    from companion.table.settings_file import SettingsFile
    from companion.words import Words
    from hardware.fonts import letters

    words = Words("en")
    settings = InForce(Painter(letters()), words, SettingsFile(folder), letters, parts=board.parts)
    evening, painter = Evening(journal, clock), settings.painter
    loop = Loop(evening, inbox, panels, clock, painter, words, keys, settings=settings, board=board.keys, weak=weak)
    gc.freeze()
    gc.enable()
    return loop


def _text(folder: Path, frames: Path | None, profile: Board) -> None:
    """Words on standard input, pages on standard output, a simulated board in between."""
    import time

    from companion.table.journal import Journal
    from hardware.simulated.board import SimulatedBoard
    from hardware.simulated.clock import SimulatedClock

    if sys.stdin is None or sys.stdout is None:
        raise Unusable("the text panel needs standard input and output, and one of them is closed")
    clock = SimulatedClock(time.time())
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with reader_may_leave(), ExitStack() as stack:
        journal = stack.enter_context(Journal(folder, DEFAULT_PEOPLE))
        board = stack.enter_context(SimulatedBoard(profile))
        board.first_picture()
        # Only now, as everything that the first picture need not wait for.
        from hardware.simulated.text import TextFront

        front = TextFront(sys.stdin.buffer, sys.stdout.buffer, clock)
        stack.enter_context(board.buttons(front.edge, front.fingers))
        front.connect(board.press, board.release, profile.keys)
        panels: list[Panel] = [stack.enter_context(closing(part)) for part in (board.oled(), *board.parts())]
        panels.append(front)
        if frames is not None:
            from hardware.frames import Frames

            panels.append(Frames(frames))
        looped(journal, folder, board.profile, front, panels, clock).run()


def _terminal(folder: Path, frames: Path | None, profile: Board) -> None:
    """A simulated board in the terminal, until somebody quits."""
    from hardware.simulated import terminal

    # The terminal has letters of its own, so it can always speak the language that is set.
    words = _start_words(folder)
    status = _fronted(lambda: terminal.run(_apart(folder, frames, profile), words, profile), words)
    if status:
        sys.exit(status)


def _window(folder: Path, frames: Path | None, profile: Board) -> None:
    """A simulated board in a window, until somebody closes it."""
    from companion.table.settings_file import SettingsFile
    from hardware.fonts import letters
    from hardware.simulated import window

    cut = letters(SettingsFile(folder).settings.font)
    words = _written(_start_words(folder), cut)
    status = _fronted(lambda: window.run(_apart(folder, frames, profile), words, cut, profile), words)
    if status:
        sys.exit(status)


def _start_words(folder: Path) -> Words:
    """The words of a front in the language that is set. They stay those of the start."""
    from companion.table.settings_file import SettingsFile
    from companion.words import LANGUAGES, Words

    language = SettingsFile(folder).settings.language
    return Words(language if language in LANGUAGES else "en")


def _speech(folder: Path) -> tuple[Painter, Words]:
    """What it takes to say something on the glass before there is a table."""
    from companion.screens.paint import Painter
    from companion.table.settings_file import SettingsFile
    from hardware.fonts import letters

    cut = letters(SettingsFile(folder).settings.font)
    return Painter(cut), _written(_start_words(folder), cut)


def _written(words: Words, cut: Letters) -> Words:
    """The words if there are letters for them, else English ones."""
    from companion.words import Words

    return Words("en") if None in map(cut.columns, words("language.name")) else words


def _apart(folder: Path, frames: Path | None, profile: Board) -> Callable[[Inbox, Sequence[Panel], Clock], None]:
    """The device for a front with a thread of its own. The record lives in the device's."""
    from companion.table.journal import Journal
    from hardware.frames import Frames

    def device(inbox: Inbox, panels: Sequence[Panel], clock: Clock) -> None:
        pictures: list[Panel] = [Frames(frames)] if frames is not None else []
        with Journal(folder, DEFAULT_PEOPLE) as journal:
            looped(journal, folder, profile, inbox, [*panels, *pictures], clock).run()

    return device


def _fronted(front: Callable[[], int | None], words: Words) -> int:
    """Run a front; the exit status."""
    import traceback

    from companion.ports import PortLost
    from companion.table.journal import JournalTrouble

    try:
        return front() or 0
    except PortLost as lost:
        raise Unusable(str(lost)) from lost
    except JournalTrouble:
        raise
    except Exception as error:
        # A fault of ours: the trace is for whoever mends it, the last line for whoever played.
        traceback.print_exc()
        print(f"companion: {words('terminal.stopped', why=error)}", file=sys.stderr)
        return 1


def _board(folder: Path, frames: Path | None, profile: Board) -> None:
    """The buttons and the glass of a board, until SIGTERM or Ctrl-C."""
    import logging

    from companion.opening import opened
    from companion.table.journal import Journal
    from hardware import first_picture
    from hardware.clocks import SystemClock
    from hardware.debounce import Debounce
    from hardware.inbox import KeyInbox
    from hardware.oled import oled_of

    logging.basicConfig(level=logging.INFO, format="%(message)s")
    clock = SystemClock()
    inbox = KeyInbox(clock, debounce=Debounce(profile.debounce / 1000))
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: inbox.stop())
    with ExitStack() as stack:
        oled = stack.enter_context(closing(oled_of(profile)))
        # The record first: whoever has it alone has the glass alone, too.
        journal = opened(lambda: Journal(folder, DEFAULT_PEOPLE), inbox, [oled], clock, lambda: _speech(folder))
        if journal is None:
            return
        stack.enter_context(journal)
        first_picture.on_board(profile)
        # Only now, as everything that the first picture need not wait for.
        from hardware.buttons import Buttons, Keys
        from hardware.power import watched
        from hardware.wired import buttons_of, parts_of

        panels: list[Panel] = [oled, *[stack.enter_context(closing(part)) for part in parts_of(profile)]]
        if frames is not None:
            from hardware.frames import Frames

            panels.append(Frames(frames))

        def buttons() -> Buttons:
            return buttons_of(profile, inbox.edge, clock, turn=inbox.turn, held=inbox.held, nudge=inbox.nudge)

        keys = stack.enter_context(closing(Keys(buttons, inbox)))
        looped(journal, folder, profile, inbox, panels, clock, keys.attend, watched()).run()
