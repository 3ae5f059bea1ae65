"""The position that a table view shows, or the first thing that cannot be so.

First every field is read for its type, range and length, then the fields are held against each other.
"""

from __future__ import annotations

from itertools import pairwise

from companion.games import tables
from companion.games.game import Options, Position, Seat, Table
from companion.games.refusals import Inconsistent
from companion.games.spartacus.engine.cards import CardsPosition, Pile, Trick
from companion.games.spartacus.engine.counting import Counting
from companion.games.spartacus.engine.notation import BANNER, BIT, CARDS, NO_NUMBER, NUMBERS_SUM, Card
from companion.games.spartacus.engine.scores import EMPTY, Entry, ScoresPosition

Won = tuple[tuple[tuple[Card, ...], ...], ...]
"""By seat, the cards of the tricks it has won."""


def restore(players: int, options: Options, table: Table) -> Position:
    """The position that a table view shows; raises Inconsistent with the first fault."""
    counting = Counting(options)
    if options["entry"] == "scores":
        return _scores(counting, players, table)
    return _cards(counting, players, table)


def _cards(counting: Counting, players: int, table: Table) -> CardsPosition:
    turn, trick, passed, best, hands, tricks, points = tables.fields(
        table, "turn", "trick", "passed", "best", "hands", "tricks", "points"
    )
    seat = tables.seat(turn, "turn", players)
    laid = _trick(trick, players)
    out = _passed(passed, players)
    strongest = None if best is None else tables.seat(best, "best", players)
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


def _card(value: object, field: str) -> Card:
    # A dictionary would take True and 1.0 for the 1.
    if type(value) is int and value in BIT:
        return value
    if isinstance(value, str) and value == BANNER:
        return BANNER
    raise Inconsistent("table.spartacus.no-card", field=field, card=value)


def _trick(value: object, players: int) -> Trick:
    laid = []
    for place, pair in enumerate(tables.row(value, "trick")):
        seat, card = tables.row(pair, f"trick[{place}]", 2)
        laid.append((tables.seat(seat, f"trick[{place}][0]", players), _card(card, f"trick[{place}][1]")))
    return tuple(laid)


def _passed(value: object, players: int) -> list[Seat]:
    passed = [tables.seat(seat, "passed", players) for seat in tables.row(value, "passed")]
    if passed != sorted(set(passed)):
        raise Inconsistent("table.sorted", field="passed")
    return passed


def _hands(value: object, players: int) -> list[list[Card]]:
    hands = []
    for seat, cards in enumerate(tables.row(value, "hands", players)):
        field = f"hands[{seat}]"
        hand = [_card(card, field) for card in tables.row(cards, field)]
        for card in hand:
            if hand.count(card) > 1:  # a hand is of one colour
                raise Inconsistent("table.spartacus.twice", seat=seat, card=card)
        if hand != sorted(hand, key=CARDS.index):
            raise Inconsistent("table.sorted", field=field)
        hands.append(hand)
    return hands


def _won(value: object, players: int) -> Won:
    won = []
    for seat, tricks in enumerate(tables.row(value, "tricks", players)):
        field = f"tricks[{seat}]"
        piles = [tables.row(pile, field) for pile in tables.row(tricks, field)]
        won.append(tuple([tuple([_card(card, field) for card in pile]) for pile in piles]))
    return tuple(won)


def _piles_of(hands: list[list[Card]], laid: Trick, won: Won) -> tuple[tuple[Pile, ...], ...]:
    """The won tricks with whose card is whose, as far as this follows: of each card the one seat that has played it."""
    owners: dict[Card, Seat | None] = {}
    for card in CARDS:
        played = [seat for seat, hand in enumerate(hands) if card not in hand and (seat, card) not in laid]
        owners[card] = played[0] if len(played) == 1 else None
    return tuple([tuple([tuple([(owners[card], card) for card in pile]) for pile in piles]) for piles in won])


def _check_colours(counting: Counting, hands: list[list[Card]], laid: Trick, won: Won) -> None:
    """Everything on the table adds up to one full colour a player, and each seat has laid its own."""
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
    """Nobody passes before a number lies, and the strongest card tells who is best."""
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
    """The turn is where play has brought it, and the trick was led by whom it falls to."""
    players = len(position.hands)
    if not position.trick:
        _check_leader(position, position.turn)
        return
    # Not endless: somebody has not passed, the best or, while no number lies, everybody.
    due = (position.trick[-1][0] + 1) % players
    while position.passed >> due & 1:
        due = (due + 1) % players
    if position.turn != due:
        raise Inconsistent("table.spartacus.turn", "SPA-1", seat=position.turn, seat_due=due)
    if position.turn == position.best:
        raise Inconsistent("table.spartacus.turn-best", "SPA-5", seat=position.turn)
    _check_leader(position, position.trick[0][0])


def _check_leader(position: CardsPosition, leader: Seat) -> None:
    """The first lead is seat 0's, a later one falls to the seat after somebody who has won a trick."""
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


def _check_points(value: object, due: tuple[int, ...]) -> None:
    for seat, (points, counted) in enumerate(zip(tables.row(value, "points", len(due)), due, strict=True)):
        _check_derived(points, f"points[{seat}]", counted)


def _check_derived(value: object, field: str, due: int) -> None:
    """A whole number that follows from other fields."""
    if type(value) is not int:
        raise Inconsistent("table.whole", field=field, value=tables.as_json(value))
    if value != due:
        raise Inconsistent("table.spartacus.derived", field=field, value=value, due=due)


def _scores(counting: Counting, players: int, table: Table) -> ScoresPosition:
    turn, piles, hands, dropped, points, missing = tables.fields(
        table, "turn", "piles", "hands", "dropped", "points", "missing"
    )
    if turn is not None:
        raise Inconsistent("table.spartacus.no-turn", value=turn)
    position = ScoresPosition(
        counting, _piles(piles, players), _left(hands, players), _dropped(dropped, counting, players)
    )
    _check_exist(position)
    _check_points(points, position.points)
    _check_missing(missing, position.missing)
    return position


def _entry(value: object, field: str, banners_most: int) -> Entry:
    total, banners = tables.row(value, field, 2)
    return tables.whole(total, f"{field}[0]", 0, NUMBERS_SUM), tables.whole(banners, f"{field}[1]", 0, banners_most)


def _piles(value: object, players: int) -> tuple[tuple[Entry, ...], ...]:
    piles = []
    for seat, entries in enumerate(tables.row(value, "piles", players)):
        field = f"piles[{seat}]"
        read = [_entry(entry, f"{field}[{place}]", players) for place, entry in enumerate(tables.row(entries, field))]
        if EMPTY in read:
            raise Inconsistent("table.spartacus.empty-pile", "SPA-6", field=field)
        piles.append(tuple(read))
    return tuple(piles)


def _left(value: object, players: int) -> tuple[Entry | None, ...]:
    entries = tables.row(value, "hands", players)
    left = [None if entry is None else _entry(entry, f"hands[{seat}]", 1) for seat, entry in enumerate(entries)]
    if all(hand is not None and hand != EMPTY for hand in left):
        raise Inconsistent("table.spartacus.no-empty-hand", "SPA-18")
    return tuple(left)


def _dropped(value: object, counting: Counting, players: int) -> int | None:
    if value is None:
        return None
    banners = tables.whole(value, "dropped", 1, players)
    if not counting.doubling:
        raise Inconsistent("table.spartacus.dropped", "SPA-14" if counting.jokers else "SPA-16")
    return banners


def _check_exist(position: ScoresPosition) -> None:
    """No more has been read out than there is (SPA-17)."""
    total, banners = position.missing
    if total < 0:
        raise Inconsistent("table.spartacus.numbers-over", "SPA-17", over=-total)
    if banners < 0:
        raise Inconsistent("table.spartacus.banners-over", "SPA-17", over=-banners)


def _check_missing(value: object, due: Entry) -> None:
    numbers, banners = tables.fields(tables.members(value, "missing"), "numbers", "banners")
    _check_derived(numbers, "missing.numbers", due[0])
    _check_derived(banners, "missing.banners", due[1])
