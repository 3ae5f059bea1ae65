"""How many rows of actions there are from a position, and how many of them end the game there.

The counts stand in `tests/games/counts.toml`. A mistake in the listing of what is legal, however rare, changes them;
the naive referees, which share no line with the engines, count along as far as they are quick enough.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import naive_army_ants
import naive_hannibal
import pytest

from companion.games import registry

COUNTED = tomllib.loads((Path(__file__).parents[1] / "games" / "counts.toml").read_text("utf-8"))["position"]
naive_most = pytest.mark.parametrize("most", [150, pytest.param(1700, marks=pytest.mark.thorough)])
"""The naive referees count along while no more rows than these have to be made."""


def rows(position, depth):
    """How many rows of so many actions there are, and in how many of them the last one ends the game."""
    if depth == 0:
        return 1, int(position.outcome is not None)
    counts = [rows(position.after(action), depth - 1) for action in position.legal()]
    return sum(count for count, _ in counts), sum(ends for _, ends in counts)


class NaiveHannibal:
    def __init__(self, options, table):
        self.options, self.naive = options, naive_hannibal.Naive(options).at(table)

    @property
    def outcome(self):
        return self.naive.result

    def after(self, text):
        following = NaiveHannibal(self.options, self.naive.state)
        following.naive.do(text)
        return following


class NaiveArmyAnts:
    def __init__(self, options, table):
        self.options, self.naive = options, naive_army_ants.Naive(options, table)

    @property
    def outcome(self):
        return self.naive.outcome

    def after(self, text):
        following = NaiveArmyAnts(self.options, self.naive.table())
        following.naive.play(text)
        return following


NAIVE = {"hannibal": NaiveHannibal, "army-ants": NaiveArmyAnts}


def naive_rows(naive, depth):
    if depth == 0:
        return 1, int(naive.outcome is not None)
    counts = [naive_rows(naive.after(text), depth - 1) for text in naive.naive.legal()]
    return sum(count for count, _ in counts), sum(ends for _, ends in counts)


def begun(counted):
    game, table = registry.game(counted["game"]), json.loads(counted["table"])
    options = game.complete(counted["options"])
    return game.restore(2, options, table), NAIVE[game.key](dict(options), table)


@pytest.mark.parametrize("counted", COUNTED, ids=lambda counted: f"{counted['game']}-{counted['name']}")
def test_there_are_as_many_rows_of_actions_as_counted(counted):
    position, _ = begun(counted)
    for depth, expected in enumerate(zip(counted["rows"], counted["ends"], strict=True), 1):
        assert rows(position, depth) == expected


@naive_most
@pytest.mark.parametrize("counted", COUNTED, ids=lambda counted: f"{counted['game']}-{counted['name']}")
def test_a_naive_referee_counts_the_same(counted, most):
    _, naive = begun(counted)
    expected = list(zip(counted["rows"], counted["ends"], strict=True))
    quick = [count for count in expected if count[0] <= most]
    assert quick
    assert [naive_rows(naive, depth) for depth in range(1, len(quick) + 1)] == quick


@pytest.mark.parametrize("game", NAIVE)
def test_each_of_these_games_is_counted_from_its_start_and_to_an_end(game):
    tables = [json.loads(counted["table"]) for counted in COUNTED if counted["game"] == game]
    record = registry.game(game)
    assert record.start(2, record.complete({})).table() in tables
    assert any(sum(counted["ends"]) for counted in COUNTED if counted["game"] == game)
