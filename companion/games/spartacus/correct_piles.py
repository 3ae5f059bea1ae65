"""The screens that correct entered piles: a player's tricks, a hand, the banners that nobody took."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.games.spartacus.engine.notation import NUMBERS_SUM
from companion.games.spartacus.engine.scores import EMPTY
from companion.games.spartacus.lines import counting_of, pile_words
from companion.ui.audit import Correction
from companion.ui.game_screens import running_snapshot
from companion.ui.page import Item, Page
from companion.ui.screen import Context, Screen
from companion.ui.widgets import Line, ListScreen, NumberScreen
from companion.values import replace


class Entries(Correction, ListScreen):
    """The tricks of a player as they were entered; OK on one changes it, the last line adds one."""

    seat: int
    cursor: int = 0

    def lines(self, context: Context) -> list[Line]:
        piles = self.table(context)["piles"][self.seat]
        items = [
            *[(Item(pile_words(*pile)), pile) for pile in piles],
            (Item(context.words("spartacus.audit.new")), EMPTY),
        ]
        return [
            Line(item, partial(Entry, self, self.seat, place, total, banners))
            for place, (item, (total, banners)) in enumerate(items)
        ]

    def page(self, context: Context) -> Page:
        name = running_snapshot(context).setup.names[self.seat]
        return Page(screen="audit-entries", title=name, aside=context.words("spartacus.audit.won"))


class Entry(Correction, ListScreen):
    """One entry: the trick at `place` of a seat, its hand (`place` None), or the banners of nobody (`seat` None).

    OK on a line changes it, or removes the whole entry; BACK returns.
    """

    seat: int | None
    place: int | None
    total: int
    banners: int
    cursor: int = 0

    def lines(self, context: Context) -> list[Line]:
        words, seats = context.words, len(running_snapshot(context).setup.names)
        hand = self.seat is not None and self.place is None
        lines = []
        if self.seat is not None:
            lines.append(self._part(words("spartacus.audit.sum"), self.total, NUMBERS_SUM, self._with_sum))
        if counting_of(context.situation).banners:
            most = 1 if hand else seats
            lines.append(self._part(words("spartacus.audit.banners"), self.banners, most, self._with_banners))
        return [*lines, Line(Item(words("spartacus.audit.remove")), lambda: self.store(context, None))]

    def _part(self, name: str, value: int, most: int, take: Callable[[Context, int], Screen]) -> Line:
        return Line(Item(name, str(value)), lambda: NumberScreen(self, name, take, value, most))

    def _with_sum(self, context: Context, total: int) -> Screen:
        return self.store(context, (total, self.banners))

    def _with_banners(self, context: Context, banners: int) -> Screen:
        return self.store(context, (self.total, banners))

    def page(self, context: Context) -> Page:
        kind = "dropped" if self.seat is None else "hand" if self.place is None else "won"
        label = context.words(f"spartacus.audit.{kind}")
        if self.seat is None:
            return Page(screen="audit-entry", title=label)
        return Page(screen="audit-entry", title=running_snapshot(context).setup.names[self.seat], aside=label)

    def store(self, context: Context, entry: tuple[int, int] | None) -> Screen:
        """The next screen, with this entry in the audit (None: removed)."""
        if self.seat is None:
            stored = self.correct(context, dropped=entry[1] or None if entry else None)
        elif self.place is None:
            stored = self.put(context, ("hands", self.seat), list(entry) if entry else None)
        else:
            piles = list(self.table(context)["piles"][self.seat])
            piles[self.place : self.place + 1] = [list(entry)] if entry else []
            stored = self.put(context, ("piles", self.seat), piles)
        return stored.back if entry is None else replace(stored, total=entry[0], banners=entry[1])
