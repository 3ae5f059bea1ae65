"""The services beside the device on the card: requests to them, and what they say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.app.machine import News
from companion.commands.image import NETWORK, REACHED, STICK, STICK_DONE
from companion.commands.image.messages import read_messages
from companion.kit.refusals import Message, Phrase

SAYINGS = {NETWORK: True, STICK: True, STICK_DONE: False}
"""The files in which they leave messages, and whether a message is kept until people have read it."""


class CardServices:
    """Implements `companion.app.machine.Services`: `leave` leaves a request, `card` is the folder of the start."""

    def __init__(self, leave: Callable[[str, str], None], card: Path) -> None:
        self._leave = leave
        self._card = card
        self._said: dict[str, list[Phrase]] = {}

    def ask(self, name: str, text: str = "") -> None:
        """Ask a service to do its work. Raises PortError."""
        self._leave(name, text)

    def news(self) -> list[News]:
        """What the services have said since this was asked last."""
        found = []
        for file, kept in SAYINGS.items():
            said = read_messages(self._card, file)
            if said != self._said.get(file, []):
                reached = file == NETWORK and (self._card / REACHED).exists()
                found += [News(Message("image.notice", text=text), kept, reached) for text in said]
            self._said[file] = said
        return found
