"""A game on a sheet: what a file says of it, outside the record. How sheets are taken out of the record.

A sheet holds what counts now: every entry that led to where the game stands, in the order in which it was told, the
acts of the people among them (`back 12`, `change 5 flip R7`). What was undone stays behind.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from companion.engines.position import Options
from companion.engines.refusals import Message, Refusal
from companion.table.moments import Result
from companion.table.schema import path, read
from companion.table.vetting import LATEST

FORMAT, VERSION = "table-companion games", 1
"""What a file of JSON says that it is."""


class Noted(NamedTuple):
    """One entry of a sheet. `place` is its line in the file, or its number in the game, for whoever has to find it."""

    text: str
    at: float | None = None
    digest: str = ""
    place: int = 0


class Sheet(NamedTuple):
    """A game as a file tells it; what a file need not tell is None or empty.

    `entries` are those after the start, `start` is the digest of the start, `ended` when the game was over. `series` is
    a mark that the games of a series have in common. `place` is the line in the file, or the number of the game in it.
    """

    key: str
    names: tuple[str, ...]
    options: Options
    entries: tuple[Noted, ...]
    number: int = 0
    series: int | None = None
    begun: float | None = None
    ended: float | None = None
    start: str = ""
    result: Result | None = None
    place: int = 0

    @property
    def end(self) -> str:
        """The digest of the last table."""
        return self.entries[-1].digest if self.entries else self.start


class Unfit(Exception):
    """A file of games that cannot be taken; `where` and `why` say it, `names` are those of the people of the game."""

    def __init__(self, where: Message | None, why: Message, names: tuple[str, ...] = ()) -> None:
        super().__init__(where, why)
        self.where = where
        self.why = why
        self.names = names


def unfit(where: Message | None, key: str, /, **params: object) -> Unfit:
    """Something is wrong with a file itself, and not with the game it tells of."""
    return Unfit(where, Message(f"import.{key}", **params))


def refused(where: Message, refusal: Refusal, names: tuple[str, ...]) -> Unfit:
    """The game of a file is not to be had."""
    return Unfit(where, refusal.message, names)


def sheets(database: sqlite3.Connection, number: int | None = None) -> Iterator[Sheet]:
    """One game of a record of the present schema, or all, the first begun first, but those that were taken back."""
    run = database.execute
    games = run(
        "SELECT id, game, players, options, series, begun, head, outcome,"
        " (SELECT count(*) FROM games AS o WHERE o.series = g.series AND o.head > 0)"
        " FROM games AS g WHERE head > 0 AND (?1 IS NULL OR id = ?1) ORDER BY id",
        (number,),
    )
    for game, key, players, options, series, begun, head, outcome, together in games:
        start, *others = path(run, head)
        entries = tuple(
            [
                Noted(entry.text, run("SELECT at FROM entries WHERE id = ?", (entry.id,)).fetchone()[0], entry.digest)
                for entry in others
            ]
        )
        result = read(outcome)
        ended = None
        if result is not None:
            ended = entries[-1].at if entries else begun
        yield Sheet(
            key, tuple(json.loads(players)), json.loads(options), entries, game, series if together > 1 else None,
            begun, ended, start.digest, result,
        )  # fmt: skip


def last(database: sqlite3.Connection) -> int | None:
    """The number of the game that was touched last."""
    row = database.execute("SELECT id FROM games WHERE head > 0 ORDER BY last DESC LIMIT 1").fetchone()
    return row[0] if row else None


def shown(at: float | None) -> str | None:
    """A moment as files have it: local time to the second, with how far it is from that of Greenwich."""
    if at is None:
        return None
    try:
        return datetime.fromtimestamp(at).astimezone().isoformat(timespec="seconds")
    except (ValueError, OverflowError, OSError):
        return None  # a clock that was far off


def moment(text: str) -> float:
    """The seconds since 1970 of a moment as files have it; raises ValueError. Without an offset it is local time."""
    try:
        at = datetime.fromisoformat(text).timestamp()
    except (OverflowError, OSError) as error:
        raise ValueError(text) from error
    if not 0 <= at < LATEST:
        raise ValueError(text)
    return at
