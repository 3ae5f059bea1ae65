"""The database that held the record before there was a log (schema 3), read once into one."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.record import act as acts
from companion.record.act import Act, Begin, parse
from companion.record.fold import Entry
from companion.record.line import PEOPLE, Line, Result
from companion.record.log import LOG, put_file, sync_names
from companion.record.trouble import RecordTrouble, of_system

FILE, KEPT = "journal.sqlite3", "journal-3.sqlite3"
ENDS = ("", "-wal", "-shm", "-journal")
SCHEMA = 3
BACKUP = (0x7AB1EC1).to_bytes(4, "big")
"""What the head of a backup says that it is."""

Row = tuple[int, int, str, int, int, str, float]
"""An entry of the database: number, game, text, the moment before, where the table stands after it, digest, time."""


def there(folder: Path) -> bool:
    """Whether such a database lies in a folder."""
    return (folder / FILE).is_file()


def move_in(folder: Path) -> None:
    """Write the log of the database in a folder, and keep the database under another name. Raises RecordTrouble.

    The plug may be pulled at any moment: the log appears whole, and what is half done is done again.
    """
    try:
        directory = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            if not os.path.lexists(folder / LOG):
                put_file(directory, LOG, converted(folder))
            for end in ENDS:
                if os.path.lexists(folder / f"{FILE}{end}"):
                    os.rename(f"{FILE}{end}", f"{KEPT}{end}", src_dir_fd=directory, dst_dir_fd=directory)
            sync_names(directory)
        finally:
            os.close(directory)
    except OSError as error:
        raise of_system(error, folder) from error


def converted(folder: Path) -> bytes:
    """The log of the database in a folder, which is left as it is; raises RecordTrouble."""
    return _read(folder / FILE)[1]


def is_backup(head: bytes) -> bool:
    """Whether a file that begins so is a backup of such a database."""
    return head.startswith(b"SQLite format 3\0") and head[68:72] == BACKUP


def of_backup(file: Path) -> tuple[bytes, bytes]:
    """Settings and log of a backup of such a database; raises RecordTrouble."""
    return _read(file)


def _read(file: Path) -> tuple[bytes, bytes]:
    """Settings, if there are any in it, and log of a database."""
    try:
        with TemporaryDirectory() as place:
            copy = Path(place) / FILE
            for end in ENDS[:2]:  # what a plug that was pulled has left in the write-ahead log belongs to it
                if file.with_name(f"{file.name}{end}").exists():
                    shutil.copyfile(file.with_name(f"{file.name}{end}"), f"{copy}{end}")
            with closing(sqlite3.connect(copy)) as database:
                run = database.execute
                (schema,) = run("PRAGMA user_version").fetchone()
                if schema != SCHEMA:
                    raise RecordTrouble("journal.older", file=file, schema=schema)
                kept = run("SELECT 1 FROM sqlite_schema WHERE name = 'backup'").fetchone()
                (settings,) = run("SELECT settings FROM backup").fetchone() if kept else (None,)
                return (settings or "").encode(), b"".join([line.encode() for line in lines(database)])
    except OSError as error:
        raise of_system(error, file.parent, "journal.unreadable") from error
    except (sqlite3.Error, ValueError, TypeError, LookupError) as error:
        raise RecordTrouble("journal.read", why=error) from error


def lines(database: sqlite3.Connection) -> Iterator[Line]:
    """What the database holds as lines of a log."""
    run = database.execute
    names = {number: (name, retired) for number, name, retired in run("SELECT id, name, retired FROM people")}
    games = {row[0]: row[1:] for row in run("SELECT id, game, players, options, series, people FROM games")}
    rows: list[Row] = run("SELECT id, game, text, parent, head, digest, at FROM entries ORDER BY id").fetchall()
    imported, at = _imported(rows), rows[0][6] if rows else 0.0
    results = _results(database, games, rows)
    called = {number: name for number, (name, _) in names.items()}
    seq = 0

    def line(act: Act, when: float, **more: Any) -> Line:
        nonlocal seq
        seq += 1
        return Line(seq, when, act, **more)

    yield Line(0, at, Act(acts.LOG, 1, f"{os.urandom(16).hex()} -"))
    for number, name in called.items():
        yield line(Act(acts.NAME, number, name), at, about=PEOPLE)
    for number, game, text, _, head, digest, when in rows:
        if text.startswith("new "):
            key, players, options, series, people = games[game]
            seats = tuple(json.loads(people))
            for person, name in zip(seats, json.loads(players), strict=True):
                if called[person] != name:  # games keep the names they were played under
                    called[person] = name
                    yield line(Act(acts.RENAME, person, name), when, about=PEOPLE)
            act = Begin(key, seats, json.loads(options), series if series != game else None).act()
        else:
            act = Act(acts.RESUME) if text.startswith("resume ") else parse(text)
        if number in imported:
            yield line(Act(acts.IMPORT, imported[number]), when)
        if text != "import":
            yield line(act, when, game=game, digest=digest, result=results.get(number) if head == number else None)
    for number, (name, retired) in names.items():
        if called[number] != name:
            yield line(Act(acts.RENAME, number, name), at, about=PEOPLE)
        if retired:
            yield line(Act(acts.RETIRE, number), at, about=PEOPLE)


def _imported(rows: list[Row]) -> dict[int, int]:
    """By the number of the first entry of each import how many lines it has.

    An import put whole games behind all others, each beginning with no moment before it, and then an entry that leads
    back to where the table stood.
    """
    found = {}
    for place, (_, _, text, _, head, _, _) in enumerate(rows):
        if text != "import":
            continue
        first = place
        while first and rows[first - 1][4] == rows[first - 1][0] != head:
            start = first - 1
            while start and not rows[start][2].startswith("new "):
                start -= 1
            if rows[start][3] or any(row[0] != row[4] or row[1] != rows[start][1] for row in rows[start:first]):
                break
            first = start
        if first < place:
            found[rows[first][0]] = place - first
    return found


def _results(database: sqlite3.Connection, games: dict[int, Any], rows: list[Row]) -> dict[int, Result]:
    """How the game stood ended after each moment, by playing all of them again."""
    from companion.table.moments import Played, Step, replay

    steps: dict[int, Step] = {}
    found = {}
    for number, game, text, parent, head, digest, at in rows:
        if number == head:
            key, players, options, *_ = games[game]
            entry = Entry(number, 0, game, text, digest, at)
            before = None if text.startswith("new ") else steps.get(parent)
            played = before.played if before is not None else Played(
                game, key, tuple(json.loads(players)), json.loads(options)
            )  # fmt: skip
            step = steps[number] = replay(played, entry, before)
            if step.result is not None:
                found[number] = step.result
    for head, outcome in database.execute("SELECT ended, outcome FROM games WHERE outcome IS NOT NULL"):
        told = json.loads(outcome)  # also of games that today's rules would play otherwise
        found[head] = Result(tuple(told["winners"]), tuple(told["scores"]), told["ended"])
    return found


