"""Spartacus: a trick game in which the lowest number takes the trick, and everybody starts with the same cards.

Every card is always in exactly one place: in a hand, in the running trick or in a won pile. Only the banners of a last
trick that nobody takes leave the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.spartacus.engine.cards import CardsPosition
from companion.games.spartacus.engine.counting import Counting
from companion.games.spartacus.engine.messages import consequences
from companion.games.spartacus.engine.notation import read
from companion.games.spartacus.engine.position import CURVE, Position, ScoresPosition
from companion.games.spartacus.engine.put_back import put_back
from companion.games.spartacus.engine.restore import build, check
from companion.kit.game import Game
from companion.kit.rules import BadOption, Options, SeriesRule


class Spartacus(Game[Position]):
    """Spartacus, from the rules to the screens."""

    key = "spartacus"
    name = "Spartacus"
    players = (3, 5)
    options: Mapping[str, tuple[bool | str, ...]] = {
        "banners": ("double", "joker", "none"),
        "joker_scoring": ("none", "minus10", "worthless"),
        "entry": ("cards", "scores"),
    }
    series = SeriesRule(points=True)  # SPA-12
    prompts = frozenset({"event.spartacus.leads", "event.spartacus.must-play", "event.spartacus.next"})
    curve = CURVE

    def start(self, players: int, options: Options) -> Position:
        """The first position: full hands, seat 0 leads (SPA-2); in scores entry no entries."""
        counting = Counting(options)
        if options["entry"] == "scores":
            return ScoresPosition(counting, ((),) * players, (None,) * players, None)
        return CardsPosition(counting, 0, (counting.full,) * players, ((),) * players)

    def bar(self, options: Options) -> None:
        """Raise BadOption if the options count jokers but the game has none."""
        if options["joker_scoring"] != "none" and options["banners"] != "joker":
            raise BadOption(
                "refused.spartacus.joker-scoring", value=options["joker_scoring"], banners=options["banners"]
            )

    read = staticmethod(read)
    build = staticmethod(build)
    check = staticmethod(check)
    consequences = staticmethod(consequences)
    put_back = staticmethod(put_back)

    def standing(self, position: Position) -> Sequence[Any]:
        points: Sequence[Any] = position.table()["points"]
        return points


GAME = Spartacus()
