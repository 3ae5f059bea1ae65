"""Ratings of people at one kind of game, by OpenSkill (Plackett and Luce). Never kept: computed from all results."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from companion.hall.standings import Counted

NEW_BELOW = 5
"""With fewer games than this a person has no numbers yet."""


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


def ratings(results: Iterable[Counted], without: Collection[str] = ()) -> tuple[RatingLine, ...]:
    """The ratings after results of one kind, in any order. People in `without` count for the others only.

    Raises ImportError if openskill is not installed.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    rated: dict[str, Any] = {}
    games: dict[str, int] = {}
    names: dict[str, str | None] = {}
    for result in sorted(results, key=lambda result: result.order):
        numbers = result.teams if result.teams is not None else tuple(range(len(result.players)))
        teams = [[seat for seat, own in enumerate(numbers) if own == number] for number in sorted(set(numbers))]
        if len(teams) > 1:
            before = [[rated.get(result.players[seat].person) or model.rating() for seat in team] for team in teams]
            places = [float(min(result.places[seat] for seat in team)) for team in teams]
            for team, after in zip(teams, model.rate(before, ranks=places), strict=True):
                rated |= {result.players[seat].person: rating for seat, rating in zip(team, after, strict=True)}
        for player in result.players:
            games[player.person] = games.get(player.person, 0) + 1
            names[player.person] = player.name
    shown = [person for person in games if person not in without]
    known = sorted(
        [person for person in shown if games[person] >= NEW_BELOW and person in rated],
        key=lambda person: (-(rated[person].mu - 3 * rated[person].sigma), person),
    )
    lines = []
    for place, person in enumerate(known, 1):
        mu, sigma = float(rated[person].mu), float(rated[person].sigma)
        lines.append(RatingLine(person, names[person], games[person], mu, sigma, mu - 3 * sigma, False, place))
    new = sorted(set(shown) - set(known))
    return (*lines, *[RatingLine(person, names[person], games[person], None, None, None, True, None) for person in new])
