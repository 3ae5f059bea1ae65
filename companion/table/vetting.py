"""Whether a database can be a record: its tables, and that every row says something that can be.

For files that come from elsewhere, a backup above all. What passes here, the device can open.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
import sqlite3
from collections.abc import Iterable
from typing import NamedTuple

from companion.engines.position import check_name
from companion.engines.refusals import Message, Refusal
from companion.table.moments import Played, replayed
from companion.table.schema import path, read

TEXT_MOST = 65_536
"""The longest text of an entry in code points; ours have a few thousand at the most."""
_LONGEST = 1_000_000
"""The longest value in bytes that SQLite may make of a file from elsewhere."""
LATEST = 1e11
"""Seconds since 1970 that no clock has shown yet: the year 5138."""
NEVER_IN_A_LINE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""What would disturb the line that a text stands in, or the terminal that shows it."""


class Unsound(Exception):
    """A record that cannot be; `message` says what is wrong with it first."""

    def __init__(self, key: str, /, **params: object) -> None:
        super().__init__(key, params)
        self.message = Message(f"damaged.{key}", **params)


class Counted(NamedTuple):
    """How much a record holds; `stuck` are the games that cannot be continued under today's rules."""

    games: int
    entries: int
    stuck: int = 0


def wary(database: sqlite3.Connection) -> None:
    """Open a file from elsewhere with care: nothing in it may call what could do harm."""
    database.execute("PRAGMA trusted_schema = OFF")
    database.execute("PRAGMA cell_size_check = ON")
    database.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST)


def tables(database: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
    """The tables with their columns."""
    names = [name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
    return {name: tuple([row[1] for row in database.execute(f"PRAGMA table_info({name})")]) for name in names}


def shaped(database: sqlite3.Connection, known: Iterable[str]) -> None:
    """Raise Unsound unless there are plain tables of these names and nothing that acts by itself."""
    for kind, name, text in database.execute("SELECT type, name, sql FROM sqlite_schema"):
        plain = kind == "index" or (kind == "table" and name in known and re.match("CREATE TABLE ", text or ""))
        if not plain:
            raise Unsound("shape")
    try:
        fault = next(row[0] for row in database.execute("PRAGMA integrity_check(1)"))
    except sqlite3.Error as error:
        fault = error
    if fault != "ok":
        raise Unsound("database", why=" ".join(str(fault).split()))


def checksum(database: sqlite3.Connection, names: Iterable[str]) -> str:
    """A hash of every row of some tables: a flipped bit that SQLite does not notice changes it."""
    found = hashlib.blake2b(digest_size=16)
    for name in names:
        found.update(name.encode())
        # In the order of the table, whatever indexes there are.
        for row in database.execute(f"SELECT * FROM {name} NOT INDEXED"):
            found.update(repr(row).encode())
    return found.hexdigest()


_WRONG_ENTRY = """
SELECT e.id FROM entries AS e
LEFT JOIN entries AS p ON p.id = e.parent
LEFT JOIN entries AS h ON h.id = e.head
LEFT JOIN games AS g ON g.id = e.game
WHERE e.id < 1 OR g.id IS NULL OR e.parent >= e.id OR e.head > e.id OR e.head < 0 OR e.parent < 0
OR (e.parent > 0 AND (p.id IS NULL OR p.head <> p.id))
OR (e.head > 0 AND (h.id IS NULL OR h.head <> h.id))
OR (e.head = e.id AND e.text NOT LIKE 'new %' AND (p.id IS NULL OR p.game <> e.game))
ORDER BY e.id LIMIT 1
"""
_WRONG_GAME = """
SELECT g.id FROM games AS g
LEFT JOIN games AS s ON s.id = g.series
LEFT JOIN entries AS h ON h.id = g.head
WHERE g.id < 1 OR s.id IS NULL OR s.id > g.id OR (g.head <> 0 AND (h.id IS NULL OR h.game <> g.id OR h.head <> h.id))
ORDER BY g.id LIMIT 1
"""
_WRONG_RESULT = """
SELECT g.id FROM games AS g
WHERE g.ended IS NOT iif(g.outcome IS NULL, NULL, g.head)
OR json_array_length(g.people) <> json_array_length(g.players)
OR EXISTS (
    SELECT 1 FROM json_each(g.people) AS s LEFT JOIN people AS p ON p.id = s.value
    WHERE typeof(s.value) <> 'integer' OR p.id IS NULL
)
UNION ALL
SELECT r.game FROM results AS r JOIN games AS g ON g.id = r.game
WHERE g.ended IS NOT r.ended OR g.game <> r.kind OR r.person NOT IN (SELECT value FROM json_each(g.people))
LIMIT 1
"""


def entered(database: sqlite3.Connection) -> None:
    """Raise Unsound unless people and entries of any schema can be."""
    for number, name in database.execute("SELECT id, name FROM people"):
        try:
            check_name(name)
        except (Refusal, TypeError) as error:
            raise Unsound("person", number=number) from error
    wrong = database.execute(_WRONG_ENTRY).fetchone()
    if wrong is not None:
        raise Unsound("entry", number=wrong[0])
    for number, text, digest, at in database.execute("SELECT id, text, digest, at FROM entries"):
        line = isinstance(text, str) and len(text) <= TEXT_MOST and not NEVER_IN_A_LINE.search(text)
        if not (line and re.fullmatch("[ -~]{0,64}", str(digest)) and _moment(at)):
            raise Unsound("entry", number=number)


def examined(database: sqlite3.Connection, *, replay: bool) -> Counted:
    """How much a record of the present schema holds; raises Unsound unless all of it can be.

    Games that do not lead to the recorded tables any more may be; they are counted if everything is played again.
    """
    run = database.execute
    entered(database)
    wrong = run(_WRONG_GAME).fetchone()
    if wrong is not None:
        raise Unsound("game", number=wrong[0])
    if run("PRAGMA foreign_key_check").fetchone() is not None:
        raise Unsound("shape")
    # Of a game that runs on the table only the entries say where it stands.
    heads = dict(run("SELECT game, id FROM entries WHERE id = (SELECT head FROM entries ORDER BY id DESC LIMIT 1)"))
    games = stuck = 0
    for number, key, players, options, head, begun, outcome in run(
        "SELECT id, game, players, options, head, begun, outcome FROM games ORDER BY id"
    ):
        try:
            played = Played(number, _key(key), _names(players), _options(options))
            result = read(outcome)
            fits = result is None or (
                len(result.scores) == len(played.names)
                and {type(part) for part in (*result.winners, *result.scores)} <= {int}
                and set(result.winners) <= set(range(len(played.names)))
                and isinstance(result.ended, str)
                and not NEVER_IN_A_LINE.search(result.ended)
            )
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError, Refusal) as error:
            raise Unsound("game", number=number) from error
        if not fits or not _moment(begun):
            raise Unsound("game", number=number)
        games += head > 0
        if head:
            entries = path(run, heads.get(number, head))
            if not entries[0].first:
                raise Unsound("game", number=number)
            if replay:
                last = replayed(played, entries)[-1]
                stuck += last.course is None
                if last.course is not None and last.result != result:
                    raise Unsound("game", number=number)
    wrong = run(_WRONG_RESULT).fetchone()
    if wrong is not None:
        raise Unsound("game", number=wrong[0])
    (count,) = run("SELECT count(*) FROM entries").fetchone()
    return Counted(games, count, stuck)


def _moment(at: object) -> bool:
    return isinstance(at, float) and math.isfinite(at) and abs(at) < LATEST


def _key(key: str) -> str:
    if not re.fullmatch("[a-z0-9-]{1,40}", key):
        raise ValueError
    return key


def _names(players: str) -> tuple[str, ...]:
    names = json.loads(players)
    if not isinstance(names, list) or not 1 <= len(names) <= 10:
        raise ValueError
    for name in names:
        check_name(name)
    return tuple(names)


def _options(options: str) -> dict[str, bool | str]:
    chosen = json.loads(options)
    for key, value in chosen.items():
        if not isinstance(value, bool | str) or NEVER_IN_A_LINE.search(f"{key}{value}"):
            raise ValueError
    return dict(chosen)
