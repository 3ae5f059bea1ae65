"""Hannibal vs Rome: legions and fleets on a symmetric board, battles fought with five cards each.

Both hands are public, so only the cards chosen for a round are hidden; people enter both when they show them. Roles
and the winner of a series (HAN-15) belong to the series, not to a game.
"""

from __future__ import annotations

from companion.games.hannibal.engine.actions import read
from companion.games.hannibal.engine.board import CAR, FLEETS, LEGIONS, PLACE, ROM, camp
from companion.games.hannibal.engine.cards import FULL_HANDS, ROME, CardsPosition
from companion.games.hannibal.engine.curve import CURVE
from companion.games.hannibal.engine.messages import consequences, put_back
from companion.games.hannibal.engine.restore import build, check
from companion.games.hannibal.engine.scores import ScoresPosition
from companion.kit.game import Game, Options, Position, SeriesRule


def start(players: int, options: Options) -> Position:
    """The first position (HAN-1): all pieces at home, fleets on the home route, Rome in turn."""
    core = bool(options["core"])
    if options["entry"] == "scores":
        return ScoresPosition(core, ROME, (0, 0))
    romans = camp({ROM: LEGIONS[0], PLACE["ROM-COR"]: FLEETS})
    carthaginians = camp({CAR: LEGIONS[1] + 1, PLACE["SAR-CAR"]: FLEETS})
    symmetric = options["west"] == "symmetric"
    return CardsPosition(core, symmetric, ROME, (romans, carthaginians), CAR, FULL_HANDS, None, None, (0, 0))


GAME = Game(
    "hannibal",
    "Hannibal vs Rome",
    (2, 2),
    {"core": (False, True), "west": ("printed", "symmetric"), "entry": ("cards", "scores")},
    start=start,
    read=read,
    build=build,
    check=check,
    consequences=consequences,
    put_back=put_back,
    curve=CURVE,
    standing=lambda position: position.table()["chips"],
    aim=lambda options: 0,
    series=SeriesRule(run=2),  # HAN-15
    prompts=frozenset({"event.hannibal.turn"}),
)
