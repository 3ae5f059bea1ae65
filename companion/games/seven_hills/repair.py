"""The table of Seven Hills of Rome: the hills as a board, hands and removed cards as lines below it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from companion.games.seven_hills.board import laid_out, owned, variant
from companion.games.seven_hills.engine.actions import HILLS
from companion.games.seven_hills.pads import Gone, Hills
from companion.ui.game_screens import Audit, running
from companion.ui.page import Board
from companion.ui.screen import Context, Screen

OWNERS = (None, 0, 1, "-")
"""The possible owners of a hill, in the order of OK."""


def laid(context: Context, table: Mapping[str, object]) -> Board:
    """The hills of a table view."""
    return laid_out(table, variant(running(context))) if "left" in table else owned(table)


def repair(audit: Audit, line: str, context: Context) -> Screen:
    """The screen that corrects a line; for turn, barred hill and owners OK goes to the next value."""
    fields = cast(Mapping[str, Any], audit.table(context))
    field, _, which = line.partition(" ")
    if field == "hill":
        owners = list(fields["hills"])
        owners[int(which) - 1] = OWNERS[(OWNERS.index(owners[int(which) - 1]) + 1) % len(OWNERS)]
        points = [sum([hill for hill, owner in zip(HILLS, owners, strict=True) if owner == seat]) for seat in (0, 1)]
        return audit.corrected(context, hills=owners, points=points)
    if field == "points":
        return audit  # they follow from the hills
    if field == "turn":
        return audit.corrected(context, turn=1 - fields["turn"] if fields["turn"] is not None else None)
    if field == "barred":
        return audit.corrected(context, barred=(fields["barred"] or 0) % len(HILLS) + 1)
    if field == "removed":
        return Gone(audit, int(which))
    return Hills(audit)
