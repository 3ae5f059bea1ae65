"""Army Ants: the notation, and scores entry."""

import pytest
from army_ants_tables import FAVORED, GAME, after, battle, rally, start

from companion.kit.rules import Unreadable


def test_scores_entry_tells_only_who_won():
    position = start(entry="scores")
    assert (position.legal(), position.to_act, position.table()) == (("win 0", "win 1", "draw"), (0, 1), {})


@pytest.mark.parametrize(
    ("result", "outcome"),
    [
        ("win 0", {"winners": [0], "scores": [1, 0]}),
        ("win 1", {"winners": [1], "scores": [0, 1]}),
        ("draw", {"winners": [], "scores": [0, 0]}),
    ],
)
def test_scores_entry_ends_with_the_result(result, outcome):
    position = after(start(entry="scores", deployment="free"), result)
    assert position.outcome.as_json() == outcome
    assert (position.legal(), position.to_act, position.table()) == ((), (), {})


READABLE = (
    "deploy 1", "deploy Q", "march a2-c2 u1", "march c2-a2 u1", "march a1-e8 r9", "march a1-a1 l5", "march c2 d1",
    "swap a1 a2", "swap a2 a1", "swap e8 e8", "favor", "moveout c4>e6", "moveout c4>c4", "attack a4>a7",
    "attack a1>b2", "pass", "win 0", "win 1", "draw",
)  # fmt: skip
UNREADABLE = (
    "", "deploy", "deploy 0", "deploy 10", "deploy q", "deploy 7 ", " deploy 7", "deploy 7\n", "deploy  7", "Deploy 7",
    "march a2-c2 u0", "march a2-c2 u10", "march a2-c2", "march a2-c2 x1", "march a2>c2 u1", "march f2 u1",
    "march a9 u1", "march a2-c2u1", "march a2-c2 u\uff11", "march a2- u1", "swap a1", "swap a1>a2", "swap a1-a2",
    "favor ", "favour", "moveout c4 e6", "moveout c4-e6", "attack a4 a7", "attack a4>a0", "attack a4>a7\n", "pass 1",
    "win", "win 2", "draw 0", "stop", "play 7",
)  # fmt: skip


def test_an_action_is_its_notation():
    assert [str(GAME.read(text)) for text in READABLE] == list(READABLE)


def readable(text):
    try:
        GAME.read(text)
    except Unreadable:
        return False
    return True


def test_anything_else_is_unreadable():
    assert [text for text in UNREADABLE if readable(text)] == []


def test_every_legal_action_can_be_read():
    for position in (start(), rally(FAVORED), battle("R5c4 R6d4 R7a2 RQa1 BQe8 B5c8"), start(entry="scores")):
        for action in position.legal():
            assert position.after(GAME.read(str(action))).table() == position.after(action).table()
