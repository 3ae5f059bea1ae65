"""Ratings: what they must never depend on, and who is shown how. The arithmetic is that of openskill."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.hall.messages import Person
from companion.record.lists import RatedGame
from companion.session.ratings import RatingLine, rating_text, ratings
from companion.words import Words

ADA, BEN, CLEO, DORA, EMIL = (
    Person(str(number) * 16, name) for number, name in enumerate(("Ada", "Ben", "Cleo", "Dora", "Emil"), 1)
)
PEOPLE = (ADA, BEN, CLEO, DORA, EMIL)


def game(
    number: int,
    places: tuple[int, ...],
    teams: tuple[int, ...] | None = None,
    people: tuple[Person, ...] = PEOPLE,
    day: str = "2026-11-22",
) -> RatedGame:
    """A result of the first people, as many as there are places."""
    return RatedGame("skat", (day, "a" * 32, number), people[: len(places)], teams, places)


def five(*places: int, teams: tuple[int, ...] | None = None) -> list[RatedGame]:
    """The same result five times, so that nobody is new."""
    return [game(number, places, teams) for number in range(1, 6)]


def by_name(lines: tuple[RatingLine, ...]) -> Mapping[str | None, tuple[float, float]]:
    """Mu and sigma of everybody who is not new."""
    return {line.name: (line.mu, line.sigma) for line in lines if line.mu is not None and line.sigma is not None}


@pytest.mark.parametrize("places", [(1, 2), (1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5)])
def test_who_stands_before_somebody_is_rated_higher(places: tuple[int, ...]) -> None:
    lines = ratings(five(*places))
    assert [line.name for line in lines] == [person.name for person in PEOPLE[: len(places)]]
    assert [line.place for line in lines] == list(places)
    mus = [mu for mu, _ in by_name(lines).values()]
    assert mus == sorted(mus, reverse=True)
    assert mus[0] > 25 > mus[-1]


@pytest.mark.parametrize("places", [(1, 1), (1, 1, 1), (1, 1, 1, 1, 1)])
def test_a_draw_of_equals_leaves_them_equal(places: tuple[int, ...]) -> None:
    lines = ratings(five(*places))
    for mu, sigma in by_name(lines).values():
        assert (mu, sigma) == pytest.approx(by_name(lines)["Ada"])
    assert {line.place for line in lines} == {1}
    assert by_name(lines)["Ada"][0] == pytest.approx(25)


def test_people_with_equal_places_change_alike() -> None:
    found = by_name(ratings(five(2, 1, 2, 1, 5)))
    assert found["Ada"] == pytest.approx(found["Cleo"])
    assert found["Ben"] == pytest.approx(found["Dora"])
    assert found["Ben"][0] > found["Ada"][0] > found["Emil"][0]
    assert [line.place for line in ratings(five(2, 1, 2, 1, 5))] == [1, 1, 3, 3, 5]


def test_partners_are_rated_together_and_their_team_has_the_better_of_two_places() -> None:
    found = by_name(ratings(five(1, 3, 1, 3, teams=(0, 1, 0, 1))))
    assert found["Ada"] == found["Cleo"]
    assert found["Ben"] == found["Dora"]
    assert found["Ada"][0] > 25 > found["Ben"][0]
    assert by_name(ratings(five(1, 3, 3, 3, teams=(0, 1, 0, 1)))) == found


def test_a_game_in_which_nobody_plays_against_anybody_does_not_count() -> None:
    assert ratings([*five(1, 1, teams=(0, 0)), game(6, (1,), people=(CLEO,))]) == ()
    (ada, ben) = ratings([*five(1, 1, teams=(0, 0)), game(6, (1, 1))])
    assert (ada.games, ben.games) == (1, 1)


PLACES = ((1, 2), (1, 1), (2, 1, 2), (1, 2, 3), (1, 1, 1), (4, 1, 3, 2), (1, 3, 1, 3))
RESULTS = st.lists(
    st.tuples(st.integers(1, 4), st.sampled_from(PLACES), st.sampled_from(("2026-11-21", "2026-11-22"))),
    unique_by=lambda drawn: (drawn[0], drawn[2]),
).map(lambda drawn: [game(number, places, day=day) for number, places, day in drawn])


@given(RESULTS, st.randoms(use_true_random=False))
def test_the_order_of_arrival_makes_no_difference(results: list[RatedGame], chance: random.Random) -> None:
    shuffled = results.copy()
    chance.shuffle(shuffled)
    assert ratings(shuffled) == ratings(results)


@given(RESULTS)
def test_who_is_left_out_counts_for_the_others(results: list[RatedGame]) -> None:
    lines = ratings(results)
    kept = ratings(results, without=[BEN.person])
    assert [line._replace(place=None) for line in kept] == [
        line._replace(place=None) for line in lines if line.name != "Ben"
    ]
    assert [line.place for line in kept if not line.new][:1] in ([], [1])


def test_the_evening_counts_before_the_number_of_the_game() -> None:
    won, lost = (1, 2), (2, 1)
    early = [game(9, won, day="2026-11-21"), *[game(number, lost) for number in range(1, 6)]]
    late = [game(9, won, day="2026-11-23"), *[game(number, lost) for number in range(1, 6)]]
    assert by_name(ratings(early))["Ada"][0] < by_name(ratings(late))["Ada"][0]


def test_a_game_that_does_not_count_any_more_leaves_no_trace() -> None:
    results = [*five(1, 2), game(6, (2, 1, 3))]
    assert ratings(results[:-1]) == ratings(five(1, 2))
    assert [line.name for line in ratings(results[:-1])] == ["Ada", "Ben"]


def test_with_fewer_than_five_games_there_are_no_numbers() -> None:
    first, second, new = ratings([*five(1, 2), game(6, (1, 2, 3))])
    assert (first.name, first.games, second.name, new.name) == ("Ada", 6, "Ben", "Cleo")
    assert new == RatingLine(CLEO.person, "Cleo", 1, None, None, None, True, None)
    assert not first.new
    assert first.mu is not None
    assert first.sigma is not None
    assert first.low == first.mu - 3 * first.sigma
    assert ratings([]) == ()


def test_the_name_is_that_of_the_last_result() -> None:
    renamed = (Person(ADA.person, "Adele"), BEN)
    lines = ratings([game(6, (1, 2), people=renamed), *five(1, 2)])
    assert [line.name for line in lines] == ["Adele", "Ben"]
    assert ratings([*five(1, 2), game(0, (1, 2), people=renamed)])[0].name == "Ada"


def test_a_rating_says_that_it_is_provisional_while_it_is_not_sure() -> None:
    line = RatingLine("1", "Ada", 12, 26.6, 4.04, 14.5, False, 1)
    en = Words("en")
    assert rating_text(line, en) == "27 ± 4, provisional"
    assert rating_text(line._replace(sigma=4.0), en) == "27 ± 4"
    assert rating_text(line._replace(mu=None, sigma=None, new=True), en) == "new"
