"""A series: rematches of the same people at the same game with the same options. Pure values.

The `SeriesRule` of a game says how its series is counted. A tie counts as a win for each of its winners.

A game that people end by an act counts like this:

- A concession is a win for the others. It brings nobody points.
- An agreed draw is a game without a winner and without points.
- An abandoned game brings nothing to anybody. Where points are added it counts as if it had not been played, so the
  same person begins the next one; where wins are counted it is a game without a winner.
- In a series in which each person begins one game, points cannot make up for a concession: somebody who has conceded
  more games of it than another cannot win it. Otherwise the leader could concede the last game and win by the points of
  the others.

A series can hold games that do not count: those after the one that decided it, and, where each person begins one game,
any further game that the same person begins. They arise when people reopen an earlier game of the series,
and by import.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.kit.game import Game
from companion.kit.rules import Seat, SeriesRule
from companion.play.act import ABANDON, Result
from companion.values import NamedTuple


class Round(NamedTuple):
    """A game of a series: the names by seat, and its result, None while it runs.

    `at` is the number of the entry it stands at: of two games that are over, the one that ended later has the greater.
    """

    names: tuple[str, ...]
    result: Result | None
    at: int = 0


class Standing(NamedTuple):
    """How a series stands.

    `people` as they sat in its first game, with their `totals`: points or wins. `games` is how many count. `leaders`
    have the most so far. When it is `decided`, `winners` have won it; there are none if it stays a tie. `seats` is
    how the same people sit in their next game. Where a run of wins decides, `run` is how many each has won in a
    row now, and `run_needed` how many they need; else they are empty and None.
    """

    people: tuple[str, ...]
    totals: tuple[int, ...]
    games: int
    leaders: tuple[str, ...]
    decided: bool
    winners: tuple[str, ...]
    seats: tuple[str, ...]
    run: tuple[int, ...] = ()
    run_needed: int | None = None


def standing(rule: SeriesRule, rounds: Sequence[Round]) -> Standing:
    """The standing after the games of a series, oldest first; at least one has begun."""
    people, last = rounds[0].names, rounds[-1]
    counted = [(one.names, one.result) for one in _counting_rounds(rule, rounds) if one.result is not None]
    totals = dict.fromkeys(people, 0)
    conceded = dict.fromkeys(people, 0)
    for names, result in counted:
        for seat, name in enumerate(names):
            totals[name] += result.scores[seat] if rule.points else seat in result.winners
        if result.conceding_seat is not None:
            conceded[names[result.conceding_seat]] += 1
    leaders = _highest(totals, conceded if rule.each_begins else None) if counted else ()
    decided = False
    winners: tuple[str, ...] = ()
    run: tuple[int, ...] = ()
    if rule.run is not None:
        run = _wins_in_a_row(people, counted)
        winners = _run_of(counted, rule.run)
        decided = bool(winners)
    elif rule.each_begins and len(counted) == len(people):
        decided, winners = True, leaders if len(leaders) == 1 else ()  # HIL-9: a tie stays a tie (ruling)
    # Somebody else begins; of two, both change sides (HAN-15: also after a game without a winner).
    seats = _moved_on(last.names, rule)
    if rule.points and last.result is not None and last.result.ended == ABANDON:
        seats = last.names
    if rule.each_begins and not decided:
        begun = [names[0] for names, _ in counted]
        while begun and seats[0] in begun:
            seats = seats[1:] + seats[:1]
    return Standing(people, tuple(totals.values()), len(counted), leaders, decided, winners, seats, run, rule.run)


def counts(rule: SeriesRule, rounds: Sequence[Round]) -> tuple[bool, ...]:
    """Which games of a series count in it, oldest first."""
    counted = _counting_rounds(rule, rounds)
    return tuple([any(one is other for other in counted) for one in rounds])


def waiting_games(rule: SeriesRule, rounds: Sequence[Round]) -> tuple[int, ...]:
    """The places of the games of a series that run and can still count in it, oldest first; none once it is decided."""
    if standing(rule, rounds).decided:
        return ()
    begun = {one.names[0] for one in _counting_rounds(rule, rounds)} if rule.each_begins else set()
    return tuple([at for at, one in enumerate(rounds) if one.result is None and one.names[0] not in begun])


def rule_of(game: Game | None) -> SeriesRule:
    """How a game's series is counted; of a game that is not known here, wins."""
    return game.series if game is not None else SeriesRule()


def sides_of(game: Game | None, count: int) -> tuple[tuple[Seat, ...], ...]:
    """The seats of partners, or each seat alone, with this number of people."""
    return rule_of(game).sides.get(count, tuple([(seat,) for seat in range(count)]))


def _moved_on(names: tuple[str, ...], rule: SeriesRule) -> tuple[str, ...]:
    """The people one place on; partners the fewest places that keep them together, no place if none does."""
    sides = rule.sides.get(len(names), ())

    def partners(seated: tuple[str, ...]) -> set[frozenset[str]]:
        return {frozenset([seated[seat] for seat in side]) for side in sides}

    moved = [names[places:] + names[:places] for places in range(1, len(names))]
    return next((seated for seated in moved if partners(seated) == partners(names)), names)


def _counting_rounds(rule: SeriesRule, rounds: Sequence[Round]) -> list[Round]:
    """The games that count, oldest first."""
    over = [one for one in rounds if one.result is not None and not (rule.points and one.result.ended == ABANDON)]
    if rule.each_begins:
        # Of two games that the same person began, the one that ended first: a later one changes nothing any more.
        first: dict[str, Round] = {}
        for one in sorted(over, key=lambda one: one.at):
            first.setdefault(one.names[0], one)
        return [one for one in over if one is first[one.names[0]]]
    if rule.run is not None:
        for most in range(rule.run, len(over)):
            if _run_of([(one.names, one.result) for one in over[:most] if one.result is not None], rule.run):
                return over[:most]
    return over


def _highest(totals: Mapping[str, int], conceded: Mapping[str, int] | None) -> tuple[str, ...]:
    """Everybody with the highest total (SPA-12: equal totals share, a ruling), of those who conceded least."""
    names = list(totals)
    if conceded is not None:
        names = [name for name in names if conceded[name] == min(conceded.values())]
    return tuple([name for name in names if totals[name] == max(totals[other] for other in names)])


def _wins_in_a_row(people: Sequence[str], counted: Sequence[tuple[tuple[str, ...], Result]]) -> tuple[int, ...]:
    """How many of the last games each has won without one between that was not won (HAN-15)."""
    wins = dict.fromkeys(people, 0)
    for names, result in counted:
        wins = {name: wins[name] + 1 if names.index(name) in result.winners else 0 for name in people}
    return tuple(wins.values())


def _run_of(counted: Sequence[tuple[tuple[str, ...], Result]], length: int) -> tuple[str, ...]:
    """Who first won this number of games in a row (HAN-15); a game without a winner breaks the run."""
    run: list[set[str]] = []
    for names, result in counted:
        winners = {names[seat] for seat in result.winners}
        run = [*run, winners] if run and winners == run[-1] else [winners]
        if winners and len(run) == length:
            return tuple([name for name in names if name in winners])
    return ()
