"""The record that a command is called with, and trouble with it as a message and an exit status."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.commands import CommandError
from companion.commands.record_access.language import words_of
from companion.commands.record_access.location import record_folder
from companion.kit.refusals import Message
from companion.record.trouble import RecordTrouble
from companion.words import Words


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
    lines = [message_text(trouble.message, words)]
    if trouble.message.key == "record.locked":
        lines.append(words("restore.stop"))
    return lines


def message_text(message: Message, words: Words) -> str:
    """A message in words; its parameters may be messages, too."""
    params = {
        name: message_text(part, words) if isinstance(part, Message) else part for name, part in message.params.items()
    }
    return words.message(Message(message.key, message.rule, **params), ())
