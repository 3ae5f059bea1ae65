"""Standings and the evening of a result, worked by hand and counted again in a naive way."""

from __future__ import annotations

from datetime import time
from zoneinfo import ZoneInfo

import pytest
from hall.results import ADA, BEN, CLEO, RECORD
from hypothesis import given
from hypothesis import strategies as st

from companion.hall.fields import seconds_since_1970
from companion.hall.ledger import day_of
from companion.hall.messages import Person
from companion.hall.standings import Counted, Standings, Weights

PEOPLE = (ADA, BEN, CLEO)


def counted(game: int, places: tuple[int, ...], scores: tuple[int, ...] | None = None, kind: str = "skat") -> Counted:
    return Counted(RECORD, game, "2026-11-22", kind, PEOPLE[: len(places)], None, places, scores)


def rows(standings: Standings) -> list[tuple[object, ...]]:
    return [tuple(line[:1] + line[2:]) for line in standings.lines()]


def test_a_win_is_two_a_draw_one_and_a_tie_shares_a_place() -> None:
    results = [counted(1, (1, 2), (7, 3)), counted(2, (1, 1), None), counted(3, (2, 1, 3), (4, 6, 0))]
    assert rows(Standings(results)) == [
        (1, "Ada", 3, 1, 1, 1, 11, 3),
        (1, "Ben", 3, 1, 1, 1, 9, 3),
        (3, "Cleo", 1, 0, 0, 1, 0, 0),
    ]


def test_points_are_only_added_where_all_games_are_of_one_kind() -> None:
    standings = Standings([counted(1, (1, 2), (7, 3)), counted(2, (1, 2), (7, 3), "hearts")])
    assert [line.points for line in standings.lines()] == [None, None]
    standings.put((RECORD, 2), None)
    assert [line.points for line in standings.lines()] == [7, 3]


def test_a_league_counts_as_it_likes_and_fewer_games_are_better() -> None:
    results = [counted(1, (1, 2)), counted(2, (2, 1, 2))]
    assert rows(Standings(results, Weights(3, 1, 0)))[:2] == [
        (1, "Ada", 2, 1, 0, 1, 0, 3),
        (1, "Ben", 2, 1, 0, 1, 0, 3),
    ]
    results.append(counted(3, (2, 3, 1)))
    assert [line.name for line in Standings(results).lines()] == ["Cleo", "Ada", "Ben"]


def test_the_name_is_that_of_the_latest_result() -> None:
    renamed = counted(2, (1, 2))._replace(players=(Person(ADA.person, None), BEN))
    standings = Standings([renamed, counted(1, (1, 2))])
    assert [line.name for line in standings.lines()] == [None, "Ben"]
    standings.put((RECORD, 2), None)
    assert [line.name for line in standings.lines()] == ["Ada", "Ben"]
    standings.put((RECORD, 1), None)
    assert standings.lines() == ()


CHANGES = st.lists(
    st.tuples(
        st.integers(1, 5), st.none() | st.builds(
            lambda places, kind, day: counted(0, places, places, kind)._replace(
                day=day, players=tuple([Person(who.person, f"{who.name} on {day}") for who in PEOPLE[: len(places)]])
            ),
            st.sampled_from([(1, 2), (2, 1), (1, 1), (1, 2, 2), (3, 1, 2), (1, 1, 1)]),
            st.sampled_from(["skat", "hearts"]), st.sampled_from(["2026-11-21", "2026-11-22"]),
        ),
    )
)  # fmt: skip


@given(CHANGES)
def test_standings_that_are_kept_are_those_counted_from_the_start(changes: list[tuple[int, Counted | None]]) -> None:
    kept, last = Standings(), dict[int, Counted]()
    for game, result in changes:
        last.pop(game, None)
        if result is not None:
            last[game] = result = result._replace(game=game)
        kept.put((RECORD, game), result)
        assert len(kept) == len(last)
        assert kept.lines() == Standings(last.values()).lines()


@given(CHANGES, st.sets(st.sampled_from([who.person for who in PEOPLE])))
def test_who_is_left_out_leaves_no_gap_in_the_places(
    changes: list[tuple[int, Counted | None]], without: set[str]
) -> None:
    standings = Standings()
    for game, result in changes:
        standings.put((RECORD, game), None if result is None else result._replace(game=game))
    shown = standings.lines(without)
    everybody = {line.person: line for line in standings.lines()}
    assert {line.person for line in shown} == everybody.keys() - without
    for line in shown:
        better = [one for one in shown if (-one.score, -one.won, one.games) < (-line.score, -line.won, line.games)]
        assert line == everybody[line.person]._replace(place=len(better) + 1)


BERLIN, SIX = ZoneInfo("Europe/Berlin"), time(6)
ARRIVED = seconds_since_1970("2026-11-22T19:50:00Z")


@pytest.mark.parametrize(
    ("finished", "clock", "day"),
    [
        ("2026-11-22T19:48:10Z", True, "2026-11-22"),
        ("2026-11-22T04:59:59Z", True, "2026-11-21"),  # 05:59:59 in Berlin: still the evening before
        ("2026-11-22T05:00:00Z", True, "2026-11-22"),
        ("2026-11-15T19:00:00Z", True, "2026-11-15"),
        ("2026-11-22T20:00:00Z", True, "2026-11-22"),
        ("2026-11-24T20:00:00Z", True, "2026-11-22"),  # a clock that is fast
        ("1970-01-01T00:10:00Z", True, "2026-11-22"),
        ("2026-11-15T19:00:00Z", False, "2026-11-22"),
        (None, True, "2026-11-22"),
    ],
)
def test_the_evening_is_that_of_the_end_where_the_clock_can_be_right(
    finished: str | None, clock: bool, day: str
) -> None:
    assert day_of(finished, ARRIVED, BERLIN, SIX, clock=clock) == day
