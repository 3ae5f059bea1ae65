"""Seven Hills of Rome: two tribes lay cards at seven hills, face down until both are there.

The referee knows a card as soon as a player has shown it, also after it leaves the table, and never before. So people
never have to enter a hidden card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.seven_hills.engine.actions import HILLS, read
from companion.games.seven_hills.engine.cards import CardsPosition
from companion.games.seven_hills.engine.hills import Hill, Variant
from companion.games.seven_hills.engine.messages import consequences
from companion.games.seven_hills.engine.position import CURVE, Position
from companion.games.seven_hills.engine.put_back import put_back
from companion.games.seven_hills.engine.restore import build, check
from companion.games.seven_hills.engine.scores import UNNAMED, ScoresPosition
from companion.kit.game import Game
from companion.kit.rules import Options, SeriesRule


class SevenHills(Game[Position]):
    """Seven Hills of Rome, from the rules to the screens."""

    key = "seven-hills"
    name = "Seven Hills of Rome"
    players = (2, 2)
    options: Mapping[str, tuple[bool | str, ...]] = {
        "exclusive": (False, True),
        "barricades": (False, True),
        "scoring": ("sum", "strongest"),
        "open": (False, True),
        "entry": ("cards", "scores"),
    }
    series = SeriesRule(points=True, each_begins=True)  # HIL-9
    prompts = frozenset({"event.seven_hills.turn"})
    curve = CURVE

    def start(self, players: int, options: Options) -> Position:
        """The first position: all cards in hand, seat 0 in turn, no hill barred."""
        if options["entry"] == "scores":
            return ScoresPosition((UNNAMED,) * len(HILLS))
        variant = Variant(options)
        hills = (Hill(variant.open, ((), ())),) * len(HILLS)  # HIL-18
        return CardsPosition(variant, 0, hills, (variant.cards, variant.cards), (0, 0), None, None)

    read = staticmethod(read)
    build = staticmethod(build)
    check = staticmethod(check)
    consequences = staticmethod(consequences)
    put_back = staticmethod(put_back)

    def standing(self, position: Position) -> Sequence[Any]:
        return position.points


GAME = SevenHills()
