"""A finished game looked at again: the last ply, and which plies are turning points, in figures worked out by hand."""

from __future__ import annotations

from random import Random
from typing import Any

from small_minds import mind

from companion.games import registry
from companion.games.registry import game
from companion.kit.rules import play
from companion.kit.search.mind import Judged, Past
from companion.kit.search.review import LookedAt, joined, look_again, read_ply, swing, turning_points

EVEN = (0.5, 0.5)
NOTHING = (0.0, 0.0)


def ply(number, *, fault=None, luck=NOTHING, drift=NOTHING):
    faults = () if fault is None else ((0, fault),)
    choice = (fault or 0.0, -(fault or 0.0))
    return LookedAt(number, "any", "choice", 0, EVEN, choice, luck, drift, EVEN, faults)


def won(judged):
    """The last ply of a game that seat 0 has won, looked at by a mind that judges each ply so."""
    praetorians = game("praetorians")
    position = praetorians.start(2, praetorians.complete({"entry": "scores"}))
    positions, actions = [position], []
    for text in ("bank 55", "bust", "bank 55"):
        actions.append(praetorians.read(text))
        positions.append(play(positions[-1], actions[-1]))
    return list(look_again(mind(judge=lambda *_: judged), Past(positions, actions), Random, 1))[-1]


def test_the_last_ply_ends_with_the_result_and_what_came_to_light_is_luck():
    last = won(Judged("chance", 0, (0.75, 0.25), (0.75, 0.25), (0.875, 0.125)))
    assert (last.choice, last.luck, last.after) == (NOTHING, (0.25, -0.25), (1.0, 0.0))


def test_where_nothing_was_hidden_the_last_ply_has_no_luck_and_a_win_is_no_fault():
    last = won(Judged("choice", 0, (0.75, 0.25), (0.5, 0.5), (0.5, 0.5), ((0, -0.25),), "other"))
    assert (last.choice, last.luck, last.after) == (NOTHING, NOTHING, (1.0, 0.0))
    assert (last.faults, last.better) == ((), None)


def test_where_nothing_was_hidden_a_last_ply_that_loses_costs_its_share():
    last = won(Judged("choice", 1, (0.75, 0.25), (0.875, 0.125), (0.875, 0.125), ((1, -0.125),), "other"))
    assert (last.choice, last.luck, last.after) == ((0.25, -0.25), NOTHING, (1.0, 0.0))
    assert (last.faults, last.better) == (((1, -0.25),), "other")


def test_a_last_ply_that_was_forced_is_nobodys_fault():
    last = won(Judged("forced", 1, (0.75, 0.25), (0.75, 0.25), (0.75, 0.25)))
    assert (last.choice, last.luck, last.after, last.faults) == (NOTHING, NOTHING, (1.0, 0.0), ())


def test_turning_points_are_faults_of_more_than_a_twentieth_and_the_greatest_luck():
    plies = [
        ply(1, fault=-0.05),
        ply(2, fault=-0.06),
        ply(3, luck=(0.1, -0.1)),
        ply(4, luck=(-0.2, 0.2)),
        ply(5, fault=-0.3),
    ]
    assert turning_points(plies) == [2, 4, 5]


def test_there_are_five_turning_points_at_most_those_with_the_greatest_changes():
    plies = [ply(number, fault=-number / 100) for number in range(6, 13)]
    assert turning_points([*plies, ply(13, luck=(0.07, -0.07))]) == [8, 9, 10, 11, 12]


def test_small_luck_is_no_turning_point():
    assert turning_points([ply(1, luck=(0.04, -0.04))]) == []


def test_a_fault_smaller_than_four_standard_errors_is_none():
    # drifts of .02 at every ply and seat: a standard error of .02, and .08 is not beyond four of them
    drift = (0.02, -0.02)
    assert turning_points([ply(1, fault=-0.08, drift=drift), ply(2, fault=-0.09, drift=drift)]) == [2]


def test_looks_that_differ_by_more_than_all_faults_show_no_turning_point():
    assert turning_points([ply(1, fault=-0.1, drift=(0.06, -0.06)), ply(2, drift=(-0.06, 0.06))]) == []
    assert turning_points([]) == []


def test_plies_that_are_looked_at_one_by_one_are_those_of_the_whole_review():
    rules, found = game("spartacus"), registry.game("spartacus").mind
    assert found is not None
    dice, positions, actions = Random(4), [rules.start(3, rules.complete({}))], list[Any]()
    while positions[-1].outcome is None:
        actions.append(dice.choice(positions[-1].legal()))
        positions.append(play(positions[-1], actions[-1]))
    actions[7] = actions[11] = None  # the table was set
    past = Past(positions, actions)

    def look(places=None):
        return list(look_again(found, past, lambda n: Random(n), 60, looked=places))

    whole, one_by_one = look(), look(range(1))
    for n in range(1, len(actions)):
        (alone,) = look(range(n, n + 1))
        one_by_one.append(joined(alone, one_by_one[-1].after))
    assert one_by_one == whole
    rest = look_again(found, past, lambda n: Random(n), 60, looked=range(5, len(actions)), before=whole[4].after)
    assert [*whole[:5], *rest] == whole
    assert [read_ply(one.as_json()) for one in whole] == whole


def test_a_ply_of_a_review_has_the_work_of_its_game_and_advice_that_of_the_third_level():
    minds = {key: registry.game(key).mind for key in registry.GAMES}
    works = {key: found.review_work for key, found in minds.items() if found is not None}
    assert works == {"praetorians": 1, "spartacus": 2000, "seven-hills": 600, "hannibal": 4000, "army-ants": 20000}


def test_a_turning_point_says_what_the_play_cost_or_what_luck_gave():
    assert swing(0, ((0, -0.2),), (0.1, -0.1)) == (0, True, -0.2)
    assert swing(1, ((1, -0.05),), (0.3, -0.3)) == (1, False, -0.3)
    assert swing(0, (), (0.25, -0.25)) == (0, False, 0.25)


def test_in_a_round_the_turning_point_is_the_worse_of_both_faults():
    assert swing(None, ((0, -0.1), (1, -0.4)), (0.2, -0.2)) == (1, True, -0.4)
    assert swing(None, ((0, 0.0), (1, 0.0)), (0.1, -0.3, 0.2)) == (1, False, -0.3)
