"""The lines of the table of Spartacus, and the screens that correct them."""

from __future__ import annotations

from companion.games.spartacus.correct_cards import Cards, Passed
from companion.games.spartacus.correct_piles import Entries, Entry
from companion.ui.audit import Audit
from companion.ui.screen import Context, Screen


def repair(audit: Audit, line: str, context: Context) -> Screen:
    """The screen that corrects a line. During a trick, the players who have passed decide whose turn it is."""
    fields = audit.table(context)
    field, _, seat = line.partition(" ")
    if field == "turn" and not fields["trick"]:
        return audit.put_next(context, ("turn",), range(len(fields["hands"])))
    if field in ("turn", "passed"):
        return Passed(audit)
    if field in ("trick", "hand", "won"):
        return Cards(audit, field, int(seat or 0))
    if field == "piles":
        return Entries(audit, int(seat))
    if field == "hands":
        total, banners = fields["hands"][int(seat)] or (0, 0)
        return Entry(audit, int(seat), None, total, banners)
    if field == "dropped":
        return Entry(audit, None, None, 0, fields["dropped"] or 0)
    return audit  # the points and the missing cards follow from the other lines
