"""Standings: a line for each person, over the final results of an evening, a league or a kind of game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Set
from typing import NamedTuple

from companion.hall.messages import Person

GameId = tuple[str, int]
"""The id of the record under which a game began, and its number there."""


class Counted(NamedTuple):
    """A final result as standings and ratings need it. `day` is the evening it belongs to."""

    record: str
    game: int
    day: str
    kind: str
    players: tuple[Person, ...]
    teams: tuple[int, ...] | None
    places: tuple[int, ...]
    scores: tuple[int, ...] | None

    @property
    def order(self) -> tuple[str, str, int]:
        """The place of the result among all, the same on every board."""
        return self.day, self.record, self.game


class Weights(NamedTuple):
    """What a game brings to those who won, drew or lost it."""

    win: int = 2
    draw: int = 1
    loss: int = 0


class Scope(NamedTuple):
    """Which results count: days from `first` to `last`, and kinds of games; None is all."""

    first: str | None = None
    last: str | None = None
    kinds: tuple[str, ...] | None = None
    weights: Weights = Weights()

    def has(self, day: str, kind: str) -> bool:
        after = self.first is None or day >= self.first
        before = self.last is None or day <= self.last
        return after and before and (self.kinds is None or kind in self.kinds)


class StandingLine(NamedTuple):
    """A person in the standings. `points` is None where the standings are over several kinds of games."""

    place: int
    person: str
    name: str | None
    games: int
    won: int
    drawn: int
    lost: int
    points: int | None
    score: int


_NONE = Weights()


class Standings:
    """Standings that are kept: `put` adds, replaces or removes a result, `lines` never counts all again."""

    def __init__(self, results: Iterable[Counted] = (), weights: Weights = _NONE) -> None:
        self._weights = weights
        self._results: dict[GameId, Counted] = {}
        self._kinds: Counter[str] = Counter()
        self._sums: dict[str, Counter[str]] = {}
        self._names: dict[str, dict[tuple[str, str, int], str | None]] = {}
        self._latest: dict[str, tuple[str, str, int]] = {}
        self._lines: list[StandingLine] | None = None
        for result in results:
            self.put((result.record, result.game), result)

    def __len__(self) -> int:
        return len(self._results)

    def put(self, game: GameId, result: Counted | None) -> None:
        """The result of a game from now on; None if it does not count any more."""
        self._lines = None
        before = self._results.pop(game, None)
        if before is not None:
            self._add(before, -1)
        if result is not None:
            self._results[game] = result
            self._add(result, 1)

    def _add(self, result: Counted, sign: int) -> None:
        self._kinds[result.kind] += sign
        drawn = max(result.places) == 1
        for seat, player in enumerate(result.players):
            sums = self._sums.setdefault(player.person, Counter())
            how = "drawn" if drawn else "won" if result.places[seat] == 1 else "lost"
            sums[how] += sign
            sums["points"] += sign * (result.scores[seat] if result.scores is not None else 0)
            names = self._names.setdefault(player.person, {})
            if sign > 0:
                names[result.order] = player.name
                self._latest[player.person] = max(result.order, self._latest.get(player.person, result.order))
            else:
                del names[result.order]
                if not names:
                    del self._names[player.person], self._sums[player.person], self._latest[player.person]
                elif self._latest[player.person] == result.order:
                    self._latest[player.person] = max(names)

    def lines(self, without: Set[str] = frozenset()) -> tuple[StandingLine, ...]:
        """The lines in their order: score, won, fewest games, person. Equal in the first three share a place.

        People in `without` count for the others, and have no line and no place.
        """
        if self._lines is None:
            self._lines = self._counted_lines()
        placed: list[StandingLine] = []
        for line in self._lines:
            if line.person not in without:
                tied = placed and _rank(placed[-1]) == _rank(line)
                placed.append(line._replace(place=placed[-1].place if tied else len(placed) + 1))
        return tuple(placed)

    def _counted_lines(self) -> list[StandingLine]:
        """The lines of everybody, without places."""
        one_kind = sum(count > 0 for count in self._kinds.values()) == 1
        lines = []
        for person, sums in self._sums.items():
            won, drawn, lost = sums["won"], sums["drawn"], sums["lost"]
            score = won * self._weights.win + drawn * self._weights.draw + lost * self._weights.loss
            names, games = self._names[person], won + drawn + lost
            points = sums["points"] if one_kind else None
            lines.append(StandingLine(0, person, names[self._latest[person]], games, won, drawn, lost, points, score))
        return sorted(lines, key=lambda line: (*_rank(line), line.person))


def _rank(line: StandingLine) -> tuple[int, int, int]:
    return -line.score, -line.won, line.games
