"""Records of every schema there has been, kept as they were written: all of them stay playable."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from companion.table.journal import FILE, SCHEMA, Record

from companion.record import figures as results
from companion.record.lists import Meetings, Tally
from companion.table.evening import Evening
from hardware.simulated.clock import SimulatedClock

RECORDS = sorted((Path(__file__).parent / "records").glob("schema-*.sql"))


def laid(record: Path, folder: Path) -> None:
    """Put a record there as its version wrote it."""
    with sqlite3.connect(folder / FILE) as database:
        database.executescript(record.read_text("utf-8"))
    database.close()


def test_there_is_a_record_of_every_schema() -> None:
    assert [file.name for file in RECORDS] == [f"schema-{number}.sql" for number in range(1, SCHEMA + 1)]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.stem)
def test_a_record_of_every_schema_is_played_on(record: Path, tmp_path: Path) -> None:
    laid(record, tmp_path)
    with Record(tmp_path) as journal:
        assert journal._database.execute("PRAGMA user_version").fetchone() == (SCHEMA,)
        assert journal._database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert journal._database.execute("PRAGMA foreign_key_check").fetchall() == []
        evening = Evening(journal, SimulatedClock(0.0))
        # Every game that is over or waits comes back to the table under today's rules.
        kept = [*evening.finished(0, 99).games, *evening.waiting(0, 99).games]
        assert len(kept) >= 3
        for game in kept:
            step = evening.resume(game.id)
            assert step.course is not None
            assert step.result == game.result
        while evening.may_redo:
            evening.redo()
        undone = 0
        while evening.now is not None:
            evening.undo()
            undone += 1
        for _ in range(undone):
            evening.redo()
        assert not evening.may_redo
        evening.start("praetorians", ("Ada", "Ben"), {"entry": "scores"})
        assert evening.tell("bank 21").course is not None


@pytest.mark.parametrize("record", RECORDS[1:], ids=lambda record: record.stem)
def test_the_same_evening_brings_the_same_figures_whatever_wrote_it(record: Path, tmp_path: Path) -> None:
    laid(record, tmp_path)
    with Record(tmp_path) as journal:
        # Counted in tests/table/write_record.py: Ada has won by 99 and because Ben gave up, then Ben by 99.
        ada = {tally.kind: tally for tally in journal.ask(lambda run: results.tallies(run, "Ada"))}
        assert ada["praetorians"] == Tally("praetorians", 3, 2, 0, 0, 2, 99, 0, 49.5)
        assert ada["spartacus"] == Tally("spartacus", 1, 1, 0, 1, 1, 58, 58, 58.0)
        assert ada["army-ants"][:4] == ("army-ants", 1, 0, 1)
        assert journal.ask(lambda run: results.meetings(run, "Ada", "Ben")) == (
            Meetings("praetorians", 3, 2, 1), Meetings("spartacus", 1, 1, 0),
        )  # fmt: skip
        lengths = {length.kind: length for length in journal.ask(results.lengths)}
        assert lengths["praetorians"].told == (2, 25 / 3, 13)
        assert lengths["seven-hills"].seconds == (160, 160.0, 160)


def test_what_a_person_has_won_under_another_name_was_not_known_before_schema_3(tmp_path: Path) -> None:
    kinds = {}
    for record in RECORDS[1:3]:
        (tmp_path / record.stem).mkdir()
        laid(record, tmp_path / record.stem)
        with Record(tmp_path / record.stem) as journal:
            kinds[record.stem] = {
                name: {tally.kind for tally in journal.ask(lambda run, name=name: results.tallies(run, name))}
                for name in ("Cleo", "Clea")
            }
            assert "Cleo" not in journal.people()
    assert kinds == {
        "schema-2": {"Cleo": {"seven-hills"}, "Clea": {"spartacus", "army-ants"}},
        "schema-3": {"Cleo": set(), "Clea": {"seven-hills", "spartacus", "army-ants"}},
    }
