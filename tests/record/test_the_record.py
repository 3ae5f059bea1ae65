"""The record as one process writes it: damage, other processes in its folder, other machines, people by number."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from damaged_records import damaged, flipped, session
from installed import Record, RecordView, check
from record.random_evening import clock, lines, seen, texts

from companion.kit.rules import Options
from companion.play.act import LOG as LOG_ACT
from companion.play.act import PEOPLE, RECORD, Act, Line, parse
from companion.play.timeline import ReadOnly
from companion.record import RecordTrouble, figures
from companion.record.index import INDEX
from companion.record.log import LOCK, LOG, machine_hash
from companion.session.session import Session

SCORES: Options = {"entry": "scores"}


def trouble(folder: Path) -> tuple[str, dict[str, object]]:
    """Why a record cannot be opened."""
    with pytest.raises(RecordTrouble) as raised:
        Record(folder)
    message = raised.value.message
    return message.key, dict(message.params)


def trouble_of_reader(folder: Path) -> tuple[str, dict[str, object]]:
    with pytest.raises(RecordTrouble) as raised:
        RecordView(folder)
    return raised.value.message.key, dict(raised.value.message.params)


def timeline(record: Record, game: int) -> list[str]:
    """What counts of a game."""
    found = record.game_state(game)
    assert found is not None
    return [entry.text.split(" ")[0] for entry in found.path]


# -- a new record


def test_a_new_record_has_an_id_its_first_people_and_nothing_has_happened(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "folder"
    with Record(folder, ("Player 1", "Player 2")) as record:
        assert record.roster == ("Player 1", "Player 2")
        assert len(record.state.id) == 32
        assert (record.table, record.next_redo, record.state.games) == (None, None, 0)
        assert (record.waiting_games(0, 9).total, record.finished_games(0, 9).total) == (0, 0)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE((folder / name).stat().st_mode) for name in (LOG, LOCK)} == {0o600}
    with Record(folder, ("Somebody else",)) as record:
        assert record.roster == ("Player 1", "Player 2")


def modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


def test_where_the_group_can_read_the_folder_it_can_read_the_log_and_cannot_lock_anything(tmp_path: Path) -> None:
    tmp_path.chmod(0o750)
    before = os.umask(0o027)
    try:
        Record(tmp_path).close()
    finally:
        os.umask(before)
    assert modes(tmp_path) == {LOG: 0o640, LOCK: 0o600, INDEX: 0o600}


def test_the_log_of_a_record_that_was_private_is_opened_with_its_folder(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    Record(tmp_path).close()
    assert modes(tmp_path)[LOG] == 0o600
    tmp_path.chmod(0o750)
    Record(tmp_path).close()
    assert modes(tmp_path)[LOG] == 0o640


def test_rec_1_the_log_is_a_text_that_people_can_read(tmp_path: Path) -> None:
    with Record(tmp_path, ("Ada",)) as record:
        record.add(parse("flip R7"), 1_795_374_901.7, 17, "g17", "9ac41e234567")
        sure = record.add(parse("undo"), 0.0, 17, "g17")
    head, person, flip, undo = (tmp_path / LOG).read_text("utf-8").splitlines()
    assert head.split(" ")[1::2] == ["0", "record", "log", head.split(" ")[7]]
    assert person.endswith(" people - name 1 Ada")
    assert flip.split(" ")[1] == "2"
    assert flip.endswith(" g17 9ac41e234567 flip R7")
    assert undo.endswith(" g17 - undo")
    assert sure.seq == 3


def test_rec_2_a_line_says_whether_the_clock_was_synchronised(tmp_path: Path) -> None:
    with Record(tmp_path, ("Ada",), sure=lambda: False) as record:
        record.add_person("Ben", 5.0)
    with Record(tmp_path) as record:
        record.add_person("Cleo", 6.0)
    assert [line.sure for line in lines(tmp_path)] == [False, False, False, True]


def test_what_holds_after_an_act_is_what_a_start_finds(tmp_path: Path) -> None:
    with Record(tmp_path, ("Ada", "Ben")) as record:
        record.add(parse("new praetorians 1,2"), 1_790_000_000.9, 1, "g1", "0123456789ab")
        there = (record.state, record.table)
    with Record(tmp_path) as record:
        assert (record.state, record.table) == there


def test_what_cannot_stand_in_a_line_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    with Record(tmp_path) as record:
        before = (tmp_path / LOG).read_bytes()
        for act in (Act("name", 1, "a\nb"), Act("play", 0, "x" * 100_000)):
            with pytest.raises(ValueError, match=r".*"):
                record.add(act, 5.0)
        assert (tmp_path / LOG).read_bytes() == before


def test_closing_twice_is_closing_once(tmp_path: Path) -> None:
    record = Record(tmp_path)
    record.close()
    record.close()


# -- one writer


def test_a_second_writer_gets_the_holder_of_the_record(tmp_path: Path) -> None:
    with Record(tmp_path, ("Ada",)) as record:
        assert trouble(tmp_path) == ("record.locked", {"folder": tmp_path, "process": str(os.getpid())})
        record.add_person("Ben", 5.0)
        (tmp_path / LOCK).write_text("")  # as on a full disk
        assert trouble(tmp_path) == ("record.locked-unnamed", {"folder": tmp_path})
    with Record(tmp_path) as record:
        assert record.roster == ("Ada", "Ben")


def test_the_lock_goes_with_its_holder_whatever_the_file_says(tmp_path: Path) -> None:
    (tmp_path / LOCK).write_text("process 1")
    with Record(tmp_path) as record:
        assert record.roster == ()


# -- damage


def two_games(folder: Path) -> None:
    """Two games in turns, an entry of the first, then one of the second; the second is on the table."""
    with Record(folder) as record:
        table = Session(record, clock())
        table.start("praetorians", ("Ada", "Ben"), {})
        table.enter("flip R7")
        table.start("praetorians", ("Cleo", "Dora"), {})
        for one, other in (("flip R1", "flip B1"), ("flip R2", "flip B2"), ("flip R3", "flip B3")):
            table.resume(1)
            table.enter(one)
            table.resume(2)
            table.enter(other)
    (folder / INDEX).unlink()


ADA_AND_BEN = {"game": "praetorians", "names": ("Ada", "Ben")}


def told(record: Record) -> list[tuple[str, dict[str, object]]]:
    """What people are told about the record."""
    return [(notice.key, dict(notice.params)) for notice in record.notices]


def test_rec_6_a_damaged_line_makes_its_game_read_only_and_touches_no_other(tmp_path: Path) -> None:
    two_games(tmp_path)
    damaged(tmp_path / LOG, b"flip R2")
    with Record(tmp_path) as record:
        assert told(record) == [("record.lost", {"count": 1}), ("record.harmed", ADA_AND_BEN)]
        table = Session(record, clock())
        assert table.now is not None
        assert table.now.setup.id == 2
        assert [moment.text for moment in table.now.timeline or ()] == ["", "flip B1", "flip B2", "flip B3"]
        table.enter("stop")
        # The other one stands where it stood, can be read up to its last whole entry, and goes on from there.
        step = table.resume(1)
        assert timeline(record, 1) == ["new", "flip", "flip", "lost", "flip"]
        assert step.timeline is None
        assert [moment.text for moment in step.agreed or ()] == ["", "flip R7", "flip R1"]
        for act in (table.undo, lambda: table.enter("flip R4")):
            with pytest.raises(ReadOnly):
                act()
        table.enter("back 2")
        table.enter("flip B9")
        assert table.now.timeline is not None
        assert [moment.text for moment in table.now.timeline] == ["", "flip R7", "flip R1", "flip B9"]
    with Record(tmp_path) as record:  # it is reported once: the index has the rest
        assert record.notices == []
        assert Session(record, clock()).snapshot_of(record.waiting_games(0, 9).games[0]) is not None
    assert seen(tmp_path) == from_the_log_alone(tmp_path)


def from_the_log_alone(folder: Path) -> tuple[object, ...]:
    other = folder / "other"
    other.mkdir()
    shutil.copy(folder / LOG, other / LOG)
    return seen(other)


def test_rec_6_a_damaged_first_line_costs_the_id_and_no_game(tmp_path: Path) -> None:
    two_games(tmp_path)
    with RecordView(tmp_path) as library:
        before = library.state
    flipped(tmp_path / LOG, 12)
    with Record(tmp_path) as record:
        assert told(record) == [("record.lost", {"count": 1})]
        unnamed = before._replace(seq=before.seq + 1, id="", machine="", ids={}, lost=1)
        assert record.state._replace(id="", machine="", ids={}) == unnamed
        # It goes on under a new one.
        assert record.state.id not in ("", before.id)
        assert [timeline(record, game) for game in (1, 2)] == [["new", *["flip"] * 4], ["new", *["flip"] * 3]]


def test_rec_6_a_damaged_lf_costs_the_two_lines_around_it(tmp_path: Path) -> None:
    two_games(tmp_path)
    log = (tmp_path / LOG).read_bytes()
    flipped(tmp_path / LOG, log.index(b"\n", log.index(b"flip R2")))
    with Record(tmp_path) as record:
        assert told(record) == [("record.lost", {"count": 2}), ("record.harmed", ADA_AND_BEN)]
        # Lost were an entry of the first game, and that the second one came to the table.
        assert timeline(record, 1) == ["new", "flip", "flip", "lost", "flip"]
        assert timeline(record, 2) == ["new", "flip", "flip", "flip"]


def test_rec_6_every_line_of_an_evening_damaged_one_by_one_leaves_the_other_games_alone(tmp_path: Path) -> None:
    two_games(tmp_path)
    with RecordView(tmp_path) as library:
        whole = {game: library.game_state(game) for game in (1, 2)}
    log = (tmp_path / LOG).read_bytes().splitlines(keepends=True)
    for place in range(1, len(log) - 1):
        game = next(iter({1, 2} & {line.game for line in lines(tmp_path)[place : place + 1]}), 0)
        folder = tmp_path / str(place)
        folder.mkdir()
        (folder / LOG).write_bytes(b"".join([*log[:place], b"?" + log[place][1:], *log[place + 1 :]]))
        with RecordView(folder) as library:
            for number in {1, 2} - {game}:
                found, before = library.game_state(number), whole[number]
                assert found is not None
                assert before is not None
                # What people are called and which game began before are in other lines.
                assert found._replace(names=before.names, before=before.before) == before, place


def test_rec_4_a_damaged_last_line_is_a_torn_tail(tmp_path: Path) -> None:
    two_games(tmp_path)
    last = (tmp_path / LOG).read_bytes().splitlines(keepends=True)[-1]
    flipped(tmp_path / LOG, (tmp_path / LOG).stat().st_size - 3)
    with Record(tmp_path) as record:
        assert timeline(record, 2) == ["new", "flip", "flip"]
    torn = (tmp_path / "torn-1").read_bytes()
    assert (torn[:-3], torn[-2:]) == (last[:-3], last[-2:])


@pytest.mark.parametrize("content", [b"", b"\n", b"nonsense" * 1000, b"\x00" * 5000, b"\xff\n" * 300])
def test_a_log_of_nonsense_is_kept_and_the_record_begins(tmp_path: Path, content: bytes) -> None:
    (tmp_path / LOG).write_bytes(content)
    with Record(tmp_path, ("Ada",)) as record:
        assert record.roster == ("Ada",)
        record.add_person("Ben", 5.0)
    assert [path.read_bytes() for path in tmp_path.glob("torn-*")] == [content] * bool(content)


# -- an import


def test_rec_3_an_import_that_is_not_all_there_does_not_count(tmp_path: Path) -> None:
    with Record(tmp_path, ("Ada", "Ben")) as record:
        seq = record.state.seq
        record.add_together([
            Line(seq + 1, 5.0, Act("import", 2), 0, RECORD),
            Line(seq + 2, 5.0, parse("name 9 Zoe"), 0, PEOPLE),
            Line(seq + 3, 5.0, parse("new praetorians 9,1"), 1, "g1", "0123456789ab"),
        ])  # fmt: skip
        assert (record.state.games, record.state.table) == (1, 0)
    log = (tmp_path / LOG).read_bytes()
    for cut in (1, 40, 100, 170):
        (tmp_path / LOG).write_bytes(log[:-cut])
        (tmp_path / INDEX).unlink()
        with Record(tmp_path) as record:
            assert (record.state.games, record.person("Zoe"), record.state.seq) == (0, 0, seq)


# -- other hands on the folder


def taken_away(folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()


def log_alone(folder: Path) -> None:
    (folder / LOG).unlink()


def lock_alone(folder: Path) -> None:
    (folder / LOCK).unlink()


def another_log(folder: Path) -> None:
    (folder / "new").write_bytes(b"somebody else's")
    (folder / "new").rename(folder / LOG)


@pytest.mark.parametrize("away", [shutil.rmtree, taken_away, log_alone, lock_alone, another_log])
def test_what_was_taken_out_of_the_folder_is_written_again_with_everything(
    tmp_path: Path, away: Callable[[Path], None]
) -> None:
    folder = tmp_path / "data"
    with Record(folder) as record:
        table = session(record)
        before, roster = texts(folder), record.roster
        away(folder)
        table.undo()
        assert [notice.key for notice in record.notices] == ["record.again"]
        table.enter("flip R1")
        assert record.roster == roster
        assert record.game_state(1) is not None
    assert texts(folder) == [*before, "undo", "flip R1"]
    with Record(folder) as record:
        assert record.roster == roster
    kept = [path.read_bytes() for path in folder.glob("record-*.log")]
    assert b"somebody else's" in kept or away is not another_log


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on another file system than the temporary folders of the tests, which may be in memory."""
    for place in (Path("/dev/shm"), Path("/tmp"), Path("/var/tmp"), Path.home()):
        if place.is_dir() and os.access(place, os.W_OK) and place.stat().st_dev != tmp_path.stat().st_dev:
            with TemporaryDirectory(prefix="companion-test-", dir=place) as made:
                yield Path(made)
            return
    pytest.skip("needs a second file system that one may write to")


def test_a_disk_that_is_gone_gets_nothing_written_under_it_and_goes_on_when_it_is_back(
    tmp_path: Path, disk: Path
) -> None:
    folder = tmp_path / "data"
    folder.symlink_to(disk)
    with Record(folder) as record:
        table = session(record)
        before = texts(folder)
        folder.unlink()
        folder.mkdir()  # the place where it was mounted
        for _ in range(2):
            with pytest.raises(RecordTrouble) as raised:
                table.undo()
            assert raised.value.message.key == "record.gone"
        assert list(folder.iterdir()) == []
        assert record.game_state(1) is not None
        folder.rmdir()
        folder.symlink_to(disk)
        table.undo()
    assert texts(folder) == [*before, "undo"]


@pytest.mark.parametrize("name", [LOG, LOCK, INDEX, f"{INDEX}-journal"])
@pytest.mark.parametrize("to", ["a file", "nothing"])
def test_a_link_in_the_place_of_a_file_is_not_followed(tmp_path: Path, name: str, to: str) -> None:
    folder, precious = tmp_path / "data", tmp_path / "precious"
    Record(folder).close()
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to(precious)
    if to == "a file":
        precious.write_bytes(b"precious")
    if name in (LOG, LOCK):
        assert trouble(folder) == ("record.not-file", {"file": folder / name})
        assert name != LOG or trouble_of_reader(folder) == ("record.not-file", {"file": folder / name})
    else:
        with Record(folder, ("Ada",)) as record:
            session(record)
    assert precious.exists() == (to == "a file")
    assert to == "nothing" or precious.read_bytes() == b"precious"


@pytest.mark.parametrize("name", [LOG, LOCK])
def test_a_folder_or_a_pipe_in_the_place_of_a_file_is_named(tmp_path: Path, name: str) -> None:
    at_fault = ("record.not-file", {"file": tmp_path / name})
    (tmp_path / name).mkdir()
    assert trouble(tmp_path) == at_fault
    assert name != LOG or trouble_of_reader(tmp_path) == at_fault
    (tmp_path / name).rmdir()
    os.mkfifo(tmp_path / name)
    assert trouble(tmp_path) == at_fault
    assert name != LOG or trouble_of_reader(tmp_path) == at_fault


def test_a_folder_that_is_a_file_is_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert trouble(tmp_path / "file")[0] == "record.folder"


# -- versions and machines


def test_rec_8_a_log_of_a_later_version_is_refused_and_left_alone_and_can_be_read(tmp_path: Path) -> None:
    with Record(tmp_path, ("Ada",)) as record:
        record.add(Act("name", 2, "Ben"), 5.0, about=PEOPLE)
    first, *rest = lines(tmp_path)
    later = [first._replace(act=first.act._replace(number=2)), *rest, rest[-1]._replace(seq=9, act=parse("dance 3"))]
    (tmp_path / LOG).write_bytes(b"".join(line.encode() for line in later) + b"torn")
    (tmp_path / LOCK).unlink()
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    for _ in range(2):  # and the lock is given back
        assert trouble(tmp_path) == ("record.newer", {"file": tmp_path / LOG, "schema": 2, "known": 1})
    (tmp_path / LOCK).unlink()
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    with RecordView(tmp_path) as library:
        assert library.roster == ("Ada", "Ben")


def test_rec_8_a_log_that_a_later_version_has_gone_on_with_is_refused_and_left_alone(tmp_path: Path) -> None:
    with Record(tmp_path, ("Ada",)) as record:
        record.add(Act("name", 2, "Ben"), 5.0, about=PEOPLE)
    last = lines(tmp_path)[-1]
    later = Line(last.seq + 1, 6.0, Act(LOG_ACT, 2, "00 -"), about=RECORD)
    (tmp_path / LOG).write_bytes((tmp_path / LOG).read_bytes() + later.encode() + b"torn")
    before = (tmp_path / LOG).read_bytes()
    for index in (True, False):
        if not index:
            (tmp_path / INDEX).unlink()
        for _ in range(2):  # and the index knows it, too
            assert trouble(tmp_path) == ("record.newer", {"file": tmp_path / LOG, "schema": 2, "known": 1})
    assert (tmp_path / LOG).read_bytes() == before
    assert check(tmp_path).faults[0].key == "record.newer"


def test_rec_2_a_record_that_finds_itself_on_another_machine_goes_on_under_a_new_id(tmp_path: Path) -> None:
    one, other, none = (tmp_path / name for name in ("one", "other", "none"))
    one.write_text("1\n")
    other.write_text("2\n")
    ids = []
    for machine in (one, one, none, one, other, other, one):
        with Record(tmp_path / "data", ("Ada",), machine=[machine]) as record:
            ids.append(record.state.id)
            assert record.roster == ("Ada",)
    assert ids[0] == ids[1] == ids[2] == ids[3] != ids[4] == ids[5]
    assert ids[6] not in ids[:6]
    assert [line.act.kind for line in lines(tmp_path / "data")] == ["log", "name", "log", "log"]


def test_rec_2_a_copied_card_is_known_by_the_serial_number_of_the_pi_that_it_is_in(tmp_path: Path) -> None:
    serial, system = tmp_path / "serial-number", tmp_path / "machine-id"
    system.write_text("the same on each copy\n")
    ids = []
    for number in (b"10000000abcd0001\0", b"10000000abcd0001", b"10000000abcd0002\0"):
        serial.write_bytes(number)
        with Record(tmp_path / "data", ("Ada",), machine=[serial, system]) as record:
            ids.append(record.state.id)
    assert ids[0] == ids[1] != ids[2]
    assert machine_hash([tmp_path / "none", system]) == machine_hash([system]) != machine_hash([serial, system])
    assert machine_hash([tmp_path / "none"]) == "-"


# -- people


def won(record: Record, name: str) -> int:
    """How many games somebody has won."""
    return sum(tally.won for tally in record.ask(lambda index: figures.person_stats(index.run, name)))


def test_rec_7_after_a_new_name_a_rematch_seats_the_same_person_under_that_name(tmp_path: Path) -> None:
    with Record(tmp_path, ("Ada", "Ben")) as record:
        table = Session(record, clock())
        table.start("praetorians", ("Ada", "Ben"), SCORES)
        table.enter("concede 1")
        table.rename_person("Ada", "Adele")
        assert table.rematch().setup.names == ("Ben", "Adele")
        table.enter("concede 0")
        assert sorted(record.roster) == ["Adele", "Ben"]
        assert (won(record, "Adele"), won(record, "Ada")) == (2, 0)
        standing = table.standing()
        assert standing is not None
        assert (standing.people, standing.totals) == (("Adele", "Ben"), (2, 0))
        # The games themselves say what people were called then.
        assert [game.names for game in record.finished_games(0, 9).games] == [("Ben", "Adele"), ("Ada", "Ben")]
        assert [line.act.text for line in lines(tmp_path) if line.act.kind == "new"] == [
            "praetorians 1,2 twelves=false entry=scores", "praetorians 2,1 twelves=false entry=scores series=1",
        ]  # fmt: skip


def test_rec_7_people_who_swap_their_names_keep_what_they_have_won(tmp_path: Path) -> None:
    with Record(tmp_path, ("Ada", "Ben")) as record:
        table = Session(record, clock())
        table.start("praetorians", ("Ada", "Ben"), SCORES)
        table.enter("concede 1")
        for name, to in (("Ada", "x"), ("Ben", "Ada"), ("x", "Ben")):
            table.rename_person(name, to)
        assert (won(record, "Ada"), won(record, "Ben")) == (0, 1)
        assert table.rematch().setup.names == ("Ada", "Ben")
        table.enter("concede 0")
        assert (won(record, "Ada"), won(record, "Ben")) == (0, 2)
        standing = table.standing()
        assert standing is not None
        assert (standing.people, standing.totals) == (("Ben", "Ada"), (2, 0))


def test_rec_7_a_retired_person_comes_back_by_a_rematch_because_they_play(tmp_path: Path) -> None:
    with Record(tmp_path, ("Ada", "Ben", "Cleo")) as record:
        table = Session(record, clock())
        table.start("praetorians", ("Ada", "Ben"), SCORES)
        table.enter("concede 1")
        table.retire_person("Ada")
        table.retire_person("Cleo")
        assert list(record.roster) == ["Ben"]
        assert won(record, "Ada") == 1
        table.rematch()
        assert list(record.roster) == ["Ben", "Ada"]
        table.enter("concede 0")
        assert won(record, "Ada") == 2


def test_rec_7_a_new_person_with_an_old_name_is_somebody_else(tmp_path: Path) -> None:
    with Record(tmp_path, ("Bne", "Ada")) as record:
        table = Session(record, clock())
        table.start("praetorians", ("Bne", "Ada"), SCORES)
        table.rename_person("Bne", "Ben")
        table.add_person("Bne")
        table.enter("concede 1")
        assert (won(record, "Bne"), won(record, "Ben")) == (0, 1)


def test_rec_7_a_name_that_comes_back_to_the_roster_is_the_same_person(tmp_path: Path) -> None:
    with Record(tmp_path, ("Ada", "Ben")) as record:
        table = Session(record, clock())
        table.start("praetorians", ("Ada", "Ben"), SCORES)
        table.enter("concede 1")
        table.retire_person("Ada")
        table.add_person("Ada")
        assert won(record, "Ada") == 1
        assert len(record.state.people) == 2
