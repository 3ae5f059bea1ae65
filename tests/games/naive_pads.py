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


def skyjo(options, cards, told, scores, tallies, turn):
    made, closer = list(told["made"]), told["closer"]
    others = made[:closer] + made[closer + 1 :]
    if made[closer] >= min(others) and made[closer] > 0:
        made[closer] += made[closer]
    return [score + more for score, more in zip(scores, made, strict=True)], tallies


def uno(options, cards, told, scores, tallies, turn):
    after, winner = list(scores), told["winner"]
    for seat, left in enumerate(told["left"]):
        if seat != winner:
            after[winner if options["way"] == "winner" else seat] += left
    return after, tallies


def rummikub(options, cards, told, scores, tallies, turn):
    after, winner = list(scores), told["winner"]
    kept = (told["left"][winner] or 0) if told["blocked"] else 0
    assert not told["blocked"] or kept == min(told["left"])
    for seat, left in enumerate(told["left"]):
        if seat != winner:
            after[seat] -= left - kept
            after[winner] += left - kept
    return after, tallies


FACES = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}


def yahtzee(options, cards, told, scores, tallies, turn):
    after, upper, fifty = list(scores), list(tallies["upper"]), list(tallies["fifty"])
    for seat, (box, made, extra) in enumerate(zip(told["box"], told["made"], told["extra"], strict=True)):
        after[seat] += made
        if extra:
            after[seat] += 100
        if box in FACES:
            assert made % FACES[box] == 0
            had = upper[seat]
            upper[seat] += made
            if had < 63 <= upper[seat]:
                after[seat] += 35
        elif box in ("full", "small", "large", "five"):
            assert made in (0, {"full": 25, "small": 30, "large": 40, "five": 50}[box])
        else:
            assert made in range(5, 31) or (made == 0 and box != "chance")
        if box == "five" and made:
            fifty[seat] = 1
    return after, {"upper": upper, "fifty": fifty}


def tichu(options, cards, told, scores, tallies, turn):
    after, first = list(scores), told["first"]
    for seat, call in enumerate(told["call"]):
        bet = {"none": 0, "tichu": 100, "grand": 200}[call]
        after[seat % 2] += bet if seat == first else -bet
    if told["both"]:
        after[first % 2] += 200
    else:
        assert sum(told["cards_of"]) == 100
        after = [score + more for score, more in zip(after, told["cards_of"], strict=True)]
    return after, tallies


TRUMPS = {"roses": 1, "acorns": 1, "shields": 2, "bells": 2, "tops": 3, "bottoms": 3}


def schieber(options, cards, told, scores, tallies, turn):
    times = TRUMPS[told["trump"]] if options["goal"] == "2500" else 1
    assert sorted(told["taken"]) == [0, 257] or sum(told["taken"]) == 157
    return [score + times * (told["taken"][side] + told["melds"][side]) for side, score in enumerate(scores)], tallies


def schafkopf(options, cards, told, scores, tallies, turn):
    worth = 20 if told["game"] == "call" else 50
    worth += 10 * ["plain", "schneider", "schwarz"].index(told["lost_by"])
    assert told["runners"] in ((0, 2, 3, 4) if told["game"] == "wenz" else (0, *range(3, 15)))
    worth += 10 * told["runners"]
    worth <<= told["doublings"]
    after = list(scores)
    for winner in range(4):
        for loser in range(4):
            if told["won"][winner] and not told["won"][loser]:
                pair = told["game"] == "call"  # each winner of two is paid by one loser
                after[winner] += worth if not pair else worth / 2
                after[loser] -= worth if not pair else worth / 2
    assert sum(after) == sum(scores)
    return after, tallies


def euchre(options, cards, told, scores, tallies, turn):
    after, side = list(scores), told["maker"] % 2
    if told["tricks"] <= 2:
        after[1 - side] += 2
    elif told["tricks"] == 5:
        after[side] += 4 if told["alone"] else 2
    else:
        after[side] += 1
    return after, tallies


AGRICOLA = {
    "fields_of": [(2, 1), (3, 2), (4, 3), (5, 4)],
    "pastures": [(1, 1), (2, 2), (3, 3), (4, 4)],
    "grain": [(1, 1), (4, 2), (6, 3), (8, 4)],
    "greens": [(1, 1), (2, 2), (3, 3), (4, 4)],
    "sheep": [(1, 1), (4, 2), (6, 3), (8, 4)],
    "boar": [(1, 1), (3, 2), (5, 3), (7, 4)],
    "cattle": [(1, 1), (2, 2), (4, 3), (6, 4)],
}


def agricola(options, cards, told, scores, tallies, turn):
    after = []
    for seat, score in enumerate(scores):
        own = {name: row[seat] for name, row in told.items()}
        for name, steps in AGRICOLA.items():
            score += max([-1, *[worth for least, worth in steps if own[name] >= least]])
        score += own["stables"] - own["unused"] + own["rooms"] + 3 * own["family"] + own["cards_for"]
        after.append(score - 3 * own["begging"])
    return after, tallies


UMA = {"ten-twenty": (20, 10), "five-ten": (10, 5), "ten-thirty": (30, 10)}


def riichi(options, cards, told, scores, tallies, turn):
    order = sorted(range(4), key=lambda seat: (-told["final"][seat], seat))
    more, less = UMA[options["uma"]]
    after = list(scores)
    for seat, bonus in zip(order, (more + 20, less, -less, -more), strict=True):
        after[seat] += (told["final"][seat] - 30_000) / 100 + 10 * bonus
    return after, tallies


def koi_koi(options, cards, told, scores, tallies, turn):
    after = list(scores)
    if told["winner"] != "nobody":
        made = told["made"]
        if options["twice"]:
            made *= 2 if told["made"] > 6 else 1
            made *= 2 if told["called"] else 1
        after[told["winner"]] += made
    return after, tallies


DART = {0, 25, 50, *[times * number for times in (1, 2, 3) for number in range(1, 21)]}
THREE_DARTS = {one + two + three for one in DART for two in DART for three in DART}


def darts(options, cards, told, scores, tallies, turn):
    after = list(scores)
    assert told["made"][turn] in THREE_DARTS
    left = scores[turn] - told["made"][turn]
    if left > 1 or (left == 0 and (not options["double_out"] or told["doubled"][turn])):
        after[turn] = left
    elif left == 1 and not options["double_out"]:
        after[turn] = 1
    return after, tallies


NEW_SCORERS = {
    "skyjo": skyjo, "uno": uno, "rummikub": rummikub, "yahtzee": yahtzee, "tichu": tichu, "schieber": schieber,
    "schafkopf": schafkopf, "euchre": euchre, "agricola": agricola, "riichi": riichi, "koi-koi": koi_koi,
    "darts": darts,
}  # fmt: skip
"""Those of the pads of the second format, which get fewer rounds each."""


def bowling(throws):
    """The score of a whole game, from all its throws: each frame with the throws that its strike or spare waits for."""
    total = at = 0
    for _ in range(10):
        if throws[at] == 10:
            total += sum(throws[at : at + 3])
            at += 1
        else:
            total += sum(throws[at : at + 3 if sum(throws[at : at + 2]) == 10 else at + 2])
            at += 2
    return total


SCORERS = {"skull-king": skull_king, "spades": spades, "skat": skat, "farkle": farkle, "molkky": molkky}
