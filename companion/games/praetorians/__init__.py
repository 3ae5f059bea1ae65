"""Praetorians: push your luck on a pawn track between two camps of cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.praetorians.engine.actions import deck_of, read
from companion.games.praetorians.engine.cards import CardsPosition
from companion.games.praetorians.engine.messages import consequences, put_back
from companion.games.praetorians.engine.position import CURVE, Position, ScoresPosition
from companion.games.praetorians.engine.restore import build, check
from companion.games.praetorians.engine.track import STARTS
from companion.kit.game import Game
from companion.kit.rules import Options


class Praetorians(Game[Position]):
    """Praetorians, from the rules to the screens."""

    key = "praetorians"
    name = "Praetorians"
    players = (2, 4)
    options: Mapping[str, tuple[bool | str, ...]] = {"twelves": (False, True), "entry": ("cards", "scores")}
    curve = CURVE

    def start(self, players: int, options: Options) -> Position:
        """The first position: pawns on 0, 3, 6, 9 (PRA-1), all cards face down (PRA-2)."""
        twelves = bool(options["twelves"])
        pawns = STARTS[:players]
        if options["entry"] == "scores":
            return ScoresPosition(twelves, 0, pawns, 0)
        return CardsPosition(twelves, 0, pawns, (), 0, 0, deck_of(twelves), ())

    read = staticmethod(read)
    build = staticmethod(build)
    check = staticmethod(check)
    consequences = staticmethod(consequences)
    put_back = staticmethod(put_back)

    def standing(self, position: Position) -> Sequence[Any]:
        pawns: Sequence[Any] = position.table()["pawns"]
        return pawns


GAME = Praetorians()
