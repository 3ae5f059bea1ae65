"""The record on disk: what returned is there, one writer, nothing is ever erased."""

import sqlite3
import stat
from pathlib import Path

import pytest

from companion.table.journal import FILE, LOCK, SCHEMA, Entry, Journal, JournalTrouble


def started(journal: Journal, at: float = 100.0) -> Entry:
    return journal.add_game("praetorians", ("Ada", "Ben"), {"twelves": True}, 0, "d0", at)


def test_a_new_record_has_its_first_people_and_nothing_has_happened(tmp_path: Path) -> None:
    with Journal(tmp_path / "deep" / "folder", ("Player 1", "Player 2")) as journal:
        assert journal.people() == ("Player 1", "Player 2")
        assert journal.head() == 0
        assert journal.path(0) == ()
        assert journal.undone() == ()
    assert stat.S_IMODE((tmp_path / "deep" / "folder").stat().st_mode) == 0o700


def test_the_first_people_are_not_added_again(tmp_path: Path) -> None:
    Journal(tmp_path, ("Player 1",)).close()
    with Journal(tmp_path, ("Somebody else",)) as journal:
        assert journal.people() == ("Player 1",)


def test_entries_and_their_game_are_there_after_opening_again(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        new = started(journal)
        flip = journal.add(new.game, "flip R7", new.id, "d1", 101.0)
    with Journal(tmp_path) as journal:
        assert journal.head() == flip.id
        assert journal.path(flip.id) == (
            Entry(new.id, new.game, "new praetorians", 0, "d0"),
            Entry(flip.id, new.game, "flip R7", new.id, "d1"),
        )
        game = journal.game(new.game)
        assert (game.game, game.players, game.options) == ("praetorians", ("Ada", "Ben"), {"twelves": True})


def test_a_path_stays_in_its_game(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        first = started(journal)
        second = journal.add_game("praetorians", ("Ben", "Ada"), {}, first.id, "d", 102.0)
        assert [entry.id for entry in journal.path(second.id)] == [second.id]
        assert journal.path(second.id)[0].parent == first.id


def test_undo_moves_the_head_and_keeps_the_entry(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        new = started(journal)
        flip = journal.add(new.game, "flip R7", new.id, "d1", 101.0)
        journal.move(new.game, "undo", new.id, "d0", 102.0)
        assert journal.head() == new.id
        assert journal.undone() == (flip,)
        assert [text for _, text in journal.texts()] == ["new praetorians", "flip R7", "undo"]


def test_what_redo_brings_back_is_known_after_any_walk(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        new = started(journal)
        one = journal.add(new.game, "flip R1", new.id, "d1", 101.0)
        two = journal.add(new.game, "flip R2", one.id, "d2", 102.0)
        for text, head in (("undo", one.id), ("undo", new.id), ("redo", one.id), ("undo", new.id), ("undo", 0)):
            journal.move(new.game, text, head, "", 103.0)
        assert journal.undone() == (new, one, two)
        journal.move(new.game, "redo", new.id, "", 104.0)
        assert journal.undone() == (one, two)


def test_something_new_ends_what_could_be_redone(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        new = started(journal)
        journal.add(new.game, "flip R1", new.id, "d1", 101.0)
        journal.move(new.game, "undo", new.id, "d0", 102.0)
        other = journal.add(new.game, "flip R2", new.id, "d2", 103.0)
        assert journal.undone() == ()
        assert [entry.text for entry in journal.path(other.id)] == ["new praetorians", "flip R2"]


def test_who_played_last_stands_first_on_the_roster_in_the_order_of_the_table(tmp_path: Path) -> None:
    with Journal(tmp_path, ("Player 1", "Player 2")) as journal:
        journal.add_person("Cleo")
        journal.add_person("Cleo")
        started(journal, 100.0)
        journal.add_game("praetorians", ("Cleo", "Ben"), {}, 0, "d", 200.0)
        assert journal.people() == ("Cleo", "Ben", "Ada", "Player 1", "Player 2")


def test_a_second_writer_is_told_who_holds_the_record(tmp_path: Path) -> None:
    with Journal(tmp_path), pytest.raises(JournalTrouble) as trouble:
        Journal(tmp_path)
    assert trouble.value.message.key == "journal.locked"
    assert "process " in str(trouble.value.message.params["holder"])
    with Journal(tmp_path) as journal:
        assert journal.head() == 0


def test_the_lock_goes_with_its_holder_whatever_the_file_says(tmp_path: Path) -> None:
    (tmp_path / LOCK).write_text("process 1")
    with Journal(tmp_path) as journal:
        assert journal.people() == ()


def test_a_newer_schema_is_refused_and_left_alone(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE) as database:
        database.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    database.close()
    with pytest.raises(JournalTrouble) as trouble:
        Journal(tmp_path)
    assert trouble.value.message.key == "journal.newer"
    assert trouble.value.message.params["schema"] == SCHEMA + 1
    # The lock was given back.
    with pytest.raises(JournalTrouble, match="newer"):
        Journal(tmp_path)


def test_a_file_that_is_no_record_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"not a database, but a shopping list: " + b"eggs " * 1000)
    with pytest.raises(JournalTrouble, match="open"):
        Journal(tmp_path)
    assert (tmp_path / FILE).read_bytes().startswith(b"not a database")


def test_a_folder_that_is_a_file_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalTrouble, match="folder"):
        Journal(tmp_path / "file")


def test_an_entry_is_durable_before_the_method_returns(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        new = started(journal)
        # Somebody else who only reads sees it although the writer is still open.
        reader = sqlite3.connect(f"file:{tmp_path / FILE}?mode=ro", uri=True)
        assert reader.execute("SELECT game, text FROM entries").fetchall() == [(new.game, "new praetorians")]
        reader.close()
        (mode,) = journal._database.execute("PRAGMA journal_mode").fetchone()
        (synchronous,) = journal._database.execute("PRAGMA synchronous").fetchone()
        assert (mode, synchronous) == ("wal", 2)


def test_a_write_that_fails_is_told_and_leaves_nothing_half_done(tmp_path: Path) -> None:
    with Journal(tmp_path) as journal:
        new = started(journal)
        # The largest size the file may have: from here on the disk is full.
        journal._database.execute("PRAGMA max_page_count = 1")
        head = new.id
        with pytest.raises(JournalTrouble, match="write"):  # noqa: PT012 - how many entries fit is not ours to say
            for _ in range(1000):
                head = journal.add(new.game, "flip R7 " + "x" * 900, head, "d", 1.0).id
        assert journal.head() == head
        assert journal.path(head)[-1].id == head
        # Nothing of the game that could not begin is there either.
        with pytest.raises(JournalTrouble, match="write"):
            journal.add_game("praetorians", ("Ada", "Ben" * 2000), {}, head, "d", 2.0)
        assert journal._database.execute("SELECT count(*) FROM games").fetchone() == (1,)


def test_closing_twice_is_closing_once(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.close()
    journal.close()


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as database:
        database.execute("CREATE TABLE shopping (list TEXT)")
    database.close()
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(JournalTrouble, match="foreign"):
        Journal(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


def test_the_roster_does_not_mind_a_clock_that_goes_back(tmp_path: Path) -> None:
    with Journal(tmp_path, ("Player 1", "Player 2")) as journal:
        journal.add_game("praetorians", ("Player 1", "Player 2"), {}, 0, "d", 5_000.0)
        journal.add_game("praetorians", ("Zed", "Yan"), {}, 0, "d", 7.0)
        assert journal.people() == ("Zed", "Yan", "Player 1", "Player 2")
