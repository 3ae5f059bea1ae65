"""Praetorians: push your luck on a pawn track between two camps of cards."""

from __future__ import annotations

from companion.games.praetorians.engine.actions import deck_of, read
from companion.games.praetorians.engine.cards import CardsPosition
from companion.games.praetorians.engine.curve import CURVE
from companion.games.praetorians.engine.messages import consequences, put_back
from companion.games.praetorians.engine.restore import build, check
from companion.games.praetorians.engine.scores import ScoresPosition
from companion.games.praetorians.engine.track import STARTS
from companion.kit.game import Game, Options, Position


def start(players: int, options: Options) -> Position:
    """The first position: pawns on 0, 3, 6, 9 (PRA-1), all cards face down (PRA-2)."""
    twelves = bool(options["twelves"])
    pawns = STARTS[:players]
    if options["entry"] == "scores":
        return ScoresPosition(twelves, 0, pawns, 0)
    return CardsPosition(twelves, 0, pawns, (), 0, 0, deck_of(twelves), ())


GAME = Game(
    "praetorians",
    "Praetorians",
    (2, 4),
    {"twelves": (False, True), "entry": ("cards", "scores")},
    start=start,
    read=read,
    build=build,
    check=check,
    consequences=consequences,
    put_back=put_back,
    curve=CURVE,
    standing=lambda position: position.table()["pawns"],
)
