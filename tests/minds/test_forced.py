"""The search for a forced win, and the tree of UCT, on games of a few states drawn by hand."""

from __future__ import annotations

from random import Random

import pytest

from companion.kit.search.alpha_beta import Stopped
from companion.kit.search.forced import forced_winner, winning_move
from companion.kit.search.uct import OVER, OpenGame, Tree

# State: the seat in turn and a name. By name: the states after each move; an end has the seats that win instead.
FORCED = {
    "start": ("slow", "trap", "quick"),
    "slow": ("win 0", "shared"),
    "trap": ("win 1", "win 0"),
    "quick": ("win 0",),
}
TURNS = {"start": 0, "slow": 0, "trap": 1, "quick": 1}
ENDS = {"win 0": (0,), "win 1": (1,), "shared": (0, 1)}


def state(name):
    return (OVER if name in ENDS else TURNS[name], name)


def open_game(tree, nodes=100, between=1):
    def shares(name):
        return tuple([(seat in ENDS[name]) / len(ENDS[name]) for seat in (0, 1)])

    def play_out(at, random):
        name = at[1]
        while name not in ENDS:
            name = tree[name][int(random() * len(tree[name]))]
        return shares(name), shares(name)

    return OpenGame(
        2,
        moves=lambda at: tree.get(at[1], ()),
        order=lambda at: list(reversed(tree[at[1]])),
        after=lambda at, move: state(move),
        results=lambda at: (shares(at[1]), shares(at[1])),
        play_out=play_out,
        wins=lambda at, seat: ENDS[at[1]] == (seat,),
        nodes=lambda at: nodes,
        action_of=str,
        move_of=str,
        nodes_between=between,
        batch=3,
        visits_a_child=0,
    )


def test_the_first_move_that_forces_a_win_is_found():
    assert winning_move(open_game(FORCED), state("start")) == "slow"
    assert forced_winner(open_game(FORCED), state("start")) == 0
    assert forced_winner(open_game(FORCED), state("trap")) == 1


@pytest.mark.parametrize(
    ("tree", "found"),
    [
        ({"start": ("trap",), "trap": ("win 0",)}, "trap"),  # the other has only this move
        ({"start": ("trap",), "trap": ("win 0", "win 1")}, None),
        ({"start": ("slow",), "slow": ("win 1",)}, None),
    ],
)
def test_what_the_other_can_refuse_is_not_forced(tree, found):
    assert winning_move(open_game(tree), state("start")) == found


def test_a_shared_win_is_not_a_forced_one():
    assert winning_move(open_game({"start": ("shared",)}), state("start")) is None
    assert winning_move(open_game({"start": ("trap",), "trap": ("shared", "win 0")}), state("start")) is None


def test_a_win_that_ends_the_game_is_found_without_a_look_at_the_others():
    tree = {**FORCED, "start": ("slow", "trap", "win 0")}
    assert winning_move(open_game(tree), state("start")) == "win 0"
    assert winning_move(open_game(tree, nodes=0), state("start")) == "win 0"


@pytest.mark.parametrize(("nodes", "found"), [(0, None), (1, "slow")])
def test_the_search_ends_with_its_nodes(nodes, found):
    assert winning_move(open_game(FORCED, nodes), state("start")) == found


def test_the_search_stops_when_it_is_enough():
    with pytest.raises(Stopped):
        winning_move(open_game(FORCED), state("start"), lambda work: True)


def test_a_full_search_finds_what_the_forced_one_finds_and_asks_after_each_batch():
    asked = []

    def enough(work):
        asked.append(work)
        return work >= 60

    tree = Tree(open_game(FORCED), state("start"), Random("1").random)
    assert tree.simulate(enough) == 60
    assert asked == list(range(3, 61, 3))
    assert tree.ranked()[0].move in ("slow", "quick")
    assert tree.line()[-1] == "win 0"
    assert sum(node.visits for node in tree.ranked()) == tree.root.visits == 60
    assert sum(tree.mean_shares()) == pytest.approx(1.0)
