"""`companion import`: take games from a file, text or JSON, into the record."""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace
from pathlib import Path

from companion.console import add_data, complain, path, print_line, standard_input
from companion.console.record_access import named_record
from companion.games.installed import INSTALLED
from companion.messages import Message
from companion.record import RecordTrouble, Unfit, unfit_file
from companion.record.exchange import import_games, read_content
from companion.record.gamefiles import MOST
from companion.texts import harmless, reason_of
from companion.words import Words

STDIN = Path("-")


def add(parser: ArgumentParser) -> None:
    """Argument: the file to read."""
    parser.add_argument("file", metavar="FILE", type=path, help="the file, or - for standard input")
    add_data(parser)


def run(arguments: Namespace) -> int:
    """Import the games of a file and say their numbers; the exit status, 1 if one was left out."""
    with named_record(arguments) as (folder, words):
        try:
            imported = import_games(folder, INSTALLED, _content(arguments.file), time.time())
        except Unfit as fault:
            raise RecordTrouble("import.refused", why=_refusal(fault, arguments.file, words)) from fault
    numbers = imported.numbers
    if len(numbers) == 1:
        print_line(words("import.one", number=numbers[0]))
    elif numbers:
        print_line(words("import.done", count=len(numbers), first=numbers[0], last=numbers[-1]))
    if imported.continued:
        print_line(words("import.continued", numbers=", ".join(map(str, imported.continued))))
    if imported.known:
        print_line(words("import.known", count=imported.known))
    for left_out in imported.refused:
        refusal = words.message(_refusal(left_out, arguments.file, words), ())
        complain(words("import.left-out", why=refusal))
    return 1 if imported.refused else 0


def _content(file: Path) -> bytes:
    """The bytes of a file; raises Unfit. Of standard input it reads just enough to notice that there are too many."""
    try:
        return standard_input().read(MOST + 1) if file == STDIN else read_content(file)
    except OSError as error:
        raise unfit_file(None, "unreadable", why=reason_of(error)) from error


def _refusal(fault: Unfit, file: Path, words: Words) -> Message:
    """Why a file cannot be imported, with the place in it."""
    parts = fault.why.params.items()
    parts_in_words = {
        name: harmless(words.message(part, ())) if isinstance(part, Message) else part for name, part in parts
    }
    why = Message(fault.why.key, fault.why.rule, **parts_in_words)
    params: dict[str, object] = {"file": file, "why": words.with_rule(why, fault.names)}
    if fault.where is None:
        return Message("import.in", **params)
    return Message("import.at", where=words.message(fault.where, ()), **params)
