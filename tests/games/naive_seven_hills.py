"""A second referee for Seven Hills of Rome, slow and obvious: lists, dicts and one rule after the other.

`Naive` gets actions as texts. `Table` is a real table: it knows the cards that lie face down and moves them by
the rules, and asks no referee.
"""

from copy import deepcopy
from typing import Any

NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9]
DEFAULTS = {"exclusive": False, "barricades": False, "scoring": "sum", "open": False, "entry": "cards"}


def all_cards(options):
    return NUMBERS + (["banner"] if options["barricades"] else [])


def in_order(cards):
    return sorted(cards, key=lambda card: 10 if card == "banner" else card)


def turn_up(cards, newcomer, options):
    """The cards that stay at a hill, and those removed as (seat, card); `newcomer` is None at the end of the game."""
    cards = deepcopy(cards)
    removed = []
    owner = (1 - newcomer) if newcomer is not None else (0 if cards[0] else 1)
    if "banner" in cards[owner]:
        place = cards[owner].index("banner")
        if place == len(cards[owner]) - 1:
            if newcomer is not None:
                removed += [(owner, "banner"), (newcomer, cards[newcomer][0])]
                cards[owner].pop()
                cards[newcomer] = []
        else:
            removed += [(owner, "banner"), (owner, cards[owner][place + 1])]
            del cards[owner][place : place + 2]
    if options["exclusive"] and newcomer is not None and cards[newcomer]:
        new = cards[newcomer][0]
        if new != "banner" and new in cards[owner]:
            removed.append((newcomer, new))
            cards[newcomer] = []
    return cards, removed


def lay_up(cards, seat, card):
    """The cards at an open hill after one was laid face up, and those removed."""
    cards = deepcopy(cards)
    for owner in (0, 1):
        if "banner" in cards[owner] and cards[owner][-1] == "banner":
            cards[owner].pop()
            return cards, [(owner, "banner"), (seat, card)]
    cards[seat].append(card)
    return cards, []


def hill_owner(cards, scoring):
    rows = [sorted([card for card in row if card != "banner"], reverse=True) for row in cards]
    if not rows[0] and not rows[1]:
        return None
    if not rows[0] or not rows[1]:
        return 0 if rows[0] else 1
    if scoring == "sum":
        return 1 if sum(rows[1]) > sum(rows[0]) else 0
    for rank in range(10):
        values = [row[rank] if rank < len(row) else 0 for row in rows]
        if values[0] != values[1]:
            return 0 if values[0] > values[1] else 1
    return 0


def result(owners):
    scores = [sum(number + 1 for number in range(7) if owners[number] == seat) for seat in (0, 1)]
    winners = [seat for seat in (0, 1) if scores[seat] == max(scores)]
    return {"winners": winners, "scores": scores}


class Naive:
    def __init__(self, options):
        self.options = DEFAULTS | options
        count = len(all_cards(self.options))
        self.turn: Any = 0
        self.hills = [{"open": self.options["open"], "cards": [[], []]} for _ in range(7)]
        self.left = [count, count]
        self.seen: list[list[Any]] = [[], []]
        self.barred = None
        self.reveal: Any = None
        self.owners: list[Any] = [None] * 7
        self.done = False

    def over(self):
        if self.options["entry"] == "scores":
            return self.done
        return self.turn is None and self.reveal is None

    def outcome(self):
        if not self.over():
            return None
        if self.options["entry"] == "scores":
            return result(self.owners)
        return result([hill_owner(hill["cards"], self.options["scoring"]) for hill in self.hills])

    def to_act(self):
        if self.over():
            return []
        if self.options["entry"] == "scores":
            return [0, 1]
        return [self.reveal["seat"]] if self.reveal else [self.turn]

    def legal(self):
        if self.over():
            return []
        if self.options["entry"] == "scores":
            awards = [f"hill {hill} {owner}" for hill in range(1, 8) for owner in (0, 1, "-")]
            return awards + ([] if None in self.owners else ["done"])
        seat = self.to_act()[0]
        cards = [card for card in all_cards(self.options) if card not in self.seen[seat]]
        if self.reveal:
            return [f"reveal {card}" for card in cards]
        found = []
        for number in range(1, 8):
            if number == self.barred:
                continue
            hill = self.hills[number - 1]
            if not hill["open"]:
                found.append(f"place {number}")
                continue
            for card in cards:
                if self.options["exclusive"] and card != "banner" and card in hill["cards"][1 - seat]:
                    continue
                found.append(f"place {number} {card}")
        return found

    def play(self, text):
        kind, *words = text.split()
        if kind == "done":
            self.done = True
        elif kind == "hill":
            self.owners[int(words[0]) - 1] = "-" if words[1] == "-" else int(words[1])
        elif kind == "reveal":
            self.show(words[0])
        else:
            self.place(int(words[0]), words[1] if len(words) == 2 else None)

    def place(self, number, word):
        hill, seat = self.hills[number - 1], self.turn
        self.left[seat] -= 1
        if word is not None:
            card = word if word == "banner" else int(word)
            self.seen[seat] = in_order([*self.seen[seat], card])
            hill["cards"], _ = lay_up(hill["cards"], seat, card)
            self.pass_turn(number)
            return
        hill["cards"][seat].append("?")
        if hill["cards"][1 - seat]:
            self.reveal = {"hill": number, "seat": 1 - seat, "index": 0}
        else:
            self.pass_turn(number)

    def show(self, word):
        card = word if word == "banner" else int(word)
        number, seat, index = self.reveal["hill"], self.reveal["seat"], self.reveal["index"]
        hill = self.hills[number - 1]
        hill["cards"][seat][index] = card
        self.seen[seat] = in_order([*self.seen[seat], card])
        if index + 1 < len(hill["cards"][seat]):
            self.reveal = {"hill": number, "seat": seat, "index": index + 1}
            return
        if self.turn is not None and seat != self.turn:
            self.reveal = {"hill": number, "seat": self.turn, "index": 0}
            return
        hill["cards"], _ = turn_up(hill["cards"], self.turn, self.options)
        hill["open"] = True
        self.reveal = None
        if self.turn is None:
            self.last_turning()
        else:
            self.pass_turn(number)

    def pass_turn(self, number):
        if self.left == [0, 0]:
            self.turn, self.barred = None, None
            self.last_turning()
        else:
            self.turn, self.barred = 1 - self.turn, number

    def last_turning(self):
        for number in range(1, 8):
            for seat in (0, 1):
                if "?" in self.hills[number - 1]["cards"][seat]:
                    self.reveal = {"hill": number, "seat": seat, "index": 0}
                    return

    def view(self):
        if self.options["entry"] == "scores":
            return {"hills": list(self.owners), "points": result(self.owners)["scores"]}
        return deepcopy(
            {
                "turn": self.turn,
                "hills": self.hills,
                "left": self.left,
                "seen": self.seen,
                "barred": self.barred,
                "reveal": self.reveal,
            }
        )


class Table:
    """Two people with real cards. `entered` are the actions that they enter, in order."""

    def __init__(self, options, chance):
        self.options = DEFAULTS | options
        self.chance = chance
        self.hands = [all_cards(self.options), all_cards(self.options)]
        self.cards: list[list[list[Any]]] = [[[], []] for _ in range(7)]
        self.turned = [self.options["open"]] * 7
        self.gone: list[list[Any]] = [[], []]
        self.entered = []

    def play(self):
        """Play a whole game; the result."""
        seat, last = 0, None
        while self.hands[seat]:
            hill, card = self.chance.choice(self.choices(seat, last))
            self.hands[seat].remove(card)
            self.lay(seat, hill, card)
            seat, last = 1 - seat, hill
        for hill in range(7):
            if not self.turned[hill] and self.cards[hill] != [[], []]:
                row = self.cards[hill][0] or self.cards[hill][1]
                self.entered += [f"reveal {card}" for card in row]
                self.settle(hill, *turn_up(self.cards[hill], None, self.options))
        return result([hill_owner(cards, self.options["scoring"]) for cards in self.cards])

    def choices(self, seat, last):
        found = []
        for hill in range(7):
            for card in self.hands[seat]:
                exclusive = self.options["exclusive"] and card != "banner" and self.turned[hill]
                if hill != last and not (exclusive and card in self.cards[hill][1 - seat]):
                    found.append((hill, card))
        return found

    def lay(self, seat, hill, card):
        if self.turned[hill]:
            self.entered.append(f"place {hill + 1} {card}")
            self.settle(hill, *lay_up(self.cards[hill], seat, card))
            return
        self.entered.append(f"place {hill + 1}")
        self.cards[hill][seat].append(card)
        if self.cards[hill][1 - seat]:
            self.entered += [f"reveal {card}" for card in [*self.cards[hill][1 - seat], card]]
            self.settle(hill, *turn_up(self.cards[hill], seat, self.options))

    def settle(self, hill, cards, removed):
        self.cards[hill], self.turned[hill] = cards, True
        for seat, card in removed:
            self.gone[seat].append(card)


def consistent(options, table):
    """Whether a table with well-typed fields can be one of a running game: a list of claims, all of which must hold."""
    options = DEFAULTS | options
    deck = all_cards(options)
    turn, hills, left, seen = table["turn"], table["hills"], table["left"], table["seen"]
    barred, reveal = table["barred"], table["reveal"]
    rows = [[hill["cards"][seat] for hill in hills] for seat in (0, 1)]
    up = [[card for row in rows[seat] for card in row if card != "?"] for seat in (0, 1)]
    down = [[card for row in rows[seat] for card in row if card == "?"] for seat in (0, 1)]
    removed = [[card for card in seen[seat] if card not in up[seat]] for seat in (0, 1)]
    banners = (removed[0] + removed[1]).count("banner")
    numbers = len(removed[0] + removed[1]) - banners
    turning: Any = hills[reveal["hill"] - 1] if reveal else None
    claims = []
    for seat in (0, 1):
        claims.append(all(card in deck for card in seen[seat] + up[seat]))
        claims.append(len(set(seen[seat])) == len(seen[seat]) and seen[seat] == in_order(seen[seat]))
        claims.append(len(set(up[seat])) == len(up[seat]) and set(up[seat]) <= set(seen[seat]))
        claims.append(len(seen[seat]) + len(down[seat]) + left[seat] == len(deck))
        claims.append(left[seat] >= 0)
    if not options["exclusive"] and not options["barricades"]:
        claims.append(banners + numbers == 0)
    elif options["exclusive"] and not options["barricades"]:
        claims.append(not options["open"] or numbers == 0)
    elif options["exclusive"]:
        claims.append((banners, numbers) != (1, 0))
    else:
        claims.append((banners, numbers) in [(0, 0), (1, 1), (2, 2), (2, 0)])
    empty_open = 0
    for hill in hills:
        first, second = hill["cards"]
        if options["open"]:
            claims.append(hill["open"])
        if hill["open"]:
            claims.append("?" not in first + second)
            claims.append((first + second).count("banner") <= 1)
            claims.append("banner" not in first[:-1] + second[:-1])
            if options["exclusive"]:
                claims.append(not set(first) & set(second))
            empty_open += not (first or second)
        elif hill is not turning:
            claims.append(not first or not second)
            claims.append(set(first + second) <= {"?"})
    if not options["open"] and empty_open:
        claims.append(banners + numbers > 0)
    in_hand = list(left)
    if turn is None:
        claims.append(left == [0, 0] and barred is None and reveal is not None)
    else:
        if reveal:
            in_hand[turn] += 1
        claims.append(in_hand[turn] > 0)
        claims.append(in_hand[0] == in_hand[1] - turn)
        claims.append((barred is None) == (left == [len(deck), len(deck)]))
    if reveal:
        claims += [not options["open"], not turning["open"], reveal["index"] < len(turning["cards"][reveal["seat"]])]
        if turn is None:
            order = turning["cards"][reveal["seat"]]
            at = reveal["index"]
            claims.append(not turning["cards"][1 - reveal["seat"]])
            claims.append(all(hill["open"] or hill["cards"] == [[], []] for hill in hills[: reveal["hill"] - 1]))
        else:
            order = turning["cards"][1 - turn] + turning["cards"][turn]
            at = reveal["index"] + (len(turning["cards"][1 - turn]) if reveal["seat"] == turn else 0)
            claims += [len(turning["cards"][turn]) == 1, len(turning["cards"][1 - turn]) > 0]
        claims.append("?" not in order[:at] and set(order[at:]) <= {"?"})
    if turn is not None and barred is not None:
        hill, other = hills[barred - 1], 1 - turn
        vanished = [card for card in removed[other] if card != "banner" or banners == 2]
        claims.append(bool(hill["cards"][other]) or (hill["open"] and bool(vanished)))
        claims.append(not reveal or reveal["hill"] != barred)
        claims.append(not hill["open"] or "banner" not in hill["cards"][turn])
    return all(claims)
