"""Dealing: the remaining squares are entered, in the notation that people would use, and only as the rules allow."""

from __future__ import annotations

import errno
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from installed import Record

from companion.games.army_ants.engine.deployment import deal
from companion.games.army_ants.engine.position import Position
from companion.games.registry import game
from companion.kit.rules import play
from companion.record import RecordTrouble
from companion.record.log import Disk
from companion.session.session import Session
from hardware.simulated import SimulatedClock

ANTS = game("army-ants")


def position(deployment: str, *texts: str) -> Position:
    now: Position = ANTS.start(2, ANTS.complete({"deployment": deployment}))
    for text in texts:
        now = play(now, ANTS.read(text))
    return now


@pytest.mark.parametrize("deployment", ["dealt", "rows", "free"])
@given(seed=st.integers(0, 10_000), reported=st.integers(0, 37))
def test_what_is_dealt_is_allowed_card_by_card_and_ends_the_deployment(
    deployment: str, seed: int, reported: int
) -> None:
    dice = Random(seed)
    now = position(deployment)
    for _ in range(reported):
        now = now.after(dice.choice(now.legal()))
    actions = deal(now, dice)
    assert len(actions) == 38 - reported
    for action in actions:
        now = play(now, action)
    assert now.table()["phase"] == "rally"


def test_every_arrangement_of_the_last_cards_comes_up_as_often_as_any_other() -> None:
    red = "1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 Q".split()
    black = "1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8".split()
    now = position("dealt", *[f"deploy {card}" for card in red + black])
    dice = Random(1)
    seen = Counter(" ".join(action[-1] for action in deal(now, dice)) for _ in range(900))
    assert set(seen) == {"9 9 Q", "9 Q 9", "Q 9 9"}
    assert min(seen.values()) > 250


def test_a_nine_is_never_dealt_beside_the_queen_where_that_is_forbidden() -> None:
    """ANT-14: left are b1, d1 and e1 for an 8 and both nines, and the queen lies on a1, beside b1."""
    red = "1 1 2 2 3 3 4 4 5 5 6 6 7 7 8".split()
    now = position("free", *[f"deploy {card}" for card in red], "deploy Q")
    last = [action[-1] for action in deal(now, Random(3))[:3]]
    assert last == ["8", "9", "9"]


def test_without_cards_to_tell_nothing_is_dealt() -> None:
    scores = ANTS.start(2, ANTS.complete({"entry": "scores"}))
    assert deal(scores, Random(1)) == []
    assert deal(game("praetorians").start(2, game("praetorians").complete({})), Random(1)) == []


def test_every_dealt_card_is_an_entry_of_its_own_that_one_undo_takes_back(tmp_path: Path) -> None:
    with Record(tmp_path, ("Ada", "Ben")) as journal:
        session = Session(journal, SimulatedClock(0.0), Random(5))
        session.start("army-ants", ("Ada", "Ben"), {})
        session.enter("deploy Q")
        session.deal()
        assert len(session.recorded) == 39
        session.undo()
    with Record(tmp_path) as journal:
        now = Session(journal, SimulatedClock(0.0)).now
        assert now is not None
        assert now.timeline is not None
        assert len(now.timeline) == 1 + 37
        assert now.timeline[1].text == "deploy Q"


def test_a_deal_that_stops_in_the_middle_keeps_the_entered_cards(tmp_path: Path) -> None:
    class Full(Disk):
        """A disk that is full after ten cards."""

        count = 0

        def write(self, descriptor: int, raw: bytes) -> int:
            self.count += 1
            if self.count > 12:  # the people and the start, then ten cards
                raise OSError(errno.ENOSPC, "no room")
            return super().write(descriptor, raw)

    with Record(tmp_path, ("Ada", "Ben"), disk=Full()) as journal:
        session = Session(journal, SimulatedClock(0.0), Random(5))
        session.start("army-ants", ("Ada", "Ben"), {"deployment": "free"})
        with pytest.raises(RecordTrouble):
            session.deal()
    with Record(tmp_path) as journal:
        session = Session(journal, SimulatedClock(0.0))
        assert session.now is not None
        assert session.now.timeline is not None
        assert len(session.now.timeline) == 1 + 10
        session.deal()
        assert session.now.position is not None
        assert session.now.position.table()["phase"] == "rally"
