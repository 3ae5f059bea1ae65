"""A draft of a table view of Seven Hills of Rome: one card moves to or from a hill, or out of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.seven_hills.engine.actions import SAID

Card = int | str
Fields = Mapping[str, Any]
Changes = dict[str, object]
"""The fields that a move changes, with their new values."""
Rows = list[list[list[Card]]]
"""The cards of both seats at each hill."""
DOWN = SAID[0]


def removed_cards(fields: Fields, seat: int) -> list[Card]:
    """The cards of a player that were shown and are at no hill."""
    on_hills = [card for hill in fields["hills"] for card in hill["cards"][seat]]
    return [card for card in fields["seen"][seat] if card not in on_hills]


def may_be_at(fields: Fields, hill: int, seat: int, card: Card) -> bool:
    """Whether this card can come to a hill: it was shown, or a card face down there can be it, or one is in hand."""
    known = card in fields["seen"][seat] or (card != DOWN and DOWN in fields["hills"][hill - 1]["cards"][seat])
    return known or fields["left"][seat] > 0


def switch_card(fields: Fields, hill: int, seat: int, card: Card) -> Changes:
    """A known card goes from a hill to the hand, or comes to the hill, first in place of a face-down card there."""
    rows, shown = _rows(fields), list(fields["seen"][seat])
    row = rows[hill - 1][seat]
    if card in row:
        row.remove(card)
        shown.remove(card)
        return _changes(fields, rows, seat, shown)
    _take(rows, seat, card)
    if DOWN in row:
        row[row.index(DOWN)] = card
    else:
        row.append(card)
    return _changes(fields, rows, seat, shown)


def change_facedown(fields: Fields, hill: int, seat: int, by: int) -> Changes:
    """One card more (1) or less (-1) is face down at a hill; it comes from the hand or goes to it."""
    rows = _rows(fields)
    row = rows[hill - 1][seat]
    if by > 0:
        row.append(DOWN)
    elif DOWN in row:
        del row[len(row) - 1 - row[::-1].index(DOWN)]
    return _changes(fields, rows, seat, fields["seen"][seat])


def discard_card(fields: Fields, seat: int, card: Card) -> Changes:
    """A card goes out of the game, or if it is out, to the hand."""
    rows, shown = _rows(fields), [each for each in fields["seen"][seat] if each != card]
    if card not in removed_cards(fields, seat):
        _take(rows, seat, card)
        shown.append(card)
    return _changes(fields, rows, seat, shown)


def _rows(fields: Fields) -> Rows:
    return [[list(row) for row in hill["cards"]] for hill in fields["hills"]]


def _take(rows: Rows, seat: int, card: Card) -> None:
    """Take a known card of a player from its hill."""
    for row in rows:
        if card in row[seat]:
            row[seat].remove(card)


def _changes(fields: Fields, rows: Rows, seat: int, shown: Sequence[Card]) -> Changes:
    hills = [{**hill, "cards": cards} for hill, cards in zip(fields["hills"], rows, strict=True)]
    return {"hills": hills, "seen": [fields["seen"][0], shown] if seat else [shown, fields["seen"][1]]}
