"""`/ratings.json` of a board: whose ratings, of which results."""

from __future__ import annotations

import json
from datetime import time
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hall.results import ADA, BEN, BOARD, CLEO, RECORD

from companion.hall.answers import Answers, BadQuestion, Health, NotFound
from companion.hall.config import parse_config
from companion.hall.ledger import Ledger, Row
from companion.hall.messages import Person
from companion.hall.tables import Tables

HEALTH = Health("2026-11-22T19:00:00Z", None, {}, {}, 0)


def row(game: int, *people: Person, places: tuple[int, ...] | None = (1, 2), day: str = "2026-11-22") -> Row:
    """A result; without places it was taken back."""
    state = "final" if places is not None else "withdrawn"
    return Row(
        RECORD,
        game,
        1,
        "f" * 64,
        state,
        "skat",
        "Skat",
        "t1",
        day,
        people,
        None,
        places,
        None,
        None,
        True,
        False,
        0.0,
        0.0,
    )


FIVE = [row(game, ADA, BEN) for game in range(1, 6)]


def asked(rows: list[Row], query: str = "kind=skat", more: str = "on = true", forgotten: str = "") -> dict[str, Any]:
    """The answer of a board that holds these results."""
    config = parse_config(f'club = "arena"\nbroker = "mqtt://127.0.0.1"\n[ratings]\n{more}\n', lambda name: "")
    ledger = Ledger(rows, {}, {forgotten}, ZoneInfo("UTC"), time(6), guarded=False)
    answer = Answers(config, BOARD, ledger, Tables()).answer("/ratings.json", query, 0.0, 0.0, HEALTH)
    found: dict[str, Any] = json.loads(answer.text)
    return found


def test_a_line_has_the_numbers_of_a_person_in_the_order_of_low() -> None:
    answer = asked([*FIVE, row(6, ADA, CLEO)])
    assert (answer["kind"], answer["scope"]) == ("skat", {"kind": "skat"})
    ada, ben, cleo = answer["lines"]
    assert [*ada] == ["person", "name", "games", "mu", "sigma", "low", "new", "place"]
    assert (ada["name"], ada["games"], ada["new"], ada["place"]) == ("Ada", 6, False, 1)
    assert ada["low"] == ada["mu"] - 3 * ada["sigma"] > ben["low"]
    assert cleo == {
        "person": CLEO.person, "name": "Cleo", "games": 1, "mu": None, "sigma": None, "low": None, "new": True,
        "place": None,
    }  # fmt: skip


def test_a_result_that_was_taken_back_and_one_of_another_evening_leave_no_trace() -> None:
    lines = asked(FIVE)["lines"]
    assert asked([*FIVE, row(6, CLEO, ADA, places=None)])["lines"] == lines
    other = row(6, CLEO, ADA, day="2026-11-23")
    assert asked([*FIVE, other], "kind=skat&evening=2026-11-22")["lines"] == lines
    assert asked([*FIVE, other])["lines"] != lines


def test_who_is_left_out_or_forgotten_counts_for_the_others() -> None:
    ben = asked(FIVE)["lines"][1] | {"place": 1}
    assert asked(FIVE, more=f'on = true\nwithout = ["{ADA.person}"]')["lines"] == [ben]
    assert asked(FIVE, forgotten=ADA.person)["lines"] == [ben]


def test_ratings_are_off_unless_they_are_switched_on_and_are_of_one_kind() -> None:
    with pytest.raises(NotFound):
        asked(FIVE, more="on = false")
    with pytest.raises(BadQuestion):
        asked(FIVE, query="")
