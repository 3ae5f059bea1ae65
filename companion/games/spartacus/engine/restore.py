"""Builds the position that a table view shows, or names its first fault.

First each field is checked for its type, range and length, then the fields are compared with each other.
"""

from __future__ import annotations

from itertools import pairwise

from companion.games.game import Options, Position, Seat
from companion.games.refusals import Inconsistent
from companion.games.spartacus.engine.cards import CardsPosition, Pile, Trick
from companion.games.spartacus.engine.counting import Counting
from companion.games.spartacus.engine.notation import BANNER, BIT, CARDS, NO_NUMBER, NUMBERS_SUM, Card
from companion.games.spartacus.engine.scores import EMPTY, Entry, ScoresPosition
from companion.reader import Reader

Won = tuple[tuple[tuple[Card, ...], ...], ...]
"""By seat, the cards of the tricks it has won."""


def restore(players: int, options: Options, table: Reader) -> Position:
    """The position that a table view shows; raises Inconsistent or Wrong with the first fault."""
    counting = Counting(options)
    if options["entry"] == "scores":
        return _scores(counting, players, table)
    return _cards(counting, players, table)


def _cards(counting: Counting, players: int, table: Reader) -> CardsPosition:
    turn, trick, passed, best, hands, tricks, points = table.fields(
        "turn", "trick", "passed", "best", "hands", "tricks", "points"
    )
    seat = turn.seat(players)
    laid = _trick(trick, players)
    out = _passed(passed, players)
    strongest = None if best.none else best.seat(players)
    held = _hands(hands, players)
    won = _won(tricks, players)
    lowest = min([card for _, card in laid if isinstance(card, int)], default=NO_NUMBER)
    position = CardsPosition(
        counting, seat, tuple([sum([BIT[card] for card in hand]) for hand in held]), _piles_of(held, laid, won),
        laid, lowest, strongest, sum([1 << other for other in out]),
    )  # fmt: skip
    _check_colours(counting, held, laid, won)
    _check_falling(counting, laid, won)
    _check_best(position, out)
    _check_turn(position)
    _check_hands(held)
    _check_points(points, position.points)
    return position


def _card(value: Reader) -> Card:
    return value.one_of(CARDS, "table.spartacus.no-card", card=value.value)


def _trick(value: Reader, players: int) -> Trick:
    laid = []
    for pair in value.entries():
        seat, card = pair.entries(2)
        laid.append((seat.seat(players), _card(card)))
    return tuple(laid)


def _passed(value: Reader, players: int) -> list[Seat]:
    passed = [seat.seat(players) for seat in value.entries()]
    if passed != sorted(set(passed)):
        value.wrong("value.sorted")
    return passed


def _hands(value: Reader, players: int) -> list[list[Card]]:
    hands = []
    for seat, cards in enumerate(value.entries(players)):
        hand = [_card(card) for card in cards.entries()]
        for card in hand:
            if hand.count(card) > 1:  # a hand is of one colour
                raise Inconsistent("table.spartacus.twice", seat=seat, card=card)
        if hand != sorted(hand, key=CARDS.index):
            cards.wrong("value.sorted")
        hands.append(hand)
    return hands


def _won(value: Reader, players: int) -> Won:
    return tuple([
        tuple([tuple([_card(card) for card in pile.entries()]) for pile in piles.entries()])
        for piles in value.entries(players)
    ])  # fmt: skip


def _piles_of(hands: list[list[Card]], laid: Trick, won: Won) -> tuple[tuple[Pile, ...], ...]:
    """The won tricks with the player of each card, if it follows: only one seat can have played that card."""
    owners: dict[Card, Seat | None] = {}
    for card in CARDS:
        played = [seat for seat, hand in enumerate(hands) if card not in hand and (seat, card) not in laid]
        owners[card] = played[0] if len(played) == 1 else None
    return tuple([tuple([tuple([(owners[card], card) for card in pile]) for pile in piles]) for piles in won])


def _check_colours(counting: Counting, hands: list[list[Card]], laid: Trick, won: Won) -> None:
    """All cards together are one full colour for each player, and each seat has played its own."""
    everywhere = [card for hand in hands for card in hand]
    everywhere += [card for _, card in laid]
    everywhere += [card for piles in won for pile in piles for card in pile]
    for card in CARDS:
        exist = len(hands) if card != BANNER or counting.banners else 0  # SPA-16
        found = everywhere.count(card)
        if found > exist:
            raise Inconsistent("table.spartacus.too-many", card=card, count=found, exist=exist)
        if found < exist:
            raise Inconsistent("table.spartacus.too-few", card=card, count=found, exist=exist)
    for seat, card in laid:
        if card in hands[seat] or laid.count((seat, card)) > 1:
            raise Inconsistent("table.spartacus.twice", "SPA-1", seat=seat, card=card)


def _check_falling(counting: Counting, laid: Trick, won: Won) -> None:
    """Numbers fall strictly; a won pile holds cards, and a number unless a joker can have taken it."""
    _check_fall([card for _, card in laid], "trick")
    for seat, piles in enumerate(won):
        field = f"tricks[{seat}]"
        for pile in piles:
            if not pile:
                raise Inconsistent("table.spartacus.empty-pile", "SPA-6", field=field)
            if not counting.jokers and not any(isinstance(card, int) for card in pile):
                raise Inconsistent("table.spartacus.banner-pile", "SPA-8", field=field)
            _check_fall(list(pile), field)


def _check_fall(cards: list[Card], field: str) -> None:
    numbers = [card for card in cards if isinstance(card, int)]
    for higher, lower in pairwise(numbers):
        if lower >= higher:
            raise Inconsistent("table.spartacus.not-lower", "SPA-4", field=field, higher=higher, card=lower)


def _check_best(position: CardsPosition, passed: list[Seat]) -> None:
    """Nobody passes before a number is played, and the strongest card decides who is best."""
    if passed and position.lowest == NO_NUMBER:
        raise Inconsistent("table.spartacus.passed-early", "SPA-3", seat=passed[0])
    best = None
    for seat, card in position.trick:
        if card != BANNER or position.counting.jokers:  # SPA-5, SPA-14
            best = seat
    if position.best != best:
        raise Inconsistent("table.spartacus.best", "SPA-5", seat=position.best, seat_due=best)
    if best is not None and best in passed:
        raise Inconsistent("table.spartacus.best-passed", "SPA-4", seat=best)


def _check_turn(position: CardsPosition) -> None:
    """The turn follows from the trick, and the right seat has led the trick."""
    players = len(position.hands)
    if not position.trick:
        _check_leader(position, position.turn)
        return
    # Not endless: somebody has not passed: the best player or, before a number is played, everybody.
    due = (position.trick[-1][0] + 1) % players
    while position.passed >> due & 1:
        due = (due + 1) % players
    if position.turn != due:
        raise Inconsistent("table.spartacus.turn", "SPA-1", seat=position.turn, seat_due=due)
    if position.turn == position.best:
        raise Inconsistent("table.spartacus.turn-best", "SPA-5", seat=position.turn)
    _check_leader(position, position.trick[0][0])


def _check_leader(position: CardsPosition, leader: Seat) -> None:
    """Seat 0 leads first; later a seat leads if the seat before it has won a trick."""
    before = (leader - 1) % len(position.hands)
    if any(position.piles):
        if not position.piles[before]:
            raise Inconsistent("table.spartacus.leader", "SPA-7", seat=leader, seat_before=before)
    elif leader != 0:
        raise Inconsistent("table.spartacus.first-leader", "SPA-2", seat=leader, seat_first=0)


def _check_hands(hands: list[list[Card]]) -> None:
    for seat, hand in enumerate(hands):
        if not hand:
            raise Inconsistent("table.spartacus.empty-hand", "SPA-8", seat=seat)


def _check_points(value: Reader, due: tuple[int, ...]) -> None:
    for points, counted in zip(value.entries(len(due)), due, strict=True):
        _check_derived(points, counted)


def _check_derived(value: Reader, due: int) -> None:
    """A whole number that follows from other fields."""
    value.whole(due, due, "table.spartacus.derived", due=due)


def _scores(counting: Counting, players: int, table: Reader) -> ScoresPosition:
    turn, piles, hands, dropped, points, missing = table.fields(
        "turn", "piles", "hands", "dropped", "points", "missing"
    )
    if not turn.none:
        turn.wrong("table.spartacus.no-turn")
    position = ScoresPosition(
        counting, _piles(piles, players), _left(hands, players), _dropped(dropped, counting, players)
    )
    _check_exist(position)
    _check_points(points, position.points)
    _check_missing(missing, position.missing)
    return position


def _entry(value: Reader, banners_most: int) -> Entry:
    total, banners = value.entries(2)
    return total.whole(0, NUMBERS_SUM), banners.whole(0, banners_most)


def _piles(value: Reader, players: int) -> tuple[tuple[Entry, ...], ...]:
    piles = []
    for entries in value.entries(players):
        read = [_entry(entry, players) for entry in entries.entries()]
        if EMPTY in read:
            raise Inconsistent("table.spartacus.empty-pile", "SPA-6", field=entries.field)
        piles.append(tuple(read))
    return tuple(piles)


def _left(value: Reader, players: int) -> tuple[Entry | None, ...]:
    left = [None if hand.none else _entry(hand, 1) for hand in value.entries(players)]
    if all(hand is not None and hand != EMPTY for hand in left):
        raise Inconsistent("table.spartacus.no-empty-hand", "SPA-18")
    return tuple(left)


def _dropped(value: Reader, counting: Counting, players: int) -> int | None:
    if value.none:
        return None
    banners = value.whole(1, players)
    if not counting.doubling:
        raise Inconsistent("table.spartacus.dropped", "SPA-14" if counting.jokers else "SPA-16")
    return banners


def _check_exist(position: ScoresPosition) -> None:
    """No more has been entered than exists (SPA-17)."""
    total, banners = position.missing
    if total < 0:
        raise Inconsistent("table.spartacus.numbers-over", "SPA-17", over=-total)
    if banners < 0:
        raise Inconsistent("table.spartacus.banners-over", "SPA-17", over=-banners)


def _check_missing(value: Reader, due: Entry) -> None:
    for part, counted in zip(value.fields("numbers", "banners"), due, strict=True):
        _check_derived(part, counted)
