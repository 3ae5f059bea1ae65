"""Converts the database that held the record before there was a log (schema 3) into a log."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from companion.record import act as acts
from companion.record.act import Act, Begin, parse
from companion.record.identity import new_id
from companion.record.line import PEOPLE, Line, Result, imported
from companion.record.log import LOG, PLAIN, free_name, hold_lock, put_file, read_file, sync_names
from companion.record.log import OLD as FILE
from companion.record.trouble import RecordTrouble, system_trouble
from companion.session.timeline import GameSetup, Snapshot, replay_entry

KEPT = "journal-3.sqlite3"
ENDS = ("-wal", "-shm", "-journal", "")
"""The ends of the names of its files. The database itself comes last: while it is there, the move is not complete."""
SCHEMA = 3
RECORD, BACKUP = 0x7AB1EC0, 0x7AB1EC1
"""The application id in the head of a database: a record or a backup."""
FAULTS = (sqlite3.Error, ValueError, TypeError, LookupError, AttributeError, RecursionError)
"""The exceptions that a damaged database raises."""


def import_database(folder: Path) -> None:
    """Write the log of the database in a folder, and keep the database under another name.

    Raises RecordTrouble and OSError. It is safe against a power cut at any time: the log appears whole, and the next
    start repeats a half-done move.
    """
    with hold_lock(folder) as (directory, _):
        if not os.path.lexists(folder / LOG):
            put_file(directory, LOG, convert_database(folder))
        kept = free_name(folder, FILE) if os.path.lexists(folder / KEPT) else KEPT
        for end in ENDS:
            with suppress(FileNotFoundError):
                os.rename(f"{FILE}{end}", f"{kept}{end}", src_dir_fd=directory, dst_dir_fd=directory)
        sync_names(directory)


def convert_database(folder: Path) -> bytes:
    """The log of the database in a folder, which is left as it is; raises RecordTrouble."""
    parts = {}
    try:
        for end in ("", "-wal"):  # after a power cut the write-ahead log has entries, too
            if not end or os.path.lexists(folder / f"{FILE}{end}"):
                parts[end] = read_file(folder / f"{FILE}{end}", PLAIN) or b""
    except OSError as error:
        raise system_trouble(error, folder, "record.unreadable") from error
    return convert(parts, folder / FILE, "record.unreadable")[1]


def kind(head: bytes) -> int:
    """The application id of a file with this head: `RECORD`, `BACKUP`, or another number."""
    return int.from_bytes(head[68:72], "big") if head.startswith(b"SQLite format 3\0") else 0


def convert(parts: dict[str, bytes], file: Path, key: str) -> tuple[bytes, bytes]:
    """Settings, if it is a backup, and log of a database. `parts` are its files by the ends of their names.

    Raises RecordTrouble, with this key if it is damaged.
    """
    from tempfile import TemporaryDirectory  # it loads the compressors; only a record of an earlier version needs it

    with TemporaryDirectory() as place:
        for end, content in parts.items():
            (Path(place) / f"{FILE}{end}").write_bytes(content)
        try:
            with closing(sqlite3.connect(Path(place) / FILE)) as database:
                database.execute("PRAGMA trusted_schema = OFF")
                (schema,) = database.execute("PRAGMA user_version").fetchone()
                if schema != SCHEMA:
                    raise RecordTrouble("record.older", file=file, schema=schema)
                settings = _settings(database) if kind(parts[""]) == BACKUP else b""
                return settings, b"".join([line.encode() for line in lines(database)])
        except FAULTS as error:
            raise RecordTrouble(key, file=file, folder=file, why=error) from error


def _settings(database: sqlite3.Connection) -> bytes:
    """The settings in a backup; raises ValueError if its checksum is wrong."""
    import hashlib  # it loads OpenSSL, and a start at home hashes nothing

    run, found = database.execute, hashlib.blake2b(digest_size=16)
    for (name,) in run("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'backup' ORDER BY name"):
        found.update(name.encode())
        for row in run(f'SELECT * FROM "{name}" NOT INDEXED'):
            found.update(repr(row).encode())
    settings, checksum = run("SELECT settings, checksum FROM backup").fetchone()
    if checksum != found.hexdigest():
        raise ValueError(checksum)
    return (settings or "").encode()


def lines(database: sqlite3.Connection) -> list[Line]:
    """The content of the database as lines of a log."""
    run = database.execute
    people = {number: (name, retired) for number, name, retired in run("SELECT id, name, retired FROM people")}
    games = {}
    for number, key, *values, series in run("SELECT id, game, players, options, people, series FROM games ORDER BY id"):
        names, options, seats = map(json.loads, values)
        begun = Begin(key, tuple(seats), options, series if series != number else None)
        games[number] = (begun, GameSetup(number, key, tuple(names), options))
    # The `head` of an entry is the last one of the game that was on the table after it.
    rows = run("SELECT id, game, text, parent, head, digest, at FROM entries ORDER BY id").fetchall()
    outcomes = {}
    for head, text in run("SELECT ended, outcome FROM games WHERE outcome IS NOT NULL"):
        ended = json.loads(text)
        outcomes[head] = Result(tuple(ended["winners"]), tuple(ended["scores"]), ended["ended"])
    steps: dict[int, Snapshot] = {}
    current_names: dict[int, str] = {}  # first, everybody has the name of their first game
    for begun, setup in games.values():
        current_names = {**dict(zip(begun.people, setup.names, strict=True)), **current_names}
    at = rows[0][6] if rows else 0.0
    found, begins = [new_id(0, at)], list[int]()  # of each row, the place of its first line
    for person, (name, _) in people.items():
        found.append(Line(0, at, Act(acts.NAME, person, current_names.setdefault(person, name)), about=PEOPLE))

    def rename(person: int, name: str) -> None:
        if current_names[person] != name:
            current_names[person] = name
            found.append(Line(0, at, Act(acts.RENAME, person, name), about=PEOPLE))

    for place, (number, game, text, parent, head, digest, at) in enumerate(rows):
        begins.append(len(found))
        if text == "import":
            # It appended whole games, each with a first entry that has no entry before it, and then an entry that leads
            # back to the table of before.
            first = place
            while place and rows[place - 1][4] == rows[place - 1][0] != head:
                place -= 1
                if rows[place][2].startswith("new ") and not rows[place][3]:
                    first = place
            found[begins[first] :] = imported(found[begins[first] :], at)
            continue
        act = Act(acts.RESUME) if text.startswith("resume ") else parse(text)
        line = Line(number, at, act, game, "", digest)
        begun, setup = games[game]
        if number == head:  # an entry of a game: its result, even if it was undone later
            before = None if act.kind == acts.NEW else steps.get(parent)
            step = steps[number] = replay_entry(setup, line, before)
            # Also for games that today's rules play differently.
            line = line._replace(result=outcomes.get(number, step.result))
        if act.kind == acts.NEW:
            for person, name in zip(begun.people, setup.names, strict=True):  # the names that people had in this game
                rename(person, name)
            line = line._replace(act=begun.act())
        found.append(line)
    for person, (name, retired) in people.items():
        rename(person, name)
        if retired:
            found.append(Line(0, at, Act(acts.RETIRE, person), about=PEOPLE))
    return [line._replace(seq=seq) for seq, line in enumerate(found)]
