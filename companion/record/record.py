"""The record in the hands of the one process that writes it: an act is in the log before it counts."""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Self, TypeVar
from zlib import crc32

from companion.games.refusals import Message
from companion.record import act as acts
from companion.record.act import Act
from companion.record.fold import Entry, GameState, State
from companion.record.index import INDEX, Index, Place, connect
from companion.record.line import PEOPLE, RECORD, Line, Result, decode
from companion.record.log import OLD, Disk, Scan, Vanished, Writer, read_line, sync_names
from companion.record.lookup import MOST_CHANGED, NEWEST, Library, Progress, fitting, reading
from companion.record.trouble import RecordTrouble, of_system

T = TypeVar("T")
MACHINE = Path("/etc/machine-id")
BROKEN = (sqlite3.Error, ValueError, TypeError, LookupError)
"""What an index raises that is damaged or cannot be written."""

log = logging.getLogger(__name__)


class Record(Library):
    """The record of a folder, opened for writing by this process alone; made if there is none, with `defaults` on its
    roster. A context manager; `close` may come twice.

    A torn tail is cut, a damaged line left out; on a disk that can only be read the record can be looked at, and
    nothing can be entered. `notices` collects messages for people about that, the oldest first. `sure` says whether
    the system calls its clock synchronised. Raises RecordTrouble.
    """

    def __init__(
        self,
        folder: Path,
        defaults: Sequence[str] = (),
        *,
        disk: Disk | None = None,
        sure: Callable[[], bool] = lambda: True,
        progress: Progress | None = None,
        machine: Path = MACHINE,
    ) -> None:
        self._folder = folder
        self._sure = sure
        self._writer: Writer | None = None
        self._looking: object = None
        self._there: Path | None = None
        """The file of the index; None while it is in memory."""
        self._made = False
        """Whether the index was made from the log meanwhile, so that what it lacks is not in the log either."""
        self.notices: list[Message] = []
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._move_in()
            self._writer = Writer(folder, disk or Disk())
            self._begin(progress)
            self._named(defaults, machine_hash(machine))
        except OSError as error:
            self.close()
            if error.errno != errno.EROFS:
                raise of_system(error, folder) from error
            self._look_only(of_system(error, folder))
        except BaseException:
            self.close()
            raise

    # -- opening

    def _move_in(self) -> None:
        """Bring a record of an earlier version into a log."""
        if (self._folder / OLD).is_file():
            from companion.record import schema3  # only then

            schema3.move_in(self._folder)

    def _begin(self, progress: Progress | None) -> None:
        writer = self._writer
        assert writer is not None
        _known_version(writer.file, self._folder)
        super().__init__(writer.file, Index(connect(":memory:")))
        there = self._folder / INDEX
        if self._folder.stat().st_uid == os.geteuid() and not there.is_symlink():
            self._there = there  # in a folder of somebody else SQLite would follow links
        try:
            self._index = Index(connect(self._there or ":memory:"))
            start = fitting(self._index, writer.file)
            if start is None:
                raise LookupError(self._there)
            (writer.scan.end, writer.scan.seq, writer.scan.raw), self.state = start
            self.catch_up(writer.scan, progress)
        except BROKEN:
            self._rebuild(progress=progress)
        if writer.scan.lost:
            self.notices.append(Message("journal.lost", count=writer.scan.lost))
            log.error("lines of the record that cannot be read: %d", writer.scan.lost)
        with suppress(RecordTrouble):  # a full disk; the cut comes before the next act
            writer.settle()

    def _look_only(self, trouble: RecordTrouble) -> None:
        """On a disk that can only be read: go on with what is there, to which nothing can be added."""
        looking = reading(self._folder)
        try:
            library = looking.__enter__()
        except RecordTrouble:
            raise trouble from None
        self._looking = looking
        super().__init__(library._file, library._index, library.state)
        self._games, self._changed, self._renamed = library._games, library._changed, library._renamed
        self.notices.append(Message("journal.barred"))

    def _named(self, defaults: Sequence[str], machine: str) -> None:
        """Give a new record its id and first people, and one that comes from another machine a new id (REC-2)."""
        new, moved = self.state.seq < 0, machine != "-" and self.state.machine not in ("-", machine)
        if new or moved or not self.state.id:
            head = Act(acts.LOG, NEWEST, f"{os.urandom(16).hex()} {machine}")
            first = [Act(acts.NAME, number, name) for number, name in enumerate(defaults if new else (), 1)]
            seq, at = self.state.seq + 1, time.time()
            lines = [Line(seq, at, head, 0, RECORD, sure=self._sure())]
            lines += [Line(seq + place, at, act, 0, PEOPLE, sure=self._sure()) for place, act in enumerate(first, 1)]
            assert self._writer is not None
            with suppress(*(() if new else (RecordTrouble,))):  # a full disk: it can be looked at all the same
                self._add(lines)
            sync_names(self._writer.directory)

    # -- writing

    def add(
        self, act: Act, at: float, game: int = 0, about: str = RECORD, digest: str = "", result: Result | None = None
    ) -> Entry:
        """An act counts when this returns; raises RecordTrouble, and then nothing has happened."""
        seq = self.state.seq + 1
        line = Line(seq, at, act, game, about, digest, result, self._sure())
        offset = self._add([line])
        if len(self._changed) > MOST_CHANGED:
            self._safely(self.flush)
        return Entry(seq, offset, game, str(act), digest, at, result)

    def add_person(self, name: str, at: float) -> int:
        """A name comes onto the roster, or back to it; the number of the person."""
        number = self.person(name)
        if not number or self.state.people[number].retired:
            number = number or max(self.state.people, default=0) + 1
            self.add(Act(acts.NAME, number, name), at, about=PEOPLE)
        return number

    def add_together(self, lines: Iterable[Line]) -> None:
        """Lines that count whole or not at all; the first says how many follow."""
        self._add(list(lines))

    def _add(self, lines: Sequence[Line]) -> int:
        """Write lines and fold them; where the first one begins."""
        if self._writer is None:
            raise RecordTrouble("journal.barred")
        raws = [line.encode() for line in lines]
        try:
            self._writer.append(b"".join(raws))
        except Vanished:
            self._writer.again()
            self._file = self._writer.file
            self.notices.append(Message("journal.again", folder=self._folder))
            self._writer.append(b"".join(raws))
        first = offset = self._writer.end - sum(map(len, raws))
        self._writer.scan.seq = lines[-1].seq
        try:
            for raw in raws:
                line = decode(raw)  # a time is written in whole seconds: what holds now is what a start will find
                assert line is not None
                self.take(offset, line)
                offset += len(raw)
        except BROKEN as error:
            log.error("the index is made again: %s", error)
            self._rebuild(self._writer.end)
        return first

    # -- the index

    def _safely(self, look: Callable[[], T]) -> T:
        """What is found in the index. One that is damaged is made again from the log."""
        try:
            return look()
        except BROKEN as error:
            log.error("the index is made again: %s", error)
            self._rebuild(-1 if self._writer is None else self._writer.end)
            return look()

    def look(self, number: int) -> GameState | None:
        """A game as it stands; None for a number that no game has."""
        game = super().look(number)
        if game is None and 0 < number <= self.state.games and not self._made:
            self._rebuild(-1 if self._writer is None else self._writer.end)
            game = super().look(number)
        return game

    def _rebuild(self, most: int = -1, progress: Progress | None = None) -> None:
        """Make the index again from the log up to byte `most`; in memory where it cannot be written."""
        while True:
            self._index.database.close()
            try:
                if self._there is not None:
                    for end in ("", "-journal"):
                        self._there.with_name(f"{INDEX}{end}").unlink(missing_ok=True)
                self._index = Index(connect(self._there or ":memory:"))
                self._index.create()
                self.state, self._games, self._changed, self._renamed = State(), {}, set(), False
                scan = Scan(self._file, most=most)
                if self._writer is not None:
                    self._writer.scan = scan
                self.catch_up(scan, progress)
                self.flush()
                self._made = True
                break
            except (*BROKEN, OSError) as error:  # no room, say: all that it costs is time at the next start
                if self._there is None:
                    raise
                log.warning("the index cannot be written: %s", error)
                self._there = None

    def _place(self) -> Place:
        if self._writer is None:
            return super()._place()
        return Place(self._writer.scan.end, self.state.seq, self._writer.scan.raw)

    def close(self) -> None:
        """An orderly stop: the index has everything."""
        if self._looking is not None:
            self._looking.__exit__(None, None, None)  # type: ignore[attr-defined]
            self._looking = None
        if self._writer is not None:
            if hasattr(self, "_index"):
                with suppress(*BROKEN):
                    self.flush()
                self._index.database.close()
            self._writer.file.close()
            self._writer.close()
            self._writer = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def machine_hash(file: Path = MACHINE) -> str:
    """A hash of the machine this runs on; `-` where it does not say which it is."""
    try:
        told = file.read_bytes().strip()
    except OSError:
        return "-"
    return f"{crc32(b'companion ' + told):08x}" if told else "-"


def _known_version(file: BinaryIO, folder: Path) -> None:
    """Raise RecordTrouble for a log whose first line says a later version (REC-8)."""
    line = read_line(file, 0)
    if line is not None and line.act.kind == acts.LOG and line.act.number > NEWEST:
        raise RecordTrouble("journal.newer", file=folder / "record.log", schema=line.act.number, known=NEWEST)
