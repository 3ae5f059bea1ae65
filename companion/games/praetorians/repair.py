"""The screens that correct the table of Praetorians, line by line."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.praetorians.engine.actions import COLOURS, TWELVES, VALUES
from companion.games.praetorians.engine.restore import FLIPS_MOST
from companion.games.praetorians.engine.track import GOAL
from companion.games.praetorians.text import pawn_label
from companion.kit.zones import with_token, without_token
from companion.ui.audit import Audit, Correction, Draft, number_screen, path_of
from companion.ui.boards import BoardScreen
from companion.ui.choices import Place
from companion.ui.game_screens import running_snapshot
from companion.ui.page import Page
from companion.ui.screen import Context, Screen
from companion.ui.widgets import NumberScreen
from companion.values import replace

PLACES = ("facedown", "kept", "discards")
"""The places of a card, in the order in which OK moves it."""
CELLS: Mapping[str, Place] = {
    f"{colour}{value}": (row, column) for row, colour in enumerate(COLOURS) for column, value in enumerate(VALUES)
}
"""The row and column of each card."""
MARK = {"kept": "*", "discards": "·"}
"""How the grid shows a card that is not face down."""


def repair(audit: Audit, line: str, context: Context) -> Screen:
    """The screen that corrects a line; for the turn OK goes to the next seat."""
    words, names = context.words, running_snapshot(context).setup.names
    fields = audit.table(context)
    field, *seat = path = path_of(line)
    if field == "turn":
        return audit.put_next(context, path, range(len(names)))
    if field == "pawns":
        return number_screen(audit, pawn_label(context.situation, int(*seat)), path, GOAL - 1, context)
    if field == "cards":
        return Cards(audit)
    if field == "twelves":
        return NumberScreen(
            audit,
            words("praetorians.audit.twelves"),
            lambda context, count: audit.correct(context, **_with_twelves(fields, count)),
            fields["facedown"].count("12"),
            TWELVES,
        )
    most = FLIPS_MOST if field == "flips" else GOAL - 1
    return number_screen(audit, words(f"praetorians.audit.{field}"), path, most, context)


class Cards(Correction, BoardScreen):
    """Where every card lies: OK moves the one under the cursor to the next place. BACK returns."""

    at: str = f"{COLOURS[0]}{VALUES[0]}"

    def places(self, context: Context) -> Mapping[str, Place]:
        return CELLS

    def with_card(self, card: str, context: Context) -> Screen | None:
        return replace(self, at=card) if card in CELLS else None

    def chosen(self, context: Context) -> Screen:
        """A card that becomes kept, or no longer is, changes `flips` by one."""
        fields = self.table(context)
        here = next(place for place in PLACES if self.at in fields[place])
        to = PLACES[(PLACES.index(here) + 1) % len(PLACES)]
        moved = with_token(without_token(fields, (here,), self.at), (to,), self.at)
        flips = fields["flips"] + (to == "kept") - (here == "kept")
        return self.correct(context, **{**moved, "flips": max(flips, 0)})

    def view(self, context: Context) -> Page:
        fields = self.table(context)
        where = {card: place for place in PLACES for card in fields[place]}
        grid = tuple(
            (
                context.words.sign("praetorians", colour) + context.words(f"praetorians.letter-{colour}"),
                *[MARK.get(where[f"{colour}{value}"], str(value)) for value in VALUES],
            )
            for colour in COLOURS
        )
        row, column = CELLS[self.at]
        return Page(
            screen="audit-cards",
            title=context.words.card("praetorians", self.at),
            aside=context.words(f"praetorians.audit.in-{where[self.at]}"),
            grid=grid,
            cell=(row, column + 1),
        )


def _with_twelves(fields: Draft, facedown: int) -> dict[str, list[str]]:
    """The piles with this number of 12s face down; the others lie among the discards."""
    counts = {"facedown": facedown, "discards": TWELVES - facedown}
    return {place: [card for card in fields[place] if card != "12"] + ["12"] * count for place, count in counts.items()}
