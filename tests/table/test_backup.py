"""A backup holds the record and the settings as they were; what is no backup, or a damaged one, changes nothing."""

import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from companion.table.backup import BACKUP, Restored, backup, restore
from companion.table.journal import FILE, LOCK, Record, RecordTrouble
from companion.table.reading import reading
from companion.table.schema import SCHEMA
from companion.table.vetting import Counted, checksum, tables

from companion.table import backup as module
from companion.table.evening import Evening
from companion.table.moments import Result
from companion.table.settings_file import FILE as SETTINGS
from hardware.simulated.clock import SimulatedClock

RECORDS = Path(__file__).parent / "records"


def played(folder: Path, *texts: str) -> None:
    """A game by scores of Ada and Ben in the record of a folder."""
    with Record(folder) as journal:
        evening = Evening(journal, SimulatedClock(1_790_000_000.0))
        evening.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
        for text in texts:
            evening.tell(text)


def rows(folder: Path) -> list[object]:
    """Everything that a record holds."""
    with reading(folder) as database:
        return [database.execute(f"SELECT * FROM {name}").fetchall() for name in tables(database)]


def there(folder: Path) -> dict[str, bytes]:
    """Every file of a folder but the lock, which says no more than who had it last."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != LOCK}


def why(trouble: pytest.ExceptionInfo[RecordTrouble]) -> str:
    """The key of a trouble, and of what is wrong in particular."""
    message = trouble.value.message
    return " ".join([message.key, *([message.params["what"].key] if "what" in message.params else [])])  # type: ignore[attr-defined]


def made(folder: Path) -> Path:
    """A backup of a small record; its folder is gone."""
    played(folder / "source", "bank 20", "bust", "bank 21")
    file = folder / "evening.backup"
    backup(folder / "source", file, 1_790_000_500.0)
    return file


# -- there and back


def test_what_was_saved_comes_back_into_an_empty_folder(tmp_path: Path) -> None:
    played(tmp_path / "one", "bank 20", "bust", "bank 55", "bank 3", "bank 24")
    (tmp_path / "one" / SETTINGS).write_text('language = "ja"\n# mine\n', "utf-8")
    assert backup(tmp_path / "one", tmp_path / "file", 5.0) == Counted(games=1, entries=6)
    assert restore(tmp_path / "two" / "deep", tmp_path / "file") == Restored(Counted(1, 6), None, None)
    assert rows(tmp_path / "two" / "deep") == rows(tmp_path / "one")
    assert (tmp_path / "two" / "deep" / SETTINGS).read_text("utf-8") == 'language = "ja"\n# mine\n'
    with Record(tmp_path / "two" / "deep") as journal:
        assert journal.finished(0, 1).games[0].result == Result((0,), (99, 6))
    modes = {stat.S_IMODE((tmp_path / "two" / "deep" / name).stat().st_mode) for name in (FILE, SETTINGS, LOCK)}
    assert modes == {0o600}


def test_a_backup_is_a_file_for_its_owner_alone_and_no_other_is_left(tmp_path: Path) -> None:
    file = made(tmp_path)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert sorted(path.name for path in tmp_path.iterdir()) == ["evening.backup", "source"]
    assert sorted(there(tmp_path / "source")) == [FILE]


def test_a_backup_is_made_while_the_device_goes_on(tmp_path: Path) -> None:
    with Record(tmp_path / "device") as journal:
        evening = Evening(journal, SimulatedClock(1_790_000_000.0))
        evening.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
        assert backup(tmp_path / "device", tmp_path / "first", 5.0).entries == 1
        evening.tell("bank 20")
        assert backup(tmp_path / "device", tmp_path / "second", 5.0).entries == 2
        evening.tell("bust")
    restore(tmp_path / "back", tmp_path / "second")
    with Record(tmp_path / "back") as journal:
        assert [text for _, text in journal.texts()] == ["new praetorians", "bank 20"]


def test_no_file_appears_beside_a_record_that_is_read(tmp_path: Path) -> None:
    played(tmp_path, "bank 20")
    before = sorted(tmp_path.iterdir())
    with reading(tmp_path) as database:
        assert database.execute("SELECT count(*) FROM entries").fetchone() == (2,)
        assert sorted(tmp_path.iterdir()) == before
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            database.execute("DELETE FROM entries")
        # A device that starts now waits until it has been read.
        with pytest.raises(RecordTrouble, match="locked"):
            Record(tmp_path)


def test_after_a_plug_was_pulled_the_backup_has_everything_and_the_record_is_left_as_it_was(tmp_path: Path) -> None:
    with Record(tmp_path / "device") as journal:
        evening = Evening(journal, SimulatedClock(1_790_000_000.0))
        evening.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
        evening.tell("bank 20")
        (tmp_path / "pulled").mkdir()
        for name in (FILE, f"{FILE}-wal"):
            (tmp_path / "pulled" / name).write_bytes((tmp_path / "device" / name).read_bytes())
    before = there(tmp_path / "pulled")
    assert len(before[f"{FILE}-wal"]) > 0
    assert backup(tmp_path / "pulled", tmp_path / "file", 5.0) == Counted(1, 2)
    assert there(tmp_path / "pulled") == before


def test_a_backup_takes_the_place_of_another_one_and_of_nothing_else(tmp_path: Path) -> None:
    file = made(tmp_path)
    played(tmp_path / "source", "bust")
    assert backup(tmp_path / "source", file, 6.0) == Counted(2, 6)
    (tmp_path / "letter").write_text("Dear Ada, " * 50)
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(file)
    (tmp_path / "nowhere").symlink_to(tmp_path / "not there")
    os.mkfifo(tmp_path / "pipe")
    record = tmp_path / "source" / FILE
    for name in ("letter", "folder", "link", "nowhere", "pipe", record, "/dev/null"):
        with pytest.raises(RecordTrouble) as trouble:
            backup(tmp_path / "source", tmp_path / name, 7.0)
        assert trouble.value.message.key == "backup.there"
    assert (tmp_path / "letter").read_text().startswith("Dear Ada")


def test_a_backup_of_nothing_or_to_nowhere_is_told(tmp_path: Path) -> None:
    with pytest.raises(RecordTrouble, match="none"):
        backup(tmp_path / "empty", tmp_path / "file", 5.0)
    assert list(tmp_path.iterdir()) == []
    played(tmp_path / "source")
    with pytest.raises(RecordTrouble, match="unwritable"):
        backup(tmp_path / "source", tmp_path / "no folder" / "file", 5.0)
    with pytest.raises(RecordTrouble, match="unwritable"):
        backup(tmp_path / "source", Path("/dev/full/file"), 5.0)


def test_a_record_that_is_damaged_makes_no_backup_and_the_last_one_stays(tmp_path: Path) -> None:
    file = made(tmp_path)
    before = file.read_bytes()
    with closing(sqlite3.connect(tmp_path / "source" / FILE)) as database, database:
        database.execute("UPDATE games SET players = '[\"Ada\", \"B\x1b[2J\"]'")
    with pytest.raises(RecordTrouble) as trouble:
        backup(tmp_path / "source", file, 6.0)
    assert why(trouble) == "backup.record-damaged damaged.game"
    content = bytearray((tmp_path / "source" / FILE).read_bytes())
    content[4096:8192] = b"\xff" * 4096
    (tmp_path / "source" / FILE).write_bytes(content)
    with pytest.raises(RecordTrouble, match="read"):
        backup(tmp_path / "source", file, 6.0)
    assert file.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["evening.backup", "source"]


# -- coming back over something


def test_what_was_there_before_is_kept_under_new_names(tmp_path: Path) -> None:
    file = made(tmp_path)
    played(tmp_path / "device", "bank 7")
    (tmp_path / "device" / SETTINGS).write_text("dim = 60\n")
    present = rows(tmp_path / "device")
    aside = tmp_path / "device" / "journal-1.sqlite3"
    assert restore(tmp_path / "device", file) == Restored(Counted(1, 4), aside, None)
    assert (tmp_path / "device" / SETTINGS).read_text() == "dim = 60\n"
    assert rows(tmp_path / "device") == rows(tmp_path / "source")
    assert restore(tmp_path / "device", file).record == tmp_path / "device" / "journal-2.sqlite3"
    (tmp_path / "again").mkdir()
    (tmp_path / "device" / "journal-1.sqlite3").rename(tmp_path / "again" / FILE)
    assert rows(tmp_path / "again") == present


def test_settings_of_the_backup_hold_and_those_before_are_kept(tmp_path: Path) -> None:
    played(tmp_path / "source")
    (tmp_path / "source" / SETTINGS).write_text("dim = 60\n")
    backup(tmp_path / "source", tmp_path / "file", 5.0)
    played(tmp_path / "device")
    (tmp_path / "device" / SETTINGS).write_text("dim = 90\n")
    assert restore(tmp_path / "device", tmp_path / "file").settings == tmp_path / "device" / "settings-1.toml"
    assert (tmp_path / "device" / SETTINGS).read_text() == "dim = 60\n"
    assert (tmp_path / "device" / "settings-1.toml").read_text() == "dim = 90\n"


def test_a_present_record_that_is_damaged_is_kept_with_its_log(tmp_path: Path) -> None:
    file = made(tmp_path)
    (tmp_path / "device").mkdir()
    (tmp_path / "device" / FILE).write_bytes(b"nothing that anybody can read" * 200)
    (tmp_path / "device" / f"{FILE}-wal").write_bytes(b"nor this" * 900)
    assert restore(tmp_path / "device", file).record == tmp_path / "device" / "journal-1.sqlite3"
    kept = there(tmp_path / "device")
    assert sorted(kept) == ["journal-1.sqlite3", "journal-1.sqlite3-wal", FILE]
    assert kept["journal-1.sqlite3"].startswith(b"nothing that")
    assert kept["journal-1.sqlite3-wal"].startswith(b"nor this")
    assert rows(tmp_path / "device") == rows(tmp_path / "source")


def test_what_a_pulled_plug_left_in_the_log_is_in_what_is_kept(tmp_path: Path) -> None:
    file = made(tmp_path)
    with Record(tmp_path / "on") as journal:
        evening = Evening(journal, SimulatedClock(1_790_000_000.0))
        evening.start("praetorians", ("Cleo", "Dora"), {"entry": "scores"})
        (tmp_path / "device").mkdir()
        for name in (FILE, f"{FILE}-wal"):
            (tmp_path / "device" / name).write_bytes((tmp_path / "on" / name).read_bytes())
    restore(tmp_path / "device", file)
    assert sorted(there(tmp_path / "device")) == ["journal-1.sqlite3", "journal-1.sqlite3-wal", FILE]
    for end in ("", "-wal"):
        (tmp_path / "device" / f"journal-1.sqlite3{end}").replace(tmp_path / "device" / f"{FILE}{end}")
    assert rows(tmp_path / "device") == rows(tmp_path / "on")


def test_nothing_comes_back_while_the_device_has_the_record_open(tmp_path: Path) -> None:
    file = made(tmp_path)
    with Record(tmp_path / "device") as journal:
        with pytest.raises(RecordTrouble, match="locked"):
            restore(tmp_path / "device", file)
        assert journal.head() == 0
    assert sorted(there(tmp_path / "device")) == [FILE]


def test_a_game_whose_replay_leads_elsewhere_comes_back_and_is_counted(tmp_path: Path) -> None:
    played(tmp_path / "source", "bank 20", "bank 20")
    with closing(sqlite3.connect(tmp_path / "source" / FILE)) as database, database:
        database.execute("UPDATE entries SET digest = '0123456789ab' WHERE id = 3")
    assert backup(tmp_path / "source", tmp_path / "file", 5.0) == Counted(1, 3)
    assert restore(tmp_path / "device", tmp_path / "file").counted == Counted(1, 3, stuck=1)


def test_a_backup_of_an_older_schema_is_led_on(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    with closing(sqlite3.connect(tmp_path / "old" / FILE)) as database:
        database.executescript((RECORDS / "schema-1.sql").read_text("utf-8"))
    assert backup(tmp_path / "old", tmp_path / "file", 5.0) == Counted(4, 35)
    with closing(sqlite3.connect(tmp_path / "file")) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (1,)
    assert restore(tmp_path / "device", tmp_path / "file").counted == Counted(4, 35)
    with Record(tmp_path / "device") as journal:
        assert [game.result for game in journal.finished(0, 9).games] == [
            Result((1,), (0, 0), "concede 0"), Result((0,), (99, 3)),
        ]  # fmt: skip


# -- what is no backup, or not whole


def refused(folder: Path, file: Path) -> str:
    """What is said of a file that is no backup: nothing comes of it, neither over a record nor in a new folder."""
    played(folder / "mine", "bank 5") if not (folder / "mine").exists() else None
    before = there(folder / "mine")
    with pytest.raises(RecordTrouble) as trouble:
        restore(folder / "mine", file)
    assert there(folder / "mine") == before
    with pytest.raises(RecordTrouble):
        restore(folder / "new", file)
    assert not (folder / "new").exists()
    return why(trouble)


def test_what_is_no_file_is_not_even_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert refused(tmp_path, tmp_path / "not there") == "restore.unreadable"
    assert refused(tmp_path, tmp_path / "loop") == "restore.unreadable"
    assert refused(tmp_path, tmp_path / "pipe") == "restore.foreign"
    assert refused(tmp_path, tmp_path / "folder") == "restore.unreadable"
    assert refused(tmp_path, Path("/dev/zero")) == "restore.foreign"


def test_other_files_are_no_backups(tmp_path: Path) -> None:
    made(tmp_path)
    (tmp_path / "nothing").write_bytes(b"")
    (tmp_path / "text").write_text("game: praetorians\n" * 200)
    with closing(sqlite3.connect(tmp_path / "foreign")) as database, database:
        database.execute("CREATE TABLE shopping (list TEXT)")
    assert refused(tmp_path, tmp_path / "nothing") == "restore.foreign"
    assert refused(tmp_path, tmp_path / "text") == "restore.foreign"
    assert refused(tmp_path, tmp_path / "foreign") == "restore.foreign"
    assert refused(tmp_path, tmp_path / "source" / FILE) == "restore.record"


def test_a_link_to_a_backup_is_a_backup(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(made(tmp_path))
    assert restore(tmp_path / "device", tmp_path / "link").counted == Counted(1, 4)


def test_a_backup_that_was_cut_off_is_damaged(tmp_path: Path) -> None:
    whole = made(tmp_path).read_bytes()
    cut = tmp_path / "cut"
    for length in (99, 100, 101, 4096, len(whole) // 2, len(whole) - 4096, len(whole) - 1):
        cut.write_bytes(whole[:length])
        assert refused(tmp_path, cut).startswith(("restore.damaged", "restore.foreign"))


def test_a_flipped_byte_never_changes_what_comes_back(tmp_path: Path) -> None:
    """Every 89th byte: those that say something are found, the others are in places where nothing stands."""
    file = made(tmp_path)
    wanted, whole = rows(tmp_path / "source"), file.read_bytes()
    flipped, told = tmp_path / "flipped", []
    for place in range(0, len(whole), 89):
        flipped.write_bytes(whole[:place] + bytes([whole[place] ^ 0x41]) + whole[place + 1 :])
        try:
            restore(tmp_path / f"device-{place}", flipped)
        except RecordTrouble as trouble:
            told.append(trouble.message.key)
        else:
            assert rows(tmp_path / f"device-{place}") == wanted
    assert set(told) == {"restore.damaged", "restore.foreign"}


def forged(file: Path, *statements: str, schema: int = SCHEMA) -> Path:
    """The backup changed by somebody who knows how the checksum is made."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("PRAGMA writable_schema = ON")
        for statement in statements:
            database.execute(statement)
        found = checksum(database, [name for name in tables(database) if name not in ("backup", "evil", "undone2")])
        database.execute("UPDATE backup SET checksum = ?", (found,))
        database.execute(f"PRAGMA user_version = {schema}")
    return file


def test_a_backup_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    assert refused(tmp_path, forged(made(tmp_path), schema=SCHEMA + 1)) == "journal.newer"


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TRIGGER evil AFTER INSERT ON entries BEGIN DELETE FROM games; END",
        "CREATE VIEW evil AS SELECT * FROM entries",
        "CREATE TABLE evil (more TEXT)",
        "CREATE VIRTUAL TABLE evil USING rtree(id, a, b)",
        "ALTER TABLE undone RENAME TO undone2",
        "ALTER TABLE games RENAME COLUMN players TO others",
        "DROP TABLE undone",
    ],
)
def test_tables_that_are_not_those_of_a_record_are_refused(tmp_path: Path, statement: str) -> None:
    assert refused(tmp_path, forged(made(tmp_path), statement)).startswith("restore.damaged")


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("UPDATE people SET name = 'B' || char(27) || '[2J' WHERE id = 1", "person"),
        ("UPDATE people SET name = ' ' WHERE id = 1", "person"),
        ("UPDATE games SET players = '[\"A\\u001b[2J\", \"Ben\"]'", "game"),
        ("UPDATE games SET players = '[1, 2]'", "game"),
        ("UPDATE games SET players = '{}'", "game"),
        ("UPDATE games SET players = '[]'", "game"),
        (f"UPDATE games SET players = '{'[' * 60_000}'", "game"),
        ("UPDATE games SET options = '[]'", "game"),
        ("UPDATE games SET options = '{\"entry\": 7}'", "game"),
        ("UPDATE games SET options = '{\"entry\": \"\\u001b[2J\"}'", "game"),
        ("UPDATE games SET game = 'x' || char(27)", "game"),
        ("UPDATE games SET outcome = '{}'", "game"),
        ("UPDATE games SET outcome = 'null'", "game"),
        ('UPDATE games SET outcome = \'{"winners": [7], "scores": [1, 2], "ended": ""}\'', "game"),
        ('UPDATE games SET outcome = \'{"winners": [0], "scores": [99, 3], "ended": ""}\'', "game"),
        ("UPDATE games SET head = 99", "game"),
        ("UPDATE games SET series = 7", "game"),
        ("UPDATE games SET begun = 9e999", "game"),
        ("UPDATE games SET people = '[]'", "game"),
        ("UPDATE games SET people = '[1, 99]'", "game"),
        ("UPDATE games SET people = '[1, \"2\"]'", "game"),
        ("UPDATE games SET people = '[1, '", "database"),
        ("UPDATE games SET ended = 2 WHERE ended IS NULL", "game"),
        ("INSERT INTO results VALUES (1, 'praetorians', 2, 1, 1, 0, 99)", "game"),
        ("UPDATE entries SET text = 'bank 20' || char(10) WHERE id = 2", "entry"),
        ("UPDATE entries SET text = 'x' || replace(hex(zeroblob(40000)), '0', 'x') WHERE id = 2", "entry"),
        ("UPDATE entries SET digest = char(27) WHERE id = 2", "entry"),
        ("UPDATE entries SET at = 9e999 WHERE id = 2", "entry"),
        ("UPDATE entries SET parent = 3 WHERE id = 2", "entry"),
        ("UPDATE entries SET parent = -1 WHERE id = 2", "entry"),
        ("UPDATE entries SET head = 77 WHERE id = 2", "entry"),
        ("UPDATE entries SET parent = 0 WHERE id = 3", "entry"),
        ("UPDATE entries SET game = 7", "entry"),
        ("UPDATE entries SET text = 'bust' WHERE id = 1", "entry"),
    ],
)  # fmt: skip
def test_rows_that_cannot_be_are_refused(tmp_path: Path, statement: str, fault: str) -> None:
    assert refused(tmp_path, forged(made(tmp_path), statement)) == f"restore.damaged damaged.{fault}"


def test_rows_of_an_older_schema_that_lead_nowhere_are_refused(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    with closing(sqlite3.connect(tmp_path / "old" / FILE)) as database:
        database.executescript((RECORDS / "schema-1.sql").read_text("utf-8"))
    backup(tmp_path / "old", tmp_path / "file", 5.0)
    whole = (tmp_path / "file").read_bytes()
    forged(tmp_path / "file", "UPDATE entries SET text = 'redo' WHERE id = 34", schema=1)
    assert refused(tmp_path, tmp_path / "file") == "restore.damaged damaged.shape"
    (tmp_path / "file").write_bytes(whole)
    # Games that begin one after the other in a circle: to lead that on would never end.
    forged(tmp_path / "file", "UPDATE entries SET parent = 11 WHERE id = 1", schema=1)
    assert refused(tmp_path, tmp_path / "file") == "restore.damaged damaged.entry"


def test_a_head_that_claims_to_be_a_backup_is_not_enough(tmp_path: Path) -> None:
    file = tmp_path / "claims"
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TABLE shopping (list TEXT)")
        database.execute(f"PRAGMA application_id = {BACKUP}")
    assert refused(tmp_path, file) == "restore.damaged damaged.shape"
    file.write_bytes(file.read_bytes()[:100] + b"\xff" * 8000)
    assert refused(tmp_path, file).startswith("restore.damaged")


def test_where_a_disk_knows_no_second_names_a_copy_is_kept(tmp_path: Path) -> None:
    (tmp_path / "there").write_text("before")
    module._double(tmp_path / "there", tmp_path / "kept")
    assert (tmp_path / "kept").read_text() == "before"
    (tmp_path / "other").write_text("of another")
    module._double(tmp_path / "other", tmp_path / "kept")  # a link cannot take a name that is taken
    assert (tmp_path / "kept").read_text() == "of another"
