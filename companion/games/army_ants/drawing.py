"""The field as a board.

The field is turned, because the display is wide: ranks 1 to 8 from left to right, files a to e from top to bottom.
So red plays from the left edge to the right, with file a at the left hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from companion.games.army_ants.engine.field import FILES, RANKS, SQUARES
from companion.games.army_ants.engine.phase import CardsPosition
from companion.ui.game_screens import running_snapshot
from companion.ui.page import Board, Space, Token
from companion.ui.screen import Context

EMPTY = Space("·", (Token(picture="dot"),), wide=3)
"""An empty square."""


def space(card: str | None) -> Space:
    """A square with its card; black's cards are framed."""
    if card is None:
        return EMPTY
    black = card[0] == "B"
    token = Token(picture="queen", framed=black) if card[1] == "Q" else Token(card[1], framed=black)
    return Space(card, (token,), wide=3)


def label(file: str) -> Space:
    """The letter of a file, in front of its squares."""
    return Space(file, (Token(file),), wide=2, label=True)


def field(cards: Mapping[str, object]) -> Board:
    """The whole field with its cards, each file with its letter in front."""
    return tuple(
        (
            label(file),
            *[space(cast(str | None, cards.get(f"{file}{rank}"))) for rank in RANKS],
        )
        for file in FILES
    )


def place(square: str) -> tuple[int, int]:
    """Row and column of a square on the board."""
    return FILES.index(square[0]), int(square[1])


def cards(position: CardsPosition) -> dict[str, object]:
    """The occupied squares of a position."""
    return {name: card for name, card in zip(SQUARES, position.board, strict=True) if card is not None}


def board(context: Context) -> Board:
    """The field; empty in scores entry."""
    position = running_snapshot(context).position
    return field(cards(position)) if isinstance(position, CardsPosition) else ()
