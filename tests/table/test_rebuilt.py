"""Rows of any contents lead to a record that fits together, and one that fits together stays as it is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from companion.table.checked import checked
from companion.table.pages import Found
from companion.table.rebuilt import GameInfo, rebuilt
from companion.table.salvage import _write, ended
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from wrecks import CLOCK, evening

from companion.record.record import Record
from companion.table.evening import Evening

NUMBER = st.one_of(st.integers(0, 12), st.integers(-(2**63), 2**63 - 1))
SMALL = st.integers(0, 12)
TIME = st.one_of(st.floats(allow_nan=True), st.integers(-5, 2_000_000_000), st.none())
NAME = st.one_of(st.sampled_from(["Ada", "Ben", "Cleo", "\x1b[2J", "", " ", "‮x"]), st.text(max_size=30))
KEY = st.sampled_from(["praetorians", "hannibal", "senet", ""])
TEXT = st.one_of(
    st.sampled_from(
        "undo;redo;resume 1;resume 2;import;new praetorians;new hannibal;new senet;flip R7;stop;bank 9;back 0;back 99;"
        "change 1 stop;concede 0;concede 9;agree draw;abandon;set {};set [[[;set {\"a\":1}".split(";")
    ),
    st.text(max_size=20),
)
JSON = st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner) |
                    st.dictionaries(st.text(max_size=5), inner), max_leaves=5).map(json.dumps)  # fmt: skip
PLAYERS = st.one_of(st.just('["Ada", "Ben"]'), st.lists(NAME, max_size=5).map(json.dumps), JSON, st.text(max_size=9))
OPTIONS = st.one_of(st.just("{}"), st.just('{"twelves": true}'), JSON, st.text(max_size=9))
OUTCOME = st.one_of(st.none(), st.just('{"winners": [0], "scores": [9, 3], "ended": ""}'), JSON, st.text(max_size=9))
GAME = st.tuples(KEY, PLAYERS, OPTIONS, st.none() | SMALL, TIME, st.none() | SMALL, OUTCOME, st.none() | JSON)
ENTRY = st.tuples(SMALL, TEXT, SMALL, SMALL, st.text(max_size=12), TIME)
PERSON = st.tuples(NAME, TIME, st.integers(-1, 2))
ROWS = st.tuples(
    st.dictionaries(st.integers(1, 9), PERSON, max_size=5),
    st.dictionaries(st.integers(1, 4), GAME, max_size=4),
    st.dictionaries(st.integers(1, 12), ENTRY, max_size=12),
)


def again(kept: GameInfo) -> GameInfo:
    """What is made of what was made."""
    people = {number: tuple(row) for number, *row in kept.people if number is not None}
    games = {game.id: (*game[1:7], game.outcome, game.people) for game in kept.games}
    return rebuilt(people, games, {row[0]: row[1:] for row in kept.entries}, ended)


@given(ROWS)
@settings(max_examples=300)
def test_of_any_rows_what_fits_together_is_kept_and_stays(rows: tuple[Any, Any, Any]) -> None:
    people, games, entries = rows
    kept = rebuilt(people, games, entries, ended)
    assert {row[0] for row in kept.entries} <= set(entries)
    for number, game, text, parent, head, digest, _ in kept.entries:
        assert (game, text, head, digest) == (*entries[number][:2], *entries[number][3:5])
        assert parent in (0, entries[number][2])
    there = {row[0] for row in kept.entries}
    assert all(game.head in (0, *there) for game in kept.games)
    after = again(kept)
    assert (after.games, after.entries, after.undone) == (
        [game if game.people is not None else after.games[place] for place, game in enumerate(kept.games)],
        kept.entries, kept.undone,
    )  # fmt: skip


@given(ROWS)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_what_is_kept_of_any_rows_is_a_record_that_is_opened_listed_and_played_on(
    tmp_path_factory: Any, rows: tuple[Any, Any, Any]
) -> None:
    folder = tmp_path_factory.mktemp("rows")
    _write(folder / FILE, rebuilt(*rows, ended), ("Ada",))
    with Record(folder) as journal:
        table = Evening(journal, CLOCK)
        listed = [*table.waiting(0, 20).games, *table.finished(0, 20).games]
        for game in listed:
            table.resume(game.id)
        while table.may_redo:
            table.redo()
        while table.now is not None and (table.now.course is not None or table.now.first):
            table.undo()
        table.start("praetorians", ("Ada", "Ben"), {})
        assert journal.told == []
    assert [fault for fault in checked(folder).faults if fault.heals] == []


@given(NUMBER, NUMBER, NUMBER)
def test_numbers_without_end_are_no_trouble(number: int, parent: int, head: int) -> None:
    games = {1: ("praetorians", '["Ada", "Ben"]', "{}", None, None, None, None, None)}
    entries = {1: (1, "new praetorians", 0, 1, "d", 1.0), abs(number) + 2: (1, "flip R7", parent, head, "d", 2.0)}
    kept = rebuilt({}, games, entries, ended)
    assert kept.entries[0][0] == 1


def test_an_evening_is_made_of_its_rows_as_it_was(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        evening(journal)
        run = journal._database.execute
        people = {row[0]: row[1:] for row in run("SELECT id, name, used, retired FROM people")}
        columns = "id, game, players, options, series, begun, head, outcome, people"
        games = {row[0]: row[1:] for row in run(f"SELECT {columns} FROM games")}
        entries = {row[0]: row[1:] for row in run("SELECT id, game, text, parent, head, digest, at FROM entries")}
        undone = run("SELECT beside, entry FROM undone ORDER BY place").fetchall()
    for anew in (False, True):
        kept = rebuilt(*Found(people, games, entries), ended, anew=anew)
        assert {row[0]: row[1:] for row in kept.entries} == entries
        assert [row[1:] for row in kept.people] == [tuple(row) for row in people.values()]
        assert [game.outcome for game in kept.games] == [row[6] for row in games.values()]
        assert kept.undone == undone
