"""Reads the log of a record while the device writes it. It needs no lock and changes nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.games.installed import INSTALLED
from companion.inotify import CREATE, MODIFY, MOVED
from companion.kit.game import Game
from companion.play.act import Line
from companion.play.fold import GameState, State
from companion.record.log import LOG, Scan, read_line
from companion.record.pads import find_rules
from companion.services.hall.events import Events
from companion.texts import reason_of
from companion.whole_file import open_regular


class Follower:
    """The log in a folder. Lines without a right checksum at its end are not read yet: the device is writing them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._scan: Scan | None = None
        self._file = 0
        self._looked = -1
        self._pads: dict[str, Game | None] = {}
        self.trouble: str | None = None

    def close(self) -> None:
        """Close the log; the next look opens it again."""
        if self._scan is not None:
            self._scan.file.close()
        self._scan, self._looked = None, -1

    def watch(self, events: Events[Any]) -> None:
        """Wake when the log grows, and when there is another one; before the first look, so that nothing is missed."""
        events.watch(self._folder / LOG, MODIFY)
        here = next(place for place in (self._folder, *self._folder.absolute().parents) if place.is_dir())
        events.watch(here, CREATE | MOVED)

    def is_another(self) -> bool:
        """Whether the log that was read is not the one in the folder any more; then it is closed."""
        if self._scan is None:
            return False
        try:
            status = (self._folder / LOG).stat()
        except OSError:
            return False  # a disk that comes back, or a file that is being replaced
        if status.st_ino == self._file and status.st_size >= self._scan.end:
            return False
        self.close()
        return True

    def new_lines(self) -> Iterator[tuple[int, Line]]:
        """The whole lines that were written since the last call, each with the byte where it begins."""
        try:
            if self._scan is None:
                file = open_regular(self._folder / LOG, os.O_NOFOLLOW)
                self._scan, self._file = Scan(file), os.fstat(file.fileno()).st_ino
            size = os.fstat(self._scan.file.fileno()).st_size
            if size != self._looked:
                yield from self._scan
                self._looked = size
            self.trouble = None
        except OSError as error:
            self.trouble = f"the record cannot be read: {reason_of(error)}"

    def line_at(self, offset: int) -> Line | None:
        """The line that begins at a byte; None if it cannot be read any more."""
        with suppress(OSError):
            return read_line(self._scan.file, offset) if self._scan is not None else None
        return None

    def rules(self, game: GameState, state: State) -> Game | None:
        """The rules of a game of the record; None if they are not known."""
        if not game.pad:
            return INSTALLED.known(game.key)
        if game.pad not in self._pads and self._scan is not None:
            self._pads[game.pad] = find_rules(game, self._scan.file, state.pads, self._folder, INSTALLED)
        return self._pads.get(game.pad)
