"""The games that can begin now."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from companion.kit.faults import WrongFile, fault_line
from companion.kit.game import Game, Games
from companion.kit.refusals import UnknownGame
from companion.words import Words

log = logging.getLogger(__name__)


class PresentGames:
    """The games that there are, the score pads that ship, and those in a record's folder, which is read each time."""

    def __init__(self, folder: Path, games: Games) -> None:
        self._folder = folder
        self._games = games
        self._logged: frozenset[str] = frozenset()

    @property
    def keys(self) -> tuple[str, ...]:
        """The games that are no score pads, in the order of menus."""
        return self._games.keys

    @property
    def _pads(self) -> Path:
        from companion.record.pads import FOLDER

        return self._folder / FOLDER

    def game(self, key: str) -> Game | None:
        """The rules of a game that begins now; None for another key."""
        if key in self.keys:
            return self._games.game(key)
        with suppress(UnknownGame):
            return self._games.present_pad(self._pads, key).game
        return None

    def pads_now(self) -> tuple[Sequence[Game], Sequence[WrongFile]]:
        """The score pads, and the files that are left out: the log names each, again where its fault changes."""
        pads, wrong = self._games.present_pads(self._pads)
        words = Words("en")
        faults = [fault_line(file, fault, words) for file, fault in wrong]
        for fault in faults:
            if fault not in self._logged:
                log.warning("score pad left out: %s", fault)
        self._logged = frozenset(faults)
        return [pad.game for pad in pads], wrong
