"""The position of a table view: `build` computes it from the cards and owners, `check` names its first fault.

Each check tests one condition that holds at every moment of every game.
"""

from __future__ import annotations

from companion.games.seven_hills.engine.actions import BANNER, FACE_DOWN, HILLS, SAID, cards_of
from companion.games.seven_hills.engine.cards import CardsPosition, Pending, last_turned_up
from companion.games.seven_hills.engine.hills import Hill, Row, Variant
from companion.games.seven_hills.engine.position import Position
from companion.games.seven_hills.engine.scores import UNNAMED, Owner, ScoresPosition
from companion.kit.rules import Inconsistent, Options, Seat
from companion.reader import Reader, as_short_json

SEATS = (0, 1)
Hills = tuple[Hill, ...]


def build(players: int, options: Options, table: Reader) -> Position:
    """The position with these cards at the hills and out of the game, and this barred hill; or with these owners."""
    if options["entry"] == "scores":
        hills, _ = table.fields("hills", "points")
        return ScoresPosition(tuple([_owner(hill) for hill in hills.entries(len(HILLS))]))
    return _cards(Variant(options), table)


def check(position: Position) -> None:
    """Raise Inconsistent with the first fault of a position that play cannot reach."""
    if isinstance(position, CardsPosition):
        _check_shown(position)
        _check_left(position)
        _check_pending(position)
        _check_hills(position)
        _check_banners(position)
        _check_numbers(position)
        _check_removed(position)
        _check_barred(position)


def _owner(hill: Reader) -> Owner | str:
    if hill.is_null:
        return UNNAMED
    return None if hill.value == "-" else hill.one_of((0, 1), "table.seven_hills.owner")


def _cards(variant: Variant, table: Reader) -> CardsPosition:
    turn, rows, _, seen, barred, _ = table.fields("turn", "hills", "left", "seen", "barred", "reveal")
    stated = None if turn.is_null else turn.seat(len(SEATS))
    laid = [_hill(hill, variant) for hill in rows.entries(len(HILLS))]
    wanted = None if barred.is_null else barred.integer(HILLS[0], HILLS[-1])
    first, second = seen.entries(len(SEATS))
    shown = (
        _read_shown(first, 0, variant) | _known(laid, 0),
        _read_shown(second, 1, variant) | _known(laid, 1),
    )  # HIL-19
    gone = shown[0] & ~_known(laid, 0), shown[1] & ~_known(laid, 1)
    hills = tuple([_settled(hill, variant, gone=any(gone)) for hill in laid])
    left = _read_left(hills, shown, 0, variant), _read_left(hills, shown, 1, variant)
    seat = _in_turn(hills, left, stated)
    pending = _pending(hills, seat)
    position = CardsPosition(variant, seat, hills, left, shown, wanted, pending)
    return CardsPosition(variant, seat, hills, left, shown, _barred(position), pending)


def _hill(hill: Reader, variant: Variant) -> Hill:
    is_open, cards = hill.fields("open", "cards")
    up = is_open.boolean()
    first, second = cards.entries(len(SEATS))
    return Hill(up, (_row(first, variant), _row(second, variant)))


def _row(row: Reader, variant: Variant) -> Row:
    return tuple([_card(card, variant) for card in row.entries()])


def _card(value: Reader, variant: Variant) -> int:
    card = SAID.index(value.one_of(SAID, "table.seven_hills.no-card"))
    if card == BANNER and not variant.barricades:
        value.raise_wrong("table.seven_hills.no-card")
    return card


def _read_shown(value: Reader, seat: Seat, variant: Variant) -> int:
    """The cards that a player has shown, none of them twice."""
    bits = 0
    for card in _row(value, variant):
        if card == FACE_DOWN:
            value.raise_wrong("table.seven_hills.no-card", value=as_short_json(SAID[card]))
        if bits >> card & 1:
            raise Inconsistent("table.seven_hills.seen-twice", "HIL-19", seat=seat, card=SAID[card])
        bits |= 1 << card
    return bits


def _known(hills: list[Hill], seat: Seat) -> int:
    """The cards of a player that lie face up."""
    bits = 0
    for hill in hills:
        for card in hill.cards[seat]:
            bits |= 1 << card
    return bits & ~(1 << FACE_DOWN)


def _settled(hill: Hill, variant: Variant, *, gone: bool) -> Hill:
    """The hill, open if all its cards are known; if it has none, if it was open and cards are out of the game."""
    first, second = hill.cards
    if variant.open:  # HIL-18
        up = True
    elif first or second:
        up = FACE_DOWN not in first + second  # HIL-3, HIL-4
    else:
        up = hill.open and gone  # HIL-4
    if up:  # HIL-13: a banner that is still there is the last card of its tribe
        first, second = [tuple(sorted(row, key=BANNER.__eq__)) for row in hill.cards]
    return Hill(up, (first, second))


def _read_left(hills: Hills, shown: tuple[int, int], seat: Seat, variant: Variant) -> int:
    """The cards in hand: all but those shown and those face down at a hill."""
    return variant.cards - shown[seat].bit_count() - sum([hill.cards[seat].count(FACE_DOWN) for hill in hills])


def _turning(hills: Hills) -> int | None:
    """The first hill that is not open and has cards of both tribes: it is being turned up (HIL-4)."""
    turning = [number for number, hill in zip(HILLS, hills, strict=True) if not hill.open and all(hill.cards)]
    return turning[0] if turning else None


def _in_turn(hills: Hills, left: tuple[int, int], stated: Seat | None) -> Seat | None:
    """The seat in turn, by the cards in hand; `stated` if they fit no turn."""
    turning, ahead = _turning(hills), left[1] - left[0]
    if left == (0, 0) and turning is None:
        return None  # HIL-5
    if ahead not in SEATS:
        return stated or 0
    return ahead if turning is None else 1 - ahead  # HIL-1: seat 1 has one card more when in turn, before it lays one


def _pending(hills: Hills, turn: Seat | None) -> Pending | None:
    """The first face-down card of the hill that is being turned up: first the tribe that was there alone (HIL-20)."""
    if turn is None:
        return last_turned_up(hills)
    number = _turning(hills)
    if number is None:
        return None
    cards = hills[number - 1].cards
    seat = 1 - turn if FACE_DOWN in cards[1 - turn] else turn
    return Pending(number, seat, cards[seat].index(FACE_DOWN))


def _barred(position: CardsPosition) -> int | None:
    """The barred hill of the position if possible, else the next possible one; nothing is barred before any card."""
    if position.turn is None or position.left == (position.variant.cards, position.variant.cards):
        return None
    start = HILLS.index(position.barred) if position.barred else 0
    possible = [number for number in (*HILLS[start:], *HILLS[:start]) if _may_be_barred(position, number)]
    return possible[0] if possible else position.barred


def _may_be_barred(position: CardsPosition, number: int) -> bool:
    """Whether the opponent of the player in turn may just have laid a card at that hill (HIL-2)."""
    turn, pending, hill = position.turn, position.pending, position.hills[number - 1]
    assert turn is not None
    if (pending is not None and pending.hill == number) or hill.banner_of == turn:  # HIL-13: a banner voids the card
        return False
    # A card that is no longer there was voided or a repeat: a number, or a banner voided by the other banner.
    gone = position.removed_cards(1 - turn)
    vanished = hill.open and gone and (gone != (BANNER,) or BANNER in position.removed_cards(turn))
    return bool(hill.cards[1 - turn] or vanished)


def _check_shown(position: CardsPosition) -> None:
    """A face-up card is at only one place."""
    for seat in SEATS:
        at_hills = 0
        for hill in position.hills:
            for card in hill.cards[seat]:
                if card != FACE_DOWN and at_hills >> card & 1:
                    raise Inconsistent("table.seven_hills.card-twice", seat=seat, card=SAID[card])
                at_hills |= 1 << card


def _check_left(position: CardsPosition) -> None:
    """Nobody has laid more cards than there are, the hands match the turn, and the game is not over (HIL-1, HIL-5)."""
    exist, left = position.variant.cards, position.left
    for seat in SEATS:
        if left[seat] < 0:
            shown = position.seen[seat].bit_count()
            raise Inconsistent(
                "table.seven_hills.count", seat=seat, shown=shown, down=exist - shown - left[seat], exist=exist
            )
    if position.turn is None:
        if position.pending is None:
            raise Inconsistent("table.seven_hills.over", "HIL-5")
    elif left[1] - left[0] not in SEATS:
        raise Inconsistent("table.seven_hills.left", "HIL-1", seat=position.turn, left=left)


def _check_pending(position: CardsPosition) -> None:
    """One new card has come to the hill that is being turned up, and no card after the next one is named."""
    pending, turn = position.pending, position.turn
    if pending is None:
        return
    cards, seat, at = position.hills[pending.hill - 1].cards, pending.seat, pending.index
    row = cards[seat][at:]
    if turn is not None:
        if len(cards[turn]) != 1:
            raise Inconsistent("table.seven_hills.reveal-tribes", "HIL-4", hill=pending.hill, seat=turn)
        if seat != turn:
            row += cards[turn]
    if any(row):
        raise Inconsistent("table.seven_hills.reveal-later", hill=pending.hill)


def _check_hills(position: CardsPosition) -> None:
    """Cards at an open hill are known; at another hill is one tribe, face down (HIL-3, HIL-4, HIL-18)."""
    for number, hill in zip(HILLS, position.hills, strict=True):
        first, second = hill.cards
        if hill.open:
            if FACE_DOWN in first + second:
                raise Inconsistent("table.seven_hills.open-down", "HIL-18", hill=number)
        elif position.pending is None or position.pending.hill != number:
            if first and second:
                raise Inconsistent("table.seven_hills.closed-both", "HIL-4", hill=number)
            if any(first + second):
                raise Inconsistent("table.seven_hills.closed-up", "HIL-3", hill=number)


def _check_banners(position: CardsPosition) -> None:
    """An open hill has at most one banner (HIL-13, HIL-14)."""
    for number, hill in zip(HILLS, position.hills, strict=True):
        if hill.open and all(BANNER in row for row in hill.cards):
            raise Inconsistent("table.seven_hills.banners", "HIL-13", hill=number)


def _check_numbers(position: CardsPosition) -> None:
    """With exclusive values the two players have no equal numbers at an open hill (HIL-10, HIL-11)."""
    if not position.variant.exclusive:
        return
    for number, hill in zip(HILLS, position.hills, strict=True):
        both = hill.numbers(0) & hill.numbers(1)
        if hill.open and both:
            raise Inconsistent("table.seven_hills.both", "HIL-10", hill=number, card=cards_of(both)[0])


def _check_removed(position: CardsPosition) -> None:
    """Each card out of the game was removed by a rule of the variant."""
    variant = position.variant
    removed = position.removed_cards(0) + position.removed_cards(1)
    banners = removed.count(BANNER)
    numbers = len(removed) - banners
    if not removed:
        return
    if not (variant.barricades or variant.removes_repeats):
        seat = 0 if position.removed_cards(0) else 1
        raise Inconsistent("table.seven_hills.removed", seat=seat, card=SAID[position.removed_cards(seat)[0]])
    if banners == 1 and not numbers:  # HIL-13: never without the card it voided
        raise Inconsistent("table.seven_hills.removed-banner", "HIL-13")
    # HIL-13: without exclusive values each banner took one number with it, or the two took each other.
    if not variant.exclusive and numbers not in (banners, banners - 2):
        raise Inconsistent("table.seven_hills.removed-numbers", "HIL-13", numbers=numbers, banners=banners)


def _check_barred(position: CardsPosition) -> None:
    """After the first card a hill is barred at which the opponent may just have laid one (HIL-2)."""
    turn, barred, cards = position.turn, position.barred, position.variant.cards
    if turn is None or position.left == (cards, cards):
        return
    if barred is None:
        raise Inconsistent("table.seven_hills.barred-missing", "HIL-2", seat=turn)
    if not _may_be_barred(position, barred):
        raise Inconsistent("table.seven_hills.barred", "HIL-2", hill=barred, seat=1 - turn)
