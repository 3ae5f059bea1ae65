"""How people turn one table of Seven Hills of Rome into another.

For a card that a player has shown, the referee knows the place: a hill, or out of the game. For a player's other cards
it knows only how many are in hand and how many lie face down at each hill. A message that needs one of them says what
to do if it is not in the first of these places.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.seven_hills.engine.actions import FACE_DOWN, HILLS, SAID
from companion.games.seven_hills.engine.cards import CardsPosition
from companion.games.seven_hills.engine.position import Position
from companion.kit.rules import Seat
from companion.messages import Message

HAND = 0
"""The place of cards in hand; the other places are the numbers of the hills, and `GONE`."""

GONE = -1
"""The place of cards out of the game."""


def put_back(now: Position, then: Position) -> tuple[Message, ...]:
    """What people must do, in this order, to turn the table `now` into the table `then`."""
    if not isinstance(now, CardsPosition) or not isinstance(then, CardsPosition):
        return ()  # in scores entry the referee knows nothing about the table
    messages = [*_Hands(0, now, then).messages, *_Hands(1, now, then).messages]
    if then.to_act and (now.turn, bool(now.to_act)) != (then.turn, True):
        messages.append(Message("put.turn", seat=then.to_act[0] if then.turn is None else then.turn))
    return tuple(messages)


class _Card:
    """A card at a hill or out of the game: which one, if known, its place, and its new place.

    `at` is its index in the row of the hill `to`; `hidden` says that it lies face down there.
    """

    __slots__ = ("at", "card", "hidden", "place", "to")

    def __init__(self, card: int, place: int) -> None:
        self.card = card
        self.place = place
        self.to = HAND
        self.at = 0
        self.hidden = False


class _Hands:
    """The messages about one player's cards. `rows` are the cards at the hills after the messages so far."""

    def __init__(self, seat: Seat, now: CardsPosition, then: CardsPosition) -> None:
        self.seat = seat
        self.messages: list[Message] = []
        self.rows = {
            number: [_Card(card, number) for card in hill.cards[seat]]
            for number, hill in zip(HILLS, now.hills, strict=True)
        }
        self.gone = [_Card(card, GONE) for card in now.removed_cards(seat)]
        ends = dict.fromkeys(then.removed_cards(seat), (GONE, 0))
        for number, hill in zip(HILLS, then.hills, strict=True):
            ends.update({card: (number, at) for at, card in enumerate(hill.cards[seat]) if card != FACE_DOWN})
        self._match(now, then)
        self.known = self._known()
        for card in self.known:
            if card.card in ends:
                card.to, card.at = ends[card.card]
        for number in HILLS:
            self._clear(number)
        self._say_cards("gone-hand", [card for card in self.gone if card.to == HAND])
        self._move()
        self._lay(ends, now.seen[seat])
        for number, hill in zip(HILLS, then.hills, strict=True):
            self._hide(number, hill.cards[seat].count(FACE_DOWN))

    def _say(self, key: str, **params: object) -> None:
        self.messages.append(Message(f"put.seven_hills.{key}", None, seat=self.seat, **params))

    def _say_count(self, key: str, count: int, hill: int) -> None:
        if count == 1:
            self._say(f"{key}-one", hill=hill)
        else:
            self._say(key, hill=hill, count=count)

    def _say_cards(self, key: str, cards: Iterable[_Card], **params: object) -> None:
        if named := tuple([SAID[card.card] for card in cards]):
            self._say(key, cards=named, **params)

    def _known(self) -> list[_Card]:
        cards = [*self.gone, *[card for row in self.rows.values() for card in row]]
        return [card for card in cards if card.card != FACE_DOWN]

    def _match(self, now: CardsPosition, then: CardsPosition) -> None:
        """Find the cards that are known in only one of the two positions, or face down at a hill in both.

        Rows only grow until their hill is turned up; so the first cards laid at a hill are the same in both positions.
        """
        by_card = {card.card: card for card in self._known()}
        for number, before, after in zip(HILLS, now.hills, then.hills, strict=True):
            row = self.rows[number]
            face_down = iter([card for card in row if card.card == FACE_DOWN])
            slots = iter([at for at, card in enumerate(after.cards[self.seat]) if card == FACE_DOWN])
            here = [card for card in before.cards_laid(self.seat) if not then.has_shown(self.seat, card)]
            there = [card for card in after.cards_laid(self.seat) if not now.has_shown(self.seat, card)]
            for one, other in zip(here, there, strict=False):
                card = next(face_down) if one == FACE_DOWN else by_card[one]
                if other == FACE_DOWN:
                    card.to, card.at, card.hidden = number, next(slots), True
                elif one == FACE_DOWN:
                    self._say("face-up", card=SAID[other], hill=number, at=row.index(card) + 1)
                    card.card = other

    def _clear(self, number: int) -> None:
        """Take cards off a hill: those that go out of the game or to the hand, and to the hand those in wrong order."""
        row = self.rows[number]
        staying = [card for card in row if card.to == number]
        for index, card in enumerate(staying):
            later = [other for other in staying[index + 1 :] if other.card == FACE_DOWN]
            if card.card != FACE_DOWN and (
                any(other.at > card.at for other in staying[:index]) or any(other.at < card.at for other in later)
            ):
                card.to, card.hidden = HAND, False
        self._say_cards("remove", [card for card in row if card.to == GONE], hill=number)
        to_hand = [card for card in row if card.to == HAND]
        self._say_cards("hand", [card for card in to_hand if card.card != FACE_DOWN], hill=number)
        if count := len([card for card in to_hand if card.card == FACE_DOWN]):
            self._say_count("take", count, number)
        row[:] = [card for card in row if card.to in HILLS]

    def _move(self) -> None:
        """Bring cards to their hills from other hills and from out of the game."""
        moving = [card for card in self.known if card.to in HILLS and card.to != card.place]
        for card in sorted(moving, key=lambda card: (card.to, card.at)):
            if card.place == GONE:
                self._put("gone-down" if card.hidden else "bring", card)
            else:
                self.rows[card.place].remove(card)
                self._put("move", card, hill=card.place)

    def _put(self, key: str, card: _Card, **params: object) -> None:
        """Lay a card into the row of its hill, behind the cards that belong before it."""
        row = self.rows[card.to]
        at = max([index for index, other in enumerate(row, 1) if other.to == card.to and other.at < card.at], default=0)
        row.insert(at, card)
        self._say(key, card=SAID[card.card], to=card.to, at=at + 1, **params)

    def _lay(self, ends: dict[int, tuple[int, int]], seen: int) -> None:
        """Bring cards from the hand to their places; a card that nobody has seen may lie face down at a hill instead.

        Cards that were seen come first, so that none of them is in hand when a card from the hand is swapped.
        """
        there = {card.card for card in self.known if card.to != HAND}
        face_down = any(card.card == FACE_DOWN for row in self.rows.values() for card in row)
        for name, (to, at) in sorted(ends.items(), key=lambda end: not seen >> end[0] & 1):
            if name in there:
                continue
            if face_down and not seen >> name & 1:
                self._say("fetch", card=SAID[name])
            if to == GONE:
                self._say("remove-hand", card=SAID[name])
                continue
            card = _Card(name, HAND)
            card.to, card.at = to, at
            self._put("lay", card)

    def _hide(self, number: int, count: int) -> None:
        """Turn cards face down that are no longer known, and lay more until `count` cards lie face down."""
        hidden = [card for card in self.rows[number] if card.hidden]
        face_up = [card for card in hidden if card.card != FACE_DOWN and card.place != GONE]
        self._say_cards("face-down", face_up, hill=number)
        if count > len(hidden):
            self._say_count("lay-down", count - len(hidden), number)
