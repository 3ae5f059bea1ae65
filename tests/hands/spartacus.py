"""A table of Spartacus: the cards of each colour, in hands, in the running trick and in won piles."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from companion.games.spartacus.engine.cards import CardsPosition
from companion.games.spartacus.engine.counting import count_cards
from companion.kit.rules import Position

PLAYERS = (3, 4, 5)
OPTIONS: tuple[dict[str, bool | str], ...] = (
    {"banners": "double"},
    {"banners": "none"},
    {"banners": "joker"},
    {"banners": "joker", "joker_scoring": "minus10"},
    {"banners": "joker", "joker_scoring": "worthless"},
    {"entry": "scores"},
)

Value = int | str


class Card(NamedTuple):
    """There is one card of each colour and value; the colour is that of a seat."""

    colour: int
    value: Value


class Table:
    """The cards as they lie. A player who takes a trick may keep its order or not; this differs between sessions."""

    def __init__(self, start: Position, names: tuple[str, ...], dice: random.Random) -> None:
        self._names = names
        self._dice = dice
        self._tidy = dice.random() < 0.5
        self._start = start.table()
        self._lay_out()

    def _lay_out(self) -> None:
        view: dict[str, Any] = self._start
        self._in_cards = "trick" in view
        self._hands: list[set[Card]] = [
            {Card(seat, value) for value in hand or ()} if self._in_cards else set()
            for seat, hand in enumerate(view["hands"])
        ]
        self._cards = set[Card]().union(*self._hands)
        self._trick: list[Card] = []
        self._piles: list[list[list[Card]]] = [[] for _ in self._names]
        self._aside: set[Card] = set()
        self._open: set[Card] = set()
        self._made: list[Card] | None = None
        self._turn = view["turn"]

    # What people do themselves

    def act(self, action: str, before: Position, after: Position) -> None:
        if not self._in_cards:
            return
        view: dict[str, Any] = after.table()
        seat = before.to_act[0]
        word, _, value = action.partition(" ")
        if word == "play":
            card = Card(seat, _value(value))
            self._hands[seat].remove(card)
            self._trick.append(card)
        for taker, piles in enumerate(view["tricks"]):
            if len(piles) > len(self._piles[taker]):
                self._piles[taker].append(self._gathered())
        if view["turn"] is None and self._trick:  # SPA-8: it goes to nobody
            self._aside.update(self._trick)
            self._trick = []
        self._turn = view["turn"]

    def _gathered(self) -> list[Card]:
        pile, self._trick = self._trick, []
        if not self._tidy:
            self._dice.shuffle(pile)
        return pile

    def correct(self, position: Position) -> None:
        """A table view does not say whose card is in a won pile: any that is in no hand and not in the trick."""
        if not self._in_cards:
            return
        view: dict[str, Any] = position.table()
        self._hands = [{Card(seat, value) for value in hand} for seat, hand in enumerate(view["hands"])]
        self._trick = [Card(seat, value) for seat, value in view["trick"]]
        left = sorted(self._cards.difference(*self._hands, self._trick), key=str)
        self._dice.shuffle(left)
        self._piles = []
        for piles in view["tricks"]:
            self._piles.append([])
            for pile in piles:
                self._piles[-1].append([])
                for value in pile:
                    card = next(card for card in left if card.value == value)
                    left.remove(card)
                    self._piles[-1][-1].append(card)
        self._aside = set(left)
        self._turn = view["turn"]

    # What the glass tells them

    def carry_out(self, sentence: str) -> None:
        name = "|".join(sorted(map(re.escape, self._names), key=len, reverse=True))
        cards = r"(?:[1-9]|10|banner)"
        owned = rf"(?:(?:{name})'s {cards})"
        whose = "(" + name + ")"
        forms: tuple[tuple[str, Callable[..., None]], ...] = (
            (rf"Lay out Spartacus as at its start for {re.escape(', '.join(self._names))}", self._lay_out),
            (rf"Open {whose}'s won trick ([1-9]\d*)", self._opens),
            (rf"Open {whose}'s won tricks from ([1-9]\d*) on", self._opens_from),
            (rf"Back into {whose}'s hand: ({cards}(?: {cards})*)", self._to_hand),
            (rf"To the end of the running trick, in this order: ({owned}(?:, {owned})*)", self._to_trick),
            (rf"To the end of the running trick: ({owned})", self._to_trick),
            (rf"The running trick, face down: {whose}'s won trick ([1-9]\d*)", self._takes),
            (rf"{whose}'s won trick ([1-9]\d*), face down: ({owned}(?:, {owned})*)", self._to_pile),
            (rf"Out of the game: ({owned}(?:, {owned})*)", self._removes),
            (rf"{whose}'s turn", self._turns),
        )
        met = [(found, does) for form, does in forms if (found := re.fullmatch(form, sentence))]
        assert len(met) == 1, f"not understood: {sentence}"
        found, does = met[0]
        does(*found.groups())

    def _seat(self, name: str) -> int:
        return self._names.index(name)

    def _owned(self, cards: str) -> list[Card]:
        name = "|".join(sorted(map(re.escape, self._names), key=len, reverse=True))
        return [
            Card(self._seat(whose), _value(value))
            for whose, value in re.findall(rf"({name})'s ([1-9][0-9]?|banner)(?:, |$)", cards)
        ]

    def _pick_up(self, card: Card) -> None:
        """Take a card from where it can be seen: everything but closed piles."""
        for cards in (self._open, self._aside, *self._hands):
            if card in cards:
                cards.remove(card)
                return
        assert card in self._trick, f"{card} is nowhere to be seen"
        self._trick.remove(card)

    def _opens(self, name: str, pile: str) -> None:
        seat = self._seat(name)
        assert int(pile) == len(self._piles[seat]), f"{name} has {len(self._piles[seat])} tricks"
        self._open.update(self._piles[seat].pop())

    def _opens_from(self, name: str, pile: str) -> None:
        seat = self._seat(name)
        assert int(pile) < len(self._piles[seat]), f"{name} has {len(self._piles[seat])} tricks"
        while len(self._piles[seat]) >= int(pile):
            self._open.update(self._piles[seat].pop())

    def _to_hand(self, name: str, values: str) -> None:
        seat = self._seat(name)
        for value in values.split():
            card = Card(seat, _value(value))
            assert card not in self._hands[seat], f"{card} is in that hand"
            self._pick_up(card)
            self._hands[seat].add(card)

    def _to_trick(self, cards: str) -> None:
        for card in self._owned(cards):
            self._pick_up(card)
            self._trick.append(card)

    def _takes(self, name: str, number: str) -> None:
        seat = self._seat(name)
        assert self._trick, "no trick lies"
        self._piles[seat].append(self._gathered())
        assert len(self._piles[seat]) == int(number), f"{name} has {len(self._piles[seat])} tricks"

    def _to_pile(self, name: str, number: str, cards: str) -> None:
        piles = self._piles[self._seat(name)]
        if not (len(piles) == int(number) and piles[-1] is self._made):  # else it goes on
            self._made = []
            piles.append(self._made)
        assert len(piles) == int(number), f"{name} has {len(piles)} tricks"
        for card in self._owned(cards):
            self._pick_up(card)
            piles[-1].append(card)

    def _removes(self, cards: str) -> None:
        for card in self._owned(cards):
            assert card not in self._aside, f"{card} is out of the game"
            self._pick_up(card)
            self._aside.add(card)

    def _turns(self, name: str) -> None:
        self._turn = self._seat(name)

    def finish(self) -> None:
        assert not self._open, f"opened and forgotten: {self._open}"
        self._made = None

    # How it lies

    def differences(self, position: Position) -> list[str]:
        if not self._in_cards:
            return []
        view: dict[str, Any] = position.table()
        found = []
        hands = [{Card(seat, value) for value in hand} for seat, hand in enumerate(view["hands"])]
        trick = [Card(seat, value) for seat, value in view["trick"]]
        piles = [[self._seen([card.value for card in pile]) for pile in own] for own in self._piles]
        due = [[self._seen(pile) for pile in own] for own in view["tricks"]]
        for what, lies, wanted in (
            ("hands", self._hands, hands), ("trick", self._trick, trick), ("piles", piles, due),
        ):  # fmt: skip
            if lies != wanted:
                found.append(f"{what}: {lies}, in the record {wanted}")
        if view["turn"] not in (None, self._turn):
            found.append(f"turn: {self._turn}, in the record {view['turn']}")
        return found

    def _seen(self, pile: list[Value]) -> list[Value]:
        """A pile as it must lie: in the order played where people keep that."""
        return pile if self._tidy else sorted(pile, key=str)


LAY = Table


def _value(text: str) -> Value:
    return int(text) if text.isdecimal() else text


def corrected(position: Position, dice: random.Random) -> dict[str, object] | None:
    """A table that people could find: a card of somebody else in a hand or the trick, piles or their order changed."""
    view: dict[str, Any] = position.table()
    if not isinstance(position, CardsPosition):
        return view
    for _ in range(dice.randrange(3)):
        way, seats = dice.randrange(4), range(len(view["hands"]))
        one, other = dice.sample(seats, 2)
        mine, theirs = view["hands"][one], view["hands"][other]
        setup = {seat: [card for who, card in view["trick"] if who == seat] for seat in seats}
        piles = [(seat, at) for seat in seats for at in range(len(view["tricks"][seat]))]
        if way == 0:  # it was the other one's card that is gone
            cards = [card for card in mine if card not in theirs and card not in setup[other]]
            if cards:
                card = dice.choice(cards)
                mine.remove(card)
                theirs.append(card)
                theirs.sort(key=lambda card: card if isinstance(card, int) else 11)
        elif way == 1 and piles:  # it was the other one's trick
            seat, at = dice.choice(piles)
            view["tricks"][other].append(view["tricks"][seat].pop(at))
        elif way == 2 and len(piles) > 1:  # two tricks change places
            (seat, at), (seat_two, at_two) = dice.sample(piles, 2)
            tricks = view["tricks"]
            tricks[seat][at], tricks[seat_two][at_two] = tricks[seat_two][at_two], tricks[seat][at]
        elif way == 3 and len(piles) > 1:  # a banner was in another trick
            (seat, at), (seat_two, at_two) = dice.sample(piles, 2)
            pile, pile_two = view["tricks"][seat][at], view["tricks"][seat_two][at_two]
            if "banner" in pile and len(pile) > 1:
                pile.remove("banner")
                pile_two.insert(dice.randrange(len(pile_two) + 1), "banner")
    counting = position.counting
    view["points"] = [counting.points(map(count_cards, piles)) for piles in view["tricks"]]
    return view


def choose(position: Position, dice: random.Random) -> str:
    """An action of people who like to keep their banners: at times a last trick holds nothing else (SPA-8)."""
    kept = [action for action in position.legal() if action != "play banner"]
    return dice.choice(kept if kept and dice.random() < 0.95 else position.legal())
