"""The keys of a board as its profile has them."""

from __future__ import annotations

from typing import Any

from companion.ports import Clock
from hardware.boards import Board
from hardware.buttons import Buttons, Edge


def buttons_of(board: Board, edge: Edge, clock: Clock, factory: Any = None) -> Buttons:
    """The keys of a board, listening."""
    return Buttons(
        board.buttons, edge, clock, factory, active=board.active, pull=board.pull, bounce_s=board.debounce / 1000
    )
