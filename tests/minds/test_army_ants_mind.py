"""The mind of Army Ants: the compact game against the engine, what is certain, what a review says."""

import json
import os
import subprocess
import sys
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from companion.games import registry
from companion.games.army_ants.engine.deployment import Deployment, deal
from companion.games.army_ants.engine.rally import Rally
from companion.games.army_ants.mind import MIND
from companion.games.army_ants.mind.arrangement import arrange
from companion.games.army_ants.mind.compact import action_of, after, state_of, turns
from companion.games.army_ants.mind.forced import winning_turn
from companion.kit.rules import play
from companion.kit.search.mind import LEVELS, Past, Sight

GAME = registry.game("army-ants")
DEPLOYMENTS = ("dealt", "rows", "free")


def options(**chosen):
    return GAME.complete(chosen)


def start(**chosen):
    return GAME.start(2, options(**chosen))


def after_action(position, text):
    """The position after an action that `play` accepts."""
    return play(position, GAME.read(text))


def dealt(dice, **chosen):
    """The first position of the rally, with a random deal."""
    position = start(**chosen)
    for action in deal(position, dice):
        position = after_action(position, action)
    return position


def battle(text, turn=0):
    """A battle: each word a card and its square."""
    board = {word[2:]: word[:2] for word in text.split()}
    return GAME.restore(2, options(), {"phase": "battle", "turn": turn, "board": board, "rally": [0, 0]})


def random_play(position, dice, most, keen=0.4):
    """The positions of a random game; attacks come more often than by chance."""
    for _ in range(most):
        if position.outcome is not None:
            return
        yield position
        legal = position.legal()
        attacks = [action for action in legal if action.startswith("attack")]
        position = position.after(dice.choice(attacks if attacks and dice.random() < keen else legal))


def arranged(seed):
    """An arrangement, and the texts on its cards."""
    secrets = arrange(Random(seed), options(deployment="free"))
    return secrets, MIND.shown(secrets)


def odds(position, work):
    return MIND.odds(position, Random(1), until(work))


def until(work):
    return lambda done: done >= work


def think(position, work=1, seed=0, secrets=()):
    return MIND.think(Sight(position, position.to_act[0], secrets), 4, Random(seed), until(work))


def can_take_queen(position):
    """Whether the player in turn has an attack that ends the game, by the engine."""
    if not hasattr(position, "captured"):
        return False
    ends = [position.after(action).outcome for action in position.legal() if action.startswith("attack")]
    return any(outcome is not None and outcome.winners for outcome in ends)


@pytest.mark.parametrize("deployment", DEPLOYMENTS)
def test_the_compact_game_lists_and_plays_as_the_engine_does(deployment):
    dice, favors = Random(f"compact {deployment}"), 0
    for _ in range(3):
        position = dealt(dice, deployment=deployment)
        for _ in range(120):
            if position.outcome is not None:
                break
            state = state_of(position)
            by_name = {str(action_of(state, turn)): turn for turn in turns(state)}
            assert len(by_name) == len(turns(state))
            assert set(by_name) == set(position.legal())
            name = "favor" if "favor" in by_name and dice.random() < 0.5 else dice.choice(position.legal())
            favors += name == "favor"
            position, state = position.after(GAME.read(name)), after(state, by_name[name])
            assert state.running == (position.outcome is None)
            if state.running:
                assert state == state_of(position)
    assert (favors > 0) == (deployment != "free")


def test_ant_10_a_queen_attacks_not_even_a_queen():
    position = battle("RQa1 BQa8 R5c1 B5c8")
    state = state_of(position)
    actions = map(partial(action_of, state), turns(state))
    assert [action for action in actions if action.startswith("attack")] == ["attack c1>c8"]
    assert not can_take_queen(position)
    assert winning_turn(state) is None


def test_a_player_who_cannot_move_passes_in_the_compact_game_too():
    position = battle("RQa1 R1b1 R1a2 R9a3 B9b2 B8c1 BQe8 B9a4 R9b3")
    state = state_of(position)
    assert {str(action_of(state, turn)) for turn in turns(state)} == set(position.legal())
    walled = battle("RQa1 B2a2 B2b1 BQe8")
    assert walled.legal() == ("pass",)
    assert think(walled).action == "pass"
    assert think(walled).exact
    assert think(walled).choices == ()


def test_mnd_6_the_queen_is_taken_with_the_least_work():
    position = battle("R2c4 R9a1 B5a5 BQc7 RQe1 B9e8")
    thought = think(position)
    assert (thought.action, thought.win, thought.exact) == ("attack c4>c7", (1.0, 0.0), True)


FORCED = "RQe1 R5c8 R5b7 BQa8 B1a7 B1b8"
"""The queen is walled in by her own aces. If one is taken, she can only swap with the other, and falls there."""


def test_mnd_6_a_queen_that_falls_within_three_turns_is_seen_with_the_least_work():
    position = battle(FORCED)
    thought = think(position)
    assert thought.action in ("attack b7>a7", "attack c8>b8")
    assert (thought.win, thought.exact) == ((1.0, 0.0), True)
    following = position.after(GAME.read(thought.action))
    assert following.legal()
    for reply in following.legal():
        assert can_take_queen(following.after(reply))


def forced_by_the_engine(position):
    """The turns after which the queen can be taken whatever the other does."""
    for action in position.legal():
        following = position.after(action)
        if following.outcome is None and not can_take_queen(following):
            replies = map(following.after, following.legal())
            if all(reply.outcome is None and can_take_queen(reply) for reply in replies):
                yield action


def small_battles(dice, count):
    """Battles with few cards, mostly red; in every other one black's queen is walled in by her own aces."""
    squares = [f"{file}{rank}" for file in "abcde" for rank in range(1, 9)]
    for number in range(count):
        walled = {"a8": "BQ", "a7": "B1", "b8": "B1"} if number % 2 else {}
        free = dice.sample([square for square in squares if square not in walled], dice.randrange(6, 14))
        deck = [f"{side}{value}" for side in "RRB" for value in "2345678"]
        queens = ["RQ"] if walled else ["RQ", "BQ"]
        board = walled | dict(zip(free, [*queens, *dice.sample(deck, len(deck))], strict=False))
        text = " ".join([card + square for square, card in board.items()])
        yield battle(text, 0 if walled else dice.randrange(2))


def test_mnd_6_what_is_forced_is_what_the_engine_says():
    dice, seen = Random("forced"), 0
    for position in small_battles(dice, 60):
        turn = winning_turn(state_of(position))
        if can_take_queen(position):
            assert turn is not None
            assert after_action(position, action_of(state_of(position), turn)).outcome.winners == (position.turn,)
        else:
            forced = list(forced_by_the_engine(position)) if turn is not None or dice.random() < 0.05 else []
            assert (turn is None) == (not forced)
            assert turn is None or action_of(state_of(position), turn) in forced
            seen += bool(forced)
    assert seen >= 5


@pytest.mark.parametrize("how", [think, lambda position: MIND.quick(Sight(position, position.turn))])
def test_mnd_6_no_queen_is_left_to_be_taken_where_a_turn_avoids_it(how):
    dice, avoided = Random("left"), 0
    games = [position for _ in range(3) for position in random_play(dealt(dice), dice, 60)]
    for position in [*games, *small_battles(dice, 40)]:
        following = after_action(position, how(position).action)
        if following.outcome is None and following.turn != position.turn and can_take_queen(following):
            others = [then for then in map(position.after, position.legal()) if then.outcome is None]
            assert all(can_take_queen(then) for then in others)
        else:
            avoided += 1
    assert avoided > 80


@pytest.mark.parametrize(("left", "work"), [(1, 1), (2, 3000)])
def test_mnd_6_the_last_rally_turns_cover_the_queen(left, work):
    """Red's 9 stands before black's queen, and red, whose favor has used up its rally turns, begins the battle."""
    position = start()
    for value in [*"912345678Q123456789", *"Q123456789123456789"]:
        position = after_action(position, f"deploy {value}")
    board = position.table()["board"]
    assert (board["a4"], board["a5"]) == ("R9", "BQ")
    for seed in range(3):
        position = GAME.restore(2, options(), {"phase": "rally", "turn": 1, "board": board, "rally": [0, left]})
        for _ in range(left):
            assert position.to_act == (1,)
            thought = think(position, work, seed)
            assert thought.win[1] > 0.1
            position = after_action(position, thought.action)
        assert position.table()["phase"] == "battle"
        assert not can_take_queen(position)


def test_mnd_6_a_win_that_was_proven_is_not_thrown_away():
    dice, proven = Random("kept"), 0
    for _ in range(12):
        *_, position = random_play(dealt(dice), dice, 45, keen=0.6)
        winner = None
        for _ in range(60):
            if position.outcome is not None:
                break
            if winner is not None and position.turn != winner:
                position = position.after(dice.choice(position.legal()))
                continue
            thought = think(position, work=1500)
            if winner is not None:
                assert thought.exact
                assert thought.win[winner] == 1.0
            elif thought.exact and len(position.legal()) > 1:
                winner, proven = thought.win.index(1.0), proven + 1
            position = after_action(position, thought.action)
        assert winner is None or position.outcome.winners == (winner,)
    assert proven >= 4


def test_a_thought_that_is_stopped_equals_the_thought_of_that_work():
    dice = Random("stopped")
    rally = dealt(dice)
    *_, fight = random_play(rally, dice, 20, keen=0.1)
    for position in (rally, fight):
        asked: list[int] = []

        def third(done, asked=asked):
            asked.append(done)
            return len(asked) == 30

        stopped = MIND.think(Sight(position, position.turn), 4, Random(1), third)
        assert stopped.work == asked[-1]
        assert max(later - sooner for sooner, later in pairwise([0, *asked])) <= 128
        assert think(position, work=stopped.work, seed=1) == stopped
        assert stopped.work <= think(position, work=stopped.work + 1, seed=1).work <= stopped.work + 128


def test_every_game_ends_or_goes_on_by_thoughts_in_every_deployment():
    for deployment in DEPLOYMENTS:
        position, secrets = start(deployment=deployment), ((), ())
        if deployment == "free":
            secrets = tuple([arrange(Random(f"7|deploy|{seat}"), options(deployment="free")) for seat in (0, 1)])
        for ply in range(120):
            if position.outcome is not None:
                break
            seat = position.turn
            if MIND.may_think(position, seat):
                thought = think(position, 100, ply, secrets[seat])
                action = GAME.read(thought.action)
                if len(position.legal()) > 1 and not isinstance(position, Deployment):
                    assert thought.choices[0].action == action
                    shares = [choice.win for choice in thought.choices]
                    assert shares == sorted(shares, reverse=True)
                    assert thought.line[0] == action
                    assert len(shares) <= 8
                assert sum(thought.win) == pytest.approx(1)
                json.dumps(thought.as_json())
            else:
                assert deployment != "free"
                action = deal(position, Random(ply))[0]
            position = after_action(position, action)
        assert position.phase == "battle"


def few_draws(seed):
    """A source of chance with what never changes in Python, and nothing else."""
    chance = Random(seed)
    return SimpleNamespace(random=chance.random, getrandbits=chance.getrandbits)


def test_a_thought_changes_nothing_and_follows_from_sight_chance_and_work():
    dice = Random("pure")
    *_, position = random_play(dealt(dice), dice, 25)
    table = position.table()
    thoughts = [
        MIND.think(Sight(position, position.turn), level, few_draws(5), until(400)) for level in LEVELS for _ in "ab"
    ]
    assert thoughts == [thoughts[0]] * len(thoughts)
    assert position.table() == table


SAID = """
from random import Random
from companion.games import registry
from companion.games.army_ants.engine.deployment import deal
from companion.kit.search.mind import Sight
game, mind = registry.game("army-ants"), registry.game("army-ants").mind
position = game.start(2, game.complete({"deployment": "free"}))
for ply in range(56):
    if position.outcome is None:
        thought = mind.think(Sight(position, position.turn), 4, Random(ply), lambda done: done >= 200)
        print(thought.as_json(), mind.odds(position, Random(ply), lambda done: done >= 100))
        position = position.after(game.read(thought.action))
"""


def test_the_same_bytes_whatever_the_hashes_of_texts_are():
    root = str(Path(__file__).resolve().parents[2])
    said = set()
    for seed in ("0", "1", "4000000000"):
        surroundings = {**os.environ, "PYTHONPATH": root, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", SAID]
        said.add(subprocess.run(command, check=True, capture_output=True, env=surroundings).stdout)
    assert len(said) == 1
    assert said.pop().count(b"\n") == 56


def test_an_exchange_after_which_only_queens_stand_is_half_a_win():
    exchange = past_of(battle("RQe1 R5c4 B5c5 BQa8"), "attack c4>c5")
    assert MIND.judge(exchange, 0, Random(1), 500).played == (0.5, 0.5)
    behind = battle("RQe1 R5c4 B5c5 BQa8 B7b7 B6d7 B8c8")
    assert think(behind, work=3000).win[0] < 0.5


@pytest.mark.parametrize("seat", [0, 1])
def test_ant_14_an_arrangement_is_allowed_and_follows_from_chance_alone(seat):
    free = options(deployment="free")
    assert len({arrange(Random(seed), free) for seed in range(50)}) == 50
    for seed in range(300):
        values = list(arrange(Random(seed), free))
        values.insert(17, -1)  # the middle of the back rank stays empty
        ranks = [values[start : start + 5] for start in range(0, 20, 5)]
        beside = [pair for rank in ranks for pair in pairwise(rank)]
        beside += [pair for rank, next_rank in pairwise(ranks) for pair in zip(rank, next_rank, strict=True)]
        assert {(0, 9), (9, 0)}.isdisjoint(beside)
    for seed in range(12):
        secrets = arrange(Random(seed), free)
        assert secrets == arrange(few_draws(seed), free)
        position = start(deployment="free")
        played: list[str] = []
        if seat == 1:
            for action in deal(position, Random(seed))[:19]:
                position = after_action(position, action)
        for left in range(18, -1, -1):
            thought = think(position, seed=seed + 1, secrets=secrets)
            assert MIND.quick(Sight(position, seat, secrets)).action == thought.action
            position, before = after_action(position, thought.action), position
            played.append(thought.action.removeprefix("deploy "))
            kept = MIND.keep(Sight(before, seat, secrets), GAME.read(thought.action), thought, position)
            assert kept == (secrets if left else ())
        assert arranged(seed)[1] == played
    assert MIND.arrange is arrange
    assert arrange(Random(1), options()) == ()
    assert MIND.shown(()) is None


def test_an_arrangement_that_the_table_contradicts_gives_way():
    secrets, shown = arranged(1)
    other = next(value for value in "12345678" if value != shown[0])
    position = after_action(start(deployment="free"), f"deploy {other}")
    played = [other]
    while position.turn == 0:
        thought = think(position, secrets=secrets)
        position = after_action(position, thought.action)
        played.append(thought.action.removeprefix("deploy "))
    assert sum(card != wanted for card, wanted in zip(played, shown, strict=True)) == 2


def test_a_free_army_is_arranged_and_one_that_was_dealt_is_only_entered():
    assert not MIND.may_think(start(), 0)
    assert MIND.may_think(start(deployment="free"), 0)
    assert MIND.may_think(dealt(Random(1)), 0)
    assert [MIND.sits(options(deployment=deployment)) for deployment in DEPLOYMENTS] == [True, False, True]
    assert [MIND.plays(options(deployment=deployment)) for deployment in DEPLOYMENTS] == [True] * 3
    assert not MIND.plays(options(entry="scores"))
    assert not MIND.sits(options(entry="scores"))


def test_odds_are_even_until_the_cards_lie_and_proven_where_the_queen_falls():
    assert odds(start(), 9) == {"win": [0.5, 0.5], "exact": False, "work": 0}
    assert odds(battle(FORCED), 9) == {"win": [1.0, 0.0], "exact": True, "work": 0}
    said = odds(dealt(Random(1)), 256)
    assert sum(said["win"]) == pytest.approx(1)
    assert (said["exact"], said["work"]) == (False, 256)


def past_of(position, *texts):
    positions = [position]
    for text in texts:
        positions.append(after_action(positions[-1], text))
    return Past(positions, texts)


def test_a_review_says_what_a_choice_cost_and_what_was_better():
    past = past_of(battle(FORCED), "moveout c8>e8")
    judged = MIND.judge(past, 0, Random(1), 3000)
    assert (judged.kind, judged.seat, judged.best) == ("choice", 0, (1.0, 0.0))
    assert judged.better in judged.wins
    assert set(judged.wins) == {"attack b7>a7", "moveout b7>a6"}  # no reply saves her: all were tried
    assert judged.after == judged.played
    assert judged.faults == ((0, judged.played[0] - 1.0),)
    assert judged.faults[0][1] < -0.01


def test_a_queen_left_to_be_taken_is_a_fault_and_taking_her_is_none():
    position = battle("R2c4 RQe1 R9e2 B5a5 BQd7 B9e8 B8b7", turn=1)
    past = past_of(position, "moveout d7>c7", "attack c4>c7")
    blunder, taken = [MIND.judge(past, ply, Random(1), 3000) for ply in (0, 1)]
    assert blunder.played == (1.0, 0.0)
    assert blunder.faults[0][0] == 1
    assert blunder.faults[0][1] < -0.5
    assert (taken.best, taken.played, taken.after) == ((1.0, 0.0),) * 3
    assert taken.faults == ((0, 0.0),)
    assert taken.better is None


def test_a_review_holds_cards_that_are_dealt_or_turned_up_for_nobodys_choice():
    for deployment, kind in (("dealt", "chance"), ("free", "told")):
        position = start(deployment=deployment)
        past = past_of(position, *deal(position, Random(3)))
        first, last = [MIND.judge(past, ply, Random(1), 500) for ply in (0, 37)]
        assert (first.kind, first.seat) == (kind, 0 if kind == "told" else None)
        assert first.best == first.played == first.after == last.best == last.played == (0.5, 0.5)
        assert isinstance(past.positions[38], Rally)
        assert last.after != (0.5, 0.5)
        assert last.faults == ()


def test_a_table_that_was_set_is_all_luck():
    won, even = battle(FORCED), battle("RQe1 BQa8 R5c1 B5c8")
    judged = MIND.judge(Past([even, won], [None]), 0, Random(1), 200)
    assert (judged.kind, judged.after, judged.faults) == ("set", (1.0, 0.0), ())
    assert judged.best == judged.played


def test_a_review_of_a_whole_game_knows_no_luck_in_rally_and_battle():
    position = dealt(Random(4))
    texts: list[str] = []
    positions = [position]
    while position.outcome is None and len(texts) < 30:
        thought = think(position, work=64 if position.turn else 600, seed=len(texts))
        texts.append(thought.action)
        position = after_action(position, thought.action)
        positions.append(position)
    past = Past(positions, [GAME.read(text) for text in texts])
    for ply in range(len(texts)):
        judged = MIND.judge(past, ply, Random(1), 300)
        assert judged.kind in ("choice", "forced")
        assert judged.after == judged.played
        ((seat, fault),) = judged.faults
        assert seat == positions[ply].turn
        assert fault == judged.played[seat] - judged.best[seat] <= 0
        assert (judged.better is None) == (fault == 0)
        assert judged == MIND.judge(past, ply, Random(1), 300)
