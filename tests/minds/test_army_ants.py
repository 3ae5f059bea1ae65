"""The mind of Army Ants: the compact game against the engine, what is certain, what a review says."""

import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from companion.games import registry
from companion.games.army_ants.engine.deployment import Deployment
from companion.games.army_ants.engine.rally import Rally
from companion.games.army_ants.mind.compact import action_of, after, state_of, turns
from companion.games.army_ants.mind.forced import winning_turn
from companion.games.game import play
from companion.minds.mind import LEVELS, Past, Sight

GAME, MIND = registry.game("army-ants"), registry.mind("army-ants")
DEPLOYMENTS = ("dealt", "rows", "free")


def options(**chosen):
    return GAME.complete(chosen)


def dealt(dice, **chosen):
    """The first position of the rally, with a random deal."""
    position = GAME.start(2, options(**chosen))
    for action in GAME.deal(position, dice):
        position = play(position, action)
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
    dice = Random(f"compact {deployment}")
    for _ in range(3):
        position = dealt(dice, deployment=deployment)
        for _ in range(120):
            if position.outcome is not None:
                break
            state = state_of(position)
            by_name = {str(action_of(state, turn)): turn for turn in turns(state)}
            assert len(by_name) == len(turns(state))
            assert set(by_name) == set(position.legal())
            name = dice.choice(position.legal())
            position, state = position.after(GAME.read(name)), after(state, by_name[name])
            assert state.running == (position.outcome is None)
            if state.running:
                assert state == state_of(position)


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
"""The queen is walled in by her own aces. If one is taken she can only change places with the other, and falls there."""


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
            if all(
                reply.outcome is None and can_take_queen(reply) for reply in map(following.after, following.legal())
            ):
                yield action


def small_battles(dice, count):
    """Battles with few cards, mostly red ones; in every other one black's queen is walled in by her own aces."""
    squares = [f"{file}{rank}" for file in "abcde" for rank in range(1, 9)]
    for number in range(count):
        walled = {"a8": "BQ", "a7": "B1", "b8": "B1"} if number % 2 else {}
        free = dice.sample([square for square in squares if square not in walled], dice.randrange(6, 14))
        deck = [f"{side}{value}" for side in "RRB" for value in "2345678"]
        queens = ["RQ"] if walled else ["RQ", "BQ"]
        board = walled | dict(zip(free, [*queens, *dice.sample(deck, len(deck))], strict=False))
        yield battle(" ".join([card + square for square, card in board.items()]), 0 if walled else dice.randrange(2))


def test_mnd_6_what_is_forced_is_what_the_engine_says():
    dice, seen = Random("forced"), 0
    for position in small_battles(dice, 90):
        turn = winning_turn(state_of(position))
        if can_take_queen(position):
            assert play(position, action_of(state_of(position), turn)).outcome.winners == (position.turn,)
        else:
            forced = list(forced_by_the_engine(position)) if turn is not None or dice.random() < 0.05 else []
            assert (turn is None) == (not forced)
            assert turn is None or action_of(state_of(position), turn) in forced
            seen += bool(forced)
    assert seen >= 5


@pytest.mark.parametrize("how", [think, lambda position: MIND.quick(Sight(position, position.turn))])
def test_mnd_6_no_queen_is_left_to_be_taken_where_a_turn_avoids_it(how):
    dice, avoided = Random("left"), 0
    games = [position for _ in range(4) for position in random_play(dealt(dice), dice, 60)]
    for position in [*games, *small_battles(dice, 40)]:
        following = play(position, GAME.read(how(position).action))
        if following.outcome is None and following.turn != position.turn and can_take_queen(following):
            others = [then for then in map(position.after, position.legal()) if then.outcome is None]
            assert all(can_take_queen(then) for then in others)
        else:
            avoided += 1
    assert avoided > 100


def test_mnd_6_the_last_rally_turn_covers_the_queen():
    """Red's 9 stands before black's queen, and red begins the battle."""
    deploys = [*"912345678Q12345678", "9", *"Q12345678912345678", "9"]
    position = GAME.start(2, options())
    for value in deploys:
        position = play(position, GAME.read(f"deploy {value}"))
    board = position.table()["board"]
    assert (board["a4"], board["a5"]) == ("R9", "BQ")
    table = {"phase": "rally", "turn": 1, "board": board, "rally": [0, 1]}
    last = GAME.restore(2, options(), table)
    for seed in range(5):
        following = play(last, GAME.read(think(last, seed=seed).action))
        assert following.phase == "battle"
        assert not can_take_queen(following)


def test_mnd_6_a_win_that_was_proven_is_not_thrown_away():
    dice, proven = Random("kept"), 0
    for _ in range(12):
        position, winner = dealt(dice), None
        for position in random_play(position, dice, 45, keen=0.6):  # noqa: B007  # the last one is used
            pass
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
            elif thought.exact and len(position.legal()) > 1 and thought.win[position.turn] == 1.0:
                winner, proven = position.turn, proven + 1
            position = play(position, GAME.read(thought.action))
        assert winner is None or position.outcome.winners == (winner,)
    assert proven >= 4


def test_a_thought_that_is_stopped_equals_the_thought_of_that_work():
    dice = Random("stopped")
    rally = dealt(dice)
    *_, fight = random_play(rally, dice, 20, keen=0.1)
    for position in (rally, fight):
        asked = []

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
        position, secrets = GAME.start(2, options(deployment=deployment)), ((), ())
        if deployment == "free":
            secrets = tuple([MIND.arrange(Random(f"7|deploy|{seat}"), options(deployment="free")) for seat in (0, 1)])
        for ply in range(150):
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
                action = GAME.deal(position, Random(ply))[0]
            position = play(position, action)
        assert position.phase == "battle"


class OnlyTheseDraws:
    """A source of chance with what never changes in Python, and nothing else."""

    def __init__(self, seed):
        self._chance = Random(seed)
        self.random, self.getrandbits = self._chance.random, self._chance.getrandbits


def test_a_thought_changes_nothing_and_follows_from_sight_chance_and_work():
    dice = Random("pure")
    *_, position = random_play(dealt(dice), dice, 25)
    table = position.table()
    thoughts = [
        MIND.think(Sight(position, position.turn), level, OnlyTheseDraws(5), until(1000))
        for level in LEVELS
        for _ in "ab"
    ]
    assert thoughts == [thoughts[0]] * len(thoughts)
    assert position.table() == table


SAID = """
from random import Random
from companion.games import registry
from companion.minds.mind import Sight
game, mind = registry.game("army-ants"), registry.mind("army-ants")
position = game.start(2, game.complete({"deployment": "free"}))
for ply in range(60):
    if position.outcome is None:
        thought = mind.think(Sight(position, position.turn), 4, Random(ply), lambda done: done >= 200)
        print(thought.as_json(), mind.odds(position, Random(ply), lambda done: done >= 100))
        position = position.after(game.read(thought.action))
"""


def test_the_same_bytes_whatever_the_hashes_of_texts_are():
    root = str(Path(__file__).resolve().parents[2])
    said = {
        subprocess.run(
            [sys.executable, "-c", SAID], check=True, capture_output=True, env={**os.environ, "PYTHONPATH": root, "PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("0", "1", "4000000000")
    }  # fmt: skip
    assert len(said) == 1
    assert said.pop().count(b"\n") == 60


def test_an_exchange_after_which_only_queens_stand_is_half_a_win():
    exchange = past_of(battle("RQe1 R5c4 B5c5 BQa8"), "attack c4>c5")
    assert MIND.judge(exchange, 0, Random(1), 500).played == (0.5, 0.5)
    behind = battle("RQe1 R5c4 B5c5 BQa8 B7b7 B6d7 B8c8")
    assert think(behind, work=3000).win[0] < 0.5


@pytest.mark.parametrize("seat", [0, 1])
def test_ant_14_an_arrangement_is_allowed_and_follows_from_chance_alone(seat):
    free = options(deployment="free")
    assert len({MIND.arrange(Random(seed), free) for seed in range(50)}) == 50
    for seed in range(50):
        secrets = MIND.arrange(Random(seed), free)
        assert secrets == MIND.arrange(OnlyTheseDraws(seed), free)
        position, played = GAME.start(2, free), []
        if seat == 1:
            for action in GAME.deal(position, Random(seed))[:19]:
                position = play(position, action)
        while isinstance(position, Deployment) and position.turn == seat:
            sight = Sight(position, seat, secrets)
            thought = MIND.think(sight, 4, Random(f"other {seed}"), until(1))
            assert MIND.quick(sight).action == thought.action
            position = play(position, GAME.read(thought.action))
            played.append(thought.action.removeprefix("deploy "))
            kept = MIND.keep(sight, GAME.read(thought.action), thought, position)
            assert kept == (secrets if len(played) < 19 else ())
        assert MIND.shown(secrets) == played
    assert MIND.arrange(Random(1), options()) == ()
    assert MIND.shown(()) is None


def test_an_arrangement_that_the_table_contradicts_gives_way():
    free = options(deployment="free")
    secrets = MIND.arrange(Random(1), free)
    other = next(value for value in "12345678" if value != MIND.shown(secrets)[0])
    position = play(GAME.start(2, free), GAME.read(f"deploy {other}"))
    played = [other]
    while position.turn == 0:
        thought = think(position, secrets=secrets)
        position = play(position, GAME.read(thought.action))
        played.append(thought.action.removeprefix("deploy "))
    assert sum(card != wanted for card, wanted in zip(played, MIND.shown(secrets), strict=True)) == 2


def test_a_free_army_is_arranged_and_one_that_was_dealt_is_only_entered():
    assert not MIND.may_think(GAME.start(2, options()), 0)
    assert MIND.may_think(GAME.start(2, options(deployment="free")), 0)
    assert MIND.may_think(dealt(Random(1)), 0)
    assert [MIND.sits(options(deployment=deployment)) for deployment in DEPLOYMENTS] == [True, False, True]
    assert [MIND.plays(options(deployment=deployment)) for deployment in DEPLOYMENTS] == [True] * 3
    assert not MIND.plays(options(entry="scores"))
    assert not MIND.sits(options(entry="scores"))


def test_odds_are_even_until_the_cards_lie_and_proven_where_the_queen_falls():
    assert MIND.odds(GAME.start(2, options()), Random(1), until(9)) == {"win": [0.5, 0.5], "exact": False, "work": 0}
    assert MIND.odds(battle(FORCED), Random(1), until(9)) == {"win": [1.0, 0.0], "exact": True, "work": 0}
    odds = MIND.odds(dealt(Random(1)), Random(1), until(256))
    assert sum(odds["win"]) == pytest.approx(1)
    assert (odds["exact"], odds["work"]) == (False, 256)


def past_of(position, *texts):
    positions = [position]
    for text in texts:
        positions.append(play(positions[-1], GAME.read(text)))
    return Past(positions, texts)


def test_a_review_says_what_a_choice_cost_and_what_was_better():
    past = past_of(battle(FORCED), "moveout c8>e8")
    judged = MIND.judge(past, 0, Random(1), 3000)
    assert (judged.kind, judged.seat, judged.best) == ("choice", 0, (1.0, 0.0))
    assert judged.better in ("attack b7>a7", "attack c8>b8")
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
        position = GAME.start(2, options(deployment=deployment))
        past = past_of(position, *GAME.deal(position, Random(3)))
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
    position, texts = dealt(Random(4)), []
    positions = [position]
    while position.outcome is None and len(texts) < 40:
        thought = think(position, work=64 if position.turn else 600, seed=len(texts))
        texts.append(thought.action)
        position = play(position, GAME.read(thought.action))
        positions.append(position)
    past = Past(positions, [GAME.read(text) for text in texts])
    for ply in range(len(texts)):
        judged = MIND.judge(past, ply, Random(1), 700)
        assert judged.kind in ("choice", "forced")
        assert judged.after == judged.played
        ((seat, fault),) = judged.faults
        assert seat == positions[ply].turn
        assert fault == judged.played[seat] - judged.best[seat] <= 0
        assert (judged.better is None) == (fault == 0)
        assert judged == MIND.judge(past, ply, Random(1), 700)
