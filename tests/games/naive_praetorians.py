"""A second referee for Praetorians, written from the rules page alone: slow, obvious, sharing nothing.

The state is a dict of plain lists; every question is answered by going through the cards one by one.
"""

from __future__ import annotations

from typing import Any

LETTERS = ["R", "P", "B", "G", "Y"]
FIRST_CAMP = ["R", "P"]
SECOND_CAMP = ["B", "G"]


class Refused(Exception):
    """The action is not legal."""


def all_cards(twelves):
    """The deck in the order of the page: R P B G Y, then value, 12s last."""
    deck = [letter + str(value) for letter in LETTERS for value in range(1, 11)]
    if twelves:
        deck += ["12", "12", "12", "12", "12"]
    return deck


def in_order(pile, twelves):
    """The same cards in the order of the deck."""
    left = list(pile)
    ordered = []
    for card in all_cards(twelves):
        if card in left:
            left.remove(card)
            ordered.append(card)
    return ordered


def value_of(card):
    return int(card[1:])


def caught(kept):
    """PRA-5: both camps among the kept cards."""
    first = [card for card in kept if card[0] in FIRST_CAMP]
    second = [card for card in kept if card[0] in SECOND_CAMP]
    return bool(first) and bool(second)


class Naive:
    """One game; it changes as actions are done."""

    def __init__(self, players, options):
        self.players = players
        self.twelves = options["twelves"]
        self.cards = options["entry"] == "cards"
        self.winner = None
        # PRA-1
        self.state: dict[str, Any] = {"turn": 0, "pawns": [0, 3, 6, 9][:players], "matched": 0}
        if self.cards:
            # PRA-2
            self.state["kept"] = []
            self.state["flips"] = 0
            self.state["facedown"] = all_cards(self.twelves)
            self.state["discards"] = []

    # What may be done

    def legal(self):
        if self.winner is not None:
            return []
        return self.legal_in_cards() if self.cards else self.legal_in_scores()

    def legal_in_cards(self):
        # PRA-9: when none is face down, every card in the discards may come
        may_come = self.state["facedown"]
        if len(may_come) == 0:
            may_come = in_order(self.state["discards"], self.twelves)
        listed = ["flip " + card for card in may_come if card != "12"]
        if "12" in may_come:
            listed += ["flip 12>" + str(seat) for seat in self.others()]
        # PRA-3, PRA-4
        if self.state["flips"] >= 1:
            listed.append("stop")
        return listed

    def legal_in_scores(self):
        listed = ["match " + str(value) for value in range(1, 11)]
        if self.twelves:
            listed += ["twelve " + str(seat) for seat in self.others()]
        if self.twelves and self.state["matched"] == 0:
            listed.append("bank 0")
        listed += ["bank " + str(total) for total in range(1, 56)]
        listed.append("bust")
        return listed

    def others(self):
        return [seat for seat in range(self.players) if seat != self.state["turn"]]

    # Doing it

    def do(self, action):
        if action not in self.legal():
            raise Refused(action)
        word = action.split(" ")[0]
        if word == "stop":
            total = 0
            for card in self.state["kept"]:
                total = total + value_of(card)
            self.advance(total)
            self.end_turn()
        elif word == "flip":
            self.flip(action.split(" ")[1])
        elif word == "match":
            self.match(int(action.split(" ")[1]))
        elif word == "twelve":
            self.back(int(action.split(" ")[1]))
        elif word == "bank":
            self.advance(int(action.split(" ")[1]))
            self.end_turn()
        else:
            self.end_turn()

    def flip(self, what):
        if len(self.state["facedown"]) == 0:
            self.spread()
        self.state["flips"] = self.state["flips"] + 1
        if what.startswith("12>"):
            self.state["facedown"].remove("12")
            self.state["discards"].append("12")
            self.back(int(what[3:]))
            return
        self.state["facedown"].remove(what)
        for other in self.state["kept"]:
            if value_of(other) == value_of(what):
                self.state["discards"].append(what)
                self.match(value_of(what))
                return
        self.state["kept"].append(what)
        if caught(self.state["kept"]):
            self.end_turn()

    def match(self, value):
        self.state["matched"] = self.state["matched"] + value
        self.advance(value)

    def advance(self, by):
        seat = self.state["turn"]
        for _ in range(by):
            if self.state["pawns"][seat] < 99:
                self.state["pawns"][seat] = self.state["pawns"][seat] + 1
        if self.state["pawns"][seat] == 99:
            self.winner = seat

    def back(self, seat):
        for _ in range(12):
            if self.state["pawns"][seat] > 0:
                self.state["pawns"][seat] = self.state["pawns"][seat] - 1

    def end_turn(self):
        if self.winner is not None:
            return  # PRA-8: before PRA-7 and PRA-9
        self.state["matched"] = 0
        if self.cards:
            for card in self.state["kept"]:
                self.state["discards"].append(card)
            self.state["kept"] = []
            self.state["flips"] = 0
            if len(self.state["facedown"]) == 0:
                self.spread()
        self.state["turn"] = self.state["turn"] + 1
        if self.state["turn"] == self.players:
            self.state["turn"] = 0

    def spread(self):
        self.state["facedown"] = in_order(self.state["discards"], self.twelves)
        self.state["discards"] = []

    # What can be seen

    def table(self):
        shown = {}
        for field, value in self.state.items():
            shown[field] = list(value) if isinstance(value, list) else value
        if self.cards:
            shown["discards"] = in_order(self.state["discards"], self.twelves)
        if self.winner is not None:
            shown["turn"] = None
        return shown

    def to_act(self):
        return [] if self.winner is not None else [self.state["turn"]]

    def outcome(self):
        if self.winner is None:
            return None
        return {"winners": [self.winner], "scores": list(self.state["pawns"])}
