"""How people reach a value: which wheels there are, and where the cursor starts on each."""

from __future__ import annotations

import pytest
from pads import Played, small

from companion.games.pad.engine import wheels
from companion.ui.choices import Choices


def number(least, most, *more):
    lines = ["name = 'x'", "kind = 'number'", f"least = {least}", f"most = {most}", *more]
    return Played(small("\n".join(lines)), 2).round("made", 3, 4)


def known(played):
    """The values that may be entered, by their paths."""
    return wheels.paths(played.now.asked[0], played.now.choice.allowed)


def starts(played):
    """The entry of each wheel on which the cursor starts."""
    paths, field = known(played), played.now.asked[0]
    path: wheels.Path = ()
    while path not in paths:
        path = (*path, wheels.start(field, paths, path, played.now.choice.guess))
    return path


def entries(paths, prefix):
    """The entries of the wheel behind a prefix, as screens list them."""
    return tuple(Choices([(path, None) for path in paths]).below(prefix))


def test_up_to_20_values_are_one_wheel():
    assert entries(known(number(1, 20)), ()) == tuple(map(str, range(1, 21)))
    assert set(map(len, known(number(1, 20)))) == {1}
    assert set(map(len, known(number(0, 20)))) == {2}


def test_tens_and_then_units():
    paths = known(number(0, 26))
    assert entries(paths, ()) == ("0", "1", "2")
    assert entries(paths, ("2",)) == ("20", "21", "22", "23", "24", "25", "26")


def test_the_last_wheel_spans_the_least_power_of_ten_that_is_ten_steps_or_more():
    farkle = known(number(0, 10_000, "step = 50"))  # the last wheel spans 1000: twenty values
    assert entries(farkle, ()) == tuple(map(str, range(11)))
    assert entries(farkle, ("1",))[:2] == ("1000", "1050")
    canasta = known(number(-4000, 6000, "step = 5"))
    assert entries(canasta, ()) == ("-4", "-3", "-2", "-1", "-0", "0", "1", "2", "3", "4", "5", "6")
    assert entries(canasta, ("0",)) == tuple(map(str, range(10)))
    assert entries(canasta, ("0", "9"))[:2] == ("900", "905")


def test_below_zero_the_figures_count_away_from_zero():
    paths = known(number(-25, 9))
    assert entries(paths, ()) == ("-2", "-1", "-0", "0")
    assert entries(paths, ("-2",)) == ("-25", "-24", "-23", "-22", "-21", "-20")
    assert entries(paths, ("-0",))[0] == "-9"


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
def test_the_cursor_starts_on_the_guess_or_the_nearest_that_may_be_entered(played, start):
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
