"""The mind of Praetorians: odds in fractions, what it decides, and the look at a finished game."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

import pytest
from installed import answer

from companion.games.praetorians.mind import MIND
from companion.games.praetorians.mind.turn import Turn
from companion.games.registry import game
from companion.kit.rules import play
from companion.kit.search.mind import Past, Sight

ROOT = Path(__file__).parents[2]
PRAETORIANS = game("praetorians")
OPTIONS = {twelves: PRAETORIANS.complete({"twelves": twelves}) for twelves in (False, True)}
DECK = [f"{colour}{value}" for colour in "RPBGY" for value in range(1, 11)]


def started(players=2, twelves=False):
    return PRAETORIANS.start(players, OPTIONS[twelves])


def after(position, *actions):
    for action in actions:
        position = play(position, PRAETORIANS.read(action))
    return position


def table(pawns, kept="", down=None, twelves=False):
    """Seat 0 is in turn, with these kept cards; of the others those named are face down, the rest are discards."""
    kept, deck = kept.split(), DECK + ["12"] * (5 if twelves else 0)
    rest = [card for card in deck if card not in kept]
    facedown = rest if down is None else [card for card in rest if card in down.split()]
    discards = [card for card in rest if card not in facedown]
    view = {"turn": 0, "pawns": pawns, "kept": kept, "flips": len(kept), "matched": 0}
    return PRAETORIANS.restore(len(pawns), OPTIONS[twelves], {**view, "facedown": facedown, "discards": discards})


def think(position, level=4):
    return MIND.think(Sight(position, position.to_act[0]), level, Random(0), lambda done: True)


def odds(position):
    return MIND.odds(position, Random(0), lambda done: True)


def random_positions(count, most_down=55):
    """Positions of random games, as far as so few cards are face down."""
    chance = Random(f"positions {count} {most_down}")
    found = 0
    while found < count:
        position = started(chance.choice((2, 3, 4)), chance.random() < 0.5)
        while position.outcome is None and found < count:
            if len(position.table()["facedown"]) <= most_down and chance.random() < 0.3:
                found += 1
                yield position
            actions = list(position.legal())
            stops = actions[-1] == "stop" and chance.random() < 0.3
            position = position.after(actions[-1] if stops else chance.choice(actions))


# Odds


def naive(table):
    """The odds of the next card, counted from the table view."""
    cards = table["facedown"] or table["discards"]
    camps = {"R": "a", "P": "a", "B": "b", "G": "b"}
    kept = {int(card[1:]) for card in table["kept"]}
    camp = {camps[card[0]] for card in table["kept"] if card[0] in camps}
    match = [int(card[1:]) for card in cards if card != "12" and int(card[1:]) in kept]
    new = [card for card in cards if card != "12" and int(card[1:]) not in kept]
    caught = [card for card in new if len(camp | ({camps[card[0]]} if card[0] in camps else set())) == 2]
    good = sum(int(card[1:]) for card in new if card not in caught) + sum(match)
    down = len(cards)
    return {
        "down": down,
        "caught": str(Fraction(len(caught), down)),
        "match": str(Fraction(len(match), down)),
        "twelve": str(Fraction(cards.count("12"), down)),
        "gain": str(Fraction(good - len(caught) * sum(kept), down)),
    }


def test_the_odds_of_the_next_card_in_figures():
    # 49 cards; four other 7s match; 18 cards of blue and green are caught and cost 7 each; nine cards of each of the
    # other three colours bring 48 together
    assert odds(after(started(), "flip R7"))["card"] == {
        "down": 49, "caught": "18/49", "match": "4/49", "twelve": "0", "gain": "46/49",
    }  # fmt: skip


def test_where_none_is_face_down_the_next_card_is_one_of_the_discards():
    position = table([50, 50], "Y9", down="")
    assert odds(position)["card"]["down"] == 49
    assert odds(position)["card"]["match"] == "4/49"


@pytest.mark.parametrize("count", [60, pytest.param(1000, marks=pytest.mark.thorough)])
def test_the_odds_of_the_next_card_are_those_that_one_counts(count):
    for position in random_positions(count):
        assert odds(position)["card"] == naive(position.table())


def naive_now(position):
    """The probability of 99 for one who turns up cards until it is reached, card by card by the rules."""
    seat = position.to_act[0]

    @cache
    def reach(position):
        if position.outcome is not None:
            return 1.0
        view = position.table()
        if view["turn"] != seat:
            return 0.0
        if view["pawns"][seat] + sum(int(card[1:]) for card in view["kept"]) >= 99:
            return 1.0
        if not view["facedown"]:
            return 0.0
        gift = f"flip 12>{(seat + 1) % len(view['pawns'])}"
        ways = [by_cards(after(position, gift if card == "12" else f"flip {card}")) for card in view["facedown"]]
        return sum(ways) / len(ways)

    seen = {}

    def by_cards(position):
        view = position.table()
        key = (tuple(view["facedown"]), tuple(sorted(view["kept"])), view["turn"] == seat, position.outcome is None)
        if key not in seen:
            seen[key] = reach(position)
        return seen[key]

    return reach(position)


@pytest.mark.parametrize(
    ("pawn", "kept", "down", "now"),
    [
        (90, "", "R9 B9", 1),  # either is enough
        (85, "", "R10 B5", 0),  # the second is caught
        (85, "", "R10 P5", 1),
        (85, "", "R10 Y4 B9", 1 / 3),  # R10 Y4 and Y4 R10 of the six orders of the first two
        (85, "R9", "B9", 1),  # a match
        (90, "R9", "B1", 1),  # stopping is enough
        (80, "R9", "", 0),
        (90, "R9", "", 1),
    ],
)
def test_the_probability_to_reach_99_now_in_figures(pawn, kept, down, now):
    assert odds(table([pawn, 50], kept, down))["now"] == pytest.approx(now, abs=1e-12)


def test_with_more_than_ten_cards_face_down_99_is_not_looked_for():
    ten = "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10"
    assert odds(table([50, 50], "", ten))["now"] == pytest.approx(1)  # 55 together
    assert odds(table([50, 50], "", f"{ten} P1"))["now"] is None


@pytest.mark.parametrize(("count", "most"), [(12, 6), pytest.param(100, 10, marks=pytest.mark.thorough)])
def test_the_probability_to_reach_99_now_is_that_of_all_orders(count, most):
    for position in random_positions(count, most):
        view = position.table()
        view["pawns"][view["turn"]] = max(view["matched"], 98 - Random(len(view["facedown"])).randrange(40))
        position = PRAETORIANS.restore(len(view["pawns"]), OPTIONS["12" in view["facedown"] + view["discards"]], view)
        assert odds(position)["now"] == pytest.approx(naive_now(position), abs=1e-9)


def test_the_shares_add_up_to_one_and_are_higher_for_the_pawn_in_front():
    for players in (2, 3, 4):
        for twelves in (False, True):
            view = table([60, 40, 20, 30][:players], "Y1", twelves=twelves)
            win = odds(view)["win"]
            assert sum(win) == pytest.approx(1, abs=1e-12)
            assert max(win) == win[0]
            assert min(win) == win[min(2, players - 1)]


def test_who_needs_one_more_point_has_won():
    assert odds(table([98, 97]))["win"][0] > 0.999
    assert not odds(table([98, 97]))["exact"]


def test_the_odds_of_a_stop_that_wins_are_exact():
    found = odds(table([92, 98], "R7"))
    assert (found["win"], found["exact"]) == ([1.0, 0.0], True)


# Thoughts


def test_the_first_card_must_be_turned_up():
    thought = think(started())
    assert (thought.action, thought.exact, thought.choices, thought.extra) == ("another", True, (), {"twelve": None})


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_mnd_6_a_win_by_stopping_is_taken_at_every_level(level):
    thought = think(table([92, 98], "R7"), level)
    assert (thought.action, thought.win, thought.exact) == ("stop", (1.0, 0.0), True)


@pytest.mark.parametrize(
    ("level", "kept", "action"),
    [
        (1, "R9 R2", "another"),
        (1, "R10 R2", "stop"),
        (2, "R10 R9", "another"),
        (2, "R10 R9 R1", "stop"),
    ],
)
def test_the_careful_level_holds_at_12_and_the_bold_one_at_20(level, kept, action):
    assert think(table([30, 30], kept), level).action == action


@pytest.mark.parametrize(("kept", "action"), [("R10 R4", "another"), ("R10 R5", "stop")])
def test_the_quick_rule_holds_at_15(kept, action):
    assert MIND.quick(Sight(table([30, 30], kept), 0)).action == action


def test_the_best_levels_weigh_what_can_come():
    # only red cards are face down: nothing can be caught
    assert think(table([30, 30], "R10 R9 R8", down="R1 R2 R3 R4 R5 R6 R7")).action == "another"
    # only blue ones: the next card is caught
    assert think(table([30, 30], "R1", down="B2 B3 B4 B5 B6 B7")).action == "stop"
    # the other is about to win, so that a small step is of no use; 99 is two cards away
    assert think(table([60, 98], "R10 R9 R8")).action == "another"


def test_choices_name_both_ways_the_better_first():
    thought = think(table([30, 30], "R10 R9"))
    assert sorted(choice.action for choice in thought.choices) == ["another", "stop"]
    assert thought.choices[0].win >= thought.choices[1].win
    assert thought.action == thought.choices[0].action
    assert thought.win[0] == thought.choices[0].win


def test_a_12_goes_to_the_one_who_is_most_likely_to_win():
    assert think(table([30, 40, 70, 50], "R7", twelves=True)).extra == {"twelve": 2}
    assert think(started(2, twelves=True)).extra == {"twelve": 1}


def test_one_card_ahead_is_what_the_rules_make_of_every_card_and_a_stop_after_it():
    for position in random_positions(30):
        turn = Turn(position)
        view = position.table()
        found = []
        for card in view["facedown"] or view["discards"]:
            then = after(position, f"flip 12>{turn.victim(position)}" if card == "12" else f"flip {card}")
            if then.outcome is None and then.table()["turn"] == view["turn"] and then.table()["flips"]:
                then = after(then, "stop")
            found.append(turn.after_turn(tuple(then.table()["pawns"])))
        means = [sum(shares[seat] for shares in found) / len(found) for seat in range(len(view["pawns"]))]
        assert turn.another(position) == pytest.approx(means, abs=1e-12)


# Over the line


class Line:
    def __init__(self, players, **options):
        self.referee = None
        self.ask("new", game="praetorians", players=["Ada", "Ben", "Cleo", "Dan"][:players], options=options)

    def ask(self, do, **fields):
        answered = answer(self.referee, json.dumps({"do": do, **fields}).encode())
        self.referee = answered.referee
        reply = json.loads(answered.reply)
        assert reply["ok"], reply
        return reply


def whole_game(players, levels, twelves, seed):
    """A game in which the device has all seats; the cards come by chance."""
    line, chance = Line(players, twelves=twelves), Random(f"game {seed}")
    for seat, level in enumerate(levels):
        line.ask("sit", seat=seat, level=level, seed=seed)
    view = line.ask("view")["view"]
    thoughts = []
    while not view["over"]:
        thought = line.ask("think", seat=view["to_act"][0])["thought"]
        thoughts.append(thought)
        assert sum(thought["win"]) == pytest.approx(1, abs=1e-12)
        action = thought["action"]
        if action == "another":
            cards = view["table"]["facedown"] or view["table"]["discards"]
            card = cards[int(chance.random() * len(cards))]
            action = f"flip 12>{thought['twelve']}" if card == "12" else f"flip {card}"
        assert action in view["legal"]
        view = line.ask("play", action=action)["view"]
    return line, thoughts


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("twelves", [False, True])
def test_whole_games_end_and_their_reviews_add_up(players, twelves):
    line, thoughts = whole_game(players, [1, 2, 3, 4][:players], twelves, "a")
    assert len(thoughts) > 10
    review = line.ask("review", work=1)["review"]
    plies = review["plies"]
    assert len(plies) == len(thoughts)
    for seat in range(players):
        changes = [ply[part][seat] for ply in plies for part in ("choice", "luck", "drift")]
        assert plies[0]["before"][seat] + sum(changes) == pytest.approx(review["final"][seat], abs=1e-6)
    for ply in plies:
        assert ply["kind"] in ("choice", "chance")
        for part in ("choice", "luck", "drift"):
            assert sum(ply[part]) == pytest.approx(0, abs=1e-9)
        assert all(cost <= 0 for _, cost in ply["faults"])
        assert ply["action"] != "stop" or ply["luck"] == [0] * players
        assert ply["drift"] == [0] * players


def test_the_best_level_has_no_faults_in_its_own_review():
    line, _ = whole_game(2, [3, 4], False, "b")
    assert [ply["faults"] for ply in line.ask("review", work=1)["review"]["plies"] if ply["choice"] != [0, 0]] == []


def test_scores_entry_has_shares_and_nothing_else():
    line = Line(3, entry="scores")
    assert line.ask("odds")["odds"].keys() == {"win", "exact", "work"}
    before = line.ask("odds")["odds"]["win"]
    line.ask("play", action="match 10")
    assert line.ask("odds")["odds"]["win"][0] > before[0]


# The look at a finished game


def judged(before, action):
    past = Past([before, after(before, action)], [PRAETORIANS.read(action)])
    return MIND.judge(past, 0, Random(0), 1)


def test_a_card_that_had_to_come_is_chance():
    look = judged(started(), "flip Y10")
    assert (look.kind, look.seat, look.best, look.faults) == ("chance", 0, look.played, ())
    assert look.after[0] > look.played[0]


def test_one_more_card_that_can_only_be_caught_is_a_fault():
    look = judged(table([30, 30], "R1", down="B2 B3 B4 B5 B6 B7"), "flip B2")
    assert (look.kind, look.better) == ("choice", "stop")
    assert look.faults[0][1] < 0


def test_stopping_where_nothing_can_be_caught_is_a_fault():
    look = judged(table([30, 30], "R10 R9 R8", down="R1 R2 R3 R4 R5 R6 R7"), "stop")
    assert (look.kind, look.better, look.after) == ("choice", "another", look.played)
    assert look.faults[0][1] < 0


def test_a_12_for_the_wrong_one_is_a_fault_and_the_12_itself_is_luck():
    start = table([30, 40, 80], "R1", twelves=True)
    right, wrong = judged(start, "flip 12>2"), judged(start, "flip 12>1")
    assert wrong.better == "flip 12>2"
    assert wrong.faults[0][1] < right.faults[0][1]
    for one, other in zip(right.after, right.played, strict=True):
        assert abs(one - other) < 1
    luck = [[one - other for one, other in zip(look.after, look.played, strict=True)] for look in (right, wrong)]
    assert luck[0] == pytest.approx(luck[1], abs=1e-12)


def test_thoughts_odds_and_reviews_are_the_same_bytes_whatever_the_hash_seed():
    script = """
import json, random, sys
sys.path[:0] = ["tests/minds", "tests"]
from test_praetorians_mind import odds, random_positions, think, whole_game
for position in random_positions(10):
    print(json.dumps([odds(position), think(position).as_json()]))
print(json.dumps(whole_game(3, [1, 3, 2], True, "c")[0].ask("review", work=1)))
"""
    found = set()
    for seed in ("0", "1", "2"):
        surroundings = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        found.add(subprocess.check_output([sys.executable, "-c", script], cwd=ROOT, env=surroundings))
    assert len(found) == 1
    assert len(found.pop().splitlines()) == 11
