"""A draft of a table view of Seven Hills of Rome: one card moves to or from a hill, or out of the game."""

from __future__ import annotations

from companion.games.seven_hills.engine.actions import HILLS, SAID
from companion.kit.rules import Table
from companion.kit.zones import Fields, Path, value_at, with_token, with_value, without, without_token

Card = int | str
DOWN = SAID[0]


def removed_cards(fields: Fields, seat: int) -> list[Card]:
    """The cards of a player that were shown and are at no hill."""
    on_hills = [card for hill in fields["hills"] for card in hill["cards"][seat]]
    return [card for card in fields["seen"][seat] if card not in on_hills]


def row(hill: int, seat: int) -> Path:
    """Where the cards of a player at a hill are in the table."""
    return ("hills", hill - 1, "cards", seat)


def may_be_at(fields: Fields, hill: int, seat: int, card: Card) -> bool:
    """Whether this card can come to a hill: it was shown, or a card face down there can be it, or one is in hand."""
    is_known = card in fields["seen"][seat] or (card != DOWN and DOWN in value_at(fields, row(hill, seat)))
    return is_known or fields["left"][seat] > 0


def switch_card(fields: Fields, hill: int, seat: int, card: Card) -> Table:
    """The table after a known card goes from a hill to the hand, or comes to it, first in place of a face-down card."""
    here = row(hill, seat)
    if card in value_at(fields, here):
        return without_token(without_token(fields, here, card), ("seen", seat), card)
    fields = _from_hill(fields, seat, card)
    cards = value_at(fields, here)
    if DOWN in cards:
        return with_value(fields, (*here, cards.index(DOWN)), card)
    return with_token(fields, here, card)


def change_facedown(fields: Fields, hill: int, seat: int, by: int) -> Table:
    """The table with one card more (1) or less (-1) face down at a hill; it comes from the hand or goes to it."""
    here = row(hill, seat)
    if by > 0:
        return with_token(fields, here, DOWN)
    # The last one: the order of the others stays.
    return with_value(fields, here, without(value_at(fields, here)[::-1], [DOWN])[::-1])


def discard_card(fields: Fields, seat: int, card: Card) -> Table:
    """The table after a card goes out of the game, or if it is out, to the hand."""
    shown, out = ("seen", seat), card in removed_cards(fields, seat)
    fields = without_token(fields, shown, card)
    return dict(fields) if out else with_token(_from_hill(fields, seat, card), shown, card)


def _from_hill(fields: Fields, seat: int, card: Card) -> Fields:
    """The table without a known card of a player at any hill."""
    for hill in HILLS:
        fields = without_token(fields, row(hill, seat), card)
    return fields
