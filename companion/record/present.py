"""The games that can begin now. Score pads are imported when somebody asks for one: a start does without."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from companion.games import registry
from companion.kit.game import Game
from companion.kit.refusals import UnknownGame
from companion.words import Words

if TYPE_CHECKING:
    from companion.games.pad.collection import WrongFile

log = logging.getLogger(__name__)


class PresentGames:
    """The games of the registry, the score pads that ship, and those in a record's folder, which is read each time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._logged: frozenset[str] = frozenset()

    def game(self, key: str) -> Game | None:
        """The rules of a game that begins now; None for another key."""
        if key in registry.GAMES:
            return registry.game(key)
        from companion.record.pads import present_pad

        with suppress(UnknownGame):
            return present_pad(self._folder, key).game
        return None

    def pads_now(self) -> tuple[Sequence[Game], Sequence[WrongFile]]:
        """The score pads, and the files that are left out: the log names each, again where its fault changes."""
        from companion.games.pad.fault_line import fault_line
        from companion.record.pads import present_pads

        pads, wrong = present_pads(self._folder)
        words = Words("en")
        faults = [fault_line(file, fault, words) for file, fault in wrong]
        for fault in faults:
            if fault not in self._logged:
                log.warning("score pad left out: %s", fault)
        self._logged = frozenset(faults)
        return pads, wrong
