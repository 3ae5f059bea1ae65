"""The tables of the record, version by version, and the way from an older record to the present one.

`people`, `games` and `entries` say what was told; rows of `entries` are only ever added. The columns of schema 2 and
the table `undone` follow from the entries; they are kept up, so that nobody has to read the whole record to say which
games wait, which are over, and what redo would bring back. Since schema 3 `head` and `last` of the game on the table
are written when it leaves the table or ends; while it runs there, it stands at the head of the last entry. The table
`results` and the columns of schema 3 follow from how games ended; they are written when a game ends and taken away when
its end is taken back (see `results`), so that nobody has to read all games to say how often somebody has won.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

from companion.table.moments import Entry, Played, Result, replayed

SCHEMA = 3
"""The version of the tables below; a journal with a higher one is refused in words."""

Run = Callable[..., sqlite3.Cursor]

_FIRST = """
CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    used REAL,
    retired INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    players TEXT NOT NULL,
    options TEXT NOT NULL
) STRICT;
CREATE TABLE entries (
    id INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games (id),
    text TEXT NOT NULL,
    parent INTEGER NOT NULL,
    head INTEGER NOT NULL,
    digest TEXT NOT NULL,
    at REAL NOT NULL
) STRICT;
"""
_SECOND = """
-- Of a game: the first one of its series; when it began; the entry it stands at, 0 when its start has been taken back;
-- the last entry about it; how it ended, NULL while it runs.
ALTER TABLE games ADD COLUMN series INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN begun REAL NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN head INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN last INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN outcome TEXT;
CREATE INDEX waiting ON games (last) WHERE head > 0 AND outcome IS NULL;
CREATE INDEX finished ON games (head) WHERE outcome IS NOT NULL;
CREATE INDEX series ON games (series);
-- What redo brings back while the game `beside` is on the table (0 for none): the row with the highest place first.
CREATE TABLE undone (
    place INTEGER PRIMARY KEY,
    beside INTEGER NOT NULL,
    entry INTEGER NOT NULL REFERENCES entries (id)
) STRICT;
CREATE INDEX undone_beside ON undone (beside);
"""
_THIRD = """
-- Of a game: who sat on its seats when it began, as numbers of people; the entry that ended it, NULL while it runs. Of
-- one that was not abandoned: how many entries lead to its end, and how many seconds they took.
ALTER TABLE games ADD COLUMN people TEXT NOT NULL DEFAULT '[]';
ALTER TABLE games ADD COLUMN ended INTEGER;
ALTER TABLE games ADD COLUMN told INTEGER;
ALTER TABLE games ADD COLUMN seconds INTEGER;
-- To pass over games in an index, or to count them there, all that is asked must stand in it.
DROP INDEX finished;
CREATE INDEX finished ON games (ended, game, told, seconds) WHERE ended IS NOT NULL;
-- How a person fared in a game of this kind that ended with the entry `ended`. The points are NULL where people ended
-- it themselves.
CREATE TABLE results (
    person INTEGER NOT NULL REFERENCES people (id),
    kind TEXT NOT NULL,
    ended INTEGER NOT NULL REFERENCES entries (id),
    game INTEGER NOT NULL REFERENCES games (id),
    won INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    points INTEGER,
    PRIMARY KEY (person, kind, ended)
) STRICT, WITHOUT ROWID;
-- What is undone is a handful of rows: to find one without an index costs nothing, and the index wore out the card.
DROP INDEX undone_beside;
"""
_PATH = """
WITH RECURSIVE path (id, game, text, parent, digest) AS (
    SELECT id, game, text, parent, digest FROM entries WHERE id = :head
    UNION ALL
    SELECT e.id, e.game, e.text, e.parent, e.digest
    FROM entries AS e JOIN path AS p ON e.id = p.parent WHERE e.game = p.game AND e.id < p.id
)
SELECT id, game, text, parent, digest FROM path ORDER BY id
"""


_SETTLED = """
UPDATE games SET head = now.head, last = now.id
FROM (SELECT id, head FROM entries ORDER BY id DESC LIMIT 1) AS now
WHERE games.id = (SELECT game FROM entries WHERE id = now.head) AND outcome IS NULL
"""
_TABLE = "(SELECT head FROM main.entries ORDER BY id DESC LIMIT 1)"
"""Where the table stands."""


def settle(run: Run) -> None:
    """Write down where the game on the table stands, as it stands for all others."""
    run(_SETTLED)


def settled(run: Run) -> None:
    """Let `games` say of the game on the table, too, where it stands, in this connection and without writing."""
    columns = [str(row[1]) for row in run("PRAGMA main.table_info(games)")]
    head = f"iif(id = (SELECT game FROM main.entries WHERE id = {_TABLE}), {_TABLE}, head) AS head"
    run("PRAGMA temp_store = MEMORY")
    # A name is looked for among the temporary ones first.
    run(f"CREATE TEMP VIEW games AS SELECT {', '.join(head if name == 'head' else name for name in columns)}"
        " FROM main.games")  # fmt: skip


def path(run: Run, head: int) -> tuple[Entry, ...]:
    """The moments of a game from its start to `head`; empty for 0."""
    return tuple([Entry(*row) for row in run(_PATH, {"head": head})])


def written(result: Result | None) -> str | None:
    """A result as the record has it."""
    return None if result is None else json.dumps(result._asdict())


def read(outcome: str | None) -> Result | None:
    """The result that the record has."""
    if outcome is None:
        return None
    told: dict[str, Any] = json.loads(outcome)
    return Result(tuple(told["winners"]), tuple(told["scores"]), told["ended"])


def seat(run: Run, game: int, names: Sequence[str]) -> None:
    """The people who have these names now sit in a game: its result is theirs, whatever they are called by then."""
    people = [run("SELECT id FROM people WHERE name = ?", (name,)).fetchone()[0] for name in names]
    run("UPDATE games SET people = ? WHERE id = ?", (json.dumps(people), game))


def prepare(run: Run, schema: int, defaults: Sequence[str], until: int = SCHEMA) -> None:
    """Lead a record from `schema` to the present one, 0 being a new one; to be run inside one transaction.

    Or only as far as `until`, where somebody fills the tables before the rest of the way.
    """
    if schema < 1:
        _tables(run, _FIRST)
        for name in defaults:
            run("INSERT INTO people (name) VALUES (?)", (name,))
    if schema < 2 <= until:
        _tables(run, _SECOND)
        _fill(run)
    if schema < 3 <= until:
        _tables(run, _THIRD)
        fill_results(run)
    run(f"PRAGMA user_version = {until}")


def _tables(run: Run, statements: str) -> None:
    lines = [line for line in statements.splitlines() if not line.startswith("--")]
    for statement in "\n".join(lines).split(";")[:-1]:
        run(statement)


def _fill(run: Run) -> None:
    """Find what schema 2 keeps about games in the entries of schema 1.

    There all games hung on one line: a game stood where the next one on the line had been begun, and games off the line
    had been taken back. Rematches were not marked as such, so every game begins a series.
    """
    run("UPDATE games SET series = id")
    starts: dict[int, int] = {}
    for game, parent, at in run("SELECT game, parent, at FROM entries WHERE text LIKE 'new %'").fetchall():
        starts[game] = parent
        run("UPDATE games SET begun = ? WHERE id = ?", (at, game))
    for game, last in run("SELECT game, max(id) FROM entries GROUP BY game").fetchall():
        run("UPDATE games SET last = ? WHERE id = ?", (last, game))
    row = run("SELECT head FROM entries ORDER BY id DESC LIMIT 1").fetchone()
    head = row[0] if row else 0
    _fill_undone(run, head)
    while head:
        (game,) = run("SELECT game FROM entries WHERE id = ?", (head,)).fetchone()
        key, players, options = run("SELECT game, players, options FROM games WHERE id = ?", (game,)).fetchone()
        steps = replayed(Played(game, key, tuple(json.loads(players)), json.loads(options)), path(run, head))
        run("UPDATE games SET head = ?, outcome = ? WHERE id = ?", (head, written(steps[-1].result), game))
        head = starts[game]


def _fill_undone(run: Run, head: int) -> None:
    """Schema 1 had one stack: undo and redo were the only entries that are not their own head."""
    moves: list[tuple[str, int]] = []
    pointer = 0
    for entry, text, to in run("SELECT id, text, head FROM entries ORDER BY id DESC"):
        if entry == to:
            pointer = entry
            break
        moves.append((text, to))
    stack: list[int] = []
    for text, to in reversed(moves):
        if text == "undo":
            stack.append(pointer)
        else:
            stack.pop()
        pointer = to
    games = dict(run("SELECT id, game FROM entries").fetchall())
    beside = games.get(head, 0)
    rows = []
    for entry in reversed(stack):
        rows.append((beside, entry))
        beside = games[entry]
    for row in reversed(rows):
        run("INSERT INTO undone (beside, entry) VALUES (?, ?)", row)


def fill_results(run: Run) -> None:
    """Find `results`, and what schema 3 keeps about games, in how games ended, where nothing of it is there yet.

    Schema 2 did not say who had another name by then. What was played under a name that nobody on the roster has
    belongs to a person of that name who has left it.
    """
    run("UPDATE games SET ended = head WHERE outcome IS NOT NULL")
    for game, players, outcome in run("SELECT id, players, outcome FROM games").fetchall():
        names = json.loads(players)
        for name in names:
            run("INSERT INTO people (name, retired) VALUES (?, 1) ON CONFLICT (name) DO NOTHING", (name,))
        seat(run, game, names)
        result = read(outcome)
        if result is not None:
            from companion.record.figures import ended  # a new record has none

            ended(run, game, result)


def counted_anew(run: Run) -> None:
    """Count all results from how games ended, whatever was counted before. To be run inside a transaction."""
    from companion.record.figures import ended

    run("DELETE FROM results")
    run("UPDATE games SET ended = iif(outcome IS NULL, NULL, head), told = NULL, seconds = NULL")
    for game, outcome in run("SELECT id, outcome FROM games WHERE outcome IS NOT NULL").fetchall():
        result = read(outcome)
        assert result is not None
        ended(run, game, result)
