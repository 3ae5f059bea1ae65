"""The record on disk: what returned is there, one writer, nothing is ever erased."""

import sqlite3
import stat
from pathlib import Path

import pytest
from companion.table.journal import FILE, LOCK, SCHEMA, Record, RecordTrouble

from companion.record.fold import GameInfo
from companion.table.evening import Evening
from companion.table.moments import Entry, Result
from companion.table.shelf import NONE
from hardware.simulated.clock import SimulatedClock

RECORDS = Path(__file__).parent / "records"


def started(journal: Record, at: float = 100.0) -> Entry:
    return journal.add_game("praetorians", ("Ada", "Ben"), {"twelves": True}, 0, "d0", at)


def test_a_new_record_has_its_first_people_and_nothing_has_happened(tmp_path: Path) -> None:
    with Record(tmp_path / "deep" / "folder", ("Player 1", "Player 2")) as journal:
        assert journal.people() == ("Player 1", "Player 2")
        assert journal.head() == 0
        assert journal.path(0) == ()
        assert journal.undone(0) is None
        assert journal.finished(0, 9) == journal.waiting(0, 0, 9) == NONE
    assert stat.S_IMODE((tmp_path / "deep" / "folder").stat().st_mode) == 0o700


def test_the_first_people_are_not_added_again(tmp_path: Path) -> None:
    Record(tmp_path, ("Player 1",)).close()
    with Record(tmp_path, ("Somebody else",)) as journal:
        assert journal.people() == ("Player 1",)


def test_entries_and_their_game_are_there_after_opening_again(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        new = started(journal)
        flip = journal.add(new.game, "flip R7", new.id, "d1", 101.0)
    with Record(tmp_path) as journal:
        assert journal.head() == flip.id
        assert journal.path(flip.id) == (
            Entry(new.id, new.game, "new praetorians", 0, "d0"),
            Entry(flip.id, new.game, "flip R7", new.id, "d1"),
        )
        kept = journal.game(new.game)
        assert kept == GameInfo(1, "praetorians", ("Ada", "Ben"), {"twelves": True}, 1, flip.id, 100.0, 101.0, None)
        assert journal.game(2) is None


def test_a_path_stays_in_its_game(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        first = started(journal)
        second = journal.add_game("praetorians", ("Ben", "Ada"), {}, first.id, "d", 102.0)
        assert [entry.id for entry in journal.path(second.id)] == [second.id]
        assert journal.path(second.id)[0].parent == first.id


def test_undo_moves_the_head_and_keeps_the_entry(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        new = started(journal)
        flip = journal.add(new.game, "flip R7", new.id, "d1", 101.0)
        journal.undo(flip, new.id, "d0", 102.0)
        assert journal.head() == new.id
        assert journal.undone(new.game) == flip
        assert [text for _, text in journal.texts()] == ["new praetorians", "flip R7", "undo"]


def test_what_redo_brings_back_is_known_after_any_walk(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        new = started(journal)
        one = journal.add(new.game, "flip R1", new.id, "d1", 101.0)
        two = journal.add(new.game, "flip R2", one.id, "d2", 102.0)
        journal.undo(two, one.id, "", 103.0)
        journal.undo(one, new.id, "", 103.0)
        assert (journal.undone(new.game), journal.undone(new.game, 1)) == (one, two)
        journal.redo(one, new.game, 103.0)
        assert (journal.undone(new.game), journal.undone(new.game, 1)) == (two, None)
        journal.undo(one, new.id, "", 103.0)
        journal.undo(new, 0, "", 103.0)
        assert journal.head() == 0
        assert (journal.undone(0), journal.undone(new.game)) == (new, one)
        journal.redo(new, 0, 104.0)
        assert (journal.head(), journal.undone(0), journal.undone(new.game)) == (new.id, None, one)


def test_something_new_ends_what_could_be_redone(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        new = started(journal)
        flip = journal.add(new.game, "flip R1", new.id, "d1", 101.0)
        journal.undo(flip, new.id, "d0", 102.0)
        other = journal.add(new.game, "flip R2", new.id, "d2", 103.0)
        assert journal.undone(new.game) is None
        assert [entry.text for entry in journal.path(other.id)] == ["new praetorians", "flip R2"]


def test_something_new_in_one_game_leaves_what_was_undone_in_another(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        first = started(journal)
        flip = journal.add(first.game, "flip R1", first.id, "d1", 101.0)
        second = journal.add_game("praetorians", ("Cleo", "Dora"), {}, flip.id, "d0", 102.0)
        journal.resume(first.game, flip.id, "d1", 103.0)
        journal.undo(flip, first.id, "d0", 104.0)
        journal.resume(second.game, second.id, "d0", 105.0)
        journal.add(second.game, "flip B1", second.id, "d2", 106.0)
        assert (journal.undone(first.game), journal.undone(second.game)) == (flip, None)


def test_who_played_last_stands_first_on_the_roster_in_the_order_of_the_table(tmp_path: Path) -> None:
    with Record(tmp_path, ("Player 1", "Player 2")) as journal:
        journal.add_person("Cleo")
        journal.add_person("Cleo")
        started(journal, 100.0)
        journal.add_game("praetorians", ("Cleo", "Ben"), {}, 0, "d", 200.0)
        assert journal.people() == ("Cleo", "Ben", "Ada", "Player 1", "Player 2")


def test_a_second_writer_is_told_who_holds_the_record(tmp_path: Path) -> None:
    with Record(tmp_path), pytest.raises(RecordTrouble) as trouble:
        Record(tmp_path)
    assert trouble.value.message.key == "journal.locked"
    assert "process " in str(trouble.value.message.params["holder"])
    with Record(tmp_path) as journal:
        assert journal.head() == 0


def test_the_lock_goes_with_its_holder_whatever_the_file_says(tmp_path: Path) -> None:
    (tmp_path / LOCK).write_text("process 1")
    with Record(tmp_path) as journal:
        assert journal.people() == ()


def test_a_newer_schema_is_refused_and_left_alone(tmp_path: Path) -> None:
    Record(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE) as database:
        database.execute(f"PRAGMA user_version = {SCHEMA + 1}")
        database.execute("ALTER TABLE people ADD COLUMN shoes REAL")
    database.close()
    with pytest.raises(RecordTrouble) as trouble:
        Record(tmp_path)
    assert trouble.value.message.key == "journal.newer"
    assert trouble.value.message.params["schema"] == SCHEMA + 1
    # The lock was given back.
    with pytest.raises(RecordTrouble, match="newer"):
        Record(tmp_path)


def test_a_folder_that_is_a_file_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordTrouble, match="folder"):
        Record(tmp_path / "file")


def test_an_entry_is_durable_before_the_method_returns(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        new = started(journal)
        # Somebody else who only reads sees it although the writer is still open.
        reader = sqlite3.connect(f"file:{tmp_path / FILE}?mode=ro", uri=True)
        assert reader.execute("SELECT game, text FROM entries").fetchall() == [(new.game, "new praetorians")]
        reader.close()
        (mode,) = journal._database.execute("PRAGMA journal_mode").fetchone()
        (synchronous,) = journal._database.execute("PRAGMA synchronous").fetchone()
        assert (mode, synchronous) == ("wal", 2)


def test_a_write_that_fails_is_told_and_leaves_nothing_half_done(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        new = started(journal)
        # The largest size the file may have: from here on the disk is full.
        journal._database.execute("PRAGMA max_page_count = 1")
        head = new.id
        with pytest.raises(RecordTrouble, match="full"):  # noqa: PT012 - how many entries fit is not ours to say
            for _ in range(1000):
                head = journal.add(new.game, "flip R7 " + "x" * 900, head, "d", 1.0).id
        assert journal.head() == head
        assert journal.path(head)[-1].id == head
        # Nothing of the game that could not begin is there either.
        with pytest.raises(RecordTrouble, match="full"):
            journal.add_game("praetorians", ("Ada", "Ben" * 2000), {}, head, "d", 2.0)
        assert journal._database.execute("SELECT count(*) FROM games").fetchone() == (1,)


def test_closing_twice_is_closing_once(tmp_path: Path) -> None:
    journal = Record(tmp_path)
    journal.close()
    journal.close()


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE) as database:
        database.execute("CREATE TABLE shopping (list TEXT)")
    database.close()
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(RecordTrouble, match="foreign"):
        Record(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


def test_the_roster_does_not_mind_a_clock_that_goes_back(tmp_path: Path) -> None:
    with Record(tmp_path, ("Player 1", "Player 2")) as journal:
        journal.add_game("praetorians", ("Player 1", "Player 2"), {}, 0, "d", 5_000.0)
        journal.add_game("praetorians", ("Zed", "Yan"), {}, 0, "d", 7.0)
        assert journal.people() == ("Zed", "Yan", "Player 1", "Player 2")


def numbers(games: tuple[GameInfo, ...]) -> list[int]:
    return [game.id for game in games]


def test_games_that_wait_and_games_that_are_over_are_listed_the_last_one_first(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        starts = [started(journal, float(at)) for at in range(5)]
        won = Result((1,), (70, 99))
        for new in (starts[3], starts[1]):
            journal.add(new.game, "bank 29", new.id, "d", 200.0 + new.game, won)
        journal.resume(1, starts[0].id, "d0", 300.0)
        journal.resume(5, starts[4].id, "d0", 301.0)
        waiting = journal.waiting(5, 0, 9)
        assert (waiting.total, numbers(waiting.games)) == (2, [1, 3])
        finished = journal.finished(0, 9)
        assert (finished.total, numbers(finished.games)) == (2, [2, 4])
        assert [(game.at, game.result) for game in finished.games] == [(202.0, won), (204.0, won)]


def test_a_long_list_is_read_a_few_games_at_a_time(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        for _ in range(10):
            new = started(journal)
            journal.add(new.game, "abandon", new.id, "d", 1.0, Result((), (0, 0), "abandon"))
        assert [numbers(journal.finished(first, 4).games) for first in (0, 4, 8, 12)] == [
            [10, 9, 8, 7], [6, 5, 4, 3], [2, 1], [],
        ]  # fmt: skip
        assert journal.finished(8, 4).total == 10


def test_the_lists_are_read_along_an_index_without_sorting(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        asked: list[str] = []
        journal._database.set_trace_callback(asked.append)
        journal.waiting(7, 9, 4)
        journal.finished(9, 4)
        journal.series(7)
        journal._database.set_trace_callback(None)
        plans = [str(journal._database.execute(f"EXPLAIN QUERY PLAN {query}").fetchall()) for query in asked]
        assert [
            next(index for index in ("waiting", "finished", "series") if f"INDEX {index}" in plan) for plan in plans
        ] == ["waiting", "waiting", "finished", "finished", "series"]
        assert not any("TEMP B-TREE" in plan for plan in plans[:4])


def test_a_game_that_was_over_waits_again_after_undo_and_one_whose_start_was_undone_is_in_no_list(
    tmp_path: Path,
) -> None:
    with Record(tmp_path) as journal:
        new = started(journal)
        end = journal.add(new.game, "abandon", new.id, "d", 1.0, Result((), (0, 0), "abandon"))
        journal.undo(end, new.id, "d0", 2.0)
        assert (journal.finished(0, 9).total, journal.waiting(0, 0, 9).total) == (0, 1)
        journal.undo(new, 0, "", 3.0)
        assert (journal.finished(0, 9).total, journal.waiting(0, 0, 9).total) == (0, 0)
        assert journal.series(new.game) == ()
        journal.redo(new, 0, 4.0)
        journal.redo(end, new.game, 5.0, Result((), (0, 0), "abandon"))
        assert (journal.finished(0, 9).total, journal.waiting(0, 0, 9).total) == (1, 0)


def test_where_a_game_stands_is_written_together_with_the_entry_or_not_at_all(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        new = started(journal)
        flip = journal.add(new.game, "flip R7", new.id, "d1", 101.0)
        before = (journal.texts(), journal.game(new.game), journal.undone(new.game))
        # Whatever touches the games from here on fails, after the entry itself has been inserted.
        journal._database.execute(
            "CREATE TRIGGER full BEFORE UPDATE ON games BEGIN SELECT RAISE(ABORT, 'no room'); END"
        )
        with pytest.raises(RecordTrouble, match="write"):
            journal.add(new.game, "abandon", flip.id, "d1", 102.0, Result((), (0, 0), "abandon"))
        with pytest.raises(RecordTrouble, match="write"):
            journal.undo(new, 0, "", 103.0)
        with pytest.raises(RecordTrouble, match="write"):
            journal.add_game("praetorians", ("Cleo", "Dora"), {}, flip.id, "d0", 103.0)
        with pytest.raises(RecordTrouble, match="write"):
            journal.resume(new.game, flip.id, "d1", 104.0)
        assert (journal.texts(), journal.game(new.game), journal.undone(new.game)) == before


def test_a_game_that_leaves_the_table_waits_as_it_stood(tmp_path: Path) -> None:
    def heads(table: int) -> list[tuple[int, int, float]]:
        return [(game.id, game.head, game.at) for game in journal.waiting(table, 0, 9).games]

    with Record(tmp_path) as journal:
        first = started(journal)
        flip = journal.add(first.game, "flip R1", first.id, "d1", 101.0)
        second = started(journal)
        assert heads(2) == [(1, flip.id, 101.0)]
        other = journal.add(second.game, "flip R2", second.id, "d2", 102.0)
        # While it is on the table, a game stands at its last entry, too.
        kept = journal.game(2)
        assert kept is not None
        assert (kept.head, kept.at) == (other.id, 102.0)
        journal.resume(1, flip.id, "d1", 103.0)
        assert heads(1) == [(2, other.id, 102.0)]
        journal.undo(flip, first.id, "d0", 104.0)
        journal.undo(first, 0, "", 105.0)
        assert heads(0) == [(2, other.id, 102.0)]
        journal.resume(2, other.id, "d2", 106.0)
        last = journal.add(2, "flip R3", other.id, "d3", 107.0)
        journal.undo(last, other.id, "d2", 108.0)
        third = started(journal)
        assert heads(3) == [(2, other.id, 102.0)]
        journal.undo(third, other.id, "d2", 109.0)
        last = journal.add(2, "flip R4", other.id, "d4", 110.0)
        journal.undo(last, other.id, "d2", 111.0)
        kept = journal.game(2)
        assert kept is not None
        assert kept.head == other.id


def test_a_start_that_comes_back_puts_the_game_on_the_table_away(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        first = started(journal)
        flip = journal.add(first.game, "flip R1", first.id, "d1", 101.0)
        second = journal.add_game("praetorians", ("Cleo", "Dora"), {}, flip.id, "d0", 102.0)
        journal.undo(second, flip.id, "d1", 103.0)
        journal.undo(flip, first.id, "d0", 104.0)
        journal.redo(flip, 1, 105.0)
        journal.redo(second, 1, 106.0)
        waiting = journal.waiting(2, 0, 9)
        assert [(game.id, game.head) for game in waiting.games] == [(1, flip.id)]


# -- a record of an older schema


def first_schema(folder: Path) -> None:
    """Put a record there as the first version wrote it."""
    with sqlite3.connect(folder / FILE) as database:
        database.executescript((RECORDS / "schema-1.sql").read_text("utf-8"))
    database.close()


def test_a_record_of_schema_1_knows_its_games_without_anybody_having_told_them_again(tmp_path: Path) -> None:
    first_schema(tmp_path)
    with Record(tmp_path) as journal:
        (schema,) = journal._database.execute("PRAGMA user_version").fetchone()
        assert schema == SCHEMA
        finished = journal.finished(0, 9)
        assert [(game.id, game.names, game.result) for game in finished.games] == [
            (2, ("Ben", "Ada"), Result((1,), (0, 0), "concede 0")),
            (1, ("Ada", "Ben"), Result((0,), (99, 3))),
        ]
        assert [(game.begun, game.at) for game in finished.games] == [
            (1770000720.0, 1770000900.0), (1770000060.0, 1770000660.0),
        ]  # fmt: skip
        waiting = journal.waiting(5, 0, 9)
        assert [(game.id, game.key, game.head) for game in waiting.games] == [(3, "hannibal", 27)]
        taken_back = journal.game(4)
        assert taken_back is not None
        assert taken_back.head == 0
        assert [numbers(journal.series(number)) for number in (1, 2, 3, 5)] == [[1], [2], [3], [5]]


def test_the_unfinished_game_of_a_record_of_schema_1_is_on_the_table_with_what_can_be_redone(tmp_path: Path) -> None:
    first_schema(tmp_path)
    with Record(tmp_path) as journal:
        evening = Evening(journal, SimulatedClock(0.0))
        assert evening.now is not None
        assert evening.now.course is not None
        assert [moment.text for moment in evening.now.course] == ["", "flip R7", "flip R9", "stop"]
        assert [evening.redo().text for _ in range(2)] == ["flip B4", "flip G5"]
        assert not evening.may_redo


def test_everything_in_a_record_of_schema_1_can_be_undone_and_redone(tmp_path: Path) -> None:
    first_schema(tmp_path)
    with Record(tmp_path) as journal:
        evening = Evening(journal, SimulatedClock(0.0))
        undone = []
        while evening.now is not None:
            undone.append((evening.now.played.id, evening.now.text))
            evening.undo()
        assert undone[:3] == [(5, "stop"), (5, "flip R9"), (5, "flip R7")]
        assert undone[3:5] == [(5, "new praetorians"), (3, "legion ROM>GAL")]
        assert undone[-1] == (1, "new praetorians")
        assert len(undone) == 4 + 4 + 4 + 11
        for game, text in reversed(undone):
            redone = evening.redo()
            assert (redone.played.id, redone.text) == (game, text)


def test_an_end_and_a_start_undone_in_schema_1_come_back_with_redo(tmp_path: Path) -> None:
    first_schema(tmp_path)
    with sqlite3.connect(tmp_path / FILE) as database:
        # The first version would have written this for three more undos: the table stands at Hannibal's last move.
        for head in (30, 29, 28, 27):
            database.execute(
                "INSERT INTO entries (game, text, parent, head, digest, at) VALUES (5, 'undo', 0, ?, '', 0.0)", (head,)
            )
    database.close()
    with Record(tmp_path) as journal:
        evening = Evening(journal, SimulatedClock(0.0))
        assert evening.now is not None
        assert evening.now.played.id == 3
        redone = [evening.redo().text for _ in range(6)]
        assert redone == ["new praetorians", "flip R7", "flip R9", "stop", "flip B4", "flip G5"]
