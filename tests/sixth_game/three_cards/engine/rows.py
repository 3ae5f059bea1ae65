"""The rules of Three Cards: three cards each, which only their owner knows; the highest card takes the trick.

The referee knows the cards that lie face up, each in the row of the player who laid it, and how many are in hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from companion.kit.rules import Action, Illegal, Inconsistent, Options, Outcome, Seat, Table, notation_of
from companion.messages import Message
from companion.reader import Reader

CARDS = tuple(range(1, 13))
HAND = 3
"""The cards that each player is dealt; so many tricks has a game."""


class Lay(Action):
    """`lay 7`: the player in turn lays this card face up."""

    card: int


LAYS = tuple([Lay(f"lay {card}", card=card) for card in CARDS])
read = notation_of(*LAYS)


class Rows:
    """The rows of cards before the players, by seat; with `low` the lowest card takes a trick.

    `takers` are the seats that took the tricks so far.
    """

    __slots__ = ("low", "rows", "takers", "turn")

    def __init__(self, low: bool, rows: tuple[tuple[int, ...], ...]) -> None:
        self.low = low
        self.rows = rows
        self.takers = tuple([self._taker(trick) for trick in range(min(map(len, rows)))])
        # THR-2, THR-3: who took the last trick leads; then the next who has laid no card to this one is in turn.
        seats = [(self.leader + after) % len(rows) for after in range(len(rows))]
        self.turn = next(seat for seat in seats if len(rows[seat]) == len(self.takers))

    def _taker(self, trick: int) -> Seat:
        best = min if self.low else max
        return best(range(len(self.rows)), key=lambda seat: self.rows[seat][trick])  # THR-3

    @property
    def leader(self) -> Seat:
        """The seat that leads the trick."""
        return self.takers[-1] if self.takers else 0

    @property
    def tricks(self) -> tuple[int, ...]:
        """How many tricks each seat has taken."""
        return tuple([self.takers.count(seat) for seat in range(len(self.rows))])

    @property
    def shown(self) -> frozenset[int]:
        """All cards that lie face up."""
        return frozenset(card for row in self.rows for card in row)

    @property
    def outcome(self) -> Outcome | None:
        if len(self.takers) < HAND:
            return None
        most = max(self.tricks)  # THR-4
        return Outcome(tuple([seat for seat, count in enumerate(self.tricks) if count == most]), self.tricks)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return (self.turn,) if len(self.takers) < HAND else ()

    def legal(self) -> tuple[Action, ...]:
        # Nobody knows what is in a hand: it may be any card that does not lie face up.
        return tuple([lay for lay in LAYS if lay.card not in self.shown]) if self.to_act else ()

    def objection(self, action: Action) -> Illegal:
        assert isinstance(action, Lay)
        owner = next((seat for seat, row in enumerate(self.rows) if action.card in row), 0)
        return Illegal("refused.three_cards.shown", "THR-1", card=action.card, seat=owner)

    def after(self, action: Action) -> Rows:
        assert isinstance(action, Lay)
        row = (*self.rows[self.turn], action.card)
        return Rows(self.low, (*self.rows[: self.turn], row, *self.rows[self.turn + 1 :]))

    def table(self) -> Table:
        return {
            "turn": self.turn if self.to_act else None,
            "rows": [list(row) for row in self.rows],
            "hands": [HAND - len(row) for row in self.rows],
            "tricks": list(self.tricks),
        }


def start(players: int, options: Options) -> Rows:
    """The first position: all cards in the hands, seat 0 to lead."""
    return Rows(options["low"] is True, ((),) * players)


def build(players: int, options: Options, table: Reader) -> Rows:
    """The position of a table view. People decide the rows; everything else follows from them."""
    _, rows, _, _ = table.fields("turn", "rows", "hands", "tricks")
    return Rows(options["low"] is True, tuple([_row(row) for row in rows.entries(players)]))


def _row(row: Reader) -> tuple[int, ...]:
    cards = row.entries()
    if len(cards) > HAND:
        row.entries(HAND)  # THR-1
    return tuple([card.integer(CARDS[0], CARDS[-1]) for card in cards])


def check(position: Rows) -> None:
    """Raise Inconsistent for rows that play cannot reach."""
    laid = [card for row in position.rows for card in row]
    twice = next((card for card in laid if laid.count(card) > 1), None)
    if twice is not None:
        raise Inconsistent("table.three_cards.twice", "THR-1", card=twice)
    if not position.to_act:
        raise Inconsistent("table.three_cards.over", "THR-4")
    seats = len(position.rows)
    before_turn = (position.turn - position.leader) % seats
    for after in range(seats):
        seat = (position.leader + after) % seats
        if len(position.rows[seat]) != (due := len(position.takers) + (after < before_turn)):
            raise Inconsistent("table.three_cards.turns", "THR-2", seat=seat, count=len(position.rows[seat]), due=due)


def consequences(before: Rows, action: Action, after: Rows) -> tuple[Message, ...]:
    """What people should notice after a legal action."""
    if after.takers == before.takers:
        return (Message("event.three_cards.next", "THR-2", seat=after.turn),)
    taker = after.takers[-1]
    taken = Message("event.three_cards.takes", "THR-3", seat=taker, card=after.rows[taker][-1])
    if after.outcome is None:
        return (taken,)
    winners = after.outcome.winners
    ends = [Message("event.three_cards.won", "THR-4", seat=seat, count=max(after.tricks)) for seat in winners]
    return (taken, *ends)


def put_back(now: Rows, then: Rows) -> tuple[Message, ...]:
    """What the hands must do to turn the rows `now` into the rows `then`: cards go before others come."""
    go, come = [], []
    for seat, (row, other) in enumerate(zip(now.rows, then.rows, strict=True)):
        same = _alike(row, other)
        if row[same:]:
            go.append(Message("put.three_cards.back", seat=seat, cards=row[same:]))
        if other[same:]:
            come.append(Message("put.three_cards.lay", seat=seat, cards=other[same:]))
    turn = [Message("put.turn", seat=then.turn)] if then.to_act and then.to_act != now.to_act else []
    return (*go, *come, *turn)


def _alike(row: Sequence[int], other: Sequence[int]) -> int:
    """How many cards are the same at the beginning of both rows."""
    return len(list(takewhile(lambda pair: pair[0] == pair[1], zip(row, other, strict=False))))
