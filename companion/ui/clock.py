"""The turn clock on the glass: behind the name of the player in turn, and in the cells of the score board."""

from __future__ import annotations

from collections.abc import Sequence

from companion.ui.page import Figure, Page
from companion.ui.screen import Context
from companion.values import replace


def with_clock(page: Page, context: Context) -> Page:
    """A page on which people enter actions, with the clock of the one in turn; in brackets while it stands."""
    face = context.clock
    if face is None or face.turn is None:
        return page
    text = face.text(face.turn)
    return replace(page, clock=text if face.runs else f"({text})", ticks=face.runs)


def with_clocks(figures: Sequence[Figure], context: Context) -> tuple[Figure, ...]:
    """The figures of the score board, each with its clock: not in a game in which no clock has run."""
    face = context.clock
    if face is None or not face.has_run or len(figures) != len(face.seats):
        return tuple(figures)
    return tuple([figure._replace(clock=face.text(seat)) for seat, figure in enumerate(figures)])
