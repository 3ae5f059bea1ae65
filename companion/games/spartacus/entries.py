"""The screens that correct entered piles: a player's tricks, a hand, the banners that nobody took."""

from __future__ import annotations

from companion.games.spartacus.draft import Fields, fields_of
from companion.games.spartacus.engine.notation import NUMBERS_SUM
from companion.games.spartacus.engine.scores import EMPTY
from companion.games.spartacus.text import counting_of, pile_words
from companion.ui.game_screens import Audit, running
from companion.ui.page import Item, Page
from companion.ui.screen import MOVES, Command, Context, Intent, Screen, turned
from companion.values import Frozen, replace

PARTS = ("sum", "banners", "remove")


def counted(audit: Audit, fields: Fields, context: Context) -> Audit:
    """The audit with these entries; the points and what is missing follow from them."""
    counting = counting_of(context.situation)
    seats = range(len(fields["hands"]))
    hands = [fields["hands"][seat] or EMPTY for seat in seats]
    entries = [*[pile for piles in fields["piles"] for pile in piles], *hands]
    exist = len(seats) if counting.banners else 0
    return audit.corrected(
        context,
        piles=fields["piles"],
        hands=fields["hands"],
        dropped=fields["dropped"],
        points=[
            counting.points([(total, banners) for total, banners in fields["piles"][seat]])
            - counting.hand(*hands[seat])
            for seat in seats
        ],
        missing={
            "numbers": NUMBERS_SUM * len(seats) - sum(total for total, _ in entries),
            "banners": exist - (fields["dropped"] or 0) - sum(banners for _, banners in entries),
        },
    )


class Entries(Frozen):
    """The tricks of a player as they were entered; OK on one changes it, the last line adds one."""

    audit: Audit
    seat: int
    cursor: int = 0

    def update(self, command: Command, context: Context) -> Screen | Intent:
        piles = fields_of(self.audit.table(context))["piles"][self.seat]
        cursor = min(self.cursor, len(piles))
        if command in MOVES:
            return replace(self, cursor=turned(cursor, command, len(piles) + 1))
        if command is Command.BACK:
            return self.audit
        total, banners = piles[cursor] if cursor < len(piles) else EMPTY
        return Entry(self.audit, self.seat, cursor, total, banners)

    def view(self, context: Context) -> Page:
        words, names = context.words, running(context).setup.names
        piles = fields_of(self.audit.table(context))["piles"][self.seat]
        return Page(
            screen="audit-entries",
            title=names[self.seat],
            aside=words("spartacus.audit.won"),
            menu=(*[Item(pile_words(*pile)) for pile in piles], Item(words("spartacus.audit.new"))),
            cursor=min(self.cursor, len(piles)),
        )


class Entry(Frozen):
    """One entry: the trick at `place` of a seat, its hand (`place` None), or the banners of nobody (`seat` None).

    OK on a line changes it, or removes the whole entry; BACK returns.
    """

    audit: Audit
    seat: int | None
    place: int | None
    total: int
    banners: int
    cursor: int = 0

    def _parts(self, context: Context) -> tuple[str, ...]:
        some = counting_of(context.situation).banners
        return tuple(part for part in PARTS if (part != "banners" or some) and (part != "sum" or self.seat is not None))

    def update(self, command: Command, context: Context) -> Screen | Intent:
        parts = self._parts(context)
        if command in MOVES:
            return replace(self, cursor=turned(self.cursor, command, len(parts)))
        if command is Command.BACK:
            return self.audit if self.place is None or self.seat is None else Entries(self.audit, self.seat, self.place)
        part = parts[self.cursor]
        if part == "remove":
            return self.stored(context, None)
        if part == "sum":
            return Dial(self, part, self.total, NUMBERS_SUM)
        hand = self.seat is not None and self.place is None
        return Dial(self, part, self.banners, 1 if hand else len(running(context).setup.names))

    def stored(self, context: Context, entry: tuple[int, int] | None) -> Screen:
        """The next screen, with this entry in the audit (None: removed)."""
        fields = fields_of(self.audit.table(context))
        if self.seat is None:
            fields["dropped"] = entry[1] or None if entry else None
            audit = counted(self.audit, fields, context)
            return audit if entry is None else replace(self, audit=audit, banners=entry[1])
        if self.place is None:
            fields["hands"][self.seat] = list(entry) if entry else None
            audit = counted(self.audit, fields, context)
            return audit if entry is None else replace(self, audit=audit, total=entry[0], banners=entry[1])
        fields["piles"][self.seat][self.place : self.place + 1] = [list(entry)] if entry else []
        audit = counted(self.audit, fields, context)
        if entry is None:
            return Entries(audit, self.seat, self.place)
        return replace(self, audit=audit, total=entry[0], banners=entry[1])

    def view(self, context: Context) -> Page:
        words = context.words
        values = {"sum": str(self.total), "banners": str(self.banners), "remove": ""}
        kind = "dropped" if self.seat is None else "hand" if self.place is None else "won"
        label = words(f"spartacus.audit.{kind}")
        return Page(
            screen="audit-entry",
            title=label if self.seat is None else running(context).setup.names[self.seat],
            aside="" if self.seat is None else label,
            menu=tuple(Item(words(f"spartacus.audit.{part}"), values[part]) for part in self._parts(context)),
            cursor=self.cursor,
        )


class Dial(Frozen):
    """A corrected number of an entry: UP and DOWN by one, LEFT and RIGHT by ten."""

    entry: Entry
    part: str
    value: int
    most: int

    def update(self, command: Command, context: Context) -> Screen | Intent:
        by = {Command.UP: 1, Command.DOWN: -1, Command.RIGHT: 10, Command.LEFT: -10}.get(command)
        if by is not None:
            return replace(self, value=(self.value + by) % (self.most + 1))
        if command is Command.BACK:
            return self.entry
        total = self.value if self.part == "sum" else self.entry.total
        banners = self.value if self.part == "banners" else self.entry.banners
        return self.entry.stored(context, (total, banners))

    def view(self, context: Context) -> Page:
        words = context.words
        return Page(
            screen="number",
            title=words(f"spartacus.audit.{self.part}"),
            big=str(self.value),
            text=(words("screen.number.text", most=self.most),),
        )
