"""A table of Praetorians: every card has an identity, the five 12s too, and the hands know only what they read."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

from companion.kit.rules import Position

PLAYERS = (2, 3, 4)
OPTIONS = tuple({"twelves": twelves, "entry": entry} for entry in ("cards", "scores") for twelves in (False, True))
COLOURS = "RPBGY"
CAMPS = ("RP", "BG")
GOAL = 99
Place = str | int
"""Where a card lies: "face-down", "discards", or in front of a seat."""


class Table:
    """The cards by place, the pawns, and whose turn it is. Carries out English sentences as they read."""

    def __init__(self, position: Position, names: tuple[str, ...], dice: random.Random) -> None:
        self.names, self._dice = names, dice
        self.cards: dict[int, str] = {}
        self.at: dict[int, Place] = {}
        self.pawns: list[int] = []
        self.turn = 0
        self.correct(position)

    # -- what people do by themselves

    def correct(self, position: Position) -> None:
        """Lay everything as the record says."""
        lies = _seen(position)
        places = [(card, place) for place, cards in lies.items() for card in sorted(cards.elements())]
        self._dice.shuffle(places)
        self.cards = {number: card for number, (card, _) in enumerate(places)}
        self.at = {number: place for number, (_, place) in enumerate(places)}
        view: Any = position.table()
        self.pawns, self.turn = list(view["pawns"]), view["turn"]

    def act(self, action: str, before: Position, after: Position) -> None:
        """Play by the rules page."""
        kind, _, what = action.partition(" ")
        if kind == "flip":
            self._flip(what)
        elif kind == "stop":
            self._go(sum(int(card[1:]) for card in self._kept()))
            self._end_turn()
        elif kind == "match":
            self._go(int(what))
        elif kind == "twelve":
            self._back(int(what))
        elif kind == "bank":
            self._go(int(what))
            self._end_turn()
        else:
            assert kind == "bust"
            self._end_turn()

    def _flip(self, what: str) -> None:
        if not self._in("face-down"):
            self._shuffle()
        card, _, seat = what.partition(">")
        number = self._dice.choice([one for one in self._in("face-down") if self.cards[one] == card])
        if card == "12":
            self.at[number] = "discards"
            self._back(int(seat))
            return
        kept = self._kept()
        if any(other[1:] == card[1:] for other in kept):
            self.at[number] = "discards"
            self._go(int(card[1:]))
            return
        self.at[number] = self.turn
        colours = {card[0] for card in (*kept, card)}
        if all(colours & set(camp) for camp in CAMPS):
            self._end_turn()

    def _end_turn(self) -> None:
        if self.pawns[self.turn] == GOAL:
            return
        for number in self._in(self.turn):
            self.at[number] = "discards"
        if not self._in("face-down"):
            self._shuffle()
        self.turn = (self.turn + 1) % len(self.pawns)

    def _shuffle(self) -> None:
        for number in self._in("discards"):
            self.at[number] = "face-down"

    def _go(self, by: int) -> None:
        self.pawns[self.turn] = min(self.pawns[self.turn] + by, GOAL)

    def _back(self, seat: int) -> None:
        self.pawns[seat] = max(self.pawns[seat] - 12, 0)

    def _in(self, place: Place) -> list[int]:
        return [number for number, lies in self.at.items() if lies == place]

    def _kept(self) -> list[str]:
        return [self.cards[number] for number in self._in(self.turn)]

    # -- what the glass says

    def carry_out(self, sentence: str) -> None:
        """Do what one sentence says; AssertionError where that is not possible or not clear."""
        if found := re.fullmatch(r"(.+)'s turn", sentence):
            self.turn = self._seat(found[1])
        elif found := re.fullmatch(r"(.+)'s pawn: ([0-9]+) → ([0-9]+)", sentence):
            seat = self._seat(found[1])
            assert self.pawns[seat] == int(found[2]), f"{sentence}: it stands on {self.pawns[seat]}"
            self.pawns[seat] = int(found[3])
        elif found := re.fullmatch(r"All (discards|face-down cards)(?: but ([RPBGY0-9 ]+))?: (.+)", sentence):
            place = {"discards": "discards", "face-down cards": "face-down"}[found[1]]
            stay = Counter((found[2] or "").split())
            lie = Counter(self.cards[number] for number in self._in(place))
            assert not stay - lie, f"{sentence}: {stay - lie} is not there"
            assert lie - stay, f"{sentence}: nothing is left to move"
            for card in (lie - stay).elements():
                self._move(card, self._place(found[3]), place)
        elif found := re.fullmatch(r"([RPBGY0-9 ]+): (.+)", sentence):
            for card in found[1].split():
                self._move(card, self._place(found[2]))
        else:
            raise AssertionError(f"this is not an instruction: {sentence}")

    def finish(self) -> None:
        """Nothing is ever in anybody's fingers."""

    def _move(self, card: str, to: Place, source: Place | None = None) -> None:
        there = {place for number, place in self.at.items() if self.cards[number] == card and place != to}
        assert there, f"{card} lies there already"
        assert source in there or (source is None and len(there) == 1), f"{card}: it may be in {there}"
        come = source if source is not None else there.pop()
        number = self._dice.choice([one for one in self._in(come) if self.cards[one] == card])
        self.at[number] = to

    def _place(self, words: str) -> Place:
        if found := re.fullmatch("in front of (.+)", words):
            return self._seat(found[1])
        return {"face down": "face-down", "to the discards": "discards"}[words]

    def _seat(self, name: str) -> int:
        assert name in self.names, f"nobody is called {name}"
        return self.names.index(name)

    # -- how it lies

    def differences(self, position: Position) -> list[str]:
        """The places, pawns and turns that are not as in the record."""
        lies: dict[Place, Counter[str]] = {}
        for number, place in self.at.items():
            lies.setdefault(place, Counter())[self.cards[number]] += 1
        should, view = _seen(position), position.table()
        found = []
        for place in lies.keys() | should.keys():
            here, there = lies.get(place, Counter()), should.get(place, Counter())
            if here != there:
                found.append(f"{place}: not here {sorted(there - here)}, not there {sorted(here - there)}")
        if self.pawns != view["pawns"]:
            found.append(f"the pawns: {self.pawns}, not {view['pawns']}")
        if view["turn"] not in (None, self.turn):
            found.append(f"the turn: {self.turn}, not {view['turn']}")
        return found


LAY = Table


def _seen(position: Position) -> dict[Place, Counter[str]]:
    """The cards of each place by a position; none in scores entry, where people turn the cards for themselves."""
    view: Any = position.table()
    if "facedown" not in view:
        return {}
    owner = view["turn"] if position.outcome is None else position.outcome.winners[0]
    lies = {"face-down": view["facedown"], "discards": view["discards"], owner: view["kept"]}
    return {place: Counter(cards) for place, cards in lies.items()}


def corrected(position: Position, dice: random.Random) -> dict[str, object]:
    """A table view to `set`: any cards in any place, the pawns anywhere, any turn."""
    view: Any = position.table()
    pawns = [dice.randrange(GOAL) for _ in view["pawns"]]
    turn = dice.randrange(len(pawns))
    if "facedown" not in view:
        return {"turn": turn, "pawns": pawns, "matched": dice.randint(0, pawns[turn])}
    deck = [*view["facedown"], *view["discards"], *view["kept"]]
    dice.shuffle(deck)
    kept: list[str] = []
    colours = dice.choice(CAMPS) + "Y"
    for card in deck:
        if card[0] in colours and all(other[1:] != card[1:] for other in kept):
            kept.append(card)
    kept = kept[: dice.choice((0, 1, 3, 10))]
    rest = sorted((card for card in deck if card not in kept), key=_order)
    share = dice.choice((0, 0.1, 0.5, 0.9, 1)) if kept else dice.choice((0.1, 0.5, 1))
    facedown = [card for card in rest if dice.random() < share] or ([] if kept else rest[:1])
    left = Counter(rest) - Counter(facedown)
    return {
        "turn": turn, "pawns": pawns, "kept": kept, "flips": len(kept), "matched": 0,
        "facedown": facedown, "discards": sorted(left.elements(), key=_order),
    }  # fmt: skip


def choose(position: Position, dice: random.Random) -> str:
    """An action; seldom a stop, so that turns are long and the cards run out."""
    actions = [str(action) for action in position.legal()]
    if actions[-1] == "stop" and dice.random() < 0.8:
        return dice.choice(actions[:-1] or actions)
    return dice.choice(actions)


def _order(card: str) -> tuple[int, int]:
    return (len(COLOURS), 12) if card == "12" else (COLOURS.index(card[0]), int(card[1:]))
