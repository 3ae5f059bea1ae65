"""The mind that is made of the rules of a game alone, on games that have minds of their own and on an endless one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from companion.games.registry import game
from companion.games.spartacus import Spartacus
from companion.kit.rules import Action, Illegal, play
from companion.kit.search.engine_mind import engine_mind
from companion.kit.search.mind import Past, Sight, until
from companion.kit.search.mind import never as never_stopped
from companion.kit.search.review import joined, look_again

ROOT = Path(__file__).parents[2]
OPEN: dict[str, tuple[str, int, dict[str, object]]] = {
    "spartacus, three": ("spartacus", 3, {}),
    "spartacus, five": ("spartacus", 5, {"banners": "joker"}),
    "seven hills, open": ("seven-hills", 2, {"open": True}),
}
"""Games in which everything is open, with the number of players and options."""


def moments(name, seed="1"):
    """The mind, and the positions and actions of a whole random game."""
    key, players, options = OPEN[name]
    rules, dice = game(key), Random(f"{name} {seed}")
    position = rules.start(players, rules.complete(options))
    positions, actions = [position], []
    while position.outcome is None:
        actions.append(dice.choice(position.legal()))
        position = play(position, actions[-1])
        positions.append(position)
    return engine_mind(rules), positions, actions


def think(mind, position, work, chance="7"):
    seat = position.to_act[0]
    return mind.think(Sight(position, seat), 1, Random(chance), until(work, never_stopped))


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.gate if name == "spartacus, five" else ()) for name in OPEN]
)
def test_a_thought_is_an_action_that_is_allowed_and_has_a_share_for_each_seat(name):
    mind, positions, _ = moments(name)
    for position in positions[:-1][::11]:
        thought = think(mind, position, 6)
        assert thought.action in position.legal()
        assert thought.work in (1, 6)
        assert len(thought.win) == OPEN[name][1]
        assert sum(thought.win) == pytest.approx(1.0)
        odds = mind.odds(position, Random("1"), until(5, never_stopped))
        assert sum(odds["win"]) == pytest.approx(1.0)


@pytest.mark.parametrize("name", OPEN)
def test_what_it_begins_with_is_not_changed_by_more_work(name):
    mind, positions, _ = moments(name)
    position = positions[3]
    asked = []

    def stop_at_nine(done):
        asked.append(done)
        return done >= 9

    seat = position.to_act[0]
    assert mind.think(Sight(position, seat), 1, Random("7"), stop_at_nine) == think(mind, position, 9)
    assert asked[-1] == 9  # it stops as soon as it is enough


@pytest.mark.parametrize("name", OPEN)
def test_a_review_adds_up_to_the_result_and_ends_soon_when_it_is_stopped(name):
    mind, positions, actions = moments(name)
    past, seats = Past(positions, actions), OPEN[name][1]
    last = range(len(actions) - 1, len(actions) - 5, -1)
    plies = joined(list(look_again(mind, past, lambda n: Random(str(n)), 10, never_stopped, last))[::-1])
    assert len(plies) == 4
    for seat in range(seats):
        changes = sum(ply.choice[seat] + ply.luck[seat] + ply.drift[seat] for ply in plies)
        winners = positions[-1].outcome.winners
        share = (seat in winners) / len(winners) if winners else 1 / seats
        assert plies[0].before[seat] + changes == pytest.approx(share)
    assert list(look_again(mind, past, lambda n: Random(str(n)), 10**6, lambda: True, last)) == []


def test_a_win_that_ends_the_game_is_taken_also_by_the_quick_rule():
    found = 0
    for seed in range(12):
        mind, positions, _ = moments("spartacus, three", seed)
        position = positions[-2]
        seat = position.to_act[0]
        wins = {action for action in position.legal() if ends_for(position.after(action), seat)}
        if wins and len(position.legal()) > 1:
            found += 1
            assert think(mind, position, 1).action in wins
            assert mind.quick(Sight(position, seat)).action in wins
            assert think(mind, position, 1).exact
    assert found >= 2


def ends_for(position, seat):
    return position.outcome is not None and position.outcome.winners == (seat,)


@pytest.mark.gate
def test_more_work_beats_any_moves_in_a_whole_game():
    # Of three seats chance gives one a third of 12 games: 4. At least 7 by chance: less than 0.07.
    won = 0
    for deal in range(12):
        rules, dice, seat = game("spartacus"), Random(f"game {deal}"), deal % 3
        mind, position = engine_mind(rules), rules.start(3, rules.complete({}))
        while position.outcome is None:
            legal = position.legal()
            action = dice.choice(legal)
            if position.to_act == (seat,) and len(legal) > 1:
                action = rules.read(think(mind, position, 20, str(deal)).action)
            position = play(position, action)
        won += position.outcome.winners == (seat,)
    assert won >= 7


THOUGHTS = """
import sys
sys.path.insert(0, "tests/minds")
from test_engine_mind import OPEN, moments, think
mind, positions, _ = moments("spartacus, three")
for position in positions[:-1][::5]:
    print(think(mind, position, 6).as_json())
"""


def test_the_same_bytes_whatever_the_hashes_of_texts_are():
    found = set()
    for seed in ("0", "1", "2"):
        surroundings = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": seed}
        found.add(subprocess.check_output([sys.executable, "-c", THOUGHTS], cwd=ROOT, env=surroundings))
    assert len(found) == 1
    assert len(found.pop().splitlines()) > 5


class Turning:
    """One of two seats turns a wheel, for ever."""

    outcome = None

    def __init__(self, turns: int, to_act: tuple[int, ...]) -> None:
        self.turns = turns
        self.to_act = to_act

    def legal(self):
        return (Action("left"), Action("right"))

    def objection(self, action):
        return Illegal("refused.over")

    def after(self, action):
        return Turning(self.turns + 1, (1 - self.to_act[0],))

    def table(self):
        return {"turns": self.turns}


class Wheel(Spartacus):
    """A game without an end."""

    players = (2, 3)

    def read(self, text):
        return Action(text)


def test_a_game_that_does_not_end_is_even_and_is_thought_about_as_long_as_asked():
    mind = engine_mind(Wheel())
    thought = think(mind, Turning(0, (0,)), 5)
    assert (thought.action in ("left", "right"), thought.work) == (True, 5)
    assert thought.win == pytest.approx((1 / 3,) * 3)  # nothing says how many play: the most that can


def test_it_does_not_think_where_several_may_act():
    may_think = engine_mind(Wheel()).may_think
    assert [may_think(Turning(0, seats), 0) for seats in ((0,), (0, 1), (1,))] == [True, False, False]
