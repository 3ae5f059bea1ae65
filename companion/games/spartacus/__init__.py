"""Spartacus: a trick game in which the lowest number takes the trick, and everybody starts with the same cards.

Every card is always in exactly one place: in a hand, in the running trick or in a won pile. Only the banners of a last
trick that nobody takes leave the table.
"""

from __future__ import annotations

from companion.games.spartacus.engine.cards import CardsPosition
from companion.games.spartacus.engine.counting import Counting
from companion.games.spartacus.engine.curve import CURVE
from companion.games.spartacus.engine.messages import consequences
from companion.games.spartacus.engine.notation import read
from companion.games.spartacus.engine.put_back import put_back
from companion.games.spartacus.engine.restore import build, check
from companion.games.spartacus.engine.scores import ScoresPosition
from companion.kit.game import Game, Options, Position, SeriesRule
from companion.kit.refusals import BadOption


def start(players: int, options: Options) -> Position:
    """The first position: full hands, seat 0 leads (SPA-2); in scores entry no entries."""
    counting = Counting(options)
    if options["entry"] == "scores":
        return ScoresPosition(counting, ((),) * players, (None,) * players, None)
    return CardsPosition(counting, 0, (counting.full,) * players, ((),) * players)


def bar(options: Options) -> None:
    """Raise BadOption if the options count jokers but the game has none."""
    if options["joker_scoring"] != "none" and options["banners"] != "joker":
        raise BadOption("refused.spartacus.joker-scoring", value=options["joker_scoring"], banners=options["banners"])


GAME = Game(
    "spartacus",
    "Spartacus",
    (3, 5),
    {
        "banners": ("double", "joker", "none"),
        "joker_scoring": ("none", "minus10", "worthless"),
        "entry": ("cards", "scores"),
    },
    start=start,
    read=read,
    build=build,
    check=check,
    consequences=consequences,
    put_back=put_back,
    bar=bar,
    curve=CURVE,
    standing=lambda position: position.table()["points"],
    series=SeriesRule(points=True),  # SPA-12
    prompts=frozenset({"event.spartacus.leads", "event.spartacus.must-play", "event.spartacus.next"}),
)
