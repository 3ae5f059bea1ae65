"""How the hands turn one table of Seven Hills of Rome into another.

A shown card is known by its place: a hill, or out of the game. All others of a player are alike to the referee: so
many in hand, so many face down at each hill. Where it cannot know which of them goes where it says how many.
"""

from __future__ import annotations

from companion.engines.position import Position
from companion.engines.refusals import Message
from companion.engines.seven_hills.actions import BANNER, FACE_DOWN, HILLS, NUMBERS, SAID
from companion.engines.seven_hills.cards import CardsPosition

HAND = 0
"""The hand among the places of unknown cards; the others are the numbers of the hills."""

GONE = -1
"""Out of the game, among the places of shown cards; the others are the numbers of the hills."""


def put_back(now: Position, then: Position) -> tuple[Message, ...]:
    """What the hands must do to turn the table `now` into the table `then`."""
    if not isinstance(now, CardsPosition) or not isinstance(then, CardsPosition):
        return ()  # scores entry: nothing lies on the table that the referee knows of
    told = [*_Hands(0, now, then).told, *_Hands(1, now, then).told]
    if then.to_act and (now.turn, bool(now.to_act)) != (then.turn, True):
        told.append(Message("put.turn", seat=then.to_act[0] if then.turn is None else then.turn))
    return tuple(told)


class _Hands:
    """The work on one player's cards. `lacking` is how many unknown cards each place still has to gain."""

    def __init__(self, seat: int, now: CardsPosition, then: CardsPosition) -> None:
        self.seat = seat
        self.told: list[Message] = []
        self.lacking = {place: _unknown(then, seat, place) - _unknown(now, seat, place) for place in (HAND, *HILLS)}
        here, there = _shown(now, seat), _shown(then, seat)
        self._hide({card: place for card, place in here.items() if card not in there})
        for card in (*NUMBERS, BANNER):
            if card in there and there[card] != here.get(card):
                self._show(card, here.get(card), there[card], then)
        self._settle()
        for number in HILLS:
            self._sort(number, now, then)

    def _say(self, key: str, **params: object) -> None:
        self.told.append(Message(f"put.seven_hills.{key}", None, seat=self.seat, **params))

    def _hide(self, cards: dict[int, int]) -> None:
        """Shown cards become unknown: face down where they lie if one is lacking there, else back to the hand."""
        gone = []
        for card, place in cards.items():
            if place == GONE:
                gone.append(SAID[card])
            elif self.lacking[place] > 0:
                self.lacking[place] -= 1
                self._say("face-down", card=SAID[card], hill=place)
            else:
                self.lacking[HAND] -= 1
                self._say("hand", card=SAID[card], hill=place)
        rest = len(gone)
        for number in HILLS:
            count = min(rest, self.lacking[number])
            if count > 0:
                rest -= count
                self.lacking[number] -= count
                self._say("gone-down", cards=tuple(gone), count=count, hill=number)
        if rest:
            self.lacking[HAND] -= rest
            self._say("gone-hand", cards=tuple(gone), count=rest)

    def _show(self, card: int, place: int | None, to: int, then: CardsPosition) -> None:
        """A card that is shown in the end goes where it belongs."""
        lay, remove = "bring" if place == GONE else "move", "remove"
        if place is None:  # unknown so far: face down where one is too many, best where it is to lie, or in hand
            place = next((number for number in (to, *HILLS) if self.lacking.get(number, 0) < 0), HAND)
            self.lacking[place] += 1
            lay, remove = ("lay", "remove-hand") if place == HAND else ("move-unknown", "remove-unknown")
        source = {} if place in (HAND, GONE) else {"hill": place}
        if to == GONE:
            self._say(remove, card=SAID[card], **source)
            return
        at = then.hills[to - 1].cards[self.seat].index(card) + 1
        self._say("face-up" if place == to else lay, card=SAID[card], to=to, at=at, **source)

    def _settle(self) -> None:
        """Unknown cards go from where there are too many to where some are lacking, through the hand."""
        for number in HILLS:
            if self.lacking[number] < 0:
                self._say("take", hill=number, count=-self.lacking[number])
        for number in HILLS:
            if self.lacking[number] > 0:
                self._say("lay-down", hill=number, count=self.lacking[number])

    def _sort(self, number: int, now: CardsPosition, then: CardsPosition) -> None:
        """The order of cards that stay at a hill differs; play never does that, setting from the table can."""
        here, there = now.hills[number - 1].cards[self.seat], then.hills[number - 1].cards[self.seat]
        stayed = [card for card in here if card != FACE_DOWN and card in there]
        if stayed != [card for card in there if card in stayed]:
            self._say("order", hill=number, cards=tuple([SAID[card] for card in there]))


def _unknown(position: CardsPosition, seat: int, place: int) -> int:
    if place == HAND:
        return position.left[seat]
    return position.hills[place - 1].cards[seat].count(FACE_DOWN)


def _shown(position: CardsPosition, seat: int) -> dict[int, int]:
    """The shown cards of a player and where they are."""
    shown = dict.fromkeys(position.removed(seat), GONE)
    for number, hill in zip(HILLS, position.hills, strict=True):
        shown.update(dict.fromkeys([card for card in hill.cards[seat] if card != FACE_DOWN], number))
    return shown
