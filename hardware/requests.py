"""Requests to the services beside the device on the card, which may do what the device itself may not.

A request is a file in the directory that systemd has made for the service: a path unit sees it and starts the service
that it is for, which takes the file away.
"""

from __future__ import annotations

from pathlib import Path

from companion.ports import PortError


class Requests:
    """Leaves requests in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def leave(self, name: str, text: str = "") -> None:
        """Ask the service `name`, with a line of text. Raises PortError."""
        file = self._folder / name
        temporary = file.with_name(f".{name}.new")
        try:
            temporary.write_text(text and f"{text}\n", "ascii")
            temporary.replace(file)
        except OSError as error:
            raise PortError(f"{file}: {error.strerror or error}") from error
