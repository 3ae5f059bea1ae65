"""Seven Hills of Rome with real cards: every card is one, face down too, and the hands read only the glass."""

from __future__ import annotations

import random
import re
from itertools import product
from typing import Any

from companion.games.seven_hills.engine.cards import CardsPosition
from companion.kit.rules import Position

PLAYERS = [2]
OPTIONS: list[dict[str, bool | str]] = [
    {"exclusive": exclusive, "barricades": barricades, "scoring": scoring, "open": open_game}
    for exclusive, barricades, open_game in product((False, True), repeat=3)
    for scoring in ("sum", "strongest")
]
OPTIONS.append({"entry": "scores"})

HILLS = range(1, 8)
SENTENCES = {
    "back_into_play": r"{seat}'s removed (\w+): face (up|down) to hill (\d) as card (\d+)",
    "turn_down": r"{seat}'s ([\w ]+) at hill (\d): turn face down",
    "turn_up": r"{seat}'s card (\d+) at hill (\d): turn face up; if it is not the (\w+), swap it with the (\w+)",
    "fetch": r"{seat}: if the (\w+) lies face down, swap it with a card in hand",
    "removed_to_hand": r"{seat}'s removed ([\w ]+): to hand",
    "to_hand": r"{seat}'s ([\w ]+) at hill (\d): to hand",
    "lay_up": r"{seat}'s (\w+): from hand face up to hill (\d) as card (\d+)",
    "lay_down": r"{seat}: any (?:(\d+) cards|card) from hand face down to hill (\d)",
    "move": r"{seat}'s (\w+): from hill (\d) to hill (\d) as card (\d+)",
    "remove": r"{seat}'s ([\w ]+) at hill (\d): remove face down",
    "remove_from_hand": r"{seat}'s (\w+) in hand: remove face down",
    "take": r"{seat}: the last (?:(\d+) face-down cards|face-down card) at hill (\d): to hand",
    "pass_turn": r"{seat}'s turn",
}
"""What the hands understand. `{seat}` stands for a name; a list of cards has blanks between."""


class Card:
    """A card and the side that it shows at a hill."""

    def __init__(self, value: str, up: bool) -> None:
        self.value = value
        self.up = up

    def __repr__(self) -> str:
        return self.value if self.up else f"({self.value})"


class SevenHillsTable:
    """The rows at the hills, by hill and seat, hands and removed cards by seat, and whose turn people think it is."""

    def __init__(self, position: Position, names: tuple[str, ...], chance: random.Random) -> None:
        self._names = names
        self._chance = chance
        self.correct(position)

    def correct(self, position: Position) -> None:
        """The table of the record; which cards are in hand and which face down, chance decides."""
        view: Any = position.table()
        self.turn: Any = view.get("turn")
        self.rows: dict[int, tuple[list[Card], list[Card]]] = {hill: ([], []) for hill in HILLS}
        self.hands: tuple[list[str], list[str]] = ([], [])
        self.removed: tuple[list[str], list[str]] = ([], [])
        if "left" not in view:
            return
        assert isinstance(position, CardsPosition)
        self._rules = position.variant
        for seat in (0, 1):
            deck = [*map(str, range(1, 10)), *(["banner"] if self._rules.barricades else [])]
            shown = [str(card) for card in view["seen"][seat]]
            unknown = [card for card in deck if card not in shown]
            self._chance.shuffle(unknown)
            for hill in HILLS:
                for card in view["hills"][hill - 1]["cards"][seat]:
                    lying = Card(unknown.pop(), False) if card == "?" else Card(str(card), True)
                    self.rows[hill][seat].append(lying)
            laid = [card.value for hill in HILLS for card in self.rows[hill][seat]]
            self.removed[seat].extend(card for card in shown if card not in laid)
            self.hands[seat].extend(unknown)

    # What people do

    def truthful(self, position: Position, chance: random.Random) -> str:
        """An action that people may do at this table: a card that is turned up is the one that lies there."""
        actions = [str(action) for action in position.legal()]
        if actions[0].startswith("reveal"):
            return f"reveal {self._next()[2].value}"
        fit = [action for action in actions if action.split()[-1] in self.hands[self.turn] or len(action.split()) == 2]
        return chance.choice(fit)

    def act(self, action: str, before: Position, after: Position) -> None:
        """The card that people name is the one that lies there, or that they have in hand; nobody has seen another."""
        if "left" not in before.table():
            return
        kind, *words = action.split()
        if kind == "reveal":
            self._reveal(words[0])
            return
        hill, seat = int(words[0]), self.turn
        row, other = self.rows[hill][seat], self.rows[hill][1 - seat]
        if len(words) == 2:
            self._bring_to_hand(seat, words[1])
            self.hands[seat].remove(words[1])
            for owner, cards in enumerate(self.rows[hill]):
                if cards and cards[-1].value == "banner":
                    self.removed[owner].append(cards.pop().value)
                    self.removed[seat].append(words[1])
                    break
            else:
                row.append(Card(words[1], True))
            self._pass()
        else:
            row.append(Card(self._from_hand(seat), False))
            if not other:
                self._pass()

    def _next(self) -> tuple[int, int, Card]:
        """The hill that is being turned up, whose card is next there, and the card."""
        closed = [hill for hill in HILLS if any(not card.up for row in self.rows[hill] for card in row)]
        both = [hill for hill in closed if all(self.rows[hill])]
        hill = (both or closed)[0]
        order = (1 - self.turn, self.turn) if both else (0, 1)
        return next((hill, seat, card) for seat in order for card in self.rows[hill][seat] if not card.up)

    def _reveal(self, value: str) -> None:
        hill, seat, card = self._next()
        self._swap(seat, card, value)
        card.up = True
        rows = self.rows[hill]
        if not all(card.up for row in rows for card in row):
            return
        newcomer = self.turn if all(rows) else None
        first = rows[(0 if rows[0] else 1) if newcomer is None else 1 - newcomer]
        owner = seat if newcomer is None else 1 - newcomer
        values = [card.value for card in first]
        if "banner" in values:
            at = values.index("banner")
            if at + 1 < len(first):
                self.removed[owner].extend(values[at : at + 2])
                del first[at : at + 2]
            elif newcomer is not None:
                self.removed[owner].append(first.pop().value)
                self.removed[newcomer].append(rows[newcomer].pop().value)
        if newcomer is not None:
            new = rows[newcomer]
            numbers = [card.value for card in first if card.value != "banner"]
            if self._rules.exclusive and new and new[0].value in numbers:
                self.removed[newcomer].append(new.pop().value)
            self._pass()

    def _pass(self) -> None:
        self.turn = 1 - self.turn if any(self.hands) else None

    def _from_hand(self, seat: int) -> str:
        assert self.hands[seat], "there is no card in hand"
        return self.hands[seat].pop(self._chance.randrange(len(self.hands[seat])))

    # What the hands do

    def carry_out(self, sentence: str) -> None:
        """Do what an English sentence says; a card that it does not name may be any that fits."""
        names = f"(?P<seat>{'|'.join(map(re.escape, self._names))})"
        for name, pattern in SENTENCES.items():
            found = re.fullmatch(pattern.replace("{seat}", names), sentence)
            if found is not None:
                seat, *words = found.groups()
                getattr(self, f"_{name}")(self._names.index(seat), *words)
                return
        raise AssertionError(f"nobody understands {sentence!r}")

    def _pass_turn(self, seat: int) -> None:
        self.turn = seat

    def _row(self, seat: int, hill: str) -> list[Card]:
        return self.rows[int(hill)][seat]

    def _face_up(self, seat: int, value: str, hill: str) -> Card:
        found = [card for card in self._row(seat, hill) if card.up and card.value == value]
        assert len(found) == 1, f"no {value} lies face up at hill {hill}"
        return found[0]

    def _insert(self, seat: int, hill: str, at: str, card: Card) -> None:
        row = self._row(seat, hill)
        assert 1 <= int(at) <= len(row) + 1, f"only {len(row)} cards lie at hill {hill}"
        row.insert(int(at) - 1, card)

    def _back_into_play(self, seat: int, value: str, side: str, hill: str, at: str) -> None:
        assert value in self.removed[seat], f"the {value} is not removed"
        self.removed[seat].remove(value)
        self._insert(seat, hill, at, Card(value, side == "up"))

    def _turn_down(self, seat: int, values: str, hill: str) -> None:
        for value in values.split():
            self._face_up(seat, value, hill).up = False

    def _turn_up(self, seat: int, at: str, hill: str, value: str, again: str) -> None:
        assert value == again
        row = self._row(seat, hill)
        assert int(at) <= len(row), f"only {len(row)} cards lie at hill {hill}"
        card = row[int(at) - 1]
        assert not card.up, f"card {at} at hill {hill} lies face up"
        card.up = True
        self._swap(seat, card, value)

    def _swap(self, seat: int, card: Card, value: str) -> None:
        """The card and that of this value change places; nobody must have seen where the other is."""
        if card.value == value:
            return
        if value in self.hands[seat]:
            self.hands[seat][self.hands[seat].index(value)] = card.value
        else:
            self._face_down(seat, value).value = card.value
        card.value = value

    def _face_down(self, seat: int, value: str) -> Card:
        found = [card for rows in self.rows.values() for card in rows[seat] if not card.up and card.value == value]
        assert found, f"the {value} is neither in hand nor face down"
        return found[0]

    def _fetch(self, seat: int, value: str) -> None:
        if any(card.value == value and not card.up for rows in self.rows.values() for card in rows[seat]):
            self._bring_to_hand(seat, value)

    def _bring_to_hand(self, seat: int, value: str) -> None:
        """A card that is not in hand lies face down; a card from the hand comes to lie there instead."""
        if value not in self.hands[seat]:
            card = self._face_down(seat, value)
            taken = self._from_hand(seat)
            self.hands[seat].append(value)
            card.value = taken

    def _removed_to_hand(self, seat: int, values: str) -> None:
        for value in values.split():
            assert value in self.removed[seat], f"the {value} is not removed"
            self.removed[seat].remove(value)
            self.hands[seat].append(value)

    def _to_hand(self, seat: int, values: str, hill: str) -> None:
        for value in values.split():
            self._row(seat, hill).remove(self._face_up(seat, value, hill))
            self.hands[seat].append(value)

    def _lay_up(self, seat: int, value: str, hill: str, at: str) -> None:
        assert value in self.hands[seat], f"the {value} is not in hand"
        self.hands[seat].remove(value)
        self._insert(seat, hill, at, Card(value, True))

    def _lay_down(self, seat: int, count: str | None, hill: str) -> None:
        for _ in range(int(count or 1)):
            self._row(seat, hill).append(Card(self._from_hand(seat), False))

    def _move(self, seat: int, value: str, hill: str, to: str, at: str) -> None:
        card = self._face_up(seat, value, hill)
        self._row(seat, hill).remove(card)
        self._insert(seat, to, at, card)

    def _remove(self, seat: int, values: str, hill: str) -> None:
        for value in values.split():
            self._row(seat, hill).remove(self._face_up(seat, value, hill))
            self.removed[seat].append(value)

    def _remove_from_hand(self, seat: int, value: str) -> None:
        assert value in self.hands[seat], f"the {value} is not in hand"
        self.hands[seat].remove(value)
        self.removed[seat].append(value)

    def _take(self, seat: int, count: str | None, hill: str) -> None:
        row, taken = self._row(seat, hill), int(count or 1)
        face_down = [card for card in row if not card.up]
        assert len(face_down) >= taken, f"only {len(face_down)} cards lie face down at hill {hill}"
        for card in face_down[-taken:]:
            row.remove(card)
            self.hands[seat].append(card.value)

    def finish(self) -> None:
        """No sentence leaves a card in anybody's fingers."""

    # What can be seen

    def differences(self, position: Position) -> list[str]:
        view: Any = position.table()
        if "left" not in view:
            return []
        found = []
        if view["turn"] is not None and self.turn != view["turn"]:
            found.append(f"turn: people think {self.turn}, the record says {view['turn']}")
        for seat, name in enumerate(self._names):
            lying = set()
            for hill in HILLS:
                row = [card.value if card.up else "?" for card in self.rows[hill][seat]]
                record = [str(card) for card in view["hills"][hill - 1]["cards"][seat]]
                lying.update(record)
                if row != record:
                    found.append(f"{name} at hill {hill}: {self.rows[hill][seat]}, the record says {record}")
            if len(self.hands[seat]) != view["left"][seat]:
                found.append(f"{name} has {len(self.hands[seat])} in hand, the record says {view['left'][seat]}")
            removed = sorted(str(card) for card in view["seen"][seat] if str(card) not in lying)
            if sorted(self.removed[seat]) != removed:
                found.append(f"{name}'s removed {self.removed[seat]}, the record says {removed}")
        return found

    def lies(self) -> object:
        """Where every card is, also those that nobody can see."""
        hands, removed = [sorted(cards) for cards in self.hands], [sorted(cards) for cards in self.removed]
        return {hill: [list(map(repr, row)) for row in rows] for hill, rows in self.rows.items()}, hands, removed


def corrected(position: Position, chance: random.Random) -> dict[str, object] | None:
    """A table that people might `set`: one that play can lead to, or the same cards in another order."""
    for _ in range(chance.choice((0, 0, 1, 3, 9))):
        if position.outcome is None:
            position = position.after(chance.choice(position.legal()))
    view: dict[str, Any] = position.table()
    if "left" not in view or position.outcome is not None:
        return None
    rows = [row for hill in view["hills"] for row in hill["cards"]]
    for row in chance.sample(rows, 4):
        chance.shuffle(row)
    if chance.random() < 0.5:
        one, other = chance.sample(rows, 2)
        if one:
            other.append(one.pop())
    return view


LAY = SevenHillsTable
