"""Builds the position of a table view of Seven Hills of Rome, and checks that the table is possible.

Each check tests one condition that holds at every moment of every game.
"""

from __future__ import annotations

from companion.games.game import Seat
from companion.games.refusals import Inconsistent
from companion.games.seven_hills.engine.actions import (
    BANNER,
    FACE_DOWN,
    HILLS,
    SAID,
    cards_of,
)
from companion.games.seven_hills.engine.cards import CardsPosition, Pending
from companion.games.seven_hills.engine.hills import Hill, Row, Variant
from companion.reader import Reader

SEATS = (0, 1)


def restore_cards(variant: Variant, table: Reader) -> CardsPosition:
    """The position that a table view shows; raises Inconsistent or Wrong with the first fault."""
    turn, hills, left, seen, barred, reveal = table.fields("turn", "hills", "left", "seen", "barred", "reveal")
    position = CardsPosition(
        variant,
        None if turn.none else turn.seat(len(SEATS)),
        tuple([_hill(hill, variant) for hill in hills.entries(len(HILLS))]),
        _left(left, variant),
        _seen(seen, variant),
        None if barred.none else barred.whole(HILLS[0], HILLS[-1]),
        None if reveal.none else _pending(reveal, variant),
    )
    _check_shown(position)
    _check_count(position)
    _check_turn(position)
    _check_pending(position)
    _check_hills(position)
    _check_banners(position)
    _check_numbers(position)
    _check_removed(position)
    _check_emptied(position)
    _check_barred(position)
    return position


def _hill(hill: Reader, variant: Variant) -> Hill:
    is_open, cards = hill.fields("open", "cards")
    up = is_open.switch()
    first, second = cards.entries(len(SEATS))
    return Hill(up, (_cards(first, variant), _cards(second, variant)))


def _cards(row: Reader, variant: Variant) -> Row:
    return tuple([_card(card, variant) for card in row.entries()])


def _card(value: Reader, variant: Variant) -> int:
    card = SAID.index(value.one_of(SAID, "table.seven_hills.no-card", card=value.value))
    if card == BANNER and not variant.barricades:
        value.wrong("table.seven_hills.no-card", card=value.value)
    return card


def _left(value: Reader, variant: Variant) -> tuple[int, int]:
    first, second = [left.whole(0, variant.cards) for left in value.entries(len(SEATS))]
    return first, second


def _seen(value: Reader, variant: Variant) -> tuple[int, int]:
    """Nobody has shown a card twice; numbers ascending, the banner last."""
    first, second = value.entries(len(SEATS))
    return _shown(first, 0, variant), _shown(second, 1, variant)


def _shown(value: Reader, seat: Seat, variant: Variant) -> int:
    cards = _cards(value, variant)
    bits = 0
    for card in cards:
        if card == FACE_DOWN:
            value.wrong("table.seven_hills.no-card", card=SAID[card])
        if bits >> card & 1:
            raise Inconsistent("table.seven_hills.seen-twice", "HIL-19", seat=seat, card=SAID[card])
        bits |= 1 << card
    if cards != cards_of(bits):
        value.wrong("value.sorted")
    return bits


def _pending(value: Reader, variant: Variant) -> Pending:
    if variant.open:
        raise Inconsistent("table.seven_hills.reveal-open", "HIL-18")
    hill, seat, index = value.fields("hill", "seat", "index")
    return Pending(hill.whole(HILLS[0], HILLS[-1]), seat.seat(len(SEATS)), index.whole(0, variant.cards - 1))


def _check_shown(position: CardsPosition) -> None:
    """A face-up card is at only one place, and its player has shown it."""
    for seat in SEATS:
        found = 0
        for number, hill in zip(HILLS, position.hills, strict=True):
            for card in hill.cards[seat]:
                if card == FACE_DOWN:
                    continue
                if found >> card & 1:
                    raise Inconsistent("table.seven_hills.card-twice", seat=seat, card=SAID[card])
                found |= 1 << card
                if not position.seen[seat] >> card & 1:
                    raise Inconsistent("table.seven_hills.not-seen", seat=seat, card=SAID[card], hill=number)


def _check_count(position: CardsPosition) -> None:
    """Each player's shown cards, face-down cards and cards in hand are all the cards there are."""
    for seat in SEATS:
        shown, left = position.seen[seat].bit_count(), position.left[seat]
        down = sum([hill.cards[seat].count(FACE_DOWN) for hill in position.hills])
        if shown + down + left != position.variant.cards:
            raise Inconsistent(
                "table.seven_hills.count", seat=seat, shown=shown, down=down, left=left, exist=position.variant.cards
            )


def _check_turn(position: CardsPosition) -> None:
    """The cards in hand match the turn, and the game is not over (HIL-1, HIL-5)."""
    turn, left = position.turn, list(position.left)
    if turn is None:
        if left != [0, 0]:
            raise Inconsistent("table.seven_hills.nobody", "HIL-5")
        if position.pending is None:
            raise Inconsistent("table.seven_hills.over", "HIL-5")
        return
    if position.pending is not None:
        left[turn] += 1  # before the card that caused the turning up was laid
    if not left[turn]:
        raise Inconsistent("table.seven_hills.all-laid", "HIL-5")
    if left[1] - left[0] != turn:
        raise Inconsistent("table.seven_hills.left", "HIL-1", seat=turn, left=position.left)


def _check_pending(position: CardsPosition) -> None:
    """A hill is turned up in its order: the cards before the next one are named, the others are not."""
    pending, turn = position.pending, position.turn
    if pending is None:
        return
    number, seat = pending.hill, pending.seat
    hill = position.hills[number - 1]
    if hill.open:
        raise Inconsistent("table.seven_hills.reveal-turned", "HIL-4", hill=number)
    if pending.index >= len(hill.cards[seat]):
        raise Inconsistent("table.seven_hills.reveal-index", seat=seat, hill=number, index=pending.index)
    if turn is None:
        _check_last_turning(position, pending)
        row, at = hill.cards[seat], pending.index
    else:
        first, new = hill.cards[1 - turn], hill.cards[turn]
        if not first or len(new) != 1:
            raise Inconsistent("table.seven_hills.reveal-tribes", "HIL-4", hill=number, seat=turn)
        row, at = first + new, len(first) if seat == turn else pending.index
    if FACE_DOWN in row[:at]:
        raise Inconsistent("table.seven_hills.reveal-earlier", hill=number)
    if any(row[at:]):
        raise Inconsistent("table.seven_hills.reveal-later", hill=number)


def _check_last_turning(position: CardsPosition, pending: Pending) -> None:
    """HIL-5: one tribe is at the hill, and lower hills have been turned up."""
    if position.hills[pending.hill - 1].cards[1 - pending.seat]:
        raise Inconsistent("table.seven_hills.closed-both", "HIL-4", hill=pending.hill)
    for number in range(1, pending.hill):
        hill = position.hills[number - 1]
        if not hill.open and hill.cards != ((), ()):
            raise Inconsistent("table.seven_hills.reveal-order", "HIL-5", hill=number, later=pending.hill)


def _check_hills(position: CardsPosition) -> None:
    """Cards at an open hill are known; at another hill is one tribe, face down (HIL-3, HIL-4, HIL-18)."""
    for number, hill in zip(HILLS, position.hills, strict=True):
        first, second = hill.cards
        if hill.open:
            if FACE_DOWN in first + second:
                raise Inconsistent("table.seven_hills.open-down", "HIL-4", hill=number)
        elif position.variant.open:
            raise Inconsistent("table.seven_hills.not-open", "HIL-18", hill=number)
        elif position.pending is None or position.pending.hill != number:
            if first and second:
                raise Inconsistent("table.seven_hills.closed-both", "HIL-4", hill=number)
            if any(first + second):
                raise Inconsistent("table.seven_hills.closed-up", "HIL-3", hill=number)


def _check_banners(position: CardsPosition) -> None:
    """An open hill has at most one banner, and it is the last card of its tribe (HIL-13, HIL-14)."""
    for number, hill in zip(HILLS, position.hills, strict=True):
        if not hill.open:
            continue
        first, second = hill.cards
        if BANNER in first and BANNER in second:
            raise Inconsistent("table.seven_hills.banners", "HIL-13", hill=number)
        if BANNER in first[:-1] + second[:-1]:
            raise Inconsistent("table.seven_hills.banner-passed", "HIL-13", hill=number)


def _check_numbers(position: CardsPosition) -> None:
    """With exclusive values the two players have no equal numbers at an open hill (HIL-10, HIL-11)."""
    if not position.variant.exclusive:
        return
    for number, hill in zip(HILLS, position.hills, strict=True):
        both = hill.numbers(0) & hill.numbers(1)
        if hill.open and both:
            raise Inconsistent("table.seven_hills.both", "HIL-10", hill=number, card=cards_of(both)[0])


def _count_removed(position: CardsPosition) -> tuple[int, int]:
    """How many banners and how many numbers are out of the game."""
    removed = position.removed(0) + position.removed(1)
    banners = removed.count(BANNER)
    return banners, len(removed) - banners


def _check_removed(position: CardsPosition) -> None:
    """Each card out of the game was removed by a rule of the variant."""
    variant = position.variant
    banners, numbers = _count_removed(position)
    if not (banners or numbers):
        return
    if not (variant.barricades or variant.removes_repeats):
        seat = 0 if position.removed(0) else 1
        raise Inconsistent("table.seven_hills.removed", seat=seat, card=SAID[position.removed(seat)[0]])
    if banners == 1 and not numbers:  # HIL-13: never without the card it voided
        raise Inconsistent("table.seven_hills.removed-banner", "HIL-13")
    # HIL-13: without exclusive values each banner took one number with it, or the two took each other.
    if not variant.exclusive and numbers not in (banners, banners - 2):
        raise Inconsistent("table.seven_hills.removed-numbers", "HIL-13", numbers=numbers, banners=banners)


def _check_emptied(position: CardsPosition) -> None:
    """HIL-4: an open hill without cards means that cards are out of the game."""
    if position.variant.open or any(_count_removed(position)):
        return
    for number, hill in zip(HILLS, position.hills, strict=True):
        if hill.open and hill.cards == ((), ()):
            raise Inconsistent("table.seven_hills.emptied", "HIL-4", hill=number)


def _check_barred(position: CardsPosition) -> None:
    """The barred hill is one where the opponent may just have laid a card (HIL-2)."""
    turn, barred, pending = position.turn, position.barred, position.pending
    if turn is None:
        if barred is not None:
            raise Inconsistent("table.seven_hills.barred-end", "HIL-5", hill=barred)
        return
    if barred is None:
        if position.left != (position.variant.cards, position.variant.cards):
            raise Inconsistent("table.seven_hills.barred-missing", "HIL-2", seat=turn)
        return
    other, hill = 1 - turn, position.hills[barred - 1]
    if pending is not None and pending.hill == barred:
        raise Inconsistent("table.seven_hills.barred-reveal", "HIL-2", hill=barred, seat=turn)
    # A card that is no longer there was voided or a repeat: a number, or a banner voided by the other banner.
    gone = position.removed(other)
    vanished = hill.open and gone and (gone != (BANNER,) or BANNER in position.removed(turn))
    if not hill.cards[other] and not vanished:
        raise Inconsistent("table.seven_hills.barred", "HIL-2", hill=barred, seat=other)
    if hill.banner_of == turn:
        raise Inconsistent("table.seven_hills.barred-banner", "HIL-13", hill=barred, seat=turn)
