"""The evening: one line of moments over all its games, the same in memory and on the disk."""

import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engines.position import Action
from companion.engines.refusals import BadPlayers, Illegal, NoGame, NothingToRedo, NothingToUndo, Over
from companion.table.evening import Evening
from companion.table.journal import FILE, Journal, JournalTrouble
from companion.table.moments import ReadOnly, Step
from hardware.simulated.clock import SimulatedClock

CLOCK = SimulatedClock(1_000_000.0)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path, ("Player 1", "Player 2")) as opened:
        yield opened


def seen(step: Step | None) -> object:
    """Everything about a moment that people could see."""
    if step is None:
        return None
    assert step.position is not None
    return step.played.names, step.text, step.position.table()


def enter(evening: Evening, *texts: str) -> None:
    for text in texts:
        evening.tell(text)


def evening_of_two_games(journal: Journal) -> Evening:
    """Ada wins the first game with matches on R10; of the second three actions are told."""
    evening = Evening(journal, CLOCK)
    evening.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
    enter(evening, *["match 10"] * 9, "bank 9")
    assert evening.now is not None
    assert evening.now.outcome is not None
    evening.start("praetorians", ("Ben", "Ada"), {"twelves": True})
    enter(evening, "flip R7", "flip 12>1", "stop")
    return evening


def test_an_evening_begins_with_nothing(journal: Journal) -> None:
    evening = Evening(journal, CLOCK)
    assert evening.now is None
    with pytest.raises(NoGame):
        evening.tell("stop")
    with pytest.raises(NothingToUndo):
        evening.undo()
    with pytest.raises(NothingToRedo):
        evening.redo()


def test_what_was_told_is_there_after_a_restart(journal: Journal) -> None:
    evening = evening_of_two_games(journal)
    assert seen(Evening(journal, CLOCK).now) == seen(evening.now)


def test_undo_walks_back_over_the_end_of_a_game_to_nothing_and_redo_all_the_way_forward(journal: Journal) -> None:
    evening = evening_of_two_games(journal)
    moments = []
    while evening.now is not None:
        moments.append(seen(evening.now))
        evening.undo()
    assert len(moments) == 15  # two starts, ten and three actions
    for moment in reversed(moments):
        evening.redo()
        assert seen(evening.now) == moment
    with pytest.raises(NothingToRedo):
        evening.redo()


def test_every_place_of_the_walk_survives_a_restart(journal: Journal) -> None:
    evening = evening_of_two_games(journal)
    moments = []
    while evening.now is not None:
        moments.append(seen(evening.now))
        evening.undo()
        evening = Evening(journal, CLOCK)
    for moment in reversed(moments):
        evening.redo()
        evening = Evening(journal, CLOCK)
        assert seen(evening.now) == moment


def test_a_new_entry_makes_redo_impossible_also_after_a_restart(journal: Journal) -> None:
    evening = evening_of_two_games(journal)
    evening.undo()
    enter(evening, "flip B1")
    for same in (evening, Evening(journal, CLOCK)):
        assert not same.may_redo


def test_undo_is_an_entry_and_erases_nothing(journal: Journal) -> None:
    evening = Evening(journal, CLOCK)
    evening.start("praetorians", ("Ada", "Ben"), {})
    enter(evening, "flip R7")
    evening.undo()
    enter(evening, "flip R8")
    assert [text for _, text in journal.texts()] == ["new praetorians", "flip R7", "undo", "flip R8"]
    assert evening.journaled == ["new praetorians", "flip R7", "undo", "flip R8"]


def test_every_row_of_the_record_names_its_game(journal: Journal) -> None:
    evening = evening_of_two_games(journal)
    for _ in range(4):
        evening.undo()
    games = [number for number, _ in journal.texts()]
    assert games == [1] * 11 + [2] * 4 + [2] * 4


def test_a_refused_action_changes_neither_memory_nor_disk(journal: Journal) -> None:
    evening = evening_of_two_games(journal)
    before, texts = seen(evening.now), journal.texts()
    with pytest.raises(Illegal):
        enter(evening, "stop")
    assert (seen(evening.now), journal.texts()) == (before, texts)


def test_a_finished_game_takes_no_action(journal: Journal) -> None:
    evening = Evening(journal, CLOCK)
    evening.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
    enter(evening, *["match 10"] * 9, "bank 9")
    with pytest.raises(Over):
        enter(evening, "bust")


def test_a_failing_disk_leaves_the_table_as_it_was(journal: Journal) -> None:
    evening = evening_of_two_games(journal)
    journal._database.execute("PRAGMA query_only = ON")
    before = seen(evening.now)
    with pytest.raises(JournalTrouble):
        enter(evening, "flip B3")
    with pytest.raises(JournalTrouble):
        evening.undo()
    with pytest.raises(JournalTrouble):
        evening.start("praetorians", ("Ada", "Ben"), {})
    with pytest.raises(JournalTrouble):
        evening.add_person("Cleo")
    assert seen(evening.now) == before
    journal._database.execute("PRAGMA query_only = OFF")
    enter(evening, "flip B3")
    assert seen(Evening(journal, CLOCK).now) == seen(evening.now)


def test_names_that_cannot_be_are_refused_and_not_kept(journal: Journal) -> None:
    evening = Evening(journal, CLOCK)
    for name in ("", " Ada", "x" * 25, "a\u202eb", "tab\t"):
        with pytest.raises(BadPlayers):
            evening.add_person(name)
    evening.add_person("カエサル")
    assert evening.roster == ("Player 1", "Player 2", "カエサル")


def tampered(folder: Path, statement: str) -> None:
    database = sqlite3.connect(folder / FILE)
    with database:
        database.execute(statement)
    database.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET digest = 'ffffffffffff' WHERE text = 'flip R7'",
        "UPDATE entries SET text = 'flip R8' WHERE text = 'flip R7'",
        "UPDATE entries SET text = 'stop' WHERE text = 'flip R7'",
        "UPDATE entries SET text = 'conjure R7' WHERE text = 'flip R7'",
        "UPDATE games SET options = '{\"thirteens\": true}' WHERE id = 2",
        "UPDATE games SET game = 'tic-tac-toe' WHERE id = 2",
        "UPDATE games SET players = '[\"Ada\"]' WHERE id = 2",
    ],
)
def test_a_game_that_would_continue_differently_opens_read_only(tmp_path: Path, statement: str) -> None:
    with Journal(tmp_path) as journal:
        evening_of_two_games(journal)
    tampered(tmp_path, statement)
    with Journal(tmp_path) as journal:
        evening, texts = Evening(journal, CLOCK), journal.texts()
        assert evening.now is not None
        assert evening.now.position is None
        with pytest.raises(ReadOnly):
            enter(evening, "flip B1")
        with pytest.raises(ReadOnly):
            evening.undo()
        assert journal.texts() == texts
        # The evening goes on with another game, and undo leads back to the one that can only be read.
        evening.start("praetorians", ("Ada", "Ben"), {})
        enter(evening, "flip B1")
        evening.undo()
        evening.undo()
        assert evening.now is not None
        assert evening.now.position is None


def test_random_walks_through_an_evening_agree_with_the_disk(tmp_path: Path) -> None:
    chance = random.Random(20)
    with Journal(tmp_path) as journal:
        evening = Evening(journal, CLOCK)
        for step in range(300):
            what = chance.random()
            legal: tuple[Action, ...] = ()
            if evening.now is not None and evening.now.position is not None:
                legal = evening.now.position.legal()
            if what < 0.35 and evening.now is not None:
                evening.undo()
            elif what < 0.55 and evening.may_redo:
                evening.redo()
            elif legal and what < 0.97:
                evening.tell(str(chance.choice(legal)))
            else:
                evening.start("praetorians", ("Ada", "Ben", "Cleo"), {"entry": "scores", "twelves": True})
            if step % 10 == 0:
                again = Evening(journal, CLOCK)
                assert seen(again.now) == seen(evening.now)
                assert again.may_redo == evening.may_redo
