"""The games that there are, as the value that is handed down. Score pads are imported when they are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.games import registry
from companion.kit.game import Game, Games, OfferedPad, PresentPad

if TYPE_CHECKING:
    from companion.kit.faults import WrongFile


class Installed(Games):
    """The games of the registry, and score pads."""

    keys = registry.GAMES

    def game(self, key: str) -> Game:
        return registry.game(key)

    def pad_of_text(self, content: bytes) -> Game | None:
        from companion.games.pad.collection import recorded_game

        return recorded_game(content)

    def pad_from_elsewhere(self, content: bytes) -> Game:
        from companion.games.pad.collection import checked_game

        return checked_game(content)

    def present_pad(self, folder: Path, key: str) -> PresentPad:
        from companion.games.pad.collection import AllGames

        pad = AllGames(folder).pad(key)
        return PresentPad(pad.game, pad.content)

    def present_pads(self, folder: Path) -> tuple[Sequence[PresentPad], Sequence[WrongFile]]:
        from companion.games.pad.collection import SHIPPED, own_pads, shipped

        own = own_pads(folder)
        return [PresentPad(read.game, read.content) for read in (*map(shipped, SHIPPED), *own.pads.values())], own.wrong

    def offered_pads(self, folder: Path) -> tuple[Sequence[OfferedPad], Sequence[WrongFile]]:
        from companion.games.pad.collection import SHIPPED, offered, offered_shipped, own_pads

        own = own_pads(folder)
        return [*map(offered_shipped, SHIPPED), *[offered(read.pad) for read in own.pads.values()]], own.wrong


INSTALLED = Installed()
