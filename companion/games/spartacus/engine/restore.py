"""The position of a table view: `build` computes it from the cards and entries, `check` names its first fault."""

from __future__ import annotations

from itertools import pairwise

from companion.games.spartacus.engine.cards import CardsPosition, Pile, Trick
from companion.games.spartacus.engine.counting import Counting
from companion.games.spartacus.engine.notation import BANNER, BIT, CARDS, NO_NUMBER, NUMBERS_SUM, Card, cards_of_mask
from companion.games.spartacus.engine.position import EMPTY, Entry, Position, ScoresPosition
from companion.kit.rules import Inconsistent, Options, Seat
from companion.reader import Reader

Won = tuple[tuple[tuple[Card, ...], ...], ...]
"""By seat, the cards of the tricks it has won."""


def build(players: int, options: Options, table: Reader) -> Position:
    """The position with these cards and passes and, between two tricks, this leader; or with these entries."""
    counting = Counting(options)
    if options["entry"] == "scores":
        return _scores(counting, players, table)
    return _cards(counting, players, table)


def check(position: Position) -> None:
    """Raise Inconsistent with the first fault of a position that play cannot reach."""
    if isinstance(position, ScoresPosition):
        _check_entries(position)
        return
    _check_colours(position)
    _check_falling(position)
    _check_turn(position)
    _check_hands(position)


def _cards(counting: Counting, players: int, table: Reader) -> CardsPosition:
    turn, trick, passed, _, hands, tricks, _ = table.fields(
        "turn", "trick", "passed", "best", "hands", "tricks", "points"
    )
    seat = turn.seat(players)
    laid = _trick(trick, players)
    out = {other.seat(players) for other in passed.entries()}
    left = _hands(hands, players)
    won = _read_won(tricks, players)
    lowest = min([card for _, card in laid if isinstance(card, int)], default=NO_NUMBER)
    best = _best(counting, laid)
    out = out - {best} if lowest < NO_NUMBER else set()  # SPA-3; SPA-4: who has passed cannot be the strongest
    return CardsPosition(
        counting, _in_turn(seat, laid, out, won), left, _piles_of(left, laid, won), laid, lowest, best,
        sum([1 << other for other in out]),
    )  # fmt: skip


def _best(counting: Counting, laid: Trick) -> Seat | None:
    """The seat with the strongest card: the last number, or with jokers the last card."""
    best = None
    for seat, card in laid:
        if card != BANNER or counting.jokers:  # SPA-5, SPA-14
            best = seat
    return best


def _in_turn(turn: Seat, laid: Trick, out: set[Seat], won: Won) -> Seat:
    """The seat in turn: in a trick the next one that has not passed, before it `turn` or the next one that may lead."""
    players = len(won)
    if laid:
        # Not endless: somebody has not passed: the best player or, before a number is played, everybody.
        turn = (laid[-1][0] + 1) % players  # SPA-1
        while turn in out:
            turn = (turn + 1) % players
        return turn
    if not any(won):
        return 0  # SPA-2
    while not won[turn - 1]:  # SPA-7
        turn = (turn + 1) % players
    return turn


def _card(value: Reader) -> Card:
    return value.one_of(CARDS, "table.spartacus.no-card")


def _trick(value: Reader, players: int) -> Trick:
    laid = []
    for pair in value.entries():
        seat, card = pair.entries(2)
        laid.append((seat.seat(players), _card(card)))
    return tuple(laid)


def _hands(value: Reader, players: int) -> tuple[int, ...]:
    """The cards in hand by seat, as bits."""
    hands = []
    for seat, cards in enumerate(value.entries(players)):
        hand = [_card(card) for card in cards.entries()]
        for card in hand:
            if hand.count(card) > 1:  # a hand is of one colour
                raise Inconsistent("table.spartacus.twice", seat=seat, card=card)
        hands.append(sum([BIT[card] for card in hand]))
    return tuple(hands)


def _read_won(value: Reader, players: int) -> Won:
    return tuple([
        tuple([tuple([_card(card) for card in pile.entries()]) for pile in piles.entries()])
        for piles in value.entries(players)
    ])  # fmt: skip


def _piles_of(hands: tuple[int, ...], laid: Trick, won: Won) -> tuple[tuple[Pile, ...], ...]:
    """The won tricks with the player of each card, if it follows: only one seat can have played that card."""
    owners: dict[Card, Seat | None] = {}
    for card in CARDS:
        played = [seat for seat, hand in enumerate(hands) if not hand & BIT[card] and (seat, card) not in laid]
        owners[card] = played[0] if len(played) == 1 else None
    return tuple([tuple([tuple([(owners[card], card) for card in pile]) for pile in piles]) for piles in won])


def _check_colours(position: CardsPosition) -> None:
    """All cards together are one full colour for each player, and each seat has played its own."""
    hands, laid = position.hands, position.trick
    everywhere = [card for hand in hands for card in cards_of_mask(hand)]
    everywhere += [card for _, card in laid]
    everywhere += [card for piles in position.won_tricks for pile in piles for card in pile]
    for card in CARDS:
        exist = len(hands) if card != BANNER or position.counting.banners else 0  # SPA-16
        count = everywhere.count(card)
        if count > exist:
            raise Inconsistent("table.spartacus.too-many", card=card, count=count, exist=exist)
        if count < exist:
            raise Inconsistent("table.spartacus.too-few", card=card, count=count, exist=exist)
    for seat, card in laid:
        if hands[seat] & BIT[card] or laid.count((seat, card)) > 1:
            raise Inconsistent("table.spartacus.twice", "SPA-1", seat=seat, card=card)


def _check_falling(position: CardsPosition) -> None:
    """Numbers fall strictly; a won pile holds cards, and a number unless a joker can have taken it."""
    _check_fall([card for _, card in position.trick], "trick")
    for seat, piles in enumerate(position.won_tricks):
        field = f"tricks[{seat}]"
        for pile in piles:
            if not pile:
                raise Inconsistent("table.spartacus.empty-pile", "SPA-6", field=field)
            if not position.counting.jokers and not any(isinstance(card, int) for card in pile):
                raise Inconsistent("table.spartacus.banner-pile", "SPA-8", field=field)
            _check_fall(list(pile), field)


def _check_fall(cards: list[Card], field: str) -> None:
    numbers = [card for card in cards if isinstance(card, int)]
    for higher, lower in pairwise(numbers):
        if lower >= higher:
            raise Inconsistent("table.spartacus.not-lower", "SPA-4", field=field, higher=higher, card=lower)


def _check_turn(position: CardsPosition) -> None:
    """The trick is not over, and the right seat has led it: seat 0, later one after a seat that has won a trick."""
    if not position.trick:
        return
    if position.turn == position.best:
        raise Inconsistent("table.spartacus.turn-best", "SPA-5", seat=position.turn)
    leader = position.trick[0][0]
    before = (leader - 1) % len(position.hands)
    if any(position.piles):
        if not position.piles[before]:
            raise Inconsistent("table.spartacus.leader", "SPA-7", seat=leader, seat_before=before)
    elif leader != 0:
        raise Inconsistent("table.spartacus.first-leader", "SPA-2", seat=leader, seat_first=0)


def _check_hands(position: CardsPosition) -> None:
    for seat, hand in enumerate(position.hands):
        if not hand:
            raise Inconsistent("table.spartacus.empty-hand", "SPA-8", seat=seat)


def _scores(counting: Counting, players: int, table: Reader) -> ScoresPosition:
    _, piles, hands, dropped, _, _ = table.fields("turn", "piles", "hands", "dropped", "points", "missing")
    return ScoresPosition(
        counting,
        tuple([tuple([_entry(entry, players) for entry in entries.entries()]) for entries in piles.entries(players)]),
        tuple([None if hand.is_null else _entry(hand, 1) for hand in hands.entries(players)]),
        None if dropped.is_null else dropped.integer(1, players),
    )


def _entry(value: Reader, banners_most: int) -> Entry:
    total, banners = value.entries(2)
    return total.integer(0, NUMBERS_SUM), banners.integer(0, banners_most)


def _check_entries(position: ScoresPosition) -> None:
    """The entries can have been made, and no more has been entered than exists."""
    for seat, piles in enumerate(position.piles):
        if EMPTY in piles:
            raise Inconsistent("table.spartacus.empty-pile", "SPA-6", field=f"piles[{seat}]")
    if all(hand is not None and hand != EMPTY for hand in position.hands):
        raise Inconsistent("table.spartacus.no-empty-hand", "SPA-18")
    counting = position.counting
    if position.dropped is not None and not counting.doubling:
        raise Inconsistent("table.spartacus.dropped", "SPA-14" if counting.jokers else "SPA-16")
    total, banners = position.missing
    if total < 0:
        raise Inconsistent("table.spartacus.numbers-over", "SPA-17", over=-total)
    if banners < 0:
        raise Inconsistent("table.spartacus.banners-over", "SPA-17", over=-banners)
