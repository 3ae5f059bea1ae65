"""What a card has for the device: messages, services that may do more than it, and the root file that failed."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

from companion.app.machine import News
from companion.app.questions import FailedRoot
from companion.messages import Message, Phrase
from companion.ports import PortError
from companion.services.card.start_files import (
    NETWORK,
    REACHED,
    START,
    STICK,
    STICK_DONE,
    parse_start,
    read_messages,
    read_text,
)

SAYINGS = {NETWORK: True, STICK: True, STICK_DONE: False}
"""The files in which they leave messages, and whether a message is kept until people have read it."""


def notices(card: Path) -> list[Message]:
    """What people should know of the start, of which `card` is the folder."""
    return [Message("image.notice", text=text) for text in read_messages(card)]


def services(card: Path) -> CardServices | None:
    """The services of the card; None where systemd has made no folder for requests."""
    folder = os.environ.get("RUNTIME_DIRECTORY")
    return CardServices(Path(folder), card) if folder else None


def failed_root(card: Path, services: CardServices) -> FailedRoot | None:
    """The root file that people may go on with, if the card has just started another one."""
    start = parse_start(read_text(card / START))
    return FailedRoot(start.wanted, start.root, partial(services.ask, "again")) if start.ask else None


class CardServices:
    """Implements `companion.app.machine.Services`: `requests` is the folder for requests, `card` is for the start.

    A request is a file in the directory that systemd has made for the service: a path unit sees it and starts the
    service that it is for, which takes the file away.
    """

    def __init__(self, requests: Path, card: Path) -> None:
        self._requests = requests
        self._card = card
        self._said: dict[str, list[Phrase]] = {}

    def ask(self, name: str, text: str = "") -> None:
        file = self._requests / name
        temporary = file.with_name(f".{name}.new")
        try:
            temporary.write_text(text and f"{text}\n", "ascii")
            temporary.replace(file)
        except OSError as error:
            raise PortError(f"{file}: {error.strerror or error}") from error

    def news(self) -> list[News]:
        news = []
        for file, kept in SAYINGS.items():
            messages = read_messages(self._card, file)
            if messages != self._said.get(file, []):
                reached = file == NETWORK and (self._card / REACHED).exists()
                news += [News(Message("image.notice", text=text), kept, reached) for text in messages]
            self._said[file] = messages
        return news
