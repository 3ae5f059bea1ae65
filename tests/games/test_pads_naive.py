"""Whole random games of some pads, round by round the same as a second scorer has them."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from naive_pads import SCORERS

from companion.games.pad.collection import AllGames
from companion.kit.rules import play

STEPS_MOST = 900


def entered_now(position):
    """What is entered, field by field."""
    return position.table()["told"].values()


def is_entered(row):
    """Whether anything of a field is entered."""
    return any(value is not None for value in row) if isinstance(row, list) else row is not None


@pytest.mark.parametrize("key", SCORERS)
def test_the_second_scorer_has_the_same_scores_and_tallies(key):
    game, dice, rounds = AllGames().game(key), random.Random(key), 0
    for values, players in product(product(*game.options.values()), range(game.players[0], game.players[1] + 1)):
        options = game.complete(dict(zip(game.options, values, strict=True)))
        position = game.start(players, options)
        for _ in range(STEPS_MOST // len(list(product(*game.options.values())))):
            legal = [action for action in position.legal() if action != "finish"]
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
            scores, tallies = SCORERS[key](
                options, before["cards"], entered, before["scores"], before["tallies"], before["turn"]
            )
            after = position.table()
            assert (after["scores"], after["tallies"]) == (scores, tallies), (now.table(), action)
            rounds += 1
    assert rounds > 40
