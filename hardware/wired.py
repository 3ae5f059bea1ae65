"""The keys, lamps and buzzer of a board as its profile has them. What few boards have is imported for those."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.ports import Clock, Key, Panel
from hardware.boards import Board
from hardware.buttons import Buttons, Edge

Turn = Callable[[Key, float], None]
"""Takes the key that an encoder was turned to, and when. Called in a foreign thread."""


def buttons_of(
    board: Board,
    edge: Edge,
    clock: Clock,
    factory: Any = None,
    *,
    turn: Turn | None = None,
    held: Callable[[Key], None] | None = None,
    nudge: Callable[[], None] | None = None,
) -> Buttons:
    """The keys of a board, listening. All else is as of `Buttons`; without `turn` a step of an encoder is two edges."""

    encoder = None
    if board.encoder is not None:
        from hardware.encoder import Encoder

        encoder = Encoder(board.encoder.a, board.encoder.b, board.encoder.kind)

    def tapped(key: Key, at: float) -> None:
        edge(key, True, at)
        edge(key, False, at)

    return Buttons(
        board.buttons,
        edge,
        clock,
        factory,
        active=board.active,
        pull=board.pull,
        encoder=encoder,
        turn=turn or tapped,
        held=held,
        nudge=nudge,
    )


def parts_of(board: Board, factory: Any = None) -> list[Panel]:
    """The parts that a board has besides: lamps at the seats, a buzzer."""
    if not board.parts:
        return []
    from hardware.lamps import Buzzer, Lamps

    parts: list[Panel] = [Lamps(board.lights, factory)] if board.lights else []
    return parts if board.buzzer is None else [*parts, Buzzer(board.buzzer, factory)]
