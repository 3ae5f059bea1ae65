"""Army Ants: two armies of cards close ranks, then fight for the queen.

All cards are open. A card is always on one square of the field, or beaten; a beaten card never comes back.

field       squares, cards, straight lines
actions     the notation
phase       what the phases have in common
deployment, rally, battle    the three phases
position    a position of any of them, and scores entry
restore     a position from a table view, and its first fault
messages    what people should notice, and what they must do with their hands
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.games.army_ants.engine.actions import read
from companion.games.army_ants.engine.deployment import deal, first
from companion.games.army_ants.engine.messages import consequences, put_back
from companion.games.army_ants.engine.position import CURVE, Position, ScoresPosition
from companion.games.army_ants.engine.restore import build, check
from companion.kit.game import Game
from companion.kit.rules import Action, Options

if TYPE_CHECKING:
    from random import Random


class ArmyAnts(Game[Position]):
    """Army Ants, from the rules to the screens."""

    key = "army-ants"
    name = "Army Ants"
    players = (2, 2)
    options: Mapping[str, tuple[bool | str, ...]] = {
        "deployment": ("dealt", "rows", "free"),
        "entry": ("cards", "scores"),
    }
    prompts = frozenset({"event.army_ants.deployed", "event.army_ants.left", "event.army_ants.next"})
    curve = CURVE
    deals = True

    def start(self, players: int, options: Options) -> Position:
        """The first position: no card is entered; in scores entry no result."""
        if options["entry"] == "scores":
            return ScoresPosition()
        # ANT-13: "rows" only changes how people lay their cards; entries and rules are the same.
        return first(options["deployment"] == "free")

    read = staticmethod(read)
    build = staticmethod(build)
    check = staticmethod(check)
    consequences = staticmethod(consequences)
    put_back = staticmethod(put_back)

    def aim(self, options: Options) -> int:
        return 0

    def deal(self, position: Position, chance: Random) -> list[Action]:
        return deal(position, chance)


GAME = ArmyAnts()
