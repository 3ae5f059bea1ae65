"""companion verify: what the device chose follows from the seed that was sealed, or it says what does not."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from device import WALL
from thinkers import Direct

from companion.app.thinking import Thinking
from companion.cli import main
from companion.games.registry import game
from companion.record import act as acts
from companion.record.line import decode
from companion.record.log import LOG
from companion.record.record import Record
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
