"""Figures of people's games: who has won how often, against whom, and how long games take.

SQL counts them on the index. There, a finished game has a result for each of its people, and an unfinished one has
none; so only the last end of a game counts.

A record belongs to a person, not to a name: it stays after a rename, also for earlier games, and after the person left
the roster and returned. The games themselves keep the names that people had then.

- Abandoned games do not count.
- A game is *drawn* if nobody or everybody has won it. A player who shares a win with some others has *won*.
- A game that people ended by conceding or agreeing brings a win, a loss or a draw, and no points.
- The best points are the fewest where these win. An option may say so: where it differs between games there is no best.
- A *streak* is a number of wins in a row at one game; anything but a win ends it.
- PAUSE_S says what the duration of a game is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.play.fold import GameInfo
from companion.play.results import aim_of
from companion.record.index import CHECKSUM, GAME, Run, info
from companion.record.lists import Durations, HeadToHead, PersonStats
from companion.values import NamedTuple

if TYPE_CHECKING:
    from companion.record.lookup import RecordView

LATELY = 1000
"""The number of games, the last ones that ended, whose durations count; more would keep the glass waiting."""


class Past(NamedTuple):
    """A finished game; `entries` counts those up to its end, `seconds` is their duration; None if abandoned.
    `seconds` is None also for an imported game whose entries have no times.
    """

    game: GameInfo
    entries: int | None
    seconds: int | None


# -- queries

_TALLIES = """
SELECT r.kind, count(*), sum(r.won), sum(r.drawn), max(r.points), min(r.points), avg(r.points), avg(r.ms)
FROM results AS r WHERE r.person = ? GROUP BY r.kind
"""
_SETUPS = """
SELECT r.kind, min(r.game) FROM results AS r JOIN games AS g ON g.id = r.game
WHERE r.person = ? AND r.points IS NOT NULL GROUP BY r.kind, g.info ->> '$[4]', g.info ->> '$[10]'
"""
"""A game for each choice of options and each text of a score pad."""
# A run is a game that was not won, and the wins after it.
_STREAKS = """
WITH
counted AS (
    SELECT kind, won, sum(NOT won) OVER (PARTITION BY kind ORDER BY ended) AS run FROM results WHERE person = ?
),
runs AS (SELECT kind, run, sum(won) AS wins FROM counted GROUP BY kind, run)
SELECT kind, wins, longest FROM (
    SELECT kind, run, wins, max(wins) OVER same AS longest, max(run) OVER same AS last
    FROM runs WINDOW same AS (PARTITION BY kind)
) WHERE run = last
"""
_MEETINGS = """
SELECT one.kind, count(*), sum(one.won AND NOT other.won), sum(other.won AND NOT one.won), sum(one.won AND other.won)
FROM results AS one
JOIN results AS other ON other.person = ? AND other.kind = one.kind AND other.ended = one.ended
WHERE one.person = ? GROUP BY one.kind
"""
_LENGTHS = f"""
SELECT game, count(*), min(entries), avg(entries), max(entries), min(seconds), avg(seconds), max(seconds)
FROM (
    SELECT game, entries, seconds FROM games WHERE ended IS NOT NULL AND whole({GAME}) ORDER BY ended DESC LIMIT ?
)
WHERE seconds IS NOT NULL GROUP BY game
"""
_TOTALS = "SELECT kind, sum FROM totals WHERE person = ? AND sum <> 0"
_PEOPLE = """
SELECT value ->> 0 AS id, value ->> 1 AS name, value ->> 2 AS retired, value ->> 3 AS used
FROM place, json_each(state, '$.people')
"""
_SUMS = f"SELECT kind, sum({CHECKSUM}) FROM results WHERE person = ? GROUP BY kind"


def person_stats(run: Run, name: str) -> tuple[PersonStats, ...]:
    """A person's record, game by game, the one played most first; empty for somebody who has finished none."""
    person = _person(run, name)
    _check(run, person)
    streaks = {kind: (last, longest) for kind, last, longest in run(_STREAKS, (person,))}
    stats = [
        PersonStats(kind, played, won, drawn, *streaks[kind], best, least, mean, thought_ms)
        for kind, played, won, drawn, best, least, mean, thought_ms in run(_TALLIES, (person,))
    ]
    return tuple(sorted(stats, key=lambda tally: -tally.played))


def person_record(library: RecordView, name: str) -> tuple[PersonStats, ...]:
    """A person's record with the aims of the games, which their rules and options say."""
    tallies = library.ask(lambda index: person_stats(index.run, name))
    aims = defaultdict[str, set[int]](set)
    for kind, game in library.ask(lambda index: _setups(index.run, name)):
        aims[kind].add(aim_of(library.rules_of(game), game.options))
    one_aim = {kind: next(iter(found)) if len(found) == 1 else None for kind, found in aims.items()}
    return tuple([tally._replace(aim=one_aim.get(tally.kind)) for tally in tallies])


def _setups(run: Run, name: str) -> list[tuple[str, GameInfo]]:
    found = run(_SETUPS, (_person(run, name),)).fetchall()
    return [(kind, info(run("SELECT * FROM games WHERE id = ?", (game,)).fetchone())) for kind, game in found]


def head_to_head(run: Run, name: str, other: str) -> tuple[HeadToHead, ...]:
    """The results of a person against another, game by game, the one played most first."""
    one, two = _person(run, name), _person(run, other)
    _check(run, one)
    _check(run, two)
    meetings = [HeadToHead(*row) for row in run(_MEETINGS, (two, one))]
    return tuple(sorted(meetings, key=lambda meeting: -meeting.played))


def durations(run: Run, most: int = LATELY) -> tuple[Durations, ...]:
    """The durations of each game, from the `most` games that ended last (-1 for all); the most frequent game first."""
    lengths = [
        Durations(kind, games, (fewest, entries, most_entries), (least, mean, longest))
        for kind, games, fewest, entries, most_entries, least, mean, longest in run(_LENGTHS, (most,))
    ]
    return tuple(sorted(lengths, key=lambda length: -length.games))


_PAST = "SELECT * FROM games AS g WHERE g.ended IS NOT NULL"


def past_games(run: Run, kind: str | None = None, names: Sequence[str] = (), most: int = -1) -> tuple[Past, ...]:
    """Finished games of one kind, or of all, in which all these people played; the one that ended last first."""
    which, params = _PAST, list[object]()
    if kind is not None:
        which, params = f"{which} AND g.game = ?", [kind]
    for name in names:
        which += " AND EXISTS (SELECT 1 FROM json_each(g.info, '$[2]') WHERE value = ?)"
        params.append(_person(run, name))
    rows = run(f"{which} ORDER BY g.ended DESC LIMIT ?", (*params, most))
    return tuple([Past(info(row), row[4], row[5]) for row in rows])


def people(run: Run) -> tuple[str, ...]:
    """Everybody who has a record, on the roster or not; those who played last come first."""
    which = "EXISTS (SELECT 1 FROM results WHERE person = id) ORDER BY retired, used DESC, id"
    return tuple([name for (name,) in run(f"SELECT name FROM ({_PEOPLE}) WHERE {which}")])


def _check(run: Run, person: int) -> None:
    """Raise ValueError if results of a person are damaged or missing in the index."""
    if dict(run(_SUMS, (person,))) != dict(run(_TOTALS, (person,))):
        raise ValueError("results of the index are damaged")


def _person(run: Run, name: str) -> int:
    """The number of a person, on the roster or not; 0 for nobody."""
    row = run(f"SELECT id FROM ({_PEOPLE}) WHERE name = ?", (name,)).fetchone()
    return int(row[0]) if row else 0
