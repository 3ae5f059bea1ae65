"""A second scorer for some pads: plain functions, written from the rules and not from the files of the pads.

Each takes the options, what was entered in a round (by field, as the table shows it), the scores and the tallies before
it, and gives the scores and the tallies after it.
"""

from __future__ import annotations


def skull_king(options, cards, told, scores, tallies, turn):
    after = list(scores)
    for seat, (bid, took, bonus) in enumerate(zip(told["bid"], told["took"], told["bonus"], strict=True)):
        if bid == took:
            after[seat] += (10 * cards if bid == 0 else 20 * bid) + bonus
        elif bid == 0:
            after[seat] -= 10 * cards
        else:
            after[seat] -= 10 * max(bid - took, took - bid)
    return after, tallies


def spades(options, cards, told, scores, tallies, turn):
    after, bags = list(scores), list(tallies["bags"])
    for side, partners in enumerate(((0, 2), (1, 3))):
        contract = help_ = more = 0
        for seat in partners:
            bid, took = told["bid"][seat], told["took"][seat]
            contract += bid
            if bid == 0:
                after[side] += 100 if took == 0 else -100
            if bid > 0 or options["nil_tricks"] == "help":
                help_ += took
            else:
                more += took
        if help_ >= contract:
            after[side] += 10 * contract
            more += help_ - contract
        else:
            after[side] -= 10 * contract
        after[side] += more
        bags[side] += more
        while options["bag_rule"] and bags[side] >= 10:
            bags[side] -= 10
            after[side] -= 100
    return after, {"bags": bags}


BASES = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}
NULLS = {"null": 23, "null-hand": 35, "null-open": 46, "null-open-hand": 59}


def skat(options, cards, told, scores, tallies, turn):
    after, soloist = list(scores), told["soloist"]
    if soloist == "nobody":
        return after, tallies
    if told["game"] in NULLS:
        value = NULLS[told["game"]]
    elif told["result"] == "overbid":
        value = 0
        while value < told["bid"]:
            value += BASES[told["game"]]
    else:
        value = BASES[told["game"]] * (1 + told["tops"] + told["steps"])
    cup = options["scoring"] == "tournament"
    if told["result"] == "won":
        after[soloist] += value + (50 if cup else 0)
        return after, tallies
    after[soloist] -= 2 * value
    if cup:
        after[soloist] -= 50
        for seat in range(len(scores)):
            if seat != soloist:
                after[seat] += {3: 40, 4: 30}[len(scores)]
    return after, tallies


def farkle(options, cards, told, scores, tallies, turn):
    after = list(scores)
    in_game, misses = list(tallies["in_game"]), list(tallies["misses"])
    kept = told["kept"][turn]
    assert kept == 0 or in_game[turn] or kept >= int(options["entry"])
    after[turn] += kept
    if kept:
        in_game[turn], misses[turn] = 1, 0
    else:
        misses[turn] += 1
        if misses[turn] == 3:
            misses[turn] = 0
            if options["triple"]:
                after[turn] -= 1000
    return after, {"in_game": in_game, "misses": misses}


def molkky(options, cards, told, scores, tallies, turn):
    after, misses = list(scores), list(tallies["misses"])
    pins = told["pins"][turn]
    misses[turn] = 0 if pins else misses[turn] + 1
    after[turn] += pins
    if after[turn] > 50:
        after[turn] = 25
    if misses[turn] == 3:
        after[turn] = 0
    return after, {"misses": misses}


SCORERS = {"skull-king": skull_king, "spades": spades, "skat": skat, "farkle": farkle, "molkky": molkky}
