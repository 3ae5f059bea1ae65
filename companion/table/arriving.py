"""Whole games that come into the record at once, from a file and not from fingers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from companion.engines.position import Options
from companion.table.moments import Result
from companion.table.schema import Run, seat


class Entered(NamedTuple):
    """One entry of such a game: what was told, the digest of the table then, and when."""

    text: str
    digest: str
    at: float


class Whole(NamedTuple):
    """A game that may come into the record. The first entry is its start.

    `series` is a mark that the games of a series have in common; None for a game that stands alone.
    """

    key: str
    names: tuple[str, ...]
    options: Options
    entries: tuple[Entered, ...]
    result: Result | None
    series: int | None


def arrived(
    run: Run,
    games: Iterable[Whole],
    series: Mapping[int, int],
    stands: Callable[[int, int, int, Result | None], None],
) -> tuple[int, ...]:
    """Put games behind all others, to be run inside a transaction; their numbers.

    `series` says which marks stand for series that are in the record already; `stands` keeps where a game stands.
    """
    marked = dict(series)
    numbers: list[int] = []
    (number,) = run("SELECT coalesce(max(id), 0) FROM games").fetchone()
    (entry,) = run("SELECT coalesce(max(id), 0) FROM entries").fetchone()
    for game in games:
        number += 1
        numbers.append(number)
        of = number if game.series is None else marked.setdefault(game.series, number)
        run(
            "INSERT INTO games (id, game, players, options, series, begun) VALUES (?, ?, ?, ?, ?, ?)",
            (number, game.key, json.dumps(game.names), json.dumps(game.options), of, game.entries[0].at),
        )
        for name in game.names:
            # Behind those who play here; who has left the roster stays away.
            run("INSERT INTO people (name) VALUES (?) ON CONFLICT (name) DO NOTHING", (name,))
        seat(run, number, game.names)
        parent = 0
        for text, digest, at in game.entries:
            entry += 1
            run(
                "INSERT INTO entries (id, game, text, parent, head, digest, at) VALUES (?1, ?2, ?3, ?4, ?1, ?5, ?6)",
                (entry, number, text, parent, digest, at),
            )
            parent = entry
        stands(number, entry, entry, game.result)
    return tuple(numbers)
