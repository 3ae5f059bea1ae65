"""Who has won how often: counted when a game ends, removed when its end is undone, by an index."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from installed import Record, export_text, import_games

from companion.play.act import Begin, Result, parse
from companion.record import figures
from companion.record.index import FINISHED, INDEX, WAITING, Index, connect
from companion.record.lists import Durations, HeadToHead, PersonStats
from companion.session.session import Session
from hardware.simulated import SimulatedClock

SCORES = {"entry": "scores"}
WON_BY_ADA = ("match 10",) * 9 + ("bank 9",)


def over(
    record: Record, names: tuple[str, ...], result: Result, *, game: str = "praetorians", at: tuple[float, ...] = (0, 9)
) -> None:
    """A game that began, went on and ended at these times."""
    people = tuple([record.add_person(name, at[0]) for name in names])
    number = record.state.games + 1
    record.add(Begin(game, people, {}).act(), at[0], number, f"g{number}")
    for moment in at[1:-1]:
        record.add(parse("flip R7"), moment, number, f"g{number}")
    record.add(parse(result.ended or "stop"), at[-1], number, f"g{number}", result=result)


def ada(record: Record) -> tuple[PersonStats, ...]:
    return tallies(record, "Ada")


def tallies(record: Record, name: str) -> tuple[PersonStats, ...]:
    return record.ask(lambda index: figures.person_stats(index.run, name))


def meetings(record: Record, name: str, other: str) -> tuple[HeadToHead, ...]:
    return record.ask(lambda index: figures.head_to_head(index.run, name, other))


def lengths(record: Record, most: int = figures.LATELY) -> tuple[Durations, ...]:
    return record.ask(lambda index: figures.durations(index.run, most))


def rows(record: Record) -> list[object]:
    return record.ask(lambda index: index.run("SELECT * FROM results").fetchall())


def test_a_record_is_games_played_won_and_drawn_with_points_and_streaks(tmp_path: Path) -> None:
    with Record(tmp_path) as record:
        for winners, scores in (
            ((0,), (99, 40)), ((0,), (99, 80)), ((1,), (12, 99)), ((0, 1), (50, 50)), ((), (0, 0)), ((0,), (99, 3)),
        ):  # fmt: skip
            over(record, ("Ada", "Ben"), Result(winners, scores))
        (tally,) = ada(record)
        assert tally._replace(mean=0) == PersonStats("praetorians", 6, 3, 2, 1, 2, 99, 0, 0)
        assert tally.mean == pytest.approx(359 / 6)
        assert tally.lost == 1
        assert tally.points_matter


def test_a_shared_win_is_a_win_unless_everybody_shares_it(tmp_path: Path) -> None:
    three = ("Ada", "Ben", "Cleo")
    with Record(tmp_path) as record:
        over(record, three, Result((0, 1), (45, 45, 17)), game="spartacus")
        over(record, three, Result((0, 1, 2), (30, 30, 30)), game="spartacus")
        assert ada(record)[0][:4] == ("spartacus", 2, 1, 1)


def test_what_people_end_themselves_brings_no_points_and_abandoned_games_do_not_count(tmp_path: Path) -> None:
    with Record(tmp_path) as record:
        over(record, ("Ada", "Ben"), Result((1,), (0, 0), "concede 0"))
        over(record, ("Ada", "Ben"), Result((), (0, 0), "agree draw"))
        over(record, ("Ada", "Ben"), Result((), (0, 0), "abandon"))
        (tally,) = ada(record)
        assert tally == PersonStats("praetorians", 2, 0, 1, 0, 0, None, None, None)
        assert not tally.points_matter
        (length,) = lengths(record)
        assert length.games == 2


def test_points_that_only_repeat_who_has_won_are_none_to_speak_of(tmp_path: Path) -> None:
    with Record(tmp_path) as record:
        over(record, ("Ada", "Ben"), Result((0,), (1, 0)), game="army-ants")
        over(record, ("Ada", "Ben"), Result((1,), (-5, 31)), game="spartacus")
        by_points = {tally.kind: tally.points_matter for tally in ada(record)}
        assert by_points == {"army-ants": False, "spartacus": True}


def test_a_running_streak_differs_from_the_longest(tmp_path: Path) -> None:
    with Record(tmp_path) as record:
        for won in (True, True, True, False, True, True):
            over(record, ("Ada", "Ben"), Result((0,) if won else (1,), (9, 9)))
        assert (ada(record)[0].streak, ada(record)[0].longest) == (2, 3)
        over(record, ("Ada", "Ben"), Result((1,), (9, 9)))
        assert (ada(record)[0].streak, ada(record)[0].longest) == (0, 3)


def test_two_people_are_compared_by_the_games_in_which_both_sat(tmp_path: Path) -> None:
    with Record(tmp_path) as record:
        over(record, ("Ada", "Ben"), Result((0,), (99, 3)))
        over(record, ("Ben", "Ada"), Result((0,), (99, 3)))
        over(record, ("Ben", "Ada"), Result((1,), (3, 99)))
        over(record, ("Cleo", "Ben", "Ada"), Result((0,), (99, 3, 4)))
        over(record, ("Ada", "Cleo"), Result((0,), (99, 3)))
        over(record, ("Cleo", "Ben", "Ada"), Result((1, 2), (3, 99, 99)))
        (meeting,) = meetings(record, "Ada", "Ben")
        assert meeting == HeadToHead("praetorians", 5, 2, 1, 1)
        assert meeting.neither_won == 1
        assert meetings(record, "Ada", "Nobody") == ()


def test_a_game_is_as_long_as_its_entries_without_the_pauses(tmp_path: Path) -> None:
    with Record(tmp_path) as record:
        # One minute, a pause of a day, a quarter of an hour to the second, then the clock is put back: 60 + 900.
        over(record, ("Ada", "Ben"), Result((0,), (99, 3)), at=(1000.0, 1060.0, 87460.0, 88360.0, 500.0))
        over(record, ("Ada", "Ben"), Result((0,), (99, 3)), at=(2000.0, 2100.0))
        assert lengths(record) == (Durations("praetorians", 2, (1, 2.5, 4), (100, 530.0, 960)),)


def test_how_long_an_imported_game_without_times_took_is_not_known(tmp_path: Path) -> None:
    with Record(tmp_path / "one") as record:
        clock = SimulatedClock(1_790_000_000.0)
        session = Session(record, clock)
        session.start("praetorians", ("Ada", "Ben"), SCORES)
        for text in WON_BY_ADA:
            clock.advance(300.0)
            session.enter(text)
    for form, seconds in (("text", None), ("json", 3000)):
        import_games(tmp_path / form, "".join(export_text(tmp_path / "one", None, form)).encode(), 1_790_000_000.0)
        with Record(tmp_path / form) as record:
            (past,) = record.ask(lambda index: figures.past_games(index.run))
            assert (past.entries, past.seconds) == (10, seconds)
            assert [length.seconds[1] for length in lengths(record)] == ([] if seconds is None else [seconds])


def test_lengths_are_those_of_the_last_games(tmp_path: Path) -> None:
    with Record(tmp_path) as record:
        for seconds in (10.0, 20.0, 30.0):
            over(record, ("Ada", "Ben"), Result((0,), (99, 3)), at=(0.0, seconds))
        (length,) = lengths(record, 2)
        assert (length.games, length.seconds) == (2, (20, 25.0, 30))


def test_an_end_taken_back_takes_its_result_along_and_redo_brings_it_again(tmp_path: Path) -> None:
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(0.0))
        session.start("praetorians", ("Ada", "Ben"), SCORES)
        for text in WON_BY_ADA:
            session.enter(text)
        counted = rows(record)
        assert ada(record)[0][:3] == ("praetorians", 1, 1)
        session.undo()
        assert ada(record) == ()
        assert lengths(record) == ()
        session.redo()
        assert rows(record) == counted
        session.undo()
        session.undo()
        for text in ("bust", "match 9"):  # another way on from there, which the game does not end with
            session.enter(text)
        assert ada(record) == ()


def test_a_game_whose_end_is_changed_counts_with_its_last_end(tmp_path: Path) -> None:
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(0.0))
        session.start("praetorians", ("Ada", "Ben"), SCORES)
        session.enter("concede 0")
        assert ada(record)[0][:4] == ("praetorians", 1, 0, 0)
        session.enter("change 1 concede 1")
        assert ada(record)[0][:4] == ("praetorians", 1, 1, 0)
        session.enter("back 0")
        assert ada(record) == ()
        session.undo()
        assert ada(record)[0][:4] == ("praetorians", 1, 1, 0)


def test_a_start_taken_back_after_the_end_leaves_nothing(tmp_path: Path) -> None:
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(0.0))
        session.start("praetorians", ("Ada", "Ben"), SCORES)
        session.enter("concede 1")
        session.rematch()
        session.enter("concede 0")
        while session.now is not None:
            session.undo()
        assert ada(record) == ()
        for _ in range(4):
            session.redo()
        assert ada(record)[0][:4] == ("praetorians", 2, 2, 0)


def test_a_record_stays_with_a_person_who_is_called_otherwise(tmp_path: Path) -> None:
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(0.0))
        session.start("praetorians", ("Bne", "Ada"), SCORES)
        session.enter("concede 1")
        session.rename_person("Bne", "Ben")
        (tally,) = tallies(record, "Ben")
        assert (tally.played, tally.won) == (1, 1)
        assert tallies(record, "Bne") == ()
        # The game itself says what was said then.
        assert session.finished_games(0, 1).games[0].names == ("Bne", "Ada")


def test_a_game_that_ends_after_a_rename_counts_for_the_person_who_played(tmp_path: Path) -> None:
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(0.0))
        session.start("praetorians", ("Bne", "Ada"), SCORES)
        session.rename_person("Bne", "Ben")
        session.add_person("Bne")  # somebody else, who has this name from now on
        session.enter("concede 1")
        assert tallies(record, "Bne") == ()
        assert tallies(record, "Ben")[0].won == 1


def test_a_record_waits_for_a_person_who_leaves_the_roster(tmp_path: Path) -> None:
    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(0.0))
        session.start("praetorians", ("Ada", "Ben"), SCORES)
        session.enter("concede 1")
        counted = ada(record)
        session.retire_person("Ada")
        session.add_person("Ada")
        assert ada(record) == counted != ()


def test_what_the_glass_shows_is_found_along_an_index(tmp_path: Path) -> None:
    with Record(tmp_path) as record:
        for game in ("praetorians", "spartacus"):
            for _ in range(20):
                over(record, ("Ada", "Ben"), Result((0,), (99, 3)), game=game)
        record.finished_games(0, 1)
        asked: list[str] = []
        with closing(connect(tmp_path / INDEX)) as database:
            database.set_trace_callback(asked.append)
            figures.person_stats(database.execute, "Ada")
            figures.head_to_head(database.execute, "Ada", "Ben")
            figures.durations(database.execute)
            Index(database).page(WAITING, "last", 9, 4, 7)
            Index(database).page(FINISHED, "ended", 6, 2)
            Index(database).series(7)
            database.set_trace_callback(None)
            plans = [row[3] for query in asked for row in database.execute(f"EXPLAIN QUERY PLAN {query}")]
        # Two queries a person compare the sums with the results.
        assert len(asked) == (3 + 2) + (3 + 2 * 2) + 1 + 2 + 2 + 1
        assert not [plan for plan in plans if plan.startswith(("SCAN results", "SCAN r ", "SCAN one", "SCAN other"))]
        assert "SEARCH other USING PRIMARY KEY (person=? AND kind=? AND ended=?)" in plans
        assert {"games_waiting", "games_ended", "games_series"} <= {word for plan in plans for word in plan.split(" ")}


def test_a_long_list_is_read_a_few_games_at_a_time(tmp_path: Path) -> None:
    with Record(tmp_path) as record:
        for _ in range(10):
            over(record, ("Ada", "Ben"), Result((), (0, 0), "abandon"))
        assert [[game.id for game in record.finished_games(first, 4).games] for first in (0, 4, 8, 12)] == [
            [10, 9, 8, 7], [6, 5, 4, 3], [2, 1], [],
        ]  # fmt: skip
        assert record.finished_games(8, 4).total == 10


def test_a_game_that_was_over_waits_again_after_undo_and_one_whose_start_was_undone_is_in_no_list(
    tmp_path: Path,
) -> None:
    def totals(record: Record) -> tuple[int, int]:
        return record.finished_games(0, 9).total, record.waiting_games(0, 9).total

    with Record(tmp_path) as record:
        session = Session(record, SimulatedClock(0.0))
        session.start("praetorians", ("Ada", "Ben"), SCORES)
        session.enter("abandon")
        session.start("praetorians", ("Cleo", "Dora"), SCORES)
        assert totals(record) == (1, 0)  # what is on the table does not wait
        session.resume(1)
        session.undo()
        assert totals(record) == (0, 1)
        session.undo()
        assert totals(record) == (0, 1)
        assert record.series(1) == ()
        session.redo()
        session.redo()
        session.resume(2)
        assert totals(record) == (1, 0)
