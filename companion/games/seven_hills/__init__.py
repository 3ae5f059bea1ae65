"""Seven Hills of Rome: two tribes lay cards at seven hills, face down until both are there.

The referee knows a card as soon as a player has shown it, also after it leaves the table, and never before. So people
never have to enter a hidden card.
"""

from __future__ import annotations

from companion.games.seven_hills.engine.actions import HILLS, read
from companion.games.seven_hills.engine.cards import CardsPosition
from companion.games.seven_hills.engine.curve import CURVE
from companion.games.seven_hills.engine.hills import Hill, Variant
from companion.games.seven_hills.engine.messages import consequences
from companion.games.seven_hills.engine.put_back import put_back
from companion.games.seven_hills.engine.restore import build, check
from companion.games.seven_hills.engine.scores import UNNAMED, ScoresPosition
from companion.kit.game import Game, Options, Position, SeriesRule


def start(players: int, options: Options) -> Position:
    """The first position: all cards in hand, seat 0 in turn, no hill barred."""
    if options["entry"] == "scores":
        return ScoresPosition((UNNAMED,) * len(HILLS))
    variant = Variant(options)
    hills = (Hill(variant.open, ((), ())),) * len(HILLS)  # HIL-18
    return CardsPosition(variant, 0, hills, (variant.cards, variant.cards), (0, 0), None, None)


GAME = Game(
    "seven-hills",
    "Seven Hills of Rome",
    (2, 2),
    {
        "exclusive": (False, True),
        "barricades": (False, True),
        "scoring": ("sum", "strongest"),
        "open": (False, True),
        "entry": ("cards", "scores"),
    },
    start=start,
    read=read,
    build=build,
    check=check,
    consequences=consequences,
    put_back=put_back,
    curve=CURVE,
    standing=lambda position: position.table()["points"],
    series=SeriesRule(points=True, each_begins=True),  # HIL-9
    prompts=frozenset({"event.seven_hills.turn"}),
)
