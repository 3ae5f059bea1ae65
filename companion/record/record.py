"""The record in the hands of the one process that writes it: an act is in the log before it counts."""

from __future__ import annotations

import errno
import logging
import os
import secrets
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO, Self, TypeVar

from companion.engines.refusals import Message
from companion.record import act as acts
from companion.record.act import Act
from companion.record.fold import Entry, State
from companion.record.index import INDEX, Index, Place, connect
from companion.record.library import NEWEST, Library, Progress, fitting, reading
from companion.record.line import PEOPLE, RECORD, Line, Result
from companion.record.log import Disk, Vanished, Writer, sync_names
from companion.record.trouble import RecordTrouble, of_system

T = TypeVar("T")
MACHINE = Path("/etc/machine-id")
MOST_CHANGED = 32
"""So many games may differ from the index before it is written."""

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
            self._look(of_system(error, folder))
        except BaseException:
            self.close()
            raise

    # -- opening

    def _move_in(self) -> None:
        """Bring a record of an earlier version into a log."""
        from companion.record import schema3

        if schema3.there(self._folder):
            schema3.move_in(self._folder)

    def _begin(self, progress: Progress | None) -> None:
        writer = self._writer
        assert writer is not None
        super().__init__(writer.file, Index(connect(":memory:")))
        self._index, start = self._opened(writer.file)
        if start is not None:
            writer.scan.end, writer.scan.seq, writer.scan.raw = start[0]
            self.state = start[1]
        _known_version(writer.file, self._folder)
        self.catch_up(writer.scan, progress)
        if writer.scan.lost:
            self.notices.append(Message("journal.lost", count=writer.scan.lost))
            log.error("lines of the record that cannot be read: %d", writer.scan.lost)
        with suppress(RecordTrouble):  # a full disk; the cut comes before the next act
            writer.settle()

    def _opened(self, file: BinaryIO) -> tuple[Index, tuple[Place, State] | None]:
        """The index of the folder, empty if it does not fit the log."""
        there = self._folder / INDEX
        try:
            if self._folder.stat().st_uid != os.geteuid():  # SQLite would follow links that the owner has put there
                there = Path(":memory:")
            index = Index(connect(there))
            try:
                found = fitting(index, file)
                if found is not None:
                    return index, found
            except (sqlite3.Error, ValueError, TypeError, KeyError):
                pass
            index.database.close()
            for end in ("", "-journal"):
                there.with_name(f"{there.name}{end}").unlink(missing_ok=True)
            index = Index(connect(there))
            index.create()
        except (sqlite3.Error, OSError) as error:  # no room, say: all that it costs is time at the next start
            log.warning("the index cannot be written: %s", error)
            index = Index(connect(":memory:"))
            index.create()
        return index, None

    def _look(self, trouble: RecordTrouble) -> None:
        """On a disk that can only be read: go on with what is there, to which nothing can be added."""
        looking = reading(self._folder)
        try:
            library = looking.__enter__()
        except RecordTrouble:
            raise trouble from None
        self._looking = looking
        super().__init__(library._file, library._index, library.state)
        self._games, self._changed = library._games, library._changed
        self.notices.append(Message("journal.barred"))

    def _named(self, defaults: Sequence[str], machine: str) -> None:
        """Give a new record its id and first people, and one that comes from another machine a new id (REC-2)."""
        new = self.state.seq < 0
        if new or (machine != "-" and self.state.machine not in ("", "-", machine)):
            head = Act(acts.LOG, NEWEST, f"{secrets.token_hex(16)} {machine}")
            first = [Act(acts.NAME, number, name) for number, name in enumerate(defaults if new else (), 1)]
            seq, at = self.state.seq + 1, _now()
            lines = [Line(seq, at, head, 0, RECORD, sure=self._sure())]
            lines += [Line(seq + place, at, act, 0, PEOPLE, sure=self._sure()) for place, act in enumerate(first, 1)]
            assert self._writer is not None
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
            self.flush()
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
            self._file.close()
            self._writer = self._writer.again()
            self._file = self._writer.file
            self.notices.append(Message("journal.again", folder=self._folder))
            self._writer.append(b"".join(raws))
        first = offset = self._writer.end - sum(map(len, raws))
        for line, raw in zip(lines, raws, strict=True):
            self.take(offset, line)
            offset += len(raw)
        self._writer.scan.seq = self.state.seq
        return first

    # -- the index

    def ask(self, question: Callable[[Index], T]) -> T:
        """The answer to a question about all games. An index that is damaged is made again from the log."""
        try:
            return super().ask(question)
        except (sqlite3.DatabaseError, ValueError, TypeError, LookupError) as error:
            log.error("the index is made again: %s", error)
            self._rebuild()
            return super().ask(question)

    def flush(self) -> None:
        """Take the games that have changed into the index; one that cannot be written is made again at a start."""
        try:
            super().flush()
        except sqlite3.OperationalError as error:
            if self._index.database.in_transaction:
                self._index.run("ROLLBACK")
            log.warning("the index cannot be written: %s", error)
            self._rebuild()
            super().flush()

    def _rebuild(self) -> None:
        """Make the index again, in memory: the file is made again at the next start."""
        self._index.database.close()
        self._index = Index(connect(":memory:"))
        self._index.create()
        self.state, self._games, self._changed = State(), {}, set()
        from companion.record.log import Scan

        for offset, line in Scan(self._file):
            self.take(offset, line)

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
                with suppress(sqlite3.Error, RecordTrouble):
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
    return blake2b(told, digest_size=8, person=b"companion").hexdigest() if told else "-"


def _known_version(file: BinaryIO, folder: Path) -> None:
    """Raise RecordTrouble for a log whose first line says a later version (REC-8)."""
    from companion.record.log import read_line

    line = read_line(file, 0)
    if line is not None and line.act.kind == acts.LOG and line.act.number > NEWEST:
        raise RecordTrouble("journal.newer", file=folder / "record.log", schema=line.act.number, known=NEWEST)


def _now() -> float:
    import time

    return time.time()
