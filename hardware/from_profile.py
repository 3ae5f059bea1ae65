"""Makes the keys, lamps and buzzer of a board from its profile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.ports import Clock, Key, Panel
from hardware.boards import Board
from hardware.buttons import Buttons, Edge
from hardware.lamps import Buzzer, Lamps

Turn = Callable[[Key, float], None]
"""Takes the key that an encoder step stands for, and its time. Called in a foreign thread."""


def make_buttons(
    board: Board,
    edge: Edge,
    clock: Clock,
    factory: Any = None,
    *,
    turn: Turn | None = None,
    held: Callable[[Key], None] | None = None,
    nudge: Callable[[], None] | None = None,
) -> Buttons:
    """The keys of a board, listening. Arguments as for `Buttons`; without `turn` an encoder step is two edges."""

    def tap(key: Key, at: float) -> None:
        edge(key, True, at)
        edge(key, False, at)

    return Buttons(
        board.buttons,
        edge,
        clock,
        factory,
        active=board.active,
        pull=board.pull,
        encoder=board.encoder,
        turn=turn or tap,
        held=held,
        nudge=nudge,
    )


def make_parts(board: Board, factory: Any = None) -> list[Panel]:
    """The optional parts of a board: lamps at the seats, a buzzer."""
    parts: list[Panel] = [Lamps(board.lights, factory)] if board.lights else []
    return parts if board.buzzer is None else [*parts, Buzzer(board.buzzer, factory)]
