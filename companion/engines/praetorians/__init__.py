"""Praetorians: push your luck on a pawn track between two camps of cards."""

from __future__ import annotations

from companion.engines.position import Game, Options, Position
from companion.engines.praetorians.actions import deck_of, read
from companion.engines.praetorians.cards import CardsPosition
from companion.engines.praetorians.restoring import restore
from companion.engines.praetorians.scores import ScoresPosition
from companion.engines.praetorians.telling import consequences, put_back
from companion.engines.praetorians.track import STARTS


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
    restore=restore,
    consequences=consequences,
    put_back=put_back,
)
