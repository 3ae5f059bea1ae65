"""The screens that correct entered piles: a player's tricks, a hand, the banners that nobody took."""

from __future__ import annotations

from functools import partial

from companion.games.spartacus.draft import copy_fields
from companion.games.spartacus.engine.notation import NUMBERS_SUM
from companion.games.spartacus.engine.scores import EMPTY
from companion.games.spartacus.lines import counting_of, pile_words
from companion.ui.audit import Audit
from companion.ui.game_screens import running_snapshot
from companion.ui.page import Item, Page
from companion.ui.screen import Context, Screen
from companion.ui.widgets import Line, ListScreen, NumberScreen
from companion.values import replace


class Entries(ListScreen):
    """The tricks of a player as they were entered; OK on one changes it, the last line adds one."""

    audit: Audit
    seat: int
    cursor: int = 0

    def lines(self, context: Context) -> list[Line]:
        piles = copy_fields(self.audit.table(context))["piles"][self.seat]
        items = [
            *[(Item(pile_words(*pile)), pile) for pile in piles],
            (Item(context.words("spartacus.audit.new")), EMPTY),
        ]
        return [
            Line(item, partial(Entry, self.audit, self.seat, place, total, banners))
            for place, (item, (total, banners)) in enumerate(items)
        ]

    def page(self, context: Context) -> Page:
        name = running_snapshot(context).setup.names[self.seat]
        return Page(screen="audit-entries", title=name, aside=context.words("spartacus.audit.won"))

    def left(self, context: Context) -> Screen:
        return self.audit


class Entry(ListScreen):
    """One entry: the trick at `place` of a seat, its hand (`place` None), or the banners of nobody (`seat` None).

    OK on a line changes it, or removes the whole entry; BACK returns.
    """

    audit: Audit
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
            item = Item(words("spartacus.audit.sum"), str(self.total))
            lines.append(Line(item, lambda: Dial(self, "sum", self.total, NUMBERS_SUM)))
        if counting_of(context.situation).banners:
            item = Item(words("spartacus.audit.banners"), str(self.banners))
            lines.append(Line(item, lambda: Dial(self, "banners", self.banners, 1 if hand else seats)))
        return [*lines, Line(Item(words("spartacus.audit.remove")), lambda: self.store(context, None))]

    def page(self, context: Context) -> Page:
        kind = "dropped" if self.seat is None else "hand" if self.place is None else "won"
        label = context.words(f"spartacus.audit.{kind}")
        if self.seat is None:
            return Page(screen="audit-entry", title=label)
        return Page(screen="audit-entry", title=running_snapshot(context).setup.names[self.seat], aside=label)

    def left(self, context: Context) -> Screen:
        return self.audit if self.place is None or self.seat is None else Entries(self.audit, self.seat, self.place)

    def store(self, context: Context, entry: tuple[int, int] | None) -> Screen:
        """The next screen, with this entry in the audit (None: removed)."""
        fields = copy_fields(self.audit.table(context))
        if self.seat is None:
            fields["dropped"] = entry[1] or None if entry else None
            audit = self.audit.correct(context, dropped=fields["dropped"])
            return audit if entry is None else replace(self, audit=audit, banners=entry[1])
        if self.place is None:
            fields["hands"][self.seat] = list(entry) if entry else None
            audit = self.audit.correct(context, hands=fields["hands"])
            return audit if entry is None else replace(self, audit=audit, total=entry[0], banners=entry[1])
        fields["piles"][self.seat][self.place : self.place + 1] = [list(entry)] if entry else []
        audit = self.audit.correct(context, piles=fields["piles"])
        if entry is None:
            return Entries(audit, self.seat, self.place)
        return replace(self, audit=audit, total=entry[0], banners=entry[1])


class Dial(NumberScreen):
    """A corrected number of an entry."""

    entry: Entry
    part: str
    value: int
    most: int
    units: bool = False

    def title(self, context: Context) -> str:
        return context.words(f"spartacus.audit.{self.part}")

    def left(self, context: Context) -> Screen:
        return self.entry

    def taken(self, context: Context) -> Screen:
        total = self.value if self.part == "sum" else self.entry.total
        banners = self.value if self.part == "banners" else self.entry.banners
        return self.entry.store(context, (total, banners))
