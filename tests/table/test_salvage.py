"""Whatever befalls the files of the record: it starts, the damaged ones are kept, and what is whole goes on.

Here every so manieth byte is cut or changed; `bench/wrecks.py` does all of them.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from errno import EIO
from pathlib import Path

import pytest
from companion.table.journal import FILE, SCHEMA, Record, RecordTrouble
from companion.table.pages import FRAME, HEADER, SIZE
from companion.table.salvage import copied, finish, put
from companion.table.soundness import APPLICATION
from wrecks import CLOCK, Before, evening, flipped, kept, killed, opened, stands

from companion.engines.refusals import Message
from companion.table import soundness
from companion.table.evening import Evening

WAL = f"{FILE}-wal"
STEP = FRAME + SIZE


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Before:
    return Before(tmp_path_factory.mktemp("before"))


@pytest.fixture
def closed(tmp_path: Path, before: Before) -> Path:
    """A record that was closed in good order: one file."""
    return shutil.copytree(before.closed, tmp_path / "closed")


@pytest.fixture
def pulled(tmp_path: Path, before: Before) -> Path:
    """The same after the plug was pulled: the end of the evening is still in the log."""
    return shutil.copytree(before.pulled, tmp_path / "pulled")


def test_a_record_in_good_order_is_opened_as_it_is(closed: Path, pulled: Path, before: Before) -> None:
    for folder in (closed, pulled):
        assert opened(folder, before).all
        assert kept(folder) == []


# -- cut


HEADS = (15, 16, 99, 100, 101, 107, 108, 109, 4095, 4096, 4097)
"""Bytes at which the heads of a database and of a page begin and end."""


def test_a_database_cut_anywhere_gives_what_is_left_of_it(closed: Path, before: Before) -> None:
    whole, found = (closed / FILE).read_bytes(), []
    for length in sorted({*range(0, len(whole), 509), *HEADS}):
        folder = shutil.copytree(closed, closed.with_name(str(length)))
        (folder / FILE).write_bytes(whole[:length])
        after = opened(folder, before)
        found.append(len(after.moments))
        assert kept(folder) == ["journal-1.sqlite3"]
        assert (folder / "journal-1.sqlite3").read_bytes() == whole[:length]
        assert after.told[0].params["file"] == "journal-1.sqlite3"
    assert found == sorted(found)
    assert found[-1] == len(before.moments)


def test_a_database_cut_under_its_log_loses_nothing_that_is_in_the_log(pulled: Path, before: Before) -> None:
    whole = (pulled / FILE).read_bytes()
    for length in sorted({*range(0, len(whole), 1021), *HEADS}):
        folder = shutil.copytree(pulled, pulled.with_name(str(length)))
        (folder / FILE).write_bytes(whole[:length])
        after = opened(folder, before)
        assert (after.moments, after.stands) == (before.moments, before.stands), length


def test_a_log_cut_anywhere_gives_every_action_that_was_whole_by_then(pulled: Path, before: Before) -> None:
    log = (pulled / WAL).read_bytes()
    ends = [at + STEP for at in range(HEADER, len(log), STEP) if log[at + 4 : at + 8] != b"\0\0\0\0"]
    assert len(ends) == 6  # a name, two games resumed, two actions and an undo
    texts = [before.texts[: len(before.texts) - 5 + max(count - 1, 0)] for count in range(7)]
    for length in sorted({*range(0, len(log), 509), *ends, *[end - 1 for end in ends]}):
        folder = shutil.copytree(pulled, pulled.with_name(str(length)))
        (folder / WAL).write_bytes(log[:length])
        after = opened(folder, before)
        assert after.texts == texts[sum(end <= length for end in ends)], length
        assert kept(folder) == []


# -- changed


@pytest.mark.parametrize("mask", [0x01, 0x80, 0xFF])
def test_a_database_with_any_byte_changed_starts_and_every_game_is_there_as_far_as_it_is_whole(
    closed: Path, before: Before, mask: int
) -> None:
    whole = (closed / FILE).read_bytes()
    for at in [*range(100), *range(100 + mask % 7, len(whole), 487)]:
        folder = shutil.copytree(closed, closed.with_name(str(at)))
        flipped(folder / FILE, at, mask)
        after = opened(folder, before, bits=True)
        assert len(after.moments) >= len(before.moments) - 8, at
        if at < 100 and kept(folder):
            assert after.all, at


@pytest.mark.parametrize("mask", [0x01, 0xFF])
def test_a_database_changed_under_its_log_is_as_it_was_told(pulled: Path, before: Before, mask: int) -> None:
    whole = (pulled / FILE).read_bytes()
    for at in range(mask % 11, len(whole), 997):
        folder = shutil.copytree(pulled, pulled.with_name(str(at)))
        flipped(folder / FILE, at, mask)
        assert opened(folder, before, bits=True).games >= 4, at


@pytest.mark.parametrize("mask", [0x01, 0xFF])
def test_a_log_with_any_byte_changed_loses_nothing_but_an_action_that_may_have_been_torn_off(
    pulled: Path, before: Before, mask: int
) -> None:
    log = (pulled / WAL).read_bytes()
    ends = [at + STEP for at in range(HEADER, len(log), STEP) if log[at + 4 : at + 8] != b"\0\0\0\0"]
    for at in [*range(0, 60, 3), *range(60, len(log), 503)]:
        folder = shutil.copytree(pulled, pulled.with_name(str(at)))
        flipped(folder / WAL, at, mask)
        after = opened(folder, before)
        if at < ends[-2]:  # something durable follows: SQLite alone would have cut it all off without a word
            assert after.all, at
            assert kept(folder), at
        else:
            assert after.texts in (before.texts, before.texts[:-1]), at


def test_a_log_of_another_record_is_not_written_over_this_one(pulled: Path, before: Before, tmp_path: Path) -> None:
    with Record(tmp_path / "other") as journal:
        table = Evening(journal, CLOCK)
        for _ in range(4):
            table.start("army-ants", ("Zoe", "Yan"), {})
        killed(tmp_path / "other", tmp_path / "log")
    shutil.copy(tmp_path / "log" / WAL, pulled / WAL)
    after = opened(pulled, before)
    assert len(after.moments) == len(before.moments) - 2  # all that was in the database
    assert {"journal-1.sqlite3", "journal-1.sqlite3-wal"} <= set(kept(pulled))


def test_a_log_without_its_database_is_not_thrown_away(pulled: Path, before: Before) -> None:
    (pulled / FILE).unlink()
    after = opened(pulled, before)
    assert after.games == 5
    assert after.stands == before.stands
    assert "journal-1.sqlite3-wal" in kept(pulled)


def test_a_shared_memory_full_of_nonsense_changes_nothing(pulled: Path, before: Before) -> None:
    for number, nonsense in enumerate((b"", b"\0" * 100, b"\xff" * 32768, os.urandom(32768))):
        folder = shutil.copytree(pulled, pulled.with_name(str(number)))
        (folder / f"{FILE}-shm").write_bytes(nonsense)
        assert opened(folder, before).all


# -- not a file


def folder_there(path: Path) -> None:
    path.mkdir()
    (path / "photos").write_text("mine")


IN_ITS_PLACE: dict[str, Callable[[Path], object]] = {
    "a folder": folder_there,
    "a pipe": os.mkfifo,
    "a link to nothing": lambda path: path.symlink_to("nowhere"),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "nothing in it": lambda path: path.write_bytes(b""),
    "a shopping list": lambda path: path.write_bytes(b"eggs " * 4000),
    "a page of zeros": lambda path: path.write_bytes(bytes(8192)),
}


@pytest.mark.parametrize("what", IN_ITS_PLACE)
@pytest.mark.parametrize("end", ["", "-wal", "-shm", "-journal"])
def test_whatever_lies_in_a_place_of_the_record_is_set_aside_and_the_start_goes_on(
    closed: Path, before: Before, what: str, end: str
) -> None:
    (closed / f"{FILE}{end}").unlink(missing_ok=True)
    IN_ITS_PLACE[what](closed / f"{FILE}{end}")
    after = opened(closed, before)
    if end:
        assert after.all
    else:
        assert after.told == (Message("journal.salvaged-nothing", file="journal-1.sqlite3", games=0, entries=0),)
        assert after.people == ("Player 1", "Player 2")
        assert os.path.lexists(closed / "journal-1.sqlite3")
    if what == "a folder":
        assert (closed / f"journal-1.sqlite3{end}" / "photos").read_text() == "mine"


@pytest.mark.parametrize("what", ["a folder", "a pipe", "a link to itself"])
def test_a_lock_that_is_no_file_is_told(closed: Path, what: str) -> None:
    IN_ITS_PLACE[what](closed / "journal.lock")
    with pytest.raises(RecordTrouble, match="folder"):
        Record(closed)


def test_what_was_set_aside_before_is_kept_and_the_next_has_another_number(closed: Path, before: Before) -> None:
    for number in range(1, 4):
        (closed / FILE).write_bytes(b"nonsense %d" % number)
        opened(closed, before)
        assert (closed / f"journal-{number}.sqlite3").read_bytes() == b"nonsense %d" % number
    assert len(kept(closed)) == 3


def test_of_a_link_to_a_record_elsewhere_everything_is_taken_over_and_nothing_written_there(
    pulled: Path, before: Before, tmp_path: Path
) -> None:
    elsewhere = pulled.rename(tmp_path / "elsewhere")
    was = {path.name: path.read_bytes() for path in elsewhere.iterdir()}
    pulled.mkdir()
    (pulled / FILE).symlink_to(elsewhere / FILE)
    assert opened(pulled, before).all
    assert kept(pulled) == ["journal-1.sqlite3"]
    assert {path.name: path.read_bytes() for path in elsewhere.iterdir()} == was


# -- the plug is pulled while something is set aside


@pytest.mark.parametrize("steps", range(4))
def test_a_plug_pulled_while_files_are_moved_is_gone_on_with(pulled: Path, before: Before, steps: int) -> None:
    fresh = shutil.copy(before.closed / FILE, pulled / "journal-7.fresh")
    moved = [f"{FILE}-wal", f"{FILE}-shm", FILE][:steps]
    (pulled / f"{FILE}-shm").write_bytes(b"x")
    for name in moved:
        (pulled / name).rename(pulled / name.replace("journal", "journal-7"))
    assert opened(pulled, before).all
    assert kept(pulled) == ["journal-7.sqlite3", "journal-7.sqlite3-shm", "journal-7.sqlite3-wal"]
    assert not Path(fresh).exists()


def test_a_workplace_that_was_left_over_is_of_no_importance(closed: Path, before: Before) -> None:
    (closed / "journal.salvage").mkdir()
    (closed / "journal.salvage" / FILE).write_bytes(b"half")
    flipped(closed / FILE, 0, 0xFF)
    assert opened(closed, before).all
    assert not (closed / "journal.salvage").exists()


def test_names_that_only_look_like_it_are_left_alone(tmp_path: Path) -> None:
    for name in ("journal-x.fresh", "journal-1.fresh.txt", "journal-.fresh"):
        (tmp_path / name).write_text("mine")
    finish(tmp_path)
    assert len(list(tmp_path.iterdir())) == 3
    (tmp_path / "fresh").write_text("new")
    assert put(tmp_path, tmp_path / "fresh") == ""
    assert (tmp_path / FILE).read_text() == "new"


def test_blocks_that_the_disk_cannot_read_are_left_out_of_a_copy(tmp_path: Path) -> None:
    (tmp_path / "bad").write_bytes(b"a" * 4096 + b"b" * 4096 + b"c" * 100)

    def read(file: int, count: int, at: int) -> bytes:
        if at == 4096:
            raise OSError(EIO, os.strerror(EIO))
        return os.pread(file, count, at)

    copied(tmp_path / "bad", tmp_path / "copy", read)
    assert (tmp_path / "copy").read_bytes() == b"a" * 4096 + bytes(4096) + b"c" * 100


# -- lies


def change(folder: Path, *statements: str) -> None:
    """As somebody does who has the file and bad intentions."""
    database = sqlite3.connect(folder / FILE, isolation_level=None)
    database.execute("PRAGMA writable_schema = ON")
    database.execute("PRAGMA ignore_check_constraints = ON")
    for statement in statements:
        database.execute(statement)
    database.close()


LIES = {
    "a trigger": "CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM games; END",
    "a view": "CREATE VIEW v AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT * FROM n",
    "a table that is a program": "CREATE VIRTUAL TABLE v USING rtree(a, b, c)",
    "a table more": "CREATE TABLE more (a)",
    "a column more": "ALTER TABLE games ADD COLUMN more TEXT",
    "a column less": "ALTER TABLE games DROP COLUMN begun",
    "a rule of its own": "UPDATE sqlite_schema SET sql = replace(sql, 'text TEXT', 'text TEXT CHECK (0)')"
    " WHERE name = 'entries'",
    "an index of its own": "CREATE INDEX i ON entries (abs(id))",
    "a version before": "PRAGMA user_version = 1",
    "no version": "PRAGMA user_version = 0",
    "a version that is not": "PRAGMA user_version = -7",
    "a later version of the same tables": f"PRAGMA user_version = {SCHEMA + 1}",
    "another program's number": "PRAGMA application_id = 42",
    "roots in the wrong places": "UPDATE sqlite_schema SET rootpage = 10 - rootpage",
    "roots in nowhere": "UPDATE sqlite_schema SET rootpage = 100000",
    "a schema that is no SQL": "UPDATE sqlite_schema SET sql = 'CREATE TABLE' || char(27)",
}


@pytest.mark.parametrize("lie", LIES)
def test_tables_that_lie_are_set_aside_with_nothing_lost(closed: Path, before: Before, lie: str) -> None:
    change(closed, LIES[lie])
    after = opened(closed, before)
    assert after.all
    assert kept(closed) == ["journal-1.sqlite3"]


WILD = {
    "players that are no JSON": ("UPDATE games SET players = '[\"Ada' WHERE id = 5", 4),
    "players that are no list": ("UPDATE games SET players = '{\"a\": 1}' WHERE id = 5", 4),
    "players nested without end": (f"UPDATE games SET players = '{'[' * 60000}' WHERE id = 5", 4),
    "a player that is a number": ("UPDATE games SET players = '[1, 2]' WHERE id = 5", 4),
    "a name that clears the screen": ("UPDATE games SET players = '[\"\\u001b[2J\", \"B\"]' WHERE id = 5", 4),
    "options that are no JSON": ("UPDATE games SET options = '' WHERE id = 5", 4),
    "options that are a number": ("UPDATE games SET options = '7' WHERE id = 5", 4),
    "an outcome that is no JSON": ("UPDATE games SET outcome = '{' WHERE id = 1", 5),
    "an outcome of other people": (
        "UPDATE games SET outcome = '{\"winners\": [8], \"scores\": [], \"ended\": \"\"}' WHERE id = 1", 5,
    ),
    "a head that is not there": ("UPDATE entries SET head = 999 WHERE id = 34", 5),
    "a head below zero": ("UPDATE entries SET head = -1 WHERE id = 34", 5),
    "a head of another game": ("UPDATE entries SET head = 3 WHERE id = 34", 5),
    "a game that stands nowhere": ("UPDATE games SET head = 9999 WHERE id = 5", 5),
    "a moment before that is not there": ("UPDATE entries SET parent = 777 WHERE id = 26", 5),
    "moments that go round": ("UPDATE entries SET parent = 28 WHERE id = 26", 5),
    "a moment before itself": ("UPDATE entries SET parent = id WHERE id = 24", 5),
    "a text that clears the screen": ("UPDATE entries SET text = char(27) || '[2J' WHERE id = 26", 5),
    "a text without end": ("UPDATE entries SET text = hex(zeroblob(100000)) WHERE id = 26", 5),
    "a time without end": ("UPDATE entries SET at = 9e999 WHERE id = 11", 5),
    "a begin after the end of time": ("UPDATE games SET begun = -9e999 WHERE id = 1", 5),
    "a number without successor": ("UPDATE entries SET id = 9223372036854775807, head = id WHERE id = 34", 5),
    "a game without a row": ("DELETE FROM games WHERE id = 5", 4),
    "no person": ("DELETE FROM people", 5),
    "a person with no name": ("UPDATE people SET name = char(10) WHERE id = 1", 5),
    "a person who played without end": ("UPDATE people SET used = 9e999 WHERE id = 1", 5),
    "nothing that can be redone": ("UPDATE undone SET entry = 4444", 5),
}  # fmt: skip


@pytest.mark.parametrize("wild", WILD)
def test_rows_of_wild_contents_stop_neither_the_start_nor_the_lists_nor_the_next_game(
    closed: Path, before: Before, wild: str
) -> None:
    statement, games = WILD[wild]
    change(closed, statement)
    with Record(closed, ("Player 1", "Player 2")) as journal:
        table = Evening(journal, CLOCK)
        for number in range(1, 6):
            games_listed = [*table.waiting(0, 9).games, *table.finished(0, 9).games]
            assert table.trouble is None
            if number in [game.id for game in games_listed]:
                table.resume(number)
        table.start("praetorians", ("Ada", "Ben"), {})
        table.tell("flip R7")
        told = table.now
        assert len([*table.waiting(0, 9).games, *table.finished(0, 9).games]) >= games - 1
    with Record(closed) as journal:
        assert stands(Evening(journal, CLOCK).now) == stands(told)


def test_a_record_of_schema_1_with_lies_in_it_is_led_on_with_what_is_whole(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    database.executescript((Path(__file__).parent / "records" / "schema-1.sql").read_text("utf-8"))
    database.execute("CREATE TABLE undone (something INTEGER)")  # in the way of the new tables
    database.execute("UPDATE games SET players = 'nobody' WHERE id = 2")
    database.close()
    with Record(tmp_path) as journal:
        assert [message.key for message in journal.told] == ["journal.salvaged"]
        table = Evening(journal, CLOCK)
        assert [moment.text for moment in (table.now and table.now.course) or ()] == ["", "flip R7", "flip R9", "stop"]
        assert [table.redo().text for _ in range(2)] == ["flip B4", "flip G5"]
        assert [game.id for game in table.finished(0, 9).games] == [1]
        assert [game.id for game in table.waiting(0, 9).games] == [3]


@pytest.mark.parametrize("how", ["as it was closed", "after a pulled plug"])
def test_the_database_of_another_program_is_left_where_that_may_need_it(tmp_path: Path, how: str) -> None:
    database = sqlite3.connect(tmp_path / FILE, isolation_level=None)
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("CREATE TABLE shopping (list TEXT)")
    if how == "after a pulled plug":
        killed(tmp_path, tmp_path / "there")
    database.close()
    folder = tmp_path / "there" if how == "after a pulled plug" else tmp_path
    before = (folder / FILE).read_bytes()
    with pytest.raises(RecordTrouble, match="foreign"):
        Record(folder)
    assert (folder / FILE).read_bytes() == before
    assert kept(folder) == []


def test_a_record_of_a_later_version_is_left_for_that_version(closed: Path) -> None:
    change(closed, "CREATE TABLE later (a)", f"PRAGMA user_version = {SCHEMA + 1}")
    for _ in range(2):
        with pytest.raises(RecordTrouble, match="newer"):
            Record(closed)
    assert kept(closed) == []


# -- in the middle of an evening


def damage(folder: Path) -> None:
    """Every page but the first is overwritten, under the hands of whoever has it open and must read it again."""
    other = sqlite3.connect(folder / FILE, isolation_level=None)
    other.execute("UPDATE people SET retired = 0")
    other.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    other.close()
    with (folder / FILE).open("r+b") as file:
        end = file.seek(0, 2)
        file.seek(SIZE)
        file.write(b"\xa5" * (end - SIZE))


def test_damage_in_the_middle_of_an_evening_loses_nothing_that_was_told_at_the_table(tmp_path: Path) -> None:
    with Record(tmp_path, ("Player 1", "Player 2")) as journal:
        table = evening(journal)
        was, roster = stands(table.now), table.roster
        damage(tmp_path)
        told = table.tell("flip G6")
        assert stands(told)[3] == [*was[3], "flip G6"]  # type: ignore[misc]
        assert [message.key for message in table.notices()] == ["journal.salvaged"]
        assert table.notices() == ()
        assert set(table.roster) == set(roster)
        table.undo()
        table.redo()
        was = stands(table.now)
    assert kept(tmp_path)[0] == "journal-1.sqlite3"
    with Record(tmp_path) as journal:
        assert stands(Evening(journal, CLOCK).now) == was


def test_a_list_that_meets_damage_shows_what_is_whole(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        table = evening(journal)
        journal._database.execute("UPDATE games SET players = 'nobody' WHERE id = 2")
        assert [game.id for game in table.waiting(0, 9).games] == [3, 4]
        assert table.trouble is None
        assert [message.key for message in table.notices()] == ["journal.salvaged"]


def test_what_could_be_redone_can_be_redone_after_damage(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        table = evening(journal)
        journal._database.execute("UPDATE games SET players = 'nobody' WHERE id = 2")
        table.waiting(0, 9)
        assert table.redo().text == "flip B4"


# -- the files are taken away


@pytest.mark.parametrize("what", [[FILE], [WAL], [FILE, WAL, f"{FILE}-shm", "journal.lock"], ["journal.lock"]])
def test_files_deleted_under_the_hands_of_the_device_are_written_again_with_everything(
    tmp_path: Path, what: list[str]
) -> None:
    folder = tmp_path / "data"
    with Record(folder) as journal:
        table = evening(journal)
        for name in what:
            (folder / name).unlink()
        table.tell("flip G6")
        texts, was = journal.texts(), stands(table.now)
        assert [message.key for message in table.notices()] == ["journal.again"]
        with pytest.raises(RecordTrouble, match="locked"):
            Record(folder)
    with Record(folder) as journal:
        assert journal.texts() == texts
        assert stands(Evening(journal, CLOCK).now) == was


def test_a_folder_deleted_with_all_that_is_in_it_is_there_again(tmp_path: Path) -> None:
    folder = tmp_path / "data" / "deep"
    with Record(folder) as journal:
        table = evening(journal)
        shutil.rmtree(tmp_path / "data")
        table.undo()
        texts = journal.texts()
    assert folder.stat().st_mode & 0o777 == 0o700
    with Record(folder) as journal:
        assert journal.texts() == texts


def test_a_file_put_in_the_place_of_the_open_record_is_set_aside(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with Record(tmp_path / "other", ("Zoe",)):
        pass
    with Record(folder) as journal:
        table = evening(journal)
        (tmp_path / "other" / FILE).replace(folder / FILE)
        table.tell("flip G6")
        texts = journal.texts()
    assert kept(folder)[0] == "journal-1.sqlite3"
    with Record(folder) as journal:
        assert journal.texts() == texts
    (folder / "journal-1.sqlite3").replace(tmp_path / "other" / FILE)
    with Record(tmp_path / "other") as journal:
        assert journal.people() == ("Zoe",)


def test_a_disk_that_is_gone_is_told_and_nothing_is_written_under_it_until_it_is_back(tmp_path: Path) -> None:
    if not os.access("/dev/shm", os.W_OK) or Path("/dev/shm").stat().st_dev == tmp_path.stat().st_dev:
        pytest.skip("needs a second disk")
    # The folder is the place of the disk: a link that first leads to one disk, then to another.
    (tmp_path / "disk").mkdir()
    folder, under = tmp_path / "data", Path("/dev/shm") / f"companion-{os.getpid()}"
    under.mkdir()
    folder.symlink_to(tmp_path / "disk")
    try:
        with Record(folder) as journal:
            table = evening(journal)
            was, texts = stands(table.now), journal.texts()
            folder.unlink()
            folder.symlink_to(under)
            for _ in range(2):
                with pytest.raises(RecordTrouble, match="gone"):
                    table.tell("flip G6")
                assert stands(table.now) == was
            assert list(under.iterdir()) == []
            folder.unlink()
            folder.symlink_to(tmp_path / "disk")
            table.tell("flip G6")
            assert journal.texts() == (*texts, (5, "flip G6"))
            assert table.notices() == ()
    finally:
        shutil.rmtree(under)


def test_a_full_disk_while_damage_is_put_right_is_told_and_changes_nothing(
    closed: Path, before: Before, tmp_path: Path
) -> None:
    flipped(closed / FILE, 0, 0xFF)
    (closed / "journal.salvage").mkdir()
    closed.chmod(0o500)
    try:
        if os.geteuid() == 0:
            pytest.skip("nothing is barred to root")
        with pytest.raises(RecordTrouble):
            Record(closed)
    finally:
        closed.chmod(0o700)
    assert kept(closed) == []
    assert opened(closed, before).all


def test_the_fresh_record_is_one_of_ours_and_sound(closed: Path, before: Before) -> None:
    flipped(closed / FILE, 50, 0xFF)
    flipped(closed / FILE, SIZE, 0xFF)
    opened(closed, before)
    database = sqlite3.connect(closed / FILE)
    assert database.execute("PRAGMA application_id").fetchone() == (APPLICATION,)
    assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    database.close()
    assert (closed / FILE).stat().st_mode & 0o077 == 0


def test_the_sum_of_the_tables_that_is_known_beforehand_is_that_of_a_new_record() -> None:
    # Another version of SQLite may say it in other words; then the record is compared with a new one.
    assert soundness._sum(soundness.known()) == soundness.SUM
