"""A game of Seven Hills of Rome entered card by card."""

from __future__ import annotations

from companion.games.seven_hills.engine.actions import (
    BANNER,
    FACE_DOWN,
    HILLS,
    LAY_DOWN,
    SAID,
    Award,
    LayDown,
    LayUp,
    Reveal,
    cards_of,
    lays_up,
    reveals,
)
from companion.games.seven_hills.engine.hills import Hill, Rows, TurnedUp, Variant, leader, owner, with_row
from companion.games.seven_hills.engine.scores import outcome, points
from companion.kit.rules import Action, Done, Illegal, ListsOnce, Outcome, Seat, Table


class Pending:
    """The next card to name: the hill that is being turned up, whose card, and its place in that seat's row."""

    __slots__ = ("hill", "index", "seat")

    def __init__(self, hill: int, seat: Seat, index: int) -> None:
        self.hill = hill
        self.seat = seat
        self.index = index


class CardsPosition(ListsOnce):
    """A moment of a game entered card by card.

    `hills[0]` is hill 1; `left` counts the cards in hand; `seen` is the set of cards that each player has shown, also
    removed ones. `turn` and `barred` are None in the last turning up; without a pending card the game is then over.
    """

    __slots__ = ("barred", "hills", "left", "pending", "seen", "turn", "variant")

    def __init__(
        self,
        variant: Variant,
        turn: Seat | None,
        hills: tuple[Hill, ...],
        left: tuple[int, int],
        seen: tuple[int, int],
        barred: int | None,
        pending: Pending | None,
    ) -> None:
        self.variant = variant
        self.turn = turn
        self.hills = hills
        self.left = left
        self.seen = seen
        self.barred = barred
        self.pending = pending
        self._legal = None

    @property
    def outcome(self) -> Outcome | None:
        if self.turn is not None or self.pending is not None:
            return None
        return outcome([owner(hill, self.variant) for hill in self.hills])

    @property
    def to_act(self) -> tuple[Seat, ...]:
        if self.pending is not None:
            return (self.pending.seat,)
        return () if self.turn is None else (self.turn,)

    @property
    def points(self) -> tuple[int, int]:
        """The points of both if the leaders won their hills; after the end the result."""
        return points([leader(hill, self.variant) for hill in self.hills])

    def has_shown(self, seat: Seat, card: int) -> bool:
        """Whether a player has shown that card."""
        return bool(self.seen[seat] >> card & 1)

    def removed_cards(self, seat: Seat) -> tuple[int, ...]:
        """The cards of a player that are out of the game: shown before, but at no hill."""
        bits = self.seen[seat]
        for hill in self.hills:
            for card in hill.cards[seat]:
                bits &= ~(1 << card)
        return cards_of(bits)

    def _list_legal(self) -> tuple[Action, ...]:
        if self.pending is not None:  # HIL-20
            return reveals(self._unshown_count(self.pending.seat))
        if self.turn is None:
            return ()
        unshown, other = self._unshown_count(self.turn), 1 - self.turn
        listed: list[Action] = []
        for number, hill in zip(HILLS, self.hills, strict=True):
            if number == self.barred:  # HIL-2
                continue
            if not hill.open:  # HIL-3: one action for all cards
                listed.append(LAY_DOWN[number])
            elif self.variant.exclusive:  # HIL-10 (ruling): also if a banner would void the card
                listed += lays_up(number, unshown & ~hill.numbers(other))
            else:
                listed += lays_up(number, unshown)
        return tuple(listed)

    def _unshown_count(self, seat: Seat) -> int:
        """HIL-19. A card that lies face down counts too: nobody knows which one it is."""
        return self.variant.deck & ~self.seen[seat]

    def after(self, action: Action) -> CardsPosition:
        if isinstance(action, LayDown):
            return self._lay_down(action.hill)
        if isinstance(action, LayUp):
            return self._lay_up(action.hill, action.card)
        assert isinstance(action, Reveal)
        return self._reveal(action.card)

    def _lay_down(self, number: int) -> CardsPosition:
        turn = self.turn
        assert turn is not None
        cards = self.hills[number - 1].cards
        hills = self._with_hill(number, Hill(False, with_row(cards, turn, (*cards[turn], FACE_DOWN))))
        left = self._left_after(turn)
        if cards[1 - turn]:  # HIL-4: the second tribe has come; the barred hill stays barred until all is turned up
            pending = Pending(number, 1 - turn, 0)
            return CardsPosition(self.variant, turn, hills, left, self.seen, self.barred, pending)
        return self._next_turn(turn, hills, left, self.seen, number)

    def _lay_up(self, number: int, card: int) -> CardsPosition:
        turn = self.turn
        assert turn is not None
        hill = self.hills[number - 1]
        cards, banner_of = hill.cards, hill.banner_of
        if banner_of is None:
            cards = with_row(cards, turn, (*cards[turn], card))
        else:  # HIL-13: the banner goes, and the new card does not stay
            cards = with_row(cards, banner_of, cards[banner_of][:-1])
        hills = self._with_hill(number, Hill(True, cards, hill.turned))
        return self._next_turn(turn, hills, self._left_after(turn), self._seen_after(turn, card), number)

    def _reveal(self, card: int) -> CardsPosition:
        pending, turn = self.pending, self.turn
        assert pending is not None
        number, seat = pending.hill, pending.seat
        cards = self.rows_with(card)
        seen = self._seen_after(seat, card)
        following: Pending | None
        if pending.index + 1 < len(cards[seat]):
            following = Pending(number, seat, pending.index + 1)
        elif turn is not None and seat != turn:
            following = Pending(number, turn, 0)
        else:
            hills = self._with_hill(number, Hill(True, TurnedUp(cards, turn, self.variant).cards, cards))
            if turn is None:
                return self._after_last_card(hills, self.left, seen)
            return self._next_turn(turn, hills, self.left, seen, number)
        hills = self._with_hill(number, Hill(False, cards))
        return CardsPosition(self.variant, turn, hills, self.left, seen, self.barred, following)

    def rows_with(self, card: int) -> Rows:
        """The cards of the hill that is being turned up, after the pending one is named."""
        assert self.pending is not None
        seat, index = self.pending.seat, self.pending.index
        cards = self.hills[self.pending.hill - 1].cards
        return with_row(cards, seat, (*cards[seat][:index], card, *cards[seat][index + 1 :]))

    def _with_hill(self, number: int, hill: Hill) -> tuple[Hill, ...]:
        return (*self.hills[: number - 1], hill, *self.hills[number:])

    def _left_after(self, seat: Seat) -> tuple[int, int]:
        first, second = self.left
        return (first, second - 1) if seat else (first - 1, second)

    def _seen_after(self, seat: Seat, card: int) -> tuple[int, int]:
        first, second = self.seen
        return (first, second | 1 << card) if seat else (first | 1 << card, second)

    def _next_turn(
        self, turn: Seat, hills: tuple[Hill, ...], left: tuple[int, int], seen: tuple[int, int], number: int
    ) -> CardsPosition:
        if left == (0, 0):
            return self._after_last_card(hills, left, seen)
        return CardsPosition(self.variant, 1 - turn, hills, left, seen, number, None)  # HIL-1, HIL-2

    def _after_last_card(self, hills: tuple[Hill, ...], left: tuple[int, int], seen: tuple[int, int]) -> CardsPosition:
        """HIL-5: the face-down cards are turned up; when there is none the game is over."""
        return CardsPosition(self.variant, None, hills, left, seen, None, last_turned_up(hills))

    def objection(self, action: Action) -> Illegal:
        if isinstance(action, Award | Done):
            return Illegal("refused.entry-cards", action=action)
        if isinstance(action, Reveal):
            return self._objection_to_reveal(action.card)
        assert isinstance(action, LayDown | LayUp)
        return self._objection_to_laying(action)

    def _objection_to_reveal(self, card: int) -> Illegal:
        if self.pending is None:
            key = "refused.seven_hills.reveal-open" if self.variant.open else "refused.seven_hills.reveal"
            return Illegal(key, "HIL-20")
        return self._objection_to_card(self.pending.seat, card)

    def _objection_to_laying(self, action: LayDown | LayUp) -> Illegal:
        number = action.hill
        if self.pending is not None:
            return Illegal("refused.seven_hills.turning", "HIL-20", hill=self.pending.hill, seat=self.pending.seat)
        assert self.turn is not None
        other = 1 - self.turn
        if number == self.barred:
            return Illegal("refused.seven_hills.barred", "HIL-2", hill=number, seat=other)
        if isinstance(action, LayDown):
            if self.variant.open:
                return Illegal("refused.seven_hills.face-up-always", "HIL-18")
            return Illegal("refused.seven_hills.face-up", "HIL-4", hill=number)
        hill, card = self.hills[number - 1], action.card
        if not hill.open:
            return Illegal("refused.seven_hills.face-down", "HIL-3", hill=number)
        if self._unshown_count(self.turn) >> card & 1:
            return Illegal("refused.seven_hills.taken", "HIL-10", seat=other, card=SAID[card], hill=number)
        return self._objection_to_card(self.turn, card)

    def _objection_to_card(self, seat: Seat, card: int) -> Illegal:
        if card == BANNER and not self.variant.barricades:
            return Illegal("refused.seven_hills.no-banners")
        return Illegal("refused.seven_hills.shown", "HIL-19", seat=seat, card=SAID[card])

    def table(self) -> Table:
        pending = self.pending
        return {
            "turn": self.turn,
            "hills": [
                {"open": hill.open, "cards": [[SAID[card] for card in row] for row in hill.cards]}
                for hill in self.hills
            ],
            "left": list(self.left),
            "seen": [[SAID[card] for card in cards_of(bits)] for bits in self.seen],
            "barred": self.barred,
            "reveal": None if pending is None else {"hill": pending.hill, "seat": pending.seat, "index": pending.index},
        }


def last_turned_up(hills: tuple[Hill, ...]) -> Pending | None:
    """The next card to name when all cards are laid: the oldest one face down at the lowest hill (HIL-5)."""
    for number, hill in zip(HILLS, hills, strict=True):
        for seat, row in enumerate(hill.cards):
            if FACE_DOWN in row:
                return Pending(number, seat, row.index(FACE_DOWN))
    return None
