"""Three Cards corrected: the cards of a row."""

from __future__ import annotations

from functools import partial

from companion.games.three_cards.engine.rows import CARDS, HAND
from companion.kit.zones import with_token_switched
from companion.ui.audit import Audit, Correction
from companion.ui.game_screens import running_snapshot
from companion.ui.page import Item, Page
from companion.ui.screen import Context, Screen
from companion.ui.widgets import Line, ListScreen


def repair(audit: Audit, line: str, context: Context) -> Screen:
    """The screen that corrects the row of a seat."""
    return Row(audit, int(line.split()[1]))


class Row(Correction, ListScreen):
    """The cards of a row and those that may come to its end: OK takes a card off, or lays it there. BACK returns."""

    seat: int

    def lines(self, context: Context) -> list[Line]:
        rows = self.table(context)["rows"]
        row = rows[self.seat]
        free = [card for card in CARDS if not any(card in other for other in rows)] if len(row) < HAND else []
        lies = context.words("three_cards.lies")
        return [
            *[Line(Item(str(card), lies), partial(self._change, context, card)) for card in row],
            *[Line(Item(str(card)), partial(self._change, context, card)) for card in free],
        ]

    def page(self, context: Context) -> Page:
        return Page(screen="audit-row", title=running_snapshot(context).setup.names[self.seat])

    def _change(self, context: Context, card: int) -> Screen:
        return self.correct(context, **with_token_switched(self.table(context), ("rows", self.seat), card))
