"""A draft of a table view of Seven Hills of Rome: people change one card, and the other fields follow.

People enter the cards at the hills and those out of the game. The cards shown, the hands, the open hills, the turn and
the hill that is being turned up follow from that; the barred hill stays if possible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.seven_hills.engine.actions import SAID, cards_of
from companion.games.seven_hills.engine.hills import Variant

Card = int | str
Fields = Mapping[str, Any]
Rows = list[list[list[Card]]]
"""The cards of both seats at each hill."""
DOWN = SAID[0]
BANNER = SAID[-1]


def removed(fields: Fields, seat: int) -> list[Card]:
    """The cards of a player that were shown and are at no hill."""
    on_hills = [card for hill in fields["hills"] for card in hill["cards"][seat]]
    return [card for card in fields["seen"][seat] if card not in on_hills]


def may_come(fields: Fields, hill: int, seat: int, card: Card) -> bool:
    """Whether this card can come to a hill: it was shown, or a card face down there can be it, or one is in hand."""
    known = card in fields["seen"][seat] or (card != DOWN and DOWN in fields["hills"][hill - 1]["cards"][seat])
    return known or fields["left"][seat] > 0


def switched(fields: Fields, agreed: Variant, hill: int, seat: int, card: Card) -> Fields:
    """A known card goes from a hill to the hand, or comes to the hill, first in place of a face-down card there."""
    rows, gone = _rows(fields), [removed(fields, 0), removed(fields, 1)]
    row = rows[hill - 1][seat]
    if card in row:
        row.remove(card)
        return _settle(fields, agreed, rows, gone)
    for other in rows:
        other[seat][:] = [each for each in other[seat] if each != card]
    gone[seat] = [each for each in gone[seat] if each != card]
    if DOWN in row:
        row[row.index(DOWN)] = card
    else:
        row.append(card)
    return _settle(fields, agreed, rows, gone, (hill, seat))


def covered(fields: Fields, agreed: Variant, hill: int, seat: int, by: int) -> Fields:
    """One card more (1) or less (-1) is face down at a hill; it comes from the hand or goes to it."""
    rows = _rows(fields)
    row = rows[hill - 1][seat]
    if by > 0:
        row.append(DOWN)
    elif DOWN in row:
        del row[len(row) - 1 - row[::-1].index(DOWN)]
    return _settle(fields, agreed, rows, [removed(fields, 0), removed(fields, 1)], (hill, seat) if by > 0 else None)


def discarded(fields: Fields, agreed: Variant, seat: int, card: Card) -> Fields:
    """A card goes out of the game, or if it is out, to the hand."""
    rows, gone = _rows(fields), [removed(fields, 0), removed(fields, 1)]
    if card in gone[seat]:
        gone[seat].remove(card)
    else:
        for row in rows:
            row[seat][:] = [each for each in row[seat] if each != card]
        gone[seat].append(card)
    return _settle(fields, agreed, rows, gone)


def _rows(fields: Fields) -> Rows:
    return [[list(row) for row in hill["cards"]] for hill in fields["hills"]]


def _settle(
    fields: Fields, agreed: Variant, rows: Rows, gone: Sequence[list[Card]], laid: tuple[int, int] | None = None
) -> Fields:
    """The fields that follow; `laid` is the hill and the seat of a card that has come there."""
    hills: list[dict[str, Any]] = [
        {"open": _open(fields["hills"][at]["open"], agreed, cards, any(gone)), "cards": cards}
        for at, cards in enumerate(rows)
    ]
    for hill in hills:
        if hill["open"]:  # a banner that is still there is the last card of its tribe (HIL-13)
            for row in hill["cards"]:
                row.sort(key=lambda card: card == BANNER)
    on_hills = [[card for cards in rows for card in cards[seat]] for seat in (0, 1)]
    seen = [_sorted([*gone[seat], *[card for card in on_hills[seat] if card != DOWN]]) for seat in (0, 1)]
    left = [agreed.cards - len(seen[seat]) - on_hills[seat].count(DOWN) for seat in (0, 1)]
    reveal: tuple[int, int, int] | None = None
    turning = [number for number, hill in enumerate(hills, 1) if not hill["open"] and all(hill["cards"])]
    turn: int | None
    if left == [0, 0] and not turning:  # HIL-5
        turn = None
        down = [number for number, hill in enumerate(hills, 1) if not hill["open"] and any(hill["cards"])]
        if down:
            seat = 0 if rows[down[0] - 1][0] else 1
            reveal = (down[0], seat, _first_down(rows[down[0] - 1][seat]))
    else:
        ahead = left[1] - left[0]  # HIL-1: the second player is one card behind when in turn
        turn = (1 - ahead if turning else ahead) if ahead in (0, 1) else fields["turn"] or 0
        if turning:
            waiting = rows[turning[0] - 1][1 - turn]
            asked = 1 - turn if DOWN in waiting else turn
            reveal = (turning[0], asked, _first_down(rows[turning[0] - 1][asked]))
    if laid is not None and turn is not None and laid[1] != turn:
        barred = _barred(hills, turn, reveal, [laid[0], fields["barred"]], any(gone))
    else:
        barred = _barred(hills, turn, reveal, [fields["barred"]], any(gone))
    return {
        **fields,
        "turn": turn,
        "hills": hills,
        "left": left,
        "seen": seen,
        "barred": None if left == [agreed.cards] * 2 else barred,
        "reveal": dict(zip(("hill", "seat", "index"), reveal, strict=True)) if reveal is not None else None,
    }


def _open(before: bool, agreed: Variant, cards: Sequence[list[Card]], gone: bool) -> bool:
    """A hill is open once all its cards are known; an empty one only if cards have been removed."""
    if agreed.open or not any(cards):
        return agreed.open or (before and gone)
    return DOWN not in cards[0] + cards[1]


def _first_down(row: Sequence[Card]) -> int:
    return row.index(DOWN) if DOWN in row else 0


def _barred(
    hills: Sequence[Mapping[str, Any]], turn: int | None, reveal: tuple[int, int, int] | None,
    wished: Sequence[int | None], gone: bool,
) -> int | None:  # fmt: skip
    """The hill where the opponent may have laid the last card (HIL-2): first of `wished`, then of all."""
    if turn is None:
        return None

    def possible(number: int | None) -> bool:
        if number is None or (reveal is not None and reveal[0] == number):
            return False
        hill = hills[number - 1]
        return bool(hill["cards"][1 - turn]) or (hill["open"] and gone)

    return next((number for number in (*wished, *range(1, len(hills) + 1)) if possible(number)), wished[0])


def _sorted(cards: Sequence[Card]) -> list[Card]:
    """Numbers ascending, the banner last, each once."""
    bits = sum({1 << SAID.index(card) for card in cards})
    return [SAID[card] for card in cards_of(bits)]
