"""The record that a command is called with: its folder and language, trouble with it, and files written from it."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.console import SERVICE, CommandError, record_folder
from companion.record import RecordTrouble
from companion.record.log import is_own
from companion.session.settings_file import SettingsFile
from companion.texts import reason_of
from companion.whole_file import write_whole
from companion.words import LANGUAGES, Words

STDOUT = Path("-")
"""Where users give a file name: standard output."""


@contextmanager
def named_record(arguments: Namespace) -> Iterator[tuple[Path, Words]]:
    """The folder of the record that --data names, and the words of its language.

    Raises RecordTrouble as a CommandError with exit status 1.
    """
    folder = record_folder(arguments.data)
    words = words_of(folder)
    try:
        yield folder, words
    except RecordTrouble as trouble:
        raise CommandError(*explain_trouble(trouble, words), status=1) from trouble


def explain_trouble(trouble: RecordTrouble, words: Words) -> list[str]:
    """What is wrong, and what the user can do about it."""
    lines = [words.message(trouble.message, ())]
    if trouble.message.key.startswith("record.locked"):
        of_service = trouble.message.params["folder"] == SERVICE
        lines.append(words("restore.stop" if of_service else "restore.end"))
    return lines


def language_of(folder: Path) -> str:
    """The language in the settings of a folder; English where that one is not known."""
    language = SettingsFile(folder).settings.language
    return language if language in LANGUAGES else "en"


def words_of(folder: Path) -> Words:
    """The words in that language."""
    return Words(language_of(folder))


def write_out(pieces: Iterable[str], file: Path | None, folder: Path) -> bool:
    """Write to standard output where no file is named, or STDOUT; else a whole file or none. Whether it was a file.

    What is not a regular file (a pipe, a terminal) is written to directly, by the name that it has here: /dev/stdout
    leads to a pipe, which has no other one.

    Raises RecordTrouble if it cannot be written, or if it would replace a file of the record in `folder`.
    """
    if file is None or file == STDOUT:
        for piece in pieces:  # as UTF-8, with the line ends as they are: print follows the terminal
            sys.stdout.buffer.write(piece.encode())
        sys.stdout.buffer.flush()
        return False
    if is_own(file, folder):
        raise RecordTrouble("export.over-record", file=file)
    try:
        if file.exists() and not file.is_file():
            with file.open("wb") as opened:
                opened.writelines(map(str.encode, pieces))
        else:
            write_whole(Path(os.path.realpath(file)), map(str.encode, pieces))
    except OSError as error:
        raise RecordTrouble("export.unwritable", file=file, why=reason_of(error)) from error
    return True
