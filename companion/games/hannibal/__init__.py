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
from companion.games.hannibal.engine.position import CURVE, Position
from companion.games.hannibal.engine.restore import build, check
from companion.games.hannibal.engine.scores import ScoresPosition
from companion.kit.game import Game
from companion.kit.rules import Action, Options, SeriesRule
from companion.messages import Message
from companion.reader import Reader


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

    def read(self, text: str) -> Action:
        return read(text)

    def build(self, players: int, options: Options, table: Reader) -> Position:
        return build(players, options, table)

    def check(self, position: Position) -> None:
        check(position)

    def consequences(self, before: Position, action: Action, after: Position) -> tuple[Message, ...]:
        return consequences(before, action, after)

    def put_back(self, now: Position, then: Position) -> tuple[Message, ...]:
        return put_back(now, then)

    def standing(self, position: Position) -> Sequence[Any]:
        found: Sequence[Any] = position.table()["chips"]
        return found

    def aim(self, options: Options) -> int:
        return 0


GAME = Hannibal()
