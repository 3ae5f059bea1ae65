"""How people reach a value: which wheels there are, and where the cursor starts on each."""

from __future__ import annotations

import random
from typing import Any

import pytest
from pads import Played, small

from companion.games.game import play
from companion.games.pad.engine import wheels
from companion.games.pad.engine.notation import tell


def number(least, most, *more):
    lines = ["name = 'x'", "kind = 'number'", f"least = {least}", f"most = {most}", *more]
    return Played(small("\n".join(lines)), 2).round("made", 3, 4)


def known(played):
    """The values that may be told, by their paths."""
    return wheels.paths(played.now.asked[0], played.now.choice.allowed)


def starts(played):
    """The entry of each wheel on which the cursor starts."""
    paths, field = known(played), played.now.asked[0]
    path: wheels.Path = ()
    while path not in paths:
        path = (*path, wheels.start(field, paths, path, played.now.choice.guess))
    return path


def test_up_to_20_values_are_one_wheel():
    assert wheels.entries(known(number(1, 20)), ()) == tuple(map(str, range(1, 21)))
    assert set(map(len, known(number(1, 20)))) == {1}
    assert set(map(len, known(number(0, 20)))) == {2}


def test_tens_and_then_units():
    paths = known(number(0, 26))
    assert wheels.entries(paths, ()) == ("0", "1", "2")
    assert wheels.entries(paths, ("2",)) == ("20", "21", "22", "23", "24", "25", "26")


def test_the_last_wheel_spans_the_least_power_of_ten_that_is_ten_steps_or_more():
    farkle = known(number(0, 10_000, "step = 50"))  # the last wheel spans 1000: twenty values
    assert wheels.entries(farkle, ()) == tuple(map(str, range(11)))
    assert wheels.entries(farkle, ("1",))[:2] == ("1000", "1050")
    canasta = known(number(-4000, 6000, "step = 5"))
    assert wheels.entries(canasta, ()) == ("-4", "-3", "-2", "-1", "-0", "0", "1", "2", "3", "4", "5", "6")
    assert wheels.entries(canasta, ("0",)) == tuple(map(str, range(10)))
    assert wheels.entries(canasta, ("0", "9"))[:2] == ("900", "905")


def test_below_zero_the_figures_count_away_from_zero():
    paths = known(number(-25, 9))
    assert wheels.entries(paths, ()) == ("-2", "-1", "-0", "0")
    assert wheels.entries(paths, ("-2",)) == ("-25", "-24", "-23", "-22", "-21", "-20")
    assert wheels.entries(paths, ("-0",))[0] == "-9"


@pytest.mark.parametrize(
    ("played", "start"),
    [
        (number(0, 9), ("0",)),
        (number(-9, -3), ("-3",)),
        (number(2, 9), ("2",)),
        (number(0, 9, "guess = 'made + 1'"), ("4",)),
        (number(0, 9, "guess = '99'"), ("9",)),
        (number(0, 9, "guess = '4'", "allow = 'value != 4 and value != 3'"), ("5",)),
        (number(0, 99, "guess = '47'"), ("4", "47")),
    ],
)
def test_the_cursor_starts_on_the_guess_or_the_nearest_that_may_be_told(played, start):
    assert starts(played) == start


def test_behind_another_figure_the_cursor_starts_on_what_is_nearest_to_the_guess():
    played = number(0, 99, "guess = '47'")
    field, guess = played.now.asked[0], played.now.choice.guess
    assert wheels.start(field, known(played), ("5",), guess) == "50"
    assert wheels.start(field, known(played), ("3",), guess) == "39"


def test_other_kinds_start_on_no_or_on_the_first():
    yes = Played(small("name = 'up'\nkind = 'yesno'"), 2).round("made", 1, 1)
    assert (starts(yes), list(known(yes))) == (("no",), [("no",), ("yes",)])
    pick = Played(small("name = 'x'\nkind = 'pick'\nvalues = ['b', 'a']"), 2).round("made", 1, 1)
    assert starts(pick) == ("b",)


# How many presses it takes with four keys: a press for each entry that the wheel turns, and OK for each wheel.


def presses(position, value):
    field, choice = position.asked[0], position.choice
    paths = wheels.paths(field, choice.allowed)
    path = next(path for path, found in paths.items() if found is value or found == value)
    count = 0
    for depth in range(len(path)):
        turned = wheels.entries(paths, path[:depth])
        if len(turned) > 1:
            start = wheels.start(field, paths, path[:depth], choice.guess)
            way = abs(turned.index(start) - turned.index(path[depth]))
            count += min(way, len(turned) - way) + 1
    return count or 1


def nearest(position, wanted):
    field = position.asked[0]
    return min(position.choice.allowed, key=lambda value: abs(field.number(value) - wanted))


def bids_and_tricks(position, dice):
    field, seat = position.asked
    told = position.table()["told"]
    if field.name == "bid":
        return sum(dice.random() < 1 / position.setting.players for _ in range(position.setting.cards(position.round)))
    if field.name == "took":
        return told["bid"][seat] + dice.choice([0, 0, 0, 1, 1, -1])
    return dice.choice([0] * 14 + [10, 20, 30, 40, 50, 60])


def spades(position, dice):
    if position.asked[0].name == "bid":
        return dice.choice([0, 2, 2, 3, 3, 3, 3, 4, 4, 5])
    return bids_and_tricks(position, dice)


def skat(position, dice):
    name = position.asked[0].name
    if name in ("soloist", "game"):
        return position.asked[0].number(dice.choice(position.choice.allowed))
    if name == "result":
        return int(dice.random() < 0.2)
    return dice.choice([1, 1, 1, 2, 2, 3]) if name == "tops" else dice.choice([0, 0, 0, 1, 1, 2])


def doppelkopf(position, dice):
    return dice.choice([0, 1] if position.asked[0].name == "won" else [0, 1, 1, 2, 2, 3, 4])


def among(*values):
    return lambda position, dice: dice.choice(values)


def about(middle, spread):
    return lambda position, dice: dice.gauss(middle, spread)


BARS = [
    ("wizard", 4, bids_and_tricks, False, 13.5),
    ("oh-hell", 4, bids_and_tricks, False, 12.5),
    ("skull-king", 4, bids_and_tricks, False, 18),
    ("spades", 4, spades, False, 13.5),
    ("hearts", 4, among(0, 1, 2, 3, 4, 5, 8, 13, 16), False, 14),
    ("skat", 3, skat, False, 9.2),
    ("doppelkopf", 4, doppelkopf, False, 10),
    ("farkle", 4, among(0, 0, 300, 350, 400, 500, 550, 600, 1000, 1500), False, 6.2),
    ("molkky", 3, among(*range(13)), False, 4.5),
    ("points", 4, about(25, 20), True, 8.2),
    ("rummy", 3, about(60, 50), True, 8.2),
    ("canasta", 2, about(900, 700), True, 11),
]


@pytest.mark.parametrize(("key", "players", "draw", "by_entry", "bar"), BARS, ids=[bar[0] for bar in BARS])
def test_a_round_or_an_entry_takes_few_presses(key, players, draw, by_entry, bar):
    dice, pressed, counted = random.Random(key), 0, 0
    for _ in range(12):
        position: Any = Played(key, players).now
        for _ in range(120):
            if position.outcome is not None or position.round > 24:
                break
            value = nearest(position, draw(position, dice))
            pressed += presses(position, value)
            after: Any = play(position, tell(position.asked[0], position.speaker, value))
            ended = after.outcome is not None or (after.round, after.turn) != (position.round, position.turn)
            counted += by_entry or ended
            position = after
    assert pressed / counted <= bar
