"""The table of Seven Hills of Rome: the hills as a board, hands and removed cards as lines below it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.seven_hills.board import board_of_table, owners_board, variant
from companion.games.seven_hills.correct_cards import Gone, Hills
from companion.games.seven_hills.engine.actions import HILLS
from companion.ui.audit import Audit
from companion.ui.game_screens import running_snapshot
from companion.ui.page import Board
from companion.ui.screen import Context, Screen

OWNERS = (None, 0, 1, "-")
"""The possible owners of a hill, in the order of OK."""


def audit_board(context: Context, table: Mapping[str, Any]) -> Board:
    """The hills of a table view."""
    return board_of_table(table, variant(running_snapshot(context))) if "left" in table else owners_board(table)


def repair(audit: Audit, line: str, context: Context) -> Screen:
    """The screen that corrects a line; for turn, barred hill and owners OK goes to the next value."""
    fields = audit.table(context)
    field, _, which = line.partition(" ")
    if field == "hill":
        return audit.put_next(context, ("hills", int(which) - 1), OWNERS)
    if field == "points":
        return audit  # they follow from the hills
    if field == "turn":
        return audit if fields["turn"] is None else audit.put_next(context, ("turn",), (0, 1))
    if field == "barred":
        return audit.put_next(context, ("barred",), HILLS)
    if field == "removed":
        return Gone(audit, int(which))
    return Hills(audit)
