"""The command line, and the only place where the companion meets hardware.

Everything is imported where it is used: a command pays only for what it needs.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.loop import Loop
    from companion.ports import Clock, Inbox, Panel
    from companion.settings import Letters
    from companion.table.journal import Journal
    from companion.words import Words
    from hardware.boards import Board

PANELS = ("auto", "board", "terminal", "window", "text")
DEFAULT_PEOPLE = ("Player 1", "Player 2")


class Unusable(Exception):
    """What was asked for cannot be done here; the text says why and what would be needed."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = _parser()
    # `companion` alone, or with nothing but options, is `companion run`.
    if not given or (given[0].startswith("-") and given[0] not in ("-h", "--help", "--version")):
        given.insert(0, "run")
    chosen = parser.parse_args(given)
    if chosen.command == "referee":
        return referee()
    if chosen.command == "games":
        return games()
    if chosen.command == "screens":
        return screens(chosen.folder, chosen.language)
    from companion.table.journal import JournalTrouble
    from companion.words import Words

    try:
        return run(chosen.panel, chosen.data, chosen.frames)
    except Unusable as why:
        print(f"companion: {why}", file=sys.stderr)
        return 2
    except JournalTrouble as trouble:
        print(f"companion: {Words('en').message(trouble.message, ())}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="companion", description="Scorekeeper and referee for the table.")
    parser.add_argument("--version", action=Version, nargs=0, help="show the version and end")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    device = commands.add_parser("run", help="the device: keys in, glass out (the default)")
    places = "where to play: a board on a Pi, a terminal, a window, or lines of text"
    device.add_argument("--panel", choices=PANELS, default="auto", help=places)
    device.add_argument("--data", metavar="DIR", type=Path, help="the folder of the record")
    device.add_argument("--frames", metavar="DIR", type=Path, help="write every distinct picture there as a PNG")
    pictures = commands.add_parser("screens", help="write a picture of every screen")
    pictures.add_argument("folder", metavar="DIR", type=Path, help="where the PNG files go")
    pictures.add_argument("--language", default="en", help="en, or ja, which needs a font")
    commands.add_parser("games", help="tell the games and what their options mean")
    protocol = commands.add_parser("referee", help="answer requests, one JSON object a line", add_help=False)
    protocol.add_argument("-h", "--help", action=Protocol, nargs=0)
    return parser


class Version(argparse.Action):
    """Looks the version up only when somebody asks: it takes longer than starting a game."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"companion {version('table-companion')}")
        parser.exit()


class Protocol(argparse.Action):
    """Tells the protocol of the referee, with an example."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.resources import files

        print(files("companion.words").joinpath("referee.txt").read_text("utf-8"), end="")
        parser.exit()


# -- the games


def games() -> int:
    """Every game with its options, what each means and which values it has; the exit status."""
    from companion import engines
    from companion.words import Words

    words = Words("en")
    with _reader_may_leave():
        for place, key in enumerate(engines.MODULES):
            game = engines.game(key)
            least, most = game.players
            players = f"{least}" if least == most else f"{least} to {most}"
            print("\n" * (place > 0) + f"{words(f'game.{key}')} ({key}), {players} players")
            for option, values in game.options.items():
                text = f"option.{key}.{option}"
                print(f"  {option}: {words(f'{text}.label')}\n    {words(f'{text}.about')}")
                for value in map(_json, values):
                    default = " (the default)" if value == _json(values[0]) else ""
                    print(f"    {value}: {words(f'{text}.{value}')}{default}")
    return 0


def _json(value: bool | str) -> str:
    """A value of an option as requests have it, without quotation marks."""
    return value if isinstance(value, str) else str(value).lower()


# -- the referee


def referee() -> int:
    """The line protocol on standard input and output, until `quit`, the end of input or a reader that goes away."""
    from companion.referee import LINE_MOST, answer

    session = None
    read, write = sys.stdin.buffer, sys.stdout.buffer
    with _reader_may_leave():
        while line := read.readline(LINE_MOST + 1):
            request: bytes | None = line.removesuffix(b"\n")
            if len(line) > LINE_MOST and not line.endswith(b"\n"):
                request = None
                while (line := read.readline(LINE_MOST)) and not line.endswith(b"\n"):
                    pass
            told = answer(session, request)
            session = told.session
            write.write(told.reply + b"\n")
            write.flush()
            if told.last:
                break
    return 0


@contextmanager
def _reader_may_leave() -> Iterator[None]:
    """A reader of standard output that goes away, or Ctrl-C, ends what is inside without a word."""
    try:
        yield
    except BrokenPipeError:
        # The interpreter would flush once more at exit and complain: give it a place to do so.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        pass


# -- pictures


def screens(folder: Path, language: str) -> int:
    """Write every screen as a PNG, four times enlarged, in this language; the exit status."""
    from companion.screens.catalogue import scenes
    from companion.screens.paint import Painter
    from companion.words import LANGUAGES, Words
    from hardware.fonts import letters
    from hardware.frames import enlarged

    if language not in LANGUAGES:
        print(f"companion: {language} is not a language known here; known are {', '.join(LANGUAGES)}", file=sys.stderr)
        return 2
    words, cut = Words(language), letters()
    if any(cut.columns(letter) is None for letter in words("language.name")):
        print(f"companion: {words('settings.no-letters')}", file=sys.stderr)
        return 2
    painter = Painter(cut)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for scene in scenes(painter, words):
            picture = painter.page(scene.screen.view(scene.sight), scene.banner)
            enlarged(picture).save(folder / f"{scene.name}.png")
    except OSError as error:
        print(f"companion: {folder} cannot be written: {error.strerror or error}", file=sys.stderr)
        return 1
    return 0


# -- the device


def run(panel: str, data: Path | None, frames: Path | None) -> int:
    """The device on a panel, until it is told to stop; the exit status."""
    folder = _folder(data)
    pictures = frames.absolute() if frames is not None else None
    fronts: dict[str, Callable[[Path, Path | None], None]] = {
        "board": _board, "terminal": _terminal, "window": _window, "text": _text
    }  # fmt: skip
    fronts[_fitting() if panel == "auto" else panel](folder, pictures)
    return 0


def _folder(data: Path | None) -> Path:
    """Where the record is kept. Absolute: the pin library may change the working directory."""
    if data is not None:
        return data.absolute()
    given = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    if given:
        return Path(given)
    from platformdirs import user_data_path

    return user_data_path("table-companion")


def _fitting() -> str:
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


def _loop(
    journal: Journal,
    folder: Path,
    board: Board,
    inbox: Inbox,
    panels: Sequence[Panel],
    clock: Clock,
    keys: Callable[[], None] | None = None,
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
    return Loop(Evening(journal, clock), inbox, panels, clock, settings.painter, words, keys, settings=settings)


def _text(folder: Path, frames: Path | None) -> None:
    """Words on standard input, pages on standard output, a simulated board in between."""
    import time

    from companion.table.journal import Journal
    from hardware.frames import Frames
    from hardware.simulated.board import SimulatedBoard
    from hardware.simulated.clock import SimulatedClock
    from hardware.simulated.text import TextFront

    if sys.stdin is None or sys.stdout is None:
        raise Unusable("the text panel needs standard input and output, and one of them is closed")
    clock = SimulatedClock(time.time())
    front = TextFront(sys.stdin.buffer, sys.stdout.buffer, clock)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with _reader_may_leave(), ExitStack() as stack:
        journal = stack.enter_context(Journal(folder, DEFAULT_PEOPLE))
        board = stack.enter_context(SimulatedBoard())
        stack.enter_context(board.buttons(front.edge, front.fingers))
        front.connect(board.press, board.release)
        panels: list[Panel] = [stack.enter_context(closing(board.oled())), front]
        if frames is not None:
            panels.append(Frames(frames))
        _loop(journal, folder, board.profile, front, panels, clock).run()


def _terminal(folder: Path, frames: Path | None) -> None:
    """A simulated board in the terminal, until somebody quits."""
    from hardware.simulated import terminal

    # The terminal has letters of its own, so it can always speak the language that is set.
    words = _start_words(folder)
    status = _fronted(lambda: terminal.run(_apart(folder, frames), words), words)
    if status:
        sys.exit(status)


def _window(folder: Path, frames: Path | None) -> None:
    """A simulated board in a window, until somebody closes it."""
    from companion.table.settings_file import SettingsFile
    from hardware.fonts import letters
    from hardware.simulated import window

    cut = letters(SettingsFile(folder).settings.font)
    words = _written(_start_words(folder), cut)
    status = _fronted(lambda: window.run(_apart(folder, frames), words, cut), words)
    if status:
        sys.exit(status)


def _start_words(folder: Path) -> Words:
    """The words of a front in the language that is set. They stay those of the start."""
    from companion.table.settings_file import SettingsFile
    from companion.words import LANGUAGES, Words

    language = SettingsFile(folder).settings.language
    return Words(language if language in LANGUAGES else "en")


def _written(words: Words, cut: Letters) -> Words:
    """The words if there are letters for them, else English ones."""
    from companion.words import Words

    return Words("en") if None in map(cut.columns, words("language.name")) else words


def _apart(folder: Path, frames: Path | None) -> Callable[[Inbox, Sequence[Panel], Clock], None]:
    """The device for a front with a thread of its own. The record lives in the device's."""
    from companion.table.journal import Journal
    from hardware.boards import ALL_KEYS
    from hardware.frames import Frames

    def device(inbox: Inbox, panels: Sequence[Panel], clock: Clock) -> None:
        pictures: list[Panel] = [Frames(frames)] if frames is not None else []
        with Journal(folder, DEFAULT_PEOPLE) as journal:
            _loop(journal, folder, ALL_KEYS, inbox, [*panels, *pictures], clock).run()

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


def _board(folder: Path, frames: Path | None) -> None:
    """The buttons and the glass of a board, until SIGTERM or Ctrl-C."""
    import logging

    from companion.table.journal import Journal
    from hardware.boards import PLAIN
    from hardware.buttons import Buttons
    from hardware.clocks import SystemClock
    from hardware.frames import Frames
    from hardware.inbox import KeyInbox
    from hardware.oled import Oled, i2c_serial

    logging.basicConfig(level=logging.INFO, format="%(message)s")
    clock = SystemClock()
    inbox = KeyInbox(clock)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: inbox.stop())
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(folder, DEFAULT_PEOPLE))
        panels: list[Panel] = [stack.enter_context(closing(Oled(i2c_serial(PLAIN.bus, PLAIN.address))))]
        if frames is not None:
            panels.append(Frames(frames))

        def keys() -> None:
            stack.enter_context(Buttons(PLAIN.pins, inbox.edge, clock))

        _loop(journal, folder, PLAIN, inbox, panels, clock, keys).run()
