"""The mind of Spartacus. Forced wins are found a second time here, by a plain search on the engine."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from variants import features, params

from companion.games import registry
from companion.games.spartacus.mind import MIND
from companion.games.spartacus.mind.searched import begin as beginning
from companion.games.spartacus.mind.searched import playout
from companion.games.spartacus.mind.state import action_of, after, compact, greedy, move_of, moves_of, rules_of
from companion.kit.rules import play
from companion.kit.search.forced import winning_move
from companion.kit.search.judge import tempered
from companion.kit.search.mind import LEVELS, Judged, Past, Sight, shares_of
from companion.kit.search.uct import OVER, Tree

ROOT = Path(__file__).parents[2]
GAME = registry.game("spartacus")
BANNERS = [("double", "none"), ("joker", "none"), ("joker", "minus10"), ("joker", "worthless"), ("none", "none")]
TABLES = [
    (players, {"banners": banners, "joker_scoring": scoring}) for players in (3, 4, 5) for banners, scoring in BANNERS
]


def label(players, options):
    return f"{players} {' '.join(options.values())}"


every_table = pytest.mark.parametrize(("players", "options"), TABLES, ids=[label(*table) for table in TABLES])
enough_tables = pytest.mark.parametrize(
    ("players", "options"),
    params(TABLES, lambda players, options: features("spartacus", options, players), label),
)


def begin(players=3, **options):
    return GAME.start(players, GAME.complete(options))


def at(work):
    """Enough as soon as so much work is done."""
    return lambda done: done >= work


class Asked:
    """Enough at the last of so many questions; None: never. `works` are those that were asked about."""

    def __init__(self, last=None):
        self.last = last
        self.works = []

    def __call__(self, work):
        self.works.append(work)
        return len(self.works) == self.last


def think(position, work=20, level=4, seed="1"):
    return MIND.think(Sight(position, position.turn), level, random.Random(seed), at(work))


def cards(text):
    return [card if card == "banner" else int(card) for card in text.split()]


def late(*hands, turn=0, won_by_others=(), **options):
    """A position between two tricks. All cards that are not in a hand were won by their owner, each as a trick.

    `won_by_others` names the exceptions: owner, card and who has won it. Banners lie in the trick of the owner's 1.
    """
    players, chosen = len(hands), GAME.complete(options)
    held = [cards(hand) for hand in hands]
    winner = {(owner, card): seat for owner, card, seat in won_by_others}
    tricks: list[Any] = [[] for _ in hands]
    for seat in range(players):
        for number in range(1, 11):
            if number not in held[seat]:
                tricks[winner.get((seat, number), seat)].append([number])
        if chosen["banners"] != "none" and "banner" not in held[seat]:
            tricks[seat][0].append("banner")
    table = {"turn": turn, "trick": [], "passed": [], "best": None, "hands": held, "tricks": tricks, "points": []}
    return GAME.restore(players, chosen, GAME.settle(players, chosen, table))


def walk(players, options, dice, generous=0.5):
    """The positions of a random game, the finished one last; the more generous, the fewer passes."""
    position = begin(players, **options)
    yield position
    while position.outcome is None:
        legal = position.legal()
        plays = [action for action in legal if action != "pass"]
        position = position.after(dice.choice(plays if plays and dice.random() < generous else legal))
        yield position


def ending(players, options, dice, most):
    """A position with a choice, and with at most so many cards in all hands."""
    while True:
        for position in walk(players, options, dice, generous=0.9):
            held = sum(hand.bit_count() for hand in position.hands)
            if position.outcome is None and held <= most and len(position.legal()) > 1:
                return position


# -- the compact state


@every_table
def test_the_compact_state_agrees_with_the_engine_in_every_list_and_step(players, options):
    dice = random.Random(f"{players} {options}")
    for generous in (0.0, 0.3, 0.6, 0.9, 1.0):
        for position in walk(players, options, dice, generous):
            rules, state = rules_of(position), compact(position)
            assert state[2] == position.points
            assert [action_of(move) for move in moves_of(state)] == list(position.legal())
            assert [move_of(action) for action in position.legal()] == list(moves_of(state))
            for action in position.legal():
                assert after(rules, state, move_of(action)) == compact(position.after(action))


@every_table
def test_a_playout_is_a_game_of_the_engine_with_seven_of_eight_moves_by_the_quick_rule(players, options):
    numbers = random.Random(f"{players} {options}")
    drawn = [numbers.random() for _ in range(500)]
    for position in walk(players, options, numbers):
        if position.outcome is None:
            scores = playout(rules_of(position), compact(position), iter(drawn).__next__)
            for number in drawn:
                legal = position.legal()
                move = str(MIND.quick(Sight(position, position.turn)).action)
                action = GAME.read(move) if number < 0.875 else legal[int((number - 0.875) * 8 * len(legal))]
                position = position.after(action)
                if position.outcome is not None:
                    break
            assert scores == position.outcome.scores


# -- the quick rule: the highest number leads; behind one it plays from 4 on, or if the trick is worth 15


def quick(position, *actions):
    for action in actions:
        position = play(position, GAME.read(action))
    return MIND.quick(Sight(position, position.turn)).action


def test_the_quick_rule_leads_the_highest_number():
    assert quick(begin()) == "play 10"
    assert quick(late("3 7 banner", "1 2", "1 2")) == "play 7"


def test_the_quick_rule_leads_a_banner_only_where_nothing_else_is_left():
    assert quick(late("banner", "1 2", "1 2")) == "play banner"


def test_the_quick_rule_plays_its_highest_number_behind_a_banner():
    assert quick(begin(), "play banner") == "play 10"


def test_the_quick_rule_plays_the_highest_lower_number_from_four_on():
    assert quick(begin(), "play 5") == "play 4"
    assert quick(begin(), "play 4") == "pass"


def test_the_quick_rule_plays_any_number_for_a_trick_that_is_worth_fifteen():
    position = late("10 9 3", "10 9 5", "10 9 2 1")
    assert quick(position, "play 10", "play 5") == "play 2"  # worth 15
    assert quick(position, "play 9", "play 5") == "pass"  # worth 14
    # A banner doubles.
    assert quick(late("7 4", "banner 2", "3 10"), "play 7", "play banner") == "pass"  # worth 14
    assert quick(late("8 4", "banner 2", "3 10"), "play 8", "play banner") == "play 3"  # worth 16


def test_the_quick_rule_takes_a_trick_that_is_worth_fifteen_with_its_joker_where_it_has_no_number():
    position = late("9 4", "8 banner", "10 8 banner", banners="joker")
    assert quick(position, "play 9", "play 8") == "play banner"  # worth 17
    assert quick(position, "play 4", "pass") == "pass"  # worth 4
    position = late("9 4", "8 banner", "10 3 banner", banners="joker")
    assert quick(position, "play 9", "play 8") == "play 3"
    position = late("9 4", "8 banner", "10 8 banner", banners="joker", joker_scoring="worthless")
    assert quick(position, "play 9", "play 8") == "pass"  # the joker would take nothing
    assert quick(late("9 4", "8 banner", "10 8 banner"), "play 9", "play 8") == "pass"  # a banner would not take it


def test_the_quick_rule_values_no_trick_with_a_joker_where_those_are_worthless():
    position = late("9 4", "8 banner", "3 10", banners="joker", joker_scoring="worthless")
    assert quick(position, "play 9", "play 8") == "play 3"  # worth 17
    assert quick(position, "play 9", "play banner") == "pass"  # worth 0


# -- forced wins


@cache
def wins(position, seat):
    """Whether this seat wins alone whatever the others do; every way is tried, on the engine."""
    if position.outcome is not None:
        return position.outcome.winners == (seat,)
    every = (wins(position.after(action), seat) for action in position.legal())
    return any(every) if position.turn == seat else all(every)


def by_hand():
    """Without banners: seat 0 has 59 points and 1 10, seat 1 has 40 and 9, seat 2 has 28 and 8 10.

    With 10 led, seat 1 plays 9 and takes 19: 59 points against 59 - 1 = 58. With 1 led, that takes 1, and seat 1 leads
    its 9: 49 points against 60 - 10 = 50.
    """
    return late("1 10", "9", "8 10", won_by_others=[(1, 8, 0), (2, 7, 0), (2, 2, 1)], banners="none")


@pytest.mark.parametrize("level", LEVELS)
def test_mnd_6_the_only_move_that_forces_a_win_is_found_at_every_level(level):
    assert by_hand().points == (59, 40, 28)
    thought = think(by_hand(), MIND.works[level - 1], level)
    assert (thought.action, thought.exact, thought.win) == ("play 1", True, (1.0, 0.0, 0.0))
    assert thought.choices == (("play 1", 1.0),)


@pytest.mark.parametrize("level", LEVELS)
def test_mnd_6_a_win_that_ends_the_game_at_once_is_taken_however_many_cards_are_left(level):
    # Seat 2 has 54 points, the others have none. With a 1 for the 5 it wins; with a pass it could win higher.
    numbers = "1 2 3 4 5 6 7 8 9 10"
    position = late(numbers, numbers, "1", banners="none")
    for action in ("play 5", "pass"):
        position = play(position, GAME.read(action))
    thought = think(position, level=level)
    assert (thought.action, thought.exact, thought.win) == ("play 1", True, (0.0, 0.0, 1.0))


def test_a_shared_win_is_no_forced_win():
    # As above, but a point less: 1 led ends at 49 points for both.
    position = late("1 10", "9", "8 10", won_by_others=[(1, 8, 0), (2, 6, 0), (2, 2, 1)], banners="none")
    assert position.points == (58, 40, 29)
    assert not think(position).exact


@enough_tables
def test_mnd_6_the_search_for_a_forced_win_agrees_with_trying_everything(players, options):
    dice = random.Random(f"{players} {options}")
    forced = 0
    for _ in range(12):
        position = ending(players, options, dice, most=6)
        seat = position.turn
        winning = [str(action) for action in position.legal() if wins(position.after(action), seat)]
        thought = think(position)
        assert (thought.exact and thought.win[seat] == 1.0) == bool(winning)
        if winning:
            forced += 1
            assert thought.action in winning
            assert thought.win == shares_of((seat,), players)
    assert forced >= 2


@enough_tables
def test_mnd_6_a_forced_win_is_kept_to_the_end_against_any_play(players, options):
    dice = random.Random(f"{players} {options} kept")
    position = ending(players, options, dice, most=12)
    while think(position).win[position.turn] < 1.0:
        position = ending(players, options, dice, most=12)
    seat = position.turn
    for _ in range(5):
        at_end = position
        while at_end.outcome is None:
            if at_end.turn == seat:
                thought = think(at_end, level=1)
                assert thought.exact
                at_end = play(at_end, GAME.read(thought.action))
            else:
                at_end = at_end.after(dice.choice(at_end.legal()))
        assert at_end.outcome.winners == (seat,)


@enough_tables
def test_with_twelve_cards_the_search_for_a_forced_win_comes_to_an_end(players, options):
    dice = random.Random(f"{players} {options} twelve")
    for _ in range(3):
        position = ending(players, options, dice, most=12)
        question = Asked()
        winning_move(*beginning(position), question)
        assert len(question.works) < 50  # of 100, one every 2,000 nodes


# -- thoughts


@every_table
def test_whole_games_are_played_by_thoughts(players, options):
    position = begin(players, **options)
    while position.outcome is None:
        before = position.table()
        thought = think(position, seed=f"{before}")
        assert position.table() == before
        assert thought.action in position.legal()
        assert thought.seat == position.turn
        assert abs(sum(thought.win) - 1) < 1e-9
        assert all(share >= 0 for share in thought.win)
        assert len(thought.choices) <= 8
        if len(position.legal()) > 1:
            assert thought.choices[0].action == thought.action
            shares = [choice.win for choice in thought.choices]
            assert shares == sorted(shares, reverse=True)
        expected = position
        for action in thought.line:
            expected = play(expected, GAME.read(action))
        assert thought.line[0] == thought.action
        position = play(position, GAME.read(thought.action))


def test_where_one_move_is_possible_it_is_certain_and_soon_there():
    position = late("banner", "1 2", "1 2")
    thought = think(position, 1_000_000)
    assert (thought.action, thought.exact, thought.choices) == ("play banner", True, ())
    assert thought.work <= 128


def test_the_same_sight_chance_and_work_give_the_same_thought():
    position = begin(4, banners="joker")
    assert think(position, 200) == think(position, 200)
    assert think(position, 200) != think(position, 200, seed="2")


@pytest.mark.parametrize("position", [begin(), begin(5, banners="none"), late("banner", "1 2", "1 2")])
def test_a_thought_that_was_stopped_after_some_work_is_the_thought_of_that_work(position):
    for last in (1, 2, 3, 7):
        question = Asked(last)
        stopped = MIND.think(Sight(position, position.turn), 4, random.Random("1"), question)
        assert think(position, stopped.work) == stopped
        assert all(later - work <= 128 for work, later in pairwise([0, *question.works]))


def test_a_thought_that_was_stopped_while_it_searched_the_ending_is_that_of_the_quick_rule():
    dice = random.Random("long")
    question = Asked()
    while not question.works:
        position = ending(3, {}, dice, most=14)
        winning_move(*beginning(position), question)
    assert set(question.works) == {0}
    assert think(position, 0) == MIND.quick(Sight(position, position.turn))
    assert think(position, 1).work > 0


def test_the_work_of_a_forced_win_is_asked_for_again_and_gives_it_again():
    assert think(by_hand(), think(by_hand()).work) == think(by_hand(), 30_000)


def test_a_tree_that_is_full_goes_on_without_growing():
    position = begin()
    game, state = beginning(position)
    tree = Tree(game._replace(nodes_most=50), state, random.Random("1").random)
    tree.simulate(at(400))
    assert (tree.nodes, tree.root.visits) == (50, 400)
    assert sum(node.visits for node in tree.ranked()) == 400


THOUGHTS = """
import random
from companion.games import registry
from companion.kit.search.mind import Past, Sight
game, mind = registry.game("spartacus"), registry.game("spartacus").mind
for players, options in (3, {}), (4, {"banners": "joker", "joker_scoring": "minus10"}):
    position, positions, actions = game.start(players, game.complete(options)), [], []
    while position.outcome is None:
        sight = Sight(position, position.turn)
        thought = mind.think(sight, 4, random.Random("7"), lambda work: work >= 20)
        positions.append(position)
        actions.append(game.read(thought.action))
        position = position.after(actions[-1])
        print(thought.as_json())
    positions.append(position)
    for ply in range(0, len(actions), 15):
        print(mind.odds(positions[ply], random.Random("7"), lambda work: work >= 20))
        print(mind.judge(Past(positions, actions), ply, random.Random("7"), 20))
"""


def test_mnd_4_thoughts_are_the_same_bytes_whatever_the_seed_of_hashes():
    outputs = {
        subprocess.run(
            [sys.executable, "-c", THOUGHTS],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4711")
    }
    assert len(outputs) == 1


def test_the_lowest_level_wins_more_than_half_against_two_random_players():
    dice = random.Random("strength")
    total = 0.0
    for number in range(9):
        position, seat = begin(), number % 3
        while position.outcome is None:
            own = position.turn == seat
            action = think(position, MIND.works[0], 1, f"{number}").action if own else dice.choice(position.legal())
            position = play(position, GAME.read(action))
        total += shares_of(position.outcome.winners, 3)[seat]
    assert total / 9 >= 0.55


# -- odds and the game looked at again


@every_table
def test_odds_are_shares_of_the_win_by_seat(players, options):
    odds: Any = MIND.odds(begin(players, **options), random.Random("1"), at(60))
    assert len(odds["win"]) == players
    assert abs(sum(odds["win"]) - 1) < 1e-9
    assert (odds["exact"], odds["work"]) == (False, 60)


def test_a_temperature_below_1_brings_shares_nearer_to_each_other():
    assert tempered((0.64, 0.36), 1.0) == pytest.approx((0.64, 0.36))
    assert tempered((0.64, 0.36), 0.5) == pytest.approx((0.8 / 1.4, 0.6 / 1.4))
    assert tempered((0.49, 0.49, 0.04), 0.5) == pytest.approx((0.7 / 1.6, 0.7 / 1.6, 0.2 / 1.6))


def test_the_odds_of_a_forced_win_are_certain():
    assert MIND.odds(by_hand(), random.Random("1"), at(60)) == {"win": [1.0, 0.0, 0.0], "exact": True, "work": 1}
    led = play(by_hand(), GAME.read("play 10"))
    assert MIND.odds(led, random.Random("1"), at(60))["win"] == [0.0, 1.0, 0.0]


def test_odds_that_are_stopped_while_the_ending_is_searched_are_even():
    dice = random.Random("long")
    odds: dict[str, object] = {"work": 20}
    while odds["work"]:
        odds = MIND.odds(ending(3, {}, dice, most=14), random.Random("1"), lambda work: True)
    assert odds == {"win": [1 / 3] * 3, "exact": False, "work": 0}


@enough_tables
def test_a_game_looked_at_again_adds_up_and_nothing_in_it_is_luck(players, options):
    positions = list(walk(players, options, random.Random(f"{players} {options} again"), 0.7))
    actions = [
        next(action for action in before.legal() if before.after(action).table() == then.table())
        for before, then in pairwise(positions)
    ]
    for ply in (*range(0, len(actions), 2), len(actions) - 1):
        action = actions[ply]
        judged = MIND.judge(Past(positions, actions), ply, random.Random(f"{ply}"), 40)
        seat = positions[ply].turn
        assert judged.seat == seat
        assert judged.after == judged.played
        assert all(abs(sum(shares) - 1) < 1e-9 for shares in (judged.best, judged.played))
        assert judged.kind == ("choice" if len(positions[ply].legal()) > 1 else "forced")
        if judged.kind == "choice":
            ((who, fault),) = judged.faults
            assert (who, fault) == (seat, judged.played[seat] - judged.best[seat])
            assert fault <= 0
            assert (judged.better is None) == (judged.best == judged.played)
            assert judged.better in (None, *positions[ply].legal())
            assert judged.better != action
    assert judged.after == shares_of(positions[-1].outcome.winners, players)


def test_throwing_a_forced_win_away_costs_all_of_it_and_the_better_move_is_named():
    position = by_hand()
    thrown, kept = GAME.read("play 10"), GAME.read("play 1")
    judged = MIND.judge(Past([position, position.after(thrown)], [thrown]), 0, random.Random("1"), 200)
    lost = (0.0, 1.0, 0.0)
    won = (1.0, 0.0, 0.0)
    assert judged == Judged(
        "choice", 0, won, lost, lost, ((0, -1.0),), "play 1", proven=True, wins=("play 1",), line=("play 1",)
    )
    judged = MIND.judge(Past([position, position.after(kept)], [kept]), 0, random.Random("1"), 200)
    assert (judged.faults, judged.better) == (((0, 0.0),), None)


def test_a_table_of_entered_scores_has_no_mind():
    assert MIND.plays(GAME.complete({}))
    assert not MIND.plays(GAME.complete({"entry": "scores"}))


def test_the_quick_rule_of_the_compact_state_is_that_of_the_mind():
    for position in walk(5, {"banners": "joker"}, random.Random("1")):
        if position.outcome is None:
            move = greedy(rules_of(position), compact(position))
            assert str(action_of(move)) == MIND.quick(Sight(position, position.turn)).action
    assert compact(position)[0] == OVER
