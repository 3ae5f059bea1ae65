"""A series: games of the same people at the same game by the same options, played as rematches. Pure values.

How a game's series is counted stands in one place, `WAYS`; a game that is not in there counts wins for as long as
people play on. A tie counts as a win for each of its winners.

What people end themselves counts so:

- A concession is a win for the others. It brings nobody points.
- An agreed draw is a game without a winner and without points.
- An abandoned game brings nothing to anybody. Where points are added it counts as if it had not been played, so the
  same person begins the next one; where wins are counted it is a game without a winner.
- In a series of a fixed number of games points cannot make up for a concession: whoever has conceded more of its games
  than another cannot win it. Else the leader could simply give the last game up and win by the points before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.record.line import Result
from companion.table.moments import ABANDON


class Way(NamedTuple):
    """How the games of a series are counted.

    `points`: the scores are added up, otherwise wins are counted. `games`: so many that count decide it, by the highest
    total. `run`: so many wins in a row decide it. With neither it goes on for as long as people like.
    """

    points: bool = False
    games: int | None = None
    run: int | None = None


WAYS: Mapping[str, Way] = {
    "spartacus": Way(points=True),  # SPA-12
    "hannibal": Way(run=2),  # HAN-15
    "seven-hills": Way(points=True, games=2),  # HIL-9
}
_WINS = Way()


class Round(NamedTuple):
    """A game of a series: the names by seat, and its result, None while it runs."""

    names: tuple[str, ...]
    result: Result | None


class Standing(NamedTuple):
    """How a series stands.

    `people` as they sat in its first game, with their `totals`: points or wins. `games` is how many count. `leaders`
    stand best so far. When it is `decided`, `winners` have won it; nobody when it is a tie that stays one. `seats` is
    how the same people sit in their next game.
    """

    people: tuple[str, ...]
    totals: tuple[int, ...]
    games: int
    leaders: tuple[str, ...]
    decided: bool
    winners: tuple[str, ...]
    seats: tuple[str, ...]


def standing(game: str, rounds: Sequence[Round]) -> Standing:
    """The standing after the games of a series, oldest first; at least one has begun."""
    way = WAYS.get(game, _WINS)
    people, last = rounds[0].names, rounds[-1]
    counted = [
        (names, result)
        for names, result in rounds
        if result is not None and not (way.points and result.ended == ABANDON)
    ]
    totals = dict.fromkeys(people, 0)
    conceded = dict.fromkeys(people, 0)
    for names, result in counted:
        for seat, name in enumerate(names):
            totals[name] += result.scores[seat] if way.points else seat in result.winners
        if result.conceded is not None:
            conceded[names[result.conceded]] += 1
    leaders = _highest(totals, conceded if way.games is not None else None) if counted else ()
    decided = False
    winners: tuple[str, ...] = ()
    if way.run is not None:
        winners = _in_a_row(counted, way.run)
        decided = bool(winners)
    elif way.games is not None and len(counted) >= way.games:
        decided, winners = True, leaders if len(leaders) == 1 else ()  # HIL-9: a tie stays a tie (ruling)
    # Somebody else begins; of two, both change sides (HAN-15: also after a game without a winner).
    # HIL-9: each begins one game that counts, so one that does not is begun by the same person again.
    again = way.points and last.result is not None and last.result.ended == ABANDON
    seats = last.names if again else last.names[1:] + last.names[:1]
    return Standing(people, tuple(totals.values()), len(counted), leaders, decided, winners, seats)


def _highest(totals: Mapping[str, int], conceded: Mapping[str, int] | None) -> tuple[str, ...]:
    """Everybody with the highest total (SPA-12: equal totals share, a ruling), of those who conceded least."""
    names = list(totals)
    if conceded is not None:
        names = [name for name in names if conceded[name] == min(conceded.values())]
    return tuple([name for name in names if totals[name] == max(totals[other] for other in names)])


def _in_a_row(counted: Sequence[tuple[tuple[str, ...], Result]], length: int) -> tuple[str, ...]:
    """Who first won so many games in a row (HAN-15); a game without a winner breaks the run."""
    run: list[set[str]] = []
    for names, result in counted:
        winners = {names[seat] for seat in result.winners}
        run = [*run, winners] if run and winners == run[-1] else [winners]
        if winners and len(run) == length:
            return tuple([name for name in names if name in winners])
    return ()
