"""The command line: what can be asked for. Each command is a module of `companion.commands`.

Everything is imported where it is used: a command pays only for what it needs.
"""

from __future__ import annotations

import argparse
import gc
import sys
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn

PANELS = ("auto", "board", "terminal", "window", "text", "simulated")
BOARD = "a board by its name (see: companion boards) or the file of one"
DATA = "the folder of the record"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    # `companion` alone, or with nothing but options, is `companion run`.
    if not given or (given[0].startswith("-") and given[0] not in ("-h", "--help", "--version")):
        given.insert(0, "run")
    from companion.commands.streams import Lost, complain, give_up, guard

    guard()
    status = 0
    try:
        if given[0] == "run":
            # Nothing that is made while starting is garbage, and looking for some takes a twentieth of the time. The
            # device looks for it from its first picture on.
            gc.disable()
        try:
            status = _done(given)
        except KeyboardInterrupt:
            give_up()  # what waits in the buffer may have been written already
            return 130
        finally:
            sys.stdout.flush()
    except Lost as lost:
        give_up()
        if not lost.gone:
            complain(str(lost))
            return 1
    finally:
        gc.enable()
    return status


def _done(given: list[str]) -> int:
    parser = _parser()
    chosen = parser.parse_args(given)
    from companion.commands import Unusable
    from companion.commands.streams import complain

    try:
        if chosen.command in _BARE:
            return _RUNS[chosen.command](chosen)
        return _on_a_record(chosen)
    except Unusable as why:
        complain(str(why))
        return 2


def _on_a_record(chosen: argparse.Namespace) -> int:
    from companion.commands.streams import complain
    from companion.record.trouble import RecordTrouble
    from companion.words import Words

    try:
        return _RUNS[chosen.command](chosen)
    except RecordTrouble as trouble:
        complain(Words("en").message(trouble.message, ()))
        return 1


# -- the commands, each with what it imports


def _run(chosen: argparse.Namespace) -> int:
    from companion.commands.device import fitting, run

    panel = fitting() if chosen.panel == "auto" else chosen.panel
    return run(panel, chosen.data, chosen.frames, chosen.board, chosen.web)


def _calls_at(text: str) -> tuple[str, int]:
    """Where the web window is to be."""
    from companion.session.settings import calls_at

    found = calls_at(text)
    if found is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no place for a window; it takes PORT or ADDRESS:PORT")
    return found


def _name(text: str) -> str:
    """The name of a file or a folder. An empty one would mean the folder that one happens to be in."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty; the name of a file or a folder is needed")
    return text


def _path(text: str) -> Path:
    return Path(_name(text))


def _screens(chosen: argparse.Namespace) -> int:
    from companion.commands.games import screens

    return screens(chosen.folder, chosen.language)


def _boards(chosen: argparse.Namespace) -> int:
    from companion.commands.boards import boards

    return boards(chosen.board)


def _wiring(chosen: argparse.Namespace) -> int:
    from companion.commands.wiring import wiring

    return wiring(chosen.board)


def _board_test(chosen: argparse.Namespace) -> int:
    from companion.commands.board_test import board_test
    from companion.commands.device import fitting

    return board_test(fitting() if chosen.panel == "auto" else chosen.panel, chosen.board)


def _doctor(chosen: argparse.Namespace) -> int:
    from companion.commands.doctor import doctor

    return doctor(chosen.data, chosen.board, as_json=chosen.json)


def _report(chosen: argparse.Namespace) -> int:
    from companion.commands.report import report

    return report(chosen.data, chosen.game, chosen.file, chosen.language)


def _games(_: argparse.Namespace) -> int:
    from companion.commands.games import games

    return games()


def _referee(_: argparse.Namespace) -> int:
    from companion.commands.referee import referee

    return referee()


def _check(chosen: argparse.Namespace) -> int:
    from companion.commands.check import run

    return run(chosen.data, mend=chosen.repair, as_json=chosen.json)


def _log(chosen: argparse.Namespace) -> int:
    from companion.commands.log import run

    return run(chosen.data, chosen.game, follow=chosen.follow, raw=chosen.raw)


def _backup(chosen: argparse.Namespace) -> int:
    from companion.commands.record import backup

    return backup(chosen.data, chosen.file)


def _restore(chosen: argparse.Namespace) -> int:
    from companion.commands.record import restore

    return restore(chosen.data, chosen.file)


def _export(chosen: argparse.Namespace) -> int:
    from companion.commands.record import export

    return export(chosen.data, chosen.game, chosen.form, chosen.file, every=chosen.all)


def _import(chosen: argparse.Namespace) -> int:
    from companion.commands.record import bring

    return bring(chosen.data, chosen.file)


def _history(chosen: argparse.Namespace) -> int:
    from companion.commands.history import history

    return history(chosen.data, chosen.game, chosen.player, chosen.limit, chosen.form)


def _show(chosen: argparse.Namespace) -> int:
    from companion.commands.history import show

    return show(chosen.data, chosen.game, chosen.form)


def _stats(chosen: argparse.Namespace) -> int:
    from companion.commands.history import stats

    return stats(chosen.data, chosen.game, chosen.player, chosen.form)


_RUNS: dict[str, Callable[[argparse.Namespace], int]] = {
    "run": _run,
    "screens": _screens,
    "boards": _boards,
    "wiring": _wiring,
    "board-test": _board_test,
    "doctor": _doctor,
    "check": _check,
    "log": _log,
    "backup": _backup,
    "restore": _restore,
    "export": _export,
    "import": _import,
    "report": _report,
    "history": _history,
    "show": _show,
    "stats": _stats,
    "games": _games,
    "referee": _referee,
}
_BARE = ("referee", "games", "screens")
"""Commands that know no record, and need not pay for importing it."""


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="companion", description="Scorekeeper and referee for the table.")
    parser.add_argument("--version", action=Version, nargs=0, help="show the version and end")
    # With the name said: to find it out, argparse would lay out a page of help, and import what that needs.
    commands: Any = parser.add_subparsers(
        prog="companion", dest="command", metavar="COMMAND", required=True, parser_class=Lazy
    )
    device = commands.add_parser("run", help="the device: keys in, glass out (the default)")
    places = "where to play: a board on a Pi, a terminal, a window, or lines of text"
    device.add_argument("--panel", choices=PANELS, default="auto", help=places)
    device.add_argument("--data", metavar="DIR", type=_path, help=DATA)
    device.add_argument("--board", metavar="BOARD", help=BOARD)
    device.add_argument("--frames", metavar="DIR", type=_path, help="write every distinct picture there as a PNG")
    phones = "a page for phones, to look on; a PORT alone is for this machine only, 0.0.0.0:PORT for all around"
    device.add_argument("--web", metavar="[HOST:]PORT", type=_calls_at, help=phones)
    pictures = commands.add_parser("screens", help="write a picture of every screen")
    pictures.add_argument("folder", metavar="DIR", type=_path, help="where the PNG files go")
    pictures.add_argument("--language", default="en", help="en, or ja, which needs a font")
    listed = commands.add_parser("boards", help="list the boards; or print the file of one, as a pattern")
    listed.add_argument("board", metavar="BOARD", nargs="?", help=BOARD)
    wired = commands.add_parser("wiring", help="what goes where on the Pi's header")
    wired.add_argument("board", metavar="BOARD", nargs="?", default="plain", help=BOARD)
    tested = commands.add_parser("board-test", help="try the glass and every key, told by the glass itself")
    tested.add_argument("--board", metavar="BOARD", help=BOARD)
    boards = [panel for panel in PANELS if panel not in ("window", "simulated")]  # which have no keys but the mouse's
    tested.add_argument("--panel", choices=boards, default="auto", help="where the board is")
    doctor = commands.add_parser("doctor", help="look at everything the device needs; status 0, 1 or 2")
    doctor.add_argument("--board", metavar="BOARD", help=BOARD)
    doctor.add_argument("--data", metavar="DIR", type=_path, help=DATA)
    doctor.add_argument("--json", action="store_true", help="for programs")
    looked = commands.add_parser("check", help="look at the whole record; status 0 sound, 1 repaired, 2 trouble")
    looked.add_argument("--data", metavar="DIR", type=_path, help=DATA)
    looked.add_argument("--repair", action="store_true", help="cut a torn end off, make the index again")
    looked.add_argument("--json", action="store_true", help="for programs")
    logged = commands.add_parser("log", help="the record line by line: everything that was entered, undone, begun")
    logged.add_argument("game", metavar="GAME", nargs="?", type=count, help="only this game, by its number")
    logged.add_argument("-f", "--follow", action="store_true", help="go on while the record grows, until Ctrl-C")
    logged.add_argument("--raw", action="store_true", help="the lines as they stand in the file")
    logged.add_argument("--data", metavar="DIR", type=Path, help=DATA)
    saved = commands.add_parser("backup", help="write the record and the settings into one file")
    saved.add_argument("file", metavar="FILE", type=_path, help="a new file, or a backup that this one replaces")
    saved.add_argument("--data", metavar="DIR", type=_path, help=DATA)
    brought = commands.add_parser("restore", help="bring the record and the settings of a backup back")
    brought.add_argument("file", metavar="FILE", type=_path, help="the backup")
    brought.add_argument("--data", metavar="DIR", type=_path, help=DATA)
    written = commands.add_parser("export", help="write a game, or all, as text, JSON or a table of results")
    written.add_argument("game", metavar="GAME", nargs="?", help="its number in the record, or last")
    written.add_argument("--all", action="store_true", help="all games")
    forms = "text in the action notation (the default), JSON, or results as CSV"
    written.add_argument("--as", dest="form", choices=("text", "json", "csv"), default="text", help=forms)
    written.add_argument("-o", dest="file", metavar="FILE", type=_path, help="write there, not to standard output")
    written.add_argument("--data", metavar="DIR", type=_path, help=DATA)
    taken = commands.add_parser("import", help="take games from a file, text or JSON, into the record")
    taken.add_argument("file", metavar="FILE", type=_path, help="the file, or - for standard input")
    taken.add_argument("--data", metavar="DIR", type=_path, help=DATA)
    paper = commands.add_parser("report", help="write a game as a page for phones and for paper")
    paper.add_argument("game", metavar="GAME", nargs="?", default="last", help="its number in the record, or last")
    page = "the file, or - for standard output"
    paper.add_argument("-o", dest="file", metavar="FILE.html", type=_name, required=True, help=page)
    paper.add_argument("--language", choices=("en", "ja"), help="its language; else the one that is set")
    paper.add_argument("--data", metavar="DIR", type=_path, help=DATA)
    past = commands.add_parser("history", help="the games that are over, the last one first")
    past.add_argument("--limit", metavar="N", type=count, default=20, help="so many games at most (20)")
    whole = commands.add_parser("show", help="a game: its whole log in words and in notation, who has won and why")
    whole.add_argument("game", metavar="GAME", help="its number, or last")
    counted = commands.add_parser("stats", help="who has won how often, how long games take; of two also head to head")
    for asked in (past, counted):
        asked.add_argument("--game", metavar="GAME", help="only this game, by its key (see: companion games)")
        person = "only this person; may come several times"
        asked.add_argument("--player", metavar="NAME", action="append", default=[], help=person)
    for asked in (past, whole, counted):
        asked.add_argument("--data", metavar="DIR", type=_path, help=DATA)
        form: dict[str, Any] = {"dest": "form", "action": "store_const", "default": "table", "either": True}
        asked.add_argument("--json", const="json", help="for programs", **form)
        asked.add_argument("--csv", const="csv", help="for spreadsheets", **form)
    commands.add_parser("games", help="tell the games and what their options mean")
    protocol = commands.add_parser("referee", help="answer requests, one JSON object a line", add_help=False)
    protocol.add_argument("-h", "--help", action=Protocol, nargs=0)
    return parser


def count(text: str) -> int:
    """A number of things from 1 on; raises ValueError."""
    number = int(text)
    if not 1 <= number <= 10**9:
        raise ValueError(text)
    return number


class Parser(argparse.ArgumentParser):
    """Says what is wrong with the words of a command line without giving orders to the terminal."""

    def error(self, message: str) -> NoReturn:
        from companion.commands.streams import harmless

        super().error(harmless(message))


class Lazy:
    """The parser of a command, made when that command is given: parsers take longer to make than to use.

    Of the arguments that are added with `either=True` only one can be given.
    """

    def __init__(self, **kind: Any) -> None:
        self._kind = kind
        self._arguments: list[tuple[tuple[str, ...], dict[str, Any]]] = []

    def add_argument(self, *names: str, **kind: Any) -> None:
        self._arguments.append((names, kind))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._parser, name)

    @cached_property
    def _parser(self) -> argparse.ArgumentParser:
        parser = Parser(**self._kind)
        either: Any = None
        for names, kind in self._arguments:
            if kind.pop("either", False):
                either = either or parser.add_mutually_exclusive_group()
                either.add_argument(*names, **kind)
            else:
                parser.add_argument(*names, **kind)
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
