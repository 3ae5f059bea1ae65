"""Everything of a record looked at: the file, the tables, every row, every game played again. Nothing is changed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from companion.engines.refusals import Message
from companion.table import soundness
from companion.table.files import Files
from companion.table.moments import Entry, Played, Step, replay
from companion.table.pages import Found
from companion.table.place import FILE, LOCK, Damaged, RecordTrouble, trouble, unusable
from companion.table.reading import alone
from companion.table.rebuilt import Kept, rebuilt
from companion.table.salvage import copied, ended, salvage, why
from companion.table.schema import counted_anew

_MOST = 20
"""So many games are named; whoever has more of them to mend does not want a list."""


class Fault(NamedTuple):
    """Something that is not as it should be, in words; `heals` says whether the record can be repaired in that."""

    message: Message
    heals: bool = True


class Checked(NamedTuple):
    """What was found, and how much is whole."""

    faults: tuple[Fault, ...]
    people: int
    games: int
    entries: int


def checked(folder: Path, *, held: bool = False) -> Checked:
    """Look at the record in a folder, beside a device that has it open, too. `held` says that we hold the lock.

    Raises RecordTrouble where there is none, where it cannot be read, and for what is none of ours.
    """
    file = folder / FILE
    if not soundness.lies(folder):
        raise RecordTrouble("journal.none", folder=folder)
    try:
        with TemporaryDirectory() as place:
            copy = Path(place)
            try:
                with nullcontext(True) if held else alone(folder / LOCK) as still:
                    _copied(folder, copy, still=still)
                return _looked(copy)
            except Damaged as damage:
                return _damaged(folder, copy, damage)
    except OSError as error:
        raise unusable(folder, error) from error
    except sqlite3.Error as error:
        raise trouble(error, "journal.open", file=file) from error


def _copied(folder: Path, copy: Path, *, still: bool) -> None:
    """The record as it is at one moment."""
    if not still:
        with closing(soundness.reading(folder / FILE, "")) as database, closing(sqlite3.connect(copy / FILE)) as target:
            try:
                database.backup(target)
            except sqlite3.Error as error:
                raise trouble(error, "journal.read", strange=True) from error
        return
    for end in ("", "-wal"):
        source = folder / f"{FILE}{end}"
        if source.is_file():
            copied(source, copy / source.name)
        elif source.exists() or source.is_symlink():
            raise Damaged(f"{source.name} is not a file")


def _damaged(folder: Path, copy: Path, damage: Damaged) -> Checked:
    """How much of a damaged record would be whole."""
    told = salvage(copy, anew=True)
    message = Message("check.file", file=folder / FILE, why=why(damage), games=told.games, entries=told.entries)
    return Checked((Fault(message),), told.people, told.games, told.entries)


def _looked(copy: Path) -> Checked:
    soundness.look(copy)
    with closing(sqlite3.connect(copy / FILE, isolation_level=None)) as database:
        soundness.guard(database)
        soundness.ours(database, copy / FILE)
        for said in _integrity(database):
            raise Damaged(said)
    with Files(copy) as led_on:  # to the present schema
        if led_on.told:
            raise Damaged("its tables are not those of a record")
        database = led_on._database
        database.execute("PRAGMA foreign_keys = OFF")  # nobody is stopped by what is wrong before it is told
        found, undone = _rows(database)
        kept = rebuilt(*found, ends=ended, anew=True)
        faults = (*_compared(database, found, undone, kept), *_played(kept))
    return Checked(faults, len(kept.people), len(kept.games), len(kept.entries))


def _integrity(database: sqlite3.Connection) -> Iterator[str]:
    """What SQLite finds wrong."""
    try:
        for (said,) in database.execute("PRAGMA integrity_check(1)"):
            if said != "ok":
                yield " ".join(str(said).split())
        for table, row, *_ in database.execute("PRAGMA foreign_key_check"):
            yield f"row {row} of {table} belongs to nothing"
    except sqlite3.Error as error:
        raise trouble(error, "journal.read", strange=True) from error


def _rows(database: sqlite3.Connection) -> tuple[Found, list[tuple[int, int]]]:
    run = database.execute
    # What is no text is told of like any other text that cannot be.
    database.text_factory = lambda text: text.decode("utf-8", "replace")
    people = {row[0]: row[1:] for row in run("SELECT id, name, used, retired FROM people")}
    games = {
        row[0]: row[1:]
        for row in run("SELECT id, game, players, options, series, begun, head, outcome, people FROM games")
    }
    entries = {row[0]: row[1:] for row in run("SELECT id, game, text, parent, head, digest, at FROM entries")}
    last = entries[max(entries)] if entries else None
    if last is not None and last[3] in entries:
        # While a game runs on the table, it stands at the head of the last entry; its row is written later.
        game = entries[last[3]][0]
        if game in games:
            games[game] = (*games[game][:5], last[3], *games[game][6:])
    return Found(people, games, entries), run("SELECT beside, entry FROM undone ORDER BY place").fetchall()


def _compared(
    database: sqlite3.Connection, found: Found, undone: list[tuple[int, int]], kept: Kept
) -> Iterator[Fault]:
    """Where rows do not fit together."""
    if [(number, *row) for number, row in sorted(found.people.items())] != kept.people:
        yield Fault(Message("check.people"))
    there = {row[0]: row[1:] for row in kept.entries}
    wrong = sorted(number for number, row in found.entries.items() if there.get(number) != row)
    if wrong:
        yield Fault(Message("check.entries", count=len(wrong), first=wrong[0]))
    games = {game.id: (*game[1:7], game.outcome, game.people) for game in kept.games}
    for number in sorted(number for number, row in found.games.items() if games.get(number) != row)[:_MOST]:
        yield Fault(Message("check.game", number=number))
    if _reachable(undone, kept) != _reachable(kept.undone, kept):
        yield Fault(Message("check.undone"))
    had = database.execute(_RESULTS).fetchall()
    database.execute("BEGIN")
    counted_anew(database.execute)
    if had != database.execute(_RESULTS).fetchall():
        yield Fault(Message("check.results"))
    database.execute("ROLLBACK")


_RESULTS = """
SELECT 0, id, ended, told, seconds, 0, 0 FROM games UNION ALL
SELECT person, kind, ended, game, won, drawn, points FROM results ORDER BY 1, 2, 3
"""


def _reachable(undone: list[tuple[int, int]], kept: Kept) -> list[tuple[int, int]]:
    """Without what lies beside games that nobody can bring back: some versions have kept that."""
    back = {entry for _, entry in undone}
    there = {game.id for game in kept.games if game.head}
    there |= {game for number, game, text, *_ in kept.entries if text.startswith("new ") and number in back}
    return [row for row in undone if row[0] in there or not row[0]]


def _played(kept: Kept) -> Iterator[Fault]:
    """Games that lead to other tables than the recorded ones when they are played again, branches and all."""
    moments: dict[int, list[Entry]] = {}
    for number, game, text, parent, head, digest, _ in kept.entries:
        if number == head:
            moments.setdefault(game, []).append(Entry(number, game, text, parent, digest))
    told = 0
    for row in kept.games:
        names = tuple(json.loads(row.players))
        played = Played(row.id, row.game, names, json.loads(row.options))
        steps: dict[int, Step] = {}
        for entry in moments.get(row.id, ()):
            step = steps[entry.id] = replay(played, entry, steps.get(entry.parent))
            if step.course is None:
                if told < _MOST:
                    said = Message("check.replay", number=row.id, names=names, entry=entry.id, text=entry.text)
                    yield Fault(said, heals=False)
                told += 1
                break


@contextmanager
def quiet() -> Iterator[None]:
    """What is found in a copy is said once, by whoever asked, and not in the log."""
    import logging

    log = logging.getLogger("companion.table.files")
    was, log.disabled = log.disabled, True
    try:
        yield
    finally:
        log.disabled = was
