"""A thought that is stopped is the thought of the last power of two of its work, in every game with a mind."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.registry import game
from companion.kit.rules import play
from companion.kit.search.engine_mind import engine_mind
from companion.kit.search.mind import Sight
from companion.kit.search.stages import Stages, stage_of

GAMES = ("praetorians", "spartacus", "hannibal", "seven-hills", "army-ants", "engine")
MOST = 600
every_mind = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.gate if name == "engine" else ()) for name in GAMES]
)


class After:
    """Says stop from the question after so many on."""

    def __init__(self, asks):
        self.left = asks

    def __call__(self):
        self.left -= 1
        return self.left < 0


def mind_and_positions(name, seed, plies):
    """A mind, and positions of a random game in which the seat that acts hides nothing."""
    rules = game("spartacus" if name == "engine" else name)
    mind = engine_mind(rules) if name == "engine" else rules.mind
    assert mind is not None
    options = rules.complete({"open": True} if name == "seven-hills" else {})
    position, dice, found = rules.start(rules.players[0], options), Random(seed), []
    for _ in range(plies):
        if position.outcome is not None:
            break
        seat = position.to_act[0]
        if mind.may_think(position, seat):
            found.append((position, seat))
        position = play(position, dice.choice(position.legal()))
    return mind, found


def think(mind, position, seat, stages, level=2):
    return stages.result(mind.think(Sight(position, seat), level, Random(5), stages))


@every_mind
def test_a_stopped_thought_is_that_of_the_last_power_of_two(name):
    stopped = 0
    for seed in range(2):
        mind, positions = mind_and_positions(name, seed, 60)
        for place, (position, seat) in enumerate(positions[::7]):
            for asks in (0, 1 + place, 9, 23):
                thought = think(mind, position, seat, Stages(MOST, After(asks)))
                if not thought.stopped:
                    continue
                stopped += 1
                again = think(mind, position, seat, Stages(stage_of(thought.work)))
                assert again == thought._replace(stopped=False)
    assert stopped > 3 or name == "praetorians", "there nothing is searched"


@every_mind
def test_one_long_thought_has_the_thoughts_of_all_its_stages(name):
    stages_seen = 0
    mind, positions = mind_and_positions(name, 3, 40)
    for position, seat in positions[::9]:
        all_of_them = Stages(MOST, every=True)
        whole = think(mind, position, seat, all_of_them)
        assert whole == think(mind, position, seat, Stages(MOST)), "looking changes nothing"
        for work, thought in all_of_them.by_stage.items():
            stages_seen += 1
            assert stage_of(work) == work
            assert thought == think(mind, position, seat, Stages(work))
    assert stages_seen > 3 or name == "praetorians"


def test_a_stage_is_the_greatest_power_of_two_that_is_done():
    assert [stage_of(work) for work in (0, 1, 2, 3, 4, 7, 8, 1000, 1024)] == [0, 1, 2, 2, 4, 4, 8, 512, 1024]
