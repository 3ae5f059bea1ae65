"""The record for the one process that writes it: an act is in the log before it counts."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from companion.kit.game import Game, Games
from companion.log import Log
from companion.messages import Message
from companion.play import act as acts
from companion.play.act import PEOPLE, RECORD, Act, Line, Result, decode
from companion.record import RecordTrouble, system_trouble
from companion.record.index import INDEX
from companion.record.log import (
    LOG,
    MACHINE,
    Disk,
    Writer,
    check_version,
    known,
    machine_hash,
    new_id,
    read_line,
    sync_names,
)
from companion.record.lookup import BROKEN, MOST_CHANGED, Progress, RecordView
from companion.record.pads import FOLDER, act_of, hash_of
from companion.values import NamedTuple

log = Log(__name__)


class PresentRules(NamedTuple):
    """The rules that a game begins with now.

    Of a score pad also the SHA-256 of its text, and the act that keeps this text in the log, if that is not there yet.
    """

    game: Game
    pad: str = ""
    texts: tuple[Act, ...] = ()


class Record(RecordView):
    """The record of a folder, opened for writing by this process alone. A new record has `defaults` on its roster.

    A torn tail is cut, a damaged line is left out. On a read-only disk, and where the end of the log cannot be read,
    people can look at the record, but enter nothing. `notices` collects messages for people about that, the oldest
    first. `sure` says whether the system calls its clock synchronised. Raises RecordTrouble.
    """

    def __init__(
        self,
        folder: Path,
        games: Games,
        defaults: Sequence[str] = (),
        *,
        disk: Disk | None = None,
        sure: Callable[[], bool] = lambda: True,
        progress: Progress | None = None,
        machine: Sequence[Path] = MACHINE,
    ) -> None:
        self.folder = folder
        self._sure = sure
        self._writer: Writer | None = None
        self._barred = RecordTrouble("record.barred")
        self.notices: list[Message] = []
        self.by = ""
        """The phone whose press is being recorded; it stands on all lines that are written meanwhile."""
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._writer = Writer(folder, disk or Disk())
            if self._begin(self._writer, games, progress):
                self._identify(self._writer, defaults, machine)
        except OSError as error:
            self.close()
            trouble = system_trouble(error, folder)
            if error.errno != errno.EROFS:
                raise trouble from error
            try:
                super().__init__(folder, games)
            except RecordTrouble:
                raise trouble from None
            self.notices.append(Message("record.barred"))
        except BaseException:
            self.close()
            raise

    # -- opening

    def _begin(self, writer: Writer, games: Games, progress: Progress | None) -> bool:
        """Read the record; whether it can be written."""
        with suppress(OSError):  # a block that cannot be read
            first = read_line(writer.scan.file, 0)
            if first is not None:
                known(first, self.folder / LOG)  # before an index is written
        index = self.folder / INDEX
        # In a folder of another user SQLite would follow links.
        own = self.folder.stat().st_uid == os.geteuid() and not index.is_symlink()
        super().__init__(self.folder, games, writer.scan, own=own, progress=progress)
        check_version(self.state.version, self.folder / LOG)
        self.notices += self.damage()
        if self.notices:
            log.error("lines of the record that cannot be read: %d", self.notices[0].params["count"])
        if self.cut_lines:
            log.error("lines that are gone from the end of the record: %d", self.cut_lines)
            self.notices.append(Message("record.cut", count=self.cut_lines))
        if self._scan.cut_off and self._scan.unread is not None:
            # Behind there may be acknowledged lines, which the next one would overwrite.
            self._barred = RecordTrouble("record.cut-off")
            self.notices.append(self._barred.message)
            return False
        with suppress(OSError, RecordTrouble):  # a full disk; the cut comes before the next act
            writer.settle()
        return True

    def _identify(self, writer: Writer, defaults: Sequence[str], machine: Sequence[Path]) -> None:
        """Give a new record its id and first people. One that comes from another machine gets a new id (REC-2), and so
        does one whose end is gone: from there on there can be two different records.
        """
        new, here = self.state.seq < 0, machine_hash(machine)
        if self._scan.unread is not None:
            return  # its id may be in the part that cannot be read now
        if new or not self.state.id or self.cut_lines or (here != "-" and self.state.machine not in ("-", here)):
            at, names = time.time(), enumerate(defaults if new else (), 1)
            people = [Line(0, at, Act(acts.NAME, number, name), about=PEOPLE) for number, name in names]
            with suppress(*(() if new else (RecordTrouble,))):  # on a full disk people can still look at the record
                self.add_together([new_id(0, at, machine), *people])
            sync_names(writer.directory)

    def reread(self, step: int) -> Iterator[int]:
        """Look for damage that has come since; see `IndexedLog`. What was found is in `notices` at the end."""
        unread = self._scan.unread
        yield from super().reread(step)
        if self._scan.unread is not None and unread is None:
            self.notices.append(Message("record.unread"))
        self.notices += self.damage()

    # -- writing

    def present_rules(self, key: str) -> PresentRules:
        """The rules of a game that begins now; raises UnknownGame."""
        if key in self.games.keys:
            return PresentRules(self.games.game(key))
        present = self.games.pads.present(self.folder / FOLDER, key)
        pad = hash_of(present.content)
        return PresentRules(present.game, pad, () if self.has_pad(pad) else (act_of(present.content),))

    def add(
        self, act: Act, at: float, game: int = 0, about: str = RECORD, digest: str = "", result: Result | None = None
    ) -> Line:
        """Write an act; it counts when this returns. Raises RecordTrouble, and then nothing has changed."""
        (line,) = self.add_together([Line(0, at, act, game, about, digest, result)])
        return line

    def add_person(self, name: str, at: float) -> int:
        """Add a name to the roster, or bring it back; returns the number of the person."""
        number = self.person(name)
        if not number or self.state.people[number].retired:
            number = number or max(self.state.people, default=0) + 1
            self.add(Act(acts.NAME, number, name), at, about=PEOPLE)
        return number

    def add_together(self, lines: Sequence[Line]) -> list[Line]:
        """Number lines, write them in one go and fold them; returns them with their numbers.

        They count all together or not at all if the first says how many follow.
        """
        if self._writer is None or self._scan.cut_off:
            raise self._barred
        sure = self._sure()
        lines = [
            line._replace(seq=seq, sure=sure and line.sure, by=line.by or self.by)
            for seq, line in enumerate(lines, self.state.seq + 1)
        ]
        raws = [line.encode() for line in lines]
        try:
            self._writer.append(b"".join(raws))
        except OSError as error:
            raise system_trouble(error, self.folder, "record.write") from error
        finally:
            if self._writer.moved:
                self._writer.moved = False
                self.notices.append(Message("record.again", folder=self.folder))
        offset = self._scan.end - sum(map(len, raws))
        self._scan.seq = lines[-1].seq
        try:
            for raw in raws:
                line = decode(raw)  # a line has whole seconds: the state must be the same as after a start
                assert line is not None
                self.fold_line(offset, line)
                offset += len(raw)
        except BROKEN as error:
            log.error("the index is rebuilt: %s", error)
            self._rebuild(self._scan.end)
        if len(self._changed) > MOST_CHANGED:
            self.query_index(self.flush)
        return lines

    def close(self) -> None:
        """An orderly stop: everything is written into the index."""
        writer, self._writer = self._writer, None
        if hasattr(self, "_index"):
            with suppress(*BROKEN):
                if writer is not None:
                    self.flush()
            super().close()
        if writer is not None:
            writer.close()
