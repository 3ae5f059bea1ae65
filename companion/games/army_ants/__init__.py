"""Army Ants: two armies of cards close ranks, then fight for the queen.

All cards are open. A card is always on one square of the field, or beaten; a beaten card never comes back.

field       squares, cards, straight lines
actions     the notation
phase       what the phases have in common
deployment, rally, battle    the three phases
scores      scores entry
restore     a position from a table view, and its first fault
messages    what people should notice, and what they must do with their hands
"""

from __future__ import annotations

from companion.games.army_ants.engine.actions import read
from companion.games.army_ants.engine.curve import CURVE
from companion.games.army_ants.engine.deal import deal
from companion.games.army_ants.engine.deployment import first
from companion.games.army_ants.engine.messages import consequences, put_back
from companion.games.army_ants.engine.restore import build, check
from companion.games.army_ants.engine.scores import ScoresPosition
from companion.kit.game import Game, Options, Position


def start(players: int, options: Options) -> Position:
    """The first position: no card is entered; in scores entry no result."""
    if options["entry"] == "scores":
        return ScoresPosition()
    # ANT-13: "rows" only changes how people lay their cards; entries and rules are the same.
    return first(options["deployment"] == "free")


GAME = Game(
    "army-ants",
    "Army Ants",
    (2, 2),
    {"deployment": ("dealt", "rows", "free"), "entry": ("cards", "scores")},
    start=start,
    read=read,
    build=build,
    check=check,
    consequences=consequences,
    put_back=put_back,
    curve=CURVE,
    aim=lambda options: 0,
    prompts=frozenset({"event.army_ants.deployed", "event.army_ants.left", "event.army_ants.next"}),
    deal=deal,
)
