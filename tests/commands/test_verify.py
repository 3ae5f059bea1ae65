"""companion verify: what the device chose follows from the seed that was sealed, or it says what does not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from device import WALL
from installed import Record, export_text, import_games
from thinkers import Direct, Held

from companion.app.thinking import Request, Thinking
from companion.cli import main
from companion.games.registry import game
from companion.kit.levels import DEEP
from companion.play import act as acts
from companion.play.act import Act, Line, decode, parse
from companion.ports import Answered
from companion.record.index import INDEX
from companion.record.log import LOG
from companion.sealed import commitment_of, seal_of
from companion.session.device import Sitting
from companion.session.session import Session
from hardware.simulated import SimulatedClock

WHEN_MOVED = "choices made before people changed an earlier entry, thought again at the table of that time"


@contextmanager
def at_table(
    folder: Path,
    key: str,
    names: tuple[str, ...],
    *,
    seed: int = 12,
    level: str = "1",
    options: Mapping[str, bool | str] = {},
    worker: Callable[[Any], Direct | None] = Direct,
) -> Iterator[tuple[Session, Thinking, list[Any]]]:
    """A game of people and of devices on a level, which is abandoned at the end."""
    with Record(folder, ("Ada",)) as record:
        session, answers = Session(record, SimulatedClock(WALL), Random(seed)), list[Any]()
        thinking = Thinking(session, SimulatedClock(WALL), worker(answers.append), lambda: 10.0, lambda _: None)
        devices = [name for name in names if name.startswith("Device")]
        session.start(key, names, options, 0, sitting=Sitting(dict.fromkeys(devices, level)))
        yield session, thinking, answers
        session.enter("abandon")


def played_with_device(folder: Path, key: str, entries: int, *, quick: bool = False) -> None:
    """A game of Ada against gentle devices, with so many entries, the last of which ends it."""
    dice, names = Random(11), ("Ada", "Device", "Device 2")[: 3 if key == "spartacus" else 2]
    with at_table(folder, key, names, worker=(lambda _: None) if quick else Direct) as (session, thinking, answers):
        for _ in range(entries):
            play_on(session, thinking, answers, dice)


def play_on(session: Session, thinking: Thinking, answers: list[Any], dice: Random) -> None:
    """Enter the action of the device if it is its turn, else any."""
    assert session.now is not None
    assert session.now.position is not None
    thinking.attend()
    while answers:
        thinking.take(answers.pop())
    legal = session.now.position.legal()
    thought = thinking.turn.thought if thinking.turn is not None else None
    action = thought.action if thought is not None and thought.action in legal else dice.choice(legal)
    session.enter(str(action))


def hannibal_round(folder: Path, word: str = "", *, other: bool = False, seed: int = 12) -> int:
    """A game of Hannibal whose second entry is a round, with the card of the device that is returned, or an `other`."""
    with at_table(folder, "hannibal", ("Ada", "Device"), seed=seed) as (session, thinking, answers):
        if word:
            session.add_word(word)
        session.enter("fleet ROM-COR>SAR-CAR")
        thinking.attend()
        thinking.take(answers.pop())
        assert thinking.turn is not None
        assert thinking.turn.thought is not None
        card = thinking.turn.thought.card
        assert isinstance(card, int)
        session.enter(f"clash 3 {card % 5 + 1 if other else card}")
    return card


def change(folder: Path, changed: Callable[[Line], Line]) -> None:
    """Write lines of the log differently, with right checksums; the index is made anew from them."""
    (folder / "index.sqlite3").unlink(missing_ok=True)
    lines = [decode(raw) for raw in (folder / LOG).read_bytes().splitlines(keepends=True)]
    (folder / LOG).write_bytes(b"".join([changed(line).encode() for line in lines if line is not None]))


def commit(folder: Path, commitment: str) -> None:
    """Write another commitment wherever there is one."""
    change(folder, lambda line: line._replace(commitment=commitment) if line.commitment else line)


def acts_of(folder: Path) -> list[Act]:
    """The acts of the log."""
    lines = [decode(raw) for raw in (folder / LOG).read_bytes().splitlines(keepends=True)]
    return [line.act for line in lines if line is not None]


def asking_unknown(text: str) -> str:
    """A choice of a device that does not know its cards, with an action all the same; any other text as it is."""
    return text.replace('"action":null', '"action":"place 3"') if '"unknown":true' in text else text


def sealed_anew(text: str, seed: str) -> str:
    """The words of a start with the seal of another seed."""
    return re.sub("seal=[a-z0-9-]+", f"seal={seal_of(seed)}", text)


def sealed_by_40_bits(text: str) -> str:
    """The words of a start as the first records had them."""
    return re.sub("(seal=.{9})[a-z0-9-]+", r"\1", text)


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


def test_choices_by_the_quick_rule_follow_and_are_counted_as_they_might_have_been_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played_with_device(tmp_path, "spartacus", 6, quick=True)
    status, lines = verified(tmp_path, capsys)
    assert status == 3
    assert lines[1] == "choices by the simple rule, because nothing could think: 4"
    assert lines[2].startswith("4 of 4 choices of the device follow from the seal ")
    assert lines[2].endswith("choices that another stop would have changed: 2")
    assert all(line.endswith("follows, but another stop would have been another choice") for line in lines[3:])
    assert len(lines) == 5


def test_a_choice_that_somebody_changed_does_not_follow(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played_with_device(tmp_path, "spartacus", 6)
    change_lines(tmp_path, acts.CHOSE, {"action": "play 99"})
    status, lines = verified(tmp_path, capsys)
    assert status == 1
    assert any("play 99 does not follow" in line for line in lines)


def test_what_people_entered_instead_is_named_and_is_no_fault_of_the_device(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with at_table(tmp_path, "spartacus", ("Device", "Ada", "Ben")) as (session, thinking, answers):
        thinking.attend()
        thinking.take(answers.pop())
        assert thinking.turn is not None
        assert thinking.turn.thought is not None
        asked = thinking.turn.thought.action
        assert session.now is not None
        assert session.now.position is not None
        entered = next(str(action) for action in session.now.position.legal() if action != asked)
        session.enter(entered)
    status, lines = verified(tmp_path, capsys)
    assert status == 0
    assert lines[-2].startswith("1 of 1 choice")
    assert lines[-1] == f"entry 1, Device: the device asked for {asked}, people entered {entered}"


@pytest.mark.parametrize("other", [False, True])
def test_a_12_that_somebody_else_got_is_named(tmp_path: Path, other: bool, capsys: pytest.CaptureFixture[str]) -> None:
    names, options = ("Device", "Ada", "Ben"), {"twelves": True}
    with at_table(tmp_path, "praetorians", names, options=options) as (session, thinking, answers):
        asked = thought(thinking, answers).extra["twelve"]
        gets = 3 - asked if other else asked
        session.enter(f"flip 12>{gets}")
    status, lines = verified(tmp_path, capsys)
    assert status == 0
    said = f"entry 1, Device: the device asked for another, 12>{asked}, people entered flip 12>{gets}"
    assert (said in lines) == other
    assert any("people entered" in line for line in lines) == other


def test_a_round_of_hannibal_with_the_card_of_the_device_is_what_it_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, other in enumerate((False, True), 1):
        hannibal_round(tmp_path, other=other)
        status, lines = verified(tmp_path, capsys)
        assert status == 0
        assert ("people entered" in lines[-1]) == other, f"game {number}"


def test_of_an_imported_game_it_says_what_can_be_judged_and_what_cannot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played_with_device(tmp_path / "one", "spartacus", 6)
    text = "".join(export_text(tmp_path / "one", "last", "text"))
    import_games(tmp_path / "two", text.encode(), WALL)
    status, lines = verified(tmp_path / "two", capsys)
    assert status == 2
    assert "choices of the device that are not in the record, as after an import: 3." in lines[1]
    assert "3 times what the seed gives with the whole work" in lines[1]
    assert "0 other entries" in lines[1]
    assert "; 0 turns with hidden cards" in lines[1]
    assert len(lines) == 2, "no choices are counted where there are none"
    for name, other, said in (("same", False, "1 time what"), ("other", True, "0 times what")):
        hannibal_round(tmp_path / name, other=other)
        text = "".join(export_text(tmp_path / name, "last", "text"))
        import_games(tmp_path / f"{name} again", text.encode(), WALL)
        status, lines = verified(tmp_path / f"{name} again", capsys)
        assert (status, said in lines[1]) == (2, True), lines


# A device that is honest, at a table where much happens.


def thought(thinking: Thinking, answers: list[Any]) -> Any:
    """What the device asks for now."""
    thinking.attend()
    while answers:
        thinking.take(answers.pop())
    assert thinking.turn is not None
    assert thinking.turn.thought is not None
    return thinking.turn.thought


def test_a_level_that_is_changed_back_and_forth_is_no_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for number, (key, names) in enumerate(
        [("spartacus", ("Device", "Ada", "Ben")), ("seven-hills", ("Device", "Ada"))] * 3, 1
    ):
        with at_table(tmp_path, key, names, seed=number) as (session, thinking, answers):
            thought(thinking, answers)
            session.enter("level 0 0")
            thought(thinking, answers)
            session.undo()
            session.enter(thought(thinking, answers).action)
        status, lines = verified(tmp_path, capsys)
        assert status == 0, lines
        assert lines[-1].startswith("1 of 1 choice")
        assert any(line.startswith("times that a level, a seat or the table was changed") for line in lines)


def change_first(session: Session) -> None:
    """Change the first entry to another one with which all later ones stand."""
    assert session.now is not None
    assert session.now.timeline is not None
    length, first = len(session.now.timeline), session.now.timeline[1].text
    for action in session.now.timeline[0].position.legal():
        if str(action) != first:
            session.enter(f"change 1 {action}")
            if len(session.now.timeline) == length:
                return
            session.undo()
    raise AssertionError("no other entry can be the first")


def devices_entries(session: Session) -> int:
    """How many entries were the turn of a device."""
    assert session.now is not None
    assert session.now.timeline is not None
    return sum(ply.turn != 0 for ply in session.now.timeline[:-1])


@pytest.mark.parametrize("key", ["spartacus", "seven-hills"])
def test_a_choice_before_an_earlier_entry_was_changed_is_thought_again_at_the_table_of_that_time(
    tmp_path: Path, key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("Ada", "Device", "Device 2")[: 3 if key == "spartacus" else 2]
    with at_table(tmp_path, key, names) as (session, thinking, answers):
        dice = Random(11)
        for _ in range(6):
            play_on(session, thinking, answers, dice)
        moved = devices_entries(session)
        change_first(session)
        for _ in range(3):
            play_on(session, thinking, answers, dice)
        count = devices_entries(session)
    assert 1 < moved < count
    status, lines = verified(tmp_path, capsys)
    assert status == 0, lines
    assert f"{WHEN_MOVED}: {moved}" in lines
    assert lines[-1].startswith(f"{count} of {count} choices of the device follow from the seal ")
    change_lines(tmp_path, acts.CHOSE, {"work": 45, "stopped": True})
    assert verified(tmp_path, capsys)[0] == 1, "it is thought again, and not only taken for right"


def change_turns(session: Session) -> tuple[list[int | None], list[int | None]]:
    """Change the first entry so that all later ones stand, some of them on other seats: the turns before and after."""
    assert session.now is not None
    assert session.now.timeline is not None
    turns = [ply.turn for ply in session.now.timeline]
    for action in session.now.timeline[0].position.legal():
        session.enter(f"change 1 {action}")
        after = [ply.turn for ply in session.now.timeline]
        if len(after) == len(turns) and after != turns:
            return turns, after
        session.undo()
    raise AssertionError("every other entry leaves the turns as they are, or stops the game")


def test_an_entry_that_came_to_the_seat_of_the_device_by_a_change_is_named_and_is_no_missing_choice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with at_table(tmp_path, "spartacus", ("Ada", "Device", "Ben"), seed=2) as (session, thinking, answers):
        dice = Random(2)
        for _ in range(8):
            play_on(session, thinking, answers, dice)
        before, after = change_turns(session)
        assert session.now is not None
        assert session.now.timeline is not None
        entries = [ply.text for ply in session.now.timeline][1:]
    came, stayed = [], 0
    for place, (then, now, entry) in enumerate(zip(before, after, entries, strict=False), 1):
        came += [f"entry {place}, Device: {entry}"] * (now == 1 != then)
        stayed += now == 1 == then
    assert came
    assert stayed
    status, lines = verified(tmp_path, capsys)
    assert status == 0, lines
    assert lines[-len(came) :] == [
        f"{one} stands there because people changed an entry; the device was not asked for it" for one in came
    ]
    of_them = "choice of the device follows" if stayed == 1 else "choices of the device follow"
    assert lines[-len(came) - 1].startswith(f"{stayed} of {stayed} {of_them}")


def test_of_what_people_entered_instead_before_a_change_the_device_is_not_accused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with at_table(tmp_path, "spartacus", ("Ada", "Device", "Ben")) as (session, thinking, answers):
        session.enter("play 6")
        asked = thought(thinking, answers).action
        entered = "pass" if asked != "pass" else "play 1"
        session.enter(entered)
        session.enter("change 1 play 7")
    status, lines = verified(tmp_path, capsys)
    assert status == 0, lines
    assert lines[-1] == f"entry 2, Device: the device asked for {asked}, people entered {entered}"


def test_a_table_that_people_set_in_the_turn_of_the_device_is_no_missing_choice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with at_table(tmp_path, "praetorians", ("Device", "Ada")) as (session, thinking, answers):
        dice = Random(11)
        assert session.now is not None
        assert session.now.position is not None
        session.enter("set " + json.dumps({**session.now.position.table(), "pawns": [41, 0]}))
        play_on(session, thinking, answers, dice)
    status, lines = verified(tmp_path, capsys)
    assert status == 0, lines
    assert lines[-1].startswith("1 of 1 choice of the device follows")


def test_a_device_whose_cards_before_a_table_that_was_set_were_changed_is_not_accused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table is the same; what it hides there is drawn with what it had laid before."""
    with at_table(tmp_path, "seven-hills", ("Device", "Ada")) as (session, thinking, answers):
        laid = thought(thinking, answers).action
        session.enter(laid)
        assert session.now is not None
        assert session.now.position is not None
        session.enter("set " + json.dumps(session.now.position.table(), separators=(",", ":")))
        session.enter("place 3" if laid != "place 3" else "place 4")
        for hill in (3, 4):
            session.enter(str(thought(thinking, answers).action))
            while str(turn_up := session.now.position.legal()[0]).startswith("reveal"):
                session.enter(str(turn_up))
            session.enter(next(one for one in map(str, session.now.position.legal()) if one != f"place {hill}"))
        session.enter("change 1 " + ("place 1" if laid != "place 1" else "place 2"))
    status, lines = verified(tmp_path, capsys)
    assert status == 0, lines


def test_a_device_that_cannot_know_its_cards_any_more_is_not_accused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with at_table(tmp_path, "seven-hills", ("Device", "Ada")) as (session, thinking, answers):
        unknown = False
        while not unknown:
            assert session.now is not None
            assert session.now.position is not None
            thinking.attend()
            while answers:
                thinking.take(answers.pop())
            said = thinking.turn.thought if thinking.turn is not None else None
            unknown = said is not None and "unknown" in said.extra
            legal = [str(action) for action in session.now.position.legal()]
            others = [action for action in legal if said is None or action != said.action]
            session.enter((others or legal)[-1])  # people turn up another card than it has laid
    status, lines = verified(tmp_path, capsys)
    assert status == 0, lines
    change(tmp_path, lambda line: line._replace(act=line.act._replace(text=asking_unknown(line.act.text))))
    status, lines = verified(tmp_path, capsys)
    assert status == 1, "who knows nothing asks for nothing"
    assert any("place 3 does not follow" in line for line in lines)


def test_what_follows_a_lost_choice_cannot_be_told_and_is_no_accusation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played_with_device(tmp_path, "seven-hills", 12)
    raws = (tmp_path / LOG).read_bytes().splitlines(keepends=True)
    place = next(place for place, raw in enumerate(raws) if b" - chose " in raw)
    raws[place] = raws[place].replace(b'"card":', b'"curd":')
    (tmp_path / LOG).write_bytes(b"".join(raws))
    (tmp_path / "index.sqlite3").unlink()
    status, lines = verified(tmp_path, capsys)
    assert status == 2
    assert not any("does not follow" in line for line in lines)


def test_a_hidden_line_that_nests_too_deep_counts_as_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played_with_device(tmp_path, "spartacus", 3)
    change_lines(tmp_path, acts.CHOSE, text='{"ply":' + "[" * 30_000 + "]" * 30_000 + "}")
    status, lines = verified(tmp_path, capsys)
    assert status == 2
    assert "that are not in the record" in lines[-1]


def test_a_lost_word_is_no_accusation(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for word in ("plum", "pear", "fig", "quince", "medlar"):
        hannibal_round(tmp_path / word, word)
        log = tmp_path / word / LOG
        log.write_bytes(log.read_bytes().replace(b'- word "', b'- ward "'))
        (tmp_path / word / "index.sqlite3").unlink()
        status, lines = verified(tmp_path / word, capsys)
        assert status in (0, 2), "the mix may have given the same card"
        assert not any("does not follow" in line for line in lines)


def test_a_device_that_thought_at_another_level_than_it_had_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played_with_device(tmp_path, "spartacus", 6)
    assert verified(tmp_path, capsys)[0] == 0
    change(
        tmp_path,
        lambda line: (
            line._replace(act=line.act._replace(text=line.act.text.replace("sit1=1", "sit1=2")))
            if line.act.kind == acts.NEW
            else line
        ),
    )
    status, lines = verified(tmp_path, capsys)
    assert status == 1
    assert any("does not follow" in line for line in lines)


# A device that cheats. Each of these records is whole: the sums of its lines are right.


def test_a_device_that_changes_what_its_choice_follows_from_is_seen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """At another level, or on the same table set once more, its chance is another one: so it could try all of them."""
    hannibal_round(tmp_path)
    said = "times that a level, a seat or the table was changed"
    assert not any(said in line for line in verified(tmp_path, capsys)[1])
    cards = set[object]()
    with at_table(tmp_path, "hannibal", ("Ada", "Device")) as (session, thinking, answers):
        session.enter("fleet ROM-COR>SAR-CAR")
        for _ in range(5):
            cards.add(thought(thinking, answers).card)
            assert session.now is not None
            assert session.now.position is not None
            session.enter("set " + json.dumps(session.now.position.table()))
        session.enter(f"clash 3 {thought(thinking, answers).card}")
    assert len(cards) > 1
    status, lines = verified(tmp_path, capsys)
    assert status == 0
    assert sum(line.startswith(f"{said}, also where people took that back: 5.") for line in lines) == 1


def test_a_device_that_looked_at_the_card_of_the_other_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = hannibal_round(tmp_path)
    assert verified(tmp_path, capsys)[0] == 0
    better = chosen % 5 + 1
    change_lines(tmp_path, acts.CHOSE, {"card": better})
    status, lines = verified(tmp_path, capsys)
    assert status == 1
    assert f"entry 2, Device: {better} does not follow" in lines


def test_a_device_that_puts_another_commitment_over_its_card_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hannibal_round(tmp_path)
    change(tmp_path, lambda line: line._replace(commitment="0" * 16) if line.act.kind == acts.PLAY else line)
    assert verified(tmp_path, capsys)[0] == 1, "the entry has another one than the choice"
    change(tmp_path, lambda line: line._replace(commitment="0" * 16) if line.commitment else line)
    assert verified(tmp_path, capsys)[0] == 1, "both have one that does not belong to the card"
    change(tmp_path, lambda line: line._replace(commitment=""))
    assert verified(tmp_path, capsys)[0] == 1, "none has one"


@pytest.mark.parametrize("cut", [False, True])
def test_the_table_with_which_a_moment_is_tried_again_is_no_change_also_where_it_was_not_written_any_more(
    tmp_path: Path, cut: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    played_with_device(tmp_path, "spartacus", 6)
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(WALL), Random(1))
        assert session.now is not None
        session.play_on(session.now, 3, 0, "1")
    if cut:
        *lines, last = (tmp_path / LOG).read_bytes().splitlines(keepends=True)
        assert b" set " in last
        (tmp_path / LOG).write_bytes(b"".join(lines))
        (tmp_path / INDEX).unlink()
    with Record(tmp_path) as record:
        Session(record, SimulatedClock(WALL), Random(1)).enter("abandon")
    assert len(verified(tmp_path, capsys)[1]) == 2, "the seal, and no choice"


def test_a_device_that_writes_a_number_in_another_way_gets_no_other_chance_by_that(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Chance and commitment follow from a text with the entry, the seat and the card. Here all three are 1."""
    rounds = 0
    for seed in range(11):
        folder = tmp_path / str(seed)
        if hannibal_round(folder, seed=seed) == 1:
            rounds += 1
            salt = next(act.text for act in acts_of(folder) if act.kind == acts.SEED)
            for name, number in product(("ply", "seat", "card"), (1.0, True)):
                values: dict[str, Any] = {"ply": 1, "seat": 1, "card": 1, name: number}
                change_lines(folder, acts.CHOSE, values)
                commit(folder, commitment_of(salt, values["ply"], values["seat"], values["card"]))
                assert verified(folder, capsys)[0] != 0, f"{name} {number}, seed {seed}"
    assert rounds > 1


class Choosy(Direct):
    """A worker that thinks again and again, and keeps the thought that it likes best, as if it was stopped there."""

    def ask(self, number: int, way: Sequence[Request], then: Sequence[Request]) -> None:
        thoughts = list[dict[str, Any]]()
        for stop in (2**power for power in range(9)):
            reply: Any = self.reply([*way, *then[:-1], {**then[-1], "work": stop}])
            thoughts.append({**reply["thought"], "stopped": True})
        best = max(thoughts, key=lambda thought: str(thought["action"]))  # as good as any other liking
        self.put(Answered(number, {"ok": True, "thought": best}))


def test_a_device_that_keeps_the_best_of_several_thoughts_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = ("Ada", "Device", "Ben")
    with at_table(tmp_path, "spartacus", names, level="2", worker=Choosy) as (session, thinking, answers):
        dice = Random(3)
        for _ in range(9):
            play_on(session, thinking, answers, dice)
    status, lines = verified(tmp_path, capsys)
    assert status == 3
    said = next(line for line in lines if "of the device follow" in line)
    assert said.startswith("3 of 3 choices")
    assert "0 by OK, 0 by the time limit" in said
    assert int(said.rsplit(" ", 1)[1]) == 3


@pytest.mark.parametrize("by", ["ok", "seconds"])
def test_a_deep_thought_always_ends_at_a_stop_and_the_record_says_whose_it_was(
    tmp_path: Path, by: str, capsys: pytest.CaptureFixture[str]
) -> None:
    class Stopped(Held):
        stops = True

    with Record(tmp_path, ("Ada",)) as record:
        clock, answers = SimulatedClock(WALL), list[Any]()
        session, dice = Session(record, clock, Random(12)), Random(3)
        thinking = Thinking(session, clock, Stopped(answers.append), lambda: 10.0, lambda message: None)
        session.start("spartacus", ("Device", "Ada", "Ben"), {}, 0, sitting=Sitting({"Device": DEEP}))
        thinking.attend()
        if by == "ok":
            thinking.enough()
        else:
            clock.advance(10.5)
            thinking.attend()
        play_on(session, thinking, answers, dice)
        session.enter("abandon")
    status, lines = verified(tmp_path, capsys)
    said = next(line for line in lines if "of the device follow" in line)
    assert said.startswith("1 of 1 choice")
    assert f"stopped thoughts: {int(by == 'ok')} by OK, {int(by == 'seconds')} by the time limit" in said
    assert (status, said[-1]) in ((0, "0"), (3, "1")), "it is counted where another stop would have been another choice"


def test_a_thought_that_was_stopped_between_two_powers_of_two_does_not_follow(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played_with_device(tmp_path, "spartacus", 6)
    change_lines(tmp_path, acts.CHOSE, {"work": 45, "stopped": True, "by": "ok"})
    status, lines = verified(tmp_path, capsys)
    assert status == 1
    assert any("does not follow" in line for line in lines)


def test_another_seed_does_not_belong_to_the_seal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played_with_device(tmp_path, "praetorians", 3)
    change_lines(tmp_path, acts.SEED, text="0" * 32)
    status, lines = verified(tmp_path, capsys)
    assert status == 1
    assert any("does not belong to the seal" in line for line in lines)


def test_a_device_that_changed_its_seed_and_the_seal_in_the_record_is_found_by_its_choices(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hannibal_round(tmp_path)
    seed = f"{1:032x}"
    change_lines(tmp_path, acts.SEED, text=seed)
    change(tmp_path, lambda line: line._replace(act=line.act._replace(text=sealed_anew(line.act.text, seed))))
    status, lines = verified(tmp_path, capsys)
    assert status == 1
    assert f"The seal {seal_of(seed)} fits" in lines[0]
    assert any("does not follow" in line for line in lines)


def test_of_a_game_of_the_first_records_it_cannot_tell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A device that wrote such a record today could stop where it likes, and leave no commitment."""
    played_with_device(tmp_path, "spartacus", 6)
    change(tmp_path, lambda line: line._replace(act=line.act._replace(text=sealed_by_40_bits(line.act.text))))
    status, lines = verified(tmp_path, capsys)
    assert status == 2
    assert "fits" in lines[0]
    assert "its seal has 40 bits" in lines[1]
    assert len(lines) == 2
    change_lines(tmp_path, acts.SEED, text="0" * 32)
    assert verified(tmp_path, capsys)[0] == 1, "the seed can be told"


def test_a_word_of_the_people_goes_into_the_chance_and_the_record_follows_with_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = {hannibal_round(tmp_path / word, word) for word in ("", "plum", "pear", "fig", "quince", "medlar")}
    assert len(chosen) > 1, "another word, another chance"
    status, lines = verified(tmp_path / "plum", capsys)
    assert status == 0
    assert lines[0].endswith("and your word plum")
    assert main(["log", "--data", str(tmp_path / "plum")]) == 0
    log = capsys.readouterr().out
    assert "a word for the chance of the device: plum" in log
    text = "".join(export_text(tmp_path / "plum", "last", "json"))
    import_games(tmp_path / "two", text.encode(), WALL)
    assert "".join(export_text(tmp_path / "two", "last", "json")) == text
    assert verified(tmp_path / "two", capsys)[1][0] == lines[0]
    change(tmp_path / "plum", lambda line: line._replace(act=line.act._replace(text='"pear"'))
           if line.act.kind == acts.WORD else line)  # fmt: skip
    assert verified(tmp_path / "plum", capsys)[0] in (0, 1), "the mix may have given the same card"


def test_another_version_of_the_mind_cannot_tell(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played_with_device(tmp_path, "praetorians", 3)
    raws = [decode(raw) for raw in (tmp_path / LOG).read_bytes().splitlines(keepends=True)]
    lines = [line for line in raws if line is not None]
    texts = [re.sub("mind=[0-9]+", "mind=999", line.act.text) for line in lines]
    changed = [line._replace(act=line.act._replace(text=text)) for line, text in zip(lines, texts, strict=True)]
    (tmp_path / LOG).write_bytes(b"".join([line.encode() for line in changed]))
    status, said = verified(tmp_path, capsys)
    assert status == 2
    assert "fits" in said[0]
    assert "cannot tell" in said[1]


def test_another_version_of_the_mind_that_sat_down_later_cannot_tell(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Record(tmp_path, ("Ada", "Ben")) as record:
        session, answers, dice = Session(record, SimulatedClock(WALL), Random(12)), list[Any](), Random(11)
        thinking = Thinking(session, SimulatedClock(WALL), Direct(answers.append), lambda: 10.0, lambda _: None)
        session.start("praetorians", ("Ada", "Ben"), {})
        session.enter("sit 1 1")
        for _ in range(8):
            play_on(session, thinking, answers, dice)
        session.enter("abandon")
    assert verified(tmp_path, capsys)[0] == 0
    change(tmp_path, lambda line: line._replace(act=parse(re.sub("mind=[0-9]+", "mind=999", str(line.act))))
           if line.act.kind == acts.SIT else line)  # fmt: skip
    status, said = verified(tmp_path, capsys)
    assert (status, "(999) played, so this one cannot tell" in said[-1]) == (2, True)


def test_a_running_game_keeps_its_secrets_and_a_game_of_people_has_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Record(tmp_path, ("Ada", "Ben")) as record:
        session = Session(record, SimulatedClock(WALL))
        session.start("praetorians", ("Ada", "Device"), {}, 0, sitting=Sitting({"Device": "1"}))
        seed = session.secrets.hidden.seed
    status, lines = verified(tmp_path, capsys)
    assert status == 2
    assert "still runs" in lines[0]
    assert seed not in "".join(lines)
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(WALL))
        session.start("praetorians", ("Ada", "Ben"), {})
        session.enter("abandon")
    assert verified(tmp_path, capsys) == (2, ["no device sat in game 2"])
    with Record(tmp_path) as record:
        Session(record, SimulatedClock(WALL)).start("praetorians", ("Ada", "Ben"), {})  # runs, and hides nothing
    assert verified(tmp_path, capsys) == (2, ["no device sat in game 3"])


def test_a_report_shows_the_seal_and_with_review_the_win_shares(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules, dice, clock = game("praetorians"), Random(3), SimulatedClock(WALL)
    with Record(tmp_path, ("Ada",)) as record:
        session = Session(record, clock, Random(12))
        now = session.start("praetorians", ("Ada", "Device"), {}, 0, sitting=Sitting({"Device": "1"}))
        position, seed = rules.start(2, rules.complete({})), session.secrets.hidden.seed
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
