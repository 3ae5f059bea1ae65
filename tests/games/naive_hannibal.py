"""A second referee for Hannibal vs Rome, written from the rules page alone: slow, obvious, nothing in common.

The state is the table view itself, a dict of plain dicts and lists, and is copied whole for every step. What is legal
is found by asking about every readable action, one after the other, whether some rule is against it.
"""

from __future__ import annotations

import copy
from itertools import pairwise
from typing import Any

LANES = {
    "west": ["ROM", "GAL", "NHI", "SHI", "MAU", "CAR"],
    "middle": ["ROM", "COR", "SAR", "CAR"],
    "east": ["ROM", "CAN", "SIC", "ZAM", "CAR"],
}
SEA_ROUTES = ["ROM-COR", "COR-SAR", "SAR-CAR", "CAN-SIC", "SIC-ZAM"]
REGIONS = ["ROM", "GAL", "NHI", "SHI", "MAU", "CAR", "COR", "SAR", "CAN", "SIC", "ZAM"]
ISLANDS = ["COR", "SAR", "SIC"]
CORE = ["COR", "SAR", "SIC", "NHI", "SHI"]
ALL_CARDS = [1, 2, 3, 4, 5]

READABLE = (
    [f"legion {a}>{b}" for a in REGIONS for b in REGIONS]
    + [f"hannibal {a}>{b}" for a in REGIONS for b in REGIONS]
    + [f"fleet {a}>{b}" for a in SEA_ROUTES for b in SEA_ROUTES]
    + ["field hannibal", "field legion"]
    + [f"clash {a} {b}" for a in ALL_CARDS for b in ALL_CARDS]
    + ["turn", "turn core", "win 0", "win 1", "draw"]
)


class RefusedError(Exception):
    """The action is not legal."""


ROUTE_OF = {}
for _route in SEA_ROUTES:
    _one, _other = _route.split("-")
    ROUTE_OF[_one, _other] = _route
    ROUTE_OF[_other, _one] = _route

BY_LAND = set()
for _lane in LANES.values():
    for _one, _other in pairwise(_lane):
        if (_one, _other) not in ROUTE_OF:
            BY_LAND.add((_one, _other))
            BY_LAND.add((_other, _one))


class Naive:
    """One game: `state` is the table view, `result` the outcome or None."""

    def __init__(self, options):
        self.options = options
        self.cards = options.get("entry", "cards") == "cards"
        self.core = options.get("core", False)
        self.result: Any = None
        self.state: dict[str, Any] = {"turn": 0, "chips": [0, 0]}
        if self.cards:
            self.state = {
                "turn": 0,
                "legions": [{"ROM": 7}, {"CAR": 5}],
                "hannibal": "CAR",
                "fleets": [{"ROM-COR": 3}, {"SAR-CAR": 3}],
                "hands": [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]],
                "battle": None,
                "chips": [0, 0],
            }

    def at(self, table):
        """The same game with the table set so."""
        other = Naive(self.options)
        other.state = copy.deepcopy(table)
        return other

    def table(self):
        if not self.cards:
            return copy.deepcopy(self.state)
        shown = copy.deepcopy(self.state)
        shown["legions"] = [{r: side[r] for r in REGIONS if side.get(r, 0)} for side in shown["legions"]]
        shown["fleets"] = [{r: side[r] for r in SEA_ROUTES if side.get(r, 0)} for side in shown["fleets"]]
        return shown

    def outcome(self):
        return self.result

    def to_act(self):
        if self.result is not None:
            return []
        if not self.cards:
            return [0, 1]
        if self.state["battle"] is None:
            return [self.state["turn"]]
        return [1] if self.must_field() else [0, 1]

    def count(self, seat, region):
        """How many legions the side has in the region, Hannibal too."""
        hannibal = 1 if seat == 1 and self.state["hannibal"] == region else 0
        return self.state["legions"][seat].get(region, 0) + hannibal

    def must_field(self):
        battle = self.state["battle"]
        return battle is not None and battle["at"] in REGIONS and battle["fielded"] is None

    # what is legal

    def against(self, text):
        """Every rule that is against a readable action, and "phase" if it does not belong here at all."""
        words = text.split()
        kind = words[0]
        if not self.cards:
            if kind not in ("turn", "win", "draw"):
                return {"phase"}
            return {"phase"} if text == "turn core" and not self.core else set()
        if kind in ("turn", "win", "draw"):
            return {"phase"}
        if kind == "field":
            return self.against_field()
        if kind == "clash":
            return self.against_clash(int(words[1]), int(words[2]))
        found = {"HAN-6", "HAN-2"} if self.state["battle"] is not None else set()
        origin, to = words[1].split(">")
        return found | self.against_move(kind, origin, to)

    def against_move(self, kind, origin, to):
        found = set()
        seat = self.state["turn"]
        if kind == "fleet":
            if self.state["fleets"][seat].get(origin, 0) == 0:
                found.add("HAN-2")
            if origin == to:
                found.add("HAN-5")
            return found
        route = ROUTE_OF.get((origin, to))
        land = (origin, to) in BY_LAND
        if kind == "hannibal":
            if seat == 0 or self.state["hannibal"] != origin:
                found.add("HAN-2")
            if not land:
                found.add("HAN-4")
            if not land and route is None:
                found.add("HAN-3")
            return found
        if self.state["legions"][seat].get(origin, 0) == 0:
            found.add("HAN-2")
        own_fleet = route is not None and self.state["fleets"][seat].get(route, 0) > 0
        if not land and not own_fleet:
            found.add("HAN-3")
        return found

    def against_field(self):
        battle = self.state["battle"]
        if battle is None:
            both = self.state["hannibal"] is not None and sum(self.state["legions"][1].values()) > 0
            return {"phase"} if both else {"HAN-9"}
        return set() if self.must_field() else {"HAN-9"}

    def against_clash(self, rome, carthage):
        found = set()
        if rome not in self.state["hands"][0] or carthage not in self.state["hands"][1]:
            found.add("HAN-7")
        if self.must_field():
            found.add("HAN-9")
        if self.state["battle"] is None and not found:
            found.add("phase")
        return found

    def legal(self):
        if self.result is not None:
            return []
        return [text for text in READABLE if not self.against(text)]

    # what happens

    def do(self, text):
        """Carry out a legal action; RefusedError if it is not."""
        if self.result is not None or self.against(text):
            raise RefusedError(text)
        self.state = copy.deepcopy(self.state)
        words = text.split()
        if not self.cards:
            self.do_scores(words)
        elif words[0] == "field":
            self.state["battle"]["fielded"] = words[1]
        elif words[0] == "clash":
            self.do_clash(int(words[1]), int(words[2]))
        else:
            self.do_move(words[0], *words[1].split(">"))

    def do_scores(self, words):
        seat = self.state["turn"]
        if words[0] == "win":
            self.win(int(words[1]), None)
        elif words[0] == "draw":
            self.win(None, None)
        else:
            if words == ["turn", "core"]:
                self.take_chip(seat)
            if self.result is None:
                self.state["turn"] = 1 - seat

    def do_move(self, kind, origin, to):
        seat = self.state["turn"]
        if kind == "hannibal":
            self.state["hannibal"] = to
        else:
            pieces = self.state["fleets" if kind == "fleet" else "legions"][seat]
            pieces[origin] = pieces[origin] - 1
            pieces[to] = pieces.get(to, 0) + 1
        if to == ["CAR", "ROM"][seat]:
            self.win(seat, "HAN-11")
            return
        enemies = self.state["fleets"][1 - seat].get(to, 0) if kind == "fleet" else self.count(1 - seat, to)
        if enemies > 0:
            self.state["battle"] = {"at": to, "attacker": seat, "fielded": None}
            self.field_by_itself()
        else:
            self.end_turn()

    def field_by_itself(self):
        """HAN-9: the fighter if Carthage has no choice."""
        battle = self.state["battle"]
        battle["fielded"] = None
        if battle["at"] in SEA_ROUTES:
            return
        here = self.state["hannibal"] == battle["at"]
        legions = self.state["legions"][1].get(battle["at"], 0)
        if here and legions == 0:
            battle["fielded"] = "hannibal"
        if not here:
            battle["fielded"] = "legion"

    def do_clash(self, rome, carthage):
        battle = self.state["battle"]
        at = battle["at"]
        strength = [rome, carthage + 1 if battle["fielded"] == "hannibal" else carthage]
        for seat in (0, 1):
            if strength[seat] <= strength[1 - seat]:
                self.lose(seat, at, battle["fielded"])
        self.state["hands"][0].remove(rome)
        self.state["hands"][1].remove(carthage)
        if self.state["hands"][0] == []:
            self.state["hands"] = [list(ALL_CARDS), list(ALL_CARDS)]
        left = [self.left_at(seat, at) for seat in (0, 1)]
        if left[0] > 0 and left[1] > 0:
            self.field_by_itself()
        else:
            self.state["battle"] = None
            self.end_turn()

    def lose(self, seat, at, fielded):
        if at in SEA_ROUTES:
            self.state["fleets"][seat][at] -= 1
        elif seat == 1 and fielded == "hannibal":
            self.state["hannibal"] = None
        else:
            self.state["legions"][seat][at] -= 1

    def left_at(self, seat, at):
        return self.state["fleets"][seat].get(at, 0) if at in SEA_ROUTES else self.count(seat, at)

    def end_turn(self):
        seat = self.state["turn"]
        alive = [self.all_legions(s) > 0 for s in (0, 1)]
        if not alive[0] and not alive[1]:
            self.win(None, "HAN-13")
        elif not alive[0] or not alive[1]:
            self.win(0 if alive[0] else 1, "HAN-13")
        elif self.mediterranean(seat):
            self.win(seat, "HAN-12")
        elif self.core and len([r for r in CORE if self.controls(seat, r)]) >= 3 and self.take_chip(seat):
            return
        else:
            self.state["turn"] = 1 - seat
            if not self.legal():
                self.win(seat, "HAN-14")

    def all_legions(self, seat):
        return sum(self.count(seat, region) for region in REGIONS)

    def mediterranean(self, seat, without=None):
        """HAN-12; a region named as `without` holds one legion too many."""

        def there(region):
            return self.count(seat, region) - (1 if region == without else 0) > 0

        if seat == 1:
            return there("COR") and (there("NHI") or there("GAL")) and (there("SIC") or there("CAN"))
        west = there("SHI") or there("MAU") if self.options.get("west") == "symmetric" else there("NHI") or there("MAU")
        return there("SAR") and west and (there("ZAM") or there("SIC"))

    def controls(self, seat, region):
        """HAN-16: a legion in the region, or after it in its lane as this side walks it, short of the enemy capital."""
        for lane in LANES.values():
            walk = list(lane) if seat == 0 else list(reversed(lane))
            if region in walk:
                onward = walk[walk.index(region) : -1]
                return any(self.count(seat, other) > 0 for other in onward)
        return False

    def take_chip(self, seat):
        """HAN-17, HAN-18; whether that was the end."""
        self.state["chips"][seat] += 1
        self.state["chips"][1 - seat] = 0
        if self.state["chips"][seat] == 8:
            self.win(seat, "HAN-18")
            return True
        return False

    def win(self, seat, rule):
        scores = [0, 0]
        if seat is not None:
            scores[seat] = 1
        self.result = {"winners": [] if seat is None else [seat], "scores": scores, "by": rule}
        self.state["turn"] = None


# what a table can show


def number(value, least, most):
    return type(value) is int and least <= value <= most


def consistent(options, table):
    """Whether a table view of cards entry is consistent: all fields well-typed, and every clause of the page."""
    if set(table) != {"turn", "legions", "hannibal", "fleets", "hands", "battle", "chips"}:
        return False
    if not (well_typed(table) and counted(table) and battle_typed(table)):
        return False
    core, chips = options.get("core", False), table["chips"]
    if (not core and chips != [0, 0]) or (chips[0] > 0 and chips[1] > 0):
        return False
    naive = Naive(options).at(table)
    return places_are_clear(naive) and battle_fits(naive) and nobody_has_won(naive)


def well_typed(table):
    if not number(table["turn"], 0, 1) or not pair(table["chips"]) or not pair(table["hands"]):
        return False
    if not all(number(chips, 0, 7) for chips in table["chips"]):
        return False
    for hand in table["hands"]:
        if type(hand) is not list or not 1 <= len(hand) <= 5 or not all(number(card, 1, 5) for card in hand):
            return False
        if hand != sorted(set(hand)):
            return False
    if len(table["hands"][0]) != len(table["hands"][1]):
        return False
    hannibal = table["hannibal"]
    return hannibal is None or (type(hannibal) is str and hannibal in REGIONS and hannibal not in ISLANDS)


def pair(value):
    return type(value) is list and len(value) == 2


def counted(table):
    for field, places, most in (("legions", REGIONS, [7, 5]), ("fleets", SEA_ROUTES, [3, 3])):
        if not pair(table[field]):
            return False
        for seat in (0, 1):
            side = table[field][seat]
            if type(side) is not dict or not all(place in places for place in side):
                return False
            if not all(number(count, 1, 7) for count in side.values()) or sum(side.values()) > most[seat]:
                return False
    return True


def battle_typed(table):
    battle = table["battle"]
    if battle is None:
        return True
    if type(battle) is not dict or set(battle) != {"at", "attacker", "fielded"}:
        return False
    if type(battle["at"]) is not str or battle["at"] not in REGIONS + SEA_ROUTES:
        return False
    fielded = battle["fielded"]
    return number(battle["attacker"], 0, 1) and (fielded is None or fielded in ("hannibal", "legion"))


def places_are_clear(naive):
    battle = naive.state["battle"]
    for place in REGIONS + SEA_ROUTES:
        fought = battle is not None and battle["at"] == place
        if not fought and naive.left_at(0, place) > 0 and naive.left_at(1, place) > 0:
            return False
    return True


def battle_fits(naive):
    battle = naive.state["battle"]
    if battle is None:
        return True
    at, turn = battle["at"], naive.state["turn"]
    if battle["attacker"] != turn or at in ("ROM", "CAR"):
        return False
    if naive.left_at(turn, at) != 1 or naive.left_at(1 - turn, at) < 1:
        return False
    if at in SEA_ROUTES:
        return battle["fielded"] is None
    legions, hannibal = naive.state["legions"][1].get(at, 0) > 0, naive.state["hannibal"] == at
    if legions and hannibal:
        return True
    return battle["fielded"] == ("legion" if legions else "hannibal")


def nobody_has_won(naive):
    battle, turn = naive.state["battle"], naive.state["turn"]
    if naive.count(0, "CAR") > 0 or naive.count(1, "ROM") > 0:
        return False
    if naive.all_legions(0) == 0 or naive.all_legions(1) == 0:
        return False
    for seat in (0, 1):
        entered = battle["at"] if battle is not None and seat == turn else None
        if naive.mediterranean(seat, without=entered):
            return False
    return battle is not None or naive.legal() != []
