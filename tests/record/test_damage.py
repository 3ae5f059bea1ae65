"""Damage costs the line or the block that it is in: it takes nothing from other games, and people are told about it."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from damaged_records import WornDisk, flipped, games_of, outcome, worn_file
from installed import Record, RecordView, check, export_text, import_games
from record.random_evening import Guests, clock, seen

from companion.cli import main
from companion.play.act import PEOPLE, RECORD, Act, Line, Result, damage_owners, decode, parse
from companion.record import RecordTrouble
from companion.record.index import INDEX
from companion.record.log import BACKUPS, BLOCK, LOG, Scan
from companion.session.session import Session

ROOT = Path(__file__).parents[2]


def told(record: Record) -> list[tuple[str, dict[str, object]]]:
    """What people are told about the record."""
    return [(notice.key, dict(notice.params)) for notice in record.notices]


def said(seq: int, text: str, game: int = 0, about: str = PEOPLE, result: Result | None = None) -> bytes:
    """A line of a log."""
    digest = "0123456789ab" if game else ""
    return Line(seq, 100.0 + seq, parse(text), game, f"g{game}" if game else about, digest, result).encode()


# -- a block that cannot be read


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record of more than four blocks, with its index."""
    folder = tmp_path_factory.mktemp("evening")
    with Record(folder, ("Ada", "Ben", "Cleo")) as record:
        guests = Guests(record, random.Random(5))
        while (folder / LOG).stat().st_size < 4.2 * BLOCK:
            guests.act()
    return folder


def whole_lines(log: bytes, block: int) -> list[Line | None]:
    """The lines of a log that no byte of a block belongs to."""
    found, begin = [], 0
    for raw in log.splitlines(keepends=True):
        if begin + len(raw) <= block * BLOCK or begin >= (block + 1) * BLOCK:
            found.append(decode(raw))
        begin += len(raw)
    return found


@pytest.mark.parametrize("block", [0, 2])
@pytest.mark.parametrize("index", [True, False], ids=["with its index", "without an index"])
def test_rec_9_a_block_that_cannot_be_read_costs_its_lines_at_this_start_and_nothing_at_the_next(
    tmp_path: Path, evening: Path, block: int, index: bool
) -> None:
    folder = tmp_path / "record"
    shutil.copytree(evening, folder)
    before, log = seen(folder), (folder / LOG).read_bytes()
    if not index:
        (folder / INDEX).unlink()
    with worn_file(os.open(folder / LOG, os.O_RDONLY), block) as file:
        assert [line for _, line in Scan(file) if line.act.kind != "lost"] == whole_lines(log, block)
    with Record(folder, disk=WornDisk(block)) as record:
        for number in range(1, record.state.games + 1):
            record.game_state(number)  # none of them ends the program
        assert bool(record.notices) is not index  # what the index has is looked at when a game is opened
        record.add(Act("name", 99, "Zoe"), 5.0, about=PEOPLE)
    with Record(folder) as record:
        assert (record.notices, record.person("Zoe")) == ([], 99)
        assert record.state.lost == 0
    (folder / LOG).write_bytes(log)
    (folder / INDEX).unlink()
    assert seen(folder) == before


@pytest.mark.parametrize("index", [True, False], ids=["with its index", "without an index"])
def test_rec_9_where_the_end_cannot_be_read_people_can_look_and_nothing_is_written(
    tmp_path: Path, evening: Path, index: bool
) -> None:
    folder = tmp_path / "record"
    shutil.copytree(evening, folder)
    before, log = seen(folder), (folder / LOG).read_bytes()
    if not index:
        (folder / INDEX).unlink()
    with Record(folder, disk=WornDisk(len(log) // BLOCK)) as record:
        assert told(record) == [("record.cut-off", {})]  # nothing is called lost
        assert record.numbers()
        for _ in range(2):
            with pytest.raises(RecordTrouble) as raised:
                record.add(Act("name", 99, "Zoe"), 5.0, about=PEOPLE)
            assert raised.value.message.key == "record.cut-off"
    assert (folder / LOG).read_bytes() == log
    assert not list(folder.glob("torn-*"))
    assert seen(folder) == before


PRELOADED = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

ssize_t read(int file, void *to, size_t length) {
    ssize_t (*next)(int, void *, size_t) = dlsym(RTLD_NEXT, "read");
    char link[64], name[4096];
    struct stat status;
    off_t at = lseek(file, 0, SEEK_CUR), bad = atol(getenv("BAD_BLOCK")) * 4096;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t got = readlink(link, name, sizeof name);
    if (at >= 0 && got > 10 && !memcmp(name + got - 10, "record.log", 10) && !fstat(file, &status)) {
        if (at >= bad && at < bad + 4096 && at < status.st_size) { errno = EIO; return -1; }
        if (at < bad && at + (off_t) length > bad) length = bad - at;
    }
    return next(file, to, length);
}
"""
READERS = """
import sys
from companion.cli import main
for words in sys.argv[2:]:
    try:
        status = main([*words.split(), "--data", sys.argv[1]])
    except SystemExit as end:
        status = end.code
    print("status", status, words, file=sys.stderr)
"""
COMMANDS = (
    "history", "stats", "show last", "export --all", "export --all --as json", "export last", "log", "log --raw",
    "check", "report last -o -", "verify last",
)  # fmt: skip


def worn(folder: Path) -> dict[str, str]:
    """The environment of a process that reads a disk with a BAD_BLOCK; skips the test where nothing can make one."""
    compiler = shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        pytest.skip("needs a C compiler on Linux")
    (folder / "worn.c").write_text(PRELOADED)
    library = str(folder / "worn.so")
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, str(folder / "worn.c"), "-ldl"], check=True)
    return {**os.environ, "LD_PRELOAD": library}


def test_while_a_block_cannot_be_read_no_backup_is_replaced_or_thrown_away(tmp_path: Path, evening: Path) -> None:
    folder, backups = tmp_path / "record", tmp_path / "record" / BACKUPS
    shutil.copytree(evening, folder)
    whole = tmp_path / "whole.backup"
    for command in (f"backup {whole}", *["backup --numbered before"] * 3):
        assert main([*command.split(), "--data", str(folder)]) == 0
    before, kept = whole.read_bytes(), {file.name for file in backups.iterdir()}
    (folder / INDEX).unlink()
    commands = (f"backup {whole}", f"backup {tmp_path}/part.backup", "backup --numbered after")
    ran = subprocess.run(
        [sys.executable, "-c", READERS, str(folder), *commands], cwd=ROOT, capture_output=True, text=True, check=True,
        env={**worn(tmp_path), "BAD_BLOCK": "2"},
    )  # fmt: skip
    assert [part[0] for part in ran.stderr.split("status ")[1:]] == ["1", "0", "0"], ran.stderr
    assert f"{whole} is not replaced" in ran.stderr
    assert whole.read_bytes() == before
    assert {file.name for file in backups.iterdir()} == {*kept, "4-after.backup"}


@pytest.mark.parametrize("block", [0, 2, 4])
def test_rec_9_every_command_that_reads_says_in_words_that_a_block_cannot_be_read(
    tmp_path: Path, evening: Path, block: int
) -> None:
    shutil.copytree(evening, tmp_path / "record")
    (tmp_path / "record" / INDEX).unlink()
    ran = subprocess.run(
        [sys.executable, "-c", READERS, str(tmp_path / "record"), *COMMANDS], cwd=ROOT, capture_output=True, text=True,
        check=True, env={**worn(tmp_path), "BAD_BLOCK": str(block)},
    )  # fmt: skip
    assert "Traceback" not in ran.stdout + ran.stderr
    assert "none of them confirmed" not in ran.stdout  # of an end that cannot be read nobody knows that
    last = (tmp_path / "record" / LOG).stat().st_size // BLOCK
    assert ("the end of the record cannot be read; " in ran.stdout) == (block == last)
    parts = ran.stderr.split("status ")
    for words, part, end in zip(COMMANDS, parts, parts[1:], strict=False):
        assert "cannot be read now: input/output error" in part, words
        assert end[0] in ("2" if words in ("check", "verify last") else "0"), words


# -- damage costs its line


def two_games(folder: Path) -> bytes:
    """The log of a game that is over and its rematch."""
    with Record(folder, ("Ada", "Ben")) as record:
        table = Session(record, clock())
        table.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
        for text in ("bank 55", "bust", "bank 44"):
            table.enter(text)
        table.rematch()
        for text in ("bank 20", "bank 21", "bust"):
            table.enter(text)
    return (folder / LOG).read_bytes()


# Of each seven bits the first, which is one of each byte, in turn; the gate takes the others.
@pytest.mark.parametrize("of_seven", [range(1), pytest.param(range(1, 7), marks=pytest.mark.gate)])
def test_rec_10_no_flipped_bit_of_a_game_touches_another_one(tmp_path: Path, of_seven: range) -> None:
    log = two_games(tmp_path)
    before = {number: outcome(game) for number, game in games_of(log).items()}
    assert before[1][-1] == Result((0,), (99, 3))
    begin = 0
    for raw in log.splitlines(keepends=True):
        line = decode(raw)
        assert line is not None
        bits = range(8 * begin, 8 * (begin + len(raw) - 1))
        for bit in sorted(bit for first in of_seven for bit in bits[first::7]):
            damaged = bytearray(log)
            damaged[bit // 8] ^= 1 << bit % 8
            found = games_of(bytes(damaged))
            for number in {1, 2} - {line.game}:
                assert outcome(found[number]) == before[number], bit
        begin += len(raw)


@pytest.mark.parametrize("damage", [b"g", b"2026", b"new"], ids=["its owner", "its time", "its act"])
def test_rec_10_a_start_of_a_game_that_is_lost_is_not_that_of_the_finished_game_before(
    tmp_path: Path, damage: bytes
) -> None:
    log = two_games(tmp_path)
    place = log.index(damage, log.index(b"\n", log.index(b"=0:99")))
    found = games_of(log[:place] + b"\x00" * len(damage) + log[place + len(damage) :])
    assert found[1].result == Result((0,), (99, 3))
    assert [entry.act.kind for entry in found[1].path] == ["new", "play", "play", "play"]


def test_rec_10_a_game_that_is_over_stays_over_where_several_lines_behind_it_are_lost(tmp_path: Path) -> None:
    log = two_games(tmp_path)
    begin = log.index(b"\n", log.index(b"=0:99")) + 1
    end = log.index(b"\n", log.index(b"bank 20", begin)) + 1
    found = games_of(log[:begin] + b"?" * (end - begin - 1) + b"\n" + log[end:])
    assert found[1].result == Result((0,), (99, 3))


def test_rec_10_a_flipped_bit_in_the_owner_of_a_line_names_no_other_game() -> None:
    raw = said(1042, "flip R7", 12)
    place = raw.index(b"g12") + 2
    for bit in range(8):
        damaged = raw[:place] + bytes([raw[place] ^ 1 << bit]) + raw[place + 1 :]
        assert damage_owners(damaged) == ["g12"]


def test_rec_10_a_lost_line_whose_owner_is_unknown_belongs_to_the_game_that_goes_on_behind_it() -> None:
    lines = [
        said(0, "new praetorians 1,2", 1), said(1, "flip R1", 1), said(2, "new praetorians 1,2", 2),
        said(3, "flip R1", 2), said(4, "resume", 1), said(5, "flip R2", 1),
    ]  # fmt: skip
    found = games_of(b"".join([*lines[:4], b"?" * 60 + b"\n", lines[5]]))
    assert [[entry.act.kind for entry in found[game].path] for game in (1, 2)] == [
        ["new", "play", "play"],
        ["new", "play"],
    ]


BLOCKS = [said(seq, f"name {seq} Guest {seq}") for seq in range(300)]
"""More than four blocks of lines; `seq` stands in the name."""


def blocks_moved(*order: int) -> bytes:
    """A log on a card that gives blocks in the place of others."""
    log = b"".join(BLOCKS)
    return b"".join(log[block * BLOCK : (block + 1) * BLOCK] for block in order)


@pytest.mark.parametrize(
    ("order", "gone"), [((0, 0, 2, 3, 4), 1), ((0, 2, 2, 3, 4), 1), ((0, 1, 3, 3, 4), 2), ((3, 1, 2, 3, 4), 0)]
)
def test_rec_10_a_block_from_elsewhere_costs_the_lines_that_it_overwrote(order: tuple[int, ...], gone: int) -> None:
    log = b"".join(BLOCKS)
    assert 4 < len(log) / BLOCK < 5
    there = [line.seq for line in whole_lines(log, gone) if line is not None]
    scan = Scan(BytesIO(blocks_moved(*order)))
    found = [line for _, line in scan if line.act.kind != "lost"]
    assert [line.seq for line in found] == there
    assert (scan.lost, scan.end) == (300 - len(there), len(log))


def test_rec_10_a_block_from_elsewhere_at_the_end_is_not_cut() -> None:
    log = blocks_moved(0, 1, 2, 0)
    scan = Scan(BytesIO(log))
    found = [line.seq for _, line in scan if line.act.kind != "lost"]
    assert found == [*range(found[-1] + 1)]
    assert scan.end == log.rindex(b"\n") + 1
    assert scan.raw == log[log.rindex(b"\n", 0, scan.end - 1) + 1 : scan.end]


def test_rec_10_lines_of_another_log_with_higher_numbers_cost_nothing_that_follows() -> None:
    foreign = b"".join(said(seq, f"name {seq} Zoe {seq}") for seq in range(5000, 5040))
    log = b"".join(BLOCKS[:50]) + foreign + b"".join(BLOCKS[50:60])
    assert [line.seq for _, line in Scan(BytesIO(log))] == [*range(60)]


def test_rec_10_behind_a_line_that_somebody_took_out_everything_counts() -> None:
    found = [line for _, line in Scan(BytesIO(b"".join([*BLOCKS[:20], *BLOCKS[21:]])))]
    assert [line.seq for line in found if line.act.kind != "lost"] == [seq for seq in range(300) if seq != 20]


# -- damage is told once


def test_rec_11_a_last_line_that_was_whole_once_is_told_with_its_game(tmp_path: Path) -> None:
    log = two_games(tmp_path)
    for number, place in enumerate((3, 1, 40)):  # in its act, its LF, its time
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / LOG).write_bytes(log)
        flipped(folder / LOG, len(log) - place)
        with Record(folder) as record:
            assert told(record) == [
                ("record.lost", {"count": 1}), ("record.harmed", {"game": "praetorians", "names": ("Ben", "Ada")}),
            ]  # fmt: skip
        with Record(folder) as record:
            assert record.notices == []


def test_rec_11_the_first_line_is_told_too(tmp_path: Path) -> None:
    two_games(tmp_path)
    (tmp_path / INDEX).unlink()
    flipped(tmp_path / LOG, 12)
    with Record(tmp_path) as record:
        assert told(record) == [("record.lost", {"count": 1})]
        assert len(record.state.id) == 32
    with Record(tmp_path) as record:
        assert record.notices == []


def test_rec_11_a_torn_tail_was_never_acknowledged_and_is_not_told(tmp_path: Path) -> None:
    log = two_games(tmp_path)
    last = log.rindex(b"\n", 0, -1) + 1
    for length in range(last + 1, len(log) - 1):
        scan = Scan(BytesIO(log[:length]))
        assert [line.seq for _, line in scan][-1] == 9
        assert (scan.spoilt, scan.end) == ((), last), length


@pytest.mark.parametrize("seed", range(6))
def test_rec_11_an_end_that_the_index_knew_and_that_is_gone_is_told_once(
    tmp_path: Path, evening: Path, seed: int
) -> None:
    whole = (evening / LOG).read_bytes()
    cut = 0 if not seed else random.Random(seed).randrange(len(whole))
    kept = whole[:cut].count(b"\n")
    gone = whole.count(b"\n") - kept
    folder = tmp_path / "record"
    shutil.copytree(evening, folder)
    (folder / LOG).write_bytes(whole[:cut] + bytes(len(whole) - cut if seed == 1 else 0))
    assert [fault.params for fault in check(folder).faults if fault.key == "check.cut"] == [{"count": gone}]
    assert len(check(folder).faults) == 1
    repaired = tmp_path / "repaired"
    shutil.copytree(folder, repaired)
    assert main(["check", "--repair", "--data", str(repaired)]) == 1
    with Record(repaired) as record:
        assert told(record) == []
        assert record.state.ids[record.state.id] == kept
    with Record(folder) as record:
        assert told(record) == [("record.cut", {"count": gone})]
        # The lines that are gone may be in other hands under the old id.
        assert record.state.ids[record.state.id] == kept
    with Record(folder) as record:
        assert told(record) == []
    assert check(folder).faults == ()


def test_rec_11_a_log_without_its_end_replaces_no_whole_backup(tmp_path: Path, evening: Path) -> None:
    folder = tmp_path / "record"
    shutil.copytree(evening, folder)
    assert main(["backup", str(tmp_path / "mine.backup"), "--data", str(folder)]) == 0
    os.truncate(folder / LOG, (folder / LOG).stat().st_size - 1)
    assert main(["backup", str(tmp_path / "mine.backup"), "--data", str(folder)]) == 1


@pytest.mark.parametrize("seed", range(12, 18))
def test_rec_12_two_entries_that_have_changed_places_cost_their_game_and_not_the_file(
    tmp_path: Path, evening: Path, seed: int
) -> None:
    lines = (evening / LOG).read_bytes().splitlines(keepends=True)
    alike = [
        (one, other) for one, raw in enumerate(lines) for other in range(one + 1, len(lines))
        if len(raw) == len(lines[other]) and raw.split()[3] == lines[other].split()[3] != b"people"
    ]  # fmt: skip
    one, other = random.Random(seed).choice(alike)
    lines[one], lines[other] = lines[other], lines[one]
    folder = tmp_path / "record"
    shutil.copytree(evening, folder)
    (folder / LOG).write_bytes(b"".join(lines))
    refused = import_games(tmp_path / "new", "".join(export_text(folder, None, "text")).encode(), 0.0).refused
    assert len(refused) <= 1


def test_rec_11_of_an_import_whose_last_line_is_damaged_the_other_lines_stay(tmp_path: Path) -> None:
    group = [said(2, "import 3", about=RECORD), said(3, "new praetorians 1,2", 1), said(4, "flip R7", 1)]
    log = b"".join([*BLOCKS[:2], *group, said(5, "stop", 1)])
    scan = Scan(BytesIO(log.replace(b" stop", b" stoq")))
    assert [line.act.kind for _, line in scan] == ["name", "name", "import", "new", "play"]
    assert scan.spoilt == ("g1",)
    torn = Scan(BytesIO(log[:-3]))
    assert [line.act.kind for _, line in torn] == ["name", "name"]


def test_rec_11_damage_in_the_part_that_the_index_has_is_found_by_reading_again_and_told_once(tmp_path: Path) -> None:
    log = two_games(tmp_path)
    for _ in range(2):
        with Record(tmp_path) as record:
            assert list(record.reread(200)) == [*range(200, len(log) - 60, 200)]
            assert record.notices == []
    flipped(tmp_path / LOG, log.index(b"bank 20"))
    with Record(tmp_path) as record:
        assert record.notices == []  # the index has this part
        for _ in record.reread(200):
            assert record.notices == []
        assert told(record) == [
            ("record.lost", {"count": 1}), ("record.harmed", {"game": "praetorians", "names": ("Ben", "Ada")}),
        ]  # fmt: skip
        finished = record.finished_games(0, 9).games
        assert [game.result for game in finished] == [Result((0,), (99, 3))]
    with Record(tmp_path) as record:
        list(record.reread(200))
        assert record.notices == []


def test_rec_9_what_cannot_be_read_again_is_told_and_not_written_into_the_index(tmp_path: Path, evening: Path) -> None:
    folder = tmp_path / "record"
    shutil.copytree(evening, folder)
    index = (folder / INDEX).read_bytes()
    with Record(folder, disk=WornDisk(2)) as record:
        for number in record.numbers():
            record.game_state(number)
        record.flush()
    assert (folder / INDEX).read_bytes() == index


# -- lines that only the device reads


def with_device(folder: Path) -> bytes:
    """The log of a game with a device, up to its second choice and what people entered behind it."""
    choice = json.dumps({"ply": 0, "seat": 1, "level": 1, "table": "0123456789ab"}, separators=(",", ":"))
    with Record(folder, ("Ada", "Ben")) as record:
        table = Session(record, clock())
        table.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
        table.enter("bank 20")
        record.add(parse(f"chose {choice}"), 5.0, 1)
        table.enter("bank 21")
        table.enter("bust")
    return (folder / LOG).read_bytes()


@pytest.mark.parametrize("damage", ["a bit", "its act", "everything"])
def test_rec_13_a_lost_line_that_only_the_device_reads_makes_no_game_read_only(tmp_path: Path, damage: str) -> None:
    log = with_device(tmp_path)
    (tmp_path / INDEX).unlink()
    begin = log.rindex(b"\n", 0, log.index(b"chose {")) + 1
    end = log.index(b"\n", begin)
    if damage == "a bit":
        flipped(tmp_path / LOG, end - 3)
    else:
        first = begin if damage == "everything" else end - 30
        (tmp_path / LOG).write_bytes(log[:first] + b"?" * (end - first) + log[end:])
    with Record(tmp_path) as record:
        assert told(record)[0] == ("record.lost", {"count": 1})
        table = Session(record, clock())
        assert table.now is not None
        assert [ply.text for ply in table.now.timeline or ()] == ["", "bank 20", "bank 21", "bust"]
        for _ in range(2):
            table.undo()
        table.enter("bank 22")
    with Record(tmp_path) as record:
        step = Session(record, clock()).now
        assert step is not None
        assert [ply.text for ply in step.timeline or ()] == ["", "bank 20", "bank 22"]
    assert [fault.key for fault in check(tmp_path).faults] == ["check.line"]


def test_rec_6_an_entry_that_was_lost_still_makes_its_game_read_only(tmp_path: Path) -> None:
    log = with_device(tmp_path)
    for text in (b"bank 20", b"bank 21"):
        (tmp_path / INDEX).unlink(missing_ok=True)
        (tmp_path / LOG).write_bytes(log.replace(text, b"bank 19"))
        with RecordView(tmp_path) as library:
            game = library.game_state(1)
            assert game is not None
            assert [entry.act.kind for entry in game.path].count("lost") == 1
        with Record(tmp_path) as record:
            step = Session(record, clock()).now
            assert step is not None
            assert step.timeline is None
            assert step.agreed is not None
