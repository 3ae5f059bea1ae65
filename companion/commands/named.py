"""Boards as people name them, and what is wrong with a profile, in words."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands import Unusable
from companion.words import LANGUAGES, Words

if TYPE_CHECKING:
    from hardware.boards import Board
    from hardware.boards.profile import WrongProfile


SERVICE = Path("/var/lib/companion")
"""Where the service keeps its record."""


def folder(data: Path | None, *, service: Path | None = SERVICE) -> Path:
    """Where the record is kept. Absolute: the pin library may change the working directory.

    On a device with the service that is the service's record, unless another one is named; None for a `service` asks
    for one's own.
    """
    if data is not None:
        return data.absolute()
    given = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    if given:
        return Path(given)
    if service is not None and service.is_dir():
        return service
    from platformdirs import user_data_path

    return user_data_path("table-companion")


def words_of(data: Path) -> Words:
    """The words in the language that people have set."""
    from companion.session.settings_file import SettingsFile

    language = SettingsFile(data).settings.language
    return Words(language if language in LANGUAGES else "en")


def board(name: str, words: Words) -> Board:
    """The board of a name or a file. Raises Unusable with what is wrong with it and what would be right."""
    from hardware.boards.profile import WrongProfile, load

    try:
        return load(name)
    except WrongProfile as wrong:
        raise Unusable(told(wrong, words)) from wrong


def told(wrong: WrongProfile, words: Words) -> str:
    """What is wrong, with the file and the line."""
    params = {name: _listed(value, words) for name, value in wrong.params.items()}
    for name in ("use", "by"):
        if name in params:
            params[name] = used(str(params[name]), words)
    what = words(wrong.key, **params)
    if wrong.line is None:
        return words("board.wrong.in", file=wrong.file, what=what)
    return words("board.wrong.at", file=wrong.file, line=wrong.line, what=what)


def used(use: str, words: Words) -> str:
    """What a pin is for: a key by its name, everything else in words."""
    part, _, number = use.partition(" ")
    key = f"board.part.{part.replace('.', '-')}"
    return words(key, number=number) if key in words else use


def _listed(value: object, words: Words) -> object:
    return words.listed(map(str, value)) if isinstance(value, tuple) else value
