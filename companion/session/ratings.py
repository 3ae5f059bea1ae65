"""Ratings of people at one kind of game, by OpenSkill (Plackett and Luce). Never kept: computed from all results.

openskill is not installed everywhere; see `is_available`. It is imported when ratings are computed, never before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from importlib.util import find_spec
from math import inf
from typing import Any

from companion.record.lists import RatedGame
from companion.values import NamedTuple
from companion.words import Words

NEW_BELOW = 5
"""With fewer games than this a person has no numbers yet."""
SURE = 4.0
"""A rating whose sigma is greater than this is provisional."""
TIED = 1e-9
"""Numbers that differ by less are equal: the last digits depend on the order of the seats."""


@cache
def is_available() -> bool:
    """Whether openskill is installed."""
    return find_spec("openskill") is not None


class RatingLine(NamedTuple):
    """The rating of a person. `low` = mu − 3·sigma orders the lines; the numbers are None for somebody who is new."""

    person: str
    name: str | None
    games: int
    mu: float | None
    sigma: float | None
    low: float | None
    new: bool
    place: int | None


def ratings(results: Iterable[RatedGame], without: Collection[str] = ()) -> tuple[RatingLine, ...]:
    """The ratings after results of one kind, in any order. People in `without` count for the others only.

    Equal `low` is an equal place. Raises ImportError if openskill is not installed.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    rated: dict[str, Any] = {}
    games: dict[str, int] = {}
    names: dict[str, str | None] = {}
    for result in sorted(results, key=lambda result: result.order):
        teams, ranks = _sides(result)
        if len(teams) < 2:  # nobody played against anybody
            continue
        before = [[rated.get(person) or model.rating() for person in team] for team in teams]
        for team, after in zip(teams, model.rate(before, ranks=ranks), strict=True):
            rated.update(zip(team, after, strict=True))
        for person, name in result.players:
            games[person] = games.get(person, 0) + 1
            names[person] = name
    shown = [person for person in games if person not in without]
    lows = {person: float(rated[person].mu - 3 * rated[person].sigma) for person in shown if games[person] >= NEW_BELOW}
    lines: list[RatingLine] = []
    for number, person in enumerate(sorted(lows, key=lambda person: (-lows[person], person)), 1):
        mu, sigma, low = float(rated[person].mu), float(rated[person].sigma), lows[person]
        tied = lines and low > lows[lines[-1].person] - TIED
        place = lines[-1].place if tied else number
        lines.append(RatingLine(person, names[person], games[person], mu, sigma, low, False, place))
    new = sorted(set(shown) - set(lows))
    return (*lines, *[RatingLine(person, names[person], games[person], None, None, None, True, None) for person in new])


def _sides(result: RatedGame) -> tuple[list[list[str]], list[float]]:
    """The people of each team, by its number, and its place: the better one where partners have two."""
    if result.teams is None:
        return [[person] for person, _ in result.players], [float(place) for place in result.places]
    people: dict[int, list[str]] = {number: [] for number in sorted(result.teams)}
    best: dict[int, float] = dict.fromkeys(people, inf)
    for number, (person, _), place in zip(result.teams, result.players, result.places, strict=True):
        people[number].append(person)
        best[number] = min(best[number], place)
    return list(people.values()), list(best.values())


def rating_text(line: RatingLine, words: Words) -> str:
    """A rating in words: `27 ± 4`, with a remark while it is provisional."""
    if line.mu is None or line.sigma is None:
        return words("ratings.new")
    key = "ratings.provisional" if line.sigma > SURE else "ratings.sure"
    return words(key, mu=round(line.mu), sigma=round(line.sigma))
