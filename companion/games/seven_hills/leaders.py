"""Who leads at the hills, from a table view; and the points if the leaders won their hills."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.game import Options, Position
from companion.games.seven_hills.engine.actions import SAID
from companion.games.seven_hills.engine.hills import Hill, Row, Variant, owner
from companion.games.seven_hills.engine.scores import ScoresPosition, points

CARD = {name: card for card, name in enumerate(SAID)}
"""The engine's card for each card of a table view."""


def hills_of(table: Mapping[str, Any]) -> list[Hill]:
    """The hills of a table view."""
    rows = table["hills"]
    return [Hill(hill["open"], (_row(hill["cards"][0]), _row(hill["cards"][1]))) for hill in rows]


def _row(cards: Sequence[int | str]) -> Row:
    return tuple([CARD[card] for card in cards])


def leader(hill: Hill, agreed: Variant) -> int | None:
    """Who would win the hill now; nobody before it is turned up: even one tribe alone may have no number."""
    return owner(hill, agreed) if hill.open else None


def points_of_leaders(position: Position, options: Options) -> tuple[int, int]:
    """The points of both if the leaders won their hills; after the end the result."""
    if isinstance(position, ScoresPosition):
        return points(position.owners)
    agreed = Variant(options)
    return points([leader(hill, agreed) for hill in hills_of(position.table())])
