"""A finished game looked at again: the last ply, and which plies are turning points, in figures worked out by hand."""

from __future__ import annotations

import gc
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from small_minds import mind

from companion.games import registry
from companion.games.registry import game
from companion.kit.rules import play
from companion.kit.search.mind import Judged, Past
from companion.kit.search.review import (
    Following,
    LookedAt,
    Moment,
    fault_name,
    first_work,
    following_of,
    joined,
    look_again,
    lost,
    luck,
    moment,
    moments,
    read_ply,
    turning_points,
)
from companion.kit.search.uct import Simulations

EVEN = (0.5, 0.5)
NOTHING = (0.0, 0.0)


def ply(number, *, fault=None, luck=NOTHING, drift=NOTHING):
    faults = () if fault is None else ((0, fault),)
    choice = (fault or 0.0, -(fault or 0.0))
    after = tuple([sum(parts) for parts in zip(EVEN, choice, luck, drift, strict=True)])
    return LookedAt(number, "any", "choice", 0, EVEN, choice, luck, drift, after, faults)


def won(judged):
    """The last ply of a game that seat 0 has won, looked at by a mind that judges each ply so."""
    praetorians = game("praetorians")
    position = praetorians.start(2, praetorians.complete({"entry": "scores"}))
    positions, actions = [position], []
    for text in ("bank 55", "bust", "bank 55"):
        actions.append(praetorians.read(text))
        positions.append(play(positions[-1], actions[-1]))
    return next(look_again(mind(judge=lambda *_: judged), Past(positions, actions), Random, 1))


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


def test_turning_points_are_named_faults_and_the_greatest_luck():
    plies = [
        ply(1, fault=-0.049),
        ply(2, fault=-0.06),
        ply(3, luck=(0.1, -0.1)),
        ply(4, luck=(-0.2, 0.2)),
        ply(5, fault=-0.3),
    ]
    assert turning_points(plies) == [2, 4, 5]
    assert [(one.ply, one.kind) for one in moments(plies)] == [(5, "blunder"), (4, "luck"), (2, "slip")]


def test_a_fault_has_its_name_by_the_share_that_it_gave_away():
    names = [fault_name(-cost, 0.0) for cost in (0.0, 0.049, 0.05, 0.119, 0.12, 0.249, 0.25, 1.0)]
    assert names == [None, None, "slip", "slip", "mistake", "mistake", "blunder", "blunder"]


def test_a_fault_within_four_standard_errors_of_its_look_has_no_name():
    assert [fault_name(-0.12, error) for error in (0.0, 0.029, 0.03, 0.04)] == ["mistake", "mistake", None, None]


def test_there_are_five_turning_points_but_all_mistakes_and_blunders():
    slips = [ply(number, fault=-number / 100) for number in range(6, 12)]
    assert turning_points([*slips, ply(12, luck=(0.07, -0.07)), ply(13)]) == [8, 9, 10, 11, 12]
    mistakes = [ply(number, fault=-number / 100) for number in range(12, 20)]
    assert turning_points([*slips, *mistakes]) == list(range(12, 20))


def test_a_slip_that_may_be_a_mistake_is_shown_like_one():
    slips = [ply(number, fault=-0.11) for number in range(1, 7)]
    unsure = [ply(7, fault=-0.1)._replace(error=error) for error in (0.009, 0.011)]
    assert [7 in turning_points([*slips, one]) for one in unsure] == [False, True]


def test_a_mistake_is_shown_beside_greater_luck_at_the_same_ply():
    plies = [ply(1, fault=-0.13, luck=(0.5, -0.5)), ply(2, luck=(0.6, -0.6)), ply(3)]
    assert [(one.ply, one.kind) for one in moments(plies)] == [(2, "luck"), (1, "mistake")]


def test_small_luck_that_of_the_last_card_and_that_of_what_lies_face_down_is_no_turning_point():
    small, hidden, last = ply(1, luck=(0.04, -0.04)), ply(2, luck=(0.4, -0.4)), ply(3, luck=(0.5, -0.5))
    assert moments([small, hidden._replace(hidden=True), last]) == []


def test_looks_that_differ_silence_nothing():
    plies = [ply(1, fault=-0.1, drift=(0.6, -0.6)), ply(2, drift=(-0.6, 0.6))]
    assert turning_points(plies) == [1]


def test_the_moment_is_the_greatest_change_else_the_closest_choice():
    def told(*plies):
        found = moment(plies)
        assert found is not None
        return found.ply, found.kind, found.seat, round(found.change, 9)

    assert told(ply(1, fault=-0.13), ply(2, luck=(0.2, -0.2)), ply(3)) == (2, "luck", 0, 0.2)
    assert told(ply(1, fault=-0.25), ply(2, luck=(0.2, -0.2)), ply(3)) == (1, "blunder", 0, -0.25)
    assert told(ply(1, fault=-0.01), ply(2, fault=-0.04), ply(3)) == (2, "close", 0, -0.04)
    won = ply(1)._replace(before=(0.9, 0.1))
    assert told(won, ply(2), ply(3)) == (2, "close", 0, 0)
    forced = ply(1)._replace(kind="forced", after=(1.0, 0.0))
    assert told(forced) == (1, "end", 0, 0.5)
    assert moment(()) is None


def test_looks_go_back_from_the_end_and_what_is_proven_is_known_before():
    praetorians, known = game("praetorians"), []

    def judge(past, n, chance, work, stopped, proven):
        known.append((n, proven))
        share = (0.25 * n, 1 - 0.25 * n)
        return Judged("choice", 0, share, share, share, ((0, 0.0),), proven=n == 1)

    position = praetorians.start(2, praetorians.complete({"entry": "scores"}))
    positions, actions = [position], []
    for text in ("bank 55", "bust", "bank 55"):
        actions.append(praetorians.read(text))
        positions.append(play(positions[-1], actions[-1]))
    list(look_again(mind(judge=judge), Past(positions, actions), Random, 1))
    # the last ply ended with a win of the one who chose: proven
    assert known == [(2, None), (1, (1.0, 0.0)), (0, (0.25, 0.75))]


def test_a_forced_ply_is_not_looked_at_and_is_worth_what_follows_as_surely():
    praetorians, looked = game("praetorians"), []

    def judge(past, n, chance, work, stopped, known):
        looked.append((n, known))
        share = (0.25 * n, 1 - 0.25 * n)
        return Judged("choice", 0, share, share, share, ((0, 0.0),), proven=n == 2)

    positions, actions = [praetorians.start(2, praetorians.complete({"entry": "scores"}))], []
    for text in ("bank 20", "bust", "bank 30", "bust", "bank 55"):
        actions.append(praetorians.read(text))
        positions.append(play(positions[-1], actions[-1]))
    forced = mind(judge=judge, forced=lambda position: position in (positions[1], positions[4]))
    last, _, _, one, _ = look_again(forced, Past(positions, actions), Random, 1)
    assert looked == [(4, None), (3, (1.0, 0.0)), (2, None), (0, (0.5, 0.5))]
    assert (one.kind, one.seat, one.before, one.after, one.proven) == ("forced", 1, (0.5, 0.5), (0.5, 0.5), True)
    assert (last.kind, last.after) == ("choice", (1.0, 0.0))


@pytest.mark.parametrize(
    ("key", "options", "forced"),
    [
        ("spartacus", {}, True),
        ("seven-hills", {}, False),  # it may be any card
        ("army-ants", {}, False),  # the last card that is entered
    ],
)
def test_the_only_action_is_forced_where_nothing_comes_to_light_by_it(key, options, forced):
    rules = game(key)
    position, found = rules.start(3 if key == "spartacus" else 2, rules.complete(options)), rules.mind
    assert found is not None
    while len(position.legal()) > 1:
        assert not found.forced(position)
        position = play(position, position.legal()[0])
    assert found.forced(position) == forced


def test_a_look_that_says_a_mistake_or_that_the_next_one_contradicts_is_made_again_with_more_work():
    praetorians, works = game("praetorians"), list[int]()

    def looks(cost, after, following, plies=1):
        """The works with which the first ply is looked at, of a mind that says this fault and these shares after it."""
        works.clear()

        def judge(past, n, chance, work, stopped, known):
            works.append(work)
            return Judged(
                "choice", 0, (after - cost, 1 - after + cost), (after, 1 - after), (after, 1 - after), ((0, cost),)
            )

        list(look_again(mind(judge=judge, review_plies=plies), past, Random, 50, looked=[0], following=following))
        return list(works)

    start = praetorians.start(2, praetorians.complete({"entry": "scores"}))
    positions, actions = [start], []
    for text in ("bank 20", "bust", "bank 30", "bust", "bank 55"):
        actions.append(praetorians.read(text))
        positions.append(play(positions[-1], actions[-1]))
    past = Past(positions, actions)
    assert looks(-0.11, 0.5, Following((0.52, 0.48))) == [10]
    assert looks(-0.12, 0.5, Following((0.52, 0.48))) == [10, 40]
    assert looks(0.0, 0.5, Following((0.56, 0.44))) == [10, 40]
    assert looks(-0.12, 0.5, Following((0.52, 0.48)), plies=2) == [20, 50]
    assert looks(-0.12, 0.5, Following((0.52, 0.48)), plies=5) == [50]
    # after the move the game is proven to be lost: the others are looked at farther, once
    assert looks(-0.12, 0.0, Following((0.0, 1.0), True)) == [80]
    assert looks(0.0, 0.0, Following((0.0, 1.0), True)) == [80]
    assert looks(-0.12, 0.0, Following((0.0, 1.0), True), plies=2) == [100]
    assert looks(-0.12, 0.0, Following((0.0, 1.0), True), plies=None) == [50]
    assert looks(-0.12, 0.0, Following((0.0, 1.0))) == [10, 40]
    assert looks(0.0, 1.0, Following((1.0, 0.0), True)) == [10]


def test_the_first_looks_at_a_long_game_have_less_work():
    looks = mind(review_plies=4)
    assert [first_work(looks, plies, 30) for plies in (1, 4, 5, 40, 400)] == [30, 30, 24, 3, 1]
    assert first_work(mind(), 400, 30) == 30


def test_a_review_with_less_work_than_that_of_the_device_has_it_for_each_ply_as_far_as_the_device_would():
    looks = mind(review_plies=4, review_work=30)
    assert [first_work(looks, plies, 6) for plies in (1, 4, 20, 40, 400)] == [6, 6, 6, 3, 1]
    assert [first_work(looks, plies, 300) for plies in (1, 4, 40)] == [300, 300, 30]


def test_a_moment_is_the_same_whatever_a_closer_look_says_of_it_but_not_that_of_the_other_seat_or_its_luck():
    one = Moment(3, "mistake", 0, 0.6, 0.4)
    assert one.identity == Moment(3, "blunder", 0, 0.7, 0.4).identity
    others = [Moment(4, "mistake", 0, 0.6, 0.4), Moment(3, "mistake", 1, 0.6, 0.4), Moment(3, "luck", 0, 0.6, 0.4)]
    assert one.identity not in [other.identity for other in others]


def test_what_was_lost_and_regained_counts_once():
    def turn(number, before, after, fault):
        choice = (fault, -fault)
        drift = (after - before - fault, before - after + fault)
        shares = (before, 1 - before), choice, NOTHING, drift, (after, 1 - after)
        return LookedAt(number, "any", "choice", 0, *shares, ((0, fault),) if fault else ())

    # .4 lost, .3 regained, .4 lost once more: .1 and .4
    plies = [turn(1, 0.9, 0.5, -0.4), turn(2, 0.5, 0.8, 0.0), turn(3, 0.8, 0.4, -0.4)]
    assert round(lost(plies, 0), 9) == -0.5
    assert lost([*plies, turn(4, 0.4, 1.0, 0.0)], 0) == 0
    assert luck([ply(1, luck=(0.25, -0.25)), ply(2, luck=(0.5, -0.5))], 1) == -0.75


@pytest.mark.parametrize(("players", "work"), [(4, 12), pytest.param(3, 60, marks=pytest.mark.gate)])
def test_plies_that_are_looked_at_one_by_one_are_those_of_the_whole_review(players, work):
    rules, found = game("spartacus"), registry.game("spartacus").mind
    assert found is not None
    dice, positions, actions = Random(4), [rules.start(players, rules.complete({}))], list[Any]()
    while positions[-1].outcome is None:
        actions.append(dice.choice(positions[-1].legal()))
        positions.append(play(positions[-1], actions[-1]))
    actions[7] = actions[11] = None  # the table was set
    past = Past(positions, actions)

    def look(places=None, following=None):
        return list(look_again(found, past, lambda n: Random(n), work, looked=places, following=following))

    whole, one_by_one = look(), list[LookedAt]()
    for n in range(len(actions) - 1, -1, -1):
        one_by_one += look([n], following_of(one_by_one[-1]) if one_by_one else None)
    assert one_by_one == whole
    assert [read_ply(one.as_json()) for one in whole] == whole
    plies = joined(whole[::-1])
    for before, after in pairwise(plies):
        assert after.before == before.after
    for seat in range(players):
        changes = sum(part[seat] for ply in plies for part in (ply.choice, ply.luck, ply.drift))
        assert abs(plies[0].before[seat] + changes - plies[-1].after[seat]) < 1e-6


def test_a_table_that_was_set_is_worth_what_the_look_after_it_has_said():
    """A look from the end may know that it is lost, where the odds of that table alone say something else."""
    rules = game("praetorians")
    start, actions = rules.start(2, rules.complete({"entry": "scores"})), [rules.read("bank 50"), rules.read("bust")]
    positions = [start, start, play(start, actions[0])]
    won = play(play(positions[-1], actions[1]), rules.read("bank 50"))
    past = Past([*positions, won], [None, actions[0], None])
    (look,) = look_again(mind(), past, Random, 10, looked=[0], following=Following((0.0, 1.0), True))
    assert (look.kind, look.after, look.luck) == ("set", (0.0, 1.0), (-0.5, 0.5))


@pytest.mark.parametrize(("key", "players", "work"), [("spartacus", 3, 800), ("seven-hills", 2, 60)])
def test_a_look_holds_one_tree_at_a_time(key, players, work):
    """The largest take tens of megabytes, and a worker has 160."""
    rules, found, trees = game(key), registry.game(key).mind, list[int]()
    assert found is not None
    start = rules.start(players, rules.complete({"open": True} if key == "seven-hills" else {}))
    action = start.legal()[0]

    def stopped():
        trees.append(sum(isinstance(one, Simulations) for one in gc.get_objects()))
        return False

    found.judge(Past([start, play(start, action)], [action]), 0, Random(1), work, stopped)
    assert len(trees) > 3
    assert set(trees) == {1}


@pytest.mark.parametrize(
    ("key", "players", "work", "options"),
    [
        ("praetorians", 2, 1, {}),
        ("spartacus", 3, 60, {}),
        ("hannibal", 2, 300, {}),
        ("seven-hills", 2, 40, {"open": True}),
        ("seven-hills", 2, 40, {}),
        ("army-ants", 2, 1500, {}),
    ],
)
def test_what_a_review_expects_begins_with_the_better_action_and_is_allowed(key, players, work, options):
    rules, found = game(key), registry.game(key).mind
    assert found is not None
    dice, positions, actions = Random(3), [rules.start(players, rules.complete(options))], list[Any]()
    while positions[-1].outcome is None and len(actions) < 300:
        actions.append(dice.choice(positions[-1].legal()))
        positions.append(play(positions[-1], actions[-1]))
    past, said = Past(positions, actions), 0
    for place in list(range(len(actions)))[-60:]:
        judged = found.judge(past, place, Random(place), work)
        assert bool(judged.line) == (judged.better is not None)
        if judged.better is None:
            continue
        # Of a card that lies face down the table shows the hill, the review also the card.
        assert judged.better.startswith(judged.line[0])
        position = positions[place]
        for text in judged.line:
            position = play(position, rules.read(text)) if text != "another" else position
        said += len(judged.line) > 1
    assert said or key == "praetorians", "somewhere more than one action is expected"


def test_a_ply_of_a_review_has_the_work_of_its_game_and_advice_that_of_the_third_level():
    minds = {key: registry.game(key).mind for key in registry.GAMES}
    works = {key: found.review_work for key, found in minds.items() if found is not None}
    assert works == {"praetorians": 1, "spartacus": 18000, "seven-hills": 1200, "hannibal": 30000, "army-ants": 120000}
