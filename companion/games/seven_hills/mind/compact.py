"""The table of Seven Hills in a few lists of numbers: the rules of the engine, many times as fast.

A World is a table on which every card is known. A Deal makes the Worlds that agree with what somebody sees: it draws
the cards that this person cannot know, all arrangements with the same probability.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product

from companion.games.seven_hills.engine.actions import BANNER, FACE_DOWN, HILLS, NUMBERS, cards_of
from companion.games.seven_hills.engine.cards import CardsPosition
from companion.games.seven_hills.engine.hills import Row, Variant
from companion.kit.rules import Seat
from companion.kit.search.numbers import Draws

Cards = tuple[Row, ...]
"""The cards of one seat that lie face down, hill by hill, oldest first."""

NOTHING: Cards = ((),) * len(HILLS)

COUNT = len(HILLS)
CLOSED, OPEN = 0, 3
"""The states of a hill: nobody has come, 1 and 2 are seat 0 and seat 1 alone there face down, or turned up."""

POINTS = sum(HILLS)

CARDS = tuple([cards_of(bits) for bits in range(2 << BANNER)])
"""The cards of each set of bits: numbers ascending, the banner last."""


class Rules:
    """What the options of a game change.

    `weights` has for each card what it adds to the row of its tribe at a hill. The lowest bits of a row are the set of
    its numbers; in the sum game the bits from `shift` up are their sum. A set of numbers, as a number, is greater than
    another one exactly where its cards are stronger (HIL-17), so `row >> shift` decides the hill in both games.
    """

    __slots__ = ("barricades", "deck", "exclusive", "open", "shift", "weights")

    def __init__(self, variant: Variant) -> None:
        self.exclusive = variant.exclusive
        self.barricades = variant.barricades
        self.open = variant.open
        self.deck = variant.deck
        self.shift = 0 if variant.strongest else BANNER + 1
        sums = 0 if variant.strongest else 1
        self.weights = (0, *[(number * sums << self.shift) | 1 << number for number in NUMBERS], 0)


class World:
    """A table with every card known; `lay` changes it.

    `rows[2 * hill + seat]` are the numbers that count, `down[hill]` the state, `banners[hill]` is 1 + the seat whose
    banner voids the next card at that hill, 0 without one. Hills count from 0. `hands` are sets of bits. `barred` is
    -1 if no hill is.
    """

    __slots__ = ("banners", "barred", "down", "hands", "rows", "rules", "turn")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.rows = [0] * (2 * COUNT)
        self.down = [OPEN if rules.open else CLOSED] * COUNT
        self.banners = [0] * COUNT
        self.hands = [rules.deck, rules.deck]
        self.turn = 0
        self.barred = -1

    def copy(self) -> World:
        """Another World that is the same."""
        new = World.__new__(World)
        new.rules = self.rules
        new.rows = self.rows[:]
        new.down = self.down[:]
        new.banners = self.banners[:]
        new.hands = self.hands[:]
        new.turn = self.turn
        new.barred = self.barred
        return new

    def put(self, hill: int, seat: Seat, card: int) -> None:
        """A card comes to a hill, with what turning up and banners do.

        A banner voids the next card, of either side: an open one (HIL-13), the last face-down card of the other tribe
        at the turning up, and a face-down one the next card of its own tribe (HIL-14). So this is done at once.
        """
        rows, state, at = self.rows, self.down[hill], 2 * hill + seat
        if self.banners[hill]:
            self.banners[hill] = 0
        elif card == BANNER:
            self.banners[hill] = seat + 1
        elif not (self.rules.exclusive and rows[at ^ 1] >> card & 1):  # HIL-11
            rows[at] += self.rules.weights[card]
        self.down[hill] = OPEN if state == OPEN or state == 2 - seat else seat + 1

    def lay(self, hill: int, card: int) -> None:
        """The seat in turn lays a card."""
        turn = self.turn
        self.hands[turn] ^= 1 << card
        self.put(hill, turn, card)
        self.turn, self.barred = 1 - turn, hill

    def playable(self, hill: int) -> int:
        """The cards in hand that the seat in turn may lay at a hill, as a set of bits."""
        hand = self.hands[self.turn]
        if hill == self.barred:  # HIL-2
            return 0
        if self.rules.exclusive and self.down[hill] == OPEN:  # HIL-10
            return hand & ~self.rows[2 * hill + 1 - self.turn]
        return hand

    @property
    def over(self) -> bool:
        """Whether all cards are laid."""
        return not (self.hands[0] or self.hands[1])

    def margin(self) -> int:
        """The points of seat 0 less the points of seat 1, if the game ended now."""
        rows, shift, points = self.rows, self.rules.shift, 0
        for hill in range(COUNT):
            first, second = rows[2 * hill], rows[2 * hill + 1]
            if first or second:
                points += hill + 1 if first >> shift >= second >> shift else -hill - 1
        return points


class Deal:
    """The Worlds that agree with a position and with the face-down cards of the seats that are known.

    `known[seat]` has the cards of that seat that lie face down, None where they are drawn. Where a hill is being turned
    up the Worlds are those after it. `base` is the table without the cards from the first one that is drawn on at each
    hill; a seat of which cards are drawn has there all cards that it has not shown. `count` is by seat how many cards
    are drawn to lie face down.
    """

    __slots__ = ("_drawn", "_later", "_unseen", "base", "count")

    def __init__(self, position: CardsPosition, known: Sequence[Cards | None]) -> None:
        variant, pending = position.variant, position.pending
        self.base = World(Rules(variant))
        self._later: list[tuple[int, Seat, int]] = []
        for seat in (0, 1):
            hand = variant.deck & ~position.seen[seat]
            for row in known[seat] or ():
                for card in row:
                    hand &= ~(1 << card)
            self.base.hands[seat] = hand
        self._unseen = [list(CARDS[hand]) for hand in self.base.hands]
        for hill in range(COUNT):
            self._lay_out(hill, position, known)
        self._drawn = tuple([seat for seat in (0, 1) if known[seat] is None])
        self.count = tuple([len([at for at in self._later if at[1:] == (seat, FACE_DOWN)]) for seat in (0, 1)])
        if position.turn is not None:
            self.base.turn = position.turn if pending is None else 1 - position.turn
            barred = position.barred if pending is None else pending.hill
            self.base.barred = -1 if barred is None else barred - 1

    def _lay_out(self, hill: int, position: CardsPosition, known: Sequence[Cards | None]) -> None:
        """Put the cards of a hill on the table, from the first one that is drawn on in `_later`."""
        world, there = self.base, position.hills[hill]
        if there.open:
            for seat in (0, 1):
                for card in there.cards[seat]:
                    world.rows[2 * hill + seat] += world.rules.weights[card]
            owner = there.banner_of
            world.banners[hill] = 0 if owner is None else owner + 1
            world.down[hill] = OPEN
            return
        first = 0 if position.turn is None else 1 - position.turn  # the tribe that was there alone, then the new card
        later = False
        for seat in (first, 1 - first):
            secret = known[seat]
            down = iter(() if secret is None else secret[hill])
            for lies in there.cards[seat]:
                card = next(down, FACE_DOWN) if lies == FACE_DOWN else lies
                later = later or card == FACE_DOWN
                if later:
                    self._later.append((hill, seat, card))
                else:
                    world.put(hill, seat, card)

    def draw(self, chance: Draws) -> World:
        """A World; all arrangements of the cards that are drawn have the same probability."""
        random, orders = chance.random, [self._unseen[0], self._unseen[1]]
        for seat in self._drawn:
            orders[seat] = cards = orders[seat][:]
            for place in range(self.count[seat]):
                other = place + int(random() * (len(cards) - place))
                cards[place], cards[other] = cards[other], cards[place]
        return self._world(orders)

    def all(self) -> Iterator[World]:
        """Every World. Orders that make no difference come more than once, as often as they are likely."""
        for orders in product(*[permutations(self._unseen[seat], self.count[seat]) for seat in (0, 1)]):
            rest = [[card for card in self._unseen[seat] if card not in orders[seat]] for seat in (0, 1)]
            yield self._world([[*orders[seat], *rest[seat]] for seat in (0, 1)])

    def _world(self, orders: Sequence[Sequence[int]]) -> World:
        """The World in which the cards that are drawn lie in these orders; the rest of each are a hand."""
        world, at = self.base.copy(), [0, 0]
        for hill, seat, card in self._later:
            if card == FACE_DOWN:
                card = orders[seat][at[seat]]
                at[seat] += 1
                world.hands[seat] ^= 1 << card
            world.put(hill, seat, card)
        return world
