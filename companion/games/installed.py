"""The games that there are, as the value that is handed down. Score pads are imported when they are asked for."""

from __future__ import annotations

from companion.games import registry
from companion.kit.game import Game, Games, Pads


class Installed(Games):
    """The games of the registry, and score pads."""

    keys = registry.GAMES

    @property
    def pads(self) -> Pads:
        from companion.games.pad.collection import PADS

        return PADS

    def game(self, key: str) -> Game:
        return registry.game(key)


INSTALLED = Installed()
