"""What was entered, as a value."""

from __future__ import annotations

from installed import GameSetup

from companion.play.act import CONCEDE, PLAY, SET, Act
from companion.play.timeline import Snapshot, advance

SETUP = GameSetup(1, "army-ants", ("Ada", "Ben"), {"deployment": "dealt", "entry": "scores"})


def after(*texts: str) -> Snapshot:
    timeline = SETUP.begin()
    for text in texts:
        timeline = advance(SETUP, timeline, text)
    return Snapshot(len(texts) + 1, len(texts), texts[-1] if texts else "new army-ants", SETUP, timeline)


def test_the_last_action_is_the_one_that_counts_last() -> None:
    assert after("win 1").action == "win 1"
    assert after("win 1", "back 0", "win 0").action == "win 0"
    assert after("win 1", "change 1 win 0").action == "win 0"


def test_there_is_no_last_action_at_the_start_and_after_an_act_of_people() -> None:
    assert after().action is None
    assert after("win 1", "back 0").action is None
    assert after("set {}").action is None
    assert after("concede 1").action is None


def test_an_entry_and_a_ply_are_values() -> None:
    assert after("concede 1").act == Act(CONCEDE, 1)
    timeline = after("set {}", "win 0").timeline
    assert timeline is not None
    assert [ply.act for ply in timeline[1:]] == [Act(SET, 0, "{}"), Act(PLAY, 0, "win 0")]
