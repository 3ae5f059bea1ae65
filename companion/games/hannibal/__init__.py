"""Hannibal vs Rome: legions and fleets on a symmetric board, battles fought with five cards each.

Both hands are public, so only the cards chosen for a round are hidden; people enter both when they show them. Roles
and the winner of a series (HAN-15) belong to the series, not to a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.hannibal.engine.actions import read
from companion.games.hannibal.engine.board import CAR, FLEETS, LEGIONS, PLACE, ROM, camp
from companion.games.hannibal.engine.cards import FULL_HANDS, ROME, CardsPosition
from companion.games.hannibal.engine.messages import consequences, put_back
from companion.games.hannibal.engine.position import CURVE, Position, ScoresPosition
from companion.games.hannibal.engine.restore import build, check
from companion.kit.game import Game
from companion.kit.rules import Options, SeriesRule


class Hannibal(Game[Position]):
    """Hannibal vs Rome, from the rules to the screens."""

    key = "hannibal"
    name = "Hannibal vs Rome"
    players = (2, 2)
    options: Mapping[str, tuple[bool | str, ...]] = {
        "core": (False, True),
        "west": ("printed", "symmetric"),
        "entry": ("cards", "scores"),
    }
    series = SeriesRule(run=2)  # HAN-15
    prompts = frozenset({"event.hannibal.turn"})
    curve = CURVE

    def start(self, players: int, options: Options) -> Position:
        """The first position (HAN-1): all pieces at home, fleets on the home route, Rome in turn."""
        core = bool(options["core"])
        if options["entry"] == "scores":
            return ScoresPosition(core, ROME, (0, 0))
        romans = camp({ROM: LEGIONS[0], PLACE["ROM-COR"]: FLEETS})
        carthaginians = camp({CAR: LEGIONS[1] + 1, PLACE["SAR-CAR"]: FLEETS})
        symmetric = options["west"] == "symmetric"
        return CardsPosition(core, symmetric, ROME, (romans, carthaginians), CAR, FULL_HANDS, None, None, (0, 0))

    read = staticmethod(read)
    build = staticmethod(build)
    check = staticmethod(check)
    consequences = staticmethod(consequences)
    put_back = staticmethod(put_back)

    def standing(self, position: Position) -> Sequence[Any]:
        chips: Sequence[Any] = position.table()["chips"]
        return chips

    def aim(self, options: Options) -> int:
        return 0


GAME = Hannibal()
