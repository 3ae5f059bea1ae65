"""One table of a hall for the second screens, the pages for a stream and for an old television."""

from __future__ import annotations

from companion.hall.messages import OVER
from companion.hall.tables import Table
from companion.hall.wall import game_title
from companion.ports import Points, PublicView
from companion.session.public_view import LABELS
from companion.words import Words


def table_view(name: str, table: Table | None, now: float, words: Words) -> PublicView:
    """The table as its own web window shows it. `table` is None if it was never heard of; `now` is in seconds that only
    rise.

    Of a table that is silent there are no points, because they may be old.
    """
    labels = {label: words(f"web.{label}") for label in LABELS}
    state = table.state if table is not None else None
    if table is None or state is None or not table.is_live(now):
        return PublicView(labels, says=f"{name}: {silent(None if table is None else table.age(now), words)}")
    points = tuple(
        [
            Points(
                seat.name if seat.name is not None else words("hall.seat", number=number),
                "" if seat.points is None else str(seat.points),
                seat.won if state.phase == OVER else seat.turn,
                seat.out,
            )
            for number, seat in enumerate(state.players, 1)
        ]
    )
    return PublicView(labels, game_title(state.kind, state.title or "", words), state.says or words("web.none"), points)


def silent(age: int | None, words: Words) -> str:
    """For how long nothing was heard of a table, in seconds, in words; None if it never was."""
    if age is None:
        return words("wall.never")
    if age < 120:
        return words("wall.seconds", n=age)
    return words("wall.minutes", n=age // 60) if age < 7200 else words("wall.hours", n=age // 3600)
