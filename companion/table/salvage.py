"""A damaged record is set aside under a new name, and all that is whole goes on in a fresh one. Nothing is deleted.

The way of it holds against a plug that is pulled in the middle. First the fresh record is written beside the damaged
one, from copies, which leaves the damaged files as they were found. Then one renaming decides: from the moment that
`journal-N.fresh` is there, the files of the damaged record are moved out of its way, to `journal-N.sqlite3` and what
belongs beside it, and it takes their place; a start that finds it there goes on with that.
"""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from errno import EIO
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from typing import NamedTuple, TextIO

from companion.engines.refusals import Message
from companion.table.moments import Entry, Played, replayed
from companion.table.pages import SIZE, read
from companion.table.place import (
    BESIDE,
    FILE,
    LOCK,
    NOTHING,
    Damaged,
    Known,
    Marks,
    Vanished,
    locked,
    settled,
    trouble,
    unusable,
)
from companion.table.rebuilt import Game, Kept, rebuilt
from companion.table.schema import counted_anew, prepare, written
from companion.table.soundness import APPLICATION, same

WORK = "journal.salvage"
"""The folder in which the fresh record is made; what lies in it is of no use to anybody."""
_FRESH = re.compile(r"journal-([0-9]{1,9})\.fresh")
_BLOCK = 4096


class Salvaged(NamedTuple):
    """What has been done: under which name the damaged record lies, and what is in the fresh one."""

    aside: str
    people: int
    games: int
    entries: int

    @property
    def message(self) -> Message:
        """It in words for the people at the table."""
        key = "journal.salvaged" if self.games or self.people else "journal.salvaged-nothing"
        return Message(key, file=self.aside, games=self.games, entries=self.entries)


def salvage(
    folder: Path,
    defaults: Sequence[str] = (),
    known: Known = NOTHING,
    release: Callable[[], None] = lambda: None,
    *,
    anew: bool = False,
) -> Salvaged:
    """Set the record of a folder aside and put a fresh one in its place, with all that is whole of it.

    What is `known` holds whatever the files say; `defaults` are the first people of a record in which nobody is left.
    `release` is called when the files are about to be moved. Results are found `anew` where there is time for it.
    Raises RecordTrouble when there is no room for it or no permission; then everything is as it was.
    """
    try:
        work = _workplace(folder)
        try:
            kept = _read(folder, work, known, anew=anew)
            fresh = work / FILE
            try:
                _write(fresh, kept, defaults)
            except sqlite3.Error as error:
                raise trouble(error, "journal.write") from error
            release()
            aside = put(folder, fresh)
        finally:
            rmtree(work, ignore_errors=True)
    except OSError as error:
        raise unusable(folder, error) from error
    return Salvaged(aside, len(kept.people), len(kept.games), len(kept.entries))


def _workplace(folder: Path) -> Path:
    work = folder / WORK
    if work.is_symlink() or work.is_file():
        work.unlink()
    rmtree(work, ignore_errors=True)
    work.mkdir(mode=0o700)
    return work


# -- reading


def _read(folder: Path, work: Path, known: Known, *, anew: bool) -> Kept:
    """What is whole of the record in a folder."""
    for end in ("", "-wal"):
        source = folder / f"{FILE}{end}"
        if not end or not source.exists():  # of a link, what lies beside the file that it leads to
            source = Path(f"{os.path.realpath(folder / FILE)}{end}")
        if source.is_file():
            copied(source, work / f"damaged{end}")
    file, wal = work / "damaged", work / "damaged-wal"
    found = [read(file, wal, size) for size in {SIZE, *_sizes(file, 16, 2), *_sizes(wal, 8, 4)}]
    best = max(found, key=lambda rows: (len(rows.entries), len(rows.games), len(rows.people)))
    for part in (file, wal):
        part.unlink(missing_ok=True)
    there = {row[0] for row in best.people.values()}
    behind = max(best.people, default=0) + 1
    lost = [name for name in known.people if name not in there]
    best.people.update({behind + place: (name, None, 0) for place, name in enumerate(lost)})
    for number, row in known.games.items():
        best.games[number] = (*row[:3], *best.games.get(number, row)[3:])
    for number, row in known.entries.items():
        best.entries[number] = (*row[:5], *best.entries.get(number, row)[5:])
    return rebuilt(*best, ends=ended, stands=known.stands, redo=known.redo, anew=anew)


def _sizes(file: Path, at: int, width: int) -> tuple[int, ...]:
    """The size of a page that the head of a file names, if it can be one."""
    if not file.is_file():
        return ()
    with file.open("rb") as opened:
        opened.seek(at)
        size = int.from_bytes(opened.read(width), "big")
    size = 65536 if size == 1 else size
    return (size,) if 512 <= size <= 65536 and size & (size - 1) == 0 else ()


def copied(source: Path, target: Path, read: Callable[[int, int, int], bytes] = os.pread) -> None:
    """Copy a file; zeros stand for the blocks that the disk cannot read any more."""
    # Not a pipe or anything that has taken the file's place meanwhile.
    file = os.open(source, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    try:
        with target.open("wb") as copy:
            for at in range(0, os.fstat(file).st_size, _BLOCK):
                try:
                    copy.write(read(file, _BLOCK, at))
                except OSError as error:
                    if error.errno != EIO:
                        raise
                    copy.write(b"\0" * _BLOCK)
    finally:
        os.close(file)


def carried(folder: Path) -> TemporaryDirectory[str] | None:
    """A copy of the record in a folder of its own, where there is room; None where there is no record or no room."""
    if not (folder / FILE).is_file():
        return None
    # Where the system's disk can only be read, what lies in memory can still be written.
    for place in (os.environ.get("RUNTIME_DIRECTORY"), None, "/dev/shm"):
        try:
            copy = TemporaryDirectory(dir=place)
        except OSError:
            continue
        try:
            for end in ("", "-wal"):
                if (folder / f"{FILE}{end}").is_file():
                    copied(folder / f"{FILE}{end}", Path(copy.name) / f"{FILE}{end}")
        except OSError:
            copy.cleanup()
        else:
            return copy
    return None


def ended(game: Game, moments: list[tuple[int, int, str, int, str]]) -> str | None:
    """How a game ended by today's rules, as the record has it; by those of its time, if it cannot be replayed."""
    played = Played(game.id, game.game, tuple(json.loads(game.players)), json.loads(game.options))
    last = replayed(played, [Entry(*moment) for moment in moments])[-1]
    return written(last.result) if last.course is not None else game.outcome


# -- writing


def _write(file: Path, kept: Kept, defaults: Sequence[str]) -> None:
    """A record with these rows, whole and on the disk."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        run, many = database.execute, database.executemany
        run("PRAGMA synchronous = FULL")
        run("BEGIN")
        prepare(run, 0, () if kept.people else defaults, SALVAGED)
        run(f"PRAGMA application_id = {APPLICATION}")
        many("INSERT INTO people (id, name, used, retired) VALUES (?, ?, ?, ?)", kept.people)
        many(
            "INSERT INTO games (id, game, players, options, series, begun, head, last, outcome)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [game[:9] for game in kept.games],
        )
        columns = "id, game, text, parent, head, digest, at"
        many(f"INSERT INTO entries ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", kept.entries)
        many("INSERT INTO undone (beside, entry) VALUES (?, ?)", kept.undone)
        prepare(run, SALVAGED, ())
        # By now everybody is who has that name; some have another one since they played.
        were = [(game.people, game.id) for game in kept.games if game.people is not None]
        many("UPDATE games SET people = ? WHERE id = ?", were)
        counted_anew(run)
        run("COMMIT")
        same(database)
        (said,) = run("PRAGMA quick_check(1)").fetchone()
        if said != "ok":  # the machine itself is at fault
            raise sqlite3.DatabaseError(said)
    file.chmod(0o600)


SALVAGED = 2
"""The schema whose tables are filled here; what later ones add is found in them, as when an older record is opened."""


# -- setting aside


def put(folder: Path, fresh: Path) -> str:
    """Let a fresh record take the place of what lies there, which is set aside; under which name, empty for nothing."""
    number = 1
    while any(os.path.lexists(folder / f"journal-{number}.{end}") for end in _ends()):
        number += 1
    fresh.rename(folder / f"journal-{number}.fresh")
    settled(folder)
    return _moved(folder, number)


def finish(folder: Path) -> None:
    """Go on with what the plug has interrupted."""
    for name in os.listdir(folder):  # noqa: PTH208 - at every start
        begun = _FRESH.fullmatch(name)
        if begun is not None:
            try:
                _moved(folder, int(begun[1]))
            except OSError as error:
                raise unusable(folder, error) from error


def _moved(folder: Path, number: int) -> str:
    moved = ""
    for end in (*BESIDE, ""):
        old = folder / f"{FILE}{end}"
        if os.path.lexists(old):
            moved = f"journal-{number}.sqlite3{end}"
            old.rename(folder / moved)
    (folder / f"journal-{number}.fresh").rename(folder / FILE)
    settled(folder)
    return moved


def _ends() -> tuple[str, ...]:
    return ("fresh", "sqlite3", *[f"sqlite3{end}" for end in BESIDE])


# -- written again


def put_back(
    folder: Path, database: sqlite3.Connection, before: Marks, lock: TextIO, release: Callable[[], None]
) -> TextIO:
    """Write the record anew where somebody has taken its files away, from `database`, which still has them open.

    Not where the disk itself is gone: what would be written then lies under it as soon as it is back. `before` says on
    which it was. What lies there meanwhile is set aside. The lock, which may be another one by now.
    """
    there = folder
    while not there.is_dir() and there != there.parent:
        there = there.parent
    if there.stat().st_dev != before[0][0]:
        raise Vanished(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with suppress(OSError):
            status = (folder / LOCK).stat()
            if (status.st_dev, status.st_ino) == before[-1]:
                return _put_back(folder, database, lock, release)
        held = locked(folder / LOCK)
        try:
            _put_back(folder, database, held, release)
        except BaseException:
            held.close()
            raise
        lock.close()
        return held
    except OSError as error:
        raise unusable(folder, error) from error


def _put_back(folder: Path, database: sqlite3.Connection, lock: TextIO, release: Callable[[], None]) -> TextIO:
    work = _workplace(folder)
    try:
        with closing(sqlite3.connect(work / FILE, isolation_level=None)) as fresh:
            database.backup(fresh)
        (work / FILE).chmod(0o600)
        release()
        put(folder, work / FILE)
    except sqlite3.Error as error:
        raise trouble(error, "journal.write") from error
    finally:
        rmtree(work, ignore_errors=True)
    return lock


def why(damage: Damaged) -> str:
    """Of damage what is good for a log: one line, nothing that a terminal would obey."""
    return "".join(filter(str.isprintable, damage.why))[:200]
