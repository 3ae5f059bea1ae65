"""companion verify: what the device chose follows from the seed that was sealed, or it says what does not."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from device import WALL
from installed import Record, export_text, import_games
from thinkers import Direct

from companion.app.thinking import Thinking
from companion.cli import main
from companion.games.registry import game
from companion.play import act as acts
from companion.play.line import decode
from companion.record.log import LOG
from companion.sealed import seal_of
from companion.session.device import Sitting
from companion.session.session import Session
from hardware.simulated.clock import SimulatedClock


def played_with_device(folder: Path, key: str, entries: int, *, quick: bool = False) -> None:
    """A game of Ada against gentle devices, with so many entries, the last of which ends it."""
    dice, clock = Random(11), SimulatedClock(WALL)
    names = ("Ada", "Device", "Device 2")[: 3 if key == "spartacus" else 2]
    with Record(folder, ("Ada",)) as record:
        session, answers = Session(record, clock, Random(12)), list[Any]()
        worker = None if quick else Direct(answers.append)
        thinking = Thinking(session, clock, worker, lambda: 10.0, lambda message: None)
        session.start(key, names, {}, 0, sitting=Sitting(dict.fromkeys(names[1:], 1)))
        for _ in range(entries):
            assert session.now is not None
            assert session.now.position is not None
            thinking.attend()
            while answers:
                thinking.take(answers.pop())
            legal = session.now.position.legal()
            thought = thinking.turn.thought if thinking.turn is not None else None
            action = thought.action if thought is not None and thought.action in legal else dice.choice(legal)
            session.enter(str(action))
        session.enter("abandon")


def verified(folder: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    status = main(["verify", "--data", str(folder)])
    return status, capsys.readouterr().out.splitlines()


def change_lines(folder: Path, kind: str, change: dict[str, object] | None = None, text: str = "") -> None:
    """Write the hidden lines of a kind differently, with right checksums."""
    raws = []
    for raw in (folder / LOG).read_bytes().splitlines(keepends=True):
        line = decode(raw)
        assert line is not None
        if line.act.kind == kind:
            said = text or json.dumps({**json.loads(line.act.text), **(change or {})}, separators=(",", ":"))
            raw = line._replace(act=line.act._replace(text=said)).encode()
        raws.append(raw)
    (folder / LOG).write_bytes(b"".join(raws))


@pytest.mark.parametrize("key", ["praetorians", "spartacus", "seven-hills", "army-ants"])
def test_mnd_4_every_choice_follows_from_the_seal(tmp_path: Path, key: str, capsys: pytest.CaptureFixture[str]) -> None:
    played_with_device(tmp_path, key, 12)
    status, lines = verified(tmp_path, capsys)
    assert status == 0
    count = int(lines[-1].split()[0])
    assert lines[-1].startswith(f"{count} of {count} choices of the device follow from the seal ")
    assert (count > 0) == (key != "army-ants"), "the first entries there are the deployment, which people tell"


def test_choices_by_the_quick_rule_follow_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played_with_device(tmp_path, "spartacus", 6, quick=True)
    assert verified(tmp_path, capsys)[0] == 0


def test_a_choice_that_somebody_changed_does_not_follow(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played_with_device(tmp_path, "spartacus", 6)
    change_lines(tmp_path, acts.CHOSE, {"action": "play 99"})
    status, lines = verified(tmp_path, capsys)
    assert status == 1
    assert any("play 99 does not follow" in line for line in lines)


def test_what_people_entered_instead_is_named_and_is_no_fault_of_the_device(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Record(tmp_path, ("Ada",)) as record:
        session, answers = Session(record, SimulatedClock(WALL), Random(12)), list[Any]()
        thinking = Thinking(session, SimulatedClock(WALL), Direct(answers.append), lambda: 10.0, lambda message: None)
        now = session.start("spartacus", ("Device", "Ada", "Ben"), {}, 0, sitting=Sitting({"Device": 1}))
        thinking.attend()
        thinking.take(answers.pop())
        assert thinking.turn is not None
        assert thinking.turn.thought is not None
        asked = thinking.turn.thought.action
        assert now.position is not None
        entered = next(str(action) for action in now.position.legal() if action != asked)
        session.enter(entered)
        session.enter("abandon")
    status, lines = verified(tmp_path, capsys)
    assert status == 0
    assert lines[-2].startswith("1 of 1 choices")
    assert lines[-1] == f"entry 1, Device: the device asked for {asked}, people entered {entered}"


def test_a_round_of_hannibal_with_the_card_of_the_device_is_what_it_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, other in enumerate((False, True), 1):
        with Record(tmp_path, ("Ada",)) as record:
            session, answers = Session(record, SimulatedClock(WALL), Random(12)), list[Any]()
            thinking = Thinking(
                session, SimulatedClock(WALL), Direct(answers.append), lambda: 10.0, lambda message: None
            )
            session.start("hannibal", ("Ada", "Device"), {}, 0, sitting=Sitting({"Device": 1}))
            session.enter("fleet ROM-COR>SAR-CAR")
            thinking.attend()
            thinking.take(answers.pop())
            assert thinking.turn is not None
            assert thinking.turn.thought is not None
            card = thinking.turn.thought.card
            assert isinstance(card, int)
            session.enter(f"clash 3 {card % 5 + 1 if other else card}")
            session.enter("abandon")
        status, lines = verified(tmp_path, capsys)
        assert status == 0
        assert ("people entered" in lines[-1]) == other, f"game {number}"


def test_about_an_imported_game_nobody_can_tell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played_with_device(tmp_path / "one", "spartacus", 6)
    text = "".join(export_text(tmp_path / "one", "last", "text"))
    import_games(tmp_path / "two", text.encode(), WALL)
    status, lines = verified(tmp_path / "two", capsys)
    assert status == 2
    assert any("has no record of" in line for line in lines)


def test_another_seed_does_not_belong_to_the_seal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played_with_device(tmp_path, "praetorians", 3)
    change_lines(tmp_path, acts.SEED, text="0" * 32)
    status, lines = verified(tmp_path, capsys)
    assert status == 1
    assert any("does not belong to the seal" in line for line in lines)


def test_another_version_of_the_mind_cannot_tell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played_with_device(tmp_path, "praetorians", 3)
    raws = [decode(raw) for raw in (tmp_path / LOG).read_bytes().splitlines(keepends=True)]
    lines = [line for line in raws if line is not None]
    changed = [line._replace(act=line.act._replace(text=line.act.text.replace("mind=1", "mind=999"))) for line in lines]
    (tmp_path / LOG).write_bytes(b"".join([line.encode() for line in changed]))
    status, said = verified(tmp_path, capsys)
    assert status == 2
    assert "cannot tell" in said[0]


def test_a_running_game_keeps_its_secrets_and_a_game_of_people_has_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Record(tmp_path, ("Ada", "Ben")) as record:
        session = Session(record, SimulatedClock(WALL))
        session.start("praetorians", ("Ada", "Device"), {}, 0, sitting=Sitting({"Device": 1}))
        seed = session.hidden.seed
    status, lines = verified(tmp_path, capsys)
    assert status == 2
    assert "still runs" in lines[0]
    assert seed not in "".join(lines)
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(WALL))
        session.start("praetorians", ("Ada", "Ben"), {})
        session.enter("abandon")
    assert verified(tmp_path, capsys) == (2, ["no device sat in game 2"])


def test_a_report_shows_the_seal_and_with_review_the_win_shares(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules, dice, clock = game("praetorians"), Random(3), SimulatedClock(WALL)
    with Record(tmp_path, ("Ada",)) as record:
        session = Session(record, clock, Random(12))
        now = session.start("praetorians", ("Ada", "Device"), {}, 0, sitting=Sitting({"Device": 1}))
        position, seed = rules.start(2, rules.complete({})), session.hidden.seed
        while position.outcome is None:
            action = next((one for one in position.legal() if one == "stop"), None) or dice.choice(position.legal())
            position, now = position.after(action), session.enter(str(action))
    assert now.outcome is not None
    assert main(["report", "-o", "-", "--data", str(tmp_path)]) == 0
    plain = capsys.readouterr().out
    assert seal_of(seed) in plain
    assert seed in plain
    assert "Win share" not in plain
    assert main(["report", "-o", "-", "--review", "--data", str(tmp_path)]) == 0
    reviewed = capsys.readouterr().out
    assert "Win share in %" in reviewed
    assert "luck" in reviewed
