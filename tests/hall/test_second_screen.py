"""A table of a hall on a second screen: what its pages get, and which questions are refused."""

from __future__ import annotations

import json
from zoneinfo import ZoneInfo

import pytest
from hall.results import ADA, BEN, OTHER, STATE

from companion.hall.answers import Answers, BadQuestion
from companion.hall.config import parse_config
from companion.hall.intake import CheckedMessage
from companion.hall.ledger import Ledger
from companion.hall.messages import Seat
from companion.hall.tables import Tables
from companion.ports import Points, PublicView
from companion.words import Words


def view(answers: Answers, query: str, now: float) -> PublicView:
    """The table as its page gets it."""
    _, text = answers.changes(query, None, now, now, 0.0, connected=True)
    seen = json.loads(text)["table"]
    return PublicView(**{**seen, "points": tuple([Points(*points) for points in seen["points"]])})


@pytest.fixture
def tables() -> Tables:
    return Tables()


@pytest.fixture
def answers(tables: Tables) -> Answers:
    config = parse_config('club = "arena"\nbroker = "mqtt://127.0.0.1"', lambda name: "")
    ledger = Ledger([], {}, set(), ZoneInfo("UTC"), config.board.begins, guarded=False)
    return Answers(config, "c" * 32, ledger, tables)


def test_a_table_is_shown_with_the_turn_and_afterwards_with_those_who_won(tables: Tables, answers: Answers) -> None:
    tables.take(CheckedMessage("t1", STATE, True), 5.0, retained=False)
    seen = view(answers, "table=t1", 5.0)
    assert (seen.game, seen.says) == ("Spartacus", "It is Ada's turn")
    assert seen.points == (Points("Ada", "3", marked=True), Points("Seat 2", ""))
    won = (Seat(ADA.person, "Ada", 3, True, False, False, True), Seat(BEN.person, "Ben", -7, False, True, True, False))
    tables.take(
        CheckedMessage("t1", STATE._replace(order=(3, 18), phase="over", players=won), True), 6.0, retained=False
    )
    assert view(answers, "table=t1&show=line", 6.0).points == (
        Points("Ada", "3", out=True), Points("Ben", "-7", marked=True),
    )  # fmt: skip


def test_the_game_is_called_as_in_the_language_of_the_page_and_by_the_table_where_its_texts_are_not_here(
    tables: Tables, answers: Answers
) -> None:
    tables.take(CheckedMessage("t1", STATE, True), 5.0, retained=False)
    assert view(answers, "table=t1&language=ja", 5.0).game == Words("ja")("game.spartacus")
    tables.take(
        CheckedMessage("t1", STATE._replace(order=(3, 18), kind="tarock", title="Tarock"), True), 6.0, retained=False
    )
    assert view(answers, "table=t1&language=ja", 6.0).game == "Tarock"


def test_of_a_silent_table_there_are_no_points_that_may_be_old(tables: Tables, answers: Answers) -> None:
    assert view(answers, "table=t1", 5.0).says == "t1: not heard of yet"
    tables.take(CheckedMessage("t1", STATE, True), 5.0, retained=False)
    seen = view(answers, "table=t1", 66.0)
    assert (seen.says, seen.points) == ("t1: silent for 61 s", ())
    tables.take(CheckedMessage("t1", STATE, True), 70.0, retained=True)  # a broker had kept it
    assert view(answers, "table=t1", 70.0).points == ()


def test_a_table_without_a_game_says_so(tables: Tables, answers: Answers) -> None:
    idle = STATE._replace(phase="idle", game=None, kind=None, title=None, players=(), says=None)
    tables.take(CheckedMessage("t1", idle, True), 5.0, retained=False)
    seen = view(answers, "table=t1", 5.0)
    assert (seen.says, seen.game, seen.points) == ("No game on the table", "", ())


@pytest.mark.parametrize("query", ["", "table=", "table=T%201", "table=t1&show=all", "table=t1&table=t2", "evening=t1"])
def test_a_wrong_question_is_refused(answers: Answers, query: str) -> None:
    with pytest.raises(BadQuestion):
        answers.labels("/big", query)


def test_a_state_that_is_not_later_is_dropped_for_a_minute_also_with_another_record(tables: Tables) -> None:
    tables.take(CheckedMessage("t1", STATE, True), 5.0, retained=False)
    earlier = STATE._replace(record=OTHER, order=(3, 16))
    ledger = Ledger([], {}, set(), ZoneInfo("UTC"), parse_config(
        'club = "arena"\nbroker = "mqtt://127.0.0.1"', lambda name: ""
    ).board.begins, guarded=False)  # fmt: skip
    assert not tables.take(CheckedMessage("t1", earlier, True), 65.0, retained=False)
    line = tables.lines(ledger, 65.0)[0]
    assert (line.record, "two records" in line.warnings) == (STATE.record, True)
    assert tables.take(CheckedMessage("t1", earlier, True), 65.1, retained=False)
    assert tables.lines(ledger, 65.1)[0].record == OTHER
