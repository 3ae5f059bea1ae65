"""The screens that correct the table of Praetorians, line by line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from companion.games.praetorians.engine.actions import CARD, COLOURS, TWELVES, VALUES, in_order
from companion.games.praetorians.engine.restore import FLIPS_MOST
from companion.games.praetorians.engine.track import GOAL
from companion.ui.game_screens import Audit, Number, running
from companion.ui.page import Page
from companion.ui.screen import Command, Context, Intent, Screen, turned
from companion.values import Frozen, replace

PLACES = ("facedown", "kept", "discards")
"""The places of a card, in the order in which OK moves it."""
MARK = {"kept": "*", "discards": "·"}
"""How the grid shows a card that is not face down."""


def repair(audit: Audit, line: str, context: Context) -> Screen:
    """The screen that corrects a line; for the turn OK goes to the next seat."""
    words, names = context.words, running(context).setup.names
    fields = cast(Mapping[str, Any], audit.table(context))
    field, _, seat = line.partition(" ")
    if field == "turn":
        return audit.corrected(context, turn=(fields["turn"] + 1) % len(names))
    if field == "pawns":
        title = words("praetorians.audit.pawn", name=names[int(seat)])
        return Number(audit, title, "pawns", int(seat), fields["pawns"][int(seat)], GOAL - 1)
    if field == "cards":
        return Cards(audit)
    if field == "twelves":
        return Twelves(audit, fields["facedown"].count("12"))
    most = FLIPS_MOST if field == "flips" else GOAL - 1
    return Number(audit, words(f"praetorians.audit.{field}"), field, None, fields[field], most)


class Cards(Frozen):
    """Where every card lies: OK moves the one under the cursor to the next place. BACK returns.

    UP and DOWN go through all cards, LEFT and RIGHT along the row.
    """

    audit: Audit
    row: int = 0
    column: int = 0

    def update(self, command: Command, context: Context) -> Screen | Intent:
        wide = len(VALUES)
        if command is Command.OK:
            return replace(self, audit=moved(self.audit, f"{COLOURS[self.row]}{VALUES[self.column]}", context))
        if command is Command.BACK:
            return self.audit
        if command in (Command.LEFT, Command.RIGHT):
            return replace(self, column=turned(self.column, command, wide))
        at = turned(self.row * wide + self.column, command, wide * len(COLOURS))
        return replace(self, row=at // wide, column=at % wide)

    def view(self, context: Context) -> Page:
        fields = cast(Mapping[str, Any], self.audit.table(context))
        where = {card: place for place in PLACES for card in fields[place]}
        card = f"{COLOURS[self.row]}{VALUES[self.column]}"
        grid = tuple(
            (
                context.words(f"praetorians.letter-{colour}"),
                *[MARK.get(where[f"{colour}{value}"], str(value)) for value in VALUES],
            )
            for colour in COLOURS
        )
        return Page(
            screen="audit-cards",
            title=context.words.card("praetorians", card),
            aside=context.words(f"praetorians.audit.in-{where[card]}"),
            grid=grid,
            cell=(self.row, self.column + 1),
        )


def moved(audit: Audit, card: str, context: Context) -> Audit:
    """The audit with a card in the next place. A card that becomes kept, or no longer is, changes `flips` by one."""
    fields = cast(Mapping[str, Any], audit.table(context))
    here = next(place for place in PLACES if card in fields[place])
    there = PLACES[(PLACES.index(here) + 1) % len(PLACES)]
    flips = fields["flips"] + (there == "kept") - (here == "kept")
    new = {here: [other for other in fields[here] if other != card], there: [*fields[there], card]}
    for place in new:
        if place != "kept":
            new[place].sort(key=lambda text: in_order(CARD[text]))
    return audit.corrected(context, **new, flips=max(flips, 0))


class Twelves(Frozen):
    """How many 12s lie face down; the others lie among the discards."""

    audit: Audit
    count: int

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command is Command.BACK:
            return self.audit
        if command is not Command.OK:
            return replace(self, count=turned(self.count, command, TWELVES + 1))
        fields = cast(Mapping[str, Any], self.audit.table(context))

        def with_twelves(place: str, count: int) -> list[str]:
            return [card for card in fields[place] if card != "12"] + ["12"] * count

        return self.audit.corrected(
            context,
            facedown=with_twelves("facedown", self.count),
            discards=with_twelves("discards", TWELVES - self.count),
        )

    def view(self, context: Context) -> Page:
        words = context.words
        text = words("screen.number.text", most=TWELVES)
        return Page(screen="number", title=words("praetorians.audit.twelves"), big=str(self.count), text=(text,))
