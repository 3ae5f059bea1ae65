"""The database that held the record before there was a log (schema 3), read once into one."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing, suppress
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.record import act as acts
from companion.record.act import Act, Begin, parse
from companion.record.fold import Entry
from companion.record.line import PEOPLE, Line, Result, decode
from companion.record.log import LOG, PLAIN, free_name, locked, put_file, sync_names
from companion.record.log import OLD as FILE
from companion.record.record import new_id
from companion.record.trouble import RecordTrouble, of_system
from companion.session.timeline import GameSetup, Snapshot, replay_entry

KEPT = "journal-3.sqlite3"
ENDS = ("-wal", "-shm", "-journal", "")
"""The database itself comes last: as long as it is there, it is not put away."""
SCHEMA = 3
RECORD, BACKUP = 0x7AB1EC0, 0x7AB1EC1
"""What the head of a database says that it is."""
FAULTS = (sqlite3.Error, ValueError, TypeError, LookupError, AttributeError, RecursionError)
"""What a database raises in which something cannot be."""

Row = tuple[int, int, str, int, int, str, float]
"""An entry of the database: number, game, text, the moment before, where the table stands after it, digest, time."""


def move_in(folder: Path) -> None:
    """Write the log of the database in a folder, and keep the database under another name. Raises RecordTrouble.

    The plug may be pulled at any moment: the log appears whole, and what is half done is done again.
    """
    try:
        with locked(folder) as directory:
            if not os.path.lexists(folder / LOG):
                put_file(directory, LOG, converted(folder))
            kept = free_name(folder, FILE) if os.path.lexists(folder / KEPT) else KEPT
            for end in ENDS:
                with suppress(FileNotFoundError):
                    os.rename(f"{FILE}{end}", f"{kept}{end}", src_dir_fd=directory, dst_dir_fd=directory)
            sync_names(directory)
    except OSError as error:
        raise of_system(error, folder) from error


def converted(folder: Path) -> bytes:
    """The log of the database in a folder, which is left as it is; raises RecordTrouble."""
    parts = {}
    try:
        for end in ("", "-wal"):  # what a plug that was pulled has left in the write-ahead log belongs to it
            if not end or os.path.lexists(folder / f"{FILE}{end}"):
                with os.fdopen(os.open(folder / f"{FILE}{end}", os.O_RDONLY | PLAIN), "rb") as part:
                    parts[end] = part.read()
    except OSError as error:
        raise of_system(error, folder, "journal.unreadable") from error
    try:
        return _read(parts, folder / FILE)[1]
    except FAULTS as error:
        raise RecordTrouble("journal.unreadable", folder=folder / FILE, why=error) from error


def kind(head: bytes) -> int:
    """What a file that begins so says that it is: `RECORD`, `BACKUP`, or something else."""
    return int.from_bytes(head[68:72], "big") if head.startswith(b"SQLite format 3\0") else 0


def of_backup(content: bytes, file: Path) -> tuple[bytes, bytes]:
    """Settings and log of a backup of such a database; raises RecordTrouble."""
    try:
        return _read({"": content}, file)
    except FAULTS as error:
        raise RecordTrouble("restore.damaged", file=file) from error


def _read(parts: dict[str, bytes], file: Path) -> tuple[bytes, bytes]:
    """Settings, if there are any in it, and log of a database; raises FAULTS, and RecordTrouble for another schema."""
    with TemporaryDirectory() as place:
        for end, content in parts.items():
            (Path(place) / f"{FILE}{end}").write_bytes(content)
        with closing(sqlite3.connect(Path(place) / FILE)) as database:
            run = database.execute
            run("PRAGMA trusted_schema = OFF")
            (schema,) = run("PRAGMA user_version").fetchone()
            if schema != SCHEMA:
                raise RecordTrouble("journal.older", file=file, schema=schema)
            settings = _settings(database) if kind(parts[""]) == BACKUP else b""
            raws = [line.encode() for line in lines(database)]
            if None in map(decode, raws):
                raise ValueError("an entry that cannot stand in a line")
            return settings, b"".join(raws)


def _settings(database: sqlite3.Connection) -> bytes:
    """The settings in a backup; raises ValueError where its checksum does not fit."""
    run, found = database.execute, blake2b(digest_size=16)
    for (name,) in run("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'backup' ORDER BY name"):
        found.update(name.encode())
        for row in run(f'SELECT * FROM "{name}" NOT INDEXED'):
            found.update(repr(row).encode())
    settings, checksum = run("SELECT settings, checksum FROM backup").fetchone()
    if checksum != found.hexdigest():
        raise ValueError(checksum)
    return (settings or "").encode()


def lines(database: sqlite3.Connection) -> list[Line]:
    """What the database holds as lines of a log."""
    run = database.execute
    people = {number: (name, retired) for number, name, retired in run("SELECT id, name, retired FROM people")}
    games = {
        number: (Begin(key, tuple(json.loads(seats)), json.loads(options), series if series != number else None),
                 GameSetup(number, key, tuple(json.loads(names)), json.loads(options)))
        for number, key, names, options, series, seats in
        run("SELECT id, game, players, options, series, people FROM games ORDER BY id")
    }  # fmt: skip
    rows: list[Row] = run("SELECT id, game, text, parent, head, digest, at FROM entries ORDER BY id").fetchall()
    imports, outcomes = _imports(rows), {
        head: Result(tuple(told["winners"]), tuple(told["scores"]), told["ended"])
        for head, told in
        [(head, json.loads(told)) for head, told in run("SELECT ended, outcome FROM games WHERE outcome IS NOT NULL")]
    }  # fmt: skip
    steps: dict[int, Snapshot] = {}
    called: dict[int, str] = {}  # at first everybody has the name of their first game
    for begun, setup in games.values():
        called = {**dict(zip(begun.people, setup.names, strict=True)), **called}
    at, first = rows[0][6] if rows else 0.0, 0
    found = [new_id(0, at)]
    for person, (name, _) in people.items():
        found.append(Line(0, at, Act(acts.NAME, person, called.setdefault(person, name)), about=PEOPLE))

    def rename(person: int, name: str) -> None:
        if called[person] != name:
            called[person] = name
            found.append(Line(0, at, Act(acts.RENAME, person, name), about=PEOPLE))

    for place, (number, game, text, parent, head, digest, at) in enumerate(rows):
        if place in imports:
            first = len(found)
        if text == "import":
            found.insert(first, Line(0, at, Act(acts.IMPORT, len(found) - first)))
            continue
        act, result = Act(acts.RESUME) if text.startswith("resume ") else parse(text), None
        begun, setup = games[game]
        if number == head:  # it made a moment: how the game ended with it, also one that was undone later
            before = None if act.kind == acts.NEW else steps.get(parent)
            step = steps[number] = replay_entry(setup, Entry(number, 0, game, text, digest, at), before)
            result = outcomes.get(number, step.result)  # of games that today's rules would play otherwise, too
        if act.kind == acts.NEW:
            for person, name in zip(begun.people, setup.names, strict=True):  # the names that it was played under
                rename(person, name)
            act = begun.act()
        found.append(Line(0, at, act, game, "", digest, result))
    for person, (name, retired) in people.items():
        rename(person, name)
        if retired:
            found.append(Line(0, at, Act(acts.RETIRE, person), about=PEOPLE))
    return [line._replace(seq=seq) for seq, line in enumerate(found)]


def _imports(rows: list[Row]) -> set[int]:
    """The places of the first entries of imports.

    An import put whole games behind all others, each beginning with no moment before it, and then an entry that leads
    back to where the table stood.
    """
    found = set()
    for place, (_, _, text, _, head, _, _) in enumerate(rows):
        if text == "import":
            first = start = place
            while start and rows[start - 1][4] == rows[start - 1][0] != head:
                start -= 1
                if rows[start][2].startswith("new ") and not rows[start][3]:
                    first = start
            found.add(first)
    return found
