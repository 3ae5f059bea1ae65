"""A table of Hannibal vs Rome: pieces on the board and beside it, cards in hand and laid aside, chips."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from companion.kit.rules import Position

PLAYERS = (2,)
OPTIONS: tuple[dict[str, bool | str], ...] = (
    {},
    {"core": True},
    {"west": "symmetric"},
    {"core": True, "west": "symmetric"},
    {"entry": "scores"},
    {"core": True, "entry": "scores"},
)

REGIONS = ("ROM", "GAL", "NHI", "SHI", "MAU", "CAR", "COR", "SAR", "CAN", "SIC", "ZAM")
ROUTES = ("ROM-COR", "COR-SAR", "SAR-CAR", "CAN-SIC", "SIC-ZAM")
CARDS = frozenset((1, 2, 3, 4, 5))
NAMES = {
    "Rome": "ROM", "Gaul": "GAL", "N. Hispania": "NHI", "S. Hispania": "SHI", "Mauretania": "MAU", "Carthage": "CAR",
    "Corsica": "COR", "Sardinia": "SAR", "Cannae": "CAN", "Sicily": "SIC", "Zama": "ZAM", "Rome–Corsica": "ROM-COR",
    "Corsica–Sardinia": "COR-SAR", "Sardinia–Carthage": "SAR-CAR", "Cannae–Sicily": "CAN-SIC", "Sicily–Zama": "SIC-ZAM",
}  # fmt: skip
"""The names of the places, as the sentences have them."""
BOX = "box"
"""Where pieces are that are not on the board."""


class Piece(NamedTuple):
    """One counter; those of one kind and side look alike."""

    seat: int
    kind: str
    number: int


class Table:
    """Where each piece is, which cards are in hand (the others are laid aside), and whose chips are where."""

    def __init__(self, start: Position, names: tuple[str, ...], dice: random.Random) -> None:
        self._names = names
        self._dice = dice
        self._start = start.table()
        self._pieces: dict[Piece, str] = {Piece(1, "hannibal", 0): BOX}
        for seat, legions in enumerate((7, 5)):
            self._pieces |= {Piece(seat, "legion", number): BOX for number in range(legions)}
            self._pieces |= {Piece(seat, "fleet", number): BOX for number in range(3)}
        self._lay(self._start)

    def _lay(self, view: dict[str, Any]) -> None:
        """Lay everything as a table view says."""
        self._turn = view["turn"]
        self._chips = list(view["chips"])
        self._in_cards = "legions" in view
        if not self._in_cards:
            return
        self._hands = [set(hand) for hand in view["hands"]]
        wanted: list[tuple[int, str, str]] = [(1, "hannibal", view["hannibal"])] if view["hannibal"] else []
        for kind in ("legion", "fleet"):
            for seat, places in enumerate(view[f"{kind}s"]):
                wanted += [(seat, kind, place) for place, count in places.items() for _ in range(count)]
        self._pieces = dict.fromkeys(self._pieces, BOX)
        for seat, kind, place in wanted:
            self._pieces[self._any(seat, kind, BOX)] = place

    def _any(self, seat: int, kind: str, place: str) -> Piece:
        """Any of the pieces of a kind in a place: nobody can tell them apart."""
        there = [piece for piece, at in self._pieces.items() if piece[:2] == (seat, kind) and at == place]
        assert there, f"no {kind} of {self._names[seat]} at {place}"
        return self._dice.choice(there)

    # What people do themselves

    def act(self, action: str, before: Position, after: Position) -> None:
        view: dict[str, Any] = after.table()
        seen: dict[str, Any] = before.table()
        mover = seen["turn"]
        word, _, rest = action.partition(" ")
        if word in ("legion", "hannibal", "fleet"):
            origin, to = rest.split(">")
            self._pieces[self._any(mover, word, origin)] = to
        elif word == "clash":
            self._fight([int(card) for card in rest.split()], seen["battle"]["at"], seen["battle"]["fielded"])
        self._chips = list(view["chips"])  # HAN-17 is the engine's; people take and give what the glass says
        self._turn = view["turn"]

    def _fight(self, cards: list[int], at: str, fielded: str | None) -> None:
        for hand, card in zip(self._hands, cards, strict=True):
            hand.remove(card)
        rome, carthage = cards[0], cards[1] + (fielded == "hannibal")
        kind = "fleet" if at in ROUTES else "legion"
        if rome <= carthage:
            self._pieces[self._any(0, kind, at)] = BOX
        if carthage <= rome:
            self._pieces[self._any(1, "hannibal" if fielded == "hannibal" else kind, at)] = BOX
        if not any(self._hands):
            self._hands = [set(CARDS), set(CARDS)]

    def correct(self, position: Position) -> None:
        self._lay(position.table())

    # What the glass tells them

    def carry_out(self, sentence: str) -> None:
        whose = "(" + "|".join(sorted(map(re.escape, self._names), key=len, reverse=True)) + ")"
        region, route = [
            "(" + "|".join(re.escape(name) for name, place in NAMES.items() if place in places) + ")"
            for places in (REGIONS, ROUTES)
        ]
        forms: list[tuple[str, Callable[..., None]]] = [
            (
                rf"Lay out Hannibal vs Rome as at its start for {re.escape(', '.join(self._names))}",
                lambda: self._lay(self._start),
            ),
            (rf"{whose} takes into hand: ([1-5](?: [1-5])*)", self._takes),
            (rf"{whose} lays aside: ([1-5](?: [1-5])*)", self._lays_aside),
            (rf"Chips of {whose}: (\d+) → (\d+)", self._counts),
            (rf"{whose}'s turn", self._turns),
            (rf"Hannibal: {region} → {region}", lambda at, to: self._move("hannibal", "Hannibal", 1, at, to)),
            (rf"Hannibal: back to {region}", lambda to: self._move("hannibal", "Hannibal", 1, BOX, to)),
            (rf"Hannibal: off {region}", lambda at: self._move("hannibal", "Hannibal", 1, at, BOX)),
        ]
        for kind, place in (("legion", region), ("fleet", route)):
            many = f"{kind.capitalize()}s of {whose}, ([1-7])"
            forms += [
                (rf"{many}: {place} → {place}", lambda n, c, at, to, k=kind: self._move(k, n, int(c), at, to)),
                (rf"{many}: back to {place}", lambda n, c, to, k=kind: self._move(k, n, int(c), BOX, to)),
                (rf"{many}: off {place}", lambda n, c, at, k=kind: self._move(k, n, int(c), at, BOX)),
            ]
        met = [(found, does) for form, does in forms if (found := re.fullmatch(form, sentence))]
        assert len(met) == 1, f"not understood: {sentence}"
        found, does = met[0]
        does(*found.groups())

    def _move(self, kind: str, name: str, count: int, at: str, to: str) -> None:
        seat = 1 if kind == "hannibal" else self._names.index(name)
        at, to = NAMES.get(at, at), NAMES.get(to, to)
        assert at != to, f"from {at} to {to}"
        moving = set[Piece]()
        for _ in range(count):
            piece = self._any(seat, kind, at)
            moving.add(piece)
            self._pieces[piece] = to
        assert len(moving) == count

    def _takes(self, name: str, cards: str) -> None:
        hand = self._hands[self._names.index(name)]
        for card in map(int, cards.split()):
            assert card not in hand, f"{name} has the {card} in hand"
            hand.add(card)

    def _lays_aside(self, name: str, cards: str) -> None:
        hand = self._hands[self._names.index(name)]
        for card in map(int, cards.split()):
            assert card in hand, f"{name} has laid the {card} aside"
            hand.remove(card)

    def _counts(self, name: str, before: str, after: str) -> None:
        seat = self._names.index(name)
        assert self._chips[seat] == int(before), f"{name} has {self._chips[seat]} chips"
        assert before != after
        self._chips[seat] = int(after)

    def _turns(self, name: str) -> None:
        self._turn = self._names.index(name)

    def finish(self) -> None:
        """Nothing is ever in anybody's fingers."""

    # How it lies

    def differences(self, position: Position) -> list[str]:
        view: dict[str, Any] = position.table()
        lies: list[tuple[str, object, object]] = [("chips", self._chips, list(view["chips"]))]
        if view["turn"] is not None:
            lies.append(("turn", self._turn, view["turn"]))
        if self._in_cards:
            on_board = Counter((*piece[:2], at) for piece, at in self._pieces.items() if at != BOX)
            wanted = Counter[tuple[int, str, str]]()
            for kind in ("legion", "fleet"):
                for seat, places in enumerate(view[f"{kind}s"]):
                    wanted.update({(seat, kind, place): count for place, count in places.items()})
            if view["hannibal"] is not None:
                wanted[1, "hannibal", view["hannibal"]] = 1
            lies += [("pieces", on_board, wanted), ("hands", self._hands, [set(hand) for hand in view["hands"]])]
            if view["turn"] is not None:  # two sides stand in one place only in a battle
                lies.append(("battle", self._fought_over(), {view["battle"]["at"]} if view["battle"] else set()))
        return [f"{what}: {here}, in the record {there}" for what, here, there in lies if here != there]

    def _fought_over(self) -> set[str]:
        sides = [{at for piece, at in self._pieces.items() if piece.seat == seat} - {BOX} for seat in (0, 1)]
        return sides[0] & sides[1]


LAY = Table


def corrected(position: Position, dice: random.Random) -> dict[str, object] | None:
    """A table that people could find: pieces lost, found again or elsewhere, other cards in hand, other chips."""
    view: dict[str, Any] = position.table()
    for _ in range(dice.randrange(1, 4)):
        seat = dice.randrange(2)
        way = dice.choice(("chips", "turn", "piece", "hannibal", "hands")) if "legions" in view else "chips"
        if way == "chips":
            view["chips"] = [0, 0]
            view["chips"][seat] = dice.randrange(8)
        elif way == "turn" and view["battle"] is None:
            view["turn"] = seat
        elif way == "piece":
            kind, names = dice.choice((("legions", REGIONS), ("fleets", ROUTES)))
            places = Counter(view[kind][seat])
            places[dice.choice(names)] += dice.choice((1, 1, 2))
            for _ in range(dice.randrange(1, 3)):
                places[dice.choice([*places.elements()])] -= 1
            view[kind][seat] = dict(+places)
        elif way == "hannibal":
            view["hannibal"] = dice.choice((None, "ROM", "GAL", "NHI", "SHI", "MAU", "CAR", "CAN", "ZAM"))
        elif way == "hands":
            count = dice.randrange(1, 6)
            view["hands"] = [sorted(dice.sample(sorted(CARDS), count)) for _ in range(2)]
    return view


def choose(position: Position, dice: random.Random) -> str:
    """An action of people who like to move their armies to the middle of the board, where they meet."""
    middle = ("NHI", "SHI", "COR", "SAR", "SIC", "CAN", "GAL", "MAU")
    marches = [action for action in position.legal() if action.startswith(("legion", "hannibal"))]
    onward = [action for action in marches if action[-3:] in middle]
    return dice.choice(onward if onward and dice.random() < 0.8 else position.legal())
