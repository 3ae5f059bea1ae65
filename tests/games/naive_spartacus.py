"""A second referee for Spartacus, written from the rules page alone: slow, obvious, and nothing shared with the first.

The state is plain lists of cards; every question is answered by going through them one by one.
"""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    """The action is not legal."""


def numbers_of(cards):
    return [card for card in cards if card != "banner"]


def banners_of(cards):
    return [card for card in cards if card == "banner"]


def trick_worth(total, banners, options):
    if options["banners"] == "double":
        # SPA-9
        for _ in range(banners):
            total = total * 2
    if options["joker_scoring"] == "minus10":
        # SPA-15
        total = total - 10 * banners
    if options["joker_scoring"] == "worthless" and banners > 0:
        # SPA-15
        total = 0
    return total


def hand_cost(total, banners, options):
    # SPA-10
    if options["banners"] == "double" and banners == 1:
        return total + total
    # SPA-15
    if options["joker_scoring"] == "minus10" and banners == 1:
        return total + 10
    return total


def best_of_all(scores):
    # SPA-11
    return {"winners": [s for s in range(len(scores)) if scores[s] == max(scores)], "scores": list(scores)}


class NaiveCards:
    """One game entered card by card; it changes as actions are done."""

    def __init__(self, players, options):
        self.players = players
        self.options = options
        self.over = False
        self.turn = 0  # SPA-2
        self.trick: list[Any] = []
        self.passed: list[int] = []
        self.tricks: list[list[Any]] = [[] for _ in range(players)]
        self.hands: list[list[Any]] = []
        for _ in range(players):
            hand: list[Any] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
            if options["banners"] != "none":  # SPA-16
                hand.append("banner")
            self.hands.append(hand)

    def lies(self):
        return [card for seat, card in self.trick]

    def best(self):
        """SPA-5, SPA-14: the seat with the strongest card."""
        if self.options["banners"] == "joker":
            if len(self.trick) == 0:
                return None
            return self.trick[-1][0]
        for seat, card in self.trick:
            if card != "banner" and card == min(numbers_of(self.lies())):
                return seat
        return None

    def legal(self):
        listed: list[str] = []
        if self.over:
            return listed
        numbers = numbers_of(self.lies())
        for card in self.hands[self.turn]:
            # SPA-2, SPA-3, SPA-4, SPA-13
            if card == "banner" or len(numbers) == 0 or card < min(numbers):
                listed += ["play " + str(card)]
        if len(numbers) > 0:
            listed.append("pass")
        return listed

    def do(self, action):
        if action not in self.legal():
            raise Refused(action)
        if action == "pass":
            self.passed.append(self.turn)
        else:
            word = action.split(" ")[1]
            card = "banner" if word == "banner" else int(word)
            self.hands[self.turn].remove(card)
            self.trick.append([self.turn, card])
            if self.hands[self.turn] == []:
                self.end()
                return
        best = self.best()
        self.turn = self.next_seat(self.turn)
        while self.turn in self.passed:
            self.turn = self.next_seat(self.turn)
        if self.turn == best:
            self.take(best)
            self.turn = self.next_seat(best)  # SPA-7

    def next_seat(self, seat):
        return 0 if seat == self.players - 1 else seat + 1

    def take(self, seat):
        # SPA-6
        self.tricks[seat].append(self.lies())
        self.trick = []
        self.passed = []

    def end(self):
        # SPA-8
        best = self.best()
        if best is not None:
            self.take(best)
        self.trick = []
        self.passed = []
        self.over = True

    def points(self):
        points = []
        for seat in range(self.players):
            total = 0
            for pile in self.tricks[seat]:
                total = total + trick_worth(sum(numbers_of(pile)), len(banners_of(pile)), self.options)
            if self.over:
                hand = self.hands[seat]
                total = total - hand_cost(sum(numbers_of(hand)), len(banners_of(hand)), self.options)
            points.append(total)
        return points

    def table(self):
        return {
            "turn": None if self.over else self.turn,
            "trick": [list(pair) for pair in self.trick],
            "passed": sorted(self.passed),
            "best": self.best(),
            "hands": [list(hand) for hand in self.hands],
            "tricks": [[list(pile) for pile in piles] for piles in self.tricks],
            "points": self.points(),
        }

    def to_act(self):
        return [] if self.over else [self.turn]

    def outcome(self):
        return best_of_all(self.points()) if self.over else None


class NaiveScores:
    """One game in which people enter the piles; it changes as entries are made."""

    def __init__(self, players, options):
        self.players = players
        self.options = options
        self.over = False
        self.piles: list[list[list[int]]] = [[] for _ in range(players)]
        self.hands: list[Any] = [None for _ in range(players)]
        self.dropped = None

    def missing(self):
        # SPA-17
        numbers = 55 * self.players
        banners = 0 if self.options["banners"] == "none" else self.players
        for piles in self.piles:
            for total, count in piles:
                numbers = numbers - total
                banners = banners - count
        for hand in self.hands:
            if hand is not None:
                numbers = numbers - hand[0]
                banners = banners - hand[1]
        if self.dropped is not None:
            banners = banners - self.dropped
        return {"numbers": numbers, "banners": banners}

    def would_leave_an_empty_hand(self, seat, entry):
        # SPA-18
        hands = list(self.hands)
        hands[seat] = entry
        return None in hands or [0, 0] in hands

    def legal(self):
        listed: list[str] = []
        if self.over:
            return listed
        missing = self.missing()
        fits = [[n, b] for n in range(56) for b in range(6) if n <= missing["numbers"] and b <= missing["banners"]]
        for seat in range(self.players):
            listed += [f"trick {seat} {total} {count}" for total, count in fits if [total, count] != [0, 0]]
        for seat in range(self.players):
            if self.hands[seat] is None:
                for total, count in fits:
                    if count < 2 and self.would_leave_an_empty_hand(seat, [total, count]):
                        listed += [f"hand {seat} {total} {count}"]
        if self.options["banners"] == "double" and self.dropped is None:
            listed += [f"drop {count}" for total, count in fits if total == 0 and count > 0]
        if self.missing() == {"numbers": 0, "banners": 0}:
            listed.append("done")
        return listed

    def do(self, action):
        if action not in self.legal():
            raise Refused(action)
        words = action.split(" ")
        if words[0] == "trick":
            self.piles[int(words[1])].append([int(words[2]), int(words[3])])
        elif words[0] == "hand":
            self.hands[int(words[1])] = [int(words[2]), int(words[3])]
        elif words[0] == "drop":
            self.dropped = int(words[1])
        else:
            self.over = True

    def points(self):
        points = []
        for seat in range(self.players):
            total = 0
            for numbers, banners in self.piles[seat]:
                total = total + trick_worth(numbers, banners, self.options)
            if self.hands[seat] is not None:
                total = total - hand_cost(self.hands[seat][0], self.hands[seat][1], self.options)
            points.append(total)
        return points

    def table(self):
        return {
            "turn": None,
            "piles": [[list(entry) for entry in piles] for piles in self.piles],
            "hands": [None if hand is None else list(hand) for hand in self.hands],
            "dropped": self.dropped,
            "points": self.points(),
            "missing": self.missing(),
        }

    def to_act(self):
        return [] if self.over else list(range(self.players))

    def outcome(self):
        return best_of_all(self.points()) if self.over else None


def naive(players, options):
    return NaiveCards(players, options) if options["entry"] == "cards" else NaiveScores(players, options)


# Which tables can be: the lists of the page, one question after the other. The fields are taken to be well-typed.


def falls(cards):
    numbers = numbers_of(cards)
    return all(numbers[place] > numbers[place + 1] for place in range(len(numbers) - 1))


def can_be_cards(players, options, table):
    trick, hands, tricks, passed = table["trick"], table["hands"], table["tricks"], table["passed"]
    piles = [pile for won in tricks for pile in won]
    in_trick = [card for seat, card in trick]
    # full colours
    everything = in_trick + [card for hand in hands for card in hand] + [card for pile in piles for card in pile]
    colour = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] + ([] if options["banners"] == "none" else ["banner"])
    if sorted(map(str, everything)) != sorted(map(str, colour * players)):
        return False
    for seat in range(players):
        own = hands[seat] + [card for who, card in trick if who == seat]
        if any(own.count(card) > 1 for card in own):
            return False
        if hands[seat] != [card for card in colour if card in hands[seat]] or hands[seat] == []:
            return False
    # numbers fall
    for cards in [in_trick, *piles]:
        if not falls(cards):
            return False
    for pile in piles:
        if pile == [] or (options["banners"] != "joker" and numbers_of(pile) == []):
            return False
    # passes
    if passed != sorted(set(passed)) or (numbers_of(in_trick) == [] and passed != []):
        return False
    # best, turn, lead
    game = NaiveCards(players, options)
    game.trick = trick
    best = game.best()
    if table["best"] != best or best in passed:
        return False
    leader = table["turn"]
    if trick != []:
        leader = trick[0][0]
        turn = game.next_seat(trick[-1][0])
        while turn in passed:
            turn = game.next_seat(turn)
        if table["turn"] != turn or turn == best:
            return False
    if piles == []:
        if leader != 0:
            return False
    elif tricks[players - 1 if leader == 0 else leader - 1] == []:
        return False
    game.tricks = tricks
    return table["points"] == game.points()


def can_be_scores(players, options, table):
    game = NaiveScores(players, options)
    game.piles, game.hands, game.dropped = table["piles"], table["hands"], table["dropped"]
    for piles in game.piles:
        for total, count in piles:
            if total not in range(56) or count not in range(players + 1) or [total, count] == [0, 0]:
                return False
    for hand in game.hands:
        if hand is not None and (hand[0] not in range(56) or hand[1] not in range(2)):
            return False
    if None not in game.hands and [0, 0] not in game.hands:
        return False
    if game.dropped is not None and (options["banners"] != "double" or game.dropped not in range(1, players + 1)):
        return False
    missing = game.missing()
    if missing["numbers"] < 0 or missing["banners"] < 0:
        return False
    return table["missing"] == missing and table["points"] == game.points()


def can_be(players, options, table):
    return (can_be_cards if options["entry"] == "cards" else can_be_scores)(players, options, table)
