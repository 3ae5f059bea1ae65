"""The log as a file: appended durably, cut only behind the last whole line, damage costs the line it is in."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path

import pytest
from installed import Record

from companion.play.act import PEOPLE, Act, Line, decode, parse
from companion.record import RecordTrouble
from companion.record.log import LOCK, LOG, Disk, Scan, Writer, read_line


def said(seq: int, text: str, game: int = 0, about: str = PEOPLE) -> bytes:
    """A line of a log."""
    digest = "0123456789ab" if game else ""
    return Line(seq, 100.0 + seq, parse(text), game, f"g{game}" if game else about, digest).encode()


WHOLE = [
    said(0, "log 1 ab -", about="record"), said(1, "new praetorians 1,2", 1), said(2, "flip R7", 1),
    said(3, "import 2", about="record"), said(4, "name 9 Zoe"), said(5, "stop", 1), said(6, "undo", 1),
]  # fmt: skip
"""A small log; the lines 4 and 5 came by an import."""


@contextmanager
def opened(folder: Path, disk: Disk | None = None) -> Iterator[Writer]:
    """The log of a folder, read to its end, with its torn tail cut off."""
    writer = Writer(folder, disk or Disk())
    try:
        for _ in writer.scan:
            pass
        writer.settle()
        yield writer
    finally:
        writer.close()


def kept(folder: Path) -> dict[str, bytes]:
    """What was copied from behind the last whole line."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name.startswith("torn")}


def test_rec_4_cut_at_any_byte_every_whole_line_stays_and_the_torn_tail_is_kept(tmp_path: Path) -> None:
    log, ends = b"".join(WHOLE), [0]
    for raw in WHOLE:
        ends.append(ends[-1] + len(raw))
    more = said(99, "name 9 Zed")
    for at in range(len(log) + 1):
        whole = sum(end <= at for end in ends[1:])
        end = ends[3] if whole in (4, 5) else ends[whole]  # the import counts only all together
        folder = tmp_path / str(at)
        folder.mkdir()
        (folder / LOG).write_bytes(log[:at])
        with opened(folder) as writer:
            assert (folder / LOG).read_bytes() == log[:end], at
            assert kept(folder) == ({"torn-1": log[end:at]} if end < at else {}), at
            writer.append(more)
        assert (folder / LOG).read_bytes() == log[:end] + more
        assert {path.name for path in folder.iterdir()} == {LOG, LOCK, *kept(folder)}


def test_rec_6_any_bit_that_flips_costs_the_line_it_is_in_and_its_neighbour_if_it_was_the_lf() -> None:
    raws = [raw for raw in WHOLE if b"import" not in raw]
    lines = [decode(raw) for raw in raws]
    ends = [sum(map(len, raws[: place + 1])) for place in range(len(raws))]
    for bit in range(8 * ends[-1]):
        log = bytearray(b"".join(raws))
        log[bit // 8] ^= 1 << bit % 8
        place = next(place for place, end in enumerate(ends) if bit // 8 < end)
        gone = {place, place + 1} if bit // 8 == ends[place] - 1 else {place}
        found = [line for _, line in Scan(BytesIO(log)) if line.act.kind != "lost"]
        assert found == [line for other, line in enumerate(lines) if other not in gone], bit


def test_a_lost_line_stands_in_front_of_the_next_whole_one_and_names_its_game() -> None:
    lines = [said(1, "new praetorians 1,2", 1), said(2, "flip R1", 2), said(3, "flip R2", 1), said(4, "flip R3", 2)]
    lines[1] = lines[1].replace(b"R1", b"R4")
    begins = sum(map(len, lines[:2]))
    scan = Scan(BytesIO(b"".join(lines)))
    found = list(scan)
    assert found[1] == (-1 - begins, Line(2, 103.0, Act("lost"), 2, "g2"))
    assert [line.act.kind for _, line in found] == ["new", "lost", "play", "play"]
    assert (scan.lost, scan.end, scan.seq, scan.raw) == (1, sum(map(len, lines)), 4, lines[3])
    # Two games have lost something where two lines are damaged one behind the other.
    lines[2] = lines[2].replace(b"R2", b"R5")
    assert [(line.act.kind, line.game) for _, line in Scan(BytesIO(b"".join(lines)))] == [
        ("new", 1), ("lost", 2), ("lost", 1), ("play", 2),
    ]  # fmt: skip


def test_a_line_that_comes_twice_counts_once() -> None:
    log = [*WHOLE[:3], *WHOLE[1:]]
    assert [line.seq for _, line in Scan(BytesIO(b"".join(log)))] == list(range(len(WHOLE)))


# -- a disk that fails


class Failing(Disk):
    """A disk on which calls fail: those of these kinds, from one on, so many times. Others write only a part."""

    def __init__(self, kinds: str, first: int, times: int, code: int = errno.EIO, *, short: bool = False) -> None:
        self.kinds, self.first, self.times, self.code, self.short = kinds.split(), first, times, code, short
        self.calls = self.failed = 0

    def _may_fail(self, kind: str) -> None:
        if kind not in self.kinds:
            return
        self.calls += 1
        if self.calls > self.first and self.failed < self.times:
            self.failed += 1
            raise OSError(self.code, os.strerror(self.code))

    def write(self, descriptor: int, raw: bytes) -> int:
        if self.short and len(raw) > 1:  # first the half of it; then the disk has no room
            return super().write(descriptor, raw[: len(raw) // 2])
        self._may_fail("write")
        return super().write(descriptor, raw)

    def flush(self, descriptor: int) -> None:
        self._may_fail("flush")
        super().flush(descriptor)

    def cut(self, descriptor: int, length: int) -> None:
        self._may_fail("cut")
        super().cut(descriptor, length)


ACTS = [Act("name", number, f"Guest {number}") for number in range(10, 15)]
FOR_EVER = 10**9


@pytest.mark.parametrize("times", [1, 2, FOR_EVER])
@pytest.mark.parametrize("short", [False, True], ids=["whole", "in parts"])
@pytest.mark.parametrize("kinds", ["write", "flush", "cut", "write cut", "flush cut", "write flush", "write flush cut"])
def test_rec_5_whatever_fails_what_was_acknowledged_is_there_and_nothing_else(
    tmp_path: Path, kinds: str, short: bool, times: int
) -> None:
    for first in range(len(ACTS) + 1):
        folder = tmp_path / str(first)
        folder.mkdir()
        (folder / LOG).write_bytes(b"".join(WHOLE))
        disk, promised = Failing(kinds, first, times, short=short), []
        with Record(folder, disk=disk) as record:
            for act in ACTS:
                before = record.state
                with suppress(RecordTrouble):
                    record.add(act, 5.0, about=PEOPLE)
                    promised.append(act)
                assert act in promised or record.state == before
        assert len(promised) >= len(ACTS) - disk.failed  # it goes on as soon as the disk does
        with opened(folder) as writer:
            writer.append(said(999, "name 99 Zed"))
        there = [line.act for _, line in Scan(BytesIO((folder / LOG).read_bytes())) if line.act in ACTS]
        if "flush cut" in kinds and times > 1:
            # It could be neither flushed nor removed: the last act may be there, and no other.
            assert there in (promised, [*promised, *ACTS[len(promised) : len(promised) + 1]])
        else:
            assert there == promised


def test_rec_3_an_act_is_one_write_and_one_flush_and_is_acknowledged_after_both(tmp_path: Path) -> None:
    calls: list[str] = []

    class CurveRule(Disk):
        def write(self, descriptor: int, raw: bytes) -> int:
            calls.append(f"write {len(raw.splitlines())}")
            return super().write(descriptor, raw)

        def flush(self, descriptor: int) -> None:
            super().flush(descriptor)
            calls.append("flush")

    with Record(tmp_path, ("Ada",), disk=CurveRule()) as record:
        assert calls == ["write 2", "flush"]
        record.add_person("Ben", 5.0)
        assert calls[2:] == ["write 1", "flush"]
        names = [Line(4 + n, 5.0, Act("name", 50 + n, f"Guest {n}"), 0, PEOPLE) for n in range(2)]
        record.add_together([Line(3, 5.0, Act("import", 2)), *names])
        assert calls[4:] == ["write 3", "flush"]


@pytest.mark.parametrize(
    ("code", "key"), [(errno.ENOSPC, "full"), (errno.EDQUOT, "full"), (errno.EROFS, "barred"), (errno.EIO, "write")]
)
def test_a_disk_that_cannot_take_an_act_says_why_and_goes_on_as_soon_as_it_can(
    tmp_path: Path, code: int, key: str
) -> None:
    with Record(tmp_path, disk=Failing("write", 1, 2, code, short=False)) as record:
        for _ in range(2):
            with pytest.raises(RecordTrouble) as trouble:
                record.add_person("Ada", 5.0)
            assert trouble.value.message.key == f"record.{key}"
        record.add_person("Ada", 5.0)
    with Record(tmp_path) as record:
        assert record.roster == ("Ada",)


def test_what_was_read_of_a_torn_tail_is_not_taken_for_the_line_that_came_in_its_place(tmp_path: Path) -> None:
    (tmp_path / LOG).write_bytes(b"".join(WHOLE[:2]))
    with opened(tmp_path, Failing("flush cut", 0, 2)) as writer:
        writer.scan.seq = 1
        begin = writer.scan.end
        with pytest.raises(OSError, match=os.strerror(errno.EIO)):
            writer.append(said(2, "name 7 Nobody"))
        read_line(writer.scan.file, 0)  # as the device reads a game while the tail is still there
        writer.append(said(2, "name 7 Zoe"))
        line = read_line(writer.scan.file, begin)
        assert line is not None
        assert line.act == parse("name 7 Zoe")


def test_a_torn_tail_that_cannot_be_kept_yet_is_not_cut_yet(tmp_path: Path) -> None:
    Record(tmp_path, ("Ada",)).close()
    with (tmp_path / LOG).open("ab") as log:
        log.write(b"torn")
    with Record(tmp_path, disk=Failing("cut", 0, 1)) as record:
        assert (tmp_path / LOG).read_bytes().endswith(b"torn")
        record.add_person("Ben", 5.0)
        assert kept(tmp_path) == {"torn-1": b"torn"}
    with Record(tmp_path) as record:
        assert record.roster == ("Ada", "Ben")


def test_torn_tails_of_several_starts_are_all_kept(tmp_path: Path) -> None:
    for tail in (b"one", b"two", b"three"):
        with Record(tmp_path) as record:
            assert record.notices == []
        with (tmp_path / LOG).open("ab") as log:
            log.write(tail)
    Record(tmp_path).close()
    assert kept(tmp_path) == {"torn-1": b"one", "torn-2": b"two", "torn-3": b"three"}


def test_a_log_that_somebody_else_has_shortened_is_not_written_on(tmp_path: Path) -> None:
    with Record(tmp_path, ("Ada",), disk=Failing("flush", 1, 1)) as record:
        before = (tmp_path / LOG).read_bytes()
        os.truncate(tmp_path / LOG, len(before) - 5)
        for _ in range(2):
            with pytest.raises(RecordTrouble):
                record.add_person("Ben", 5.0)
