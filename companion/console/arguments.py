"""Arguments that several commands take, the parser that reads them, and the folder of the record that they mean."""

from __future__ import annotations

import os
import re
import sys
from argparse import PARSER, REMAINDER, Action, ArgumentError, ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Iterable, Sequence
from errno import ENAMETOOLONG
from pathlib import Path
from typing import Any, NoReturn

from companion.console.streams import printable

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
    """The board as a text, or the default: as the option --board, or as an argument that may be left out."""
    about = "a board by its name (see: companion boards) or the file of one"
    if option:
        parser.add_argument("--board", metavar="BOARD", type=name, default=default, help=about)
    else:
        parser.add_argument("board", metavar="BOARD", type=name, nargs="?", default=default, help=about)
    parser.add_argument("--keys", metavar="N", type=count, help="how many keys a board that is a chip has: 3, 4, 5, 7")
    parser.add_argument("--encoder", action="store_true", help="a rotary encoder for UP, DOWN and OK of such a board")


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
        # The system's names of files are bytes; everything else that a command takes is a text.
        if action.type is not path and not arg_string.isprintable() and re.search("[\ud800-\udfff]", arg_string):
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
