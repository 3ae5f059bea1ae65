"""Nim, rule by rule."""

import pytest

from companion.games import registry
from companion.kit.rules import Illegal, play

GAME = registry.game("nim")


def after(*texts, **options):
    position = GAME.start(2, GAME.complete(options))
    for text in texts:
        position = play(position, GAME.read(text))
    return position


def refused(position, text):
    with pytest.raises(Illegal) as refusal:
        play(position, GAME.read(text))
    return refusal.value.rule


def test_nim_1_a_turn_takes_counters_that_are_there():
    assert after("take 3").table() == {"turn": 1, "heap": 7}
    assert after(heap="twenty").table() == {"turn": 0, "heap": 20}
    assert refused(after("take 3", "take 3", "take 2"), "take 3") == "NIM-1"


def test_nim_2_three_are_the_most():
    assert after().legal() == ("take 1", "take 2", "take 3")
    assert refused(after(), "take 4") == "NIM-2"


def test_nim_3_the_last_one_wins():
    assert after("take 3", "take 3", "take 3").outcome is None
    assert after("take 3", "take 3", "take 3", "take 1").outcome.as_json() == {"winners": [1], "scores": [0, 1]}
