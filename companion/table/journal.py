"""The record on disk: SQLite, one writer, one durable write for everything that people tell the device.

Rows of `entries` are only ever added. Each says what was done (`text`: an action in its notation, `new praetorians`,
`undo`, `redo`, `resume 3`, `import`, …) and which entry the table stands at afterwards (`head`). An entry that makes a
new moment is its own head and hangs on the moment before it (`parent`), so undoing and then doing something else leaves
both branches in the record. `digest` is a short hash of the table view at the head: whoever replays the record later
can tell whether the rules still lead to the same table. What follows from the entries (where each game stands, how it
ended, what redo would bring back) is kept up in the same transaction as the entry, and only when it changes; see
`schema`. So an action in a running game writes one page: cards wear out.

What has returned from a method here is on the disk (write-ahead log, synchronous FULL).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from companion.table.files import Files, mending
from companion.table.moments import Entry, Result
from companion.table.place import FILE as FILE
from companion.table.place import LOCK as LOCK
from companion.table.place import Damaged
from companion.table.place import JournalTrouble as JournalTrouble
from companion.table.place import locked as locked
from companion.table.schema import SCHEMA as SCHEMA
from companion.table.schema import Run, path, seat, settle, written
from companion.table.shelf import Kept, Listed
from companion.table.soundness import APPLICATION as APPLICATION

if TYPE_CHECKING:
    from companion.table.arriving import Whole

T = TypeVar("T")

_KEPT = """
SELECT g.id, g.game, g.players, g.options, g.series, coalesce(t.id, g.head), g.begun, coalesce(e.at, g.begun),
    g.outcome, g.head = 0 OR e.game IS g.id
FROM games AS g
LEFT JOIN entries AS t ON t.id = (SELECT head FROM entries ORDER BY id DESC LIMIT 1) AND t.game = g.id
LEFT JOIN entries AS e ON e.id = coalesce(t.id, g.head)
"""
_WAITING = "g.head > 0 AND g.outcome IS NULL AND g.id <> ?"
_FINISHED = "g.ended IS NOT NULL"


class Journal(Files):
    """What people have told the device, and what follows from it."""

    # -- people

    @mending
    def people(self) -> tuple[str, ...]:
        """The names on the roster: who played last first, then in the order they were added."""
        with self._read():
            order = "used IS NULL, used DESC, id"
            rows = self._database.execute(f"SELECT name FROM people WHERE NOT retired ORDER BY {order}")
            return tuple([name for (name,) in rows])

    @mending
    def add_person(self, name: str) -> None:
        """A name comes onto the roster, or back to it; one that is there stays."""
        with self._written():
            self._database.execute(
                "INSERT INTO people (name) VALUES (?) ON CONFLICT (name) DO UPDATE SET retired = 0", (name,)
            )

    @mending
    def rename_person(self, name: str, to: str) -> bool:
        """Another name for somebody on the roster; False, and nothing is done, if it is somebody else's.

        Games keep the names they were played under; what has been won stays with the person (see `results`).
        """
        with self._written():
            run = self._database.execute
            if run("SELECT 1 FROM people WHERE name = ?", (to,)).fetchone():
                return False
            run("UPDATE people SET name = ? WHERE name = ?", (to, name))
        return True

    @mending
    def retire_person(self, name: str) -> None:
        """A name leaves the roster; the games it stands in keep it."""
        with self._written():
            self._database.execute("UPDATE people SET retired = 1 WHERE name = ?", (name,))

    # -- games and what happened in them

    @mending
    def add_game(
        self,
        game: str,
        players: Sequence[str],
        options: Mapping[str, object],
        parent: int,
        digest: str,
        at: float,
        series: int | None = None,
    ) -> Entry:
        """A game begins, in a series or as the first of one; its players move to the top of the roster."""
        text = f"new {game}"
        with self._written():
            run = self._database.execute
            self._put_away()
            (row,) = run("SELECT coalesce(max(id), 0) + 1 FROM games").fetchone()
            _number(row)
            run(
                "INSERT INTO games (id, game, players, options, series, begun) VALUES (?, ?, ?, ?, ?, ?)",
                (row, game, json.dumps(players), json.dumps(options), row if series is None else series, at),
            )
            entry = self._insert(row, text, parent, digest, at)
            self._stands(row, entry, entry)
            # Counted, not timed: clocks jump. Newer than all before, the first seat the newest.
            (last,) = run("SELECT coalesce(max(used), 0) FROM people").fetchone()
            for place, name in enumerate(players):
                run(
                    "INSERT INTO people (name, used) VALUES (?1, ?2) ON CONFLICT (name)"
                    " DO UPDATE SET used = ?2, retired = 0",
                    (name, last + len(players) - place),
                )
            seat(run, row, players)
        return Entry(entry, row, text, parent, digest)

    @mending
    def add(self, game: int, text: str, parent: int, digest: str, at: float, result: Result | None = None) -> Entry:
        """Something happens that makes a new moment after `parent`; `result` is how it ended the game, if it did."""
        with self._written():
            entry = self._insert(game, text, parent, digest, at)
            self._ends(game, entry, entry, result)
        return Entry(entry, game, text, parent, digest)

    def _insert(self, game: int, text: str, parent: int, digest: str, at: float) -> int:
        """Add an entry that is its own head. What was undone beside the moment before it is out of reach."""
        run = self._database.execute
        (entry,) = run("SELECT coalesce(max(id), 0) + 1 FROM entries").fetchone()
        _number(entry)
        run(
            "INSERT INTO entries (id, game, text, parent, head, digest, at) VALUES (?1, ?2, ?3, ?4, ?1, ?5, ?6)",
            (entry, game, text, parent, digest, at),
        )
        run("DELETE FROM undone WHERE beside = coalesce((SELECT game FROM entries WHERE id = ?), 0)", (parent,))
        return int(entry)

    @mending
    def undo(self, undone: Entry, head: int, digest: str, at: float, result: Result | None = None) -> None:
        """The last moment of its game is taken back; the table goes to `head`, with what is the result there.

        When it is the start of the game, `head` is where another game stands, or 0.
        """
        with self._written():
            run = self._database.execute
            entry = self._move(undone.game, "undo", head, digest, at)
            if undone.first:
                self._stands(undone.game, 0, entry)
            else:
                self._ends(undone.game, head, entry, result)
            run(
                "INSERT INTO undone (beside, entry) VALUES (coalesce((SELECT game FROM entries WHERE id = ?), 0), ?)",
                (head, undone.id),
            )

    @mending
    def redo(self, entry: Entry, beside: int, at: float, result: Result | None = None) -> None:
        """What was undone last beside a game (0 for none) comes again."""
        with self._written():
            if entry.first:
                self._put_away()
            last = self._move(entry.game, "redo", entry.id, entry.digest, at)
            if entry.first:
                self._stands(entry.game, entry.id, last)
            else:
                self._ends(entry.game, entry.id, last, result)
            self._database.execute(
                "DELETE FROM undone WHERE place = (SELECT max(place) FROM undone WHERE beside = ?)", (beside,)
            )

    @mending
    def resume(self, game: int, head: int, digest: str, at: float) -> None:
        """Another game comes to the table, as it stands."""
        with self._written():
            self._put_away()
            self._move(game, f"resume {game}", head, digest, at)

    def _move(self, game: int, text: str, head: int, digest: str, at: float) -> int:
        """Add an entry that leads to another moment."""
        entry = self._database.execute(
            "INSERT INTO entries (game, text, parent, head, digest, at) VALUES (?, ?, 0, ?, ?, ?)",
            (game, text, head, digest, at),
        ).lastrowid
        assert entry is not None
        return entry

    def _put_away(self) -> None:
        """Another game comes to the table: write down where the present one stands."""
        settle(self._database.execute)

    def _stands(self, game: int, head: int, last: int) -> None:
        """A game begins, or its start is taken back or comes again."""
        self._database.execute("UPDATE games SET head = ?, last = ? WHERE id = ?", (head, last, game))

    def _ends(self, game: int, head: int, last: int, result: Result | None) -> None:
        """What an entry makes of the end of its game, and so of results. Nothing while it was running and runs on."""
        run = self._database.execute
        (ended,) = run("SELECT ended FROM games WHERE id = ?", (game,)).fetchone()
        if ended is None and result is None:
            return
        run(
            "UPDATE games SET head = ?, last = ?, outcome = ?, ended = ? WHERE id = ?",
            (head, last, written(result), None if result is None else head, game),
        )
        from companion.table import results

        if ended is not None:
            results.reopened(run, game, ended)
        if result is not None:
            results.ended(run, game, result)

    @mending
    def add_whole(self, games: Sequence[Whole], series: Mapping[int, int], at: float) -> tuple[int, ...]:
        """Games that were written down elsewhere come into the record, all of them or none; their numbers.

        The table stays where it stands, and so does what redo would bring back. Games with the same mark `series`
        belong together; `series` says which marks stand for series that are in the record already.
        """
        from companion.table.arriving import arrived  # few records ever need it

        with self._written():
            run = self._database.execute
            head = self._head()
            (digest,) = run("SELECT digest FROM entries WHERE id = ?", (head,)).fetchone() or ("",)
            self._put_away()
            numbers = arrived(run, games, series, self._arrives)
            if numbers:
                # An entry that leads back to the table, or the last of these games would stand on it.
                (game,) = run("SELECT game FROM entries WHERE id = ?", (head,)).fetchone() or (numbers[-1],)
                entry = self._move(game, "import", head, digest, at)
                run("UPDATE games SET last = ? WHERE id = ?", (entry, game))
        return numbers

    def _arrives(self, game: int, head: int, last: int, result: Result | None) -> None:
        self._stands(game, head, last)
        self._ends(game, head, last, result)

    # -- looking

    @mending
    def head(self) -> int:
        """The entry the table stands at; 0 for nothing."""
        return self._head()

    def _head(self) -> int:
        with self._read():
            run = self._database.execute
            row = run("SELECT id, head FROM entries ORDER BY id DESC LIMIT 1").fetchone()
            last, head = row or (0, 0)
            # Along two indexes: what games know of must be there.
            (waits,) = run("SELECT max(last) FROM games WHERE head > 0 AND outcome IS NULL").fetchone()
            (over,) = run("SELECT max(ended) FROM games WHERE ended IS NOT NULL").fetchone()
        if not isinstance(head, int) or max(waits or 0, over or 0) > last:
            raise Damaged(f"entry {last} is the last one, but there were later ones")
        return head

    @mending
    def standing(self) -> tuple[tuple[Entry, ...], Kept | None]:
        """The moments of the game on the table from its start to where it stands, and that game; empty for none."""
        entries = self._path(self._head())
        return (entries, self._game(entries[0].game)) if entries else ((), None)

    @mending
    def path(self, head: int) -> tuple[Entry, ...]:
        """The moments of a game from its start to `head`; empty for 0."""
        return self._path(head)

    def _path(self, head: int) -> tuple[Entry, ...]:
        with self._read():
            entries = path(self._database.execute, head)
        if head and not (entries and entries[-1].id == head and entries[0].first):
            raise Damaged(f"what led to entry {head} is not all there")
        return entries

    @mending
    def undone(self, beside: int, place: int = 0) -> Entry | None:
        """The moment that redo would bring back while this game is on the table (0 for none); or a later one."""
        with self._read():
            row = self._database.execute(
                "SELECT e.id, e.game, e.text, e.parent, e.digest FROM undone AS u JOIN entries AS e ON e.id = u.entry"
                " WHERE u.beside = ? ORDER BY u.place DESC LIMIT 1 OFFSET ?",
                (beside, place),
            ).fetchone()
        return Entry(*row) if row else None

    @mending
    def replaced(self, game: int) -> bool:
        """Whether its series got another game after the start of this one was taken back."""
        with self._read():
            return bool(
                self._database.execute(
                    "SELECT 1 FROM games AS g JOIN games AS o ON o.series = g.series AND o.head > 0"
                    " WHERE g.id = ? AND (SELECT min(id) FROM entries WHERE game = o.id) > g.last",
                    (game,),
                ).fetchone()
            )

    @mending
    def before(self, parent: int) -> int:
        """The entry at which the game stands that was on the table when another began, `parent` being its moment then.

        If its start has been taken back since, the game before that; 0 if there is none.
        """
        with self._read():
            run = self._database.execute
            while parent:
                row = run(
                    "SELECT g.id, g.head FROM entries AS e JOIN games AS g ON g.id = e.game WHERE e.id = ?", (parent,)
                ).fetchone()
                if row is None:  # it was lost with a damaged record
                    return 0
                game, head = row
                if head:
                    return int(head)
                start, until = run(
                    "SELECT parent, id FROM entries WHERE game = ? ORDER BY id LIMIT 1", (game,)
                ).fetchone()
                if not start < until:
                    raise ValueError(f"the start of game {game} hangs on entry {start}")
                parent = start
        return 0

    @mending
    def game(self, number: int) -> Kept | None:
        """A game by its number in the record."""
        return self._game(number)

    def _game(self, number: int) -> Kept | None:
        games = self._kept("WHERE g.id = ?", number)
        return games[0] if games else None

    @mending
    def series(self, game: int) -> tuple[Kept, ...]:
        """The games of a game's series, oldest first, without those whose start has been taken back."""
        of_it = "WHERE g.series = (SELECT series FROM games WHERE id = ?) AND g.head > 0 ORDER BY g.id"
        return self._kept(of_it, game)

    @mending
    def waiting(self, table: int, first: int, count: int) -> Listed:
        """Unfinished games but for the one on the table, the one touched last first: `count` from place `first` on."""
        games = self._kept(f"WHERE {_WAITING} ORDER BY g.last DESC LIMIT ? OFFSET ?", table, count, first)
        return Listed(self._count(_WAITING, table), games)

    @mending
    def finished(self, first: int, count: int) -> Listed:
        """Games that are over, the one that ended last first."""
        # The games before the first one are passed over in the index alone.
        which = f"SELECT id FROM games AS g WHERE {_FINISHED} ORDER BY g.ended DESC LIMIT ? OFFSET ?"
        games = sorted(self._kept(f"WHERE g.id IN ({which})", count, first), key=lambda game: -game.head)
        return Listed(self._count(_FINISHED), tuple(games))

    @mending
    def ask(self, question: Callable[[Run], T]) -> T:
        """The answer to a question about all games; see `results`."""
        with self._read():
            return question(self._database.execute)

    def _kept(self, which: str, *params: int) -> tuple[Kept, ...]:
        with self._read():
            return tuple([_game(*row) for row in self._database.execute(_KEPT + which, params)])

    def _count(self, which: str, *params: int) -> int:
        """How many games there are of a kind. Asked with every key pressed in a list, so counted once a write."""
        count = self._counted.get((which, *params))
        if count is None:
            with self._read():
                (count,) = self._database.execute(f"SELECT count(*) FROM games AS g WHERE {which}", params).fetchone()
            assert isinstance(count, int)
            self._counted[which, *params] = count
        return count

    @mending
    def texts(self) -> tuple[tuple[int, str], ...]:
        """Every entry ever made, oldest first: number of its game, text."""
        with self._read():
            return tuple(self._database.execute("SELECT game, text FROM entries ORDER BY id").fetchall())


def _number(row: object) -> None:
    """Raise Damaged unless this can be the number of the next row."""
    from companion.table.whole import MOST  # not before the first game

    if not isinstance(row, int) or row > MOST:
        raise Damaged(f"the next number would be {row}")


def _game(
    number: int, key: str, players: str, options: str, series: int, head: int, begun: float, at: float, outcome: Any,
    there: int,
) -> Kept:  # fmt: skip
    """A game as screens get it. Raises ValueError for what cannot be shown to anybody."""
    from companion.table.whole import playable, result_of, timed  # where there is a game

    if not there or not playable((key, players, options)) or not timed(begun) or not timed(at):
        raise ValueError(f"game {number}")
    names = tuple(json.loads(players))
    return Kept(number, key, names, json.loads(options), series, head, begun, at, result_of(outcome, len(names)))
