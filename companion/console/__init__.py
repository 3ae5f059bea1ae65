"""What programs at a terminal need: arguments, the folder of the record that they mean, streams, errors."""

from __future__ import annotations

import errno
import io
import os
import re
import sys
from argparse import PARSER, REMAINDER, Action, ArgumentError, ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterable, Sequence
from contextlib import suppress
from errno import ENAMETOOLONG
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

from companion.texts import escape_controls, reason_of


class CommandError(Exception):
    """The command cannot do what it is asked to do: what is the case and what would be needed, line by line.

    `status` is the exit status: 2 where the request is at fault, 1 where the record or a file is.
    """

    def __init__(self, *lines: str, status: int = 2) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines
        self.status = status


LINE_MOST = 1_000
"""Characters of one line."""
STDOUT = 1
BUFFER = 1 << 18
"""The most bytes that wait for a flush: a command whose reader goes away has its exit status by then."""


def printable(text: str) -> str:
    """The text without control characters, cut to the longest line of a message."""
    return escape_controls(text if len(text) <= LINE_MOST else f"{text[:LINE_MOST]}…")


def print_line(text: str) -> None:
    """Print one harmless line on standard output."""
    print(printable(text))


def print_error(text: str) -> None:
    """Print one line on standard error: what standard output, which may be a panel, has no place for."""
    print(text, file=sys.stderr)


def complain(text: str) -> None:
    """Print on standard error, in one harmless line, why something is not done. Never fails."""
    with suppress(OSError):  # it may be full, or closed at the other end
        print(f"companion: {printable(text)}", file=sys.stderr)


def print_fault(line: str) -> None:
    """Print on standard error what is wrong with a pad's file, in a line that is harmless already. Never fails."""
    with suppress(OSError):
        print(f"companion: {line}", file=sys.stderr)


def standard_input() -> BinaryIO:
    """The bytes of standard input; raises CommandError where it was closed before the start."""
    if sys.stdin is None:
        raise CommandError("standard input is closed; this command reads from there")
    return sys.stdin.buffer


def text_panel_streams() -> tuple[BinaryIO, BinaryIO]:
    """The bytes of standard input and output for the text panel; raises CommandError where one was closed before.

    The output has no buffer: SIGTERM can end the panel in the middle of a write, and what a buffer still held then
    would be written once more at the end.
    """
    if sys.stdin is None or sys.__stdout__ is None:
        raise CommandError("the text panel needs standard input and output, and one of them is closed")
    return sys.stdin.buffer, getattr(sys.stdout.buffer, "raw", sys.stdout.buffer)


class OutputLost(OSError):
    """Standard output cannot be written; `reader_gone` if its reader has gone away, which is no fault."""

    def __init__(self, why: str, *, reader_gone: bool = False) -> None:
        super().__init__(why)
        self.reader_gone = reader_gone


class _Output(io.FileIO):
    """Standard output, whose failures raise OutputLost, in contrast to failures of any other file."""

    def write(self, data: Any, /) -> int:
        """Write the data; the number of its bytes that were written."""
        try:
            return super().write(data)
        except BrokenPipeError as error:
            raise OutputLost("the reader of standard output has gone away", reader_gone=True) from error
        except OSError as error:
            if error.errno == errno.EBADF:
                raise OutputLost("standard output is closed; this command writes there") from error
            raise OutputLost(f"standard output cannot be written: {reason_of(error)}") from error


def guard_output() -> None:
    """Once, before any command: standard output fails with OutputLost only, and spells out what it has no letters for.

    What is written to a standard error that was closed is dropped. A standard output that has been put in the place of
    the process's own is left alone.
    """
    if sys.stdout is not sys.__stdout__:
        return
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            # The next file that is opened, the record perhaps, must not take its place. To write there still fails.
            os.open(os.devnull, os.O_RDONLY)
    before = sys.stdout
    stream = io.BufferedWriter(_Output(STDOUT, "w", closefd=False), BUFFER)
    if before is None:
        sys.stdout = io.TextIOWrapper(stream, "utf-8", "backslashreplace")
    else:
        sys.stdout = io.TextIOWrapper(stream, before.encoding, "backslashreplace", line_buffering=before.isatty())
    if sys.stderr is None:
        # Else `print(…, file=sys.stderr)` would write to standard output.
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - until the process ends


def drop_output() -> None:
    """Drop what standard output could not take: the interpreter would try once more at its end, and complain."""
    if isinstance(getattr(getattr(sys.stdout, "buffer", None), "raw", None), _Output):
        os.dup2(os.open(os.devnull, os.O_WRONLY), STDOUT)


MOST = 10**9
"""The largest number of things that may be asked for."""
LONGEST = 40
"""Characters of a wrong word that are shown, and compared with the known ones."""
SERVICE = Path("/var/lib/companion")
"""Where the service keeps its record."""


def add_data(parser: ArgumentParser) -> None:
    """The option --data: the folder of the record as a path, or None."""
    parser.add_argument("--data", metavar="DIR", type=path, help="the folder of the record")


def add_json(parser: ArgumentParser) -> None:
    """The option --json: whether what is printed is for programs."""
    parser.add_argument("--json", action="store_true", help="for programs")


def add_board(parser: ArgumentParser, *, default: str | None = None, option: bool = True) -> None:
    """The board as a text, or the default: as the option --board, or as an argument that may be left out.

    An empty --board is none: the unit of the service passes on what COMPANION_BOARD is.
    """
    about = "a board by its name (see: companion boards) or the file of one"
    if option:
        parser.add_argument("--board", metavar="BOARD", type=_name_or_none, default=default, help=about)
    else:
        parser.add_argument("board", metavar="BOARD", type=name, nargs="?", default=default, help=about)
    parser.add_argument("--keys", metavar="N", type=count, help="how many keys, 3, 4, 5 or 7, if BOARD is a chip")
    parser.add_argument(
        "--encoder", action="store_true", help="a rotary encoder for UP, DOWN and OK, if BOARD is a chip"
    )


def board_of(arguments: Namespace) -> str | None:
    """The name or file of the board, or None: BOARD, with --keys and --encoder as parts of the name."""
    board: str | None = arguments.board
    if arguments.keys is None and not arguments.encoder:
        return board
    keys = "" if arguments.keys is None else f"-{arguments.keys}"
    chip = "ssd1306" if board in (None, "plain") else board
    return f"{chip}{keys}{'-encoder' if arguments.encoder else ''}"


def name(text: str) -> str:
    """The name of a file or a folder, of a length that this system can have. An empty one would mean the current
    folder.
    """
    if not text:
        raise ArgumentTypeError("the name is empty; the name of a file or a folder is needed")
    try:
        os.lstat(text)
    except OSError as error:
        if error.errno == ENAMETOOLONG:
            raise ArgumentTypeError("the name is longer than this system allows") from error
    return text


def _name_or_none(text: str) -> str | None:
    return name(text) if text else None


def path(text: str) -> Path:
    """The same as a path."""
    return Path(name(text))


def count(text: str) -> int:
    """A number of things from 1 on."""
    number = int(text) if re.fullmatch("[0-9]{1,10}", text) else 0
    if not 1 <= number <= MOST:
        raise ArgumentTypeError(f"{text[:40]!r} is not a number from 1 to {MOST}")
    return number


class Parser(ArgumentParser):
    """Reports each wrong word with the usage of the command that it was for, without control characters.

    argparse alone reports an unknown option of a command after everything else, and with the usage of the whole.
    """

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """The arguments. No word is left over: a word that is not known ends the program."""
        words = list(sys.argv[1:] if args is None else args)
        for word in self._options_among(words):
            self._check_option(word)
        chosen, rest = super().parse_known_args(words, namespace)
        if rest:
            self.error(f"{_quoted(rest[0])} is one word too many")
        return chosen, rest

    def error(self, message: str) -> NoReturn:
        """End the program with status 2, after the usage and what is wrong."""
        super().error(printable(message))

    def refuse_word(self, word: str, what: str, known: Iterable[str], otherwise: str) -> NoReturn:
        """End the program because a word is not `what`: with the nearest of the known words, or what can be done."""
        near = nearest(word, known)
        self.error(f"{_quoted(word)} is not {what}; {f'did you mean {near}?' if near else otherwise}")

    def _options_among(self, words: Sequence[str]) -> Iterable[str]:
        """The words that argparse takes for options of this parser."""
        handed_on = any(action.nargs in (PARSER, REMAINDER) for action in self._actions)
        for word in words:
            if word == "--":
                return
            if word[:1] == "-" and word != "-" and " " not in word and not self._negative_number_matcher.match(word):
                yield word
            elif handed_on:
                return

    def _check_option(self, word: str) -> None:
        known = self._option_string_actions
        name, _, value = word.partition("=")
        if value == "--":  # argparse of Python 3.11 makes a list of it
            self.error(f"argument {name}: '--' is no value")
        if any(option.startswith(name) for option in known) or (word[1] != "-" and word[:2] in known):
            return
        self.refuse_word(name, "an option here", known, "--help explains them")

    def _get_value(self, action: Action, arg_string: str) -> Any:
        # The system's names of files are bytes; everything else that a command takes is a text. What is handed on to a
        # part of a command is looked at there.
        if (
            action.type is not path
            and action.nargs != PARSER
            and not arg_string.isprintable()
            and re.search("[\ud800-\udfff]", arg_string)
        ):
            raise ArgumentError(action, f"{_quoted(arg_string)} is not UTF-8")
        return super()._get_value(action, arg_string)

    def _check_value(self, action: Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        known = [str(choice) for choice in action.choices]
        near = nearest(str(value), known)
        hint = f"; did you mean {near}?" if near else ""
        raise ArgumentError(action, f"{_quoted(str(value))} is not one of {', '.join(known)}{hint}")


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that a word resembles most, apart from leading dashes; None if it resembles none."""
    from difflib import get_close_matches

    bare = {option.lstrip("-"): option for option in known}
    matches = get_close_matches(word.lstrip("-").lower()[:LONGEST], bare, 1)
    return bare[matches[0]] if matches else None


def _quoted(word: str) -> str:
    return repr(word if len(word) <= LONGEST else f"{word[:LONGEST]}…")


def record_folder(data: Path | None, *, service: Path | None = SERVICE, managed: bool = True) -> Path:
    """The folder of the record: `data` if given, else as `own_folder` finds it.

    Absolute: the pin library may change the working directory.
    """
    return own_folder(data, service, "table-companion", managed=managed).absolute()


def own_folder(named: Path | None, service: Path | None, name: str, *, managed: bool = True) -> Path:
    """The folder of a program's own files: the one that is `named`, else the one that the service manager gives, else
    the `service`'s if it is installed, else the user's own of this `name`.

    With `service=None` the folder of an installed service is not taken; unless `managed`, not that of the service
    manager, which may be for other files.
    """
    if named is not None:
        return named
    state = os.environ.get("STATE_DIRECTORY", "").split(":")[0] if managed else ""
    if state:
        return Path(state)
    if service is not None and service.is_dir():
        return service
    from platformdirs import user_data_path  # not on a device, whose first picture would wait for it

    return user_data_path(name)
