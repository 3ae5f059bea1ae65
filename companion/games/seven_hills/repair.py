"""What lies on the table of Seven Hills of Rome: the hills as a board, hands and removed cards as lines below it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from companion.games.seven_hills.board import laid_out, owned, variant
from companion.games.seven_hills.draft import removed
from companion.games.seven_hills.engine.actions import HILLS
from companion.games.seven_hills.pads import Gone, Hills
from companion.ui.audit import Audit
from companion.ui.game_screens import running
from companion.ui.page import Board, Item
from companion.ui.screen import Context, Screen

OWNERS = (None, 0, 1, "-")
"""Whose a hill can be, in the order in which OK names them."""


def laid(context: Context, table: Mapping[str, object]) -> Board:
    """The hills of a table view."""
    return laid_out(table, variant(running(context))) if "left" in table else owned(table)


def audit(context: Context, table: Mapping[str, object]) -> list[tuple[str, Item]]:
    """The lines: a field's name and how it stands."""
    words, names = context.words, running(context).played.names
    fields = cast(Mapping[str, Any], table)
    if "left" not in fields:
        return [*_owners(context, fields)]
    turn, barred, reveal = fields["turn"], fields["barred"], fields["reveal"]
    lines = [
        ("hills", Item(words("seven_hills.audit.hills"))),
        ("turn", Item(words("seven_hills.audit.turn"), names[turn] if turn is not None else "–")),
    ]
    for seat, name in enumerate(names):
        lines.append(("hills", Item(words("seven_hills.audit.left"), str(fields["left"][seat]), name)))
    agreed = variant(running(context))
    if agreed.barricades or agreed.exclusive:
        for seat, name in enumerate(names):
            gone = [_said(context, card) for card in removed(fields, seat)]
            lines.append((f"removed {seat}", Item(words("seven_hills.audit.removed"), " ".join(gone) or "–", name)))
    lines.append(("barred", Item(words("seven_hills.audit.barred"), str(barred) if barred is not None else "–")))
    if reveal is not None:
        at = words("seven_hills.audit.next", hill=reveal["hill"], at=reveal["index"] + 1)
        lines.append(("hills", Item(words("seven_hills.audit.reveal"), at, names[reveal["seat"]])))
    return lines


def _said(context: Context, card: int | str) -> str:
    return context.words("seven_hills.banner") if card == "banner" else str(card)


def _owners(context: Context, fields: Mapping[str, Any]) -> list[tuple[str, Item]]:
    words, names = context.words, running(context).played.names
    shown = {None: "?", "-": words("seven_hills.nobody"), 0: names[0], 1: names[1]}
    lines = [
        (f"hill {hill}", Item(words("seven_hills.hill", hill=hill), shown[owner]))
        for hill, owner in zip(HILLS, fields["hills"], strict=True)
    ]
    for seat, name in enumerate(names):
        lines.append(("points", Item(words("seven_hills.audit.points"), str(fields["points"][seat]), name)))
    return lines


def repair(audit: Audit, line: str, context: Context) -> Screen:
    """The screen that corrects a line; turn, barred hill and owners go on to the next value at once."""
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


