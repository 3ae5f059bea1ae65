"""Whole random games of some pads, round by round the same as a second scorer has them."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from naive_pads import NEW_SCORERS, SCORERS, bowling

from companion.games.pad.collection import AllGames
from companion.kit.rules import play

STEPS_MOST = 900
FAR = 70_000
"""A score from which the bound of all scores is near."""
WIDE = ("darts", "riichi", "rummikub", "schafkopf", "schieber", "skyjo", "uno")
"""Each entry lists many values, or there are many rounds: for the gate."""


def entered_now(position):
    """What is entered, field by field."""
    return position.table()["told"].values()


def is_entered(row):
    """Whether anything of a field is entered."""
    return any(value is not None for value in row) if isinstance(row, list) else row is not None


@pytest.mark.parametrize(
    "key",
    [pytest.param(key, marks=pytest.mark.gate if key in WIDE else ()) for key in (*SCORERS, *NEW_SCORERS)],
)
def test_the_second_scorer_has_the_same_scores_and_tallies(key):
    game, dice, rounds = AllGames().game(key), random.Random(key), 0
    tables = list(product(product(*game.options.values()), range(game.players[0], game.players[1] + 1)))
    of_options = len(list(product(*game.options.values())))
    steps = STEPS_MOST // of_options if key in SCORERS else STEPS_MOST // len(tables)
    for values, players in tables:
        options = game.complete(dict(zip(game.options, values, strict=True)))
        position = game.start(players, options)
        for _ in range(steps):
            legal = [action for action in position.legal() if action != "finish"]
            far = max(map(abs, position.table()["scores"])) > FAR
            if key in NEW_SCORERS and (far or not legal):  # a sheet has one round
                position = game.start(players, options)
                legal = list(position.legal())
            if not legal:
                break
            action: Any = dice.choice(legal)
            before: Any = position.table()
            now = position
            position = play(position, action)
            if any(map(is_entered, entered_now(position))):
                continue
            # The round counts: what was entered in it is what was entered before, and this value.
            entered = before["told"]
            field, *seat, _ = action.split(" ")
            entered = {**entered, field: action.value}
            if seat:
                entered[field] = list(before["told"][field])
                entered[field][int(seat[0])] = action.value
            scores, tallies = {**SCORERS, **NEW_SCORERS}[key](
                options, before["cards"], entered, before["scores"], before["tallies"], before["turn"]
            )
            after = position.table()
            assert (after["scores"], after["tallies"]) == (scores, tallies), (now.table(), action)
            rounds += 1
    assert rounds > 20


def test_a_game_of_bowling_is_the_sum_of_its_frames():
    game, dice = AllGames().game("bowling"), random.Random("bowling")
    for _ in range(60):
        position, throws = game.start(1, {}), []
        while position.outcome is None:
            # Often ten: strikes and spares are what there is to count.
            legal = position.legal()
            action: Any = legal[-1] if dice.random() < 0.5 else dice.choice(legal)
            throws.append(action.value)
            position = play(position, action)
        assert position.outcome.scores == (bowling(throws),), throws
