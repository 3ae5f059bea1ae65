"""The screens that correct Seven Hills of Rome: the lines, a walk over the board, and for each side of a hill a pad."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.seven_hills.board import board_of_table, hills_of, owners_board, side, variant
from companion.games.seven_hills.card_pad import HIDDEN, LESS, MORE, PLACES, ROWS, pad, pad_beside_hill
from companion.games.seven_hills.draft import DOWN, change_facedown, discard_card, may_be_at, removed_cards, switch_card
from companion.games.seven_hills.engine.actions import FACE_DOWN, HILLS, SAID, cards_of
from companion.games.seven_hills.hills_picture import HILLS_PICTURE, PAD_PICTURE
from companion.games.seven_hills.text import card_text, side_text
from companion.ui.audit import Audit, Correction
from companion.ui.boards import BoardScreen
from companion.ui.choices import Place
from companion.ui.game_screens import running_snapshot
from companion.ui.intents import Say
from companion.ui.page import Board, Page
from companion.ui.screen import Context, Intent, Screen
from companion.values import replace

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


class Hills(Correction, BoardScreen):
    """A walk over both sides of every hill. A side is named by its hill and seat."""

    at: str = "1 1"

    @property
    def hill(self) -> int:
        """The number of the hill under the cursor."""
        return int(self.at.split()[0])

    @property
    def seat(self) -> int:
        """The seat whose side of the hill is under the cursor."""
        return int(self.at.split()[1])

    def places(self, context: Context) -> Mapping[str, Place]:
        return {f"{hill} {seat}": (2 - 2 * seat, hill - 1) for hill in HILLS for seat in (1, 0)}

    def space_name(self, at: str, context: Context) -> str:
        hill, seat = map(int, at.split())
        row = hills_of(self.table(context))[hill - 1].cards[seat]
        return side_text(context.situation, hill, seat, row)

    def chosen(self, context: Context) -> Screen:
        return Side(self)

    def view(self, context: Context) -> Page:
        step, table = running_snapshot(context), self.table(context)
        left = table["left"][self.seat]
        return Page(
            screen="audit-hills",
            title=step.setup.names[self.seat],
            aside=context.words("seven_hills.audit.in-hand", left=left),
            board=board_of_table(table, variant(step)),
            drawing=HILLS_PICTURE,
            space=self.places(context)[self.at],
        )


class Side(Correction, BoardScreen):
    """The cards of one tribe at a hill: OK on a card lays it there or takes it to hand. BACK returns."""

    back: Hills
    at: str = "1"

    def places(self, context: Context) -> Mapping[str, Place]:
        agreed = variant(running_snapshot(context))
        cards = {str(SAID[card]): PLACES[str(SAID[card])] for card in cards_of(agreed.deck)}
        return cards if agreed.open else {**cards, **HIDDEN}  # HIL-18

    def with_card(self, card: str, context: Context) -> Screen | None:
        return replace(self, at=card) if card in self.places(context) else None

    def chosen(self, context: Context) -> Screen | Intent:
        hill, seat = self.back.hill, self.back.seat
        fields = self.table(context)
        card = DOWN if self.at in HIDDEN else int(self.at) if self.at.isdigit() else self.at
        present = card in fields["hills"][hill - 1]["cards"][seat]
        if (self.at == LESS and not present) or (
            (self.at == MORE or not present) and not may_be_at(fields, hill, seat, card)
        ):
            key = "seven_hills.audit.none-down" if self.at == LESS else "seven_hills.audit.none-left"
            return Say(key, {"name": running_snapshot(context).setup.names[seat], "hill": hill}, self)
        if self.at in HIDDEN:
            corrected = self.correct(context, **change_facedown(fields, hill, seat, 1 if self.at == MORE else -1))
        else:
            corrected = self.correct(context, **switch_card(fields, hill, seat, card))
        came = self.at == MORE or (self.at not in HIDDEN and not present)
        return corrected.laid_last(context) if came else corrected

    def laid_last(self, context: Context) -> Side:
        """The same screen with its hill barred, if a card that has come there can be the last one that was laid."""
        barred = self.put(context, ("barred",), self.back.hill)
        table = barred.table(context)
        return barred if (table["turn"], table["barred"]) == (1 - self.back.seat, self.back.hill) else self

    def space_name(self, at: str, context: Context) -> str:
        if at in HIDDEN:
            return context.words(f"seven_hills.audit.{'more' if at == MORE else 'less'}-down")
        here = [str(SAID[card]) for card in hills_of(self.table(context))[self.back.hill - 1].cards[self.back.seat]]
        return _card_name(at, "here" if at in here else "", context)

    def view(self, context: Context) -> Page:
        step, hill, seat = running_snapshot(context), self.back.hill, self.back.seat
        fields = self.table(context)
        rows = hills_of(fields)[hill - 1].cards
        places = self.places(context)
        here = [str(SAID[card]) for card in rows[seat]]
        words, down = context.words, rows[seat].count(FACE_DOWN)
        keys = pad(places, max(column for _, column in places.values()) + 1, here)
        return Page(
            screen="audit-side",
            title=step.setup.names[seat],
            aside=words("seven_hills.face-down", count=down)
            if self.at in HIDDEN
            else words("seven_hills.audit.in-hand", left=fields["left"][seat]),
            board=pad_beside_hill(keys, words, hill, [side(row) for row in rows]),
            drawing=PAD_PICTURE,
            space=places[self.at],
        )


class Gone(Correction, BoardScreen):
    """The cards of one player that are out of the game: OK on a card removes it or gives it back. BACK returns."""

    seat: int
    at: str = "1"

    def places(self, context: Context) -> Mapping[str, Place]:
        return {str(SAID[card]): PLACES[str(SAID[card])] for card in cards_of(variant(running_snapshot(context)).deck)}

    def with_card(self, card: str, context: Context) -> Screen | None:
        return replace(self, at=card) if card in self.places(context) else None

    def chosen(self, context: Context) -> Screen | Intent:
        fields = self.table(context)
        card = int(self.at) if self.at.isdigit() else self.at
        if card not in fields["seen"][self.seat] and not fields["left"][self.seat]:
            name = running_snapshot(context).setup.names[self.seat]
            return Say("seven_hills.audit.none-left", {"name": name}, self)
        return self.correct(context, **discard_card(fields, self.seat, card))

    def space_name(self, at: str, context: Context) -> str:
        gone = [str(card) for card in removed_cards(self.table(context), self.seat)]
        return _card_name(at, "gone" if at in gone else "", context)

    def view(self, context: Context) -> Page:
        step = running_snapshot(context)
        agreed = variant(step)
        gone = [str(card) for card in removed_cards(self.table(context), self.seat)]
        keys = pad([str(SAID[card]) for card in cards_of(agreed.deck)], ROWS + agreed.barricades, gone)
        return Page(
            screen="audit-removed",
            title=step.setup.names[self.seat],
            aside=context.words("seven_hills.audit.out"),
            board=tuple(tuple(row) for row in keys),
            drawing=PAD_PICTURE,
            space=PLACES[self.at],
        )


def _card_name(at: str, place: str, context: Context) -> str:
    """A card of the pad in words, with the place where it is, if that is the one that the screen is about."""
    card = card_text(context.situation, int(at) if at.isdigit() else at)
    return context.words(f"seven_hills.audit.{place}", card=card) if place else card
